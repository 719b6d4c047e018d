"""Positions of Flintloque, and rules run on them with answers by key, or by its beginning. Places in cm."""

from __future__ import annotations

import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.contract import Command, Refusal
from companion.games.flintloque.board import told_figure
from companion.games.flintloque.game import GAME
from companion.games.flintloque.state import Fight, State, gap_mm, playing_sides, with_figure
from companion.games.questions import Choose, Measure, Place, Question, ReadChart, Roll
from companion.games.runner import Happened, run
from companion.table.state import Spread, TableState, TerrainPiece

OPEN = TableState(terrain=(TerrainPiece("far hill", "hill", 1.0, ((0, 0), (1, 0), (1, 1))),))
"""A table with nothing on it that matters to anybody: our own drawing is not used."""
DRAWN = TableState()
"""No table: our own drawing of the scenario."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a rule did: the state after it, its events, and the questions with their answers."""

    state: State
    events: tuple[Any, ...]
    asked: Mapping[str, Question]
    answers: Mapping[str, Any]

    def all(self, kind: type) -> list[Any]:
        """The events of this kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def only(self, kind: type) -> Any:
        """The one event of this kind."""
        (event,) = self.all(kind)
        return event

    def question(self, start: str) -> Any:
        """The one question whose key begins so."""
        (found,) = [question for at, question in self.asked.items() if at.startswith(start)]
        return found


def position(
    figures: Mapping[str, tuple[float, float]],
    phase: str = "move",
    *,
    fights: tuple[tuple[str, str, int], ...] = (),
    order: tuple[str, ...] = (),
    declared: Mapping[str, str] | None = None,
    **options: Any,
) -> State:
    """Turn 2, with these figures on the table and nobody else. fights: with the rounds fought."""
    state = GAME.begin(options)
    for name, (x, y) in figures.items():
        place = {"x_mm": 10.0 * x, "y_mm": 10.0 * y, "was": (10.0 * x, 10.0 * y)}
        state = with_figure(state, name, where="table", declared=(declared or {}).get(name, ""), **place)
    sides = order or playing_sides(state)
    return replace(
        state,
        phase=phase,
        turn=2,
        order=sides,
        slots=sides,
        totals={side: 9 - n for n, side in enumerate(sides)},
        fights=tuple(Fight(*fight) for fight in fights),
    )


def figure(state: State, name: str, **changes: Any) -> State:
    """A figure changed."""
    return with_figure(state, name, **changes)


def seen(state: State, sigma_mm: float, terrain: tuple[TerrainPiece, ...] = OPEN.terrain) -> TableState:
    """A table whose camera sees all figures where they were told to stand."""
    spread = Spread((sigma_mm**2, 0.0, sigma_mm**2))
    figures = tuple(told_figure(f.name, f.race, f.x_mm, f.y_mm, spread) for f in state.figures.values() if f.on_table)
    return TableState(1, figures, terrain)


def with_terrain(*pieces: TerrainPiece) -> TableState:
    """A table with this terrain."""
    return TableState(terrain=pieces)


def box(
    name: str, kind: Any, low: tuple[float, float], high: tuple[float, float], height_mm: float = 100
) -> TerrainPiece:
    """A rectangle of terrain, corners in cm."""
    (x0, y0), (x1, y1) = [(10 * x, 10 * y) for x, y in (low, high)]
    return TerrainPiece(name, kind, height_mm, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def do(
    state: State,
    seat: str,
    offer_id: str,
    answers: Mapping[str, Any] | None = None,
    table: TableState = OPEN,
    **fields: Any,
) -> Told:
    """Run a command that is not refused."""
    outcome = attempt(state, seat, offer_id, answers, table, **fields)
    assert isinstance(outcome, Told), outcome
    return outcome


def refusal(state: State, seat: str, offer_id: str, table: TableState = OPEN, **fields: Any) -> Refusal:
    """Run a command that is refused."""
    outcome = attempt(state, seat, offer_id, None, table, **fields)
    assert isinstance(outcome, Refusal), "it was not refused"
    return outcome


def attempt(
    state: State, seat: str, offer_id: str, answers: Mapping[str, Any] | None, table: TableState, **fields: Any
) -> Told | Refusal:
    """Run a command."""
    asked: dict[str, Question] = {}
    given: dict[str, Any] = {}
    events: list[Any] = []

    def answer(question: Question, now: State) -> Any:
        asked[question.key] = question
        given[question.key] = answer_of(question, now, answers)
        return given[question.key]

    def heard(step: Any, _: Any) -> None:
        if isinstance(step, Happened):
            events.append(step.event)

    after = run(GAME, state, table, Command("c", seat, offer_id, fields), answer, heard)
    return after if isinstance(after, Refusal) else Told(after, tuple(events), asked, given)


def part(state: State, rule: Generator[Any, Any, Any], answers: Mapping[str, Any] | None = None) -> Told:
    """Run a part of a rule by itself."""
    asked: dict[str, Question] = {}
    given: dict[str, Any] = {}
    events: list[Any] = []
    sent: Any = None
    while True:
        try:
            step = rule.send(sent)
        except StopIteration:
            return Told(state, tuple(events), asked, given)
        sent = None
        if isinstance(step, Roll | Choose | Measure | Place | ReadChart):
            asked[step.key] = step
            sent = given[step.key] = answer_of(step, state, answers)
            assert step.complaint(sent) is None, step.complaint(sent)
        else:
            events.append(step)
            state = GAME.evolve(state, step)


def answer_of(question: Question, state: State, answers: Mapping[str, Any] | None) -> Any:
    """The answer given for the longest beginning of the key, or that of somebody who does not care."""
    fitting = [start for start in answers or {} if question.key.startswith(start)]
    return (answers or {})[max(fitting, key=len)] if fitting else usual(question, state)


def usual(question: Question, state: State) -> Any:
    """Defaults, dice of 5 and of 100, exact distances, and A in every unknown cell."""
    match question:
        case Choose(default=default):
            return default
        case Roll(alphabet=alphabet):
            return [5 if len(alphabet) == 10 else 100]
        case Measure(a=a, b=b):
            return [max(0.0, gap_mm(state, a, b)), 0.0] if b in state.figures else [0.0, 0.0]
        case Place(region=region):
            return region.sample(random.Random(1))
        case _:
            return "A"


def offered(state: State, seat: str, table: TableState = OPEN) -> dict[str, Any]:
    """Offer id -> fields, but for going on where nobody has anything to do."""
    return {offer.id: offer.fields for offer in GAME.offers(state, table, seat) if offer.id != "go-on"}


def may_stand(state: State, seat: str, name: str, x: float, y: float, table: TableState = OPEN) -> bool:
    """Whether a move to this place in cm is offered."""
    fields = offered(state, seat, table).get(f"move:{name}")
    return fields is not None and fields["to"].complaint([10 * x, 10 * y]) is None
