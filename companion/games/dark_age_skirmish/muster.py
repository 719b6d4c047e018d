"""Warbands as unit lists: what may be written down of them, what comes of it, and what is printed on paper.

The reading and its faults are those of `bands`; here names are made from titles, and places are told as the draft has
them. Figures that rage are in brackets, as the text has it (DA-36).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.dark_age_skirmish.bands import (
    MOST_FATIGUE,
    MOST_MISSILES,
    MOST_POINTS,
    MOST_PRICE,
    PRICES,
    READY,
    Band,
    Fault,
    check_together,
    plain_band,
    read_band,
)
from companion.games.dark_age_skirmish.people import ARMS, MISSILE_ARMS, SHIELDS, Person, price
from companion.games.dark_age_skirmish.printed import ARMOURS, BANDS, CHARTS, MISSILES, TYPES, number
from companion.games.mustering import (
    Blank,
    Draft,
    Flaw,
    Form,
    Ready,
    Reference,
    Row,
    Sheet,
    Where,
    players_of,
    rows_of,
    slug,
    text_of,
    usual_flaws,
)

MOUNTED_SHARE = 0.1
"""About so many of the figures should be mounted (DA-2)."""


def _named(values: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((value, value) for value in values)


def _types() -> tuple[tuple[str, str], ...]:
    return tuple((kind, f"{kind}, {number('types', kind, 'cost')}") for kind in TYPES)


def _arms() -> tuple[tuple[str, str], ...]:
    more = number("bonuses", "missile", "cost")
    return tuple((weapon, f"{weapon} (+{more})" if weapon in MISSILE_ARMS else weapon) for weapon in ARMS)


HEAD = (
    Blank("limit", "Points agreed on", "number", low=1, high=MOST_POINTS, words="Empty: any number."),
    *(
        Blank(
            row,
            f"Price of {row if row in ('padded', 'mail', 'plate', 'leather') else 'a ' + row}",
            "number",
            high=MOST_PRICE,
            words="The text prints none (DA-35); empty: free.",
            more=True,
        )
        for row in PRICES
    ),
)
EACH = (
    Blank("title", "Name", "text", default=""),
    Blank("type", "Type and points", "one", _types(), default="warrior"),
    Blank("arms", "Arms", "some", _arms(), default=(), words="A missile weapon costs one point, once."),
    Blank("shield", "Shield", "one", _named(SHIELDS), default="none"),
    Blank("armour", "Armour", "one", _named(ARMOURS), default="none"),
    Blank(
        "twin",
        "Mounted figure: its name on the table",
        "text",
        default="",
        more=True,
        words="Only who has one may ride (DA-2).",
    ),
    Blank("mounted", "Begins on horseback", "tick", default=False, more=True),
    Blank("missiles", "Missiles at the start", "number", high=MOST_MISSILES, more=True, words="Empty: not counted."),
    Blank(
        "fatigue",
        "Fatigue points",
        "number",
        low=1,
        high=MOST_FATIGUE,
        more=True,
        words="Empty: twice the Strength, as the text's example has it (DA-23).",
    ),
    Blank("name", "Its name on the table", "text", default="", more=True, words="Empty: made from the name above."),
)


def _draft(band: Band) -> dict[str, Any]:
    rows = []
    for person in band.people:
        row = {blank.name: getattr(person, blank.name) for blank in EACH if blank.name not in ("title", "name")}
        plain_name = slug(person.shown) == person.name
        rows.append(
            {**row, "arms": list(person.arms), "title": person.shown, "name": "" if plain_name else person.name}
        )
    return {"title": band.title, "player": "", "limit": band.limit, **band.prices, "rows": rows}


FORM = Form(
    "warband",
    "figure",
    HEAD,
    EACH,
    open=True,
    ready=tuple(Ready(band.title, "Ours, made from the text's types.", _draft(band)) for band in READY.values()),
    words="Types and missile weapons cost what the text prints. Armour, shields and horses have no printed price: they "
    "are free, unless you agree on prices.",
)


def band_of(draft: Draft) -> tuple[Band, tuple[Fault, ...]]:
    """The band of a draft, with the faults of `bands`, whose places are not yet the draft's."""
    rows = []
    for row in rows_of(draft):
        title = row.get("title", "")
        name = row.get("name") or (slug(title) if isinstance(title, str) else "")
        rows.append({blank.name: row[blank.name] for blank in EACH if blank.name in row} | {"name": name})
    data = {
        "title": text_of(draft, "title"),
        "people": rows,
        "limit": draft.get("limit"),
        "prices": {row: draft[row] for row in PRICES if draft.get(row) is not None},
    }
    return read_band(slug(text_of(draft, "title")) or "band", data)


def muster(draft: Draft) -> Sheet:
    """What comes of a draft."""
    band, faults = band_of(draft)
    usual = usual_flaws(draft, FORM)
    told = {flaw.where for flaw in usual}
    flaws = tuple(flaw for flaw in (_flaw(fault, draft) for fault in faults) if flaw.where not in told)
    wrong = {flaw.where[1] for flaw in flaws if len(flaw.where) == 3 and flaw.where[2] == "type"}
    at = [n for n in range(len(rows_of(draft))) if n not in wrong]
    rows = tuple(_row(n, person, band.prices) for n, person in zip(at, band.people, strict=False))
    riders = sum(bool(person.twin) for person in band.people)
    totals = [("points", f"{band.points} of {band.limit}" if band.limit else str(band.points))]
    totals += [("figures", str(len(band.people))), ("can ride", str(riders))]
    player = text_of(draft, "player")
    return Sheet(band.title, player, rows, tuple(totals), (*usual, *flaws), _notes(band, riders), _references(band))


def options_of(drafts: Sequence[Draft]) -> dict[str, Any]:
    """Seats and bands of a game. ValueError with a sentence."""
    bands: dict[str, Band] = {}
    for draft in drafts:
        flaws = muster(draft).flaws
        if flaws:
            raise ValueError(f"{text_of(draft, 'title') or 'a list without a name'}: {flaws[0].words}")
        band, _ = band_of(draft)
        if band.name in bands:
            raise ValueError(f"two lists are called {band.title!r}; call one otherwise")
        bands[band.name] = band
    check_together(bands)
    plain = {name: plain_band(band) for name, band in bands.items()}
    return {"seats": players_of(drafts, tuple(bands)), "bands": plain}


def _flaw(fault: Fault, draft: Draft) -> Flaw:
    """The fault at its place in the draft; a name that was made from a title is told at the title."""
    match fault.where:
        case ("people", int(n), "name") if not rows_of(draft)[n].get("name"):
            where: Where = ("rows", n, "title")
        case ("people", *rest):
            where = ("rows", *rest)
        case ("prices", *rest):
            where = tuple(rest) or ("rows",)
        case ("name",):
            where = ("title",)
        case _:
            where = fault.where
    return Flaw(where, fault.words)


def _row(at: int, person: Person, prices: Mapping[str, int]) -> Row:
    rage = {what: number("bonuses", "berserk", what) if person.is_berserker else 0 for what in ("strength", "agility")}
    figures = [
        ("Strength", _bracket(person.strength, rage["strength"])),
        ("Agility", _bracket(person.agility, rage["agility"])),
        ("Bravery", str(person.bravery)),
        ("Points", str(price(person, prices).points)),
    ]
    raging = number("bonuses", "berserk", "fatigue") if person.is_berserker else 0
    boxes = [("wounds", person.strength), (f"fatigue{f' (+{raging})' if raging else ''}", person.most_fatigue)]
    if person.missiles:
        boxes.append(("missiles", person.missiles))
    return Row(at, person.shown, tuple(figures), tuple(boxes), (_gear(person),))


def _bracket(figure: int, more: int) -> str:
    return f"{figure} ({figure + more})" if more else str(figure)


def _gear(person: Person) -> str:
    words = [person.type, *person.arms]
    words += [f"{person.shield} shield"] if person.shield != "none" else []
    words += [f"{person.armour} armour ({number('armour', person.armour, 'add')})"] if person.armour != "none" else []
    words += ["on horseback" if person.mounted else "may ride"] if person.twin else []
    return ", ".join(words)


def _notes(band: Band, riders: int) -> tuple[str, ...]:
    notes = []
    if band.unpriced:
        free = ", ".join(band.unpriced)
        notes.append(f"Free here, as the text prints no price and none is agreed on: {free} (DA-35).")
    if riders > max(1, round(MOUNTED_SHARE * len(band.people))):
        notes.append(f"{riders} of {len(band.people)} can ride; the text advises about one in ten (DA-2).")
    if band.people and not any(person.is_combatant for person in band.people):
        notes.append("Nobody here starts a fight (DA-30).")
    return tuple(notes)


def _references(band: Band) -> tuple[Reference, ...]:
    rates = CHARTS["rates"]
    ways: list[str] = ["crawl", "walk", "run", "sprint"]
    if any(person.twin for person in band.people):
        ways += ["horse walk", "trot", "canter", "gallop"]
    moves = tuple((pace, *(str(rates.cell(pace, unit).value) for unit in rates.columns)) for pace in ways)
    carried = [w for w in MISSILES if any(w in person.arms for person in band.people)]
    ranges = tuple((w, *(_range(w, b) for b in BANDS), f"{number('missile_effect', w, 'add'):+d}") for w in carried)
    tables = [Reference("Moves", ("", *rates.columns), moves)]
    if ranges:
        tables.append(Reference("Ranges in cm", ("", *BANDS, "Strength"), ranges))
    return tuple(tables)


def _range(weapon: str, band: str) -> str:
    value = CHARTS["ranges"].cell(weapon, band).value
    return "asked" if value is None else str(value)
