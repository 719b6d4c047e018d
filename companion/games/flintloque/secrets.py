"""For tests: the same game with other secrets. A seat's view may not change when what it may not know is permuted."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.games.flintloque.state import State, enemies
from companion.games.flintloque.views import BRIEFINGS

ORDERS = ("hold", "walk", "run", "prone", "aim", "fire", "walk-fire", "reload")


def hide(state: State, seat: str, rng: random.Random) -> State:
    """Sealed orders and missions of the sides that the seat does not play, changed."""
    mine = state.options.seats.get(seat, ())
    sealed = {
        side: orders if side in mine else {name: _other(state, name, rng) for name in orders}
        for side, orders in state.sealed.items()
    }
    missions = {
        side: mission if side in mine else rng.choice(tuple(BRIEFINGS)) for side, mission in state.missions.items()
    }
    return replace(state, sealed=sealed, missions=missions)


def _other(state: State, name: str, rng: random.Random) -> str:
    if state.phase == "declare":
        return rng.choice(ORDERS)
    return rng.choice(("hold fire", *(enemy.name for enemy in enemies(state, name))))
