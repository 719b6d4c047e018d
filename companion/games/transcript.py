"""A game as numbered lines: {n, kind, seat, rule, data}, kind one of command, question, answer, event, refusal, end.

It holds everything, secrets too: it is for checking rules, not for players. The same game gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.coding import event_to_plain, plain
from companion.games.contract import Command, End, Game, Refusal
from companion.games.questions import Question, rule_of, shown_to
from companion.games.runner import Answered, Asked, Happened, Step
from companion.table.state import TableState


class Transcript:
    """Hands each line to `write` as plain JSON values, with a sentence that everybody may read, or ""."""

    def __init__(self, game: Game, write: Callable[[dict[str, Any], str], None]) -> None:
        self._game, self._write, self._n = game, write, 0

    def begun(self, options: Mapping[str, Any]) -> None:
        """The first line: what the table agreed on."""
        data = {"event": "GameBegan", "game": self._game.name, "ruleset": self._game.ruleset, "options": plain(options)}
        self._add("event", "", next(iter(self._game.rules)), data)

    def commanded(self, command: Command, state: Any) -> None:
        """A command, in the state before it."""
        offers = self._game.offers(state, TableState(), command.seat)
        rule = next((offer.rule for offer in offers if offer.id == command.offer_id), "")
        self._add("command", command.seat, rule, {"do": command.offer_id, "fields": plain(command.fields)})

    def heard(self, step: Step, state: Any) -> None:
        """A step of it, in the state after it."""
        match step:
            case Asked(question=question):
                self.asked(question)
            case Answered(question=question, answer=answer):
                data = {"key": question.key, "answer": plain(answer)}
                self._add("answer", question.seat, rule_of(question), data)
            case Happened(event=event):
                data = event_to_plain(event)
                rule = data.pop("rule")
                self._add("event", "", rule, data, self._game.tell(state, event, ""))

    def asked(self, question: Question) -> None:
        """An open question."""
        data = plain(shown_to(question, question.seat))
        data["ask"] = data.pop("kind")
        for told_already in ("seat", "rule"):
            del data[told_already]
        self._add("question", question.seat, rule_of(question), data, f"{question.seat} is asked: {question.why}")

    def refused(self, seat: str, refusal: Refusal) -> None:
        """A refused command."""
        data = {"code": refusal.code, "reason": refusal.reason}
        self._add("refusal", seat, refusal.rule, data, f"Refused: {refusal.reason} ({refusal.rule})")

    def ended(self, end: End | None) -> None:
        """The last line; None: the game is not over."""
        data = {"reason": "the game is not over", "winner": "", "scores": {}} if end is None else plain(end)
        self._n += 1
        self._write({"n": self._n, "kind": "end", "seat": "", "rule": "", **data, "data": data}, "")

    def _add(self, kind: str, seat: str, rule: str, data: dict[str, Any], said: str = "") -> None:
        self._n += 1
        self._write({"n": self._n, "kind": kind, "seat": seat, "rule": rule, "data": data}, said)
