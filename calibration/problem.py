"""The least-squares problem of a table: its parameters, its residuals in sigmas, its derivatives.

The parameters are the camera's turn and shift, for an unknown lens the lens, then x, y and turn of every mark. Seen
corners are weighted with the covariance their fit gave. What is held (known places, the frame, what lenses usually are)
enters as residuals too, each in sigmas of its prior.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.lens import Lens, distort
from calibration.motion import CORNERS

LENS_PRIORS = {
    "log_focal": 0.35,
    "log_aspect": 0.001,
    "centre_x": 0.012,
    "centre_y": 0.012,
    "k1": 0.12,
    "k2": 0.08,
    "p1": 0.0005,
    "p2": 0.0005,
    "k3": 0.02,
}
"""One sigma of what is not known of an unknown lens, about a lens of 66 degrees with square pixels and no distortion;
the centre as a share of the width. Ours: they span webcams, phones and Pi cameras (50 to 95 degrees)."""
LENS_STEP = np.array([0.3, 0.01, 100.0, 100.0, 0.3, 0.3, 0.005, 0.005, 0.1])
"""The most a parameter of the lens changes in one step."""
POSE = 6
CORNER_FLOOR_PX = 0.03
"""What blur, sharpening and JPEG leave unmodelled in a fitted corner, px (0.02 to 0.04 seen on rendered tables)."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A printed square as seen. corners_px: (4, 2) picture pixels in OpenCV's order, covariance: (8, 8) px squared.

    height_mm: of the print above the table plane. known: (x_mm, y_mm, turn_rad, sigma_mm) where the owner measured its
    place. sheet: True for a table sheet, False for a mark on a figure (which helps to settle an unknown lens).
    """

    id: int
    side_mm: float
    height_mm: float
    corners_px: Floats
    covariance: Floats
    known: tuple[float, float, float, float] | None = None
    sheet: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class PointJacobian:
    """Of pixels: params (N, 2, pose and lens), plane (N, 2, 2) for a step in x and y on the table."""

    params: Floats
    plane: Floats
    px: Floats


def pose_size(lens_known: bool) -> int:
    """How many parameters camera and lens have."""
    return POSE if lens_known else POSE + len(LENS_PRIORS)


def point_jacobian(camera: Camera, points_mm: Floats, lens_known: bool) -> PointJacobian:
    """How the pixels of (N, 3) table points change with turn (3, left), shift (3), and for an unknown lens its
    parameters in the order of LENS_PRIORS."""
    lens = camera.lens
    turned = points_mm @ camera.R.T
    at = turned + camera.t_mm
    rays = at[:, :2] / at[:, 2:]
    bent, bend = distort(rays, lens.distortion)
    K = lens.camera_matrix[:2, :2]
    D = np.zeros((len(at), 2, 3))
    D[:, 0, 0] = D[:, 1, 1] = 1 / at[:, 2]
    D[:, :, 2] = -rays / at[:, 2:]
    by_camera = K @ bend @ D
    x, y, z = turned.T
    none = np.zeros_like(x)
    turn = np.stack([np.stack([none, z, -y], 1), np.stack([-z, none, x], 1), np.stack([y, -x, none], 1)], 1)
    params = np.concatenate([by_camera @ turn, by_camera], 2)
    if not lens_known:
        params = np.concatenate([params, _lens_jacobian(rays, bent, K)], 2)
    return PointJacobian(params, by_camera @ camera.R[:, :2], bent @ K.T + lens.camera_matrix[:2, 2])


def _lens_jacobian(rays: Floats, bent: Floats, K: Floats) -> Floats:
    """(N, 2, lens) pixels for a step of each parameter of LENS_PRIORS."""
    u, v = rays.T
    square = u * u + v * v
    one, none = np.ones_like(u), np.zeros_like(u)
    focal = bent @ K.T
    radial = [rays * (square**power)[:, None] @ K.T for power in (1, 2, 3)]
    p1 = np.stack([2 * u * v, square + 2 * v * v], 1) @ K.T
    p2 = np.stack([square + 2 * u * u, 2 * u * v], 1) @ K.T
    aspect = np.stack([none, focal[:, 1]], 1)
    centre = [np.stack([one, none], 1), np.stack([none, one], 1)]
    return np.stack([focal, aspect, *centre, radial[0], radial[1], p1, p2, radial[2]], 2)


def _corner_points(places: Floats, side_mm: Floats, height_mm: Floats) -> tuple[Floats, Floats]:
    """(M, 4, 3) corners of marks at (M, 3) x, y, turn; and (M, 4, 2) their change with the turn."""
    c, s = np.cos(places[:, 2]), np.sin(places[:, 2])
    R = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
    offsets = np.einsum("mij,cj->mci", R, CORNERS) * side_mm[:, None, None]
    points = np.zeros((len(places), 4, 3))
    points[:, :, :2] = places[:, None, :2] + offsets
    points[:, :, 2] = height_mm[:, None]
    return points, np.stack([-offsets[..., 1], offsets[..., 0]], -1)


class Problem:
    """The least-squares problem: parameters, residuals in sigmas, derivatives."""

    def __init__(self, marks: Sequence[Mark], lens: Lens, lens_known: bool) -> None:
        self.marks, self.lens_known, self.lens = marks, lens_known, lens
        self.side_mm = np.array([m.side_mm for m in marks])
        self.height_mm = np.array([m.height_mm for m in marks])
        self.seen_px = np.array([m.corners_px for m in marks], dtype=float)
        floor = CORNER_FLOOR_PX**2 * np.eye(8)
        self.whiten = np.array([np.linalg.inv(np.linalg.cholesky(m.covariance + floor)) for m in marks])
        self.pose = pose_size(lens_known)
        self.size = self.pose + 3 * len(marks)
        self.gauge = not any(m.known for m in marks)

    def evaluate(self, camera: Camera, places: Floats) -> tuple[Floats, Floats]:
        """Residuals (seen minus foreseen) in sigmas and their negative Jacobian, priors and gauge included."""
        count = len(self.marks)
        points, by_turn = _corner_points(places, self.side_mm, self.height_mm)
        J = point_jacobian(camera, points.reshape(-1, 3), self.lens_known)
        rest = (self.seen_px - J.px.reshape(count, 4, 2)).reshape(count, 8)
        A = np.zeros((count, 8, self.size))
        A[:, :, : self.pose] = J.params.reshape(count, 8, self.pose)
        plane = J.plane.reshape(count, 4, 2, 2)
        turn = np.einsum("mcij,mcj->mci", plane, by_turn).reshape(count, 8)
        for m in range(count):
            at = self.pose + 3 * m
            A[m, :, at : at + 2] = plane[m].reshape(8, 2)
            A[m, :, at + 2] = turn[m]
        rows = [np.einsum("mij,mjp->mip", self.whiten, A).reshape(-1, self.size)]
        rests = [np.einsum("mij,mj->mi", self.whiten, rest).ravel()]
        for row, value in self._priors(camera, places):
            rows.append(row[None])
            rests.append(np.array([value]))
        return np.concatenate(rests), np.concatenate(rows)

    def _priors(self, camera: Camera, places: Floats) -> list[tuple[Floats, float]]:
        out: list[tuple[Floats, float]] = []

        def hold(column: int, off: float, sigma: float) -> None:
            row = np.zeros(self.size)
            row[column] = 1 / sigma
            out.append((row, off / sigma))

        if self.gauge:
            for i in range(3):
                hold(self.pose + i, -places[0, i], 1e-6)
        for m, mark in enumerate(self.marks):
            if mark.known:
                x, y, turn, sigma = mark.known
                hold(self.pose + 3 * m, x - places[m, 0], sigma)
                hold(self.pose + 3 * m + 1, y - places[m, 1], sigma)
                off = (turn - places[m, 2] + np.pi) % (2 * np.pi) - np.pi
                hold(self.pose + 3 * m + 2, off, 2 * sigma / mark.side_mm)
        if not self.lens_known:
            width = self.lens.width_px
            scale = {"centre_x": width, "centre_y": width}
            now, first = _lens_values(camera.lens), _lens_values(self.lens)
            for i, (name, sigma) in enumerate(LENS_PRIORS.items()):
                hold(POSE + i, first[i] - now[i], sigma * scale.get(name, 1.0))
        return out

    def step(self, camera: Camera, places: Floats, x: Floats) -> tuple[Camera, Floats]:
        """Camera and places after a step x of all parameters."""
        turn, _ = cv2.Rodrigues(x[:3])
        lens = camera.lens
        if not self.lens_known:
            lens = _lens_of(lens, np.array(_lens_values(lens)) + np.clip(x[POSE : self.pose], -LENS_STEP, LENS_STEP))
        moved = Camera(lens, np.asarray(turn @ camera.R), camera.t_mm + x[3:6])
        return moved, places + x[self.pose :].reshape(-1, 3)


def _lens_values(lens: Lens) -> list[float]:
    """A lens's parameters in the order of LENS_PRIORS."""
    K = lens.camera_matrix
    k1, k2, p1, p2, k3 = lens.distortion[:5]
    return [math.log(K[0, 0]), math.log(K[1, 1] / K[0, 0]), K[0, 2], K[1, 2], k1, k2, p1, p2, k3]


def _lens_of(lens: Lens, values: Floats) -> Lens:
    focal, aspect, x, y, k1, k2, p1, p2, k3 = values
    across = math.exp(focal)
    K = np.array([[across, 0.0, x], [0.0, across * math.exp(aspect), y], [0.0, 0.0, 1.0]])
    k1, k2 = np.clip([k1, k2], -0.6, 0.6)
    return replace(lens, camera_matrix=K, distortion=np.array([k1, k2, p1, p2, k3]))
