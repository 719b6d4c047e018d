"""What the states of all games on free tables have, as far as others than the game look into them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from companion.games.contract import End


class Seated(Protocol):
    """Options of a game. seats: seat -> the sides that it plays."""

    @property
    def seats(self) -> Mapping[str, tuple[str, ...]]: ...


class FreeState(Protocol):
    """phase: "setup" before the game, "over" after it; between the two the game's own. turn: from 1, 0 before it."""

    @property
    def options(self) -> Seated: ...

    @property
    def phase(self) -> str: ...

    @property
    def turn(self) -> int: ...

    @property
    def end(self) -> End | None: ...


State = TypeVar("State", bound=FreeState)
