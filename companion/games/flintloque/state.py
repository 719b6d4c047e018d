"""Everything that is so in a game of Flintloque, as one frozen value, and the questions that every rule asks of it.

Places are where figures were last told to stand, mm; the table's own measurements come in as answers. Sealed orders are
kept by side and open when the last one is in. Mappings are never changed in place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.contract import End
from companion.games.flintloque.options import Options
from companion.games.flintloque.printed import OSWOLD, SCENARIOS, base_mm

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Character:
    """One figure.

    where: "away" before the game, "table", "held" (carried by another), "dead", "routed", "left" or "wet". firing,
    melee, morale, defence, wounds: of the sheet; lost: wounds suffered. loaded: weapons ready to fire. declared:
    the opened order of this turn. aim: "" none, "set" may fire in Aimed Fire now, "slow" with the others. moved:
    how it moved this turn, or "". ran: the last turn in which it ran. limit: letter of a Morale Check in force.
    frozen: the last turn in which it may do nothing. marks: causes of a check next turn, a charge as "charged" and
    its column. disturbed: met, hurt or moved against its will this turn. fired: weapons fired this turn; late: in
    the Firing Phase. victim: whom it charged this turn. was: its place when the turn began. grab: may pick Oswold
    up before the next checks. carries: "", "dead-dwarf" or "oswold". left: foes from whom it has broken off this
    turn without having moved yet.
    """

    name: str
    side: str
    race: str
    level: str
    elite: bool
    leader: bool
    weapons: tuple[str, ...]
    melee: int
    morale: int
    firing: int
    defence: int
    wounds: int
    lost: int = 0
    where: str = "away"
    x_mm: float = 0.0
    y_mm: float = 0.0
    loaded: tuple[str, ...] = ()
    declared: str = ""
    aim: str = ""
    moved: str = ""
    ran: int = 0
    limit: str = ""
    frozen: int = 0
    marks: tuple[str, ...] = ()
    hit_before: bool = False
    prone: bool = False
    disturbed: bool = False
    fired: tuple[str, ...] = ()
    late: bool = False
    victim: str = ""
    was: Point = (0.0, 0.0)
    grab: bool = False
    carries: str = ""
    left: tuple[str, ...] = ()

    @property
    def place(self) -> Point:
        """Centre of its base."""
        return self.x_mm, self.y_mm

    @property
    def on_table(self) -> bool:
        """Whether it stands there by itself."""
        return self.where == "table"

    @property
    def alive(self) -> bool:
        """Not dead; routed and gone are alive."""
        return self.where != "dead"

    @property
    def wounded(self) -> bool:
        """Whether it has suffered a wound."""
        return self.lost > 0


@dataclass(frozen=True, slots=True)
class Fight:
    """Two enemies in base contact. fought: rounds of melee they have had."""

    a: str
    b: str
    fought: int = 0

    def other(self, name: str) -> str:
        """The opponent."""
        return self.b if name == self.a else self.a


@dataclass(frozen=True, slots=True)
class Body:
    """The dead Dwarf. carrier: who carries him, or "". gone: off the table."""

    x_mm: float
    y_mm: float
    carrier: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """phase: "setup", "declare", "slots", "aimed", "move", "fire" or "over".

    sealed: side -> its orders of this phase. totals: side -> Initiative. order: sides, best first. slots: side of each
    movement slot, "" while free. slot: whose moves are made. umbrella: who has it. wet_by: the
    side that threw Oswold in. missions: side -> what it is after;
    secret. settled: side -> "done" or "lost". read: "row column" of the morale chart -> letter typed in this game.
    """

    options: Options
    figures: Mapping[str, Character]
    phase: str = "setup"
    turn: int = 0
    typed: tuple[str, ...] = ()
    sealed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    slot: int = 0
    fights: tuple[Fight, ...] = ()
    body: Body | None = None
    umbrella: str = ""
    wet_by: str = ""
    missions: Mapping[str, str] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)
    read: Mapping[str, str] = field(default_factory=dict)
    end: End | None = None


def with_figure(state: State, name: str, **changes: Any) -> State:
    """The state with one figure changed."""
    return replace(state, figures={**state.figures, name: replace(state.figures[name], **changes)})


def standing(state: State, side: str = "") -> tuple[Character, ...]:
    """Figures on the table, of one side or of all; a held one is not."""
    return tuple(f for f in state.figures.values() if f.on_table and side in ("", f.side))


def playing_sides(state: State) -> tuple[str, ...]:
    """Sides that have a figure on the table, held or not."""
    return tuple(
        side
        for side in state.options.sides
        if any(f.side == side and f.where in ("table", "held") for f in state.figures.values())
    )


def enemies(state: State, name: str) -> tuple[Character, ...]:
    """Everybody of another side who stands on the table. Friendship is a matter of words, not of rules (FL-42)."""
    return tuple(f for f in standing(state) if f.side != state.figures[name].side)


def foes(state: State, name: str) -> tuple[str, ...]:
    """Whom the figure is in base contact with."""
    return tuple(fight.other(name) for fight in state.fights if name in (fight.a, fight.b))


def holder_of(state: State, name: str = OSWOLD) -> Character | None:
    """Who carries Oswold."""
    return next((f for f in state.figures.values() if f.carries == name and f.on_table), None)


def gap_mm(state: State, a: str, b: str) -> float:
    """Between two bases as they were told to stand; for offers and proposals, never for a ruling."""
    p, q = state.figures[a], state.figures[b]
    return math.hypot(q.x_mm - p.x_mm, q.y_mm - p.y_mm) - (base_mm(a) + base_mm(b)) / 2


def seat_of(state: State, name: str) -> str:
    """Who plays this figure."""
    return state.options.seat_of(state.figures[name].side)


def size_mm(state: State) -> Point:
    """The table, width and height."""
    width, height = SCENARIOS[state.options.scenario]["size"]
    return float(width), float(height)
