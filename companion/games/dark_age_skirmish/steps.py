"""Small pieces that rules are written with: telling an event, rolling against a figure, naming."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.games.dark_age_skirmish.fold import evolve
from companion.games.dark_age_skirmish.state import State, seat_of
from companion.games.questions import Roll
from companion.games.steps import teller, turn_key

Steps = Generator[Any, Any, State]
"""A part of a rule: yields questions and events, and returns the state after them."""

D10 = tuple(range(10))
"""0 is zero, not ten (DA-1)."""

tell = teller(evolve)


def acting_name(state: State, name: str) -> str:
    """A character in a question's key: he may run in another's turn, and in his own, before a command has ended."""
    return name if state.acting in ("", name) else f"{name} while {state.acting} acts"


def roll(state: State, rule: str, step: str, name: str, why: str, subject: str = "") -> Generator[Any, Any, int]:
    """One d10 of whoever plays this character."""
    at = turn_key(state, rule, step, subject or name)
    (die,) = yield Roll(at, seat_of(state, name), why, "d10", D10, D10)
    return int(die)


def passes(die: int, needed: int) -> bool:
    """A roll against a figure: less than it (DA-1)."""
    return die < needed


def named(state: State, name: str) -> str:
    """A character as people read it."""
    return state.figures[name].person.shown


def title(name: str) -> str:
    """A name as people read it."""
    return " ".join(word.capitalize() for word in name.replace("-", " ").split())


def side_title(state: State, side: str) -> str:
    """A band as people read it."""
    return state.options.bands[side].title
