"""What the tests of a free table's game have in common: a command or a part of a rule is run with answers by key, or by
its beginning; a table with nothing on it, and boxes of terrain in cm."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Command, Game, Refusal
from companion.games.questions import Choose, Measure, Place, Question, ReadChart, Roll
from companion.games.runner import Happened, run
from companion.table.state import TableState, TerrainPiece

OPEN = TableState(terrain=(TerrainPiece("far hill", "hill", 1.0, ((0, 0), (1, 0), (1, 1))),))
"""A table with nothing on it that matters to anybody: a game's own drawing is not used."""

Answers = Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Told:
    """What a rule did: the state after it, its events, and the questions with their answers."""

    state: Any
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


class Scene:
    """Runs the rules of one game. usual(question, state): the answer of somebody who does not care."""

    def __init__(self, game: Game, usual: Callable[[Question, Any], Any]) -> None:
        self._game, self._usual = game, usual

    def do(
        self, state: Any, seat: str, offer_id: str, answers: Answers = None, table: TableState = OPEN, **fields: Any
    ) -> Told:
        """Run a command that is not refused."""
        outcome = self.attempt(state, seat, offer_id, answers, table, **fields)
        assert isinstance(outcome, Told), outcome
        return outcome

    def refusal(self, state: Any, seat: str, offer_id: str, table: TableState = OPEN, **fields: Any) -> Refusal:
        """Run a command that is refused."""
        outcome = self.attempt(state, seat, offer_id, None, table, **fields)
        assert isinstance(outcome, Refusal), "it was not refused"
        return outcome

    def attempt(
        self, state: Any, seat: str, offer_id: str, answers: Answers, table: TableState, **fields: Any
    ) -> Told | Refusal:
        """Run a command."""
        asked: dict[str, Question] = {}
        given: dict[str, Any] = {}
        events: list[Any] = []

        def answer(question: Question, now: Any) -> Any:
            asked[question.key] = question
            given[question.key] = self.answer_of(question, now, answers)
            return given[question.key]

        def heard(step: Any, _: Any) -> None:
            if isinstance(step, Happened):
                events.append(step.event)

        after = run(self._game, state, table, Command("c", seat, offer_id, fields), answer, heard)
        return after if isinstance(after, Refusal) else Told(after, tuple(events), asked, given)

    def part(self, state: Any, rule: Generator[Any, Any, Any], answers: Answers = None) -> Told:
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
                sent = given[step.key] = self.answer_of(step, state, answers)
                assert step.complaint(sent) is None, step.complaint(sent)
            else:
                events.append(step)
                state = self._game.evolve(state, step)

    def answer_of(self, question: Question, state: Any, answers: Answers) -> Any:
        """The answer given for the longest beginning of the key, or the usual one. One die needs no list."""
        fitting = [start for start in answers or {} if question.key.startswith(start)]
        said = (answers or {})[max(fitting, key=len)] if fitting else self._usual(question, state)
        return [said] if isinstance(question, Roll) and not isinstance(said, list) else said


def with_terrain(*pieces: TerrainPiece) -> TableState:
    """A table with this terrain."""
    return TableState(terrain=pieces)


def box(
    name: str, kind: Any, low: tuple[float, float], high: tuple[float, float], height_mm: float = 100
) -> TerrainPiece:
    """A rectangle of terrain, corners in cm."""
    (x0, y0), (x1, y1) = [(10 * x, 10 * y) for x, y in (low, high)]
    return TerrainPiece(name, kind, height_mm, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
