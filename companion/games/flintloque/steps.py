"""Small pieces that rules are written with: telling an event, dice, naming."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.games.flintloque.fold import evolve
from companion.games.flintloque.state import State
from companion.games.steps import teller

Steps = Generator[Any, Any, State]
"""A part of a rule: yields questions and events, and returns the state after them."""

D10 = tuple(range(1, 11))
D100 = tuple(range(1, 101))

tell = teller(evolve)


def title(name: str) -> str:
    """A name as people read it: "dead-dwarf" is "Dead Dwarf"."""
    return {"lescampe": "L'Escampe"}.get(name) or " ".join(word.capitalize() for word in name.split("-"))


def party(side: str) -> str:
    """A side in a sentence."""
    return f"the {title(side)}"


def does(side: str, one: str, many: str) -> str:
    """The verb that goes with a side; the Ogre is alone."""
    return one if side == "ogre" else many
