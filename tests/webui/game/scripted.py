"""A script of a free table's game, and playing it: on a filmed table with phones (`filmed`), or without any camera.

A script says who begins where, what hands do, which offers are taken and what dice show. Nothing else in it is a number
that anybody would have to type: distances are the camera's, or the map's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.games.by_hand import on_map
from companion.games.contract import Command, Game
from companion.games.questions import Measure, Question
from companion.scenes.scene import Scene
from companion.scenes.stage import Cue
from companion.service.match import history as past
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match

MEASURED = ("reason", "why", "words", "facing")
"""Fields of events that may hold what was measured, in words or whole degrees."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure is moved. offer: its kind; fields: what it is taken as, where nobody sees the table. cue: what hands do.

    wrong: it cannot be, and is only astray. undone: it is taken back once; the cues that put the figure back on the
    table, and move it again.
    """

    piece: str
    cue: str
    offer: str = "move"
    fields: Mapping[str, Any] | None = None
    wrong: bool = False
    undone: tuple[str, str] | None = None

    @property
    def offer_id(self) -> str:
        """As the game has it."""
        return f"{self.offer}:{self.piece}"


class Table(Protocol):
    """Where a script is played."""

    match: Match

    def deploy(self, seat: str, name: str) -> None:
        """Put a figure where it begins."""

    def take(self, seat: str, offer_id: str, fields: Mapping[str, Any]) -> None:
        """Take an offer whose fields are words."""

    def move(self, seat: str, moved: Moved) -> None:
        """Move a figure, and have it taken."""

    def answer(self, question: Question) -> None:
        """Have the open question answered."""


@dataclass(frozen=True, slots=True)
class Script:
    """places: who begins where, mm; seats: who plays them. answer: what people answer, but for distances.

    run: plays on after the set-up. scene: the table as it is set up; cues: what hands do on it, in this order. named:
    bare figures that have names from the start; unnamed: the one that the camera asks for, or "".
    """

    game: Game
    options: Mapping[str, Any]
    places: Mapping[str, tuple[float, float]]
    seats: Mapping[str, str]
    answer: Callable[[Question], Any]
    run: Callable[[Table], None]
    scene: Callable[[], Scene]
    cues: Sequence[Cue]
    named: Sequence[str] = ()
    unnamed: str = ""

    def match(self, path: Path) -> Match:
        """The game before its set-up; all dice are rolled by hand."""
        header = Header(self.game.name, self.game.ruleset, dict(self.options), "typed")
        return Match(self.game, create_journal(path, header), wall_s=lambda: 1000.0)


def play(table: Table, script: Script) -> None:
    """All of it."""
    for name in script.places:
        table.deploy(script.seats[name], name)
    script.run(table)


class Plainly:
    """A script without camera or phones: places as touched on the map, distances as the map has them."""

    def __init__(self, path: Path, script: Script) -> None:
        self.match, self._script = script.match(path), script

    def deploy(self, seat: str, name: str) -> None:
        self.take(seat, f"deploy:{name}", {"at": list(self._script.places[name])})

    def take(self, seat: str, offer_id: str, fields: Mapping[str, Any]) -> None:
        said = self.match.command(Command(f"c{self.match.journal.last}", seat, offer_id, dict(fields)))
        assert isinstance(said, Accepted), said

    def move(self, seat: str, moved: Moved) -> None:
        if moved.wrong:
            return
        self.take(seat, moved.offer_id, moved.fields or {})
        if moved.undone:
            newest = self.match.undoable()
            assert newest is not None
            assert isinstance(self.match.undo(newest, seat), Accepted)
            self.take(seat, moved.offer_id, moved.fields or {})

    def answer(self, question: Question) -> None:
        measured = isinstance(question, Measure)
        answer = on_map(self._script.game, self.match.state, question) if measured else self._script.answer(question)  # type: ignore[arg-type]
        assert isinstance(self.match.answer(question.seat, question.key, answer), Accepted), question


def came_of(match: Match) -> list[tuple[str, ...]]:
    """All that happened, in order, as far as it may not depend on who said where a figure stands: no lengths."""
    return [(type(event).__name__, *_essence(event)) for event in events_of(match)]


def _essence(event: Any) -> list[str]:
    found = {field.name: getattr(event, field.name) for field in dataclasses.fields(event)}
    return [f"{name} {value}" for name, value in found.items() if name not in MEASURED and isinstance(value, str | int)]


def events_of(match: Match) -> list[Any]:
    """All events that stand, oldest first."""
    return [event for _, event in past.fold(match.game, match.journal.header.options, match.journal.rows()).told]


def log_of(match: Match) -> list[str]:
    """What everybody may read of the newest of it."""
    return [line for _, event in match.now.told if (line := match.game.tell(match.now.state, event, ""))]


def answers_of(match: Match) -> list[tuple[str, str, Any]]:
    """Who answered what: source, key, answer."""
    return [(row.source, row.data["key"], row.data["answer"]) for row in match.journal.rows() if row.kind == "answer"]
