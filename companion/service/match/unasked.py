"""Answers that nobody is asked for now: a roll kept from an abandoned command, an order given beforehand, a cell that
the owner typed before, and rolls that software makes where the table chose so and the faces are known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.at_table import is_dice, is_order
from companion.games.dice import draw
from companion.games.questions import Question, ReadChart, Roll
from companion.service.match.talk import Talk, ordered


class Unasked:
    """pick(n): 0 to n - 1, each as likely, for software's rolls. dice: who rolls, as the journal's header says.

    printed: what the owner typed in a cell before, None for nothing. waits_for: asked of a roll that software would
    make at once: whether somebody at the table is to make it instead.
    """

    def __init__(self, pick: Callable[[int], int], dice: str) -> None:
        self.pick, self.dice = pick, dice
        self.printed: Callable[[ReadChart], Any] = lambda question: None
        self.waits_for: Callable[[Question], bool] = lambda question: False

    def answer(self, question: Question, talk: Talk, kept: dict[str, Any]) -> tuple[Any, str]:
        """The answer, None if it must be asked, and where it is from. kept: rolls by key; one that is used goes."""
        roll = kept.pop(question.key, None)
        if roll is not None and question.complaint(roll) is None:
            return roll, "kept"
        value = ordered(talk, question)
        if value is not None:
            return value, "order"
        if isinstance(question, ReadChart) and (typed := self.printed(question)) is not None:
            return (typed, "owner") if question.complaint(typed) is None else (None, "")
        if isinstance(question, Roll) and self._rolls(question):
            return draw(question, self.pick), "software"
        return None, ""

    def _rolls(self, roll: Roll) -> bool:
        """Whether software rolls at once. With the dice box it draws only what no device can: cards and coins."""
        match self.dice:
            case "software":
                return not self.waits_for(roll)
            case "box":
                return not (is_dice(roll) or is_order(roll))
        return False
