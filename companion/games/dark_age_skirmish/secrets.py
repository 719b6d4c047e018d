"""For tests: the same game with other secrets. This one has none: the order of the pack is nowhere until a card is
turned, and everything else lies on the table."""

from __future__ import annotations

import random

from companion.games.dark_age_skirmish.state import State


def hide(state: State, seat: str, rng: random.Random) -> State:
    """The state itself."""
    return state
