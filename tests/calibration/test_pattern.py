from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.errors import InputFault
from calibration.opencv import detect_markers, dictionary_bits
from calibration.pattern import Pattern, marker_pattern, saddle_pattern


def picture_of(pattern: Pattern, px_per_mm: float, blur_px: float = 0.6, turn_rad: float = 0.35) -> np.ndarray:
    """A grey picture of the pattern on white paper, averaged over 8 x 8 samples a pixel, turned and blurred."""
    size_px = int(pattern.width_mm * 1.6 * px_per_mm) + 20
    fine = (np.arange(size_px * 8) + 0.5) / 8 - size_px / 2
    right, down = np.meshgrid(fine, fine)
    cosine, sine = np.cos(turn_rad), np.sin(turn_rad)
    points_mm = np.stack([right * cosine - down * sine, -(right * sine + down * cosine)], axis=-1) / px_per_mm
    white = pattern.is_white(points_mm).reshape(size_px, 8, size_px, 8).mean(axis=(1, 3))
    return cv2.GaussianBlur((30 + 190 * white).astype(np.uint8), (0, 0), blur_px)


def test_a_plain_marker_without_quiet_zone() -> None:
    pattern = marker_pattern("DICT_4X4_50", 7, 40.0)
    assert pattern.cells.shape == (6, 6)
    assert pattern.bounds_u_mm.tolist() == pytest.approx([-20, -40 / 3, -20 / 3, 0, 20 / 3, 40 / 3, 20])
    assert np.array_equal(pattern.cells[1:-1, 1:-1][::-1], dictionary_bits("DICT_4X4_50", 7))
    assert pattern.cells.dtype == np.uint8


def test_a_quiet_zone_is_white() -> None:
    pattern = marker_pattern("DICT_4X4_50", 0, 30.0, 5.0)
    assert pattern.width_mm == pytest.approx(40.0)
    assert pattern.cells[0].all() and pattern.cells[:, -1].all()
    assert not pattern.cells[1, 1:-1].any()


def test_rows_run_upwards() -> None:
    pattern = marker_pattern("DICT_4X4_50", 0, 60.0)
    bits = dictionary_bits("DICT_4X4_50", 0)
    top_left_data_cell = np.array([-15.0, 15.0])
    assert pattern.is_white(top_left_data_cell) == bool(bits[0, 0])
    right_of_it = np.array([-5.0, 15.0])
    assert pattern.is_white(right_of_it) == bool(bits[0, 1])


def test_the_saddle_sheets_corners() -> None:
    pattern = saddle_pattern("DICT_4X4_50", 3, 48.0)
    assert pattern.width_mm == pytest.approx(120.0)
    assert pattern.quiet_mm == pytest.approx(12.0)
    for corner in ((-36, 36), (36, 36), (36, -36), (-36, -36)):
        around = pattern.is_white(np.add(corner, [(-1, 1), (1, 1), (1, -1), (-1, -1)]))
        assert around[0] == around[2] != around[1] == around[3], "four cells alternate there"
    assert pattern.is_white(np.array([[0.0, 50.0], [50.0, 0.0], [50.0, 50.0], [30.0, 30.0], [99.0, 0.0]])).tolist() == [
        False,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.parametrize("dictionary", ["DICT_4X4_50", "DICT_5X5_100", "DICT_APRILTAG_36h11"])
@pytest.mark.parametrize("module_px", [3.0, 4.0, 8.0])
@pytest.mark.parametrize("kind", ["saddle", "marker"])
def test_opencv_finds_the_marker(dictionary: str, module_px: float, kind: str) -> None:
    modules = len(dictionary_bits(dictionary, 0)) + 2
    side_mm = 48.0
    for marker_id in (0, 7, 31):
        pattern = (
            saddle_pattern(dictionary, marker_id, side_mm)
            if kind == "saddle"
            else marker_pattern(dictionary, marker_id, side_mm, 2 * side_mm / modules)
        )
        ids, corners_px, _ = detect_markers(picture_of(pattern, module_px * modules / side_mm), dictionary)
        assert ids.tolist() == [marker_id]
        sides_px = np.linalg.norm(corners_px[0] - np.roll(corners_px[0], 1, axis=0), axis=1)
        assert sides_px == pytest.approx(module_px * modules, rel=0.12)


@pytest.mark.parametrize(("side_mm", "quiet_mm"), [(0.0, 0.0), (-1.0, 0.0), (10.0, -1.0), (float("nan"), 0.0)])
def test_sizes_that_cannot_be(side_mm: float, quiet_mm: float) -> None:
    with pytest.raises(InputFault, match="must be above 0"):
        marker_pattern("DICT_4X4_50", 0, side_mm, quiet_mm)
