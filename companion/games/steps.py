"""Small pieces that rules are written with, whatever the game: telling events, keys, lengths."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Protocol, TypeVar

from companion.games.questions import key
from companion.table.report import describe_length

State = TypeVar("State")


class Turned(Protocol):
    """A state that counts turns."""

    @property
    def turn(self) -> int: ...


def teller(evolve: Callable[[State, Any], State]) -> Callable[..., Generator[Any, Any, State]]:
    """A game's `tell(state, *events)`: a part of a rule that yields the events, and returns the state after them."""

    def tell(state: State, *events: Any) -> Generator[Any, Any, State]:
        for event in events:
            yield event
            state = evolve(state, event)
        return state

    return tell


def turn_key(state: Turned, rule: str, step: str, subject: str) -> str:
    """A question's key in what follows by itself: one command may run on into other turns."""
    return key(rule, step, f"{subject}, turn {state.turn}")


def length(mm: float, sigma_mm: float = 0.0) -> str:
    """A measured length in cm, with its ±; a typed one has none."""
    return describe_length(mm, sigma_mm, "cm") if sigma_mm else f"{mm / 10:.1f} cm"


def overruled(target: str, proposed: str, said: str, agreed: str) -> str:
    """What follows in the log on what the table proposed of a sight. said: by the target's player, "" if not known."""
    if agreed != proposed:
        return f"; the players say {agreed}"
    return f"; {target}'s player said {said}, the other did not agree" if said not in ("", proposed) else ""
