"""Events as an older program wrote them, lifted to what they are today.

A journal is never changed. An event whose fields change on purpose gets one more lift, from the version before to the
new one; the row says with which version it was written, beginning with 1. A finished game of each older form is kept in
tests/vectors/games and must always open. A field with a default that says "not known then" needs no lift.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from companion.games.contract import Game

Lift = Callable[[dict[str, Any]], dict[str, Any]]
"""From the plain event of one version, with its name as "event", to that of the next."""


@runtime_checkable
class Lifting(Protocol):
    """A game whose events have changed. lifts: event -> its lifts, from version 1 on."""

    lifts: Mapping[str, tuple[Lift, ...]]


def version_of(game: Game, name: str) -> int:
    """With which version an event of this name is written today."""
    return 1 + len(_lifts(game, name))


def lifted(game: Game, data: dict[str, Any], version: int) -> dict[str, Any]:
    """The event as it would be written today. ValueError with a sentence if a newer program wrote it."""
    name = str(data.get("event", ""))
    today = version_of(game, name)
    if not 1 <= version <= today:
        raise ValueError(f"{name[:40]} is written in version {version}; this program knows it up to version {today}")
    for lift in _lifts(game, name)[version - 1 :]:
        data = lift(data)
    return data


def _lifts(game: Game, name: str) -> tuple[Lift, ...]:
    return game.lifts.get(name, ()) if isinstance(game, Lifting) else ()
