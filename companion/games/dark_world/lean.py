"""Which way a random player leans, so that random games end: Heroes towards the throne, Monsters towards nobody."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from companion.games.contract import Offer
from companion.games.dark_world.board import reach
from companion.games.dark_world.board_checks import board_of
from companion.games.dark_world.options import OPTIONS
from companion.games.dark_world.printed import CHARTS, HEROES
from companion.games.dark_world.state import State, playing

LIKED = {
    "move": 6.0,
    "attack": 4.0,
    "end-turn": 0.7,
    "end-korak": 0.7,
    "teleport": 10.0,
    "step-on-teleport": 2.0,
    "throw-grenade": 10.0,
    "monster-move": 1.0,
    "monster-attack": 4.0,
    "haunter": 0.5,
    "search": 2.0,
    "open-chest": 6.0,
    "take-item": 3.0,
    "draw-agreed": 20.0,
    "return-agreed": 20.0,
}
GOALWARD = 0.8
"""The share of moves that are the best towards the throne."""
DETOUR = 0.3
"""The share of moves to a secret door's square, where one is near."""


@cache
def to_throne(layout: str) -> dict[str, int]:
    """Square -> steps to the throne with all doors open, against one-way ways too. layout: the option `board`."""
    board, doors = board_of(layout), tuple(range(1, 9))
    back = {s: [n for n in board.zone_of if s in board.next_to(n, doors)] for s in board.zone_of}
    throne = board.of_kind("throne")[0]
    away = reach(throne, len(board.zone_of), lambda s: tuple(back[s]), lambda s: True, lambda s: False)
    return {**away, throne: 0}


def lean(state: State, offer: Offer, rng: random.Random) -> tuple[float, dict[str, Any]]:
    """How much the offer is liked, and its fields filled."""
    fields = {name: field.sample(rng) for name, field in offer.fields.items()}
    if offer.kind == "type-discs":
        house = CHARTS["discs"].house or {}
        fields = {name: house[name, "points"] for name in offer.fields}
    if offer.kind == "type-die":
        fields = {"show_0": 1, "show_1": 4, "show_2": 1}
    liked = LIKED.get(offer.kind, 1.0)
    if offer.kind == "end-turn" and state.turn.left == 0:
        liked = 20.0
    if offer.kind == "move":
        squares: tuple[str, ...] = getattr(offer.fields["square"], "cells", ())
        hero = playing(state)
        steps = to_throne(state.options.board)
        best = min(squares, key=lambda square: (steps[square], square))
        numbered = [door.square for door in state.board.secret_doors if door.square in squares]
        nearer = hero is not None and steps[best] < steps[hero.square or best]
        if rng.random() < GOALWARD:
            fields["square"] = best
            liked = liked if nearer else 0.3
        if numbered and rng.random() < DETOUR:
            fields["square"] = numbered[0]
    return liked, fields


def sample_options(rng: random.Random) -> dict[str, Any]:
    """Any number of seats, either level, any treatment of the gaps."""
    players = rng.randint(2, 5)
    heroes = rng.sample(HEROES, len(HEROES))
    chosen = {name: rng.choice(tuple(values)) for name, values in OPTIONS.items() if name != "board"}
    if chosen["heroes"] == "some":
        heroes = heroes[: max(players - 1, rng.randint(1, 4))]
    seats: dict[str, Any] = {"korak": "korak"}
    for number, hero in enumerate(heroes):
        seats.setdefault(f"player-{number % (players - 1) + 1}", []).append(hero)
    return {"seats": seats, **chosen}
