"""The runner, on a game of three lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.games.contract import Command, Play, Refusal
from companion.games.questions import Question, Roll
from companion.games.runner import Answered, Asked, BrokenRule, Happened, WrongAnswer, run
from companion.table.state import TableState


@dataclass(frozen=True, slots=True)
class Added:
    number: int
    rule: str = "X-1"


class Adder:
    """Adds what is rolled. Commands: twice, same-key, late-refusal, no."""

    def play(self, state: int, table: TableState, command: Command) -> Play:
        if command.kind == "no":
            return Refusal("no", "No.", "X-2")
        for number in (1, 2):
            step = "roll" if command.kind == "same-key" else f"roll {number}"
            (rolled,) = yield Roll(f"X-1/{step}", "ann", "adds", "die", (1, 2, 3), (1, 2, 3))
            yield Added(rolled)
        if command.kind == "late-refusal":
            return Refusal("no", "No.", "X-2")
        return (Added(10),)

    def evolve(self, state: int, event: Added) -> int:
        return state + event.number


def play(kind: str, answer: Any) -> tuple[Any, list[Any]]:
    steps: list[Any] = []
    game: Any = Adder()
    outcome = run(
        game, 0, TableState(), Command("c", "ann", kind), answer, lambda step, state: steps.append((step, state))
    )
    return outcome, steps


def three(question: Question, state: Any) -> list[int]:
    return [3]


def test_questions_answers_and_events_come_in_order_and_are_folded() -> None:
    state, steps = play("twice", three)
    assert state == 16
    assert [type(step) for step, _ in steps] == [Asked, Answered, Happened, Asked, Answered, Happened, Happened]
    assert [state for _, state in steps] == [0, 0, 3, 3, 3, 6, 16]


def test_a_refusal_comes_before_anything() -> None:
    assert play("no", three) == (Refusal("no", "No.", "X-2"), [])


def test_a_wrong_answer_is_told() -> None:
    with pytest.raises(WrongAnswer, match="X-1/roll 1: die: 9 is not a whole number from 1 to 3"):
        play("twice", lambda question, state: [9])


@pytest.mark.parametrize(("kind", "said"), [("same-key", "twice"), ("late-refusal", "after it had begun")])
def test_a_rule_that_breaks_the_contract_is_told(kind: str, said: str) -> None:
    with pytest.raises(BrokenRule, match=said):
        play(kind, three)
