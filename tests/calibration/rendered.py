"""Pictures of the lens board and of a chessboard through a known lens, for tests."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.chessboard import lens_board_cells
from calibration.lens import Lens, lens_of
from calibration.pattern import Pattern

TRUE_LENS = lens_of(640, 480, [[512, 0, 324.0], [0, 513.5, 237.0], [0, 0, 1]], [-0.21, 0.06, 0.0006, -0.0004, 0.0])
POSES = [
    ((0.0, 0.0, 0.02), (0, 0, 260)),
    ((0.5, 0.0, 0.1), (-60, -30, 300)),
    ((-0.5, 0.1, 0.0), (60, 30, 300)),
    ((0.1, 0.5, 1.6), (-60, 50, 300)),
    ((0.0, -0.5, 0.1), (70, -50, 310)),
    ((0.4, 0.4, -1.5), (-90, -60, 330)),
    ((-0.4, 0.3, 0.2), (90, 60, 330)),
    ((0.3, -0.4, 3.1), (-70, 60, 320)),
]
"""Rotation vector (to the camera from the board, after a half turn so that the print faces it) and place in mm."""


def lens_board() -> Pattern:
    bounds_u_mm, bounds_v_mm, cells = lens_board_cells()
    return Pattern(bounds_u_mm, bounds_v_mm, cells, 21.0, 0.0)


def chessboard(columns: int, rows: int, square_mm: float) -> Pattern:
    """columns x rows inner corners."""
    cells = (np.indices((rows + 1, columns + 1)).sum(axis=0) % 2).astype(np.uint8)
    bounds_u_mm = (np.arange(columns + 2) - (columns + 1) / 2) * square_mm
    bounds_v_mm = (np.arange(rows + 2) - (rows + 1) / 2) * square_mm
    return Pattern(bounds_u_mm, bounds_v_mm, cells, square_mm, 0.0)


@dataclass(frozen=True)
class Laid:
    """Prints lying on white paper: each with its centre, mm, and its turn from the paper's x, rad."""

    prints: tuple[tuple[Pattern, float, float, float], ...]

    def is_white(self, points_mm: np.ndarray) -> np.ndarray:
        white = np.ones(points_mm.shape[:-1], bool)
        for print_, x_mm, y_mm, turn_rad in self.prints:
            c, s = np.cos(turn_rad), np.sin(turn_rad)
            white &= print_.is_white((points_mm - (x_mm, y_mm)) @ np.array([[c, -s], [s, c]]))
        return white


class Camera:
    """Renders a flat print: each pixel the mean of 3 x 3 rays, then blur, noise and rounding."""

    def __init__(self, lens: Lens, samples: int = 3) -> None:
        across = (np.arange(lens.width_px * samples) + 0.5) / samples - 0.5
        down = (np.arange(lens.height_px * samples) + 0.5) / samples - 0.5
        points_px = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
        self.lens, self.samples, self.rays = lens, samples, lens.to_rays(points_px)

    def picture(
        self, print_: Pattern | Laid, pose: tuple, seed: int = 1, blur_px: float = 0.6, bend_mm: float = 0.0
    ) -> np.ndarray:
        """bend_mm: how far the middle of the board stands out, roughly (a fault to detect)."""
        half_turn = np.diag([1.0, -1.0, -1.0])
        turn = cv2.Rodrigues(np.array(pose[0], float))[0] @ half_turn
        to_print = np.column_stack([turn[:, 0], turn[:, 1], np.array(pose[1], float)])
        flat = np.column_stack([self.rays, np.ones(len(self.rays))]) @ np.linalg.inv(to_print).T
        points_mm = flat[:, :2] / flat[:, 2:]
        points_mm = points_mm + bend_mm * np.cos(points_mm / 60.0)
        rows, columns, fine = self.lens.height_px, self.lens.width_px, self.samples
        white = print_.is_white(points_mm).reshape(rows, fine, columns, fine).mean(axis=(1, 3))
        soft = cv2.GaussianBlur(35 + 185 * white, (0, 0), blur_px)
        return (soft + np.random.default_rng(seed).normal(0, 1.5, soft.shape)).clip(0, 255).round().astype(np.uint8)
