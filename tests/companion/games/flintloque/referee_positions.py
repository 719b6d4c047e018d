"""Positions made by hand for the referee of Flintloque, and changes to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.companion.games.flintloque.referee import Referee
from tests.companion.games.flintloque.referee_figures import Figure

ALL = ["orcs", "elves", "dwarves", "ogre"]
Prepared = Callable[[Referee], object]


def seated(phase: str, places: Mapping[str, tuple[float, float]], **options: Any) -> Referee:
    """Turn 5; every side has its own number as its slot. places in cm."""
    referee = Referee()
    referee.on_GameBegan("FL-1", {"seats": {"you": ALL}, "scenario": "two", **options})
    for name, (x, y) in places.items():
        referee.figures[name].here, referee.figures[name].at = True, (10 * x, 10 * y)
        referee.figures[name].was = referee.figures[name].at
    referee.turn, referee.phase, referee.order = 5, phase, list(ALL)
    referee.slots = {side: n for n, side in enumerate(ALL, 1)}
    referee.moving = list(ALL) if phase == "move" else []
    return referee


def on(name: str, **changes: Any) -> Prepared:
    """The figure has these values."""

    def prepare(referee: Referee) -> None:
        for what, value in changes.items():
            assert hasattr(Figure, what)
            setattr(referee.figures[name], what, value)

    return prepare


def foes(a: str, b: str) -> Prepared:
    """They are in contact, and have fought."""

    def prepare(referee: Referee) -> None:
        for one, other in ((a, b), (b, a)):
            referee.figures[one].foes.add(other)
            referee.figures[one].fought = True

    return prepare


def on_him(changes: Mapping[str, Any]) -> Prepared:
    """The referee himself has these values."""

    def prepare(referee: Referee) -> None:
        for name, value in changes.items():
            assert hasattr(referee, name)
            setattr(referee, name, value)

    return prepare
