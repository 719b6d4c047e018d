"""Run one command to its end, answering its questions from a function. Pure: it keeps no game and writes nothing.

Everything that happens is given to `heard` in order, as steps. An answer that does not fit its question is a fault of
whoever answers, and is told at once; a key that comes twice in one command is a fault of the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Command, Game, Refusal, unfit
from companion.games.questions import Choose, Measure, Place, Question, ReadChart, Roll
from companion.table.state import TableState

QUESTIONS = (Roll, Choose, Measure, Place, ReadChart)


class WrongAnswer(ValueError):
    """The answer given does not fit the question; the sentence says why."""

    def __init__(self, question: Question, complaint: str) -> None:
        super().__init__(f"{question.key}: {complaint}")
        self.question, self.complaint = question, complaint


class BrokenRule(RuntimeError):
    """A rule broke the contract; the sentence says how."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question was asked in this state."""

    question: Question


@dataclass(frozen=True, slots=True)
class Answered:
    """It was answered."""

    question: Question
    answer: Any


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, already folded."""

    event: Any


Step = Asked | Answered | Happened


def run(
    game: Game,
    state: Any,
    table: TableState,
    command: Command,
    answer: Callable[[Question, Any], Any],
    heard: Callable[[Step, Any], None] = lambda step, state: None,
) -> Any | Refusal:
    """The state after the command, or the refusal. answer(question, state): the answer; may raise to stop.

    heard(step, state): each step with the state after it. Raises WrongAnswer; BrokenRule.
    """
    playing = game.play(state, table, command)
    sent: Any = None
    keys: set[str] = set()
    begun = False
    while True:
        try:
            step = playing.send(sent)
        except StopIteration as stop:
            last = stop.value
            break
        sent, begun = None, True
        if not isinstance(step, QUESTIONS):
            state = game.evolve(state, step)
            heard(Happened(step), state)
            continue
        if step.key in keys:
            raise BrokenRule(f"{command.offer_id} asks {step.key} twice")
        keys.add(step.key)
        heard(Asked(step), state)
        sent = answer(step, state)
        complaint = step.complaint(sent)
        if complaint:
            raise WrongAnswer(step, complaint)
        heard(Answered(step, sent), state)
    if isinstance(last, Refusal):
        if begun:
            raise BrokenRule(f"{command.offer_id} is refused after it had begun: {last.reason}")
        return last
    for event in last:
        state = game.evolve(state, event)
        heard(Happened(event), state)
    return state


def unfit_fields(game: Game, state: Any, table: TableState, command: Command) -> Refusal | None:
    """The refusal of a command whose fields are not those of the offer that stands under its id; None if all fit."""
    for offer in game.offers(state, table, command.seat):
        if offer.id == command.offer_id:
            return unfit(offer, command)
    return None
