"""What every free table may agree otherwise: a figure stands elsewhere, or is back on the table.

A place on which another base lies is refused when it is tried. To cut all bases out of the table for each figure that
may be put somewhere took 23 ms each time that corrections were listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.games.contract import AGREED, Command, Refusal
from companion.games.footing import Disc, under


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    """It stands elsewhere, with what it carries, and in no fight."""

    figure: str
    x_mm: float
    y_mm: float
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class FigureRevived:
    """Back on the table, and fit to stand there."""

    figure: str
    x_mm: float
    y_mm: float
    rule: str = AGREED


def put(
    event: type[FigurePlaced | FigureRevived], command: Command, radius_mm: float, others: Iterable[tuple[str, Disc]]
) -> tuple[Any, ...] | Refusal:
    """The event at the command's place. radius_mm: of its base; others: bases on which it may not lie, with names for
    people."""
    x, y = (float(number) for number in command.fields["at"])
    near = under((x, y), radius_mm, others)
    if near:
        return Refusal("base", f"No base may lie on another: {near} stands there.", AGREED)
    return (event(command.subject, x, y),)
