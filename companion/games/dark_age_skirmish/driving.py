"""Wagons, after everybody else (DA-33).

Its player says each turn whether something panics the team: the text does not say what does. A panicked team runs
straight on if it does not overturn; else the player drives at a walk, round what bars the way, or stays.
"""

from __future__ import annotations

import math

import shapely

from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.board import bearing, terrain
from companion.games.dark_age_skirmish.going import pace_mm
from companion.games.dark_age_skirmish.printed import number
from companion.games.dark_age_skirmish.state import State, size_mm
from companion.games.dark_age_skirmish.steps import D10, Steps, tell, title
from companion.games.dark_age_skirmish.wagons import Wagon, overturned_by, pace_of, straight_on
from companion.games.fields import OneOf
from companion.games.footing import inner
from companion.games.ground import patch
from companion.games.questions import Choose, Place, Roll
from companion.games.regions import Patch
from companion.games.steps import turn_key
from companion.geometry.ways import reachable
from companion.table.state import TableState

WAGON_MM = 40.0
"""Across the figure of a wagon."""
BARS = ("water", "building", "wall", "trees")


def wagons_go(state: State, table: TableState) -> Steps:
    """One after another."""
    for name in state.wagons:
        if state.wagons[name].where == "table" and not state.wagons[name].overturned:
            state = yield from _goes(state, table, name)
    return state


def _goes(state: State, table: TableState, name: str) -> Steps:
    wagon = state.wagons[name]
    seat = state.options.seat_of(wagon.side)
    now = "panicked" if wagon.panicked else "quiet"
    why = f"{title(name)}: is the team panicked by something?"
    said = yield Choose(turn_key(state, "DA-33", "team", name), seat, why, OneOf(("quiet", "panicked")), now)
    if said != now:
        state = yield from tell(state, te.TeamJudged(name, said == "panicked"))
    wagon = state.wagons[name]
    if wagon.panicked:
        below = number("hands", "wagon overturns below", "number")
        why = f"The team of {title(name)} runs away with it; less than {below} overturns it"
        (die,) = yield Roll(turn_key(state, "DA-33", "overturns", name), seat, why, "d10", D10, D10)
        over = overturned_by(wagon, int(die))
        state = yield from tell(state, te.WagonRolled(name, int(die), over))
        if over:
            return state
        half = WAGON_MM / 2
        width, height = size_mm(state)
        x0, y0, x1, y1 = inner(width, height, half).bounds
        ran = straight_on(wagon, width, height, pace_mm(state, table, str(pace_of(wagon))))
        goal = (min(max(ran.x_mm, x0), x1), min(max(ran.y_mm, y0), y1))
        facing = round(math.degrees(wagon.heading_rad)) % 360
    else:
        region = drive_region(state, table, wagon)
        if region is None:
            return state
        why = f"{title(name)} goes at a walk, or stays where it is"
        x, y = yield Place(turn_key(state, "DA-33", "drive", name), seat, why, name, region)
        goal = (float(x), float(y))
        facing = bearing((wagon.x_mm, wagon.y_mm), goal, round(math.degrees(wagon.heading_rad)) % 360)
    moved = te.WagonMoved(name, round(goal[0], 2), round(goal[1], 2), facing, pace_of(wagon) or "")
    return (yield from tell(state, moved))


def drive_region(state: State, table: TableState, wagon: Wagon) -> Patch | None:
    """Where a walk takes it."""
    barred = tuple(piece.outline for piece in terrain(state, table) if piece.kind in BARS)
    reached = reachable((wagon.x_mm, wagon.y_mm), pace_mm(state, table, str(pace_of(wagon))), barred)
    return patch(shapely.intersection(reached, inner(*size_mm(state), WAGON_MM / 2)))
