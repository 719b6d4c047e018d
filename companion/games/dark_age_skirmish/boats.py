"""Boats: hands at the oars, the sail and the wind, and who sits where (DA-31). Values and pure functions.

A turn of a boat is one pace: that of the oars or that of the sail, whichever is faster; both together are no faster
than the better one (ours, the text is silent). How hard rowing tires is not printed: the cell is asked, or ours is
lent. Hulls are ours: their places hold a base each, in rows from stern to bow.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.games.dark_age_skirmish.printed import CHARTS, number, word
from companion.geometry.points import Point

KINDS = CHARTS["boats"].rows
PACES = CHARTS["boats"].columns
"""From the slowest to the fastest."""
WINDS = ("none", *CHARTS["sailing"].rows)
INTO_WIND_RAD = math.radians(45.0)
"""A course nearer to the wind than this is into the wind. Ours: the text says only that a boat may not sail into it."""
ROW_CELL = ("fatigue_costs", "row", "points")
"""The cell of the chart that says how rowing tires; unknown in print."""


@dataclass(frozen=True, slots=True)
class Hull:
    """length_mm, beam_mm: of the figure of the boat. columns, rows: of places for bases."""

    length_mm: float
    beam_mm: float
    columns: int
    rows: int

    @property
    def places(self) -> int:
        """How many it carries."""
        return self.columns * self.rows


HULLS: Mapping[str, Hull] = {"rowing boat": Hull(80.0, 26.0, 1, 3), "longship": Hull(240.0, 46.0, 2, 9)}
PLACE_MM = 21.0
"""From place to place: a base and a little."""


@dataclass(frozen=True, slots=True)
class Wind:
    """strength: of WINDS. to_rad: where it blows to, as headings on the table are counted."""

    strength: str = "none"
    to_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class Boat:
    """aboard: who sits on each place, "" nobody; () until it is on the table. rowers, sailors: who has rowed, or had a
    hand at the sail, in this turn. heading_rad: where the bow points. where: "away" before the game.
    """

    name: str
    kind: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    heading_rad: float = 0.0
    aboard: tuple[str, ...] = ()
    rowers: tuple[str, ...] = ()
    sailors: tuple[str, ...] = ()
    sail: Literal["down", "up"] = "down"
    where: Literal["away", "table"] = "away"

    @property
    def hull(self) -> Hull:
        """Its size."""
        return HULLS[self.kind]

    @property
    def people(self) -> tuple[str, ...]:
        """Who is aboard."""
        return tuple(name for name in self.aboard if name)

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


def sail_words(boat: Boat, hands: int) -> str:
    """Why the sail cannot be moved by so many free hands, in a sentence; "" if it can. It takes them a whole move."""
    if not boat.has_sail:
        return f"A {boat.kind} has no sail."
    needed = number("hands", "men to move a sail", "number")
    return "" if hands >= needed else f"The sail takes {needed} of them a whole move; {hands} have their hands free."


def outline(boat: Boat) -> tuple[Point, ...]:
    """The hull on the table."""
    half, side = boat.hull.length_mm / 2, boat.hull.beam_mm / 2
    corners = ((-half, -side), (half - side, -side), (half, 0.0), (half - side, side), (-half, side))
    return tuple(_on_table(boat, corner) for corner in corners)


def room_in(boat: Boat) -> tuple[Point, ...]:
    """All of the table that counts as in the boat, for `is_inside`."""
    half, side = boat.hull.length_mm / 2, boat.hull.beam_mm / 2
    return tuple(_on_table(boat, (x, y)) for x, y in ((-half, -side), (half, -side), (half, side), (-half, side)))


def place_in(boat: Boat, number_: int) -> Point:
    """Where the base on a place stands, mm, from the stern."""
    hull = boat.hull
    row, column = divmod(number_, hull.columns)
    return _on_table(boat, ((row - (hull.rows - 1) / 2) * PLACE_MM, (column - (hull.columns - 1) / 2) * PLACE_MM))


def is_inside(boat: Boat, place: Point) -> bool:
    """Whether a place on the table is in the boat."""
    cos, sin = math.cos(boat.heading_rad), math.sin(boat.heading_rad)
    dx, dy = place[0] - boat.x_mm, place[1] - boat.y_mm
    along, across = dx * cos + dy * sin, dy * cos - dx * sin
    return abs(along) <= boat.hull.length_mm / 2 and abs(across) <= boat.hull.beam_mm / 2


def _on_table(boat: Boat, point: Point) -> Point:
    cos, sin = math.cos(boat.heading_rad), math.sin(boat.heading_rad)
    x, y = point
    return round(boat.x_mm + x * cos - y * sin, 2), round(boat.y_mm + x * sin + y * cos, 2)
