"""The table solved from corners that are known exactly, or to a known noise."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.camera import Camera
from calibration.errors import PictureFault
from calibration.lens import Lens, guess, lens_of
from calibration.motion import CORNERS
from calibration.problem import CORNER_FLOOR_PX, Mark
from calibration.solve import USUAL_INFLATION, Solution, solve

LENS = lens_of(1280, 720, [[980, 0, 642], [0, 981, 357], [0, 0, 1]], [0.03, -0.05, 0.0004, -0.0003, 0.0])
SIDE_MM = 50.0
PLACES = {0: (0.0, 0.0, 0.0), 1: (620.0, -15.0, 1.7), 2: (600.0, -380.0, -2.6), 3: (20.0, -400.0, 0.4)}
HEIGHT_MM = 0.3
NOISE_PX = 0.05


def camera_at(
    x_mm: float = 310.0, y_mm: float = -800.0, z_mm: float = 600.0, roll_rad: float = 0.1, lens: Lens = LENS
) -> Camera:
    """Looks at the middle of the sheets."""
    centre = np.array([x_mm, y_mm, z_mm])
    ahead = np.array([310.0, -200.0, 0.0]) - centre
    ahead /= np.linalg.norm(ahead)
    up = np.array([0.0, 0.0, 1.0]) if abs(ahead[2]) < 0.99 else np.array([0.0, 1.0, 0.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, roll_rad]))
    R = roll @ np.array([right, np.cross(ahead, right), ahead])
    return Camera(lens, R, -R @ centre)


def corners_mm(place: tuple[float, float, float], side_mm: float, height_mm: float) -> np.ndarray:
    x, y, turn = place
    c, s = math.cos(turn), math.sin(turn)
    return np.c_[CORNERS * side_mm @ np.array([[c, s], [-s, c]]) + (x, y), np.full(4, height_mm)]


def mark(
    camera: Camera, sheet: int, place: tuple[float, float, float], *, noise_px: float = 0.0, seed: int = 0
) -> Mark:
    px = camera.project(corners_mm(place, SIDE_MM, HEIGHT_MM))
    px = px + np.random.default_rng([seed, sheet]).normal(0, noise_px, (4, 2)) if noise_px else px
    covariance = max(noise_px**2 - CORNER_FLOOR_PX**2, 1e-12) * np.eye(8)
    return Mark(sheet, SIDE_MM, HEIGHT_MM, px, covariance)


def marks(camera: Camera, *, ids: tuple[int, ...] = (0, 1, 2, 3), noise_px: float = 0.0, seed: int = 0) -> list[Mark]:
    return [mark(camera, i, PLACES[i], noise_px=noise_px, seed=seed) for i in ids]


def off_mm(solution: Solution, sheet: int) -> np.ndarray:
    return np.subtract(solution.places[sheet][:2], PLACES[sheet][:2])


CAMERAS = {
    "oblique": camera_at(),
    "low": camera_at(y_mm=-1100.0, z_mm=350.0),
    "overhead": camera_at(312.0, -203.0, 950.0, 3.0),
    "from behind": camera_at(200.0, 700.0, 700.0),
}


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_exact_corners_give_everything_back(camera: Camera) -> None:
    solution = solve(marks(camera), LENS)
    for sheet, (x, y, turn) in PLACES.items():
        assert solution.places[sheet][:2] == pytest.approx((x, y), abs=1e-5)
        assert math.remainder(solution.places[sheet][2] - turn, 2 * math.pi) == pytest.approx(0, abs=1e-7)
    assert solution.camera.centre_mm == pytest.approx(camera.centre_mm, abs=1e-4)
    assert np.abs(solution.camera.R - camera.R).max() < 1e-6
    assert solution.rms_px < 1e-6 and solution.inflation < USUAL_INFLATION and solution.left_out == ()


@given(
    x_mm=st.floats(-100, 700),
    y_mm=st.floats(-1100, -700),
    z_mm=st.floats(400, 1200),
    roll_rad=st.floats(-3, 3),
    turns=st.tuples(*[st.floats(-3, 3)] * 3),
)
@settings(max_examples=25, deadline=None)
def test_exact_corners_from_anywhere(
    x_mm: float, y_mm: float, z_mm: float, roll_rad: float, turns: tuple[float, float, float]
) -> None:
    camera = camera_at(x_mm, y_mm, z_mm, roll_rad)
    places = {0: PLACES[0]} | {i: (*PLACES[i][:2], turn) for i, turn in zip((1, 2, 3), turns, strict=True)}
    solution = solve([mark(camera, i, p) for i, p in places.items()], LENS)
    for sheet, place in places.items():
        assert solution.places[sheet][:2] == pytest.approx(place[:2], abs=1e-4)
    assert solution.camera.centre_mm == pytest.approx(camera.centre_mm, abs=1e-3)


def against_the_sheets(solution: Solution) -> np.ndarray:
    """(n, 2) how far the sheets lie off their true places, without the motion of all of them together."""
    got = np.array([solution.places[i][:2] for i in PLACES])
    want = np.array([PLACES[i][:2] for i in PLACES])
    g, w = got - got.mean(0), want - want.mean(0)
    U, _, V = np.linalg.svd(g.T @ w)
    return g @ U @ V - w


def test_errors_are_what_the_covariance_says() -> None:
    """Over 30 seeds: squared errors of sheets, and of a point on a figure, against their variances."""
    camera = CAMERAS["oblique"]
    sheets, points = [], []
    spot = np.array([250.0, -150.0, 40.0])
    for seed in range(30):
        solution = solve(marks(camera, noise_px=NOISE_PX, seed=seed), LENS)
        off = against_the_sheets(solution)
        variances = [np.trace(solution.centre_covariance[i]) for i in PLACES]
        sheets.append(float((off**2).sum() / np.sum(variances)))
        seen = solution.camera.to_plane(camera.project(spot[None]), spot[2])[0]
        got = np.array([solution.places[i][:2] for i in PLACES])
        want = np.array([PLACES[i][:2] for i in PLACES])
        U, _, V = np.linalg.svd((got - got.mean(0)).T @ (want - want.mean(0)))
        error = (seen - got.mean(0)) @ U @ V + want.mean(0) - spot[:2]
        shared, *_ = solution.shifts(spot[None])
        points.append(float((error**2).sum() / (shared[0] ** 2).sum()))
    assert 0.5 < np.mean(sheets) < 1.7
    assert 0.4 < np.mean(points) < 2.0
    assert np.mean(np.array(points) < 4) > 0.85


def test_a_rigid_motion_of_the_frame_is_no_error() -> None:
    """The first sheet's own print is noisy; that turns the frame and moves no two things apart."""
    camera = CAMERAS["oblique"]
    given = marks(camera, noise_px=0.05)
    worse = [replace(given[0], covariance=given[0].covariance + np.eye(8) * 0.5**2), *given[1:]]
    before, after = solve(given, LENS), solve(worse, LENS)
    for sheet in (1, 2, 3):
        a, b = (math.sqrt(np.trace(s.centre_covariance[sheet])) for s in (before, after))
        assert b < 2.0 * a


def test_one_sheet_gives_a_wide_answer() -> None:
    camera = CAMERAS["oblique"]
    far = np.array([[600.0, -380.0, 40.0]])
    off, sigma = [], []
    for seed in range(12):
        solution = solve(marks(camera, ids=(0,), noise_px=NOISE_PX, seed=seed), LENS)
        assert solution.places[0] == pytest.approx((0, 0, 0), abs=1e-6)
        off.append(solution.camera.to_plane(camera.project(far), 40.0)[0] - far[0, :2])
        sigma.append(math.sqrt((solution.shifts(far)[0][0] ** 2).sum()))
    assert np.median(sigma) > 1
    assert 0.3 < math.sqrt(np.mean(np.square(np.linalg.norm(off, axis=1)) / np.square(sigma))) < 2.0


def test_more_sheets_make_it_surer() -> None:
    spot = np.array([[400.0, -300.0, 40.0]])
    sigmas = [
        np.linalg.norm(solve(marks(CAMERAS["oblique"], ids=ids, noise_px=NOISE_PX), LENS).shifts(spot)[0][0])
        for ids in ((0,), (0, 1), (0, 1, 2), (0, 1, 2, 3))
    ]
    assert sigmas == sorted(sigmas, reverse=True)


@pytest.mark.parametrize("name", ["oblique", "low"])
def test_an_unknown_lens_is_found_and_sigma_widened(name: str) -> None:
    """Focal length 15 % off the first guess; distortion none is guessed."""
    square = lens_of(1280, 720, [[980, 0, 642], [0, 980, 357], [0, 0, 1]], [0.03, -0.05, 0, 0, 0])
    camera = replace(CAMERAS[name], lens=square)
    given = marks(camera, noise_px=NOISE_PX)
    known, unknown = solve(given, square), solve(given, guess(1280, 720, 75.0), lens_known=False)
    assert not unknown.lens_known and known.lens_known
    assert unknown.camera.lens.camera_matrix[0, 0] == pytest.approx(980, rel=0.03)
    spot = np.array([[250.0, -150.0, 40.0]])
    wide, narrow = (np.linalg.norm(s.shifts(spot)[0][0]) for s in (unknown, known))
    assert wide > 1.2 * narrow
    for sheet in (1, 2, 3):
        sigma = math.sqrt(np.trace(unknown.centre_covariance[sheet]))
        assert np.linalg.norm(off_mm(unknown, sheet)) < 4 * sigma + 0.1


def test_marks_on_figures_tell_how_far_an_unknown_camera_is() -> None:
    square = lens_of(1280, 720, [[980, 0, 639.5], [0, 980, 359.5], [0, 0, 1]], [0.0] * 5)
    camera = replace(CAMERAS["overhead"], lens=square)
    sheets = marks(camera, noise_px=NOISE_PX)
    hats = []
    for number, place in enumerate([(150.0, -120.0, 0.3), (420.0, -300.0, 2.0), (300.0, -60.0, -1.0)]):
        px = camera.project(corners_mm(place, 20.0, 44.0))
        px += np.random.default_rng(number).normal(0, NOISE_PX, (4, 2))
        hats.append(Mark(20 + number, 20.0, 44.0, px, NOISE_PX**2 * np.eye(8), sheet=False))
    alone = solve(sheets, guess(1280, 720), lens_known=False)
    with_hats = solve([*sheets, *hats], guess(1280, 720), lens_known=False)
    spot = np.array([[100.0, -350.0, 44.0]])
    a, b = (np.linalg.norm(s.shifts(spot)[0][0]) for s in (alone, with_hats))
    assert b < 0.8 * a
    assert set(with_hats.places) == {0, 1, 2, 3, 20, 21, 22}


def test_known_places_make_the_frame() -> None:
    """All sheets a metre to the right and turned by 30 degrees against the first sheet's own frame."""
    camera = CAMERAS["oblique"]
    turn = math.radians(30)
    c, s = math.cos(turn), math.sin(turn)

    def moved(place: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, own = place
        return c * x - s * y + 1000.0, s * x + c * y, own + turn

    for known in ((0,), (2,), (1, 3)):
        given = [
            replace(m, known=(*moved(PLACES[m.id]), 0.5)) if m.id in known else m for m in marks(camera, noise_px=0.01)
        ]
        solution = solve(given, LENS)
        for sheet, place in PLACES.items():
            assert solution.places[sheet][:2] == pytest.approx(moved(place)[:2], abs=1.5)
            assert math.remainder(solution.places[sheet][2] - moved(place)[2], 2 * math.pi) == pytest.approx(
                0, abs=0.02
            )


def test_a_known_place_that_is_wrong_is_noticed() -> None:
    camera = CAMERAS["oblique"]
    wrong = {0: PLACES[0], 1: (640.0, -15.0, 1.7)}
    given = [replace(m, known=(*wrong[m.id], 0.5)) if m.id in wrong else m for m in marks(camera, noise_px=NOISE_PX)]
    assert solve(given, LENS).inflation > 1.5 or math.hypot(*off_mm(solve(given, LENS), 1)) < 5


def test_a_bent_sheet_grows_the_sigmas() -> None:
    given = marks(CAMERAS["oblique"], ids=(0, 1, 2), noise_px=NOISE_PX)
    bent = replace(given[2], corners_px=given[2].corners_px + np.array([[0, 0], [0, 0], [3.0, 2.0], [0, 0]]))
    good, bad = solve(given, LENS), solve([*given[:2], bent], LENS)
    assert bad.inflation > 5 * good.inflation
    assert max(bad.misfit, key=lambda i: bad.misfit[i]) == 2


def test_the_first_mark_lends_the_frame() -> None:
    camera = CAMERAS["oblique"]
    given = marks(camera)
    solution = solve([given[1], given[0], given[2], given[3]], LENS)
    assert solution.places[1] == pytest.approx((0, 0, 0), abs=1e-6)
    a, b = np.array(solution.places[0][:2]), np.array(solution.places[2][:2])
    assert np.linalg.norm(a - b) == pytest.approx(math.hypot(600, 380), abs=1e-4)


ONE = marks(CAMERAS["oblique"])[0]
DEGENERATE: list[tuple[str, str, list[Mark]]] = [
    ("no marks", "no-sheets", []),
    ("a figure's mark alone", "no-sheets", [replace(ONE, sheet=False)]),
    ("all corners in one point", "no-solution", [replace(ONE, corners_px=np.full((4, 2), 300.0))]),
    ("seen from behind", "no-solution", [replace(ONE, corners_px=ONE.corners_px[::-1].copy())]),
    ("corners that are no numbers", "no-solution", [replace(ONE, corners_px=np.full((4, 2), np.nan))]),
]


@pytest.mark.parametrize("lens_known", [True, False])
@pytest.mark.parametrize(("code", "given"), [d[1:] for d in DEGENERATE], ids=[d[0] for d in DEGENERATE])
def test_what_cannot_be_solved_is_said(code: str, given: list[Mark], lens_known: bool) -> None:
    with pytest.raises(PictureFault) as caught:
        solve(given, LENS, lens_known=lens_known)
    assert caught.value.code == code and caught.value.message.endswith((".", "?"))


def test_corners_in_one_line_are_refused() -> None:
    line_px = np.array([(100.0, 100), (200, 200), (300, 300), (400, 400)])
    with pytest.raises(PictureFault):
        solve([replace(ONE, corners_px=line_px)], LENS)


@pytest.mark.parametrize("wrong_side_mm", [SIDE_MM * 0.97, SIDE_MM * 1.04])
@pytest.mark.parametrize("odd", [1, 2, 3])
def test_a_sheet_of_another_size_is_left_out_of_four(odd: int, wrong_side_mm: float) -> None:
    camera = camera_at()
    given = marks(camera, noise_px=NOISE_PX)
    px = camera.project(corners_mm(PLACES[odd], wrong_side_mm, HEIGHT_MM))
    given[odd] = replace(given[odd], corners_px=px)
    solution = solve(given, LENS)
    assert solution.left_out == (odd,) and odd not in solution.places
    for sheet in set(PLACES) - {odd}:
        assert np.abs(off_mm(solution, sheet)).max() < 1.0


def test_one_of_three_cannot_be_told_to_be_odd() -> None:
    camera = camera_at()
    given = marks(camera, ids=(0, 1, 2))
    given[2] = replace(given[2], corners_px=camera.project(corners_mm(PLACES[2], SIDE_MM * 1.04, HEIGHT_MM)))
    assert solve(given, LENS).left_out == ()
