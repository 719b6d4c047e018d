"""What an offer or a question leaves open: one of some words, a number in a range, some figures, or a place.

Every field can say what is wrong with a value, and can be sampled; so a phone can draw it, a script can fill it, and
random play works in every game without knowing its rules.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.games.regions import Cells, Patch, Region

Value = str | int


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values; at least one."""

    values: tuple[Value, ...]

    def complaint(self, value: object) -> str | None:
        """What is wrong with `value`, or None."""
        fits = not isinstance(value, bool) and isinstance(value, str | int) and value in self.values
        return None if fits else f"{value!r} is none of {', '.join(map(str, self.values))}"

    def sample(self, rng: random.Random) -> Value:
        """One of the values, each as likely."""
        return rng.choice(self.values)


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from low to high, both allowed."""

    low: int
    high: int

    def complaint(self, value: object) -> str | None:
        """What is wrong with `value`, or None."""
        fits = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        return None if fits else f"{value!r} is not a whole number from {self.low} to {self.high}"

    def sample(self, rng: random.Random) -> int:
        """A number of the range, each as likely."""
        return rng.randint(self.low, self.high)


@dataclass(frozen=True, slots=True)
class Figures:
    """Between `least` and `most` of these figures, no figure twice."""

    figures: tuple[str, ...]
    least: int = 1
    most: int = 1

    def complaint(self, value: object) -> str | None:
        """What is wrong with `value` (a list of names), or None."""
        if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
            return f"{value!r} is not a list of figures, each named once"
        if not self.least <= len(value) <= self.most:
            return f"{len(value)} figures were named; it must be {self.least} to {self.most}"
        strangers = [str(name) for name in value if name not in self.figures]
        return f"{', '.join(strangers)} cannot be chosen here" if strangers else None

    def sample(self, rng: random.Random) -> list[str]:
        """Some of the figures."""
        return rng.sample(self.figures, rng.randint(self.least, min(self.most, len(self.figures))))


Field = OneOf | Range | Figures | Cells | Patch
__all__ = ["Cells", "Field", "Figures", "OneOf", "Patch", "Range", "Region", "Value"]
