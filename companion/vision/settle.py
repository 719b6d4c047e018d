"""When a figure stands still: within two sigma of one place for long enough.

Idea: each figure has an anchor, the first place and heading of its present rest. A sighting within two sigma of it
belongs to the rest; one outside begins a new rest. A rest that has lasted is announced once, as the newest sighting of
it.

Invariant: what is announced was seen at least twice, settle_s apart (with settle_s 0, for single pictures: once).
Nothing is ever announced because it is no longer seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.table.spread import difference, worst
from companion.table.state import Figure, Place

SETTLE_S = 0.8
SIGMAS = 2.0
STILL_MM = 0.4
STILL_RAD = math.radians(1.0)
"""Added to two sigma: cameras and lamps are never quite still."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A figure's present rest: where and since when, whether it has been announced, and its newest sighting."""

    anchor: Figure
    since_s: float
    announced: bool
    newest: Figure
    stands: bool = False


class Settler:
    """Follows figures by their names."""

    def __init__(self, settle_s: float = SETTLE_S) -> None:
        self._settle_s = settle_s
        self._rests: dict[str, Rest] = {}
        self._told: dict[str, Figure] = {}

    def see(self, figure: Figure, time_s: float) -> Figure | None:
        """Take a sighting; returns the figure if it has just settled somewhere new, else None."""
        rest = self._rests.get(figure.id)
        if rest is not None and rest.announced and figure is rest.newest:
            return None
        if rest is None or not _stands_as(rest.anchor, figure):
            rest = Rest(figure, time_s, False, figure)
        news = not rest.announced and time_s - rest.since_s >= self._settle_s
        if news:
            rest = Rest(rest.anchor, rest.since_s, True, figure)
            told = self._told.get(figure.id)
            news = told is None or not _same(told, figure)
        if news:
            self._told[figure.id] = figure
        told = self._told.get(figure.id)
        stands = told is not None and same_place(told.place, figure.place)
        self._rests[figure.id] = Rest(rest.anchor, rest.since_s, rest.announced, figure, stands)
        return figure if news else None

    def put(self, figure: Figure, time_s: float) -> Figure:
        """The figure is known to stand there: it has settled at once."""
        self._rests[figure.id] = Rest(figure, time_s, True, figure, True)
        self._told[figure.id] = figure
        return figure

    def stands(self, figure: Figure) -> bool:
        """Whether a sighting shows the figure where it was last said to stand."""
        rest = self._rests.get(figure.id)
        if rest is not None and rest.newest is figure:
            return rest.stands
        told = self._told.get(figure.id)
        return told is not None and same_place(told.place, figure.place)

    def lose(self, figure_id: str) -> None:
        """One figure is forgotten: wherever it is seen next is told."""
        self._rests.pop(figure_id, None)
        self._told.pop(figure_id, None)

    def forget(self) -> None:
        """Begin again: after the table was solved anew every place is told again."""
        self._rests.clear()
        self._told.clear()


def same_place(a: Place, b: Place) -> bool:
    """Whether two places of one figure, seen at different times, are one within two sigma."""
    apart = math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
    sigma = worst(difference(a.spread, b.spread))
    return apart <= SIGMAS * sigma + STILL_MM and abs(a.level_mm - b.level_mm) < 1.0


def _same(told: Figure, now: Figure) -> bool:
    return _stands_as(told, now) and told.doubt == now.doubt and len(told.others) == len(now.others)


def _stands_as(before: Figure, now: Figure) -> bool:
    """Whether place and heading are the same within two sigma."""
    if not same_place(before.place, now.place):
        return False
    if before.heading_rad is None or now.heading_rad is None:
        return before.heading_rad is now.heading_rad
    turned = abs((before.heading_rad - now.heading_rad + math.pi) % (2 * math.pi) - math.pi)
    sigma = math.hypot(before.heading_sigma_rad or 0.0, now.heading_sigma_rad or 0.0)
    return turned <= SIGMAS * sigma + STILL_RAD
