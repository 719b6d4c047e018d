"""A journal folded: the state, the commands that can be undone, and the one that was open when the program ended.

Closed commands are folded from their events; no rule is run again for them. Only the open one is, by `match`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from companion.games.coding import command_from_plain, event_from_plain
from companion.games.contract import HOST, Command, Game
from companion.service.match.journal import Row
from companion.service.match.talk import Talk, carried_out, heard, taken_back

MOST_STATES = 100
"""So many states before a command are kept for undoing; an older one is folded from the beginning again."""


@dataclass
class Begun:
    """A command and what has been written of it. before: the state it began with, None if no longer kept."""

    n: int
    command: Command
    before: Any
    answers: dict[str, Any] = field(default_factory=dict)
    rolled: set[str] = field(default_factory=set)
    events: list[Any] = field(default_factory=list)


@dataclass
class History:
    """done: closed commands that stand, oldest first. kept: rolls of an abandoned command, by key.

    ids: command's id -> its row. told: (row, event) of all that stands. talk: what people settled beside the rules.
    """

    state: Any
    done: list[Begun] = field(default_factory=list)
    open: Begun | None = None
    kept: dict[str, Any] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    told: list[tuple[int, Any]] = field(default_factory=list)
    talk: Talk = field(default_factory=Talk)

    def push(self, begun: Begun) -> None:
        """A command is done; the state before one long ago is let go."""
        self.done.append(begun)
        if len(self.done) > MOST_STATES:
            self.done[-MOST_STATES - 1].before = None

    def trim(self) -> None:
        """Let go of the states before all but the newest commands."""
        for begun in self.done[:-MOST_STATES]:
            begun.before = None

    def forget(self, n: int) -> None:
        """What was told from row n on is no more."""
        self.told = [(at, event) for at, event in self.told if at < n]


class StateGone(Exception):
    """The state before a command is no longer kept."""


def fold(game: Game, options: Any, rows: Iterable[Row], until: int | None = None) -> History:
    """The history after the rows; until: only what stands of the commands before row `until`."""
    return fold_on(game, History(game.begin(options)), rows, until)


def fold_on(game: Game, history: History, rows: Iterable[Row], until: int | None = None) -> History:
    """The history after more rows; it is changed. StateGone if an undo goes back further than its states."""
    for row in rows:
        if until is not None and row.n >= until:
            break
        _fold_row(game, history, row)
    history.trim()
    return history


def _fold_row(game: Game, history: History, row: Row) -> None:
    begun = history.open
    match row.kind:
        case "command":
            command = command_from_plain(row.data)
            history.open = Begun(row.n, command, history.state)
            history.ids[command.id] = row.n
            if command.seat == HOST:
                history.talk = carried_out(history.talk, row.n)
        case "talk":
            history.talk = heard(history.talk, row.n, row.time_s, row.source, row.data)
        case "question" if begun and row.data["kind"] == "Roll":
            begun.rolled.add(row.data["key"])
        case "answer" if begun:
            begun.answers[row.data["key"]] = row.data["answer"]
            history.kept.pop(row.data["key"], None)
        case "event" if begun:
            event = event_from_plain(game, row.data, row.v)
            history.state = game.evolve(history.state, event)
            begun.events.append(event)
            history.told.append((row.n, event))
        case "done" if begun:
            history.done.append(begun)
            history.open = None
        case "undone":
            undo(history, int(row.data["of"]))
        case "abandoned" | "fault" if begun:
            if row.kind == "abandoned":
                history.kept.update({key: begun.answers[key] for key in begun.rolled if key in begun.answers})
            undo(history, begun.n)


def undo(history: History, of: int) -> None:
    """Take back the open command, or the newest done one. StateGone if its state is no longer kept."""
    begun = history.open if history.open and history.open.n == of else history.done.pop()
    if begun.before is None:
        raise StateGone
    if history.open is begun:
        history.open = None
    history.state = begun.before
    history.talk = taken_back(history.talk, of)
    history.forget(of)
