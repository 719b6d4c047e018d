"""Where a base may stand among others, for games on a free table: bases are discs, and none may lie on another.

Pure, in mm. Who stands where, and who may be touched, is the game's affair: it hands in the discs that are in the way.
What an area loses by them is drawn a little too large, never too small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import shapely

from companion.games.placing import box
from companion.games.regions import Patch
from companion.geometry.points import Point

CLEAR_MM = 0.5
"""Room left between two bases that are not in contact, so that rounding makes no contact."""
AROUND = 24
"""Places tried around a base."""
SPIRAL_STEP_MM = 4.0
SPIRAL_RINGS = 60
SPIRAL_PLACES = 12

Bounds = tuple[float, float, float, float]
Taken = tuple[tuple[Point, float], ...]
"""Where a centre may not be: places and radii of discs."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A base where it stands."""

    place: Point
    radius_mm: float


def inner(width_mm: float, height_mm: float, radius_mm: float) -> Any:
    """Where a base is wholly on the table."""
    return shapely.box(radius_mm, radius_mm, width_mm - radius_mm, height_mm - radius_mm)


def without(region: Any, taken: Taken) -> Any:
    """The region without the discs."""
    low_x, low_y, high_x, high_y = region.bounds
    near = [
        # The polygon of a buffer lies inside its circle: a little larger, it holds it.
        shapely.Point(place).buffer(radius / math.cos(math.pi / 32), quad_segs=8)
        for place, radius in taken
        if low_x - radius < place[0] < high_x + radius and low_y - radius < place[1] < high_y + radius
    ]
    return shapely.difference(region, shapely.union_all(near)) if near else region


def whole_table(width_mm: float, height_mm: float, radius_mm: float) -> Patch:
    """Everywhere on the table where a base would lie wholly on it, others or not."""
    return Patch(box((radius_mm, radius_mm, width_mm - radius_mm, height_mm - radius_mm)))


def widened(region: Any, table: Bounds) -> Any:
    """A region with half a millimetre around it, prepared for many questions. table: what it never leaves."""
    wide = shapely.clip_by_rect(shapely.buffer(region, CLEAR_MM, quad_segs=2), *table)
    shapely.prepare(wide)
    return wide


def is_free(place: Point, radius_mm: float, others: Iterable[Disc], slack_mm: float = 0.0) -> bool:
    """Whether a base would lie on none of the others. slack_mm: what is let be."""
    x, y = place
    return all(
        math.hypot(other.place[0] - x, other.place[1] - y) >= radius_mm + other.radius_mm - slack_mm for other in others
    )


def under(place: Point, radius_mm: float, others: Iterable[tuple[str, Disc]]) -> str:
    """On whose base of the others one would lie, with a hair of room: the nearest by its name, or ""."""
    x, y = place
    gaps = [(math.hypot(o.place[0] - x, o.place[1] - y) - radius_mm - o.radius_mm, name) for name, o in others]
    gap, name = min(gaps, default=(CLEAR_MM, ""))
    return name if gap < CLEAR_MM else ""


def contact_place(
    mover: Disc,
    target: Disc,
    region: Any,
    free: Callable[[Point], bool],
    gap_mm: float = 0.0,
    seen: Point | None = None,
) -> Point | None:
    """Where the mover stands beside the target: in the region, free, nearest to itself. gap_mm: between the bases.

    seen: where it stands already, as a camera sees it: then nearest to that.
    """
    apart = mover.radius_mm + target.radius_mm + gap_mm
    (x, y), (low_x, low_y, high_x, high_y) = target.place, region.bounds
    if not (low_x - apart <= x <= high_x + apart and low_y - apart <= y <= high_y + apart):
        return None
    from_x, from_y = seen or mover.place
    first = math.atan2(from_y - y, from_x - x)
    for turn in sorted(range(-AROUND // 2, AROUND // 2), key=abs):
        angle = first + 2 * math.pi * turn / AROUND
        place = x + apart * math.cos(angle), y + apart * math.sin(angle)
        if free(place) and shapely.intersects_xy(region, *place):
            return round(place[0], 2), round(place[1], 2)
    return None


def free_place_near(near: Point, free: Callable[[Point], bool]) -> Point:
    """The free place nearest to a point, on a spiral; the point if there is none."""
    for ring in range(SPIRAL_RINGS):
        for turn in range(SPIRAL_PLACES if ring else 1):
            angle, far = 2 * math.pi * turn / SPIRAL_PLACES, SPIRAL_STEP_MM * ring
            place = near[0] + far * math.cos(angle), near[1] + far * math.sin(angle)
            if free(place):
                return round(place[0], 2), round(place[1], 2)
    return near
