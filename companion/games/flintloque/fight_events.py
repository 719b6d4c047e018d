"""What can happen when figures of Flintloque fire and fight; as `events`, of which it is the second part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SightJudged:
    """What the table proposed, and what the players made of it. said: by the target's player; "": not known then."""

    firer: str
    target: str
    proposed: str
    reason: str
    agreed: str
    said: str = ""
    rule: str = "FL-25"


@dataclass(frozen=True, slots=True)
class ShotFired:
    """Its effect waits for all other shots."""

    firer: str
    target: str
    weapon: str
    mm: float
    sigma_mm: float
    band: str
    column: str
    shift: int
    chance: int
    roll: int
    wounds: int
    hit: bool
    aimed: bool
    rule: str = "FL-25"


NOTHING_LOADED = "no weapon is loaded"


@dataclass(frozen=True, slots=True)
class ShotNotFired:
    """The target is out of sight, or has fallen before; the weapon stays loaded. Or the table agreed that none is."""

    firer: str
    target: str
    rule: str = "FL-25"
    why: str = "is out of sight"


@dataclass(frozen=True, slots=True)
class AimLost:
    """It may still fire with the others, if nothing else forbids it."""

    figure: str
    why: str
    rule: str = "FL-8"


@dataclass(frozen=True, slots=True)
class VolleyFell:
    """All shots of the volley take effect at once."""

    wounds: Mapping[str, int]
    hit: tuple[str, ...]
    rule: str = "FL-13"


@dataclass(frozen=True, slots=True)
class Fell:
    """It has lost its last wound."""

    figure: str
    rule: str = "FL-29"


@dataclass(frozen=True, slots=True)
class BlowsStruck:
    """Its effect waits for all other fights."""

    a: str
    b: str
    a_total: int
    b_total: int
    loser: str
    result: str
    rule: str = "FL-32"


@dataclass(frozen=True, slots=True)
class MeleeFell:
    """All fights take effect at once."""

    wounds: Mapping[str, int]
    rule: str = "FL-35"


@dataclass(frozen=True, slots=True)
class RoundFought:
    """These have fought a round."""

    fights: tuple[tuple[str, str], ...]
    rule: str = "FL-34"
