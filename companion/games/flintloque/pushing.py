"""Where a loser is pushed to: 5 cm straight away from the winner (FL-32).

The text says nothing of what is in the way. Ours: a push ends at the table's edge, at a wall, and before another base;
woods and water do not stop it. Who cannot give way at all is still in contact, so the fight goes on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import shapely

from companion.games.flintloque.board import terrain
from companion.games.flintloque.going import inner_table
from companion.games.flintloque.printed import base_mm
from companion.games.flintloque.state import Character, Point, State, foes, standing
from companion.games.footing import CLEAR_MM
from companion.table.state import TableState

PUSH_MM = 50
STEP_MM = 1
CONTACT_MM = 0.25
"""Bases nearer than this touch; contact is rounded to a hundredth, and what must not touch is put half a mm off."""


def away_from(winner: Point, loser: Point) -> Point:
    """The direction of a push, of length 1."""
    far = math.dist(winner, loser) or 1.0
    return (loser[0] - winner[0]) / far, (loser[1] - winner[1]) / far


def walls(state: State, table: TableState) -> tuple[Any, ...]:
    """All walls, as polygons."""
    return tuple(shapely.Polygon(piece.outline) for piece in terrain(state, table) if piece.kind == "wall")


def pushed_place(state: State, loser: str, direction: Point, stops: Sequence[Any] = ()) -> Point:
    """Where the push ends; where the loser stands, if it cannot give way. stops: walls."""
    start = reached = state.figures[loser].place
    low_x, low_y, high_x, high_y = inner_table(state, loser).bounds
    for far in range(STEP_MM, PUSH_MM + STEP_MM, STEP_MM):
        x, y = round(start[0] + direction[0] * far, 2), round(start[1] + direction[1] * far, 2)
        on_table = low_x <= x <= high_x and low_y <= y <= high_y
        if not on_table or _runs_into(state, loser, (x, y)) or _meets(stops, base_mm(loser) / 2, start, (x, y)):
            break
        reached = x, y
    return reached


def touched(state: State, name: str, place: Point) -> tuple[str, ...]:
    """Foes that the figure would still be in contact with at this place."""
    return tuple(foe for foe in foes(state, name) if _gap_mm(state.figures[foe], name, place) <= CONTACT_MM)


def _gap_mm(other: Character, name: str, place: Point) -> float:
    return math.dist(other.place, place) - (base_mm(name) + base_mm(other.name)) / 2


def _runs_into(state: State, loser: str, place: Point) -> bool:
    """Whether another base is in the way; one that is left behind, or passed along, is not."""
    figure = state.figures[loser]
    for other in standing(state):
        gap = _gap_mm(other, loser, place)
        near = 0.0 if other.side == figure.side else CLEAR_MM
        if other.name != loser and gap < near - 0.02 and gap < _gap_mm(other, loser, figure.place) - 0.02:
            return True
    return False


def _meets(stops: Sequence[Any], half_mm: float, start: Point, place: Point) -> bool:
    here, there = shapely.Point(start), shapely.Point(place)
    return any(stop.distance(there) < min(half_mm, stop.distance(here)) for stop in stops)
