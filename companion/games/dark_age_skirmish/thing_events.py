"""What can happen to boats, animals and wagons, and how it folds (DA-31 to DA-33). Lengths in mm, facing in degrees.

Whoever sits in a boat stands on the table at its place; when the boat moves they move with it, and whoever moves by
himself is out of it. A led animal follows behind its leader.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.games.contract import AGREED
from companion.games.dark_age_skirmish.aboard import boat_of
from companion.games.dark_age_skirmish.boats import Wind, is_inside, place_in
from companion.games.dark_age_skirmish.state import State, with_figure
from companion.games.dark_age_skirmish.things import placed_boat

BEHIND_MM = 22.0
"""A led animal is so far behind its leader, the second twice as far."""
REACH_MM = 26.0
"""Whose centres are so near may fight in a boat: next places are 21 mm apart."""


@dataclass(frozen=True, slots=True)
class ThingPlaced:
    """A boat, an animal or a wagon stands there; a boat with its crew."""

    thing: str
    x_mm: float
    y_mm: float
    facing: int
    rule: str = "DA-31"


@dataclass(frozen=True, slots=True)
class Boarded:
    """place: on which place of the boat."""

    figure: str
    boat: str
    place: int
    rule: str = "DA-31"


@dataclass(frozen=True, slots=True)
class RowingRead:
    """The players have said how hard rowing tires."""

    points: int
    rule: str = "DA-31"


@dataclass(frozen=True, slots=True)
class Rowed:
    """A hand at the oars in this turn."""

    figure: str
    boat: str
    rule: str = "DA-31"


@dataclass(frozen=True, slots=True)
class SailHandled:
    """A hand at the sail in this turn. sail: as it is then."""

    figure: str
    boat: str
    sail: Literal["down", "up"]
    rule: str = "DA-31"


@dataclass(frozen=True, slots=True)
class BoatMoved:
    """With everybody aboard."""

    boat: str
    x_mm: float
    y_mm: float
    facing: int
    pace: str
    spent_mm: float
    rule: str = "DA-31"


@dataclass(frozen=True, slots=True)
class AnimalLed:
    """Somebody has it by the rope."""

    figure: str
    animal: str
    rule: str = "DA-32"


@dataclass(frozen=True, slots=True)
class AnimalFreed:
    """Nobody leads it any more."""

    animal: str
    rule: str = "DA-32"


@dataclass(frozen=True, slots=True)
class AnimalRan:
    """Driven off by `figure`. die: the direction. gone: off the table."""

    animal: str
    figure: str
    die: int
    x_mm: float
    y_mm: float
    gone: bool
    rule: str = "DA-32"


@dataclass(frozen=True, slots=True)
class TeamJudged:
    """Its player has said whether something panics the team."""

    wagon: str
    panicked: bool
    rule: str = "DA-33"


@dataclass(frozen=True, slots=True)
class WagonRolled:
    """die: for a panicked team."""

    wagon: str
    die: int
    overturned: bool
    rule: str = "DA-33"


@dataclass(frozen=True, slots=True)
class WagonMoved:
    """At the end of the turn."""

    wagon: str
    x_mm: float
    y_mm: float
    facing: int
    pace: str
    rule: str = "DA-33"


@dataclass(frozen=True, slots=True)
class WindAgreed:
    """facing: where it blows to."""

    strength: str
    facing: int
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class TeamAgreed:
    """A wagon is otherwise."""

    wagon: str
    panicked: bool
    overturned: bool
    rule: str = AGREED


def _thing_placed(state: State, v: ThingPlaced) -> State:
    heading = math.radians(v.facing)
    if v.thing in state.boats:
        old = state.boats[v.thing]
        crew = old.aboard if old.where == "table" else state.options.things.crews.get(v.thing, ())
        boat = replace(old, x_mm=v.x_mm, y_mm=v.y_mm, heading_rad=heading, aboard=crew)
        boat = replace(placed_boat(boat), sail=old.sail)
        state = replace(state, boats={**state.boats, v.thing: boat})
        return _seated(state, v.thing, v.facing)
    if v.thing in state.animals:
        animal = replace(state.animals[v.thing], x_mm=v.x_mm, y_mm=v.y_mm, where="table", leader="")
        return replace(state, animals={**state.animals, v.thing: animal})
    wagon = replace(state.wagons[v.thing], x_mm=v.x_mm, y_mm=v.y_mm, heading_rad=heading, where="table")
    return replace(state, wagons={**state.wagons, v.thing: wagon})


def _seated(state: State, name: str, facing: int | None = None) -> State:
    """Everybody aboard stands on his place, with whom he carries; fights are over but with whoever sits next to one."""
    boat = state.boats[name]
    for number, who in enumerate(boat.aboard):
        if who:
            x, y = place_in(boat, number)
            turned = {} if facing is None else {"facing": facing}
            state = with_figure(state, who, where="table", x_mm=x, y_mm=y, **turned)
            captive = state.figures[who].carries
            state = with_figure(state, captive, x_mm=x, y_mm=y) if captive else state
    kept = tuple(f for f in state.fights if not {f.a, f.b} & {*boat.people} or _neighbours(state, f.a, f.b))
    return replace(state, fights=kept)


def _neighbours(state: State, a: str, b: str) -> bool:
    return math.dist(state.figures[a].place, state.figures[b].place) <= REACH_MM


def _boarded(state: State, v: Boarded) -> State:
    boat = state.boats[v.boat]
    aboard = tuple(v.figure if n == v.place else name for n, name in enumerate(boat.aboard))
    x, y = place_in(boat, v.place)
    state = with_figure(state, v.figure, x_mm=x, y_mm=y, moved="board", gait="walk", aims=0)
    return replace(state, boats={**state.boats, v.boat: replace(boat, aboard=aboard)})


def _rowing_read(state: State, v: RowingRead) -> State:
    return replace(state, read={**state.read, "row": (v.points,)})


def _rowed(state: State, v: Rowed) -> State:
    boat = state.boats[v.boat]
    boat = replace(boat, rowers=(*boat.rowers, v.figure))
    state = with_figure(state, v.figure, other="row", aims=0)
    return replace(state, boats={**state.boats, v.boat: boat})


def _sail_handled(state: State, v: SailHandled) -> State:
    boat = state.boats[v.boat]
    hands = () if v.sail != boat.sail else (*boat.sailors, v.figure)
    state = with_figure(state, v.figure, other="sail", aims=0)
    return replace(state, boats={**state.boats, v.boat: replace(boat, sail=v.sail, sailors=hands)})


def _boat_moved(state: State, v: BoatMoved) -> State:
    boat = replace(state.boats[v.boat], x_mm=v.x_mm, y_mm=v.y_mm, heading_rad=math.radians(v.facing))
    return _seated(replace(state, boats={**state.boats, v.boat: boat}), v.boat)


def _animal_led(state: State, v: AnimalLed) -> State:
    return _animal(state, v.animal, leader=v.figure)


def _animal_freed(state: State, v: AnimalFreed) -> State:
    return _animal(state, v.animal, leader="")


def _animal_ran(state: State, v: AnimalRan) -> State:
    return _animal(state, v.animal, x_mm=v.x_mm, y_mm=v.y_mm, where="gone" if v.gone else "table")


def _animal(state: State, name: str, **changes: Any) -> State:
    return replace(state, animals={**state.animals, name: replace(state.animals[name], **changes)})


def _wagon(state: State, name: str, **changes: Any) -> State:
    return replace(state, wagons={**state.wagons, name: replace(state.wagons[name], **changes)})


def _team_judged(state: State, v: TeamJudged) -> State:
    return _wagon(state, v.wagon, panicked=v.panicked)


def _wagon_rolled(state: State, v: WagonRolled) -> State:
    return _wagon(state, v.wagon, overturned=v.overturned)


def _wagon_moved(state: State, v: WagonMoved) -> State:
    return _wagon(state, v.wagon, x_mm=v.x_mm, y_mm=v.y_mm, heading_rad=math.radians(v.facing))


def _wind_agreed(state: State, v: WindAgreed) -> State:
    return replace(state, wind=Wind(v.strength, math.radians(v.facing)))


def _team_agreed(state: State, v: TeamAgreed) -> State:
    return _wagon(state, v.wagon, panicked=v.panicked, overturned=v.overturned)


def turn_over(state: State) -> State:
    """Hands at oars and sails begin anew."""
    if not any(boat.rowers or boat.sailors for boat in state.boats.values()):
        return state
    return replace(state, boats={name: replace(boat, rowers=(), sailors=()) for name, boat in state.boats.items()})


def gone_from(state: State, name: str) -> State:
    """He is in no boat any more, if he does not stand in it."""
    boat = boat_of(state, name)
    if boat is None or is_inside(boat, state.figures[name].place):
        return state
    return _emptied(state, boat.name, name)


def _emptied(state: State, boat: str, name: str) -> State:
    aboard = tuple("" if one == name else one for one in state.boats[boat].aboard)
    return replace(state, boats={**state.boats, boat: replace(state.boats[boat], aboard=aboard)})


def cleared(state: State) -> State:
    """Who is not on the table sits in no boat and leads no animal."""
    for boat in state.boats.values():
        for name in boat.people:
            if not state.figures[name].on_table:
                state = _emptied(state, boat.name, name)
    for animal in state.animals.values():
        if animal.leader and not state.figures[animal.leader].on_table:
            state = _animal(state, animal.name, leader="")
    return state


def followed(before: State, state: State, name: str) -> State:
    """The animals that a figure leads are behind it. before: when it was where it came from."""
    figure, start = state.figures[name], before.figures[name].place
    led = [animal.name for animal in state.animals.values() if animal.leader == name]
    away = math.dist(start, figure.place)
    for number, animal in enumerate(led, 1):
        back = min(BEHIND_MM * number, away) / away if away else 0.0
        x = figure.x_mm + (start[0] - figure.x_mm) * back
        y = figure.y_mm + (start[1] - figure.y_mm) * back
        state = _animal(state, animal, x_mm=round(x, 2), y_mm=round(y, 2))
    return state


def let_go(state: State, name: str, taken: bool = False) -> State:
    """Nobody leads what a figure led. taken: it has left the table with them."""
    for animal in state.animals.values():
        if animal.leader == name:
            state = _animal(state, animal.name, leader="", where="taken" if taken else animal.where)
    return state


THING_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    ThingPlaced: _thing_placed,
    Boarded: _boarded,
    RowingRead: _rowing_read,
    Rowed: _rowed,
    SailHandled: _sail_handled,
    BoatMoved: _boat_moved,
    AnimalLed: _animal_led,
    AnimalFreed: _animal_freed,
    AnimalRan: _animal_ran,
    TeamJudged: _team_judged,
    WagonRolled: _wagon_rolled,
    WagonMoved: _wagon_moved,
    WindAgreed: _wind_agreed,
    TeamAgreed: _team_agreed,
}
