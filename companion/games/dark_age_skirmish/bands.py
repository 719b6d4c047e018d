"""Warbands: lists of people as they are written in options and files, ready ones of ours, and what is wrong with one.

A band is read whole: every fault is found and is a sentence with the row and the field it is about, so that a page can
show it where it was typed. Points count what is printed; what has no price (DA-35) is free and named, unless the band
itself says what the table has agreed on.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.dark_age_skirmish.people import (
    ARMS,
    FIRED,
    SHIELDS,
    THROWN,
    Person,
    price,
)
from companion.games.dark_age_skirmish.printed import ARMOURS, CHARTS, HERE, TYPES

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""Of a figure and of a band: a name that the camera's table may have, too."""
MOST_NAME, MOST_PEOPLE, MOST_ARMS, MOST_POINTS, MOST_MISSILES, MOST_FATIGUE = 40, 50, 5, 500, 99, 40
PRICES = CHARTS["prices"].rows
MOST_PRICE = 20

Where = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """where: the way to it, as ("people", 2, "arms"). words: a sentence that says what to do."""

    where: Where
    words: str


@dataclass(frozen=True, slots=True)
class Band:
    """name: in options. limit: the most points that were agreed on, None: none. prices: what the table has agreed on
    for what the text prints no price for. ours: made up by us."""

    name: str
    title: str
    people: tuple[Person, ...]
    limit: int | None = None
    prices: Mapping[str, int] = field(default_factory=dict)
    ours: bool = False

    @property
    def points(self) -> int:
        """What it costs together."""
        return sum(price(person, self.prices).points for person in self.people)

    @property
    def unpriced(self) -> tuple[str, ...]:
        """What is in it for nothing because no price is printed, in the chart's order."""
        free = {extra for person in self.people for extra in price(person, self.prices).unpriced}
        return tuple(extra for extra in PRICES if extra in free)


def read_band(name: str, data: Any) -> tuple[Band, tuple[Fault, ...]]:
    """The band and everything that is wrong with it. Rows that cannot be read are left out of the band."""
    if not isinstance(data, Mapping):
        return Band(name, name, ()), (Fault((), f"Band {name}: write its title and its people."),)
    faults: list[Fault] = _strange((), data, ("title", "people", "limit", "prices"))
    if not _is_name(name):
        faults.append(Fault(("name",), f"The band's name {name[:40]!r} must be small letters, digits and hyphens."))
    title = _title(data.get("title", ""), ("title",), faults) or name.replace("-", " ").title()
    limit = _number(data.get("limit"), 1, MOST_POINTS, ("limit",), "the points agreed on", faults)
    prices = _prices(data.get("prices") or {}, faults)
    rows = data.get("people")
    if not isinstance(rows, list | tuple) or not rows:
        faults.append(Fault(("people",), f"{title} has no people; add a figure."))
        rows = ()
    if len(rows) > MOST_PEOPLE:
        faults.append(Fault(("people",), f"{title} has {len(rows)} figures; the rules are for about 50 in all (DA-1)."))
    people = []
    for n, row in enumerate(rows[:MOST_PEOPLE]):
        person, wrong = read_person(row, ("people", n))
        faults += wrong
        if person is not None:
            people.append((n, person))
    faults += _twice(people)
    band = Band(name, title, tuple(person for _, person in people), limit, prices)
    if limit is not None and band.points > limit:
        over = band.points - limit
        faults.append(
            Fault(("limit",), f"{title} is too dear by {over} point{'s' * (over != 1)}: {band.points} of {limit}.")
        )
    return band, tuple(faults)


def read_bands(data: Any) -> dict[str, Band]:
    """The bands of a game's options: name -> band. ValueError with the first fault, and how many more there are."""
    if not isinstance(data, Mapping):
        raise ValueError("bands: write each band's name with its title and its people")
    bands = {}
    for name, one in data.items():
        bands[str(name)], faults = read_band(str(name), one)
        if faults:
            more = f" ({len(faults) - 1} more faults)" if len(faults) > 1 else ""
            raise ValueError(f"bands, {place_words((name, *faults[0].where))}: {faults[0].words}{more}")
    check_together(bands)
    return bands


def check_together(bands: Mapping[str, Band]) -> None:
    """ValueError with a sentence if a name stands in two bands, or for two figures."""
    taken: dict[str, str] = {}
    for band in bands.values():
        for person in band.people:
            for name in filter(None, (person.name, person.twin)):
                if name in taken:
                    raise ValueError(f"bands: {name} is in {taken[name]} and in {band.title}; call one otherwise")
                taken[name] = band.title


def place_words(where: Where) -> str:
    """Where a fault is, for a sentence: rows are counted from 1."""
    return ", ".join(f"row {part + 1}" if isinstance(part, int) else str(part) for part in where)


def plain_band(band: Band) -> dict[str, Any]:
    """The band as it is written in options; what is as usual is left out."""
    said: dict[str, Any] = {"title": band.title, "people": [plain_person(person) for person in band.people]}
    if band.limit is not None:
        said["limit"] = band.limit
    if band.prices:
        said["prices"] = dict(band.prices)
    return said


def plain_person(person: Person) -> dict[str, Any]:
    """A row of a band."""
    said: dict[str, Any] = {"name": person.name, "type": person.type, "arms": list(person.arms)}
    usual = Person(person.name, person.type)
    for word in ("shield", "armour", "twin", "mounted", "missiles", "fatigue", "title"):
        if getattr(person, word) != getattr(usual, word):
            said[word] = getattr(person, word)
    return said


ROW = ("name", "type", "arms", "shield", "armour", "twin", "mounted", "missiles", "fatigue", "title")


def read_person(data: Any, where: Where = ()) -> tuple[Person | None, list[Fault]]:
    """A row of a band, with what is wrong with it; None if it says not even who and what he is."""
    if not isinstance(data, Mapping):
        return None, [Fault(where, "A figure is written with a name, a type and arms.")]
    faults = _strange(where, data, ROW)
    name, kind, twin = data.get("name", ""), data.get("type", ""), data.get("twin", "")
    title = _title(data.get("title", ""), (*where, "title"), faults)
    who = title or (name if isinstance(name, str) and name else "A figure")
    for word, value in (("name", name), ("twin", twin)):
        if not _is_name(value) and (word == "name" or value != ""):
            faults.append(Fault((*where, word), f"{who}: {_name_words(word, value)}"))
    arms = data.get("arms") or ()
    if not isinstance(arms, list | tuple):
        faults.append(Fault((*where, "arms"), f"{who}: arms are a list of weapons."))
        arms = ()
    for weapon in arms:
        if weapon not in ARMS:
            words = f"{who}: {str(weapon)[:40]!r} is no weapon of these rules; they are {', '.join(ARMS)}."
            faults.append(Fault((*where, "arms"), words))
    arms = tuple(weapon for weapon in arms if weapon in ARMS)
    if len(set(arms)) < len(arms):
        faults.append(Fault((*where, "arms"), f"{who} has a weapon twice; take one away."))
    if len(arms) > MOST_ARMS:
        faults.append(Fault((*where, "arms"), f"{who} has more than {MOST_ARMS} weapons; take some away."))
    shield = _one_of(data.get("shield", "none"), SHIELDS, (*where, "shield"), f"{who}: shield", faults)
    armour = _one_of(data.get("armour", "none"), ARMOURS, (*where, "armour"), f"{who}: armour", faults)
    mounted = data.get("mounted", False)
    if not isinstance(mounted, bool):
        faults.append(Fault((*where, "mounted"), f"{who}: mounted is yes or no."))
    elif mounted and not twin:
        words = f"{who} begins on a horse but has no mounted figure; only figures that have one may ride (DA-2)."
        faults.append(Fault((*where, "twin"), words))
    at = (*where, "missiles")
    missiles = _number(data.get("missiles"), 0, MOST_MISSILES, at, f"{who}: missiles", faults)
    if missiles is not None and not any(weapon in (*FIRED, *THROWN) for weapon in arms):
        faults.append(Fault((*where, "missiles"), f"{who} counts missiles but has nothing to shoot or throw."))
    fatigue = _number(data.get("fatigue"), 1, MOST_FATIGUE, (*where, "fatigue"), f"{who}: fatigue", faults)
    if not isinstance(kind, str) or kind not in TYPES:
        words = f"{who}: {str(kind)[:40]!r} is no type; the types are {', '.join(TYPES)}."
        return None, [*faults, Fault((*where, "type"), words)]
    twin = twin if _is_name(twin) else ""
    name = name if isinstance(name, str) else ""
    return Person(name, kind, arms, shield, armour, twin, missiles, fatigue, title, mounted is True), faults


def random_band(rng: random.Random, name: str, count: int) -> Band:
    """A band for random games: every type, weapon, shield and armour occurs. Names begin with the band's."""
    people = []
    for n in range(count):
        kind = rng.choice(TYPES[1:]) if n == 0 else rng.choice(TYPES)
        arms = () if kind == "non-combatant" else tuple(rng.sample(ARMS, rng.randint(1, 3)))
        shoots = any(weapon in (*FIRED, *THROWN) for weapon in arms)
        twin = f"{name}-{n + 1}-mounted" if kind != "non-combatant" and rng.random() < 0.15 else ""
        people.append(
            Person(
                f"{name}-{n + 1}",
                kind,
                arms,
                rng.choice(SHIELDS),
                rng.choice(ARMOURS),
                twin,
                rng.choice((None, 3, 12)) if shoots else None,
                mounted=bool(twin) and rng.random() < 0.7,
            )
        )
    return Band(name, name.replace("-", " ").title(), tuple(people))


def _ready() -> dict[str, Band]:
    bands = {}
    for name, data in tomllib.loads((HERE / "bands.toml").read_text(encoding="utf-8")).items():
        band, faults = read_band(name, data)
        if faults:
            raise ValueError(f"bands.toml, {name}, {place_words(faults[0].where)}: {faults[0].words}")
        bands[name] = Band(band.name, band.title, band.people, ours=True)
    check_together(bands)
    return bands


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MOST_NAME and NAME.fullmatch(value) is not None


def _name_words(word: str, value: object) -> str:
    what = "its name on the table" if word == "name" else "the name of its mounted figure"
    if value == "":
        return f"{what} is missing."
    return f"{what}, {str(value)[:40]!r}, must be small letters, digits and hyphens, at most {MOST_NAME}."


def _strange(where: Where, data: Mapping[Any, Any], known: tuple[str, ...]) -> list[Fault]:
    odd = [str(word)[:40] for word in data if word not in known]
    return [Fault((*where, word), f"{word!r} is not known here; there are {', '.join(known)}.") for word in odd]


def _title(value: object, where: Where, faults: list[Fault]) -> str:
    if isinstance(value, str) and len(value) <= MOST_NAME and (value == "" or value.isprintable()):
        return value.strip()
    faults.append(Fault(where, f"A title is at most {MOST_NAME} letters, in one line."))
    return ""


def _one_of(value: object, values: tuple[str, ...], where: Where, what: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and value in values:
        return value
    faults.append(Fault(where, f"{what} {str(value)[:40]!r} is none of {', '.join(values)}."))
    return values[0]


def _number(value: object, least: int, most: int, where: Where, what: str, faults: list[Fault]) -> int | None:
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    faults.append(Fault(where, f"{what}: {str(value)[:40]!r} is no whole number from {least} to {most}."))
    return None


def _prices(data: object, faults: list[Fault]) -> dict[str, int]:
    if not isinstance(data, Mapping):
        faults.append(Fault(("prices",), f"Prices are written for some of {', '.join(PRICES)}."))
        return {}
    faults += _strange(("prices",), data, PRICES)
    known = {row: data[row] for row in PRICES if row in data}
    read = {
        row: _number(at, 0, MOST_PRICE, ("prices", row), f"the price of {row}", faults) for row, at in known.items()
    }
    return {row: points for row, points in read.items() if points is not None}


def _twice(people: list[tuple[int, Person]]) -> list[Fault]:
    seen: dict[str, str] = {}
    faults = []
    for n, person in people:
        for word, name in (("name", person.name), ("twin", person.twin)):
            if name and name in seen:
                words = f"The name {name} is there twice: {seen[name]} has it already. Call one otherwise."
                faults.append(Fault(("people", n, word), words))
            elif name:
                seen[name] = person.shown
    return faults


READY: Mapping[str, Band] = _ready()
"""Name -> band of ours."""
