"""Panic: who rolls, where the panicked run, and how they come to themselves (DA-26, DA-27).

Cover is a wood, bushes, or a strip along a wall or a building (ours). Whoever cannot reach any goes as far towards the
nearest as a sprint leads; on a table without cover towards the own edge.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import Any

import shapely

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.board import terrain
from companion.games.dark_age_skirmish.fit import bravery
from companion.games.dark_age_skirmish.going import area, free_place_near, is_afloat, journey, taken
from companion.games.dark_age_skirmish.grounds import home_of
from companion.games.dark_age_skirmish.moving import go
from companion.games.dark_age_skirmish.seeing import looks, looks_there
from companion.games.dark_age_skirmish.state import Character, State, friends, seat_of, size_mm, standing
from companion.games.dark_age_skirmish.steps import Steps, acting_name, named, passes, roll, tell
from companion.games.footing import without
from companion.games.ground import patch
from companion.games.questions import Place
from companion.games.regions import Patch
from companion.games.steps import turn_key
from companion.geometry.points import Point
from companion.table.sight import BLOCKED_AT
from companion.table.state import TableState, TerrainPiece

STRIP_MM = 25.0
"""Cover along a wall or a building is so wide: a base behind it."""
NEAR_MM = 15.0
"""A run that does not reach cover ends so near to the end of its way."""


def keeps_head(state: State, name: str, why: str, rule: str) -> Generator[Any, Any, tuple[State, bool]]:
    """A Bravery roll, or panic."""
    needed = bravery(state.figures[name], state.options.berserkers)
    words = f"{named(state, name)}, {why}; less than {needed} keeps his head"
    die = yield from roll(state, rule, "panic", name, words, f"{name}, {why}")
    state = yield from tell(state, fe.PanicRolled(name, why, die, needed, passes(die, needed), rule))
    return state, passes(die, needed)


def may_panic(figure: Character) -> bool:
    """Not who is out of it, panicked already, or raging (ours)."""
    return figure.on_table and not figure.helpless and not figure.panicked and not figure.raging


def witnesses(state: State, table: TableState, victim: str) -> Generator[Any, Any, tuple[str, ...]]:
    """Friends who see a figure now."""
    found = []
    for friend in standing(state):
        if friend.name == victim or not may_panic(friend):
            continue
        if not friends(state, friend.side, state.figures[victim].side):
            continue
        if looks(state, table, friend.name, victim).fraction <= BLOCKED_AT:
            continue
        if (yield from looks_there(state, table, friend.name, victim)):
            found.append(friend.name)
    return tuple(found)


def mourn(state: State, table: TableState, victim: str, friends: tuple[str, ...]) -> Steps:
    """Whoever saw a friend killed rolls, and runs at once if that fails."""
    for name in friends:
        if may_panic(state.figures[name]):
            why = f"{named(state, victim)} was killed in his sight"
            state, kept = yield from keeps_head(state, name, why, "DA-26")
            if not kept:
                state = yield from flee(state, table, name)
    return state


def flee(state: State, table: TableState, name: str) -> Steps:
    """To the nearest cover, whatever it costs; whom he carries is put down. Who swims cannot."""
    figure = state.figures[name]
    if is_afloat(state, table, name):
        return state
    region, where = flight(state, table, name)
    state = yield from let_go(state, table, name)
    if region is None:
        return state
    why = f"{named(state, name)} panics and runs {where}"
    x, y = yield Place(
        turn_key(state, "DA-26", "flight", acting_name(state, name)), seat_of(state, name), why, figure.token, region
    )
    pace = "gallop" if figure.riding else "sprint"
    state, _ = yield from go(state, table, name, pace, (float(x), float(y)), told="flight")
    return state


def let_go(state: State, table: TableState, name: str) -> Steps:
    """Whom he carries is free, beside him (DA-30); or follows his band, if it has given up meanwhile."""
    captive = state.figures[name].carries
    if not captive:
        return state
    state = yield from tell(state, fe.PutDown(name, captive, *beside(state, table, name, captive)))
    side = state.figures[captive].side
    if side not in state.conceded:
        return state
    edge = home_of(state.options.ground, state.options.sides.index(side))
    return (yield from tell(state, e.LeftTable(captive, edge, "DA-35")))


def beside(state: State, table: TableState, name: str, other: str) -> Point:
    """A free place next to a figure for another one."""
    return free_place_near(state, table, other, state.figures[name].place)


def flight(state: State, table: TableState, name: str) -> tuple[Patch | None, str]:
    """Where a panicked character may run to, and what that is."""
    figure = state.figures[name]
    reached = area(state, table, name, "gallop" if figure.riding else "sprint")
    free = without(reached, taken(state, name))
    at = shapely.Point(figure.place)
    covers = sorted(cover(terrain(state, table)), key=lambda one: (float(shapely.distance(one[1], at)), one[0]))
    for where, place in covers:
        found = patch(shapely.intersection(free, place))
        if found is not None:
            return found, f"for cover: {where}"
    if not covers:
        return towards(free, home_line(state, figure.side)), "for his own edge"
    where, goal = _by_foot(state, table, name, covers)
    return towards(free, goal), f"towards {where}"


def _by_foot(state: State, table: TableState, name: str, covers: list[tuple[str, Any]]) -> tuple[str, Any]:
    """The cover with the shortest way to it, water and huts gone round, and where a run on that way ends; else the
    nearest as the crow flies."""
    figure = state.figures[name]
    pace, at = "gallop" if figure.riding else "sprint", shapely.Point(figure.place)
    found: list[tuple[float, str, Any]] = []
    for where, place in covers:
        if found and shapely.distance(place, at) >= found[0][0]:
            break
        goal = shapely.get_coordinates(shapely.shortest_line(place, at))[0]
        read = journey(state, table, name, pace, (float(goal[0]), float(goal[1])))
        if read is not None:
            end = shapely.line_interpolate_point(shapely.LineString(read.way.points), read.allowed_mm)
            found = sorted([*found, (read.way.length, where, end)], key=lambda one: one[:2])
    return found[0][1:] if found else covers[0]


def towards(free: Any, goal: Any) -> Patch | None:
    """The part of an area that is nearest to a goal."""
    if free.is_empty:
        return None
    least = float(shapely.distance(free, goal))
    for more in (NEAR_MM, 3 * NEAR_MM):
        found = patch(shapely.intersection(free, shapely.buffer(goal, least + more)))
        if found is not None:
            return found
    return None


def home_line(state: State, side: str) -> Any:
    """A band's own edge of the table."""
    width, height = size_mm(state)
    return shapely.LineString(
        {
            "south": [(0.0, 0.0), (width, 0.0)],
            "north": [(0.0, height), (width, height)],
            "west": [(0.0, 0.0), (0.0, height)],
            "east": [(width, 0.0), (width, height)],
        }[home_of(state.options.ground, state.options.sides.index(side))]
    )


@lru_cache(maxsize=64)
def cover(pieces: tuple[TerrainPiece, ...]) -> tuple[tuple[str, Any], ...]:
    """Name and area of everything that is cover."""
    found: list[tuple[str, Any]] = []
    for piece in pieces:
        ring = shapely.Polygon(piece.outline)
        if piece.kind in ("trees", "rough"):
            found.append((piece.name, ring))
        elif piece.kind in ("wall", "building"):
            found.append((piece.name, shapely.difference(ring.buffer(STRIP_MM), ring)))
    return tuple(found)


def in_cover(state: State, table: TableState, name: str) -> bool:
    """Whether a character is in cover already."""
    at = shapely.Point(state.figures[name].place)
    return any(shapely.intersects(place, at) for _, place in cover(terrain(state, table)))


def panicked_turn(state: State, table: TableState, name: str) -> Steps:
    """At the beginning of his turn he may come to himself: less than half his Bravery; else he runs on or hides."""
    figure = state.figures[name]
    most = bravery(figure, state.options.berserkers)
    why = f"{named(state, name)} is panicked; less than half of {most} and he recovers"
    die = yield from roll(state, "DA-26", "calm", name, why)
    state = yield from tell(state, fe.CalmRolled(name, die, calms(die, most)))
    if not calms(die, most) and not in_cover(state, table, name):
        state = yield from flee(state, table, name)
    return state


def calms(die: int, most: int) -> bool:
    """Less than half the Bravery: with 5 a 0, 1 or 2 (DA-26)."""
    return 2 * die < most
