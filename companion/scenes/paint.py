"""What colour a point of a surface is: albedo as linear light, blue-green-red, 0 to 1.

A paint is a value with one method. Colours are given as people write them, "#rrggbb", and made linear once. Prints are
looked up in their pattern point by point and never resampled: the tracer's many rays per pixel do the averaging.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from calibration.arrays import Floats
from calibration.pattern import Pattern
from companion.scenes.solids import Cone

PAPER = "#efede8"
INK = "#2a2a2c"
"""Paper and toner as a camera sees them: about 0.85 and 0.02 of the light comes back."""

NAMED: dict[str, str] = {
    "red": "#b3242a",
    "blue": "#2450b0",
    "green": "#23843c",
    "yellow": "#dcb820",
    "orange": "#d2701e",
    "purple": "#6d3490",
    "white": "#e8e6e0",
    "black": "#242424",
    "brown": "#6b4527",
    "light blue": "#84cdf6",
    "dark blue": "#262c72",
    "pink": "#d67a9c",
    "cyan": "#2a9aa8",
    "grey": "#808080",
}
"""Ring colours as setup files name them."""


class Paint(Protocol):
    """Colour of a surface."""

    def albedo(self, points: Floats, normals: Floats) -> Floats:
        """(3, N) linear blue-green-red at points (3, N), mm."""
        ...


@lru_cache(maxsize=256)
def linear_bgr(colour: str) -> tuple[float, float, float]:
    """A colour's name or "#rrggbb" (sRGB) as linear blue, green, red, each 0 to 1; a name we have not is mid grey."""
    if not colour.startswith("#"):
        colour = NAMED.get(colour.strip().lower(), "#808080")
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    b, g, r = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (blue, green, red))
    return b, g, r


def _column(colour: str) -> Floats:
    return np.array(linear_bgr(colour))[:, None]


@dataclass(frozen=True, slots=True)
class Flat:
    """One colour; `mottle` is the share by which it varies over `grain_mm`."""

    colour: str
    mottle: float = 0.0
    grain_mm: float = 4.0

    def albedo(self, points: Floats, normals: Floats) -> Floats:
        base = np.repeat(_column(self.colour), points.shape[1], axis=1)
        return base * _mottle(points, self.mottle, self.grain_mm) if self.mottle else base


@dataclass(frozen=True, slots=True)
class PrintOn:
    """A print on the upper face of a card. turn_rad: direction of the print's right-hand (u) axis on the table."""

    pattern: Pattern
    x_mm: float
    y_mm: float
    turn_rad: float

    def albedo(self, points: Floats, normals: Floats) -> Floats:
        x, y = points[0] - self.x_mm, points[1] - self.y_mm
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        white = self.pattern.is_white(np.column_stack([c * x + s * y, c * y - s * x]))
        return np.where(white | (normals[2] < 0.9), _column(PAPER), _column(INK))


@dataclass(frozen=True, slots=True)
class Ring:
    """A base with a coloured rim: the rim is what lies outside `inner`, a smaller base of the same shape."""

    inner: Cone
    colour: str
    inside: Paint

    def albedo(self, points: Floats, normals: Floats) -> Floats:
        x, y = points[0] - self.inner.x_mm, points[1] - self.inner.y_mm
        c, s = math.cos(self.inner.turn_rad), math.sin(self.inner.turn_rad)
        reach = np.hypot(c * x + s * y, (c * y - s * x) / self.inner.aspect)
        return np.where(reach > self.inner.low_radius_mm, _column(self.colour), self.inside.albedo(points, normals))


@dataclass(frozen=True, slots=True)
class House:
    """Walls with windows and a door's dark frame, and a boarded roof, on an upright prism of height_mm."""

    height_mm: float
    wall: str = "#b9aa92"
    roof: str = "#7b4a38"
    opening: str = "#33302d"
    turn_rad: float = 0.0

    def albedo(self, points: Floats, normals: Floats) -> Floats:
        along = points[1] * normals[0] - points[0] * normals[1]
        storey = min(self.height_mm, 45.0)
        up = np.mod(points[2], storey) / storey
        bay = np.mod(along, 26.0) / 26.0
        window = (np.abs(bay - 0.5) < 0.16) & (up > 0.42) & (up < 0.78)
        frame = (np.abs(bay - 0.5) < 0.21) & (up > 0.36) & (up < 0.83)
        stone = _column(self.wall) * _mottle(points, 0.10, 7.0)
        walls = np.where(frame, _column("#6d5a45"), stone)
        walls = np.where(window, _column(self.opening), walls)
        walls = walls * np.where(points[2] < 5.0, 0.7, 1.0)
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        across = c * points[1] - s * points[0]
        row = np.mod(across, 7.0) / 7.0
        shingle = np.mod((c * points[0] + s * points[1]) / 6.0 + np.floor(across / 7.0) * 0.5, 1.0)
        lit = np.where((row < 0.14) | (shingle < 0.08), 0.72, 1.0)
        return np.where(normals[2] > 0.7, _column(self.roof) * lit * _mottle(points, 0.12, 5.0), walls)


@dataclass(frozen=True, slots=True)
class Masonry:
    """Blocks with joints, for walls: along the faces and on the top."""

    colour: str = "#8c8a86"
    block_mm: tuple[float, float] = (14.0, 8.0)

    def albedo(self, points: Floats, normals: Floats) -> Floats:
        along = points[1] * normals[0] - points[0] * normals[1] + 0.71 * (points[0] + points[1]) * normals[2]
        course = np.floor(points[2] / self.block_mm[1] + 1e-6)
        joint = np.mod(along / self.block_mm[0] + 0.5 * course, 1.0) < 0.09
        bed = (np.mod(points[2] / self.block_mm[1], 1.0) < 0.14) & (normals[2] < 0.7)
        return _column(self.colour) * np.where(joint | bed, 0.6, 1.0) * _mottle(points, 0.16, 9.0)


def _mottle(points: Floats, share: float, grain_mm: float) -> Floats:
    """A smooth random factor round 1 in space, from two octaves of noise; it repeats every CELLS grains."""
    return np.asarray(1 + share * (_noise(points / grain_mm) + 0.6 * _noise(points / (0.37 * grain_mm) + 7.3)))


CELLS = 32


@lru_cache(maxsize=1)
def _lattice() -> Floats:
    return np.random.default_rng(20).uniform(-1, 1, CELLS**3)


def _noise(points: Floats) -> Floats:
    """Between -1 and 1, straight between random values on a lattice of step 1."""
    whole = np.floor(points)
    x, y, z = points - whole
    x, y, z = (t * t * (3 - 2 * t) for t in (x, y, z))
    i, j, k = whole.astype(np.int64)
    values = _lattice()

    def at(right: int, back: int, up: int) -> Floats:
        return np.asarray(values[(((i + right) % CELLS) * CELLS + (j + back) % CELLS) * CELLS + (k + up) % CELLS])

    low, high = (
        (1 - y) * ((1 - x) * at(0, 0, up) + x * at(1, 0, up)) + y * ((1 - x) * at(0, 1, up) + x * at(1, 1, up))
        for up in (0, 1)
    )
    return np.asarray((1 - z) * low + z * high)
