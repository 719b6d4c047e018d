from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands import run_command
from tests.calibration.lens_file import lens_in
from tests.calibration.rendered import POSES, TRUE_LENS, Camera, chessboard, lens_board


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six pictures of the lens board, one of a chessboard, one blank, one small, one that is none."""
    folder, camera = tmp_path_factory.mktemp("pictures"), Camera(TRUE_LENS, samples=2)
    for number, pose in enumerate(POSES[1:7]):
        cv2.imwrite(str(folder / f"board{number}.png"), camera.picture(lens_board(), pose, number))
    cv2.imwrite(str(folder / "chess.png"), camera.picture(chessboard(9, 6, 20.0), POSES[0]))
    cv2.imwrite(str(folder / "blank.png"), np.full((480, 640), 190, np.uint8))
    cv2.imwrite(str(folder / "small.png"), np.full((240, 320), 190, np.uint8))
    (folder / "text.jpg").write_text("no picture")
    (folder / "empty.jpg").write_bytes(b"")
    return folder


def boards(folder: Path) -> list[str]:
    return [str(path) for path in sorted(folder.glob("board*.png"))]


def test_a_lens_is_written_and_judged(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "lens.toml"
    words = ["lens", *boards(folder), str(folder / "blank.png"), "--out", str(out), "--table-mm", "900"]
    assert run_command(words) == 0
    said = capsys.readouterr().out
    lens = lens_in(out)
    assert abs(lens.camera_matrix[0, 0] - 512) < 3
    assert f"{lens.rms_px:.2f} px: {lens.rms_px * 900 / 640:.2f} mm on this table (0.71 px per mm)" in said
    assert f"No board found in {folder / 'blank.png'}" in said
    assert "±" in said


@pytest.mark.parametrize(
    ("pictures", "options", "status", "says"),
    [
        (["blank.png"], [], 3, "no table sheet of DICT_4X4_50"),
        (["blank.png"], ["--board", "sheet"], 3, "Table sheets were found in no picture"),
        (["blank.png"], ["--board", "chessboard"], 3, "found in 0 pictures"),
        (["blank.png"], ["--dictionary", "DICT_4X5"], 2, "did you mean"),
        (["blank.png"], ["--setup", "none.toml"], 2, "none.toml"),
        (["blank.png"], ["--setup", "none.toml", "--sheet-side-mm", "40"], 2, "leave the options out"),
        (["chess.png"], [], 3, "found in 1 picture, and at least 5"),
        (["chess.png", "small.png"], [], 3, "small.png is 320 x 240"),
        (["text.jpg"], [], 3, "text.jpg is not a picture"),
        (["empty.jpg"], [], 3, "empty.jpg is not a picture"),
        (["none.jpg"], [], 2, "there is no such file"),
        (["blank.png"], ["--squares", "nine"], 2, "such as 9x6"),
        (["blank.png"], ["--squares", "2x6"], 2, "such as 9x6"),
    ],
)
def test_faults(
    pictures: list[str],
    options: list[str],
    status: int,
    says: str,
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "lens.toml"
    assert run_command(["lens", *(str(folder / name) for name in pictures), "--out", str(out), *options]) == status
    assert says in capsys.readouterr().err
    assert not out.exists()


def test_a_lens_that_cannot_be_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["lens", *boards(folder), "--out", str(tmp_path / "no" / "lens.toml")]) == 2
    assert "cannot be written" in capsys.readouterr().err
