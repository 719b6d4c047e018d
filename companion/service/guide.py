"""What people say of figures, done: checked here, told to the watcher, and shown at once.

Names are cleaned before vision hears them. A sentence of vision's why something cannot be done comes back as a fault.
Vision is told on its own thread, and the rest is done in the service's one order; neither waits for the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.service.device_models import Done
from companion.service.figure_models import (
    AskAnswer,
    FigureCommand,
    LeaveIt,
    NameFigure,
    PutBack,
    TakeOff,
    TurnAsked,
    clean_name,
)
from companion.service.figures import Figures
from companion.service.inbox import InboxFull
from companion.service.looker import Guided, Looker, NotHeard
from companion.service.models import Fault

NOT_OPEN = Fault("not_open", "This question is not open any more.", "id")


class Guide:
    """From any thread but the loop's and vision's, because it waits for both. run: has something done in the loop."""

    def __init__(self, looker: Looker, figures: Figures, run: Callable[[Callable[[], Any]], Any]) -> None:
        self._looker, self._figures, self._run = looker, figures, run

    def figure(self, figure_id: str, command: FigureCommand) -> Done | Fault:
        """Faults: unknown_figure, bad_command, not_open (it is not nudged), not_possible, busy."""
        return _heard(lambda: self._figure(figure_id, command))

    def answer(self, ask_id: str, answer: AskAnswer, side: str | None) -> Done | Fault:
        """Faults: not_open, bad_command (no such option), not_possible, busy."""
        return _heard(lambda: self._answer(ask_id, answer, side))

    def turn(self, asked: TurnAsked) -> Done | Fault:
        """Faults: game_on, bad_command, busy."""
        return _heard(lambda: self._turn(asked))

    def _figure(self, figure_id: str, command: FigureCommand) -> Done | Fault:
        if not self._figures.knows(figure_id):
            shown = clean_name(figure_id)
            return Fault("unknown_figure", f"There is no figure {shown!r} on the table.", shown)
        match command:
            case NameFigure(name=name):
                cleaned = clean_name(name)
                if not cleaned:
                    return Fault("bad_command", "The name is empty; write letters.", "name")
                return self._told(lambda guided: guided.rename(figure_id, cleaned))
            case TakeOff():
                return self._told(lambda guided: guided.take_off(figure_id))
            case PutBack():
                return self._told(lambda guided: guided.put_back(figure_id))
            case LeaveIt():
                if self._run(lambda: self._figures.leave(figure_id)):
                    return Done()
                return Fault("not_open", "Nobody asks who moved this figure.", "figure")

    def _answer(self, ask_id: str, answer: AskAnswer, side: str | None) -> Done | Fault:
        ask = self._figures.ask(ask_id, side)
        if ask is None:
            return NOT_OPEN
        if all(option.id != answer.option for option in ask.options):
            ids = ", ".join(option.id for option in ask.options)
            return Fault("bad_command", f"This question has no such answer; its answers are {ids}.", "option")
        said = self._told(lambda guided: guided.answer(ask_id, answer.option))
        if isinstance(said, Done):
            self._run(lambda: self._figures.answered(ask_id))
        return said

    def _turn(self, asked: TurnAsked) -> Done | Fault:
        if self._figures.game_on:
            return Fault("game_on", "A game is played at this table: it says whose turn it is.")
        if asked.next:
            self._run(self._figures.next_turn)
            return Done()
        words = [clean_name(word) for word in asked.of]
        if not all(words):
            return Fault("bad_command", "Whose turn? One of the words is empty.", "of")
        self._run(lambda: self._figures.set_turn(words, by="phone"))
        return Done()

    def _told(self, words: Callable[[Guided], str | None]) -> Done | Fault:
        refused = self._looker.tell(words)
        return Done() if refused is None else Fault("not_possible", refused)


def _heard(what: Callable[[], Done | Fault]) -> Done | Fault:
    try:
        return what()
    except NotHeard as fault:
        return Fault(fault.code, str(fault))
    except InboxFull as full:
        return Fault("busy", str(full))
