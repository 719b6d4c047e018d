"""A game from a script: lines of JSON with the set-up, commands, and answers in the order in which they are needed.

    {"options": {"seats": {...}}}                             first, once
    {"seat": "ann", "do": "move", "fields": {"square": "3,1"}}
    {"answer": [2, 0]}          or {"key": "DW-17/hero's blow/knight", "answer": [2, 0]} to be sure of the question

Pure: it is given the lines. It stops at the first question that the next line does not answer, and at a refusal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.contract import Command, Game, Refusal
from companion.games.questions import Question
from companion.games.runner import WrongAnswer, run
from companion.games.transcript import Transcript
from companion.table.state import TableState

ONE_A_LINE = 'write one JSON object a line, such as {"answer": [3]}'


class ScriptFault(ValueError):
    """A line of the script is wrong; the sentence names it."""


class Unanswered(Exception):
    """The script does not answer this question."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.key)
        self.question = question


class Refused(Exception):
    """A command of the script is refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class Script:
    """Reads the lines one after another."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = _read(lines)
        self._next = next(self._lines, None)
        self.number = 0

    def take(self) -> dict[str, Any] | None:
        """The next line; None at the end."""
        if self._next is None:
            return None
        self.number, line = self._next
        self._next = next(self._lines, None)
        return line

    def answer(self, question: Question) -> Any:
        """The next line's answer to this question. Raises Unanswered, ScriptFault."""
        if self._next is None or "answer" not in self._next[1]:
            raise Unanswered(question)
        line = self.take() or {}
        key = line.get("key")
        if key is not None and key != question.key:
            raise ScriptFault(f"line {self.number} answers {key!r}, but the question is {question.key!r}")
        return line["answer"]


def play_script(game: Game, lines: Iterable[str], transcript: Transcript) -> Any:
    """The state at the end of the script. Raises ScriptFault, Unanswered, Refused; told to the transcript before."""
    script, table = Script(lines), TableState()
    first = script.take()
    if first is None or not isinstance(first.get("options"), dict):
        raise ScriptFault('the first line of a script is {"options": {...}}')
    state = game.begin(first["options"])
    transcript.begun(first["options"])
    while (line := script.take()) is not None:
        command = _command(line, script.number)
        transcript.commanded(command, state)
        try:
            outcome = run(game, state, table, command, lambda question, _: script.answer(question), transcript.heard)
        except WrongAnswer as wrong:
            raise ScriptFault(f"line {script.number}: {wrong}") from wrong
        if isinstance(outcome, Refusal):
            transcript.refused(command.seat, outcome)
            raise Refused(outcome)
        state = outcome
    return state


def _command(line: dict[str, Any], number: int) -> Command:
    seat, offer_id, fields = line.get("seat"), line.get("do"), line.get("fields", {})
    if not isinstance(seat, str) or not isinstance(offer_id, str) or not isinstance(fields, dict):
        hint = "no question is open, so it is not an answer's turn" if "answer" in line else 'write "seat" and "do"'
        raise ScriptFault(f"line {number} is no command: {hint}")
    return Command(f"line {number}", seat, offer_id, fields)


def _read(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, text in enumerate(lines, 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        try:
            line = json.loads(text)
        except ValueError as fault:
            raise ScriptFault(f"line {number} is no JSON; it begins {text[:30]!r}; {ONE_A_LINE}") from fault
        except RecursionError as fault:
            raise ScriptFault(f"line {number} has too many brackets in one another") from fault
        if not isinstance(line, dict):
            raise ScriptFault(f"line {number} is no JSON object; {ONE_A_LINE}")
        yield number, line
