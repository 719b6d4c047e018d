"""What a camera sees of a free table's figures: where each is, and whether that is where it was told to stand.

A figure has moved if it is seen further from its place than two sigma and what a knock does. A figure that may be in
two places, or whose move was taken back, says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.bands import SIGMAS
from companion.games.contract import Spotted
from companion.games.regions import Patch
from companion.geometry.points import Point, distance
from companion.table.state import Figure, TableState

KNOCK_MM = 4.0
"""A figure that is seen no further off has not been moved; ours."""
RIM_MM, RIM_SIDES = 1.0, 8
"""An area is drawn a little smaller than it is; so far from it a place may still be legal."""
TOUCH_MM = 2.0
"""A gap that people take for base contact; ours."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a figure is seen, mm, and how sure that is."""

    place: Point
    sigma_mm: float


def seen_figure(table: TableState, name: str) -> Figure | None:
    """The figure on the table that has this name."""
    for figure in table.figures:
        if figure.id == name or (figure.name or "").casefold() == name:
            return figure
    return None


def seen(table: TableState, name: str) -> Seen | None:
    """Where the camera sees a figure; None: not at all, in two places, or its move was taken back."""
    figure = seen_figure(table, name)
    if figure is None or figure.others or name in table.put_back:
        return None
    place = figure.place
    return Seen((round(place.x_mm, 1), round(place.y_mm, 1)), place.spread.sigma_mm)


def elsewhere(table: TableState, name: str, told: Point) -> Seen | None:
    """Where it is seen, if that is not where it was told to stand."""
    found = seen(table, name)
    if found is None:
        return None
    return found if distance(found.place, told) > KNOCK_MM + SIGMAS * found.sigma_mm else None


def set_up(table: TableState, name: str, who: str, zone: Patch) -> tuple[Spotted, ...]:
    """It stands where it may begin. who: as people call it."""
    found = seen(table, name)
    if found is None or zone.complaint(found.place) is not None:
        return ()
    return (Spotted({"at": list(found.place)}, f"{who} was seen at {cm(found.place)}"),)


def may_be(found: Seen, excess_mm: float, region: Patch | None) -> bool:
    """Whether a move to a place outside its area is too far by no more than the camera may be wrong, or ends at the
    very edge."""
    if excess_mm:
        return excess_mm <= SIGMAS * found.sigma_mm
    return region is not None and at_rim(found.place, region)


def at_rim(place: Point, region: Patch) -> bool:
    """Whether a place is inside a region, or so near to its edge that only its drawing may leave it out."""
    if region.complaint(place) is None:
        return True
    x, y = place
    around = (2 * math.pi * n / RIM_SIDES for n in range(RIM_SIDES))
    return any(region.complaint((x + RIM_MM * math.cos(a), y + RIM_MM * math.sin(a))) is None for a in around)


def touched(found: Seen, others: Iterable[tuple[str, Point, float]]) -> list[str]:
    """Whose bases it seems to touch. others: name, place, and how far the two centres are apart in contact."""
    reach = TOUCH_MM + SIGMAS * found.sigma_mm
    return [name for name, place, apart in others if distance(found.place, place) - apart <= reach]


def cm(place: Point) -> str:
    """A place as people read it."""
    return f"{place[0] / 10:.1f}, {place[1] / 10:.1f} cm"
