"""A long game opened from a snapshot: the history after some row, kept beside the rows, and the rows since then folded.

A snapshot is only ever a shortcut. It is taken when no question is open, it is not exported, and where it does not fit
(another form of the state, or an undo that goes back before it) the whole journal is folded as if there were none. Its
form is that of the game's ruleset and of its state: whoever changes what an event means must raise the ruleset.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from companion.games.coding import event_from_plain, event_to_plain, plain, read, state_from_plain
from companion.games.contract import Command, Game
from companion.service.match.history import Begun, History, StateGone, fold, fold_on
from companion.service.match.journal import Journal
from companion.service.match.talk import Talk

EVERY_ROWS = 500
FORMAT = 1
TOLD = 200
"""Events that are kept for the log; older ones are shown nowhere."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """done: (row, seat, whether something was asked) of each command that stands, oldest first. told: (row, event)."""

    state: Any
    done: list[tuple[int, str, bool]]
    kept: dict[str, Any]
    told: list[tuple[int, dict[str, Any]]]
    talk: Talk


def opened(game: Game, journal: Journal) -> History:
    """The journal's history; from its snapshot if it has one that fits."""
    found = journal.snapshot()
    if found is not None:
        n, form, text = found
        try:
            if form == form_of(game):
                return fold_on(game, _history(game, journal, n, text), journal.rows(after=n))
        except (ValueError, StateGone):
            pass  # the whole journal is folded below: nothing is lost but time
    return fold(game, journal.header.options, journal.rows())


def keep_if_due(game: Game, journal: Journal, history: History) -> None:
    """Keep one, if none has been kept for long and nothing is open."""
    if history.open is None and journal.last - journal.kept_at >= EVERY_ROWS:
        keep(game, journal, history)


def keep(game: Game, journal: Journal, history: History) -> None:
    """Keep one now, in place of the one before."""
    snapshot = Snapshot(
        plain(history.state),
        [(begun.n, begun.command.seat, bool(begun.answers)) for begun in history.done],
        history.kept,
        [(n, event_to_plain(event)) for n, event in history.told[-TOLD:]],
        history.talk,
    )
    journal.keep_snapshot(form_of(game), msgspec.json.encode(snapshot).decode())


def form_of(game: Game) -> int:
    """Another number whenever the state looks otherwise, or the rules do."""
    return _form(game.name, game.ruleset, game.state_type)


@cache
def _form(name: str, ruleset: int, state_type: type) -> int:
    schema = json.dumps(msgspec.json.schema(state_type), sort_keys=True)
    return zlib.crc32(f"{FORMAT} {name} {ruleset} {schema}".encode())


def _history(game: Game, journal: Journal, n: int, text: str) -> History:
    snapshot: Snapshot = read(json.loads(text), Snapshot)
    return History(
        state_from_plain(game, snapshot.state),
        done=[Begun(at, Command("", seat, ""), None, {"": True} if asked else {}) for at, seat, asked in snapshot.done],
        kept=snapshot.kept,
        ids=journal.command_ids(n),
        told=[(at, event_from_plain(game, event)) for at, event in snapshot.told],
        talk=snapshot.talk,
    )
