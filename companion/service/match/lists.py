"""Unit lists in a folder: one JSON file each, named after the list's title, written by anybody at the table.

    lists/the-ravens.json     {"version": 1, "game": "...", "saved_s": ..., "draft": {...}}

A list is kept as it was typed, with its flaws, so that half a list is not lost. Whoever saves or deletes says which
writing of the file he has seen (`seen`, "" for none); if somebody else has written since, it is refused and nothing is
lost. Games are those of the shelf that have lists; what comes of a draft is always the game's own answer. A file that
cannot be read is told and left alone. May be called from any thread.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from calibration.refusals import unreadable
from companion.games.coding import plain
from companion.games.contract import Game
from companion.games.mustering import Draft, Mustering, slug, text_of
from companion.games.shelf import GAMES, take
from companion.service.saved import replace_file

FOLDER = "lists"
VERSION = 1
MOST_BYTES = 100_000
MOST_LISTS = 200


class ListFault(ValueError):
    """A list that cannot be read, saved or used, in a sentence."""


class Kept(msgspec.Struct, frozen=True):
    """A file. saved_s: seconds since the epoch."""

    game: Annotated[str, Meta(max_length=40)]
    draft: dict[str, Any]
    saved_s: float = 0.0
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class ListAsked:
    """do: check (what comes of `draft`), save it, open or delete `file`, start (a game between `files`).

    seen: the writing of the file that the page shows, "" for a new one.
    """

    do: Literal["check", "save", "open", "delete", "start"]
    game: str = ""
    draft: dict[str, Any] = field(default_factory=dict)
    file: str = ""
    seen: str = ""
    files: list[str] = field(default_factory=list)


class Lists:
    """folder: where the files are, or will be. playing: the game on the table, "" if there is none."""

    def __init__(self, folder: Path, playing: str = "", clock_s: Callable[[], float] = time.time) -> None:
        self.folder, self.playing, self._clock_s = folder, playing, clock_s
        self._lock = threading.Lock()

    def shown(self) -> dict[str, Any]:
        """The games that have lists, with their forms, and the lists there are; the game on the table first."""
        names = sorted(mustering_games(), key=lambda name: (name != self.playing, name))
        games = [
            {"name": name, "title": take(name).title, "form": plain(muster_of(name).muster_form())} for name in names
        ]
        lists, faults = [], []
        for path in self._paths():
            try:
                kept, seen = self._read(path)
                sheet = muster_of(kept.game).muster(kept.draft)
            except ListFault as fault:
                faults.append(str(fault))
                continue
            about = {
                "title": sheet.title,
                "player": sheet.player,
                "totals": plain(sheet.totals),
                "flaws": len(sheet.flaws),
            }
            lists.append({"file": path.stem, "game": kept.game, "saved_s": kept.saved_s, "seen": seen, **about})
        return {"games": games, "lists": lists, "faults": faults, "folder": self.folder.name, "playing": self.playing}

    def ask(self, asked: ListAsked) -> dict[str, Any]:
        """Do what the page asks. ListFault."""
        match asked.do:
            case "check":
                return {"sheet": plain(muster_of(asked.game).muster(asked.draft))}
            case "open":
                kept, seen = self._read(self._path(asked.file))
                sheet = plain(muster_of(kept.game).muster(kept.draft))
                return {"file": asked.file, "game": kept.game, "draft": kept.draft, "seen": seen, "sheet": sheet}
            case "save":
                return self._save(asked)
            case "delete":
                return self._delete(asked)
            case "start":
                return self._start(asked.files)

    def ask_draft(self, file: str) -> Kept:
        """What is kept under this name. ListFault."""
        return self._read(self._path(file))[0]

    def ready(self, game: str, title: str) -> Draft:
        """The draft of a ready list. ListFault."""
        for one in muster_of(game).muster_form().ready:
            if one.title == title:
                return one.draft
        raise ListFault(f"There is no ready list {title[:40]!r} for {game}.")

    def _save(self, asked: ListAsked) -> dict[str, Any]:
        muster_of(asked.game)
        name = slug(text_of(asked.draft, "title"))
        if not name:
            raise ListFault("A list is kept under its name; give it one with letters from a to z or digits.")
        data = msgspec.json.format(msgspec.json.encode(Kept(asked.game, asked.draft, round(self._clock_s(), 1))))
        if len(data) > MOST_BYTES:
            raise ListFault(f"The list is too large to keep; the most is {MOST_BYTES} bytes.")
        path = self._path(name)
        with self._lock:
            if path.exists():
                self._is_seen(path, asked.seen, "There is such a list already, or it was saved on another phone since")
            elif len(self._paths()) >= MOST_LISTS:
                raise ListFault(f"There are {MOST_LISTS} lists; delete one first.")
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                replace_file(path, data)
            except OSError as error:
                raise ListFault(f"The list cannot be kept: {error.strerror or error}.") from error
        return {"file": name, "seen": _digest(data)}

    def _delete(self, asked: ListAsked) -> dict[str, Any]:
        path = self._path(asked.file)
        with self._lock:
            if path.exists():
                self._is_seen(path, asked.seen, "It was saved on another phone since")
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise ListFault(f"The list cannot be deleted: {error.strerror or error}.") from error
        return {"file": asked.file}

    def _start(self, files: Sequence[str]) -> dict[str, Any]:
        """How a game between these lists is begun, after a look whether it can be."""
        paths = [self._path(name) for name in files]
        name, options = started(paths)
        seats = take(name).seats(begun(name, options))
        words = " ".join(f"--list {self.folder.name}/{path.name}" for path in paths)
        return {"game": name, "seats": list(seats), "command": f"companion host evening.game --game {name} {words}"}

    def _is_seen(self, path: Path, seen: str, words: str) -> None:
        if _digest(_bytes(path)) != seen:
            raise ListFault(f'"{path.stem}": {words}. Open it again, or give yours another name.')

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("*.json"))[:MOST_LISTS]

    def _path(self, name: str) -> Path:
        if not name or slug(name) != name:
            raise ListFault(f"{name[:40]!r} is no name of a list.")
        return self.folder / f"{name}.json"

    def _read(self, path: Path) -> tuple[Kept, str]:
        data = _bytes(path)
        return read_list(path, data), _digest(data)


def mustering_games() -> tuple[str, ...]:
    """The games of the shelf that have lists."""
    return tuple(name for name in GAMES if isinstance(take(name), Mustering))


def muster_of(name: str) -> Mustering:
    """The game as one that has lists. ListFault if it is none."""
    game: Game | None = take(name) if name in GAMES else None
    if not isinstance(game, Mustering):
        raise ListFault(f"{name[:40]!r} is no game with lists; these are: {', '.join(mustering_games())}.")
    return game


def read_list(path: Path, data: bytes | None = None) -> Kept:
    """The list in a file. ListFault with a sentence that names it."""
    try:
        kept = msgspec.json.decode(_bytes(path) if data is None else data, type=Kept)
    except msgspec.DecodeError as error:
        raise ListFault(
            f"{path.name} is no list as the companion saves it; it is left alone. Name another file."
        ) from error
    if kept.version > VERSION:
        raise ListFault(f"{path.name} was saved by a newer companion; it is left alone.")
    return kept


def started(
    paths: Sequence[Path], game: str = "", options: Mapping[str, Any] | None = None
) -> tuple[str, dict[str, Any]]:
    """The game of these lists and its options; those given are kept, and seats and other tables of both are joined.

    game: which it must be, "" for whichever it is. ListFault.
    """
    lists = [(path, read_list(path)) for path in paths]
    if not lists:
        raise ListFault("No list is chosen.")
    name = game or lists[0][1].game
    for path, kept in lists:
        if kept.game != name:
            raise ListFault(f"{path.name} is a list for {kept.game}, not for {name}.")
    return name, options_between(name, [kept.draft for _, kept in lists], options)


def options_between(
    name: str, drafts: Sequence[Mapping[str, Any]], options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The options of a game between these drafts, joined to those given. ListFault."""
    if not drafts:
        raise ListFault("No list is chosen.")
    try:
        theirs = muster_of(name).options_of(list(drafts))
    except ListFault:
        raise
    except ValueError as fault:
        raise ListFault(f"The lists do not go together: {fault}") from fault
    joined = dict(options or {})
    for word, value in theirs.items():
        joined[word] = _joined(word, joined.get(word), value)
    return joined


def _joined(word: str, mine: Any, theirs: Any) -> Any:
    """Two options of the same name; a seat that both name plays what both say."""
    if not isinstance(mine, Mapping) or not isinstance(theirs, Mapping):
        return theirs
    joined = {**mine, **theirs}
    if word == "seats":
        for seat in mine.keys() & theirs.keys():
            joined[seat] = [*_several(mine[seat]), *_several(theirs[seat])]
    return joined


def _several(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def begun(name: str, options: Mapping[str, Any]) -> Any:
    """The state that a game with these options begins with. ListFault."""
    try:
        return take(name).begin(options)
    except ValueError as fault:
        raise ListFault(f"No game can be begun with these: {fault}") from fault


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ListFault(f"{path.name} {unreadable(error)}.") from error
    if len(data) > MOST_BYTES:
        raise ListFault(f"{path.name} is larger than any list; it is left alone.")
    return data


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
