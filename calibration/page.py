"""A page to print, as values: what stands where, in millimetres of the finished print.

The origin is the lower left corner of the paper, x right, y up. Layout makes these, the PDF writer draws them, and
neither knows the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.opencv import Bits

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm, upright."""
RULER_MM = 150.0


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Black and white cells round centre_mm, as `Pattern` has them."""

    centre_mm: tuple[float, float]
    bounds_u_mm: NDArray[np.float64]
    bounds_v_mm: NDArray[np.float64]
    cells: Bits


@dataclass(frozen=True, slots=True)
class CutRectangle:
    """A line to cut along; corner_mm is the lower left."""

    corner_mm: tuple[float, float]
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class CutCircle:
    """A line to cut along."""

    centre_mm: tuple[float, float]
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Text:
    """One line; at_mm is the baseline's left end or middle. height_mm: of the font. upright: reads upwards."""

    at_mm: tuple[float, float]
    text: str
    height_mm: float = 3.0
    middle: bool = False
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Ruler:
    """RULER_MM of millimetre ticks from at_mm, to the right (ticks up) or upright (ticks to the left)."""

    at_mm: tuple[float, float]
    upright: bool = False


Item = Cells | CutRectangle | CutCircle | Text | Ruler


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """width_mm, height_mm: the paper in finished millimetres. enlarged: what to draw it at on the real paper."""

    width_mm: float
    height_mm: float
    items: tuple[Item, ...]
    enlarged: float = 1.0
