"""What happens to Magic Items and golden weapons; a part of `events`, where every event is found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ItemTaken:
    """From the floor."""

    hero: str
    item: str
    rule: str = "DW-34"


@dataclass(frozen=True, slots=True)
class ItemUsed:
    """And gone."""

    hero: str
    item: str
    rule: str = "DW-34"


@dataclass(frozen=True, slots=True)
class BootsWorn:
    """Three more actions."""

    hero: str
    rule: str = "DW-36"


@dataclass(frozen=True, slots=True)
class GrenadeBurst:
    """square: where it was thrown."""

    hero: str
    square: str
    rule: str = "DW-37"


@dataclass(frozen=True, slots=True)
class ChestOpened:
    """The golden weapon is taken and the basic one left in its place."""

    hero: str
    chest: str
    rule: str = "DW-33"
