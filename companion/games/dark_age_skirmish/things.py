"""What else stands on the table: boats, animals and wagons that a game is begun with, and the wind (DA-31 to DA-33).

The text has no scenarios, so a table writes in its options what there is: boats with who begins aboard, animals, those
that are penned, wagons with whose they are. Every name is one of a figure on the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.dark_age_skirmish import animals, boats
from companion.games.dark_age_skirmish.bands import MOST_NAME, NAME, Band
from companion.games.dark_age_skirmish.boats import Boat, Wind

MOST = 12
"""Of each sort."""
WORDS = ("boats", "animals", "penned", "wagons", "wind")
COMPASS_DEG: Mapping[str, int] = {
    "east": 0,
    "north-east": 45,
    "north": 90,
    "north-west": 135,
    "west": 180,
    "south-west": 225,
    "south": 270,
    "south-east": 315,
}


@dataclass(frozen=True, slots=True)
class Things:
    """boats: name -> kind. crews: boat -> who begins aboard. animals: name -> kind. wagons: name -> band."""

    boats: Mapping[str, str] = field(default_factory=dict)
    crews: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    animals: Mapping[str, str] = field(default_factory=dict)
    penned: tuple[str, ...] = ()
    wagons: Mapping[str, str] = field(default_factory=dict)
    wind: Wind = Wind()

    @property
    def names(self) -> tuple[str, ...]:
        """Of all of them."""
        return (*self.boats, *self.animals, *self.wagons)


def read_things(data: Mapping[str, Any], bands: Mapping[str, Band]) -> Things:
    """What the options say of them. ValueError with a sentence."""
    people = {person.name: person for band in bands.values() for person in band.people}
    taken = {*people, *(person.twin for person in people.values() if person.twin)}
    kinds, crews = _boats(data.get("boats") or {}, people)
    herd = _kinds("animals", data.get("animals") or {}, animals.KINDS)
    penned = data.get("penned") or ()
    if not isinstance(penned, list | tuple) or not all(name in herd for name in penned):
        raise ValueError("penned: a list of animals that are in a pen")
    carts = _kinds("wagons", data.get("wagons") or {}, tuple(bands))
    for sort, named in (("boats", kinds), ("animals", herd), ("wagons", carts)):
        for name in named:
            if name in taken:
                raise ValueError(f"{sort}: the name {name!r} is there already; call it otherwise")
            taken.add(name)
    return Things(kinds, crews, herd, tuple(penned), carts, _wind(data.get("wind") or {}))


def _boats(data: Any, people: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    if not isinstance(data, Mapping):
        raise ValueError('boats: write {"punt": "rowing boat"}, or {"punt": {"kind": "rowing boat", "crew": ["wat"]}}')
    kinds, crews, sitting = {}, {}, set()
    for name, said in data.items():
        row = {"kind": said} if isinstance(said, str) else said
        if not isinstance(row, Mapping) or not set(row) <= {"kind", "crew"}:
            raise ValueError(f"boats, {str(name)[:MOST_NAME]}: write its kind, and its crew if somebody begins aboard")
        kinds[name] = row.get("kind")
        crew = row.get("crew") or ()
        if not isinstance(crew, list | tuple):
            raise ValueError(f"boats, {name}: the crew is a list of people")
        for one in crew:
            if one not in people or one in sitting:
                raise ValueError(f"boats, {name}: {str(one)[:MOST_NAME]!r} is nobody who plays, or sits elsewhere")
            if people[one].mounted:
                raise ValueError(f"boats, {name}: {one} begins on horseback, not in a boat")
            sitting.add(one)
        crews[name] = tuple(crew)
    read = _kinds("boats", kinds, boats.KINDS)
    for name, crew in crews.items():
        if len(crew) > boats.HULLS[read[name]].places:
            raise ValueError(f"boats, {name}: a {read[name]} carries {boats.HULLS[read[name]].places} people")
    return read, {name: crew for name, crew in crews.items() if crew}


def _kinds(sort: str, data: Any, kinds: tuple[str, ...]) -> dict[str, str]:
    if not isinstance(data, Mapping) or len(data) > MOST:
        raise ValueError(f"{sort}: write name and kind of at most {MOST}")
    for name, kind in data.items():
        if not isinstance(name, str) or len(name) > MOST_NAME or not NAME.fullmatch(name):
            raise ValueError(f"{sort}: {str(name)[:MOST_NAME]!r} must be small letters, digits and hyphens")
        if not isinstance(kind, str) or kind not in kinds:
            raise ValueError(f"{sort}, {name}: {str(kind)[:MOST_NAME]!r} is none of {', '.join(kinds)}")
    return dict(data)


def _wind(data: Any) -> Wind:
    """strength and to; blows to the east if nothing is said."""
    if not isinstance(data, Mapping) or not set(data) <= {"strength", "to"}:
        raise ValueError('wind: write {"strength": "light", "to": "north-east"}: where it blows to')
    strength, to = data.get("strength", "none"), data.get("to", "east")
    if strength not in boats.WINDS:
        raise ValueError(f"wind, strength: {str(strength)[:MOST_NAME]!r} is none of {', '.join(boats.WINDS)}")
    if to not in COMPASS_DEG:
        raise ValueError(f"wind, to: {str(to)[:MOST_NAME]!r} is none of {', '.join(COMPASS_DEG)}")
    return Wind(strength, math.radians(COMPASS_DEG[to]))


def placed_boat(boat: Boat) -> Boat:
    """A boat with its places."""
    empty = ("",) * (boat.hull.places - len(boat.aboard))
    return Boat(boat.name, boat.kind, boat.x_mm, boat.y_mm, boat.heading_rad, (*boat.aboard, *empty), where="table")
