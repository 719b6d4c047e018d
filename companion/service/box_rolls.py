"""A game's dice as a dice box rolls them, and back. Pure. A hundred is rolled as tens and ones; both 0 are 100."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.at_table import is_percent
from companion.games.fields import Value
from companion.games.questions import Roll
from firmware_bridge.devices import dicebox

TENS, ONES = tuple(range(0, 100, 10)), tuple(range(10))


def to_box(roll: Roll, number: int) -> dicebox.Roll:
    """What the box is asked for. number: of the question."""
    if is_percent(roll):
        return dicebox.Roll(number, (TENS, ONES), (0, 1) * roll.count)
    return dicebox.Roll(number, (tuple(face for face in roll.faces if isinstance(face, int)),), (0,) * roll.count)


def from_box(roll: Roll, values: Sequence[int]) -> list[Value]:
    """The answer to the game's question."""
    if not is_percent(roll):
        return list(values)
    return [tens + ones or 100 for tens, ones in zip(values[::2], values[1::2], strict=True)]
