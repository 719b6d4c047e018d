"""The camera of a scene, with its distortion taken exactly.

A ray is found by inverting the distortion model for the very point of the picture it belongs to (Newton steps to
1e-12, from cv2's start), never by rendering straight and warping afterwards: a warp resamples, and its blur would hide
what accuracy tests look for. Points go the other way through cv2.projectPoints itself, so that truth is OpenCV's own.
The frame is OpenCV's: x_camera = R x_table + t, pixels with the first pixel's centre at (0, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import Floats

Point3 = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Lens:
    """hfov_deg: full width undistorted. distortion: k1 k2 p1 p2 k3. centre_px: from the middle, at 1920 px."""

    hfov_deg: float
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    centre_px: tuple[float, float] = (0.0, 0.0)


LENSES: dict[str, Lens] = {
    "standard": Lens(66.0, (0.035, -0.06, 0.0004, -0.0003, 0.0), (-3.1, 2.4)),
    "wide": Lens(95.0, (-0.045, 0.012, 0.0005, 0.0002, -0.0015), (2.6, -4.2)),
    "webcam": Lens(78.0, (0.09, -0.19, -0.0008, 0.0006, 0.05), (5.3, -3.0)),
    "phone": Lens(69.0, (0.02, -0.03, 0.0, 0.0, 0.0), (1.8, 0.9)),
}
"""Lenses of the kinds people own: a Pi camera 3, its wide version, a webcam, a phone. hfov and distortion are typical,
not measured.
"""


@dataclass(frozen=True, slots=True)
class SceneCamera:
    """Where the camera stands and how it sees. rotation (3x3 rows) and translation_mm: table to camera."""

    width_px: int
    height_px: int
    camera_matrix: tuple[Point3, Point3, Point3]
    distortion: tuple[float, float, float, float, float]
    rotation: tuple[Point3, Point3, Point3]
    translation_mm: Point3
    pose: str = "own"
    lens: str = "own"

    @property
    def centre_mm(self) -> Floats:
        """The camera's place in the table frame, (3,)."""
        return np.asarray(-np.array(self.rotation).T @ np.array(self.translation_mm))

    @property
    def rvec(self) -> Floats:
        """rotation as cv2's rotation vector, (3,)."""
        vector, _ = cv2.Rodrigues(np.array(self.rotation))
        return np.asarray(vector, np.float64).ravel()

    def project(self, points_mm: Floats) -> Floats:
        """Pixels of table points: (N, 3) to (N, 2)."""
        points = np.ascontiguousarray(np.asarray(points_mm, np.float64).reshape(-1, 1, 3))
        pixels, _ = cv2.projectPoints(
            points, self.rvec, np.array(self.translation_mm), np.array(self.camera_matrix), np.array(self.distortion)
        )
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def rays(self, pixels: Floats) -> Floats:
        """Directions in the table frame, not of unit length, for pixels (N, 2): (3, N)."""
        seen = undistorted(self.camera_matrix, self.distortion, np.asarray(pixels, np.float64).reshape(-1, 2))
        return np.array(self.rotation).T @ np.vstack([seen.T, np.ones(len(seen))])


def undistorted(matrix: tuple[Point3, Point3, Point3], distortion: tuple[float, ...], pixels: Floats) -> Floats:
    """Normalised image points (N, 2) whose projection is pixels (N, 2), to 1e-12."""
    if not len(pixels):
        return np.zeros((0, 2))
    (fx, _, cx), (_, fy, cy), _ = matrix
    k1, k2, p1, p2, k3 = distortion
    start = cv2.undistortPoints(pixels.reshape(-1, 1, 2), np.array(matrix), np.array(distortion))
    x, y = np.asarray(start, np.float64).reshape(-1, 2).T.copy()
    want_x, want_y = (pixels[:, 0] - cx) / fx, (pixels[:, 1] - cy) / fy
    for _step in range(8):
        rr = x * x + y * y
        radial = 1 + rr * (k1 + rr * (k2 + rr * k3))
        slope = 2 * (k1 + rr * (2 * k2 + rr * 3 * k3))
        off_x = x * radial + 2 * p1 * x * y + p2 * (rr + 2 * x * x) - want_x
        off_y = y * radial + p1 * (rr + 2 * y * y) + 2 * p2 * x * y - want_y
        xx = radial + slope * x * x + 2 * p1 * y + 6 * p2 * x
        xy = slope * x * y + 2 * p1 * x + 2 * p2 * y
        yy = radial + slope * y * y + 6 * p1 * y + 2 * p2 * x
        determinant = xx * yy - xy * xy
        x -= (yy * off_x - xy * off_y) / determinant
        y -= (xx * off_y - xy * off_x) / determinant
        if max(np.abs(off_x).max(), np.abs(off_y).max()) < 1e-12:
            break
    return np.column_stack([x, y])


@lru_cache(maxsize=4)
def pixel_grid(camera: SceneCamera) -> tuple[Floats, Floats, Floats]:
    """Normalised points of all pixel centres (2, H, W) and their change per pixel in x and in y.

    Within a pixel the first order is enough: for the lenses above the rest is below 1e-4 px.
    """
    columns, rows = np.meshgrid(np.arange(-1.0, camera.width_px + 1), np.arange(-1.0, camera.height_px + 1))
    pixels = np.column_stack([columns.ravel(), rows.ravel()])
    seen = undistorted(camera.camera_matrix, camera.distortion, pixels).T.reshape(2, *columns.shape)
    along_x, along_y = (seen[:, 1:-1, 2:] - seen[:, 1:-1, :-2]) / 2, (seen[:, 2:, 1:-1] - seen[:, :-2, 1:-1]) / 2
    return np.ascontiguousarray(seen[:, 1:-1, 1:-1]), along_x, along_y


def camera_at(
    centre_mm: Point3,
    target_mm: Point3,
    *,
    lens: str | Lens = "standard",
    size_px: tuple[int, int] = (1920, 1080),
    roll_deg: float = 0.0,
    pose: str = "own",
) -> SceneCamera:
    """A camera at centre_mm looking at target_mm; the table's y axis (or, seen from the side, its z axis) up in the
    picture.
    """
    optics = LENSES[lens] if isinstance(lens, str) else lens
    width, height = size_px
    focal = width / 2 / math.tan(math.radians(optics.hfov_deg) / 2)
    ahead = np.subtract(target_mm, centre_mm)
    ahead = ahead / np.linalg.norm(ahead)
    upright = np.array([0.0, 1.0, 0.0]) if abs(ahead[2]) > 0.9999 else np.array([0.0, 0.0, 1.0])
    right = np.cross(ahead, upright)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    c, s = math.cos(math.radians(roll_deg)), math.sin(math.radians(roll_deg))
    rotation = np.array([c * right + s * down, c * down - s * right, ahead])
    translation = -rotation @ np.array(centre_mm)
    scale = width / 1920
    matrix = (
        (focal, 0.0, (width - 1) / 2 + optics.centre_px[0] * scale),
        (0.0, focal, (height - 1) / 2 + optics.centre_px[1] * scale),
        (0.0, 0.0, 1.0),
    )
    rows = tuple((float(r[0]), float(r[1]), float(r[2])) for r in rotation)
    return SceneCamera(
        width, height, matrix, optics.distortion, (rows[0], rows[1], rows[2]),
        (float(translation[0]), float(translation[1]), float(translation[2])),
        pose, lens if isinstance(lens, str) else "own",
    )  # fmt: skip


POSES_DEG: dict[str, float] = {
    "overhead": 88.0,
    "steep": 72.0,
    "oblique": 60.0,
    "oblique48": 48.0,
    "low": 36.0,
    "phone": 58.0,
}
"""Height of the camera above the table's plane as an angle, 90 straight down."""


def camera_over(
    low_mm: tuple[float, float],
    high_mm: tuple[float, float],
    *,
    pose: str = "overhead",
    lens: str | Lens = "standard",
    size_px: tuple[int, int] = (1920, 1080),
    azimuth_deg: float = -90.0,
    roll_deg: float = 0.0,
    fill: float = 0.94,
) -> SceneCamera:
    """A camera that takes in the rectangle low_mm..high_mm, as near as it can with `fill` of the picture used.

    azimuth_deg: direction from the rectangle's middle to the camera; -90 is the lower edge's side.
    """
    x, y = (low_mm[0] + high_mm[0]) / 2, (low_mm[1] + high_mm[1]) / 2
    elevation, azimuth = math.radians(POSES_DEG[pose]), math.radians(azimuth_deg)
    away = np.array(
        [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    )
    corners = np.array([[px, py, 0.0] for px in (low_mm[0], high_mm[0]) for py in (low_mm[1], high_mm[1])])
    near, far = 50.0, 20 * math.hypot(high_mm[0] - low_mm[0], high_mm[1] - low_mm[1])
    target = np.array([x, y, 0.0])
    for _halving in range(45):
        distance = (near + far) / 2
        for _recentre in range(3):
            camera = _looking(target + distance * away, target, lens, size_px, roll_deg, pose)
            seen = corners @ np.array(camera.rotation).T + camera.translation_mm
            if seen[:, 2].min() <= 1:
                break
            seen_px = camera.project(corners)
            middle = (seen_px.min(axis=0) + seen_px.max(axis=0)) / 2
            ray = camera.rays(middle[None])[:, 0]
            hit = camera.centre_mm - ray * camera.centre_mm[2] / ray[2]
            target = 0.5 * target + 0.5 * np.array([hit[0], hit[1], 0.0])
        fits = seen[:, 2].min() > 1 and bool(
            np.all(np.ptp(camera.project(corners), axis=0) <= fill * np.array(size_px))
        )
        near, far = (near, distance) if fits else (distance, far)
    return _looking(target + far * away, target, lens, size_px, roll_deg, pose)


def _looking(
    centre: Floats, target: Floats, lens: str | Lens, size_px: tuple[int, int], roll_deg: float, pose: str
) -> SceneCamera:
    return camera_at(
        (float(centre[0]), float(centre[1]), float(centre[2])),
        (float(target[0]), float(target[1]), float(target[2])),
        lens=lens, size_px=size_px, roll_deg=roll_deg, pose=pose,
    )  # fmt: skip
