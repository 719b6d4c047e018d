"""Real photographs of known prints, where they lie beside the project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.commands import run_command
from companion.vision.detect import find_marks
from tests.needs import need_shared

NAME = "DICT_6X6_250"
SQUARE_MM, SIDE_MM = 40.0, 20.0


class Photograph:
    """`companion measure --json` of one, with some of its markers as sheets, lens unknown."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.setup, self.capsys = folder / "setup.toml", capsys

    def __call__(self, name: str, ids: list[int]) -> tuple[int, dict[str, Any]]:
        table = f'[table]\ndictionary = "{NAME}"\nsheets = {ids}\nsheet_side_mm = {SIDE_MM}\nsheet_thickness_mm = 0\n'
        self.setup.write_text(table, encoding="utf-8")
        status = run_command(["measure", str(need_shared(f"photos/{name}")), "--setup", str(self.setup), "--json"])
        return status, json.loads(self.capsys.readouterr().out)


@pytest.fixture
def measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Photograph:
    return Photograph(tmp_path, capsys)


def board_mm() -> np.ndarray:
    """(17, 2) centres of the markers on the 5 x 7 ChArUco board, y up."""
    board = cv2.aruco.CharucoBoard(
        (5, 7), SQUARE_MM, SIDE_MM, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    )
    return np.array([np.asarray(corners).mean(0)[:2] * (1, -1) for corners in board.getObjPoints()])


def test_the_scale_of_a_real_board(measure: Photograph) -> None:
    """Its markers are 20 mm and their places multiples of 40 mm; white has grown by 0.3 px on each edge."""
    status, found = measure("choriginal.jpg", list(range(17)))
    assert status == 0 and [s["id"] for s in found["sheets"]] == list(range(17))
    assert [note["code"] for note in found["notes"]] == ["no-lens"]
    got, want = np.array([(s["x_mm"], s["y_mm"]) for s in found["sheets"]]), board_mm()
    g, w = got - got.mean(0), want - want.mean(0)
    U, S, V = np.linalg.svd(g.T @ w)
    true_over_found = float(S.sum() / (g**2).sum())
    assert abs(true_over_found - 1) < 5e-3
    assert np.sqrt(((true_over_found * g @ U @ V - w) ** 2).mean()) < 0.3
    near = [(a, b) for a in range(17) for b in range(a) if abs(np.linalg.norm(want[a] - want[b]) - 80) < 1]
    assert len(near) > 10
    steps = [np.linalg.norm(got[a] - got[b]) / 80 - 1 for a, b in near]
    assert abs(np.median(steps)) < 5e-3


def test_six_markers_and_no_others(measure: Photograph) -> None:
    ids = [23, 40, 62, 98, 124, 203]
    status, found = measure("singlemarkersoriginal.jpg", ids)
    assert status == 0 and [s["id"] for s in found["sheets"]] == ids
    assert [note["code"] for note in found["notes"]] == ["no-lens"]


def test_sheets_that_are_not_there(measure: Photograph) -> None:
    status, found = measure("singlemarkersoriginal.jpg", [0, 1, 2, 3])
    assert status == 3 and found["error"]["code"] == "no-sheets"


def test_one_of_them_and_five_strays(measure: Photograph) -> None:
    status, found = measure("singlemarkersoriginal.jpg", [23, 1])
    assert status == 0 and [s["id"] for s in found["sheets"]] == [23]
    assert sorted(note["code"] for note in found["notes"]) == ["no-lens", "one-sheet"] + 5 * ["stray-marker"]


@pytest.mark.parametrize(
    ("name", "dictionary", "most"),
    [
        ("gboriginal.png", NAME, 0),
        ("gboriginal.png", "DICT_APRILTAG_36h11", 0),
        ("gboriginal.png", "DICT_4X4_50", 3),
        ("gboriginal.png", "DICT_5X5_100", 2),
        ("left01.jpg", "DICT_4X4_50", 0),
        ("choriginal.jpg", "DICT_4X4_50", 1),
    ],
)
def test_few_or_no_ids_of_another_alphabet(name: str, dictionary: str, most: int) -> None:
    """35 markers of a custom alphabet, a chessboard, another alphabet's board. 4 x 4 cells are easily met by chance."""
    image = cv2.imread(str(need_shared(f"photos/{name}")))
    assert image is not None
    assert len(find_marks(np.ascontiguousarray(image[:, :, 1]), dictionary, {0, 1, 2, 3})) <= most
