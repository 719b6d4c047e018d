"""The Morale Phase: who was hurt last turn is tested, and what comes of it happens at once (FL-14 to FL-19).

One check a figure, in the leftmost column of its causes. The rows that the text has lost are read from the players'
book, each cell once a game, or are ours if the table chose so.
"""

from __future__ import annotations

import math
from typing import Any

import shapely

from companion.games.flintloque import events as e
from companion.games.flintloque.board import terrain
from companion.games.flintloque.carrying import drop
from companion.games.flintloque.going import area, free_of_bases, pace
from companion.games.flintloque.printed import CAUSES, CHARTS, LETTERS, OSWOLD, SCENARIOS, number
from companion.games.flintloque.state import Character, State, foes, seat_of, size_mm
from companion.games.flintloque.steps import D10, Steps, tell, title
from companion.games.footing import CLEAR_MM
from companion.games.ground import patch
from companion.games.questions import Place, ReadChart, Roll
from companion.games.regions import Patch
from companion.games.steps import turn_key
from companion.table.state import TableState

SAID = {
    "leader": "the death of the leader",
    "wounded": "a wound",
    "pushed": "being pushed back",
    "hit": "the first hit",
}
HEADS = {"leader": "Death of Section Leader", "wounded": "Wounded", "pushed": "Pushed Back", "hit": "Hit 1st Time"}
"""As they are printed over the columns."""
NEAR_MM = 20.0
"""A forced walk ends within this of the end of the straight way to the edge."""
BEHIND_WALL_MM = 40.0
"""Cover is a wood, a building, or a strip of this width along a wall; ours."""


def cause_of(figure: Character) -> str | None:
    """The leftmost column of what happened to it (FL-15)."""
    return next((cause for cause in CAUSES if {cause, f"charged {cause}"} & set(figure.marks)), None)


def reason_of(figure: Character) -> str:
    """The same in words; a charge is checked in the column that the table chose (FL-14)."""
    cause = cause_of(figure)
    return SAID[cause] if cause in figure.marks and cause else "being charged"


def half_dead(state: State, side: str) -> bool:
    """Whether half of the side, or more, is dead."""
    unit = [figure for figure in state.figures.values() if figure.side == side]
    return 2 * sum(not figure.alive for figure in unit) >= len(unit)


def modifier(state: State, figure: Character) -> int:
    """The sheet's figure, wounds, and half a unit dead (FL-16)."""
    wounds = figure.lost * number("morale_modifiers", "wound", "modifier")
    losses = number("morale_modifiers", "half-dead", "modifier") if half_dead(state, figure.side) else 0
    return figure.morale + wounds + losses


def row_of(total: int) -> str:
    """The chart's row for a total: its first row is also less, its last also more."""
    rows = CHARTS["morale"].rows
    return rows[max(0, min(len(rows), total) - 1)]


def checks(state: State, table: TableState) -> Steps:
    """Everybody who has a cause, in the order of the sides. A held one has no will of its own."""
    for name, figure in state.figures.items():
        if figure.on_table and cause_of(figure) is not None:
            state = yield from check(state, table, name)
    return state


def check(state: State, table: TableState, name: str) -> Steps:
    """Roll, find the letter, and let it happen."""
    figure = state.figures[name]
    cause, add, seat = cause_of(figure) or "hit", modifier(state, figure), seat_of(state, name)
    why = f"Morale Check of {title(name)} for {reason_of(figure)}, {add:+d}"
    (die,) = yield Roll(turn_key(state, "FL-16", "morale", name), seat, why, "d10", D10, D10)
    row = row_of(die + add)
    cell = CHARTS["morale"].cell(row, cause)
    house = CHARTS["morale"].house or {}
    letter = state.read.get(f"{row} {cause}", cell.value)
    ours = letter is None and state.options.morale == "house"
    if ours:
        letter = house[row, cause]
    if letter is None:
        why = f"Morale Results Table of your book, row {row}, column {HEADS[cause]}: which letter?"
        step = turn_key(state, "FL-17", "letter", name)
        letter = yield ReadChart(step, seat, why, "morale", (row, cause), LETTERS)
        state = yield from tell(state, e.CellRead(row, cause, str(letter)))
    charged = cause not in figure.marks
    state = yield from tell(
        state, e.MoraleChecked(name, cause, die, die + add, str(letter), ours=ours, charged=charged)
    )
    effect = EFFECTS.get(str(letter))
    return (yield from effect(state, table, name)) if effect else state


def rout(state: State, table: TableState, name: str) -> Steps:
    """Effect G."""
    state = yield from drop(state, table, name)
    return (yield from tell(state, e.Routed(name)))


def walk_home(state: State, table: TableState, name: str) -> Steps:
    """Effect E: straight towards its own edge at a Walk, facing the enemy."""
    state = yield from _let_go(state, table, name)
    region = home_region(state, table, name)
    if region is None:
        return state
    why = f"{title(name)} walks towards the {home_edge(state, name)} edge, facing the enemy"
    return (yield from _forced(state, table, name, region, why, "walk home"))


def run_to_cover(state: State, table: TableState, name: str) -> Steps:
    """Effect F: into the best cover that a Run reaches; the player says which is best."""
    state = yield from _let_go(state, table, name)
    region, what = cover_region(state, table, name)
    if region is None:
        return state
    return (yield from _forced(state, table, name, region, f"{title(name)} runs{what}", "run to cover"))


EFFECTS: dict[str, Any] = {"E": walk_home, "F": run_to_cover, "G": rout}
"""What moves at once; A does nothing, and B, C and D bind the figure for this turn."""


def _let_go(state: State, table: TableState, name: str) -> Steps:
    """Who is forced to move first drops Oswold (FL-45); the dead Dwarf is dropped for a wound only (FL-41)."""
    if state.figures[name].carries == OSWOLD:
        state = yield from drop(state, table, name)
    return state


def _forced(state: State, table: TableState, name: str, region: Patch, why: str, step: str) -> Steps:
    x, y = yield Place(turn_key(state, "FL-18", step, name), seat_of(state, name), why, name, region)
    if foes(state, name):
        state = yield from tell(state, e.FightLeft(name, "FL-18"))
    return (yield from tell(state, e.FigureMoved(name, float(x), float(y), "forced", 0.0, 0.0, "FL-18")))


def home_edge(state: State, name: str) -> str:
    """The side's own edge of the table."""
    return str(SCENARIOS[state.options.scenario]["homes"][state.figures[name].side])


def home_region(state: State, table: TableState, name: str) -> Patch | None:
    """Round the furthest point of a Walk towards the edge, never away from it; None at the edge itself."""
    figure = state.figures[name]
    reached = area(state, table, name, "walk")
    dx, dy = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}[
        home_edge(state, name)
    ]
    far = pace(state, figure, "walk")(frozenset())
    line = shapely.LineString([figure.place, (figure.x_mm + dx * far, figure.y_mm + dy * far)])
    on_way = shapely.intersection(line, reached)
    if on_way.is_empty:
        return None
    ends = shapely.get_coordinates(on_way)
    end = max(ends.tolist(), key=lambda p: (p[0] - figure.x_mm) * dx + (p[1] - figure.y_mm) * dy)
    width, height = size_mm(state)
    onward = shapely.box(
        figure.x_mm if dx > 0 else 0.0,
        figure.y_mm if dy > 0 else 0.0,
        figure.x_mm if dx < 0 else width,
        figure.y_mm if dy < 0 else height,
    )
    for near in (NEAR_MM, 2 * NEAR_MM, 4 * NEAR_MM):
        there = shapely.intersection_all([shapely.Point(end).buffer(near), reached, onward])
        found = patch(free_of_bases(state, name, there, CLEAR_MM))
        if found is not None:
            return found
    return None


def cover_region(state: State, table: TableState, name: str) -> tuple[Patch | None, str]:
    """Cover within a Run; where there is none, whatever is out of the enemies' way: anywhere it reaches."""
    reached = free_of_bases(state, name, area(state, table, name, "run"))
    cover = []
    for piece in terrain(state, table):
        ring = shapely.Polygon(piece.outline)
        if piece.kind in ("trees", "building"):
            cover.append(ring)
        elif piece.kind == "wall":
            cover.append(ring.buffer(BEHIND_WALL_MM))
    hidden = patch(shapely.intersection(reached, shapely.union_all(cover))) if cover else None
    if hidden is not None:
        return hidden, " to the best cover it can reach"
    return patch(reached), "; there is no cover in reach"


def toward(state: State, firer: str, target: str) -> bool:
    """Whether the target came nearer to the firer in this turn: all that effect C may fire at (FL-18)."""
    at, was, now = state.figures[firer].place, state.figures[target].was, state.figures[target].place
    return math.dist(at, now) < math.dist(at, was) - 1.0
