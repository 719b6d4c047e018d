"""A command runs on to the next open question, or to its end, and everything is to be written in order."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.contract import Command, Refusal
from companion.games.questions import Question, Roll
from companion.service.match.history import Begun
from companion.service.match.journal import Entry
from companion.service.match.running import MOST_NUMBER, Reached, Running, run_on
from companion.table.state import TableState
from tests.companion.games.test_runner import Adder

GAME: Any = Adder()
DIE = Roll("X-1/roll 1", "ann", "adds", "die", (1, 2, 3), (1, 2, 3))


def begin(kind: str) -> tuple[Begun, Any]:
    command = Command("c", "ann", kind)
    return Begun(7, command, 0), GAME.play(0, TableState(), command)


def never(question: Question) -> tuple[Any, str]:
    return None, ""


def three(question: Question) -> tuple[Any, str]:
    return [3], "software"


def test_it_stops_at_the_first_question_that_nobody_answers_and_goes_on_from_its_answer() -> None:
    begun, playing = begin("twice")
    entries: list[Entry] = []
    reached = run_on(GAME, 0, begun, playing, None, never, entries)
    assert (reached.state, reached.question, reached.refusal) == (0, DIE, None)
    assert [entry.kind for entry in entries] == ["question"]
    reached = run_on(GAME, 0, begun, playing, [2], three, entries := [])
    assert reached == Reached(15)
    assert [(entry.kind, entry.source) for entry in entries] == [
        ("event", ""),
        ("question", ""),
        ("answer", "software"),
        ("event", ""),
        ("event", ""),
        ("done", ""),
    ]
    assert entries[-1].data == {"of": 7}
    assert begun.answers == {"X-1/roll 2": [3]}
    assert [event.number for event in begun.events] == [2, 3, 10]


def test_a_refusal_writes_nothing() -> None:
    begun, playing = begin("no")
    entries: list[Entry] = []
    assert run_on(GAME, 0, begun, playing, None, three, entries) == Reached(0, refusal=Refusal("no", "No.", "X-2"))
    assert entries == []


def test_what_a_rule_raises_goes_through_from_its_last_events_too() -> None:
    def rule() -> Any:
        yield from ()
        return ("no event",)

    begun, _ = begin("twice")
    with pytest.raises(AttributeError):
        run_on(GAME, 0, begun, rule(), None, never, [])


def test_the_number_of_a_question_is_that_of_its_command_row_and_key() -> None:
    begun, playing = begin("twice")
    number = Running(begun, playing, DIE, 0.0).number
    assert number == Running(begun, playing, DIE, 99.0).number
    assert 1 <= number <= MOST_NUMBER
    assert number != Running(Begun(8, begun.command, 0), playing, DIE, 0.0).number
