"""Wagons: at a walk, or behind a panicked team at a run until they overturn (DA-33). Values and pure functions.

A wagon moves after everybody else, so a turn ends with them. The text does not say what panics a team ("something"), so
its player is asked each turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.dark_age_skirmish.printed import number, word


@dataclass(frozen=True, slots=True)
class Wagon:
    """side: the band whose wagon it is. where: "away" before the game. heading_rad: where it goes, 0 to the east,
    against the clock.
    """

    name: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    heading_rad: float = 0.0
    side: str = ""
    panicked: bool = False
    overturned: bool = False
    where: Literal["away", "table"] = "away"


def pace_of(wagon: Wagon) -> str | None:
    """The pace of its next move; None: it lies on its side."""
    if wagon.overturned:
        return None
    return word("paces", "panicked wagon" if wagon.panicked else "wagon", "pace")


def overturned_by(wagon: Wagon, die: int) -> bool:
    """Whether it overturns. die: 0 to 9, rolled only for a panicked team."""
    return wagon.panicked and not wagon.overturned and die < number("hands", "wagon overturns below", "number")


def straight_on(wagon: Wagon, width_mm: float, height_mm: float, far_mm: float) -> Wagon:
    """The wagon after a move that nobody steers, stopped by the table's edge."""
    x = wagon.x_mm + far_mm * math.cos(wagon.heading_rad)
    y = wagon.y_mm + far_mm * math.sin(wagon.heading_rad)
    return replace(wagon, x_mm=min(max(x, 0.0), width_mm), y_mm=min(max(y, 0.0), height_mm))
