"""Everything that is so in a game of Dark Age Skirmish, as one frozen value, and the questions that every rule asks.

Places are where figures were last told to stand, mm; the table's own measurements come in as answers. Nothing is
secret: the pack is turned card by card, so the order of the cards that are still in it is nowhere. Mappings are never
changed in place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.contract import End
from companion.games.dark_age_skirmish.animals import Animal
from companion.games.dark_age_skirmish.boats import Boat, Wind
from companion.games.dark_age_skirmish.grounds import base_mm, size_of
from companion.games.dark_age_skirmish.options import Options
from companion.games.dark_age_skirmish.people import Person
from companion.games.dark_age_skirmish.wagons import Wagon
from companion.geometry.points import Point


@dataclass(frozen=True, slots=True)
class Character:
    """One character of a band.

    where: "away" before the game, "table", "carried", "dead", "left" or "taken" (carried off the table).
    facing: degrees, 0 to the east, counter-clockwise. wounds: red counters. spent: fatigue points. tired: yellow
    counters. posture: "up", "prone" or "stunned". unaware: he knows of nobody; asleep: because he sleeps. horse: where
    it stands while its rider is on foot. gait: the pace of the last move, for whoever shoots at him. hand: the weapon
    in use. held_by: who has overpowered him.
    In the turn that is his: spent_now, moved (a pace), fought and other (what he did), balked (he dares not go in),
    turned, tried (to rage), done.
    """

    person: Person
    side: str
    arms: tuple[str, ...]
    hand: str
    missiles: int | None
    fatigue: int | None = None
    where: str = "away"
    x_mm: float = 0.0
    y_mm: float = 0.0
    facing: int = 0
    wounds: int = 0
    spent: int = 0
    tired: int = 0
    aims: int = 0
    posture: str = "up"
    unaware: bool = False
    asleep: bool = False
    unloaded: bool = False
    riding: bool = False
    horse: Point | None = None
    gait: str = ""
    panicked: bool = False
    raging: bool = False
    held_by: str = ""
    carries: str = ""
    spent_now: int = 0
    moved: str = ""
    fought: str = ""
    other: str = ""
    balked: bool = False
    turned: bool = False
    tried: bool = False
    done: bool = False

    @property
    def name(self) -> str:
        """What the game calls him; his figure on foot is called so on the table."""
        return self.person.name

    @property
    def place(self) -> Point:
        """Centre of the base."""
        return self.x_mm, self.y_mm

    @property
    def on_table(self) -> bool:
        """Whether he stands or lies there by himself."""
        return self.where == "table"

    @property
    def token(self) -> str:
        """What his figure is called on the table now (DA-2)."""
        return self.person.twin if self.riding else self.name

    @property
    def base_mm(self) -> float:
        """Diameter of the base."""
        return base_mm(self.riding)

    @property
    def helpless(self) -> bool:
        """Whether he cannot act: stunned, or overpowered."""
        return self.posture == "stunned" or bool(self.held_by)

    @property
    def idle(self) -> bool:
        """Whether he has done nothing in this turn."""
        return not (self.moved or self.fought or self.other)


@dataclass(frozen=True, slots=True)
class Fight:
    """Two in combat. longer: whose weapon is longer, or "". acted: who of them has had a turn of his in it."""

    a: str
    b: str
    longer: str = ""
    acted: tuple[str, ...] = ()

    def other(self, name: str) -> str:
        """The opponent."""
        return self.b if name == self.a else self.a


@dataclass(frozen=True, slots=True)
class State:
    """phase: "setup", "turn", "others" (non-combatants) or "over".

    order: the bands' order in this turn, by factions. side: whose turn it is then. acting: whose turn it is, or "".
    pack: characters whose card has not come in this turn. longer: pair of weapons -> the longer, or "". read: weapon ->
    far edges of its bands as typed in this game, cm or hexes. typed: whose fatigue is typed. conceded: bands that have
    given up.
    """

    options: Options
    figures: Mapping[str, Character]
    phase: str = "setup"
    turn: int = 0
    order: tuple[str, ...] = ()
    side: str = ""
    acting: str = ""
    pack: tuple[str, ...] = ()
    fights: tuple[Fight, ...] = ()
    longer: Mapping[str, str] = field(default_factory=dict)
    read: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    typed: tuple[str, ...] = ()
    conceded: tuple[str, ...] = ()
    boats: Mapping[str, Boat] = field(default_factory=dict)
    animals: Mapping[str, Animal] = field(default_factory=dict)
    wagons: Mapping[str, Wagon] = field(default_factory=dict)
    wind: Wind = Wind()
    end: End | None = None


def with_figure(state: State, name: str, **changes: Any) -> State:
    """The state with one character changed."""
    return replace(state, figures={**state.figures, name: replace(state.figures[name], **changes)})


def standing(state: State, side: str = "") -> tuple[Character, ...]:
    """Characters on the table, upright or not, of one band or of all."""
    return tuple(f for f in state.figures.values() if f.on_table and side in ("", f.side))


def enemies(state: State, name: str) -> tuple[Character, ...]:
    """Everybody on the table who is no friend."""
    return tuple(f for f in standing(state) if not friends(state, f.side, state.figures[name].side))


def friends(state: State, one: str, other: str) -> bool:
    """Whether two bands are one, or fight together."""
    return state.options.are_friends(one, other)


def fights_of(state: State, name: str) -> tuple[Fight, ...]:
    """The fights that a character is in."""
    return tuple(fight for fight in state.fights if name in (fight.a, fight.b))


def foes(state: State, name: str) -> tuple[str, ...]:
    """Whom a character is in combat with."""
    return tuple(fight.other(name) for fight in fights_of(state, name))


def fighters(state: State, side: str) -> tuple[Character, ...]:
    """Those of a band who can still decide the game: on the table, no non-combatants, not overpowered."""
    if side in state.conceded:
        return ()
    return tuple(f for f in standing(state, side) if f.person.is_combatant and not f.held_by)


def gap_mm(state: State, a: str, b: str) -> float:
    """Between two bases as they were told to stand; for offers and proposals, never for a ruling."""
    p, q = state.figures[a], state.figures[b]
    return math.hypot(q.x_mm - p.x_mm, q.y_mm - p.y_mm) - (p.base_mm + q.base_mm) / 2


def seat_of(state: State, name: str) -> str:
    """Who plays this character."""
    return state.options.seat_of(state.figures[name].side)


def size_mm(state: State) -> Point:
    """The table, width and height."""
    return size_of(state.options.ground)


def by_cards(state: State) -> bool:
    """Whether characters act as their cards come; else faction by faction (DA-3)."""
    if state.options.turns != "by-size":
        return state.options.turns == "cards"
    return sum(f.person.is_combatant for f in state.figures.values()) <= MOST_CARDS


MOST_CARDS = 12
"""A dozen (DA-3)."""
