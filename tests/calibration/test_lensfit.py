from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.chessboard import BoardView, find_lens_board, find_plain_board
from calibration.errors import PictureFault
from calibration.lens import Lens
from calibration.lensfit import LensFit, fit_lens
from tests.calibration.rendered import POSES, TRUE_LENS, Camera, chessboard, lens_board
from tests.needs import SHARED, need_shared

Views = list[tuple[str, BoardView]]
SIZE = (TRUE_LENS.width_px, TRUE_LENS.height_px)
FOCAL_PX = 512.0


@pytest.fixture(scope="module")
def camera() -> Camera:
    return Camera(TRUE_LENS)


@pytest.fixture(scope="module")
def board_views(camera: Camera) -> Views:
    pictures = [camera.picture(lens_board(), pose, seed) for seed, pose in enumerate(POSES)]
    views = [find_lens_board(picture) for picture in pictures]
    return [(f"p{number}", view) for number, view in enumerate(views) if view is not None]


def whole_picture(lens: Lens) -> np.ndarray:
    across, down = np.meshgrid(np.linspace(0, lens.width_px - 1, 15), np.linspace(0, lens.height_px - 1, 11))
    return np.column_stack([across.ravel(), down.ravel()])


def worst_error_px(found: Lens, true: Lens, points_px: np.ndarray) -> float:
    """How far the two lenses put the rays of these points apart, after the turn that fits best."""
    rays, others = true.to_rays(points_px), found.to_rays(points_px)
    ahead, other = (np.column_stack([one, np.ones(len(one))]) for one in (rays, others))
    ahead, other = (one / np.linalg.norm(one, axis=1)[:, None] for one in (ahead, other))
    left, _, right = np.linalg.svd(other.T @ ahead)
    return float(np.linalg.norm(found.project(ahead @ (left @ right).T) - points_px, axis=1).max())


def test_rendered_lens_boards_give_the_lens_back(board_views: Views) -> None:
    assert len(board_views) == len(POSES)
    fit = fit_lens(board_views, *SIZE)
    assert fit.lens.rms_px is not None and fit.lens.rms_px < 0.12
    assert abs(fit.lens.camera_matrix[0, 0] - FOCAL_PX) < max(3 * fit.focal_sigma_px, 0.5)
    assert abs(fit.lens.distortion[0] + 0.21) < 0.01
    assert worst_error_px(fit.lens, TRUE_LENS, whole_picture(TRUE_LENS)) < 0.6
    assert fit.dropped == ()


def test_a_board_cut_off_by_the_edge_still_counts(camera: Camera) -> None:
    view = find_lens_board(camera.picture(lens_board(), ((0.2, 0.1, 0.0), (110, 80, 250))))
    assert view is not None and 8 <= len(view.points_mm) < 48


def test_corners_lie_where_the_lens_puts_them(camera: Camera) -> None:
    turn, place = POSES[1]
    view = find_lens_board(camera.picture(lens_board(), POSES[1]))
    assert view is not None
    points_mm = (view.points_mm - [3.5 * 27, 4.5 * 27]) * [1, -1]
    rotation = cv2.Rodrigues(np.array(turn, float))[0] @ np.diag([1.0, -1.0, -1.0])
    expected_px = TRUE_LENS.project(np.column_stack([points_mm, np.zeros(len(points_mm))]) @ rotation.T + place)
    assert np.sqrt(np.mean((view.corners_px - expected_px) ** 2)) < 0.1


def test_a_chessboard_gives_the_lens_back(camera: Camera) -> None:
    board = chessboard(9, 6, 25.0)
    poses = [(turn, (place[0] * 0.6, place[1] * 0.6, place[2] + 90)) for turn, place in POSES]
    pictures = [camera.picture(board, pose, seed) for seed, pose in enumerate(poses)]
    views = [(str(n), view) for n, p in enumerate(pictures) if (view := find_plain_board(p, 9, 6, 25.0)) is not None]
    fit = fit_lens(views, *SIZE)
    assert abs(fit.lens.camera_matrix[0, 0] - FOCAL_PX) < 3
    assert abs(fit.lens.distortion[0] + 0.21) < 0.02


def test_a_bent_board_is_left_out(camera: Camera, board_views: Views) -> None:
    bent = find_lens_board(camera.picture(lens_board(), POSES[1], bend_mm=4.0))
    assert bent is not None
    fit = fit_lens([*board_views, ("bent", bent)], *SIZE)
    assert [view.name for view in fit.dropped] == ["bent"]
    assert worst_error_px(fit.lens, TRUE_LENS, whole_picture(TRUE_LENS)) < 0.6


@pytest.mark.parametrize("count", [0, 1, 4])
def test_too_few_boards(board_views: Views, count: int) -> None:
    with pytest.raises(PictureFault, match=f"found in {count} picture") as fault:
        fit_lens(board_views[:count], *SIZE)
    assert fault.value.code == "too-few-boards"


def made_views(turns: list[tuple[float, float, float]], shift_mm: float) -> Views:
    """Exact corners of a 9 x 6 chessboard of 10 mm at these turns, without pictures."""
    across, down = np.meshgrid(np.arange(9) - 4.0, np.arange(6) - 2.5)
    points_mm = np.column_stack([across.ravel(), down.ravel()]) * 10
    flat = np.column_stack([points_mm, np.zeros(54)])
    views = []
    for number, turn in enumerate(turns):
        place = (shift_mm * (number % 3 - 1), shift_mm * (number // 3 - 1), 300)
        noise = np.random.default_rng(number).normal(0, 0.1, (54, 2))
        corners_px = TRUE_LENS.project(flat @ cv2.Rodrigues(np.array(turn, float))[0].T + place) + noise
        views.append((str(number), BoardView(points_mm, corners_px, 10.0)))
    return views


TURNS = [
    (0.5, 0, 0),
    (-0.5, 0, 0),
    (0, 0.5, 0),
    (0, -0.5, 0),
    (0.3, 0.3, 1),
    (-0.3, 0.3, 2),
    (0, 0, 0),
    (0.4, 0, 1),
    (0, 0.4, 2),
]


def test_corners_of_the_picture_no_board_reached_are_named() -> None:
    fit = fit_lens(made_views(TURNS, 5.0), *SIZE)
    assert any("upper left, upper right, lower left, lower right" in warning for warning in fit.warnings)
    assert fit.covered < 0.5


def test_boards_all_tilted_alike_are_told() -> None:
    alike = fit_lens(made_views([(0.3 + 0.01 * n, 0.1, 0) for n in range(9)], 90.0), *SIZE)
    assert any("tilted alike" in warning for warning in alike.warnings)
    varied = fit_lens(made_views(TURNS, 90.0), *SIZE)
    assert not any("tilted alike" in warning for warning in varied.warnings)
    assert varied.focal_sigma_px < alike.focal_sigma_px


def test_sigma_covers_the_error() -> None:
    fit = fit_lens(made_views(TURNS, 90.0), *SIZE)
    assert abs(fit.lens.camera_matrix[0, 0] - FOCAL_PX) < 3 * fit.focal_sigma_px
    assert abs(fit.lens.distortion[0] + 0.21) < 3 * fit.k1_sigma


PHOTOS = SHARED / "photos"
"""OpenCV's own left01.jpg to left14.jpg with left_intrinsics.yml, which are not ours to ship."""


@pytest.fixture(scope="module")
def photo_views() -> Views:
    need_shared("photos/left01.jpg")
    greys = [(path.name, cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)) for path in sorted(PHOTOS.glob("left*.jpg"))]
    return [(name, view) for name, grey in greys if (view := find_plain_board(grey, 9, 6, 25.0)) is not None]


def plane_rms_mm(lens: Lens, view: BoardView) -> float:
    rays = lens.to_rays(view.corners_px)
    homography, _ = cv2.findHomography(rays, view.points_mm)
    placed_mm = cv2.perspectiveTransform(rays[:, None], homography)[:, 0]
    return float(np.sqrt(((placed_mm - view.points_mm) ** 2).sum(axis=1).mean()))


def test_the_photographs_give_opencvs_lens(photo_views: Views) -> None:
    assert len(photo_views) == 13
    fit: LensFit = fit_lens(photo_views, 640, 480)
    stored = cv2.FileStorage(str(PHOTOS / "left_intrinsics.yml"), cv2.FILE_STORAGE_READ)
    matrix = stored.getNode("camera_matrix").mat()
    theirs = Lens(640, 480, matrix, stored.getNode("distortion_coefficients").mat().ravel())
    assert abs(fit.lens.camera_matrix[0, 0] / matrix[0, 0] - 1) < 0.006
    assert abs(fit.lens.distortion[0] + 0.27) < 0.03
    assert worst_error_px(fit.lens, theirs, np.concatenate([view.corners_px for _, view in photo_views])) < 2.5
    for name, view in photo_views:
        assert plane_rms_mm(fit.lens, view) < 0.17, name
        assert plane_rms_mm(fit.lens, view) < plane_rms_mm(theirs, view) + 0.02, name
