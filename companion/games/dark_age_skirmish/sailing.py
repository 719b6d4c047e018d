"""Going aboard and ashore, rowing and sailing (DA-31), in the turn of a figure and at the end of a turn.

A boat's crew act one by one as everybody does: each may row, or lend a hand at the sail, as his other action. When all
have acted a boat goes once, by its better pace, where the first of those aboard says. Going aboard or ashore is a
movement action and a climb (DA-20); a boat keeps to its water and clears swimmers and other
boats by its whole length (ours).
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import Any, Literal

import shapely

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.aboard import boat_of
from companion.games.dark_age_skirmish.board import bearing, terrain
from companion.games.dark_age_skirmish.boats import (
    INTO_WIND_RAD,
    PACES,
    ROW_CELL,
    Boat,
    outline,
    pace_of,
    place_in,
    room_in,
    rowing_pace,
    sail_words,
    sailing_pace,
)
from companion.games.dark_age_skirmish.fit import may_spend
from companion.games.dark_age_skirmish.going import inner_table, is_free, pace_mm, swims, taken, water
from companion.games.dark_age_skirmish.printed import CHARTS, number
from companion.games.dark_age_skirmish.state import Character, State, foes, seat_of, size_mm, standing
from companion.games.dark_age_skirmish.steps import Steps, named, tell, title
from companion.games.dark_age_skirmish.tiring import points_of, spend
from companion.games.fields import OneOf
from companion.games.footing import CLEAR_MM, Bounds, Taken, inner, without
from companion.games.ground import patch
from companion.games.questions import Place, ReadChart, key
from companion.games.regions import Patch
from companion.games.steps import turn_key
from companion.table.state import TableState

ROW_POINTS = (0, 1, 2, 3)
"""What a book may say that rowing takes."""
SECTOR_STEPS = 24
AFLOAT = 0.4
"""So much of the beam, from the middle, is over water."""
SLIVER_MM, HAIR_MM = 1.5, 1.0


def near_offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """For who is in no boat: to go aboard one that he reaches at a walk, or to climb out of the water."""
    ready = figure.idle and not foes(state, figure.name) and not figure.carries and not figure.riding
    if not ready or figure.posture != "up" or not may_spend(figure, points_of("climb")):
        return
    reach = pace_mm(state, table, "swim" if swims(state, table, figure.name) else "walk")
    boats = tuple(boat.name for boat in state.boats.values() if _can_board(state, boat, figure, reach))
    if boats:
        yield Offer(f"board:{figure.name}", "DA-31", f"{named(state, figure.name)} goes aboard", {"boat": OneOf(boats)})


def _can_board(state: State, boat: Boat, figure: Character, reach_mm: float) -> bool:
    if boat.where != "table" or free_place(state, boat, figure) is None:
        return False
    away = float(shapely.distance(shapely.Polygon(outline(boat)), shapely.Point(figure.place)))
    return away - figure.base_mm / 2 <= reach_mm


def free_place(state: State, boat: Boat, figure: Character) -> int | None:
    """The empty place nearest to him that nobody's base is on."""
    free = [n for n, who in enumerate(boat.aboard) if not who and is_free(state, figure.name, place_in(boat, n))]
    return min(free, key=lambda n: math.dist(place_in(boat, n), figure.place), default=None)


def aboard_offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """For who is in a boat: ashore, the oars, the sail."""
    name, boat = figure.name, boat_of(state, figure.name)
    if boat is None or not figure.idle or figure.posture != "up" or figure.carries or foes(state, name):
        return
    shore = shore_region(state, table, figure, boat)
    if shore is not None and may_spend(figure, points_of("climb")):
        yield Offer(f"ashore:{name}", "DA-31", f"{named(state, name)} goes ashore", {"to": shore})
    if may_spend(figure, rowing_points(state) or 0):
        yield Offer(f"row:{name}", "DA-31", f"{named(state, name)} rows ({len(boat.rowers)} at the oars so far)")
    if not sail_words(boat, number("hands", "men to move a sail", "number")):
        what = "take the sail down" if boat.sail == "up" else "set the sail"
        yield Offer(f"sail:{name}", "DA-31", f"{named(state, name)} lends a hand to {what}")


def shore_region(state: State, table: TableState, figure: Character, boat: Boat) -> Patch | None:
    """Dry ground within a walk of the hull, and out of every boat: a hull may reach over the bank."""
    bad = [shapely.Polygon(p.outline) for p in terrain(state, table) if p.kind in ("water", "building", "wall")]
    bad += [shapely.Polygon(room_in(one)) for one in state.boats.values() if one.where == "table"]
    around = shapely.Polygon(outline(boat)).buffer(pace_mm(state, table, "walk"), quad_segs=4)
    dry = shapely.difference(shapely.intersection(around, inner_table(state, figure.name)), shapely.union_all(bad))
    return patch(without(dry, taken(state, figure.name)))


def rowing_points(state: State) -> int | None:
    """What rowing takes at this table; None until it is asked."""
    if state.options.rowing == "house":
        return int((CHARTS[ROW_CELL[0]].house or {})[ROW_CELL[1:]])
    return state.read["row"][0] if "row" in state.read else None


def board(state: State, table: TableState, command: Command) -> Steps:
    """To the nearest empty place."""
    name, boat = command.subject, state.boats[str(command.fields["boat"])]
    place = free_place(state, boat, state.figures[name])
    assert place is not None
    state = yield from tell(state, te.Boarded(name, boat.name, place))
    return (yield from spend(state, name, "climb"))


def ashore(state: State, table: TableState, command: Command) -> Steps:
    """Over the side."""
    name, (x, y) = command.subject, (float(number_) for number_ in command.fields["to"])
    figure = state.figures[name]
    far = round(math.dist(figure.place, (x, y)), 1)
    moved = e.FigureMoved(name, x, y, bearing(figure.place, (x, y), figure.facing), "walk", far, 0.0, "DA-31")
    state = yield from tell(state, moved)
    return (yield from spend(state, name, "climb"))


def row(state: State, table: TableState, command: Command) -> Steps:
    """A hand at the oars for this turn; what that takes is asked once a game."""
    name, boat = command.subject, boat_of(state, command.subject)
    assert boat is not None
    points = rowing_points(state)
    if points is None:
        chart, *cell = ROW_CELL
        why = "Your book: how many fatigue points does rowing take?"
        at = key("DA-31", "rowing", name)
        points = int((yield ReadChart(at, seat_of(state, name), why, chart, (cell[0], cell[1]), ROW_POINTS)))
        state = yield from tell(state, te.RowingRead(points))
    state = yield from tell(state, te.Rowed(name, boat.name))
    return (yield from spend(state, name, "row", points)) if points else state


def sail(state: State, table: TableState, command: Command) -> Steps:
    """Two of them in one turn move it."""
    name, boat = command.subject, boat_of(state, command.subject)
    assert boat is not None
    done = len(boat.sailors) + 1 >= number("hands", "men to move a sail", "number")
    other: Literal["down", "up"] = "down" if boat.sail == "up" else "up"
    return (yield from tell(state, te.SailHandled(name, boat.name, other if done else boat.sail)))


def boats_go(state: State, table: TableState) -> Steps:
    """At the end of a turn, each that has a pace (DA-31)."""
    for name in state.boats:
        state = yield from _boat_goes(state, table, name)
    return state


def _boat_goes(state: State, table: TableState, name: str) -> Steps:
    boat = state.boats[name]
    if boat.where != "table" or not boat.people:
        return state
    region = course_region(state, table, boat)
    if region is None:
        return state
    seat = seat_of(state, boat.people[0])
    why = f"{title(name)} goes by {_by_words(state, boat)}, or stays where it is"
    x, y = yield Place(turn_key(state, "DA-31", "course", name), seat, why, name, region)
    return (yield from _goes_to(state, boat, (float(x), float(y))))


def _goes_to(state: State, boat: Boat, goal: tuple[float, float]) -> Generator[Any, Any, State]:
    start = (boat.x_mm, boat.y_mm)
    facing = bearing(start, goal, round(math.degrees(boat.heading_rad)) % 360)
    pace = pace_of(boat, state.wind, math.radians(facing)) or PACES[0]
    return (yield from tell(state, te.BoatMoved(boat.name, *goal, facing, pace, round(math.dist(start, goal), 1))))


def _by_words(state: State, boat: Boat) -> str:
    oars = rowing_pace(boat.kind, len(boat.rowers))
    words = [f"oar at a {oars} ({len(boat.rowers)} rowing)"] if oars else []
    if boat.sail == "up" and state.wind.strength != "none":
        words.append(f"sail at a {sailing_pace(boat, state.wind, state.wind.to_rad)}, not into the wind")
    return " or ".join(words)


def course_region(state: State, table: TableState, boat: Boat) -> Patch | None:
    """Where the middle of the boat may be after its move; None if it has no pace."""
    at = shapely.Point(boat.x_mm, boat.y_mm)
    reached = []
    oars = rowing_pace(boat.kind, len(boat.rowers))
    if oars:
        reached.append(at.buffer(pace_mm(state, table, oars), quad_segs=8))
    wind = sailing_pace(boat, state.wind, state.wind.to_rad)
    if wind:
        reached.append(_sector(at, pace_mm(state, table, wind), state.wind.to_rad))
    if not reached:
        return None
    wet = water_for(state, table, boat)
    here = [
        part for part in shapely.get_parts(shapely.intersection(wet, shapely.union_all(reached))) if part.covers(at)
    ]
    if not here:
        return None
    return patch(roomy(without(here[0], _others(state, table, boat))))


def roomy(area: Any) -> Any:
    """The area without slivers."""
    return area.buffer(-SLIVER_MM, quad_segs=2).buffer(SLIVER_MM, quad_segs=2)


def _sector(at: Any, far_mm: float, to_rad: float) -> Any:
    """All courses that are not into the wind."""
    half = math.pi - INTO_WIND_RAD
    angles = [to_rad - half + 2 * half * n / SECTOR_STEPS for n in range(SECTOR_STEPS + 1)]
    return shapely.Polygon(
        [(at.x, at.y), *((at.x + far_mm * math.cos(a), at.y + far_mm * math.sin(a)) for a in angles)]
    )


def water_for(state: State, table: TableState, boat: Boat) -> Any:
    """Where the middle of such a boat may be: most of its beam in the water, all of it on the table."""
    half = boat.hull.length_mm / 2
    return roomy(_afloat(water(state, table), boat.hull.beam_mm, inner(*size_mm(state), half).bounds))


@lru_cache(maxsize=64)
def _afloat(wet: Any, beam_mm: float, table: Bounds) -> Any:
    return shapely.intersection(wet.buffer(-AFLOAT * beam_mm), shapely.box(*table))


def _others(state: State, table: TableState, boat: Boat) -> Taken:
    """Swimmers and other boats, its whole length away. Who stands on the bank is in nobody's way."""
    half = boat.hull.length_mm / 2
    found = [
        (figure.place, half + figure.base_mm / 2 + CLEAR_MM)
        for figure in standing(state)
        if swims(state, table, figure.name)
    ]
    for other in state.boats.values():
        if other.name != boat.name and other.where == "table":
            found.append(((other.x_mm, other.y_mm), half + other.hull.length_mm / 2))
    return tuple(found)
