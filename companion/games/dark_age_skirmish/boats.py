"""Boats: hands at the oars, the sail and the wind (DA-31). Values and pure functions; the game moves boat and crew.

A boat is a thing on the water with people aboard. A turn of a boat is one pace: that of the oars or that of the sail,
whichever is faster; both together are no faster than the better one (ours, the text is silent). How hard rowing tires
is not printed: the cell is asked, or ours is lent. To wire in: `Boat` values in the state, `pace_of` for the reach of
one move of the whole boat in its turn, `rowing_cost` for each rower, `sail_words` before the sail is touched.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.dark_age_skirmish.printed import CHARTS, number, rate_mm, word

KINDS = CHARTS["boats"].rows
PACES = CHARTS["boats"].columns
"""From the slowest to the fastest."""
WINDS = ("none", *CHARTS["sailing"].rows)
INTO_WIND_RAD = math.radians(45.0)
"""A course nearer to the wind than this is into the wind. Ours: the text says only that a boat may not sail into it."""
ROW_CELL = ("fatigue_costs", "row", "points")
"""The cell of the chart that says how rowing tires; unknown in print."""


@dataclass(frozen=True, slots=True)
class Wind:
    """strength: of WINDS. to_rad: where it blows to, as headings on the table are counted."""

    strength: str = "none"
    to_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class Boat:
    """aboard: names of the people in it. rowers: those of them who row this turn. has_sail: a rowing boat has none.

    moved: has made its move this turn. heading_rad: where the bow points.
    """

    name: str
    kind: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    heading_rad: float = 0.0
    aboard: tuple[str, ...] = ()
    rowers: tuple[str, ...] = ()
    sail: Literal["down", "up"] = "down"
    moved: bool = False

    @property
    def has_sail(self) -> bool:
        """Only the longship's sail is named."""
        return self.kind == "longship"


def rowing_pace(kind: str, rowers: int) -> str | None:
    """The best pace of so many hands; None: too few to move it."""
    best = None
    for pace in PACES:
        hands = CHARTS["boats"].cell(kind, pace).value
        if isinstance(hands, int) and rowers >= hands:
            best = pace
    return best


def hands_needed(kind: str, pace: str) -> int | None:
    """Hands for a pace; None if no number of hands makes it."""
    hands = CHARTS["boats"].cell(kind, pace).value
    return hands if isinstance(hands, int) else None


def is_into_wind(heading_rad: float, wind: Wind) -> bool:
    """Whether a course is against the wind; never in a calm."""
    if wind.strength == "none":
        return False
    off = math.remainder(heading_rad - wind.to_rad - math.pi, math.tau)
    return abs(off) < INTO_WIND_RAD - 1e-9


def sailing_pace(boat: Boat, wind: Wind, heading_rad: float) -> str | None:
    """The pace under sail on a course; None: sail down, no wind, or into the wind."""
    if boat.sail == "down" or wind.strength == "none" or is_into_wind(heading_rad, wind):
        return None
    return word("sailing", wind.strength, "pace")


def pace_of(boat: Boat, wind: Wind, heading_rad: float) -> str | None:
    """The pace of the boat on a course, by oar or by sail; None: it lies still."""
    paces = [pace for pace in (rowing_pace(boat.kind, len(boat.rowers)), sailing_pace(boat, wind, heading_rad)) if pace]
    return max(paces, key=PACES.index, default=None)


def reach_mm(boat: Boat, wind: Wind, heading_rad: float) -> float:
    """How far it may go on a course in a turn; 0 if it lies still."""
    pace = pace_of(boat, wind, heading_rad)
    return rate_mm(pace) if pace else 0.0


def still_words(boat: Boat, wind: Wind, heading_rad: float) -> str:
    """Why it does not move, in a sentence; "" if it does."""
    if pace_of(boat, wind, heading_rad):
        return ""
    least = hands_needed(boat.kind, PACES[0])
    oars = f"at the oars it needs at least {least}, and has {len(boat.rowers)}"
    if boat.sail == "up" and is_into_wind(heading_rad, wind):
        return f"The {boat.kind} may not sail into the wind; {oars}."
    return f"The {boat.kind} lies still: {oars}."


def sail_words(boat: Boat, hands: int) -> str:
    """Why the sail cannot be moved by so many free hands, in a sentence; "" if it can. It takes them a whole move."""
    if not boat.has_sail:
        return f"A {boat.kind} has no sail."
    needed = number("hands", "men to move a sail", "number")
    return "" if hands >= needed else f"The sail takes {needed} of them a whole move; {hands} have their hands free."


def with_sail_moved(boat: Boat) -> Boat:
    """The boat after two of them have spent their move on the sail."""
    return replace(boat, sail="down" if boat.sail == "up" else "up")


def rowing_cost(read: Mapping[str, int]) -> int | None:
    """Fatigue of each rower; None: not printed, to be asked. read: what was typed or lent, as "row" -> points."""
    cell = CHARTS[ROW_CELL[0]].cell(*ROW_CELL[1:])
    return read.get("row") if cell.value is None else int(cell.value)
