"""What can happen in and after a fight of Dark Age Skirmish; as `events`, of which it is the second part."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LengthSaid:
    """Which of two weapons is longer; "": neither."""

    pair: str
    longer: str
    rule: str = "DA-13"


@dataclass(frozen=True, slots=True)
class BraveryRolled:
    """Before it goes in."""

    figure: str
    target: str
    die: int
    needed: int
    passed: bool
    rule: str = "DA-18"


@dataclass(frozen=True, slots=True)
class Entered:
    """They are in combat. longer: whose weapon is longer, or ""."""

    figure: str
    target: str
    longer: str
    rule: str = "DA-18"


@dataclass(frozen=True, slots=True)
class Disengaged:
    """passed: it is out of all its fights."""

    figure: str
    die: int
    needed: int
    passed: bool
    rule: str = "DA-19"


@dataclass(frozen=True, slots=True)
class BlowStruck:
    """how: "strike", "punch", "kick" or "grapple". terms: what was added, in words."""

    figure: str
    target: str
    how: str
    weapon: str
    needed: int
    terms: str
    die: int
    hit: bool
    rule: str = "DA-12"


@dataclass(frozen=True, slots=True)
class EffectRolled:
    """outcome: "none", "light", "serious", "critical", "kill" or "great blow"."""

    figure: str
    target: str
    needed: int
    terms: str
    die: int
    outcome: str
    rule: str = "DA-14"


@dataclass(frozen=True, slots=True)
class GreatBlow:
    """outcome: of the second roll."""

    target: str
    die: int
    needed: int
    outcome: str
    rule: str = "DA-16"


@dataclass(frozen=True, slots=True)
class Wounded:
    """counters: red ones that it gets."""

    figure: str
    counters: int
    rule: str = "DA-15"


@dataclass(frozen=True, slots=True)
class StunRolled:
    """die: -1 if nothing was rolled, after a great blow."""

    figure: str
    die: int
    needed: int
    stunned: bool
    rule: str = "DA-17"


@dataclass(frozen=True, slots=True)
class Recovered:
    """passed: it is not stunned any more, and may stand up."""

    figure: str
    die: int
    needed: int
    passed: bool
    rule: str = "DA-17"


@dataclass(frozen=True, slots=True)
class Died:
    """how: in words."""

    figure: str
    how: str
    rule: str = "DA-15"


@dataclass(frozen=True, slots=True)
class PanicRolled:
    """passed: it keeps its head."""

    figure: str
    why: str
    die: int
    needed: int
    passed: bool
    rule: str = "DA-26"


@dataclass(frozen=True, slots=True)
class CalmRolled:
    """passed: it is not panicked any more. The die must be less than half its Bravery."""

    figure: str
    die: int
    passed: bool
    rule: str = "DA-26"


@dataclass(frozen=True, slots=True)
class RageRolled:
    """chosen: tried by choice."""

    figure: str
    die: int
    chosen: bool
    came: bool
    rule: str = "DA-28"


@dataclass(frozen=True, slots=True)
class NearestFound:
    """Whom one who rages must attack."""

    figure: str
    target: str
    rule: str = "DA-28"


@dataclass(frozen=True, slots=True)
class RageKept:
    """ended: it is exhausted, without a fatigue point."""

    figure: str
    die: int
    ended: bool
    rule: str = "DA-28"


@dataclass(frozen=True, slots=True)
class Wrestled:
    """Two totals of a die and Strength; the grappler must have more."""

    figure: str
    target: str
    total: int
    against: int
    rule: str = "DA-29"


@dataclass(frozen=True, slots=True)
class Overpowered:
    """It is held by another."""

    figure: str
    by: str
    rule: str = "DA-29"


@dataclass(frozen=True, slots=True)
class SetFree:
    """Nobody holds it any more."""

    figure: str
    rule: str = "DA-29"


@dataclass(frozen=True, slots=True)
class Lifted:
    """It carries another."""

    figure: str
    captive: str
    rule: str = "DA-30"


@dataclass(frozen=True, slots=True)
class PutDown:
    """The captive stands there, free."""

    figure: str
    captive: str
    x_mm: float
    y_mm: float
    rule: str = "DA-30"
