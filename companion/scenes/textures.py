"""The tops of tables as pictures in linear light, with a printed grid where there is one.

A texture covers a rectangle of the table at `scale` pixels a millimetre, row 0 at its highest y. It is made from
octaves of smooth noise by one seed. Grid lines are drawn by each texel's distance to the nearest line, so that they
lie where the grid says to a small part of a texel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from companion.scenes.paint import linear_bgr
from companion.table.state import GridSpec

Image = NDArray[np.float32]
Theme = Literal["grass", "wood", "slate", "sand", "plain", "planks"]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """low and high corner, mm."""

    low_mm: tuple[float, float]
    high_mm: tuple[float, float]

    def grown(self, by_mm: float) -> Rectangle:
        """The rectangle with by_mm added on every side."""
        (x0, y0), (x1, y1) = self.low_mm, self.high_mm
        return Rectangle((x0 - by_mm, y0 - by_mm), (x1 + by_mm, y1 + by_mm))


@dataclass(frozen=True, slots=True)
class Look:
    """colours: dark to light. noise: (grain in mm along x, along y, weight) of each octave. speckle: share of
    single-texel grain.
    """

    colours: tuple[str, ...]
    noise: tuple[tuple[float, float, float], ...]
    speckle: float
    line: str
    board_mm: float | None = None


THEMES: dict[str, Look] = {
    "grass": Look(
        ("#33491f", "#49652d", "#5c7838", "#7d8650"),
        ((70, 70, 1.0), (18, 18, 0.6), (5, 5, 0.5), (1.6, 1.6, 0.6)),
        0.04,
        "#27331a",
    ),
    "sand": Look(
        ("#8a6f47", "#a88c5f", "#bfa473", "#cdb78c"), ((90, 90, 1.0), (25, 25, 0.6), (4, 4, 0.5)), 0.05, "#5d4a30"
    ),
    "slate": Look(
        ("#4a4f55", "#5f656b", "#747a7e", "#8b8f90"), ((60, 60, 1.0), (14, 14, 0.8), (3, 3, 0.5)), 0.04, "#2c2f33"
    ),
    "plain": Look(("#8f8c86", "#9a978f"), ((60, 60, 1.0), (3, 3, 0.6)), 0.02, "#4c4a46"),
    "wood": Look(
        ("#6a4226", "#83552f", "#9a693d", "#ab7b4c"), ((160, 5, 1.0), (60, 2.2, 0.8), (300, 40, 0.6)), 0.02, "#3c2616"
    ),
    "planks": Look(
        ("#4e3320", "#5d3f29", "#6b4b31", "#78573a"),
        ((160, 5, 1.0), (60, 2.2, 0.8), (300, 40, 0.4)),
        0.02,
        "#2a1a10",
        110.0,
    ),
}


@lru_cache(maxsize=6)
def texture(
    theme: str, area: Rectangle, scale: float, seed: int, grid: GridSpec | None = None, line_mm: float = 1.2
) -> Image:
    """(H, W, 3) float32 linear blue-green-red of the area at scale px/mm, row 0 at the top (highest y)."""
    look = THEMES[theme]
    width = max(2, round((area.high_mm[0] - area.low_mm[0]) * scale))
    height = max(2, round((area.high_mm[1] - area.low_mm[1]) * scale))
    rng = np.random.default_rng(seed)
    shade = np.zeros((height, width), np.float32)
    for grain_x, grain_y, weight in look.noise:
        step_x, step_y = max(1.0, scale * grain_x), max(1.0, scale * grain_y)  # nothing finer than a texel
        rows, columns = int(height / step_y) + 3, int(width / step_x) + 3
        coarse = rng.standard_normal((rows, columns)).astype(np.float32)
        shade += weight * _stretched(coarse, height, width, step_x, step_y)
    boards = None
    if look.board_mm is not None:
        boards = ((height - 1 - np.arange(height)) / scale / look.board_mm).astype(int)
        shade += rng.normal(0, 0.8, boards.max() + 1).astype(np.float32)[boards][:, None]
    shade = (shade - shade.mean()) / max(float(shade.std()), 1e-6)
    stops = np.array([linear_bgr(c) for c in look.colours], np.float32)
    levels = np.linspace(-1.7, 1.7, len(stops))
    image = np.dstack([np.interp(shade, levels, stops[:, channel]) for channel in range(3)]).astype(np.float32)
    image *= 1 + look.speckle * rng.standard_normal((height, width, 1)).astype(np.float32)
    if boards is not None:
        image[np.flatnonzero(np.diff(boards))] *= 0.35
    if grid is not None:
        x = area.low_mm[0] + (np.arange(width) + 0.5) / scale
        y = area.high_mm[1] - (np.arange(height) + 0.5) / scale
        off = line_distance_mm(grid, *np.meshgrid(x, y))
        cover = np.clip((line_mm / 2 - off) * scale + 0.5, 0, 1).astype(np.float32)[:, :, None] * np.float32(0.8)
        image = image * (1 - cover) + cover * np.array(linear_bgr(look.line), np.float32)
    return np.clip(image, 0.004, 0.95)


def line_distance_mm(grid: GridSpec, x: Floats, y: Floats) -> Floats:
    """How far points lie from the nearest line of a grid, mm."""
    c, s = math.cos(grid.turn_rad), math.sin(grid.turn_rad)
    u = c * (x - grid.origin[0]) + s * (y - grid.origin[1])
    v = c * (y - grid.origin[1]) - s * (x - grid.origin[0])
    cell = grid.cell_mm
    if grid.kind == "square":
        return np.asarray(np.minimum(np.abs(u - cell * np.round(u / cell)), np.abs(v - cell * np.round(v / cell))))
    rise = cell * math.sqrt(3)
    best = np.full(np.shape(u), -np.inf)
    for du, dv in ((0.0, 0.0), (cell / 2, rise / 2)):
        a, b = u - du, v - dv
        a, b = a - cell * np.round(a / cell), b - rise * np.round(b / rise)
        reach = np.abs(a)
        for angle in (math.pi / 3, 2 * math.pi / 3):
            reach = np.maximum(reach, np.abs(a * math.cos(angle) + b * math.sin(angle)))
        best = np.maximum(best, cell / 2 - reach)
    return np.asarray(np.abs(best))


def _stretched(coarse: Image, height: int, width: int, step_x: float, step_y: float) -> Image:
    into = np.array([[step_x, 0, 0], [0, step_y, 0]], np.float32)
    return np.asarray(
        cv2.warpAffine(coarse, into, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT), np.float32
    )
