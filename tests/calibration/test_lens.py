from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import InputFault
from calibration.lens import Lens, guess, lens_of, lens_toml, write_lens
from tests.calibration.lens_file import lens_in

LENSES = {
    "none": guess(1920, 1080),
    "wide 95 degrees, k1 k2 k3": lens_of(
        1920, 1080, [[883.2, 0, 958.8], [0, 884.8, 544.6], [0, 0, 1]], [-0.045, 0.012, 0.0005, 0.0002, -0.0015]
    ),
    "wide, strong barrel": lens_of(
        1920, 1080, [[880, 0, 960], [0, 880, 540], [0, 0, 1]], [-0.25, 0.06, 0.0005, 0.0002, -0.005]
    ),
    "webcam": lens_of(
        1920, 1080, [[1420.8, 0, 966.6], [0, 1421.0, 537.7], [0, 0, 1]], [0.09, -0.19, -0.0008, 0.0006, 0.05]
    ),
    "four numbers": lens_of(640, 480, [[536, 0, 342], [0, 536, 235], [0, 0, 1]], [-0.27, 0.06, 0.002, -0.0003]),
    "eight numbers": lens_of(
        640, 480, [[536, 0, 342], [0, 536, 235], [0, 0, 1]], [0.3, 0.1, 0.001, -0.001, 0.02, 0.5, 0.2, 0.05]
    ),
}


def whole_picture(lens: Lens) -> np.ndarray:
    across, down = np.meshgrid(np.linspace(0, lens.width_px - 1, 65), np.linspace(0, lens.height_px - 1, 37))
    return np.stack([across.ravel(), down.ravel()], axis=1)


@pytest.mark.parametrize("name", LENSES)
def test_the_way_there_and_back_over_the_whole_picture(name: str) -> None:
    lens = LENSES[name]
    points_px = whole_picture(lens)
    rays = lens.to_rays(points_px)
    back_px = lens.project(np.column_stack([rays, np.ones(len(rays))]) * 750.0)
    assert np.abs(back_px - points_px).max() < 1e-6


@pytest.mark.parametrize("name", LENSES)
def test_projection_is_opencvs(name: str) -> None:
    lens = LENSES[name]
    points = np.random.default_rng(5).uniform([-300, -200, 900], [300, 200, 1400], (200, 3))
    theirs, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), lens.camera_matrix, lens.distortion)
    assert np.abs(lens.project(points) - theirs.reshape(-1, 2)).max() < 1e-8


@settings(deadline=None)
@given(k1=st.floats(-0.3, 0.3), k2=st.floats(-0.1, 0.1), k3=st.floats(-0.05, 0.05), p1=st.floats(-2e-3, 2e-3))
def test_rays_are_right_or_missing_but_never_wrong(k1: float, k2: float, k3: float, p1: float) -> None:
    lens = lens_of(1280, 720, [[600, 0, 640], [0, 600, 360], [0, 0, 1]], [k1, k2, p1, -p1, k3])
    points_px = whole_picture(lens)
    rays = lens.to_rays(points_px)
    known = np.isfinite(rays).all(axis=1)
    assert known[len(known) // 2]
    assert (np.hypot(*rays[known].T) <= lens.fold_radius).all()
    back_px = lens.project(np.column_stack([rays[known], np.ones(int(known.sum()))]))
    assert np.abs(back_px - points_px[known]).max() < 1e-5


def test_a_lens_that_folds_back_says_so() -> None:
    lens = lens_of(1000, 1000, [[500, 0, 500], [0, 500, 500], [0, 0, 1]], [-0.5, 0, 0, 0, 0])
    assert lens.fold_radius == pytest.approx((2 / 3) ** 0.5)
    assert np.isnan(lens.project(np.array([[1.0, 0.0, 1.0], [0.0, 0.0, -1.0]]))).all()
    assert np.isnan(lens.to_rays(np.array([[999.0, 999.0]]))).all()
    assert lens.to_rays(np.array([[500.0, 500.0]])).tolist() == [[0.0, 0.0]]


def test_nothing_in_nothing_out() -> None:
    lens = guess(640, 480)
    assert lens.to_rays(np.empty((0, 2))).shape == (0, 2)
    assert lens.project(np.empty((0, 3))).shape == (0, 2)


def test_scaling_keeps_the_view() -> None:
    lens = LENSES["webcam"]
    half = lens.scaled_to(960, 540)
    points = np.array([[120.0, -80.0, 1000.0], [-400.0, 250.0, 1000.0]])
    assert np.allclose(half.project(points) + 0.5, (lens.project(points) + 0.5) / 2)
    assert lens.scaled_to(1920, 1080) is lens


def test_a_lens_of_another_shape_is_refused() -> None:
    with pytest.raises(InputFault) as fault:
        guess(1640, 1232).scaled_to(1920, 1080)
    assert fault.value.code == "lens-aspect"
    assert "1640 x 1232 (4:3)" in fault.value.message and "1920 x 1080 (16:9)" in fault.value.message


@pytest.mark.parametrize(("width_px", "height_px"), [(1920, 1080), (1080, 1920)])
def test_a_guess_sees_so_wide_along_the_longer_side(width_px: int, height_px: int) -> None:
    lens = guess(width_px, height_px, 66.0)
    ends_px = np.array([[-0.5, (height_px - 1) / 2], [width_px - 0.5, (height_px - 1) / 2]])
    if height_px > width_px:
        ends_px = ends_px[:, ::-1] * 0 + [[(width_px - 1) / 2, -0.5], [(width_px - 1) / 2, height_px - 0.5]]
    rays = lens.to_rays(ends_px)
    along = rays[:, 0] if width_px > height_px else rays[:, 1]
    assert np.degrees(np.arctan(along)).tolist() == pytest.approx([-33.0, 33.0])


@pytest.mark.parametrize(
    ("matrix", "distortion", "size", "says"),
    [
        ([[1, 0, 0], [0, 1, 0]], [0] * 5, (4, 3), "three rows"),
        ([[1, 0, 0], [0, 1], [0, 0, 1]], [0] * 5, (4, 3), "three rows"),
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0] * 6, (4, 3), "not 6"),
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0] * 5, (0, 3), "0 x 3"),
        ([[-1, 0, 0], [0, 1, 0], [0, 0, 1]], [0] * 5, (4, 3), "above 0"),
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0, 0, float("nan")], (4, 3), "finite"),
    ],
)
def test_lenses_that_cannot_be(matrix: list, distortion: list, size: tuple[int, int], says: str) -> None:
    with pytest.raises(InputFault, match=says) as fault:
        lens_of(*size, matrix, distortion)
    assert fault.value.code == "bad-lens"


@pytest.mark.parametrize("name", LENSES)
def test_a_file_gives_back_the_same_numbers(name: str, tmp_path: Path) -> None:
    lens, path = LENSES[name], tmp_path / "lens.toml"
    write_lens(lens, path)
    again = lens_in(path)
    assert np.array_equal(again.camera_matrix, lens.camera_matrix)
    assert np.array_equal(again.distortion, lens.distortion)
    assert (again.width_px, again.height_px, again.rms_px) == (lens.width_px, lens.height_px, lens.rms_px)


def test_the_file_holds_the_lens_table_and_nothing_else() -> None:
    lines = lens_toml(lens_of(4, 3, [[1, 0, 2], [0, 1, 1], [0, 0, 1]], [0] * 5, 0.25)).splitlines()
    keys = [line.split(" = ")[0] for line in lines if " = " in line]
    assert lines[0] == "[lens]"
    assert keys == ["width_px", "height_px", "camera_matrix", "distortion", "rms_px"]
