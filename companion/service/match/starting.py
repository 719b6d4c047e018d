"""Beginning another game in the place of the one that is served: chosen on a page, made beside it, put in its place.

    evening.game          the game that is served
    evening.game.next     the next one, made and checked whole before anything is touched
    evening-1.game        the old one afterwards: as it was, to be gone on with by its name

A game that is being played goes nowhere before somebody has said that it may. Seats of the same name keep their links,
and a table of the same size lies where it lay. If the program dies in between, what waits is put in place when it
starts again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from companion.games.contract import HOST, Refusal
from companion.games.mustering import Agreeing
from companion.games.placing import Placing
from companion.games.shelf import take
from companion.service.match.boards import OwnersBoard
from companion.service.match.book import OwnersBook, charts_in_force
from companion.service.match.journal import Header, JournalFault, create_journal, open_journal
from companion.service.match.laying import KEPT as LAID
from companion.service.match.lists import ListFault, Lists, begun, mustering_games, options_between
from companion.service.match.match import Match

WAITS, MADE = ".next", ".made"
MOST_SIDES = 8
MOST_OPTIONS = 40
Word = Annotated[str, Meta(max_length=60)]


@dataclass(frozen=True, slots=True)
class SideAsked:
    """A list that plays: kept in `file`, or the ready one of this title. player: the name of its seat, "": its own."""

    file: Word = ""
    ready: Word = ""
    player: Word = ""


@dataclass(frozen=True, slots=True)
class StartAsked:
    """options: what the table agrees on, of `games[].options`. sure: also if a game is being played now."""

    game: Word
    sides: Annotated[tuple[SideAsked, ...], Meta(max_length=MOST_SIDES)]
    options: Annotated[dict[Word, Word], Meta(max_length=MOST_OPTIONS)] = field(default_factory=dict)
    dice: Literal["software", "typed", "box"] = "software"
    sure: bool = False


class Starting:
    """path: the game's file. book: folder of what the owner typed. again: told when a game waits to be put in place.

    May be called from any thread.
    """

    def __init__(self, path: Path, book: Path, lists: Lists, match: Match, again: Callable[[], None]) -> None:
        self._path, self._book, self._lists, self._match, self._again = path, book, lists, match, again
        self._lock = threading.Lock()
        self._begun = False

    def shown(self) -> dict[str, Any]:
        """What can be begun, and what is played now."""
        kept = self._lists.shown()
        games = [
            {
                "name": one["name"],
                "title": one["title"],
                "what": one["form"]["what"],
                "options": _choices(one["name"]),
                "lists": [
                    {"file": row["file"], "title": row["title"], "player": row["player"], "flaws": row["flaws"]}
                    for row in kept["lists"]
                    if row["game"] == one["name"]
                ],
                "ready": [{"title": row["title"], "words": row["words"]} for row in one["form"]["ready"]],
            }
            for one in kept["games"]
        ]
        return {"games": games, "playing": {"title": self._match.game.title, "running": self._running}}

    def ask(self, asked: StartAsked) -> dict[str, Any] | Refusal:
        """Make the game, and have it put in place. ListFault or another ValueError with a sentence if it cannot be."""
        with self._lock:
            if self._begun:
                return Refusal("busy", "A game is being begun already; look again.", "")
            header = self._header(asked)
            if self._running and not asked.sure:
                return Refusal("running", f"{self._match.game.title} is being played here. {self._kept_words()}", "")
            make_waiting(self._path, header)
            self._begun = True
        self._again()
        game = take(header.game)
        return {"kept": kept_path(self._path).name, "seats": list(game.seats(game.begin(header.options)))}

    @property
    def _running(self) -> bool:
        now = self._match.now
        return self._match.journal.last > 0 and self._match.game.end(now.state) is None

    def _kept_words(self) -> str:
        return f"It is kept as it is in {kept_path(self._path).name}, and can be gone on with by that name."

    def _header(self, asked: StartAsked) -> Header:
        if asked.game not in mustering_games():
            raise ListFault(f"{asked.game[:40]!r} cannot be begun here; these can: {', '.join(mustering_games())}.")
        drafts = [{**self._draft(asked.game, one), "player": one.player.strip()} for one in asked.sides]
        options = options_between(asked.game, drafts, asked.options)
        begun(asked.game, options)
        return header_of(asked.game, options, asked.dice, self._path.parent, self._book)

    def _draft(self, game: str, side: SideAsked) -> Mapping[str, Any]:
        if side.file:
            kept = self._lists.ask_draft(side.file)
            if kept.game != game:
                raise ListFault(f"{side.file[:40]} is a list for {kept.game}, not for {game}.")
            return kept.draft
        return self._lists.ready(game, side.ready)


def header_of(name: str, options: Mapping[str, Any], dice: str, beside: Path, book: Path) -> Header:
    """Of a new game. beside: the folder of its file, where the owner's board is. ValueError with a sentence."""
    game = take(name)
    used = OwnersBook(book, game).in_force(OwnersBoard(beside).in_force(options))
    if HOST in game.seats(game.begin(used)):
        raise ValueError(f"no seat can be called {HOST!r}; it is what the journal calls the host")
    return Header(game.name, game.ruleset, used, dice, charts=charts_in_force(game, used))


def make_waiting(path: Path, header: Header) -> None:
    """A new game beside `path`; it has its name there only once it is whole."""
    made = path.with_name(path.name + MADE)
    for one in (made, *_ahead(made)):
        one.unlink(missing_ok=True)
    create_journal(made, header, alone=True).close()
    made.replace(_waiting(path))


def take_over(path: Path) -> Path | None:
    """Put the game that waits in the place of the one at `path`, which nobody has open; where the old one is now.

    None: none waited. JournalFault or OSError if it cannot be; then both are where they were, or the old one is kept.
    """
    waiting = _waiting(path)
    if not waiting.exists():
        return None
    _hand_over(path, waiting)
    kept = kept_path(path)
    for one in (path, waiting):
        _let_go_ahead(one)
    path.rename(kept)
    waiting.rename(path)
    return kept


def recover(path: Path) -> None:
    """If the program died before a game was put in place, it is now. JournalFault if the old one cannot be read."""
    if path.exists():
        take_over(path)
    elif _waiting(path).exists():
        open_journal(_waiting(path), alone=True).close()
        for one in _ahead(path):
            one.unlink(missing_ok=True)
        _waiting(path).rename(path)


def kept_path(path: Path) -> Path:
    """Where the game at `path` will be kept: the first name that is free."""
    n = 1
    while (kept := path.with_name(f"{path.stem}-{n}{path.suffix}")).exists():
        n += 1
    return kept


def _hand_over(path: Path, waiting: Path) -> None:
    """Links of seats of the same name, and where the table lies if it is as large."""
    with closing(open_journal(path, alone=True)) as old, closing(open_journal(waiting, alone=True)) as new:
        game = take(new.header.game)
        seats = game.seats(game.begin(new.header.options))
        try:
            for seat, token in old.tokens().items():
                if seat in seats:
                    new.keep_token(seat, token)
            if (laid := old.kept(LAID)) and _size(old.header) == _size(new.header):
                new.keep(LAID, laid)
        except sqlite3.Error as fault:
            raise JournalFault(f"{waiting}: the links cannot be kept there: {fault}") from fault


def _size(header: Header) -> tuple[float, float] | None:
    """Of a free table's game, mm."""
    game = take(header.game)
    layout = game.layout(game.begin(header.options)) if isinstance(game, Placing) else None
    return (layout.width_mm, layout.height_mm) if layout else None


def _choices(name: str) -> list[dict[str, Any]]:
    game = take(name)
    choices = game.choices if isinstance(game, Agreeing) else {}
    return [{"name": word, "values": [list(one) for one in values.items()]} for word, values in choices.items()]


def _waiting(path: Path) -> Path:
    return path.with_name(path.name + WAITS)


def _let_go_ahead(path: Path) -> None:
    """Of a journal that was closed: by a new name it would lose what is not yet in the file, and another game at the
    old name would be given it. JournalFault if there is such."""
    for one in _ahead(path):
        if one.exists() and one.stat().st_size and one.name.endswith("-wal"):
            raise JournalFault(f"{path}: not all of it could be written; is the disk full? The rest is in {one.name}")
        one.unlink(missing_ok=True)


def _ahead(path: Path) -> tuple[Path, ...]:
    """What SQLite may leave beside a file."""
    return tuple(path.with_name(path.name + end) for end in ("-wal", "-shm"))
