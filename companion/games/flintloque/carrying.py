"""What is carried: the dead Dwarf, Oswold, and his umbrella (FL-24, FL-41, FL-44 to FL-47)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import shapely

from companion.games.bands import within
from companion.games.fields import OneOf
from companion.games.flintloque import events as e
from companion.games.flintloque.board import sigma_mm
from companion.games.flintloque.declaring import NEXT_TO_MM, near_body
from companion.games.flintloque.going import free_place_near, water
from companion.games.flintloque.printed import BODY, OSWOLD, base_mm
from companion.games.flintloque.state import Character, State, foes, seat_of, standing
from companion.games.flintloque.steps import Steps, does, tell, title
from companion.games.questions import Choose, Measure
from companion.games.steps import length, turn_key
from companion.table.state import TableState

THROW_MM = 50.0
"""Oswold is thrown from this far, between the bearer's base and the water (FL-45)."""


def drop(state: State, table: TableState, name: str) -> Steps:
    """Whatever the figure carries is let go where it stands (FL-41, FL-45)."""
    figure = state.figures[name]
    if figure.carries == BODY:
        return (yield from tell(state, e.BodyDropped(name, figure.x_mm, figure.y_mm)))
    if figure.carries == OSWOLD:
        return (yield from free(state, table, name))
    return state


def free(state: State, table: TableState, name: str) -> Steps:
    """Oswold stands beside whoever held him, on dry ground if there is any."""
    x, y = free_place_near(state, OSWOLD, state.figures[name].place, water(state, table))
    return (yield from tell(state, e.OswoldFreed(name, x, y)))


def pick_up(state: State, table: TableState) -> Steps:
    """Who has spent a whole turn next to the body, without a shot, takes it; of several, the better Initiative."""
    for side in state.order:
        for figure in standing(state, side):
            calm = not (figure.disturbed or figure.limit or figure.fired) and not foes(state, figure.name)
            tries = figure.declared == "pick-up" and calm and near_body(state, table, figure)
            if tries and (yield from _is_next_to(state, figure)):
                state = yield from tell(state, e.BodyTaken(figure.name))
    return state


def _is_next_to(state: State, figure: Character) -> Generator[Any, Any, bool]:
    why = f"{title(figure.name)} picks up the dead Dwarf: how far is he?"
    seat = seat_of(state, figure.name)
    mm, sigma = yield Measure(turn_key(state, "FL-41", "next to the body", figure.name), seat, why, figure.name, BODY)
    if mm == 0.0:
        return True  # Whoever touches it is next to it, however rough the measure.
    match within(mm, sigma, NEXT_TO_MM):
        case "within":
            return True
        case "beyond":
            return False
    why = f"{title(figure.name)} is {length(mm, sigma)} from the body; next to it is {length(NEXT_TO_MM, 0)}"
    step = turn_key(state, "FL-41", "too close to call", figure.name)
    said = yield Choose(step, seat, why, OneOf(("next to it", "too far")), "next to it")
    return str(said) == "next to it"


def grab(state: State) -> Steps:
    """Who beat Oswold last turn picks him up now, before any Morale Check moves him (FL-45, FL-47).

    Of several, the better Initiative comes first.
    """
    for figure in [figure for side in state.order for figure in standing(state, side)]:
        if not figure.grab:
            continue
        oswold = state.figures[OSWOLD]
        if oswold.on_table:
            why = f"{title(figure.name)} has beaten Oswold and may pick him up"
            rule = "FL-47" if figure.side == "ogre" else "FL-45"
            seat = seat_of(state, figure.name)
            step, field = turn_key(state, rule, "grab", figure.name), OneOf(("grab", "leave"))
            said = yield Choose(step, seat, why, field, "grab", aside=briefed(figure.side))
            if said == "grab":
                state = yield from tell(state, e.OswoldGrabbed(figure.name, rule))
    return state


def briefed(side: str) -> str:
    """What others read while a side decides what would tell its aim (FL-42)."""
    return f"The {title(side)} {does(side, 'looks into his', 'look into their')} briefing"


def may_throw(state: State, table: TableState, name: str) -> bool:
    """Whether this bearer is after that, and near enough to the water for a throw, perhaps."""
    mission = state.missions.get(state.figures[name].side)
    if mission != "ducking" and not (mission == "abduction" and state.options.ogre == "river"):
        return False
    return within(*_to_water(state, table, name), THROW_MM) != "beyond"


def is_helpless(state: State, table: TableState, bearer: str) -> bool:
    """Whether Oswold is so near the water that there is nothing he can do (FL-45)."""
    return may_throw(state, table, bearer) and within(*_to_water(state, table, bearer), THROW_MM) == "within"


def _to_water(state: State, table: TableState, name: str) -> tuple[float, float]:
    wet = water(state, table)
    if wet.is_empty:
        return float("inf"), 0.0
    far = float(shapely.distance(wet, shapely.Point(state.figures[name].place))) - base_mm(name) / 2
    return max(0.0, far), sigma_mm(table, name)


def throw(state: State, table: TableState, name: str) -> Steps:
    """In the Melee Phase, before any struggle (FL-45). The bearer may also keep him."""
    mm, sigma = _to_water(state, table, name)
    unsure = within(mm, sigma, THROW_MM) == "too close to call"
    near = f"the water is {length(mm, sigma)} away" + (", too close to call" if unsure else "")
    why = f"{title(name)} may throw Oswold in: {near}"
    step, field = turn_key(state, "FL-45", "throw", name), OneOf(("throw", "keep"))
    aside = briefed(state.figures[name].side)
    said = yield Choose(step, seat_of(state, name), why, field, "throw", aside=aside)
    if said == "throw":
        state = yield from tell(state, e.WentWet(OSWOLD, name, "FL-45"))
    return state


def soak(state: State, table: TableState) -> Steps:
    """Oswold, wherever he has been pushed to: in the water he is wet, and out of the game (FL-44)."""
    oswold = state.figures.get(OSWOLD)
    if oswold is not None and oswold.on_table and water(state, table).contains(shapely.Point(oswold.place)):
        state = yield from tell(state, e.WentWet(OSWOLD, ""))
    return state
