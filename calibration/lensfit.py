"""A lens from many views of one board, and how far to trust it.

cv2.calibrateCamera on what the boards gave; then a picture whose own rms stands out from the rest is dropped, one at a
time, and the fit is done again. k3 is kept only where the pictures determine it. What the numbers cannot say (corners
of the picture no board reached, boards all at one tilt) is said in sentences beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.chessboard import BoardView
from calibration.errors import PictureFault
from calibration.lens import Lens

FEWEST_VIEWS = 5
_OUTLIER_RATIO = 3.0
_OUTLIER_FLOOR_PX = 0.25
_TILT_SPREAD_DEG = 15.0
_CORNER_PART = 0.25
_SETTLED = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 100, 1e-9)


@dataclass(frozen=True, slots=True)
class ViewFit:
    """One picture's part. tilt_deg: the board against the picture plane. mm_a_px: at the board's middle."""

    name: str
    corners: int
    rms_px: float
    tilt_deg: float
    mm_a_px: float


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """lens; sigmas of its focal length and centre (px, the larger axis) and of k1; the pictures used and dropped.

    warnings: sentences on what the pictures leave open. covered: part of 8 x 6 fields of the picture with a corner.
    target: what was seen, in the plural. note: a sentence on how the pictures were read. seen_sigma_px,
    picture_sigma_px: one sigma of where the lens puts a point, the worst among the corners seen and in the whole
    picture, where it was worked out.
    """

    lens: Lens
    focal_sigma_px: float
    centre_sigma_px: float
    k1_sigma: float
    used: tuple[ViewFit, ...]
    dropped: tuple[ViewFit, ...]
    covered: float
    warnings: tuple[str, ...]
    target: str = "boards"
    note: str = ""
    seen_sigma_px: float | None = None
    picture_sigma_px: float | None = None


def fit_lens(views: Sequence[tuple[str, BoardView]], width_px: int, height_px: int) -> LensFit:
    """The lens that explains the named views. Raises PictureFault `too-few-boards` or `no-lens`."""
    kept = list(views)
    dropped: list[ViewFit] = []
    while True:
        if len(kept) < FEWEST_VIEWS:
            raise PictureFault("too-few-boards", _too_few(len(views), len(dropped)))
        solved = _solve(kept, width_px, height_px)
        worst = max(solved.views, key=lambda view: view.rms_px)
        usual_px = float(np.median([view.rms_px for view in solved.views]))
        if worst.rms_px <= max(_OUTLIER_RATIO * usual_px, _OUTLIER_FLOOR_PX):
            break
        dropped.append(worst)
        kept = [view for view in kept if view[0] != worst.name]
    corners_px = np.concatenate([view.corners_px for _, view in kept])
    warnings = [*uncovered(corners_px, width_px, height_px), *one_tilt(solved.normals)]
    if len(dropped) * 3 > len(views):
        warnings.append(
            f"{len(dropped)} of {len(views)} pictures did not fit the rest: is the board flat and the focus fixed?"
        )
    return LensFit(
        solved.lens,
        solved.focal_sigma_px,
        solved.centre_sigma_px,
        solved.k1_sigma,
        tuple(solved.views),
        tuple(dropped),
        covered(corners_px, width_px, height_px),
        tuple(warnings),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    lens: Lens
    focal_sigma_px: float
    centre_sigma_px: float
    k1_sigma: float
    views: list[ViewFit]
    normals: Floats


def _solve(views: Sequence[tuple[str, BoardView]], width_px: int, height_px: int) -> _Solved:
    boards = [np.column_stack([view.points_mm, np.zeros(len(view.points_mm))]).astype(np.float32) for _, view in views]
    pictures = [view.corners_px.astype(np.float32) for _, view in views]
    flags = 0
    for _ in range(2):
        try:
            rms_px, matrix, distortion, turns, shifts, sigmas, _, view_rms_px = cv2.calibrateCameraExtended(
                boards, pictures, (width_px, height_px), np.eye(3), np.zeros(5), flags=flags, criteria=_SETTLED
            )
        except cv2.error as failed:
            raise PictureFault(
                "no-lens", "The boards in these pictures fit no lens: take new ones, tilted this way and that."
            ) from failed
        k3, k3_sigma = np.ravel(distortion)[4], np.ravel(sigmas)[8]
        if flags or abs(k3) > 2 * k3_sigma:
            break
        flags = cv2.CALIB_FIX_K3
    lens = Lens(
        width_px, height_px, np.asarray(matrix, np.float64), np.ravel(distortion)[:5].astype(np.float64), float(rms_px)
    )
    sigma = np.ravel(sigmas)
    normals = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    fits = []
    for (name, view), turn, shift, own_px, normal in zip(
        views, turns, shifts, np.ravel(view_rms_px), normals, strict=True
    ):
        middle = np.asarray(cv2.Rodrigues(turn)[0]) @ [*view.points_mm.mean(axis=0), 0.0] + np.ravel(shift)
        tilt_deg = float(np.degrees(np.arccos(min(1.0, abs(normal[2])))))
        mm_a_px = float(middle[2] / lens.camera_matrix[0, 0])
        fits.append(ViewFit(name, len(view.points_mm), float(own_px), tilt_deg, mm_a_px))
    return _Solved(lens, float(max(sigma[:2])), float(max(sigma[2:4])), float(sigma[4]), fits, normals)


def _too_few(found: int, dropped: int) -> str:
    if dropped:
        return (
            f"Of {found} boards {dropped} do not fit the rest, and {FEWEST_VIEWS} are needed: is the board flat, "
            "and does the camera's focus stay where it is?"
        )
    return (
        f"The board was found in {found} picture{'' if found == 1 else 's'}, and at least {FEWEST_VIEWS} are needed; "
        "10 to 20 make a good lens. The whole board must be sharp and evenly lit."
    )


def uncovered(corners_px: Floats, width_px: int, height_px: int, target: str = "board") -> list[str]:
    """A warning that names the corners of the picture no target reached, or none."""
    x, y = corners_px[:, 0] / width_px, corners_px[:, 1] / height_px
    near = {"left": x < _CORNER_PART, "right": x > 1 - _CORNER_PART}
    missing = [
        f"{vertical} {side}"
        for vertical, inside in {"upper": y < _CORNER_PART, "lower": y > 1 - _CORNER_PART}.items()
        for side, beside in near.items()
        if not np.any(inside & beside)
    ]
    if not missing:
        return []
    return [
        f"No {target} reached the {', '.join(missing)} of the picture: the lens is a guess there. Hold it there too."
    ]


def covered(corners_px: Floats, width_px: int, height_px: int) -> float:
    """The part of 8 x 6 fields of the picture that has a corner in it."""
    fields, _, _ = np.histogram2d(
        corners_px[:, 0], corners_px[:, 1], bins=(8, 6), range=((0, width_px), (0, height_px))
    )
    return float((fields > 0).mean())


def one_tilt(normals: Floats, targets: str = "boards") -> list[str]:
    """A warning where all targets were tilted alike, or none. normals (N, 3): their own, in the camera's frame."""
    spread_deg = float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1, 1).min())))
    if spread_deg >= _TILT_SPREAD_DEG:
        return []
    return [
        f"All {targets} are tilted alike (within {spread_deg:.0f} degrees): how far and how wide the lens sees cannot "
        f"be told apart well. Tilt the {targets if targets != 'boards' else 'board'} or the camera 30 degrees this way "
        "and that."
    ]
