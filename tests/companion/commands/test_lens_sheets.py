"""`companion lens` on pictures of what `companion sheets` prints, on a table and as it comes from the printer."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens import lens_of
from calibration.opencv import detect_markers
from companion.commands import run_command
from companion.scenes.camera import camera_over
from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from tests.calibration.lens_file import lens_in
from tests.calibration.test_lensfit import whole_picture, worst_error_px
from tests.needs import need_program

SIZE = (960, 540)
SETUP = '[table]\ndictionary = "DICT_4X4_50"\nsheets = [0, 1, 2, 3]\nsheet_side_mm = 45.0\nsheet_kind = "saddle"\n'


def seen_px(files: list[Path]) -> np.ndarray:
    greys = [cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in files]
    return np.concatenate([detect_markers(grey, "DICT_4X4_50")[1].reshape(-1, 2) for grey in greys])


def test_eight_looks_at_a_laid_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mat_mm = (600.0, 420.0)
    base = random_scene(
        5, figures=0, terrain=False, sheet_kind="saddle", sheet_side_mm=45.0, mat_mm=mat_mm, size_px=SIZE
    )
    files = []
    for number in range(8):
        pose, roll_deg = ("overhead", "steep", "oblique", "oblique48")[number % 4], (0.0, 90.0, 4.0, 45.0)[number % 4]
        azimuth_deg = -90 + 45.0 * number
        camera = camera_over(
            (0.0, 0.0), mat_mm, pose=pose, size_px=SIZE, azimuth_deg=azimuth_deg, roll_deg=roll_deg, fill=1.02
        )
        picture, _ = render(replace(base, camera=camera), number)
        files.append(tmp_path / f"{number}.jpg")
        cv2.imwrite(str(files[-1]), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    (tmp_path / "setup.toml").write_text(SETUP)
    words = ["lens", *map(str, files), "--setup", str(tmp_path / "setup.toml"), "--out", str(tmp_path / "lens.toml")]
    assert run_command(words) == 0
    said = capsys.readouterr().out
    assert "8 pictures" in said and "stayed in their places" in said and "at the sheets' distance" in said
    true = lens_of(*SIZE, camera.camera_matrix, camera.distortion)
    found = lens_in(tmp_path / "lens.toml")
    assert worst_error_px(found, true, seen_px(files)) < 0.25
    assert abs(found.camera_matrix[0, 0] / true.camera_matrix[0, 0] - 1) < 0.002


TURNS = [
    (0, 0, 0), (0.5, 0, 0.1), (-0.5, 0.1, 0), (0.1, 0.5, 1.57), (0, -0.5, 1.6),
    (0.4, 0.4, -1.5), (-0.4, 0.3, 0.2), (0.3, -0.4, 3.1), (-0.3, -0.45, 1.5), (0.6, 0.1, 1.4),
]  # fmt: skip
DOTS_A_MM = 200 / 25.4


def test_ten_pictures_of_a_page_as_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = need_program("pdftoppm", "poppler-utils")
    assert run_command(["sheets", "--out", str(tmp_path / "sheets.pdf"), "--figures", "0"]) == 0
    drawing = [program, "-r", "200", "-gray", "-singlefile", "-png", tmp_path / "sheets.pdf", tmp_path / "page"]
    subprocess.run(drawing, check=True)
    page = cv2.imread(str(tmp_path / "page.png"), cv2.IMREAD_GRAYSCALE)
    true = lens_of(*SIZE, [[757, 0, 483], [0, 757, 264], [0, 0, 1]], [-0.12, 0.05, 0.0005, -0.0004, 0.0])
    fine = np.stack(np.meshgrid(*((np.arange(2 * side) + 0.5) / 2 - 0.5 for side in SIZE)), -1).reshape(-1, 2)
    rays = np.column_stack([true.to_rays(fine), np.ones(len(fine))])
    rng = np.random.default_rng(0)
    files = []
    for number, turn in enumerate(TURNS):
        R = cv2.Rodrigues(np.array(turn, float))[0]
        middle_mm = [rng.uniform(-70, 70), rng.uniform(-35, 35), rng.uniform(330, 420)]
        on_page = rays @ np.linalg.inv(np.column_stack([R[:, 0], R[:, 1], middle_mm])).T
        dots = (on_page[:, :2] / on_page[:, 2:] + (105.0, 148.5)) * DOTS_A_MM - 0.5
        x, y = np.moveaxis(dots.reshape(2 * SIZE[1], 2 * SIZE[0], 2).astype(np.float32), -1, 0)
        light = cv2.remap(page, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(90.0,)) / 255.0
        light = cv2.resize(cv2.GaussianBlur(0.8 * light**2.2 + 0.03, (0, 0), 1.2), SIZE, interpolation=cv2.INTER_AREA)
        grey = 255 * np.clip(light + rng.normal(0, 0.006, light.shape), 0, 1) ** (1 / 2.2)
        files.append(tmp_path / f"{number}.jpg")
        cv2.imwrite(str(files[-1]), grey.round().astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])
    capsys.readouterr()
    assert run_command(["lens", *map(str, files), "--out", str(tmp_path / "lens.toml")]) == 0
    assert "from 10 pictures" in capsys.readouterr().out
    found = lens_in(tmp_path / "lens.toml")
    assert worst_error_px(found, true, seen_px(files)) < 0.25
    assert worst_error_px(found, true, whole_picture(true)) < 4
    assert abs(found.camera_matrix[0, 0] / 757 - 1) < 0.003
