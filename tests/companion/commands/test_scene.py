"""`companion scene` writes what can be read back and scored, or says what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.commands import run_command
from companion.setup.read import read_setup

SETUP = """
[table]
dictionary = "DICT_4X4_50"
sheets = [0, 1, 2]
sheet_side_mm = 60
[[figure]]
name = "Odda"
base_mm = 40
height_mm = 38
marker = 10
marker_side_mm = 30
marker_height_mm = 42
[[figure]]
name = "Pell"
base_mm = 25
height_mm = 38
ring = "red"
[[terrain]]
name = "barn"
kind = "building"
height_mm = 60
outline_mm = [[200, 60], [320, 60], [320, 140], [200, 140]]
"""
NEEDED = {  # what the scorer reads of a figure
    "id", "mode", "x_mm", "y_mm", "facing_deg", "base_diameter_mm", "base_height_mm", "total_height_mm", "marker_id",
    "marker_height_mm", "colour", "stands_on", "visible_fraction", "base_top_visible_fraction",
}  # fmt: skip


def call(tmp_path: Path, *words: str, setup: str = SETUP) -> tuple[int, Path]:
    (tmp_path / "own.toml").write_text(setup, encoding="utf-8")
    out = tmp_path / "out"
    return run_command(["scene", "--setup", str(tmp_path / "own.toml"), "--out", str(out), *words]), out


def test_pictures_with_truth_setup_and_the_empty_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = call(tmp_path, "--frames", "2", "--size", "480x270", "--seed", "3")
    assert status == 0
    assert capsys.readouterr().out.startswith("2 pictures")
    pictures = {f"table-{name}.{ending}" for name in ("empty", "1", "2") for ending in ("jpg", "json")}
    assert {p.name for p in out.iterdir()} == {"setup.toml", *pictures}
    assert read_setup(out / "setup.toml") == read_setup(tmp_path / "own.toml")
    one, two = (json.loads((out / f"table-{n}.json").read_text()) for n in (1, 2))
    assert one["image"] == "table-1.jpg" and len(one["figures"]) == 2
    assert all(figure.keys() >= NEEDED for figure in one["figures"])
    assert one["pairs"][0]["line_of_sight"]["a_sees_b"].keys() == {"terrain_only"}
    assert one["figures"][0]["x_mm"] != two["figures"][0]["x_mm"]
    assert one["markers"][0]["corners_px"] == two["markers"][0]["corners_px"], "the table itself stays"
    image = cv2.imread(str(out / "table-1.jpg"))
    assert image.shape == (270, 480, 3)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    assert {0, 1, 2} <= {int(i) for i in ids.ravel()}


def test_one_picture_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = call(tmp_path, "--size", "160x160")
    assert (status, capsys.readouterr().out) == (
        0,
        f"1 picture with its truth, the empty table and the setup file are in {out}.\n",
    )


def test_a_sequence(tmp_path: Path) -> None:
    status, out = call(tmp_path, "--moves", "--frames", "7", "--size", "320x180", "--pose", "oblique")
    assert status == 0
    truths = [json.loads((out / f"{n:03d}.json").read_text()) for n in range(7)]
    assert [t["sequence"]["hand"] for t in truths] == [False] * 4 + [True] * 3
    assert truths[5]["sequence"] == {"frame": 5, "time_s": 2.5, "lifted": "Odda", "hand": True}
    assert (out / "empty.jpg").exists() and not (out / "007.jpg").exists()


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    pictures = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        _, out = call(tmp_path / name, "--size", "320x180", "--seed", "8")
        pictures.append((out / "table-1.jpg").read_bytes())
    assert pictures[0] == pictures[1]


FAULTS: list[tuple[list[str], str, str]] = [
    ([], SETUP.replace("sheets =", "shets ="), "shets"),
    ([], SETUP.replace("[0, 1, 2]", "[0, 1, 99]"), "99"),
]


@pytest.mark.parametrize(("words", "setup", "said"), FAULTS)
def test_a_fault_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], setup: str, said: str
) -> None:
    status, out = call(tmp_path, *words, setup=setup)
    assert status == 2
    assert said in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "words", [["--seed", "-1"], ["--frames", "0"], ["--frames", "x"], ["--size", "10x10"], ["--size", "big"]]
)
def test_words_that_cannot_be_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        call(tmp_path, *words)
    assert end.value.code == 2
    assert "must be" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("a file")
    status, _ = call(tmp_path, "--size", "320x180")
    assert status == 2
    assert "cannot be written" in capsys.readouterr().err
