"""A side's character sheets as a unit list: who they are is printed, what earlier games left of them is written in.

Rows are the characters of one side, no more and no fewer; their records are what `records` of a game says (FL-2, FL-5).
A figure that follows from a line which the text has lost is marked, as its chart has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.charts import Cell
from companion.games.flintloque.experience import DEAD, LEVELS, Record, games_needed, learnt, printed_record
from companion.games.flintloque.printed import BANDS, CHARTS, NAMES, RATES, SIDES, about, stat
from companion.games.flintloque.steps import title
from companion.games.mustering import (
    Blank,
    Draft,
    Flaw,
    Form,
    Ready,
    Reference,
    Row,
    Sheet,
    players_of,
    rows_of,
    text_of,
    usual_flaws,
)

MOST_GAMES = 5
"""Six make a Veteran."""
INFERRED = "*"
"""After a figure that the text does not print."""
EXPERIENCE = ("melee", "morale", "firing")

HEAD = (Blank("side", "Side", "fixed"),)
EACH = (
    Blank("name", "Its name on the table", "fixed"),
    Blank("level", "Experience", "one", tuple((level, level) for level in (*LEVELS, DEAD))),
    Blank("games", "Games survived at this level", "number", high=MOST_GAMES, words="Without routing (FL-2)."),
    Blank("wounds", "Wounds still missing", "number", high=6, words="One heals between two games (FL-5)."),
)


def _people(side: str) -> tuple[str, ...]:
    return tuple(name for name in NAMES if about(name, "side") == side)


def _begin(side: str) -> Draft:
    rows = [{"name": name, "level": about(name, "level"), "games": 0, "wounds": 0} for name in _people(side)]
    return {"title": f"The {side.capitalize()}", "player": "", "side": side, "rows": rows}


FORM = Form(
    "side",
    "character",
    HEAD,
    EACH,
    open=False,
    ready=tuple(Ready(f"The {side.capitalize()}", "As their sheets have them.", _begin(side)) for side in SIDES),
    words="Who belongs to a side is printed. Write in what earlier games taught them and what they have not got over.",
)


def muster(draft: Draft) -> Sheet:
    """What comes of a draft."""
    records, flaws = _read(draft)
    usual = usual_flaws(draft, FORM)
    shown = tuple(_row(at, name, record) for at, (name, record) in records.items())
    side = draft.get("side")
    people = _people(side) if isinstance(side, str) else ()
    totals = (("characters", str(len(shown))), ("wounds missing", str(sum(one.wounds for _, one in records.values()))))
    marked = any(INFERRED in figure for row in shown for _, figure in row.figures)
    notes = (
        [f"{INFERRED} the text has lost this line; it is taken as those of their comrades (FL-36, FL-37)."]
        if marked
        else []
    )
    if "veteran" in {one.level for _, one in records.values()}:
        notes.append("A Veteran counts as Experienced: his rules are not in the pack (FL-2).")
    name = text_of(draft, "title") or "A side"
    return Sheet(name, text_of(draft, "player"), shown, totals, (*usual, *flaws), tuple(notes), _references(people))


def options_of(drafts: Sequence[Draft]) -> dict[str, Any]:
    """Seats and records of a game. ValueError with a sentence."""
    sides: list[str] = []
    said: dict[str, Any] = {}
    for draft in drafts:
        flaws = muster(draft).flaws
        if flaws:
            raise ValueError(f"{text_of(draft, 'title') or 'a list without a name'}: {flaws[0].words}")
        if draft["side"] in sides:
            raise ValueError(f"two lists are of the {draft['side']}; a game has each side once")
        sides.append(draft["side"])
        records, _ = _read(draft)
        for name, record in records.values():
            if record != printed_record(name):
                said[name] = {"level": record.level, "games": record.games, "wounds": record.wounds}
    return {"seats": players_of(drafts, sides), **({"records": said} if said else {})}


def _read(draft: Draft) -> tuple[dict[int, tuple[str, Record]], list[Flaw]]:
    """Row -> who it is of, and his record."""
    side = draft.get("side")
    if not isinstance(side, str) or side not in SIDES:
        return {}, [Flaw(("side",), f"{str(side)[:40]!r} is no side; they are {', '.join(SIDES)}.")]
    missing, records, flaws = list(_people(side)), {}, []
    for at, row in enumerate(rows_of(draft)):
        name = row.get("name")
        if not isinstance(name, str) or name not in missing:
            flaws.append(Flaw(("rows", at, "name"), f"{str(name)[:40]!r} is nobody of the {side}, or is there twice."))
            continue
        record, wrong = _record(name, row)
        flaws += [Flaw(("rows", at, field), words) for field, words in wrong]
        records[at] = (name, record)
        missing.remove(name)
    if records and not missing and all(record.level == DEAD for _, record in records.values()):
        flaws.append(Flaw(("rows",), f"Nobody of the {side} is left alive."))
    if missing:
        lacking = ", ".join(map(title, missing))
        flaws.append(Flaw(("rows",), f"The {side} lack {lacking}; begin with the printed side again."))
    return records, flaws


def _record(name: str, row: Mapping[str, Any]) -> tuple[Record, list[tuple[str, str]]]:
    wrong: list[tuple[str, str]] = []
    who, level = title(name), row.get("level")
    if level == DEAD:
        return Record(DEAD), wrong
    if not isinstance(level, str) or level not in LEVELS:
        wrong.append(
            ("level", f"{who}: {str(level)[:40]!r} is no experience; it is one of {', '.join((*LEVELS, DEAD))}.")
        )
        level = about(name, "level")
    if LEVELS.index(level) < LEVELS.index(about(name, "level")):
        wrong.append(("level", f"{who} is {about(name, 'level')} in print; nobody forgets what he has learnt."))
    needed = games_needed(level)
    most = (needed or 1) - 1
    games, wounds = _count(row.get("games")), _count(row.get("wounds"))
    if games is None or games > most:
        wrong.append(("games", f"{who}: 0 to {most} games at {level}; with one more he is at the next level (FL-2)."))
    if wounds is None or wounds >= stat(name, "wounds"):
        wrong.append(("wounds", f"{who} has {stat(name, 'wounds')} wounds; whoever lives lacks fewer than that."))
    return Record(level, min(games or 0, most), min(wounds or 0, stat(name, "wounds") - 1)), wrong


def _count(value: object) -> int | None:
    if value is None:
        return 0
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _row(at: int, name: str, record: Record) -> Row:
    figures = [("Experience", _marked(record.level, CHARTS["people"].cell(name, "level"), record.level))]
    figures.append(("Unit", _marked(about(name, "status"), CHARTS["people"].cell(name, "status"), "")))
    for what in CHARTS["roster"].columns:
        cell = CHARTS["roster"].cell(name, what)
        taught = what in EXPERIENCE and isinstance(cell.value, int)
        level = about(name, "level") if record.level == DEAD else record.level
        said = f"{learnt(name, what, level):+d}" if taught else str(cell.value)
        figures.append((what.capitalize(), _marked(said, cell, "")))
    arms = about(name, "arms")
    lines = [f"{about(name, 'race').capitalize()}, {about(name, 'rank')}, {'no firearm' if arms == 'none' else arms}"]
    if record.games:
        needed = games_needed(record.level)
        lines.append(f"{record.games} of {needed} games to the next level")
    if record.level == DEAD:
        return Row(at, title(name), tuple(figures), (), (*lines, "dead: in no later game"))
    return Row(at, title(name), tuple(figures), (("wounds", stat(name, "wounds") - record.wounds),), tuple(lines))


def _marked(said: str, cell: Cell, same: str) -> str:
    printed = same in ("", cell.value)
    return f"{said}{INFERRED}" if cell.status == "inferred" and printed else said


def _references(people: Sequence[str]) -> tuple[Reference, ...]:
    races = sorted({about(name, "race") for name in people})
    arms = sorted({about(name, "arms") for name in people} - {"none"})
    rates = tuple((race, *(str(CHARTS["rates"].cell(race, rate).value) for rate in RATES)) for race in races)
    fire = tuple((arm, *(str(CHARTS["firearms"].cell(arm, band).value) for band in BANDS)) for arm in arms)
    tables = [Reference("Moves in cm", ("", *RATES), rates)] if rates else []
    if fire:
        tables.append(Reference("Chance in % / attack factor, by cm", ("", *BANDS), fire))
    return tuple(tables)
