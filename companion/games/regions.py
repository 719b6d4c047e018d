"""Where something may stand: named squares, or a patch of the table in mm.

A region can be checked and sampled. A patch is sampled half a millimetre inside its edge where it is wide enough, so
that a sampled place is legal however the edge is rounded: a height is drawn, then a place on the parts of that line
which lie inside. It does not know what stands there: whoever makes a region has left that out of it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

Point = tuple[float, float]
FAR_MM = 1e6
"""Beyond any table. JSON has whole numbers that are larger than any float."""
INSET_MM = 0.5
TRIES = 2_000


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
    """The inside of rings of points in mm on the table; a ring's first point is not repeated.

    outline: the first ring. more: further areas, and holes: inside is what an odd number of rings goes round.
    """

    outline: tuple[Point, ...]
    more: tuple[tuple[Point, ...], ...] = ()

    def complaint(self, place: object) -> str | None:
        """What is wrong with `place`, or None if it is a point (x, y) inside."""
        match place:
            case (int() | float() as x, int() | float() as y) if abs(x) < FAR_MM and abs(y) < FAR_MM:
                inside = self._inside((x, y))
                return None if inside else f"{x / 10:.1f}, {y / 10:.1f} cm is outside the area that is allowed"
        return f"{repr(place)[:40]} is not a place: two numbers, x and y in mm"

    def sample(self, rng: random.Random) -> Point:
        """A point inside, by INSET_MM or more unless the patch is too thin. ValueError if it has no inside."""
        edges, thin = self._edges(), None
        low, high = min(a[1] for a, _ in edges), max(a[1] for a, _ in edges)
        for _ in range(TRIES):
            y = rng.uniform(low, high)
            crossed = sorted(_crossing(y, a, b) for a, b in edges if (a[1] > y) != (b[1] > y))
            spans = list(zip(crossed[::2], crossed[1::2], strict=True))
            along = rng.uniform(0.0, sum(end - start for start, end in spans))
            for start, end in spans:
                if along <= end - start:
                    point = start + along, y
                    if self._inside(point):
                        if not any(_is_near(point, a, b) for a, b in edges):
                            return point
                        thin = point
                    break
                along -= end - start
        if thin is None:
            raise ValueError("there is no place inside this area")
        return thin

    def _edges(self) -> list[tuple[Point, Point]]:
        return [edge for ring in (self.outline, *self.more) for edge in zip(ring, (*ring[1:], ring[0]), strict=True)]

    def _inside(self, point: Point) -> bool:
        x, y = point
        crossed = [_crossing(y, a, b) > x for a, b in self._edges() if (a[1] > y) != (b[1] > y)]
        return sum(crossed) % 2 == 1


Region = Cells | Patch


def _crossing(y: float, a: Point, b: Point) -> float:
    return a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])


def _is_near(point: Point, a: Point, b: Point) -> bool:
    """Whether a point is nearer than INSET_MM to a segment; most segments are far off by their box already."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    if (x < ax - INSET_MM and x < bx - INSET_MM) or (x > ax + INSET_MM and x > bx + INSET_MM):
        return False
    if (y < ay - INSET_MM and y < by - INSET_MM) or (y > ay + INSET_MM and y > by + INSET_MM):
        return False
    return _from_segment(point, a, b) < INSET_MM


def _from_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)
