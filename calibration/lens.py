"""A lens: where a direction in the camera's frame falls in the picture, and back.

OpenCV's model: k1 k2 p1 p2 k3 (4, 5 or 8 numbers). The way back is Newton's method on the model's own derivative,
exact to rounding; cv2.undistortPoints stops after a few fixed-point rounds, 5 px short in the corners of a 95 degree
lens with k1 = -0.25. A polynomial folds back somewhere outside the picture it was fitted to: beyond that radius there
is no answer, and the functions here say NaN instead of giving a wrong one. Pixels as in OpenCV: the first pixel's
centre is (0, 0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.polynomial import polynomial
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Floats
from calibration.errors import InputFault
from calibration.refusals import unwritable

_NEWTON_ROUNDS = 30
_SETTLED_RAY = 1e-12
_ASPECT_TOLERANCE = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """camera_matrix (3, 3) px, distortion (4, 5 or 8,), for pictures of width_px x height_px.

    rms_px: of its calibration. fold_radius: the ray length x^2+y^2 = fold_radius^2 beyond which the
    distortion folds back; inf if never. The arrays are copies and cannot be written to. Raises InputFault `bad-lens`.
    """

    width_px: int
    height_px: int
    camera_matrix: Floats
    distortion: Floats
    rms_px: float | None = None
    fold_radius: float = field(init=False)

    def __post_init__(self) -> None:
        matrix, distortion = _frozen(self.camera_matrix), _frozen(self.distortion)
        problem = _problem(self.width_px, self.height_px, matrix, distortion)
        if problem:
            raise InputFault("bad-lens", f"The lens cannot be right: {problem}.", "lens")
        object.__setattr__(self, "camera_matrix", matrix)
        object.__setattr__(self, "distortion", distortion)
        object.__setattr__(self, "fold_radius", _fold_radius(distortion))

    def project(self, points_camera: NDArray[np.floating]) -> Floats:
        """(N, 3) in the camera's frame (x right, y down, z ahead; any length unit) to (N, 2) px.

        NaN for a point behind the camera or beyond fold_radius.
        """
        points = np.asarray(points_camera, np.float64).reshape(-1, 3)
        ahead = points[:, 2] > 0
        depth = np.where(ahead, points[:, 2], np.nan)
        rays: Floats = points[:, :2] / depth[:, None]
        rays[np.hypot(rays[:, 0], rays[:, 1]) > self.fold_radius] = np.nan
        bent, _ = distort(rays, self.distortion)
        return bent @ self.camera_matrix[:2, :2].T + self.camera_matrix[:2, 2]

    def to_rays(self, points_px: NDArray[np.floating]) -> Floats:
        """(N, 2) px to (N, 2) undistorted x/z, y/z. NaN where the model has no answer (beyond fold_radius)."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        flat = np.linalg.solve(self.camera_matrix[:2, :2], (points - self.camera_matrix[:2, 2]).T).T
        bent = np.asarray(flat, np.float64)
        rays: Floats = bent.copy()
        for _ in range(_NEWTON_ROUNDS):
            now, jacobian = distort(rays, self.distortion)
            step = _solved(jacobian, bent - now)
            rays += step
            if not np.any(np.abs(step) > _SETTLED_RAY):
                break
        now, _ = distort(rays, self.distortion)
        missed = np.abs(now - bent).max(axis=1) > 1e-9 if len(rays) else np.zeros(0, bool)
        lost = missed | (np.hypot(rays[:, 0], rays[:, 1]) > self.fold_radius) | ~np.isfinite(rays).all(axis=1)
        rays[lost] = np.nan
        return rays

    def scaled_to(self, width_px: int, height_px: int) -> Lens:
        """The same lens for the same view at another resolution.

        Raises InputFault `lens-aspect` for another shape of picture.
        """
        if (width_px, height_px) == (self.width_px, self.height_px):
            return self
        across, down = width_px / self.width_px, height_px / self.height_px
        if abs(across / down - 1) > _ASPECT_TOLERANCE:
            own, other = _size(self.width_px, self.height_px), _size(width_px, height_px)
            raise InputFault(
                "lens-aspect",
                f"The lens file is for pictures of {own}, this picture is {other}. A camera cuts its picture "
                "differently in each shape: calibrate the lens with pictures of the size you use.",
                "lens",
            )
        matrix = self.camera_matrix.copy()
        matrix[0, :2] *= across
        matrix[1, :2] *= down
        matrix[0, 2] = (matrix[0, 2] + 0.5) * across - 0.5
        matrix[1, 2] = (matrix[1, 2] + 0.5) * down - 0.5
        rms_px = None if self.rms_px is None else self.rms_px * across
        return Lens(width_px, height_px, matrix, self.distortion, rms_px)

    def hfov_deg(self) -> float:
        """How wide the lens sees along the picture's width, without its distortion."""
        return 2 * math.degrees(math.atan(self.width_px / 2 / float(self.camera_matrix[0, 0])))


def lens_of(
    width_px: int, height_px: int, camera_matrix: ArrayLike, distortion: ArrayLike, rms_px: float | None = None
) -> Lens:
    """A `Lens` from plain lists, as a setup file has them. Raises InputFault `bad-lens`."""
    try:
        matrix, numbers = np.asarray(camera_matrix, np.float64), np.asarray(distortion, np.float64)
    except ValueError as ragged:
        raise InputFault(
            "bad-lens", "The lens cannot be right: camera_matrix takes three rows of three numbers.", "lens"
        ) from ragged
    return Lens(width_px, height_px, matrix, numbers, rms_px)


def guess(width_px: int, height_px: int, hfov_deg: float = 66.0) -> Lens:
    """A first lens where none is known: square pixels, no distortion, hfov_deg along the picture's longer side."""
    focal_px = max(width_px, height_px) / 2 / math.tan(math.radians(hfov_deg) / 2)
    matrix = np.array([[focal_px, 0, (width_px - 1) / 2], [0, focal_px, (height_px - 1) / 2], [0, 0, 1]])
    return Lens(width_px, height_px, matrix, np.zeros(5))


def distort(rays: Floats, distortion: Floats) -> tuple[Floats, Floats]:
    """Undistorted rays (N, 2) to distorted ones (N, 2), with the derivative (N, 2, 2). Any 4, 5 or 8 numbers."""
    k1, k2, p1, p2, k3, k4, k5, k6 = (*map(float, distortion), *(0.0,) * (8 - len(distortion)))
    x, y = rays[:, 0], rays[:, 1]
    square = x * x + y * y
    above = 1 + square * (k1 + square * (k2 + square * k3))
    below = 1 + square * (k4 + square * (k5 + square * k6))
    radial = above / below
    above_slope = k1 + square * (2 * k2 + square * 3 * k3)
    below_slope = k4 + square * (2 * k5 + square * 3 * k6)
    slope = (above_slope - radial * below_slope) / below
    bent = np.column_stack(
        [
            x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x),
            y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y,
        ]
    )
    jacobian = np.empty((len(rays), 2, 2))
    jacobian[:, 0, 0] = radial + 2 * x * x * slope + 2 * p1 * y + 6 * p2 * x
    jacobian[:, 1, 1] = radial + 2 * y * y * slope + 6 * p1 * y + 2 * p2 * x
    jacobian[:, 0, 1] = jacobian[:, 1, 0] = 2 * x * y * slope + 2 * p1 * x + 2 * p2 * y
    return bent, jacobian


def _size(width_px: int, height_px: int) -> str:
    """Such as "1920 x 1080 (16:9)", or with the plain ratio."""
    for name, ratio in {"16:9": 16 / 9, "4:3": 4 / 3, "3:2": 3 / 2, "1:1": 1.0, "3:4": 3 / 4, "9:16": 9 / 16}.items():
        if abs(width_px / height_px / ratio - 1) < _ASPECT_TOLERANCE:
            return f"{width_px} x {height_px} ({name})"
    return f"{width_px} x {height_px} ({width_px / height_px:.2f}:1)"


def lens_toml(lens: Lens) -> str:
    """Exactly the `[lens]` table of a setup file, every number to the last digit."""
    rows = ",\n".join(f"    {_list(row)}" for row in lens.camera_matrix)
    lines = [
        "[lens]",
        f"width_px = {lens.width_px}",
        f"height_px = {lens.height_px}",
        f"camera_matrix = [\n{rows},\n]",
        f"distortion = {_list(lens.distortion)}",
    ]
    if lens.rms_px is not None:
        lines.append(f"rms_px = {float(lens.rms_px)!r}")
    return "\n".join(lines) + "\n"


def write_lens(lens: Lens, path: Path) -> None:
    """Write `lens_toml` to path. Raises InputFault `lens-file` where the file cannot be written."""
    try:
        path.write_text(lens_toml(lens), encoding="utf-8")
    except OSError as refused:
        raise InputFault("lens-file", f"{path} {unwritable(refused)}.", str(path)) from refused


def _list(numbers: Sequence[float] | Floats) -> str:
    return "[" + ", ".join(repr(float(number)) for number in numbers) + "]"


def _frozen(numbers: Floats) -> Floats:
    copy = np.array(numbers, np.float64)
    copy.setflags(write=False)
    return copy


def _problem(width_px: int, height_px: int, matrix: Floats, distortion: Floats) -> str | None:
    if width_px <= 0 or height_px <= 0:
        return f"its picture is {width_px} x {height_px}"
    if matrix.shape != (3, 3):
        return "camera_matrix takes three rows of three numbers"
    if distortion.shape not in ((4,), (5,), (8,)):
        return f"distortion takes 4, 5 or 8 numbers (k1 k2 p1 p2 k3), not {distortion.size}"
    if not (np.isfinite(matrix).all() and np.isfinite(distortion).all()):
        return "it has numbers that are not finite"
    if matrix[0, 0] <= 0 or matrix[1, 1] <= 0 or not np.array_equal(matrix[2], [0, 0, 1]):
        return "camera_matrix must be [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with fx and fy above 0"
    return None


def _fold_radius(distortion: Floats) -> float:
    """Where r * above / below stops rising, leaving the small tangential terms out: the least positive root in r^2.

    The denominator's own zeros count too. Coefficients below 1e-12 are nothing to a picture and would upset the roots.
    """
    k1, k2, _, _, k3, k4, k5, k6 = np.pad(distortion, (0, 8 - len(distortion)))
    above, below = np.array([1, k1, k2, k3]), np.array([1, k4, k5, k6])
    twice_square = np.array([0.0, 2.0])
    rising = polynomial.polymul(
        polynomial.polyadd(above, polynomial.polymul(twice_square, polynomial.polyder(above))), below
    )
    falling = polynomial.polymul(polynomial.polymul(twice_square, above), polynomial.polyder(below))
    slope_and_pole = (polynomial.polysub(rising, falling), below)
    roots = np.concatenate([polynomial.polyroots(polynomial.polytrim(one, 1e-12)) for one in slope_and_pole])
    turning = [float(root.real) for root in roots if abs(root.imag) < 1e-9 and root.real > 0]
    return math.sqrt(min(turning)) if turning else math.inf


def _solved(matrices: Floats, right: Floats) -> Floats:
    """2x2 systems by Cramer's rule; a singular one gives a step of 0, so that its point stays and is reported lost."""
    determinant = matrices[:, 0, 0] * matrices[:, 1, 1] - matrices[:, 0, 1] * matrices[:, 1, 0]
    safe = np.where(np.abs(determinant) > 1e-12, determinant, np.inf)
    return np.column_stack(
        [
            (right[:, 0] * matrices[:, 1, 1] - right[:, 1] * matrices[:, 0, 1]) / safe,
            (right[:, 1] * matrices[:, 0, 0] - right[:, 0] * matrices[:, 1, 0]) / safe,
        ]
    )
