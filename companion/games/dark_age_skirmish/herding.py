"""Animals in the turn of a figure: taken by the rope, let go, and driven off by whoever runs at them (DA-32).

Taking one by the rope or letting it go is no action (ours). Who is down, panicked or off the table leads nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.animals import HEADINGS, Animal, flight, lead_words, led_by, startled
from companion.games.dark_age_skirmish.state import Character, State, foes, size_mm
from companion.games.dark_age_skirmish.steps import Steps, acting_name, named, roll, tell, title
from companion.games.fields import OneOf
from companion.geometry.points import Point
from companion.table.state import TableState

ANIMAL_MM = 20.0
"""Diameter of an animal's base."""


def offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """Animals at hand, and those that he leads."""
    if not state.animals or figure.posture != "up" or foes(state, figure.name) or figure.raging:
        return
    name, who = figure.name, named(state, figure.name)
    herd = tuple(state.animals.values())
    free = tuple(one.name for one in herd if not lead_words(herd, one, name, gap_mm(figure, one), figure.moved))
    if free:
        yield Offer(f"lead:{name}", "DA-32", f"{who} takes an animal by the rope", {"animal": OneOf(free)})
    led = tuple(one.name for one in led_by(herd, name))
    if led:
        yield Offer(f"let-go:{name}", "DA-32", f"{who} lets an animal go", {"animal": OneOf(led)})


def gap_mm(figure: Character, animal: Animal) -> float:
    """Between the bases."""
    return math.dist(figure.place, (animal.x_mm, animal.y_mm)) - (figure.base_mm + ANIMAL_MM) / 2


def lead(state: State, table: TableState, command: Command) -> Steps:
    """It goes where he goes."""
    return (yield from tell(state, te.AnimalLed(command.subject, str(command.fields["animal"]))))


def let_go(state: State, table: TableState, command: Command) -> Steps:
    """It stays where it is."""
    return (yield from tell(state, te.AnimalFreed(str(command.fields["animal"]))))


def startle(state: State, name: str, was: Point, pace: str, gallop_mm: float) -> Steps:
    """After a move: loose animals that he has run toward are off at a gallop, each its own way. gallop_mm: how far that
    is."""
    for animal in startled(tuple(state.animals.values()), was, state.figures[name].place, pace, gallop_mm):
        why = f"{title(animal.name)} runs from {named(state, name)}: 0 is to the north, and so on round by the right"
        die = yield from roll(state, "DA-32", "runs", name, why, f"{animal.name} from {acting_name(state, name)}")
        ran = flight(animal, die % HEADINGS, *size_mm(state), gallop_mm)
        where = (round(ran.x_mm, 2), round(ran.y_mm, 2))
        state = yield from tell(state, te.AnimalRan(animal.name, name, die, *where, ran.where == "gone"))
    return state
