"""A camera at its place: from the table to the picture, and from the picture to a plane over the table.

Invariant: exact for the lens it has. Not done here: finding the place; that is `calibration.solve`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from calibration.lens import Lens, distort


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A lens at a place: x_camera = R x_table + t_mm, table z up from the plane the sheets' owner calls the table."""

    lens: Lens
    R: Floats
    t_mm: Floats

    @property
    def centre_mm(self) -> Floats:
        """(3,) the camera's place on the table frame."""
        return np.asarray(-self.R.T @ self.t_mm)

    def project(self, points_mm: Floats) -> Floats:
        """(N, 3) table points to (N, 2) pixels; NaN where the camera cannot see."""
        return self.lens.project(np.asarray(points_mm, float) @ self.R.T + self.t_mm)

    def directions(self, points_px: Floats) -> Floats:
        """(N, 3) directions on the table frame in which (N, 2) pixels look; NaN where the lens has no answer."""
        rays = self.lens.to_rays(points_px)
        return np.asarray(np.c_[rays, np.ones(len(rays))] @ self.R)

    def meet(self, directions: Floats, height_mm: float | Floats) -> Floats:
        """(N, 2) mm where rays meet the plane at height_mm (one, or one for each ray); NaN at or above the horizon."""
        down = directions[:, 2]
        steps = (height_mm - self.centre_mm[2]) / np.where(np.abs(down) < 1e-9, np.nan, down)
        steps = np.where(steps > 0, steps, np.nan)
        return np.asarray(self.centre_mm[:2] + steps[:, None] * directions[:, :2])

    def to_plane(self, points_px: Floats, height_mm: float | Floats) -> Floats:
        """(N, 2) pixels to (N, 2) mm where their rays meet the plane at height_mm; NaN at or above the horizon."""
        return self.meet(self.directions(points_px), height_mm)

    def plane_homography(self, height_mm: float) -> Floats:
        """(3, 3) from (X, Y, 1) mm on the plane at height_mm to ideal (undistorted) pixels."""
        columns = np.c_[self.R[:, :2], self.R[:, 2] * height_mm + self.t_mm]
        return np.asarray(self.lens.camera_matrix @ columns)

    def bend(self, ideal_px: Floats) -> Floats:
        """(N, 2) ideal pixels to picture pixels."""
        K = self.lens.camera_matrix
        rays = (ideal_px - K[:2, 2]) @ np.linalg.inv(K[:2, :2]).T
        bent, _ = distort(rays, self.lens.distortion)
        return np.asarray(bent @ K[:2, :2].T + K[:2, 2])
