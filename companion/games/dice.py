"""Dice as rulebooks write them: d6, 2d6, d100, 3d10+2. Only words and numbers: nobody rolls here."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.games.fields import Value
from companion.games.questions import Roll

NOTATION = re.compile(r"(?P<count>[1-9]\d?)?[dD](?P<sides>[1-9]\d{0,3})(?P<plus>[+-]\d{1,3})?")


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice with the numbers 1 to `sides`, and what is added to their sum."""

    count: int
    sides: int
    plus: int = 0

    @property
    def faces(self) -> tuple[int, ...]:
        """What one die may show."""
        return tuple(range(1, self.sides + 1))


def read_dice(notation: str) -> Dice:
    """The dice written, for example "2d6+1". ValueError with a sentence if it is no such notation."""
    found = NOTATION.fullmatch(notation.strip())
    if found is None:
        raise ValueError(f"{notation!r} is no dice notation; write for example d6, 2d6, d100 or 3d10+2")
    return Dice(int(found["count"] or 1), int(found["sides"]), int(found["plus"] or 0))


def draw(roll: Roll, pick: Callable[[int], int]) -> list[Value] | None:
    """The answer that software gives, or None if the faces are not known. pick(n): 0 to n - 1, each as likely."""
    if not roll.faces:
        return None
    left, drawn = list(roll.faces), []
    for _ in range(roll.count):
        at = pick(len(left))
        drawn.append(left[at] if roll.returns else left.pop(at))
    return drawn


def by(rng: random.Random) -> Callable[[int], int]:
    """`pick` for `draw` from a seeded generator: for tests and simulated games, never for a table of players."""
    return rng.randrange
