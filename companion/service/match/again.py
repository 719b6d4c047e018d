"""A command that was open when the program ended, run again: the same rule, fed with what was answered then.

It fits only if the rule still asks and does, step by step, what is written; the code may have changed meanwhile.
"""

from __future__ import annotations

import logging
from typing import Any

from companion.games.coding import plain
from companion.games.contract import Game, Play
from companion.games.questions import Question
from companion.games.runner import QUESTIONS
from companion.service.match.history import Begun
from companion.table.state import TableState

log = logging.getLogger(__name__)


def run_again(game: Game, table: TableState, begun: Begun) -> tuple[Play, Question] | None:
    """The rule, waiting at the question that was open; None if it asks or does something else than what is written."""
    playing = game.play(begun.before, table, begun.command)
    answers, events, sent = dict(begun.answers), list(begun.events), None
    while True:
        try:
            step: Any = playing.send(sent)
        except StopIteration:
            return None
        except Exception:
            log.exception("A rule failed in %s, when it was run again", begun.command.offer_id)
            return None
        sent = None
        if isinstance(step, QUESTIONS) and step.key in answers:
            sent = answers.pop(step.key)
            if step.complaint(sent):
                return None
        elif isinstance(step, QUESTIONS):
            return None if answers or events else (playing, step)
        elif not events or plain(events.pop(0)) != plain(step):
            return None
