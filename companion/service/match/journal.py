"""A game on disk: an append-only SQLite file, one row for each command, question, answer and event.

What is appended in one call is one transaction with synchronous=FULL: it is on disk whole, or not at all, and it is on
disk when `append` returns. The file itself forbids changing and deleting rows. Rows are numbered from 1 without a gap.
SQLite writes ahead into FILE-wal and folds it into the file when the journal is closed: one sync for each append.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from companion.games.coding import plain
from companion.games.questions import Question

FORMAT = 1
Kind = Literal["command", "question", "answer", "event", "done", "undone", "abandoned", "fault", "talk"]
"""talk: what people settle beside the rules. done, undone, abandoned and fault close the command whose number is in
their data as "of"."""

SYNC = "PRAGMA synchronous=FULL"
AHEAD = "PRAGMA journal_mode=WAL"
ALONE = "PRAGMA locking_mode=EXCLUSIVE"
PATIENCE_S = 0.5
KEPT = "CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
SNAPSHOTS = """CREATE TABLE IF NOT EXISTS snapshots (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL,
    form INTEGER NOT NULL, data TEXT NOT NULL)"""
SCHEMA = """
BEGIN;
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE rows (
    n INTEGER PRIMARY KEY, time REAL NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL, v INTEGER NOT NULL,
    data TEXT NOT NULL);
CREATE TABLE seats (seat TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE);
CREATE TRIGGER no_change BEFORE UPDATE ON rows BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
CREATE TRIGGER no_loss BEFORE DELETE ON rows BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
"""


class JournalFault(ValueError):
    """The file is no journal, or a damaged one; the sentence says which and where."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a game began with. dice: "software", "typed" or "box".

    charts: each chart in force, "row / column" -> [value, status]; what is asked later is an answer's row.
    """

    game: str
    ruleset: int
    options: Mapping[str, Any]
    dice: str = "software"
    format: int = FORMAT
    charts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that is to be written.

    source: the seat, or "software", "kept", "default", "order", "limit", "owner", "house", "host".
    """

    source: str
    kind: Kind
    data: Mapping[str, Any]
    v: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is on disk. time_s: since the epoch."""

    n: int
    time_s: float
    source: str
    kind: str
    v: int
    data: dict[str, Any]


def asked(question: Question) -> Entry:
    """The row of a question."""
    return Entry("", "question", {"key": question.key, "kind": type(question).__name__, "seat": question.seat})


def answered(source: str, question: Question, value: Any) -> Entry:
    """The row of its answer."""
    return Entry(source, "answer", {"key": question.key, "answer": plain(value)})


class Journal:
    """Open it with `create_journal` or `open_journal`. To be used by one thread at a time."""

    def __init__(self, database: sqlite3.Connection, header: Header) -> None:
        self._database, self.header = database, header
        (last,) = database.execute("SELECT coalesce(max(n), 0) FROM rows").fetchone()
        self.last: int = last
        with database:
            database.execute(SNAPSHOTS)
        (kept_at,) = database.execute("SELECT coalesce(max(n), 0) FROM snapshots").fetchone()
        self.kept_at: int = kept_at

    def append(self, entries: Sequence[Entry], time_s: float) -> list[Row]:
        """Write the rows in one transaction; they are on disk when it returns."""
        rows = [Row(n, time_s, e.source, e.kind, e.v, dict(e.data)) for n, e in enumerate(entries, self.last + 1)]
        self.append_rows(rows)
        return rows

    def append_rows(self, rows: Sequence[Row]) -> None:
        """Write rows that have their numbers; they follow on the last one. JournalFault if they do not."""
        for expected, row in enumerate(rows, self.last + 1):
            if row.n != expected:
                raise JournalFault(f"row {expected} is missing; row {row.n} comes in its place")
        with self._database:
            self._database.executemany(
                "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)",
                [(r.n, r.time_s, r.source, r.kind, r.v, json.dumps(r.data, separators=(",", ":"))) for r in rows],
            )
        self.last += len(rows)

    def rows(self, after: int = 0) -> Iterator[Row]:
        """The rows after that one, in order. JournalFault if one is missing."""
        read = self._database.execute(
            "SELECT n, time, source, kind, v, data FROM rows WHERE n > ? ORDER BY n", (after,)
        )
        for expected, (n, time_s, source, kind, v, data) in enumerate(read, after + 1):
            if n != expected:
                raise JournalFault(f"row {expected} is missing in the journal")
            yield Row(n, time_s, source, kind, v, json.loads(data))

    def command_ids(self, until: int) -> dict[str, int]:
        """A command's id -> its row, of the rows up to that one."""
        words = "SELECT json_extract(data, '$.id'), n FROM rows WHERE kind = 'command' AND n <= ?"
        return dict(self._database.execute(words, (until,)).fetchall())

    def snapshot(self) -> tuple[int, int, str] | None:
        """After which row it was taken, its form, what it holds; None if there is none, or a row before is missing."""
        words = "SELECT n, form, data FROM snapshots WHERE n = (SELECT count(*) FROM rows WHERE rows.n <= snapshots.n)"
        found: tuple[int, int, str] | None = self._database.execute(words).fetchone()
        return found

    def keep_snapshot(self, form: int, data: str) -> None:
        """One of all rows there are, in place of the one before."""
        with self._database:
            self._database.execute("INSERT OR REPLACE INTO snapshots VALUES (1, ?, ?, ?)", (self.last, form, data))
        self.kept_at = self.last

    def tokens(self) -> dict[str, str]:
        """Seat -> its token."""
        return dict(self._database.execute("SELECT seat, token FROM seats").fetchall())

    def keep_token(self, seat: str, token: str) -> None:
        """A seat's token, in place of the one it had."""
        with self._database:
            self._database.execute("INSERT OR REPLACE INTO seats VALUES (?, ?)", (seat, token))

    def kept(self, name: str) -> Any:
        """What was kept beside the rows under this name; None: nothing."""
        self._database.execute(KEPT)
        found = self._database.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return json.loads(found[0]) if found else None

    def keep(self, name: str, value: Any) -> None:
        """Keep a plain value beside the rows, in place of what was there: what is no part of the game's history."""
        with self._database:
            self._database.execute(KEPT)
            self._database.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, json.dumps(value)))

    def close(self) -> None:
        """Let the file go."""
        self._database.close()


def create_journal(path: Path, header: Header, *, alone: bool = False) -> Journal:
    """A new file. FileExistsError if there is one of this name. alone: see `open_journal`.

    JournalFault with a sentence if it cannot be made there.
    """
    if path.exists():
        raise FileExistsError(f"{path} exists; a game is never written over")
    if not path.parent.is_dir():
        raise JournalFault(f"{path}: there is no folder {path.parent}")
    values = {
        "format": header.format,
        "game": header.game,
        "ruleset": header.ruleset,
        "options": header.options,
        "dice": header.dice,
        "charts": header.charts,
    }
    database = None
    try:
        database = _connect(path, alone)
        database.executescript(SCHEMA)
        database.executemany("INSERT INTO header VALUES (?, ?)", [(k, json.dumps(v)) for k, v in values.items()])
        database.commit()
        return Journal(database, header)
    except sqlite3.Error as fault:
        if database is not None:
            database.close()
        raise JournalFault(f"{path}: a game cannot be kept there: {fault}") from fault


def open_journal(path: Path, *, alone: bool = False) -> Journal:
    """A file that is there. alone: nobody else may open it until it is closed, or until the program ends.

    JournalFault with a sentence if it is none of ours, or if another program has it alone.
    """
    if not path.exists():
        raise JournalFault(f"{path}: there is no such game")
    database = None
    try:
        database = _connect(path, alone)
        found = {key: json.loads(value) for key, value in database.execute("SELECT key, value FROM header")}
        if found.get("format") != FORMAT:
            raise JournalFault(f"{path}: written in format {found.get('format')}; this program reads {FORMAT}")
        return Journal(database, Header(**found))
    except (sqlite3.Error, TypeError, ValueError) as fault:
        if database is not None:
            database.close()
        raise _named(path, fault) from fault


def _connect(path: Path, alone: bool) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=PATIENCE_S, check_same_thread=False)
    try:
        if alone:
            database.execute(ALONE)
        database.execute(AHEAD)
        database.execute(SYNC)
        if alone:
            database.executescript("BEGIN IMMEDIATE; COMMIT;")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _named(path: Path, fault: Exception) -> JournalFault:
    if isinstance(fault, JournalFault):
        return fault
    if path.is_dir():
        return JournalFault(f"{path} is a folder; name the game's file in it")
    if not _may_be_changed(path):
        return JournalFault(f"{path}: this user may not read and write that file; `ls -l` shows who may")
    if isinstance(fault, sqlite3.OperationalError) and "locked" in str(fault):
        return JournalFault(f"{path} is open in another program; end that one first, or join its game on a phone")
    return JournalFault(f"{path}: this is no game's journal; name another file (one that is not there is made)")


def _may_be_changed(path: Path) -> bool:
    try:
        path.open("r+b").close()
    except PermissionError:
        return False
    except OSError:
        return True
    return True
