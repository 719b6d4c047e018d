"""What can happen in Dark Age Skirmish. `rule` is the id of the rule by which it happens.

Numbers are already final: a rule decides, an event only says what came of it. A die is 0 to 9, and less than `needed`
passes. Lengths in mm, directions in degrees.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import End


@dataclass(frozen=True, slots=True)
class FatigueTyped:
    """A figure's points, from a record sheet of the players'."""

    figure: str
    points: int
    rule: str = "DA-23"


@dataclass(frozen=True, slots=True)
class Deployed:
    """A figure stands where its band begins."""

    figure: str
    x_mm: float
    y_mm: float
    facing: int
    rule: str = "DA-1"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """order: of the bands, by factions; () by cards."""

    turn: int
    order: tuple[str, ...]
    rule: str = "DA-3"


@dataclass(frozen=True, slots=True)
class FirstRolled:
    """For who acts first."""

    side: str
    die: int
    rule: str = "DA-3"


@dataclass(frozen=True, slots=True)
class CardTurned:
    """Its turn."""

    figure: str
    rule: str = "DA-3"


@dataclass(frozen=True, slots=True)
class SideBegan:
    """A band's turn, by factions; of its non-combatants at the end of a turn. phase: "turn" or "others"."""

    side: str
    phase: str
    rule: str = "DA-3"


@dataclass(frozen=True, slots=True)
class Called:
    """Its player calls it; its turn."""

    figure: str
    rule: str = "DA-3"


@dataclass(frozen=True, slots=True)
class FigureDone:
    """Its turn is over."""

    figure: str
    rule: str = "DA-6"


@dataclass(frozen=True, slots=True)
class SideDone:
    """The rest of the band does nothing in this turn."""

    side: str
    rule: str = "DA-3"


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """What lasts one turn is over."""

    turn: int
    rule: str = "DA-3"


@dataclass(frozen=True, slots=True)
class FigureMoved:
    """pace: of the chart of rates, or "flight" or "closing up". over_mm: too far, if the players let it be."""

    figure: str
    x_mm: float
    y_mm: float
    facing: int
    pace: str
    spent_mm: float
    over_mm: float
    rule: str = "DA-7"


@dataclass(frozen=True, slots=True)
class StoodUp:
    """From lying."""

    figure: str
    rule: str = "DA-6"


@dataclass(frozen=True, slots=True)
class LayDown:
    """By choice."""

    figure: str
    rule: str = "DA-6"


@dataclass(frozen=True, slots=True)
class Faced:
    """It turns on the spot."""

    figure: str
    facing: int
    rule: str = "DA-25"


@dataclass(frozen=True, slots=True)
class Reacted:
    """A Reaction roll: against Agility."""

    figure: str
    why: str
    die: int
    needed: int
    passed: bool
    rule: str = "DA-24"


@dataclass(frozen=True, slots=True)
class FellOver:
    """It lies; from a horse it is stunned. moved: the pace at which it fell."""

    figure: str
    x_mm: float
    y_mm: float
    stunned: bool
    pace: str
    rule: str = "DA-24"


@dataclass(frozen=True, slots=True)
class MountedUp:
    """It is on its horse."""

    figure: str
    rule: str = "DA-6"


@dataclass(frozen=True, slots=True)
class Dismounted:
    """It stands beside its horse."""

    figure: str
    x_mm: float
    y_mm: float
    rule: str = "DA-6"


@dataclass(frozen=True, slots=True)
class FatigueSpent:
    """die: for a yellow counter; counters: how many it has then."""

    figure: str
    what: str
    points: int
    die: int
    counters: int
    rule: str = "DA-20"


@dataclass(frozen=True, slots=True)
class Rested:
    """counters: yellow ones left. spent: points still spent."""

    figure: str
    counters: int
    spent: int
    rule: str = "DA-21"


@dataclass(frozen=True, slots=True)
class Aimed:
    """aims: counters it has."""

    figure: str
    aims: int
    rule: str = "DA-9"


@dataclass(frozen=True, slots=True)
class Reloaded:
    """The crossbow may shoot again."""

    figure: str
    rule: str = "DA-35"


@dataclass(frozen=True, slots=True)
class RangeRead:
    """The players typed how far something is thrown. edges: far edges of the bands, cm or hexes."""

    weapon: str
    edges: tuple[int, ...]
    rule: str = "DA-8"


@dataclass(frozen=True, slots=True)
class SightJudged:
    """What the table proposed, and what the players made of it. what: "sight",
    "concealment" or "arc", whether the target has the looker in his 120 degrees. said: by the target's player; "": not
    known then."""

    looker: str
    target: str
    what: str
    proposed: str
    reason: str
    agreed: str
    rule: str = "DA-10"
    said: str = ""


@dataclass(frozen=True, slots=True)
class ShotSpoilt:
    """No shot: out of sight, out of range, or the shooter does not show enough."""

    figure: str
    target: str
    why: str
    rule: str = "DA-10"


@dataclass(frozen=True, slots=True)
class ShotMade:
    """terms: what was added, in words."""

    figure: str
    target: str
    weapon: str
    mm: float
    sigma_mm: float
    band: str
    needed: int
    terms: str
    die: int
    hit: bool
    rule: str = "DA-10"


@dataclass(frozen=True, slots=True)
class LeftTable:
    """With whomever it carries."""

    figure: str
    edge: str
    rule: str = "DA-30"


@dataclass(frozen=True, slots=True)
class SideConceded:
    """The band gives up."""

    side: str
    rule: str = "DA-35"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """As the table agreed on in the options."""

    end: End
    rule: str = "DA-35"
