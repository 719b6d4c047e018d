from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.errors import InputFault, PictureFault
from calibration.lensfit import LensFit
from calibration.opencv import decode_grey
from calibration.pattern import Pattern, marker_pattern, saddle_pattern
from calibration.sheet_lens import LAID_ANEW, ONE_BY_ONE, STAYED, fit_sheet_lens
from calibration.sheet_views import SheetTarget, find_sheets
from tests.calibration.rendered import POSES, TRUE_LENS, Camera, Laid
from tests.calibration.test_lensfit import worst_error_px
from tests.needs import need_shared

DICTIONARY = "DICT_4X4_50"
SIDE_MM = 24.0
PLACES = [(-70, 55, 0.2), (72, 52, 1.7), (68, -54, 3.0), (-69, -50, -1.2)]
Pictures = list[tuple[str, np.ndarray]]


@pytest.fixture(scope="module")
def camera() -> Camera:
    return Camera(TRUE_LENS, samples=2)


def sheet(kind: str, one: int, side_mm: float = SIDE_MM) -> Pattern:
    return (
        saddle_pattern(DICTIONARY, one, side_mm) if kind == "saddle" else marker_pattern(DICTIONARY, one, side_mm, 6.0)
    )


def table(kind: str, shift_mm: float = 0.0, seed: int = 0) -> Laid:
    """Four sheets, each off its place by about shift_mm."""
    off = np.random.default_rng(seed).normal(0, 1, (4, 3)) * [shift_mm, shift_mm, 0.03 * shift_mm]
    return Laid(tuple((sheet(kind, one), *np.add(PLACES[one], off[one])) for one in range(4)))


def taken(camera: Camera, tables: list[Laid]) -> Pictures:
    pictures = []
    for number, (pose, laid) in enumerate(zip(POSES, tables, strict=False)):
        turn, (x, y, z) = pose
        pictures.append((f"p{number}", camera.picture(laid, (turn, (0.3 * x, 0.3 * y, z)), number)))
    return pictures


def fitted(pictures: Pictures, kind: str, *, same_table: bool = False) -> LensFit:
    target = SheetTarget(DICTIONARY, SIDE_MM, "saddle" if kind == "saddle" else "marker")
    views = [find_sheets(name, grey, target) for name, grey in pictures]
    return fit_sheet_lens(pictures, views, target, same_table=same_table)


def corners_px(pictures: Pictures) -> np.ndarray:
    """Where sheets were in the pictures."""
    views = [find_sheets(name, grey, SheetTarget(DICTIONARY, SIDE_MM)) for name, grey in pictures]
    return np.concatenate([quad for view in views for quad in view.corners_px.values()])


@pytest.mark.parametrize("kind", ["saddle", "marker"])
def test_a_table_of_sheets_gives_the_lens_back(camera: Camera, kind: str) -> None:
    pictures = taken(camera, [table(kind)] * 8)
    fit = fitted(pictures, kind)
    assert fit.note == STAYED
    assert len(fit.used) == 8 and fit.dropped == ()
    assert fit.lens.rms_px is not None and fit.lens.rms_px < 0.15
    assert abs(fit.lens.camera_matrix[0, 0] - 512) < 3 * fit.focal_sigma_px + 0.3
    assert abs(fit.lens.distortion[0] + 0.21) < 3 * fit.k1_sigma + 0.002
    assert fit.seen_sigma_px is not None and fit.picture_sigma_px is not None
    assert fit.seen_sigma_px <= fit.picture_sigma_px
    assert worst_error_px(fit.lens, TRUE_LENS, corners_px(pictures)) < 0.5


def test_sheets_laid_anew_in_each_picture(camera: Camera) -> None:
    pictures = taken(camera, [table("marker", 4.0, seed) for seed in range(7)])
    fit = fitted(pictures, "marker")
    assert fit.note == LAID_ANEW
    assert worst_error_px(fit.lens, TRUE_LENS, corners_px(pictures)) < 1.5
    assert abs(fit.lens.camera_matrix[0, 0] - 512) < 4 * fit.focal_sigma_px


def test_a_sheet_that_was_moved_once_is_left_out(camera: Camera) -> None:
    x, y, turn = PLACES[2]
    moved = Laid((*table("marker").prints[:2], (sheet("marker", 2), x + 6, y, turn), table("marker").prints[3]))
    pictures = taken(camera, [*[table("marker")] * 5, moved])
    fit = fitted(pictures, "marker")
    assert fit.note == STAYED
    assert any("of 24 looks" in warning for warning in fit.warnings)
    assert worst_error_px(fit.lens, TRUE_LENS, corners_px(pictures)) < 0.5


def test_one_large_sheet_held_up_alone(camera: Camera) -> None:
    pictures = []
    for number, (turn, (x, y, z)) in enumerate(POSES):
        one = Laid(((marker_pattern(DICTIONARY, 3, 110.0, 20.0), 0.0, 0.0, 0.0),))
        pictures.append((f"p{number}", camera.picture(one, (turn, (0.9 * x, 0.9 * y, 0.8 * z)), number)))
    fit = fitted(pictures, "marker")
    assert abs(fit.lens.camera_matrix[0, 0] - 512) < 3 * fit.focal_sigma_px
    assert fit.focal_sigma_px > 0.3


def two_planes(camera: Camera, number: int, pose: tuple) -> np.ndarray:
    """Two sheets held at different tilts: each its own picture, side by side."""
    turn, (x, y, z) = pose
    left = Laid(((marker_pattern(DICTIONARY, 3, 60.0, 12.0), -48.0, 0.0, 0.1),))
    right = Laid(((marker_pattern(DICTIONARY, 4, 60.0, 12.0), 48.0, 0.0, 0.0),))
    one = camera.picture(left, ((turn[0], turn[1], 0.0), (0.3 * x, 0.3 * y, z)), number)
    other = camera.picture(right, ((-turn[1], turn[0], 0.0), (0.3 * x, 0.3 * y, z)), number + 50)
    return np.hstack([one[:, :320], other[:, 320:]])


def test_sheets_at_many_tilts_are_taken_one_by_one(camera: Camera) -> None:
    pictures = [(f"p{n}", two_planes(camera, n, pose)) for n, pose in enumerate(POSES[1:])]
    fit = fitted(pictures, "marker")
    assert fit.note == ONE_BY_ONE
    assert abs(fit.lens.camera_matrix[0, 0] - 512) < max(4 * fit.focal_sigma_px, 2)


@pytest.mark.parametrize(("count", "says"), [(0, "in no picture"), (1, "in 1 picture"), (4, "in 4 pictures")])
def test_too_few_pictures(camera: Camera, count: int, says: str) -> None:
    pictures = [*taken(camera, [table("marker")] * count), ("blank", np.full((480, 640), 200, np.uint8))]
    with pytest.raises(PictureFault, match=says) as fault:
        fitted(pictures, "marker")
    assert fault.value.code == "too-few-sheets"


def test_an_id_seen_twice_names_no_sheet(camera: Camera) -> None:
    twice = Laid(tuple((sheet("marker", one), *PLACES[place]) for place, one in enumerate((0, 1, 2, 2))))
    view = find_sheets("p", camera.picture(twice, POSES[0]), SheetTarget(DICTIONARY, SIDE_MM, "marker"))
    assert set(view.corners_px) == {0, 1}


def test_only_the_sheets_asked_for_are_seen(camera: Camera) -> None:
    picture = camera.picture(table("marker"), POSES[0])
    assert set(find_sheets("p", picture, SheetTarget(DICTIONARY, SIDE_MM, "marker", frozenset({1, 9}))).corners_px) == {
        1
    }


@pytest.mark.parametrize(("dictionary", "side_mm"), [("DICT_5X5", 40.0), (DICTIONARY, 0.0), (DICTIONARY, -3.0)])
def test_targets_that_cannot_be(dictionary: str, side_mm: float) -> None:
    with pytest.raises(InputFault):
        SheetTarget(dictionary, side_mm)


def test_tables_through_many_lenses_are_warned_of() -> None:
    folder = need_shared("scenes/d1-empty.jpg").parent
    pictures = []
    for path in sorted(folder.glob("d[1-5]-empty.jpg")):
        grey = decode_grey(np.frombuffer(path.read_bytes(), np.uint8))
        assert grey is not None
        pictures.append((path.name, cv2.resize(grey, (1920, 1080))))
    fit = fitted(pictures, "marker")
    assert any("one camera" in warning for warning in fit.warnings)
    assert fit.focal_sigma_px / fit.lens.camera_matrix[0, 0] > 0.005
