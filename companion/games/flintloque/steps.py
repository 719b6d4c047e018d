"""Small pieces that rules are written with: telling an event, refusing, naming."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.games.contract import Refusal
from companion.games.flintloque.fold import evolve
from companion.games.flintloque.state import State
from companion.games.questions import key
from companion.table.report import describe_length

Steps = Generator[Any, Any, State]
"""A part of a rule: yields questions and events, and returns the state after them."""

D10 = tuple(range(1, 11))
D100 = tuple(range(1, 101))


def tell(state: State, *events: Any) -> Steps:
    """Yield the events; the state after them."""
    for event in events:
        yield event
        state = evolve(state, event)
    return state


def refused(code: str, reason: str, rule: str) -> Refusal:
    """A refusal with its sentence."""
    return Refusal(code, reason, rule)


def turn_key(state: State, rule: str, step: str, subject: str) -> str:
    """A question's key in what follows by itself: one command may run on into another turn."""
    return key(rule, step, f"{subject}, turn {state.turn}")


def title(name: str) -> str:
    """A name as people read it: "dead-dwarf" is "Dead Dwarf"."""
    return {"lescampe": "L'Escampe"}.get(name) or " ".join(word.capitalize() for word in name.split("-"))


def length(mm: float, sigma_mm: float) -> str:
    """A measured length in the book's unit, with its ±; a typed one has none."""
    return describe_length(mm, sigma_mm, "cm") if sigma_mm else f"{mm / 10:.1f} cm"


def party(side: str) -> str:
    """A side in a sentence."""
    return f"the {title(side)}"


def does(side: str, one: str, many: str) -> str:
    """The verb that goes with a side; the Ogre is alone."""
    return one if side == "ogre" else many
