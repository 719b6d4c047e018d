"""A command on its way: from question to question, until one is open that somebody must answer, or it is done."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.coding import event_to_plain
from companion.games.contract import Game, Play, Refusal
from companion.games.lifting import version_of
from companion.games.questions import Question
from companion.games.runner import QUESTIONS
from companion.service.match.history import Begun
from companion.service.match.journal import Entry, answered, asked

MOST_NUMBER = 0x3FFFFFFF
"""Devices keep a question's number in a small integer."""


@dataclass
class Running:
    """A command with an open question. asked_s: when it was opened, s since the epoch."""

    begun: Begun
    playing: Play
    question: Question
    asked_s: float

    @property
    def number(self) -> int:
        """A number for the open question, from 1, the same when the file is opened again."""
        text = f"{self.begun.command.id} {self.begun.n} {self.question.key}"
        return zlib.crc32(text.encode()) % MOST_NUMBER + 1


@dataclass(frozen=True, slots=True)
class Reached:
    """state: after it. question: the one that is open now; with neither this nor a refusal the command is done."""

    state: Any
    question: Question | None = None
    refusal: Refusal | None = None


def run_on(
    game: Game,
    state: Any,
    begun: Begun,
    playing: Play,
    sent: Any,
    unasked: Callable[[Question], tuple[Any, str]],
    entries: list[Entry],
) -> Reached:
    """Run on from an answer, None at the beginning. unasked(question): an answer and where it is from, or None.

    entries: what is to be written is added to them, and to `begun`. Whatever a rule raises goes through.
    """

    def happened(event: Any) -> None:
        nonlocal state
        state = game.evolve(state, event)
        begun.events.append(event)
        entries.append(Entry("", "event", event_to_plain(event), version_of(game, type(event).__name__)))

    while True:
        try:
            step: Any = playing.send(sent)
        except StopIteration as stop:
            last = stop.value
            break
        sent = None
        if not isinstance(step, QUESTIONS):
            happened(step)
            continue
        entries.append(asked(step))
        sent, source = unasked(step)
        if sent is None:
            return Reached(state, step)
        entries.append(answered(source, step, sent))
        begun.answers[step.key] = sent
    if isinstance(last, Refusal):
        return Reached(state, refusal=last)
    for event in last:
        happened(event)
    entries.append(Entry("", "done", {"of": begun.n}))
    return Reached(state)
