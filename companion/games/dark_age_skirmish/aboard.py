"""Who is in which boat. It decides nothing, so that everything may ask it."""

from __future__ import annotations

from companion.games.dark_age_skirmish.boats import Boat
from companion.games.dark_age_skirmish.state import State


def boat_of(state: State, name: str) -> Boat | None:
    """The boat that somebody sits in."""
    return next((boat for boat in state.boats.values() if name in boat.aboard), None)


def is_aboard(state: State, name: str) -> bool:
    """Whether somebody sits in a boat."""
    return boat_of(state, name) is not None
