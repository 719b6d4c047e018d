"""Which way a random player leans, so that random games end: everybody towards the enemy, and blows before words.

It is no opponent to be proud of.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

import shapely

from companion.games.coding import plain
from companion.games.contract import Offer
from companion.games.dark_age_skirmish.bands import READY, plain_band, random_band
from companion.games.dark_age_skirmish.boats import WINDS
from companion.games.dark_age_skirmish.grappling import home_edge
from companion.games.dark_age_skirmish.herding import ANIMAL_MM
from companion.games.dark_age_skirmish.options import OPTIONS
from companion.games.dark_age_skirmish.panic import home_line
from companion.games.dark_age_skirmish.state import Character, State, enemies, fighters, gap_mm
from companion.games.dark_age_skirmish.things import COMPASS_DEG
from companion.games.fields import OneOf
from companion.games.regions import Patch
from companion.geometry.points import Point

LIKED = {
    "attack": 30.0,
    "strike": 20.0,
    "punch": 1.5,
    "kick": 2.0,
    "grapple": 7.0,
    "fire": 8.0,
    "walk": 3.0,
    "run": 8.0,
    "sprint": 6.0,
    "horse-walk": 1.0,
    "trot": 4.0,
    "canter": 6.0,
    "gallop": 6.0,
    "crawl": 0.5,
    "carry": 30.0,
    "leave": 0.4,
    "lift": 40.0,
    "put-down": 1.0,
    "stand-up": 12.0,
    "lie-down": 0.1,
    "face": 0.2,
    "disengage": 0.7,
    "aim": 1.5,
    "rest": 1.0,
    "reload": 25.0,
    "rage": 3.0,
    "mount": 20.0,
    "dismount": 4.0,
    "swim": 1.0,
    "done": 1.0,
    "end-turn": 0.2,
    "concede": 0.0005,
    "call": 10.0,
    "place-thing": 10.0,
    "board": 10.0,
    "ashore": 1.5,
    "row": 15.0,
    "sail": 12.0,
    "lead": 6.0,
    "let-go": 0.8,
}
GOALWARD = 0.9
"""The share of moves that lead towards the goal."""
DROVER = 15.0
"""How an animal that can be reached is liked."""
TRIES = 3
LOST, TIRED_OF_IT = 0.05, 20.0
"""How a band with one fighter left likes to give up, and any band after so many turns that nobody would go on."""
LONG = 20
OFF_WITH_IT, SEIZED = 200.0, 40.0


def lean(state: State, offer: Offer, rng: random.Random) -> tuple[float, dict[str, Any]]:
    """How much the offer is liked, and its fields filled."""
    fields = {
        name: plain(field.sample(rng)) for name, field in offer.fields.items() if name != "to" or not _is_move(offer)
    }
    subject = offer.id.partition(":")[2]
    to = offer.fields.get("to")
    if isinstance(to, Patch):
        fields["to"] = list(_towards(state, subject, to, rng))
    at_hand = beside_animal(state, subject, to, rng) if offer.kind == "walk" and isinstance(to, Patch) else None
    if at_hand is not None:
        return DROVER, {**fields, "to": list(at_hand)}
    if offer.kind in ("grapple", "attack"):
        fields["target"] = _prey(state, subject, offer.fields["target"], rng)
    if offer.kind == "grapple" and not state.figures[fields["target"]].person.is_combatant:
        return SEIZED, fields
    if offer.kind == "leave" and state.figures[subject].carries:
        return OFF_WITH_IT, fields
    if offer.kind == "concede" and state.turn > LONG:
        return TIRED_OF_IT, fields
    if offer.kind == "concede" and len(fighters(state, subject)) < 2:
        return LOST, fields
    return LIKED.get(offer.kind, 1.0), fields


def _is_move(offer: Offer) -> bool:
    return isinstance(offer.fields.get("to"), Patch)


def goal(state: State, figure: Character) -> Point:
    """Where a figure wants to be: home with a captive, else at the nearest enemy; non-combatants away from him."""
    near = min(enemies(state, figure.name), key=lambda foe: gap_mm(state, figure.name, foe.name), default=None)
    if figure.carries and home_edge(state, figure):
        at = shapely.line_interpolate_point(
            home_line(state, figure.side),
            shapely.line_locate_point(home_line(state, figure.side), shapely.Point(figure.place)),
        )
        return float(at.x), float(at.y)
    if near is None:
        return figure.place
    if not figure.person.is_combatant:
        return 2 * figure.x_mm - near.x_mm, 2 * figure.y_mm - near.y_mm
    return near.place


def beside_animal(state: State, name: str, region: Patch, rng: random.Random) -> Point | None:
    """A place of the region from which a loose animal can be taken by the rope; now and then."""
    loose = [one for one in state.animals.values() if one.where == "table" and not one.leader]
    if not loose or rng.random() < 0.5:
        return None
    for one in rng.sample(loose, len(loose)):
        turn = rng.uniform(0.0, math.tau)
        far = (state.figures[name].base_mm + ANIMAL_MM) / 2 + 3.0
        at = round(one.x_mm + far * math.cos(turn), 1), round(one.y_mm + far * math.sin(turn), 1)
        if region.complaint(at) is None:
            return at
    return None


def _prey(state: State, name: str, field: Any, rng: random.Random) -> str:
    """Whom one can carry off before others."""
    assert isinstance(field, OneOf)
    soft = [str(value) for value in field.values if not state.figures[str(value)].person.is_combatant]
    return rng.choice(soft) if soft and rng.random() < 0.7 else str(field.sample(rng))


def _towards(state: State, name: str, field: Patch, rng: random.Random) -> Point:
    found = [field.sample(rng) for _ in range(TRIES if rng.random() < GOALWARD else 1)]
    aim = goal(state, state.figures[name])
    return min(found, key=lambda place: math.dist(place, aim))


def _things(rng: random.Random, bands: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Boats where there is water, animals and wagons: now and then."""
    said: dict[str, Any] = {}
    if chosen["ground"] == "ford":
        people = [row["name"] for band in bands.values() for row in band["people"] if not row.get("mounted")]
        kind, crew = rng.choice((("rowing boat", 2), ("longship", 4), ("longship", 4)))
        said["boats"] = {"swan": {"kind": kind, "crew": people[: rng.randint(2, crew)]}, "punt": "rowing boat"}
        said["wind"] = {"strength": rng.choice(WINDS), "to": rng.choice(tuple(COMPASS_DEG))}
    if rng.random() < 0.5:
        said["animals"] = {"sow": "pig", "ewe": "sheep", "cow": "cow", "billy": "goat"}
        said["penned"] = rng.choice(([], ["cow"]))
    if rng.random() < 0.4:
        said["wagons"] = {"cart": rng.choice(tuple(bands))}
    return said


def sample_options(rng: random.Random) -> dict[str, Any]:
    """Ready bands, cut short, and random ones; any number of seats, any treatment of the gaps."""
    chosen: dict[str, Any] = {name: rng.choice(tuple(values)) for name, values in OPTIONS.items() if name != "friends"}
    chosen["rounds"] = rng.randint(8, 16)
    chosen["end"] = "rounds" if rng.random() < 0.7 else chosen["end"]
    sides = rng.choice((2, 2, 2, 3, 4))
    bands: dict[str, Any] = {}
    for number in range(sides):
        name = f"band-{number + 1}"
        if rng.random() < 0.4:
            ready = plain_band(READY[rng.choice(tuple(READY))])
            people = [{**row, "name": f"{name}-{row['name']}"} for row in rng.sample(ready["people"], 4)]
            for row in people:
                row.update({"twin": f"{row['name']}-mounted"} if "twin" in row else {})
            bands[name] = {"title": f"{ready['title']} {number + 1}", "people": people}
        else:
            bands[name] = plain_band(random_band(rng, name, rng.randint(3, 6)))
    players = rng.randint(1, sides)
    seats: dict[str, Any] = {}
    for number, side in enumerate(bands):
        seats.setdefault(f"player-{number % players + 1}", []).append(side)
    chosen |= _things(rng, bands, chosen)
    chosen["friends"] = "players" if 1 < players < sides and rng.random() < 0.5 else "bands"
    return {"seats": seats, "bands": bands, **chosen}
