"""Unit lists: what a game lets people write down before it is played, and what it makes of it.

A draft is a list as somebody types it: plain JSON, {"title", "player", ...heads, "rows": [{...}, ...]}, right or wrong.
The game says by its Form what may be filled in, and by a Sheet what comes of a draft: figures, points, every flaw at
its place. Pages draw both and know no game; a list is kept as it was typed, and becomes options of a game at the end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

Draft = Mapping[str, Any]
Where = tuple[str | int, ...]

MOST_ROWS = 60
MOST_TITLE = 40
USUAL = {"title", "player", "rows"}
"""What every draft has."""


@dataclass(frozen=True, slots=True)
class Blank:
    """Something to fill in. name: its key in the draft or in a row.

    kind: "text"; "one" of the values; "some" of them, as a list; a whole "number" from low to high, or null where it is
    left empty; a "tick"; "fixed" is shown and not changed. values: (value, what it says). default: of a new row. more:
    seldom needed, so folded away.
    """

    name: str
    label: str
    kind: Literal["text", "one", "some", "number", "tick", "fixed"]
    values: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    words: str = ""
    default: Any = None
    more: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """A draft to begin with. words: where it comes from."""

    title: str
    words: str
    draft: Draft


@dataclass(frozen=True, slots=True)
class Form:
    """what: one list is a ...; row: one row of it is a .... open: rows may be added and taken away."""

    what: str
    row: str
    head: tuple[Blank, ...]
    each: tuple[Blank, ...]
    open: bool
    ready: tuple[Ready, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong, in a sentence, and where: ("rows", 2, "arms"), or ("limit",)."""

    where: Where
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """What comes of a row. figures: (what, how much); boxes: (what, how many to cross off) on paper; lines: the rest.

    at: number of the draft's row.
    """

    at: int
    title: str
    figures: tuple[tuple[str, str], ...]
    boxes: tuple[tuple[str, int], ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A small table for the paper, of the game's charts."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What comes of a draft. totals: (what, how much). notes: what is no flaw but should be known."""

    title: str
    player: str
    rows: tuple[Row, ...]
    totals: tuple[tuple[str, str], ...] = ()
    flaws: tuple[Flaw, ...] = ()
    notes: tuple[str, ...] = ()
    references: tuple[Reference, ...] = field(default=())


@runtime_checkable
class Mustering(Protocol):
    """A game whose sides can be written down as lists."""

    def muster_form(self) -> Form:
        """What may be filled in."""

    def muster(self, draft: Draft) -> Sheet:
        """What comes of a draft. Never raises: whatever is wrong is a flaw."""

    def options_of(self, drafts: Sequence[Draft]) -> dict[str, Any]:
        """The options of a game between these lists. ValueError with a sentence if they do not go together."""


@runtime_checkable
class Agreeing(Protocol):
    """A game whose table agrees on one of some words for each of these. choices: option -> its words with what they
    mean; the default first."""

    choices: Mapping[str, Mapping[str, str]]


def slug(words: str) -> str:
    """Words as a name in files, options and on the table: "Svein the Red" is "svein-the-red". May be empty."""
    plain = unicodedata.normalize("NFKD", words.replace("æ", "ae").replace("Æ", "Ae").replace("ø", "o"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-")[:MOST_TITLE]


def text_of(draft: Draft, name: str, most: int = MOST_TITLE) -> str:
    """A line of text in a draft; "" if there is none that can be shown."""
    said = draft.get(name, "")
    return said.strip()[:most] if isinstance(said, str) and said.isprintable() else ""


def rows_of(draft: Draft) -> list[Mapping[str, Any]]:
    """The rows of a draft; what is no row counts as an empty one."""
    rows = draft.get("rows")
    return [row if isinstance(row, Mapping) else {} for row in rows[:MOST_ROWS]] if isinstance(rows, list) else []


def usual_flaws(draft: Draft, form: Form) -> tuple[Flaw, ...]:
    """What no draft may have: no title, no line of text, keys or rows that the form does not know."""
    flaws = []
    if not text_of(draft, "title"):
        flaws.append(Flaw(("title",), f"The {form.what} has no name; give it one of at most {MOST_TITLE} letters."))
    for name in ("title", "player"):
        said = draft.get(name, "")
        if not isinstance(said, str) or len(said) > MOST_TITLE or not said.isprintable():
            flaws.append(Flaw((name,), f"The {name} is one line of at most {MOST_TITLE} letters."))
    known = USUAL | {blank.name for blank in form.head}
    flaws += [Flaw((str(key)[:40],), f"{str(key)[:40]!r} is not known here.") for key in draft if key not in known]
    rows = draft.get("rows")
    if not isinstance(rows, list):
        return (*flaws, Flaw(("rows",), "The rows are missing."))
    if len(rows) > MOST_ROWS:
        flaws.append(Flaw(("rows",), f"There are {len(rows)} rows; the most is {MOST_ROWS}."))
    for n, row in enumerate(rows[:MOST_ROWS]):
        if not isinstance(row, Mapping):
            flaws.append(Flaw(("rows", n), "This is no row."))
            continue
        blanks = {blank.name for blank in form.each}
        flaws += [
            Flaw(("rows", n, str(key)[:40]), f"{str(key)[:40]!r} is not known here.")
            for key in row
            if key not in blanks
        ]
    return tuple(flaws)


def players_of(drafts: Sequence[Draft], names: Sequence[str]) -> dict[str, list[str]]:
    """Seats for these lists: who plays which of the names. A list without a player has a seat of its own name."""
    seats: dict[str, list[str]] = {}
    for draft, name in zip(drafts, names, strict=True):
        seats.setdefault(text_of(draft, "player") or name, []).append(name)
    return seats
