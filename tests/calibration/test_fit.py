"""Printed patterns drawn with blur in light and a tone curve after it, and found again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.fit import Fits, Tone, fit
from calibration.motion import CORNERS, FreeMotion, PlaneMotion
from calibration.opencv import dictionary
from calibration.pattern import Pattern, marker_pattern, saddle_pattern

SIZE_PX = (240, 200)
FINE = 6
"""Rays across a pixel."""


def view(across: tuple[float, float], up: tuple[float, float], lean: tuple[float, float]) -> np.ndarray:
    """A homography: the print's axes at its centre in px a side, and by what share the far side is farther."""
    centre = np.array([119 + 1 / 6, 99 + 1 / 3])
    J = np.array([across, up]).T
    return np.r_[np.c_[J + np.outer(centre, lean), centre], [[*lean, 1.0]]]


SLANTED = view((61.0, -17.0), (14.0, -55.0), (0.04, -0.09))
STRAIGHT = view((72.0, 0.0), (0.0, -72.0), (0.0, 0.0))
"""Its edges lie between the rays of a picture, so that it is drawn exactly."""
SMALL = view((17.0, -5.0), (6.0, -16.0), (0.02, -0.02))
PATTERNS: dict[str, Pattern] = {
    "marker": marker_pattern("DICT_4X4_50", 7, 40.0, 40.0 / 6),
    "AprilTag": marker_pattern("DICT_APRILTAG_36h11", 5, 40.0, 5.0),
    "saddle": saddle_pattern("DICT_4X4_50", 3, 40.0),
}
GAMMA = 1 / 2.2


def picture(
    pattern: Pattern,
    H: np.ndarray,
    *,
    blur_px: float = 0.6,
    gamma: float = GAMMA,
    noise: float = 1.5,
    seed: int = 0,
    dark: float = 0.03,
    slope: float = 0.0,
    around: float | None = None,
) -> np.ndarray:
    """A print on paper, or cut out and lying on a ground of `around` share of white. slope: of the light, a pixel."""
    width, height = SIZE_PX
    across = (np.arange(width * FINE) + 0.5) / FINE - 0.5
    down = (np.arange(height * FINE) + 0.5) / FINE - 0.5
    x, y = np.meshgrid(across, down)
    q = np.linalg.inv(H) @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    uv_mm = (q[:2] / q[2]).T * pattern.side_mm
    light = np.where(pattern.is_white(uv_mm), 0.85, dark)
    if around is not None:
        light = np.where(np.abs(uv_mm).max(1) > pattern.bounds_u_mm[-1] + pattern.side_mm / 12, around, light)
    light = light.reshape(height, FINE, width, FINE).mean((1, 3))
    light = cv2.GaussianBlur(light, (0, 0), blur_px) * (1 + slope * np.arange(width))
    grey = 255 * np.clip(light, 0, 1) ** gamma
    grey += np.random.default_rng(seed).normal(0, noise, grey.shape) if noise else 0.0
    return np.clip(np.rint(grey), 0, 255).astype(np.uint8)


def true_corners(H: np.ndarray) -> np.ndarray:
    q = np.c_[CORNERS, np.ones(4)] @ H.T
    return q[:, :2] / q[:, 2:]


def fitted(
    grey: np.ndarray, pattern: Pattern, H: np.ndarray, *, off_px: float = 1.2, seed: int = 1, fine: bool = True
) -> tuple[np.ndarray, np.ndarray, Fits]:
    """Corners and their covariance, begun from corners that are off by about a pixel, as a detector's are."""
    start = true_corners(H) + np.random.default_rng(seed).normal(0, off_px / 1.4, (4, 2))
    first = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), start.astype(np.float32))
    motion, fits = fit(grey, [pattern], FreeMotion(first[None]), Tone(), rounds=6, fine=fine)
    corners, covariance = motion.corners(fits.covariance)
    return corners[0], covariance[0], fits


def side_px(corners: np.ndarray) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())


TONES = {
    "straight": {"gamma": 1.0},
    "as cameras do": {},
    "soft": {"blur_px": 1.1},
    "sharp": {"blur_px": 0.45},
    "with a slope of light": {"slope": 0.0008},
    "grey ink": {"dark": 0.12},
}


@pytest.mark.parametrize("tone", TONES.values(), ids=TONES)
@pytest.mark.parametrize("H", [SLANTED, STRAIGHT], ids=["slanted", "straight"])
@pytest.mark.parametrize("name", PATTERNS)
def test_corners_have_no_bias(name: str, H: np.ndarray, tone: dict[str, float]) -> None:
    corners, _, fits = fitted(picture(PATTERNS[name], H, **tone), PATTERNS[name], H)
    want = true_corners(H)
    assert np.abs(corners - want).max() < 0.1
    assert np.abs(corners.mean(0) - want.mean(0)).max() < 0.03
    assert abs(side_px(corners) - side_px(want)) < 2 * 0.03
    assert fits.agreement[0] > 0.98 and fits.clear[0] > 0.92


def test_opencvs_corners_have_one() -> None:
    """The same picture: white has grown into the black square by 0.2 px and more on each side."""
    grey = picture(PATTERNS["marker"], SLANTED)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found, ids, _ = cv2.aruco.ArucoDetector(dictionary("DICT_4X4_50"), parameters).detectMarkers(grey)
    assert np.asarray(ids).ravel().tolist() == [7]
    want = true_corners(SLANTED)
    assert side_px(want) - side_px(np.asarray(found[0]).reshape(4, 2)) > 0.4
    assert np.linalg.norm(np.asarray(found[0]).reshape(4, 2) - want, axis=1).mean() > 0.2


@pytest.mark.parametrize("name", ["marker", "AprilTag"])
def test_small_marks(name: str) -> None:
    """A side of 17 px: cells of two to three pixels."""
    corners, _, _ = fitted(picture(PATTERNS[name], SMALL), PATTERNS[name], SMALL, off_px=0.7)
    assert np.abs(corners - true_corners(SMALL)).max() < 0.25
    assert np.abs(corners.mean(0) - true_corners(SMALL).mean(0)).max() < 0.04


@pytest.mark.parametrize("around", [0.05, 0.3])
def test_what_lies_beside_the_print_takes_no_part(around: float) -> None:
    pattern = marker_pattern("DICT_4X4_50", 7, 40.0, 40.0 / 6)
    corners, _, _ = fitted(picture(pattern, SLANTED, around=around), pattern, SLANTED)
    assert np.abs(corners - true_corners(SLANTED)).max() < 0.1


@pytest.mark.parametrize("H", [SLANTED, SMALL], ids=["large", "small"])
def test_scatter_is_what_the_covariance_says(H: np.ndarray) -> None:
    """Over 16 seeds of noise, within a factor of three, for places and for the size."""
    pattern = PATTERNS["marker"]
    runs = [fitted(picture(pattern, H, noise=4.0, seed=s), pattern, H, off_px=0.5, seed=s) for s in range(16)]
    corners, covariances = np.array([r[0] for r in runs]), np.array([r[1] for r in runs])
    scatter = corners.reshape(16, 8).std(0, ddof=1)
    said = np.sqrt(np.einsum("mii->mi", covariances).mean(0))
    ratio = float(np.sqrt((scatter**2).sum() / (said**2).sum()))
    assert 1 / 3 < ratio < 3
    centres = corners.mean(1).std(0, ddof=1)
    mean = np.kron(np.ones((1, 4)) / 4, np.eye(2))
    said_centres = np.sqrt(np.diag(mean @ covariances.mean(0) @ mean.T))
    assert np.all(centres < 3 * said_centres) and np.all(centres > said_centres / 3)


def flat_plane() -> np.ndarray:
    """1.7 px a mm, y up."""
    return np.array([[1.7, 0.0, 120.0], [0.0, -1.7, 100.0], [0.0, 0.0, 1.0]])


def plane_motion(x_mm: float, y_mm: float, turn_rad: float, size: float = 1.0) -> PlaneMotion:
    return PlaneMotion(
        flat_plane()[None],
        np.array([20.0]),
        np.array([[x_mm, y_mm]]),
        np.array([turn_rad]),
        np.array([size]),
    )


PLACE = (4.3, -2.1, 0.4)
FIGURE = marker_pattern("DICT_4X4_50", 12, 20.0, 20.0 / 6)


@pytest.mark.parametrize("size", [1.0, 0.985, 1.02])
def test_a_figures_mark_on_a_plane(size: float) -> None:
    """Place, heading and size; a size that is off by less than three sigma of its prior is seen."""
    grey = picture(FIGURE, plane_motion(*PLACE, size).homographies()[0])
    motion, fits = fit(grey, [FIGURE], plane_motion(4.9, -2.6, 0.36), Tone(0.65, 1.3, 0.1, 0.4), quiet_share=0.5)
    assert motion.xy_mm[0] == pytest.approx(PLACE[:2], abs=0.03)
    assert motion.turn_rad[0] == pytest.approx(PLACE[2], abs=0.004)
    assert motion.size[0] == pytest.approx(size, abs=0.005)
    assert fits.agreement[0] > 0.97


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_covered_half_takes_no_part(side: str) -> None:
    """A grey cloth over half of the mark: with that half trusted the fit is worse or off, without it is exact."""
    H = plane_motion(*PLACE).homographies()[0]
    grey = picture(FIGURE, H)
    hidden = {"left": (-1, 0, -1, 1), "right": (0, 1, -1, 1), "top": (-1, 1, 0, 1), "bottom": (-1, 1, -1, 0)}[side]
    u0, u1, v0, v1 = hidden
    cloth = np.array([(u0, v0, 1), (u1, v0, 1), (u1, v1, 1), (u0, v1, 1)]) @ H.T
    cv2.fillConvexPoly(grey, np.round(cloth[:, :2] / cloth[:, 2:]).astype(np.int32), 110)
    middle = (FIGURE.bounds_u_mm[:-1] + FIGURE.bounds_u_mm[1:]) / 2 / FIGURE.side_mm
    u, v = np.meshgrid(middle, middle)
    # a cell's breadth more than the cloth, for the blur
    out = (u > u0 - 0.2) & (u < u1 + 0.2) & (v > v0 - 0.2) & (v < v1 + 0.2)
    trust = np.where(out, 0.0, 1.0)[None]
    start = plane_motion(PLACE[0] + 0.4, PLACE[1] - 0.3, PLACE[2] + 0.02)
    motion, fits = fit(grey, [FIGURE], start, Tone(0.65, 1.3, 0.1, 0.4), quiet_share=0.5, trust=trust)
    assert motion.xy_mm[0] == pytest.approx(PLACE[:2], abs=0.12)
    assert motion.turn_rad[0] == pytest.approx(PLACE[2], abs=0.015)
    assert fits.agreement[0] > 0.95
    _, blind = fit(grey, [FIGURE], start, Tone(0.65, 1.3, 0.1, 0.4), quiet_share=0.5)
    assert blind.agreement[0] < fits.agreement[0] - 0.03
    assert fits.clear[0] < 0.7


def test_a_batch_is_as_good_as_one_by_one() -> None:
    patterns = [marker_pattern("DICT_4X4_50", i, 40.0, 40.0 / 6) for i in (7, 8)]
    grey = picture(patterns[0], SLANTED)
    first = np.array([SLANTED, SLANTED])
    both, fits = fit(grey, patterns, FreeMotion(first), Tone())
    alone, one = fit(grey, patterns[:1], FreeMotion(first[:1]), Tone())
    assert both.H[0] == pytest.approx(alone.H[0], abs=1e-3)
    assert fits.agreement[0] == pytest.approx(one.agreement[0], abs=1e-4)
    # six cells of another mark count as hidden, and take no part in how well the rest agrees
    assert fits.clear[1] < 0.9 < fits.clear[0]


def test_nothing_there_agrees_with_nothing() -> None:
    noise = np.random.default_rng(3).integers(90, 110, SIZE_PX[::-1]).astype(np.uint8)
    _, fits = fit(noise, [PATTERNS["marker"]], FreeMotion(SLANTED[None]), Tone())
    assert fits.agreement[0] < 0.3
    flat = np.full(SIZE_PX[::-1], 128, np.uint8)
    _, fits = fit(flat, [PATTERNS["marker"]], FreeMotion(SLANTED[None]), Tone())
    assert not fits.agreement[0] > 0.5


def test_the_lens_bends_the_grid() -> None:
    """A bend of up to 3 px across the print is followed to 0.02 px."""

    def bend(px: np.ndarray) -> np.ndarray:
        off = (px - (60.0, 50.0)) / 100.0
        return px + 1.2 * off * (off**2).sum(1, keepdims=True)

    pattern = PATTERNS["marker"]
    grey = picture(pattern, SLANTED)
    x, y = np.meshgrid(np.arange(SIZE_PX[0], dtype=float), np.arange(SIZE_PX[1], dtype=float))
    bent = np.c_[x.ravel(), y.ravel()]
    straight = bent.copy()
    for _ in range(30):
        straight += bent - bend(straight)
    at = straight.reshape(*x.shape, 2).astype(np.float32)
    seen = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    motion, fits = fit(seen, [pattern], FreeMotion(SLANTED[None]), Tone(), distort=bend, fine=True)
    corners, _ = motion.corners(fits.covariance)
    assert np.abs(bend(true_corners(SLANTED)) - true_corners(SLANTED)).max() > 0.8
    assert np.abs(corners[0] - true_corners(SLANTED)).max() < 0.08
