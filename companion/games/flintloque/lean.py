"""Which way a random player leans, so that random games end: everybody towards what his side is after.

It knows the missions, as each player knows his own. It is no opponent to be proud of.
"""

from __future__ import annotations

import math
import random
from typing import Any

from companion.games.coding import plain
from companion.games.contract import Offer
from companion.games.fields import OneOf
from companion.games.flintloque.experience import LEVELS
from companion.games.flintloque.options import OPTIONS
from companion.games.flintloque.orders import HOLD
from companion.games.flintloque.printed import NAMES, OSWOLD, SCENARIOS, SIDES
from companion.games.flintloque.state import Character, Point, State, enemies, gap_mm, holder_of, size_mm
from companion.games.regions import Patch

LIKED = {"leave": 60.0, "charge": 3.0, "move": 8.0, "end-moves": 0.2, "break-off": 5.0}
GOALWARD = 0.9
"""The share of moves that lead towards the goal."""
TRIES = 8
SHOOTING_MM = 300.0
AMBUSH_MM = 200.0
"""The slow Dwarves wait for Oswold before the bridge until he is so near."""


def lean(state: State, offer: Offer, rng: random.Random) -> tuple[float, dict[str, Any]]:
    """How much the offer is liked, and its fields filled."""
    fields = {name: plain(field.sample(rng)) for name, field in offer.fields.items()}
    subject = offer.id.partition(":")[2]
    match offer.kind:
        case "declare":
            fields = {name: _order(state, name, field, rng) for name, field in offer.fields.items()}
        case "aimed-fire" | "fire":
            fields = {name: _target(state, name, field, rng) for name, field in offer.fields.items()}
        case "move":
            fields["to"] = list(_towards(state, subject, offer.fields["to"], rng))
        case "charge":
            prey = hunted(state, state.figures[subject])
            if prey and prey in getattr(offer.fields["target"], "values", ()):
                return 40.0, {"target": prey}
    return LIKED.get(offer.kind, 1.0), fields


def hunted(state: State, figure: Character) -> str:
    """Whom the figure wants to lay hands on, or ""."""
    if figure.carries or state.umbrella == figure.name != OSWOLD:
        return ""
    mission = state.missions[figure.side]
    if mission == "body":
        carrier = state.body.carrier if state.body else ""
        return carrier if carrier and state.figures[carrier].side != figure.side else ""
    if mission == "home" or (mission == "umbrella" and state.umbrella != OSWOLD):
        return ""
    bearer = holder_of(state, OSWOLD)
    if bearer is None:
        return OSWOLD
    return bearer.name if bearer.side != figure.side else ""


def goal(state: State, figure: Character) -> Point:
    """Where the figure wants to be."""
    scenario = SCENARIOS[state.options.scenario]
    width, height = size_mm(state)
    edge = {
        "north": (figure.x_mm, height + 100),
        "south": (figure.x_mm, -100.0),
        "east": (width + 100, figure.y_mm),
        "west": (-100.0, figure.y_mm),
    }[str(scenario["exits"][figure.side])]
    mission, prey = state.missions[figure.side], hunted(state, figure)
    if prey:
        waits = mission == "umbrella" and state.figures[prey].y_mm < scenario["bridge"][1] - AMBUSH_MM
        return (float(scenario["bridge"][0]), scenario["bridge"][1] - 70.0) if waits else state.figures[prey].place
    if mission == "body" and not figure.carries and state.body is not None:
        return state.body.x_mm, state.body.y_mm
    if figure.carries and (mission == "ducking" or (mission == "abduction" and state.options.ogre == "river")):
        bank = float(scenario["bridge"][1])
        return (figure.x_mm - 100.0 if figure.x_mm < scenario["bridge"][0] else figure.x_mm + 100.0), bank
    if mission in ("home", "umbrella") and figure.y_mm < scenario["bridge"][1] + 60:
        return float(scenario["bridge"][0]), float(scenario["bridge"][1]) + 70
    return edge


def _order(state: State, name: str, field: Any, rng: random.Random) -> str:
    assert isinstance(field, OneOf)
    figure = state.figures[name]
    near = any(gap_mm(state, name, enemy.name) < SHOOTING_MM for enemy in enemies(state, name))
    far = math.dist(figure.place, goal(state, figure)) > 150
    liked = {
        "hold": 0.3,
        "walk": 4.0,
        "run": 6.0 if far else 1.0,
        "prone": 0.3,
        "prone-fire": 0.3,
        "aim": 1.0 if near else 0.2,
        "fire": 2.0 if near else 0.2,
        "walk-fire": 4.0 if near else 1.0,
        "reload": 2.5,
        "pick-up": 25.0,
    }
    if name in (OSWOLD, state.umbrella) or figure.carries or hunted(state, figure):
        liked.update({"aim": 0.2, "fire": 0.4, "walk-fire": 2.0, "reload": 0.6})
    values = [str(value) for value in field.values]
    return rng.choices(values, [liked[value] for value in values])[0]


def _target(state: State, name: str, field: Any, rng: random.Random) -> str:
    """Whom one wants to catch alive one does not shoot."""
    assert isinstance(field, OneOf)
    spared = {OSWOLD, hunted(state, state.figures[name])} if state.options.scenario == "two" else set()
    found = [str(value) for value in field.values if value not in (HOLD, *spared)]
    return rng.choice(found) if found and rng.random() < 0.85 else HOLD


def _towards(state: State, name: str, field: Any, rng: random.Random) -> Point:
    assert isinstance(field, Patch)
    found = [field.sample(rng) for _ in range(TRIES if rng.random() < GOALWARD else 1)]
    aim = goal(state, state.figures[name])
    return min(found, key=lambda place: math.dist(place, aim))


def sample_options(rng: random.Random) -> dict[str, Any]:
    """Either scenario, two to four sides, any number of seats, any treatment of the gaps, old hands and recruits."""
    chosen: dict[str, Any] = {name: rng.choice(tuple(values)) for name, values in OPTIONS.items()}
    chosen["scenario"] = "two" if rng.random() < 0.75 else "one"
    sides = list(SIDES) if rng.random() < 0.8 else rng.sample(SIDES, rng.randint(2, 4))
    if chosen["scenario"] == "two" and "orcs" not in sides:
        sides[0] = "orcs"
    seats: dict[str, Any] = {}
    players = rng.randint(1, len(sides))
    for number, side in enumerate(sides):
        seats.setdefault(f"player-{number % players + 1}", []).append(side)
    if rng.random() < 0.5:
        veterans = rng.sample(NAMES, 4)
        chosen["records"] = {
            name: {"level": rng.choice(LEVELS), "games": rng.randint(0, 2), "wounds": rng.randint(0, 1)}
            for name in veterans
        }
    return {"seats": seats, **chosen}
