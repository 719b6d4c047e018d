"""Small pieces that rules are written with: telling an event, naming."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.games.dark_world.fold import evolve
from companion.games.dark_world.state import State
from companion.games.steps import teller

Steps = Generator[Any, Any, State]
"""A part of a rule: yields questions and events, and returns the state after them."""

tell = teller(evolve)


def counted(number: int, word: str) -> str:
    """ "1 square", "2 squares"."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def title(name: str) -> str:
    """A name as people read it: "orc-3" is "Orc 3"."""
    return name.replace("-", " ").capitalize()
