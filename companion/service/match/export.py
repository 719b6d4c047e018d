"""A game as JSON lines, to be kept, sent, and read back: a header, then the journal's rows.

While a game is played its export is sealed: it holds everybody's secrets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.games.shelf import take
from companion.service.match.history import fold
from companion.service.match.journal import FORMAT, Header, Journal, JournalFault, Row, create_journal

AS_EXPORTED = "import a file as the program exported it"


def export_lines(journal: Journal) -> Iterator[str]:
    """Header and rows, one JSON object a line, without line ends. JournalFault while the game is not over."""
    header = journal.header
    game = take(header.game)
    if game.end(fold(game, header.options, journal.rows()).state) is None:
        raise JournalFault("the game is not over; until then its export would tell everybody's secrets")
    first = {"format": header.format, "game": header.game, "ruleset": header.ruleset, "options": header.options}
    yield _line({**first, "dice": header.dice, "charts": header.charts})
    for row in journal.rows():
        yield _line(
            {"n": row.n, "time": row.time_s, "source": row.source, "kind": row.kind, "v": row.v, "data": row.data}
        )


def import_lines(lines: Iterable[str], path: Path, *, alone: bool = False) -> Journal:
    """A new journal at `path` from exported lines. JournalFault with the line's number if they are not whole.

    FileExistsError if there is a file. alone: as in `open_journal`.
    """
    if path.exists():
        raise FileExistsError(f"{path} exists; a game is never written over")
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, ""))
    header = _header(_object(first, 1))
    rows = [_row(_object(text, number), number) for number, text in numbered if text.strip()]
    for expected, row in enumerate(rows, 1):
        if row.n != expected:
            raise JournalFault(f"row {expected} is missing; row {row.n} comes in its place")
    game = take(header.game)
    try:
        fold(game, header.options, rows)
    except (ValueError, KeyError, IndexError) as fault:
        raise JournalFault(f"the rows do not make a game of {game.title}: {fault}") from fault
    journal = create_journal(path, header, alone=alone)
    journal.append_rows(rows)
    return journal


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _object(text: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as fault:
        words = f"it begins {text[:30]!r}" if text else "it is empty"
        raise JournalFault(f"line {number} is no JSON, {words}; {AS_EXPORTED}") from fault
    if not isinstance(value, dict):
        raise JournalFault(f"line {number} is no JSON object; {AS_EXPORTED}")
    return value


def _header(data: dict[str, Any]) -> Header:
    if data.get("format") != FORMAT:
        raise JournalFault(f"line 1: format {data.get('format')!r}; this program reads {FORMAT}")
    match data:
        case {
            "game": str(game),
            "ruleset": int(ruleset),
            "options": dict(options),
            "dice": "software" | "typed" | "box" as dice,
        }:
            charts = data.get("charts", {})
            return Header(game, ruleset, options, dice, charts=charts if isinstance(charts, dict) else {})
    raise JournalFault("line 1 is no header of a game: game, ruleset, options and dice are needed")


def _row(data: dict[str, Any], number: int) -> Row:
    match data:
        case {
            "n": int(n),
            "time": int() | float() as time_s,
            "source": str(source),
            "kind": str(kind),
            "v": int(v),
            "data": dict(inner),
        }:
            return Row(n, float(time_s), source, kind, v, inner)
    raise JournalFault(f"line {number} is no row: n, time, source, kind, v and data are needed")
