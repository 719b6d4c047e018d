"""Outlines of bases and terrain: rings of points, the first not repeated; counter-clockwise where we make them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import shapely

from companion.geometry.points import Point, rotate

OVAL_POINTS = 72
"""A 72-gon of equal area differs from its ellipse by at most 0.10 % of the half axis: 0.06 mm on a 120 mm base."""


def disc_outline(centre: Point, diameter: float, points: int = OVAL_POINTS) -> tuple[Point, ...]:
    """A regular polygon with the disc's area."""
    return oval_outline(centre, diameter, diameter, 0.0, points)


def oval_outline(
    centre: Point, length: float, width: float, heading_rad: float, points: int = OVAL_POINTS
) -> tuple[Point, ...]:
    """A polygon with the ellipse's area; `length` runs along the heading."""
    step = 2 * math.pi / points
    swell = math.sqrt(step / math.sin(step)) / 2
    ring = ((swell * length * math.cos(k * step), swell * width * math.sin(k * step)) for k in range(points))
    return _placed(ring, centre, heading_rad)


def rectangle_outline(centre: Point, length: float, width: float, heading_rad: float) -> tuple[Point, ...]:
    """Four corners, front left first; `length` runs along the heading."""
    a, b = length / 2, width / 2
    return _placed(((a, b), (-a, b), (-a, -b), (a, -b)), centre, heading_rad)


def signed_area(outline: Sequence[Point]) -> float:
    """Positive if the ring runs counter-clockwise."""
    following = (*outline[1:], outline[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, following, strict=True)) / 2


def is_simple(outline: Sequence[Point]) -> bool:
    """Whether the ring neither crosses nor touches itself and encloses an area."""
    return len(outline) >= 3 and bool(shapely.is_valid(shapely.Polygon(outline)))


def inside(points: npt.ArrayLike, outline: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Which points (n, 2) lie inside the ring (m, 2), by counting edges crossed; the border may count either way."""
    p = np.asarray(points, dtype=float).reshape(-1, 2)
    ring = np.asarray(outline, dtype=float)
    ax, ay = ring[:, 0], ring[:, 1]
    bx, by = np.roll(ax, -1), np.roll(ay, -1)
    x, y = p[:, :1], p[:, 1:]
    spans = (ay > y) != (by > y)
    rise = np.where(by == ay, 1.0, by - ay)
    crossed = spans & (x < ax + (y - ay) * (bx - ax) / rise)
    odd: npt.NDArray[np.bool_] = (crossed.sum(axis=1) % 2).astype(bool)
    return odd


def _placed(ring: Iterable[Point], centre: Point, heading_rad: float) -> tuple[Point, ...]:
    turned = (rotate(point, heading_rad) for point in ring)
    return tuple((centre[0] + x, centre[1] + y) for x, y in turned)
