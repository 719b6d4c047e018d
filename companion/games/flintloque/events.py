"""What can happen in Flintloque, but for shots and blows (`fight_events`).

`rule` is the id of the rule by which it happens; the fields are what `fold` needs. Numbers are already final: a rule
decides, an event only says what came of it. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import End


@dataclass(frozen=True, slots=True)
class SheetTyped:
    """A line that is cut off in the text was typed from the book."""

    figure: str
    values: Mapping[str, int]
    rule: str = "FL-36"


@dataclass(frozen=True, slots=True)
class Deployed:
    """A figure stands where its side begins."""

    figure: str
    x_mm: float
    y_mm: float
    rule: str = "FL-41"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn begins; everybody declares."""

    turn: int
    rule: str = "FL-6"


@dataclass(frozen=True, slots=True)
class OrdersSealed:
    """A side has written down its orders; secret until the last one is in."""

    side: str
    orders: Mapping[str, str]
    rule: str = "FL-7"


@dataclass(frozen=True, slots=True)
class OrdersOpened:
    """All sealed orders of the phase are open."""

    phase: str
    rule: str = "FL-7"


@dataclass(frozen=True, slots=True)
class InitiativeRolled:
    """With the side's modifier."""

    side: str
    die: int
    total: int
    rule: str = "FL-11"


@dataclass(frozen=True, slots=True)
class TieRolled:
    """Without modifiers, between equals."""

    side: str
    die: int
    rule: str = "FL-11"


@dataclass(frozen=True, slots=True)
class OrderSettled:
    """order: who chooses a slot first."""

    order: tuple[str, ...]
    rule: str = "FL-11"


@dataclass(frozen=True, slots=True)
class SlotTaken:
    """slot: 1 moves first."""

    side: str
    slot: int
    rule: str = "FL-11"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase in which the players act."""

    phase: str
    rule: str = "FL-6"


@dataclass(frozen=True, slots=True)
class CellRead:
    """The players read a letter from their book; it is kept for this game."""

    row: str
    column: str
    letter: str
    rule: str = "FL-17"


@dataclass(frozen=True, slots=True)
class MoraleChecked:
    """total: with all modifiers. ours: the letter is ours, not the book's. charged: checked for a charge alone."""

    figure: str
    cause: str
    die: int
    total: int
    letter: str
    rule: str = "FL-16"
    ours: bool = False
    charged: bool = False


@dataclass(frozen=True, slots=True)
class Routed:
    """It leaves the game for good."""

    figure: str
    rule: str = "FL-18"


@dataclass(frozen=True, slots=True)
class FigureMoved:
    """rate: walk, run or prone, or "forced", "pushed", "put". over_mm: how much too far, if the players let it be."""

    figure: str
    x_mm: float
    y_mm: float
    rate: str
    spent_mm: float
    over_mm: float
    rule: str = "FL-20"


@dataclass(frozen=True, slots=True)
class Charged:
    """It stands in base contact."""

    figure: str
    target: str
    rule: str = "FL-31"


@dataclass(frozen=True, slots=True)
class HeldInFight:
    """It may not leave: the foe has the Initiative and fights on."""

    figure: str
    by: str
    rule: str = "FL-34"


@dataclass(frozen=True, slots=True)
class FightLeft:
    """It is in contact with nobody any more, or with these only."""

    figure: str
    rule: str = "FL-34"
    still: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FightResumed:
    """It broke off, but has not moved away: they are still in contact."""

    figure: str
    foe: str
    rule: str = "FL-34"


@dataclass(frozen=True, slots=True)
class SideMoved:
    """All its moves of this turn are made."""

    side: str
    rule: str = "FL-11"


@dataclass(frozen=True, slots=True)
class GrabEarned:
    """It has beaten Oswold, and may pick him up in the next turn."""

    figure: str
    rule: str = "FL-45"


@dataclass(frozen=True, slots=True)
class OswoldGrabbed:
    """It carries Oswold."""

    figure: str
    rule: str = "FL-45"


@dataclass(frozen=True, slots=True)
class OswoldFreed:
    """figure: who held him."""

    figure: str
    x_mm: float
    y_mm: float
    rule: str = "FL-45"


@dataclass(frozen=True, slots=True)
class WentWet:
    """by: who threw him, or ""."""

    figure: str
    by: str
    rule: str = "FL-44"


@dataclass(frozen=True, slots=True)
class UmbrellaStolen:
    """It has Oswold's umbrella."""

    figure: str
    rule: str = "FL-46"


@dataclass(frozen=True, slots=True)
class BodyTaken:
    """It carries the dead Dwarf."""

    figure: str
    rule: str = "FL-41"


@dataclass(frozen=True, slots=True)
class BodyDropped:
    """The dead Dwarf lies there."""

    figure: str
    x_mm: float
    y_mm: float
    rule: str = "FL-41"


@dataclass(frozen=True, slots=True)
class Reloaded:
    """The weapon is loaded."""

    figure: str
    weapon: str
    rule: str = "FL-9"


@dataclass(frozen=True, slots=True)
class AimTaken:
    """It may fire in the next turn's Aimed Fire."""

    figure: str
    rule: str = "FL-8"


@dataclass(frozen=True, slots=True)
class LeftTable:
    """It has walked off."""

    figure: str
    edge: str
    rule: str = "FL-41"


@dataclass(frozen=True, slots=True)
class MissionSettled:
    """how: "done" or "lost"; secret until the game is over."""

    side: str
    how: str
    rule: str = "FL-42"


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """What lasts one turn is over."""

    turn: int
    rule: str = "FL-6"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Nothing can be won any more."""

    end: End
    rule: str = "FL-42"
