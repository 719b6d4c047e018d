"""Where something may stand: named squares, or a patch of the table in mm.

A region can be checked and sampled. A patch is sampled half a millimetre inside its edge, so that a sampled place is
legal however the edge is rounded. It does not know what stands there: whoever makes a region has left that out of it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

Point = tuple[float, float]
INSET_MM = 0.5
TRIES = 10_000


@dataclass(frozen=True, slots=True)
class Cells:
    """Any of these squares or hexes, by name; at least one."""

    cells: tuple[str, ...]

    def complaint(self, place: object) -> str | None:
        """What is wrong with `place`, or None if it is one of the cells."""
        return None if place in self.cells else f"{place!r} is none of {len(self.cells)} allowed places"

    def sample(self, rng: random.Random) -> str:
        """One of the cells, each as likely."""
        return rng.choice(self.cells)


@dataclass(frozen=True, slots=True)
class Patch:
    """The inside of a simple ring of points in mm on the table; the first point is not repeated."""

    outline: tuple[Point, ...]

    def complaint(self, place: object) -> str | None:
        """What is wrong with `place`, or None if it is a point (x, y) inside."""
        match place:
            case (int() | float() as x, int() | float() as y) if math.isfinite(x) and math.isfinite(y):
                return None if self._inside((x, y)) else f"({x:.1f}, {y:.1f}) mm is outside the allowed area"
        return f"{place!r} is not a place: two numbers, x and y in mm"

    def sample(self, rng: random.Random) -> Point:
        """A point inside, at least INSET_MM from the edge. ValueError if the patch is too small for one."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        for _ in range(TRIES):
            point = rng.uniform(min(xs), max(xs)), rng.uniform(min(ys), max(ys))
            if self._inside(point) and self._edge_mm(point) >= INSET_MM:
                return point
        raise ValueError("no place inside this area is half a millimetre from its edge")

    def _edges(self) -> list[tuple[Point, Point]]:
        return list(zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True))

    def _inside(self, point: Point) -> bool:
        x, y = point
        crossed = [
            (x1 - x) + (y - y1) * (x2 - x1) / (y2 - y1) > 0
            for (x1, y1), (x2, y2) in self._edges()
            if (y1 > y) != (y2 > y)
        ]
        return sum(crossed) % 2 == 1

    def _edge_mm(self, point: Point) -> float:
        return min(_from_segment(point, a, b) for a, b in self._edges())


Region = Cells | Patch


def _from_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)
