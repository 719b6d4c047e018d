"""Everything that is so in a game of Dark World, as one frozen value, and the questions that every rule asks of it.

The state holds all secrets; `views` decides who sees what. Mappings are never changed in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.contract import End
from companion.games.dark_world.board import Board
from companion.games.dark_world.board_checks import board_of
from companion.games.dark_world.options import Options

ACTIONS = 3
SIDES_OF_KORAK = "korak"


@dataclass(frozen=True, slots=True)
class Hero:
    """square: None before the game and when out of it. hits: 0 or less is unconscious. arrived: 1 to 4, the place in
    which this Hero reached the Doomstep; 0 not yet."""

    name: str
    seat: str
    square: str | None = None
    hits: int = 8
    weapon: str = ""
    golden: bool = False
    hit_cards: int = 0
    miss_cards: int = 0
    items: tuple[str, ...] = ()
    coins: tuple[int, ...] = ()
    slain: tuple[str, ...] = ()
    arrived: int = 0
    out: bool = False

    @property
    def cards(self) -> int:
        """How many cards in the hand."""
        return self.hit_cards + self.miss_cards


@dataclass(frozen=True, slots=True)
class Monster:
    """points: None while nobody has told the number on its disc. where: "store", "board", "slain" or "pit".

    bare: whether it defends no Magic Item because none were left. arena: whether it belongs to the arena.
    """

    name: str
    kind: str
    points: int | None
    where: str = "store"
    square: str | None = None
    item: str | None = None
    arena: bool = False
    actions: int = 0


@dataclass(frozen=True, slots=True)
class Chest:
    """front: the square from which it is opened. weapon: what lies in it."""

    name: str
    square: str
    front: str
    weapon: str
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Of the Hero whose turn it is. actions: left for anything; fights: left for combat only, after a failed search.

    searched: he has searched in vain from the square where he still stands.
    """

    hero: str = ""
    actions: int = 0
    fights: int = 0
    recovering: bool = False
    searched: bool = False

    @property
    def left(self) -> int:
        """Actions left."""
        return self.actions + self.fights


@dataclass(frozen=True, slots=True)
class Pack:
    """The card pack: how many of each are in the shuffled part on top, and the used cards below it, in order."""

    hit: int
    miss: int
    bottom: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """phase: setup, mace, heroes, korak or over. order: Heroes of this round in the order of the Mace.

    pool: Magic Items still with Korak. floor: square -> items lying there. doors: rooms whose door is open.
    stocked: rooms that have had their Monsters. seen: seat -> Monsters whose disc its Heroes have read.
    arena: "" nobody is there yet; "due": Korak's next turn brings his Monsters; "open".
    owed: Hero -> cards that he draws as the table agreed, below 0 gives back.
    """

    options: Options
    heroes: Mapping[str, Hero]
    monsters: Mapping[str, Monster]
    pack: Pack
    pool: Mapping[str, int]
    coins: tuple[int, ...]
    die: tuple[int, ...] = ()
    discs_done: bool = False
    die_done: bool = False
    phase: str = "setup"
    round: int = 0
    order: tuple[str, ...] = ()
    turn: Turn = field(default_factory=Turn)
    chests: Mapping[str, Chest] = field(default_factory=dict)
    floor: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    doors: tuple[int, ...] = ()
    stocked: tuple[int, ...] = ()
    seen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arena: str = ""
    arrivals: int = 0
    haunter_used: bool = False
    owed: Mapping[str, int] = field(default_factory=dict)
    end: End | None = None

    @property
    def board(self) -> Board:
        """The board this game is played on."""
        return board_of(self.options.board)


def hero_at(state: State, square: str) -> Hero | None:
    """A Hero on this square, or None."""
    return next((h for h in state.heroes.values() if h.square == square), None)


def heroes_at(state: State, square: str) -> tuple[Hero, ...]:
    """All Heroes on this square."""
    return tuple(h for h in state.heroes.values() if h.square == square)


def monster_at(state: State, square: str) -> Monster | None:
    """The Monster on this square, or None."""
    return next((m for m in state.monsters.values() if m.where == "board" and m.square == square), None)


def chest_at(state: State, square: str) -> bool:
    """Whether a chest stands on this square."""
    return any(chest.square == square for chest in state.chests.values())


def kind_at(state: State, square: str | None) -> str:
    """The kind of zone of a square; "" for None."""
    return state.board.zone(square).kind if square else ""


def next_to(state: State, square: str) -> tuple[str, ...]:
    """Squares one step away through what is open now."""
    return state.board.next_to(square, state.doors)


def shut_doors(state: State, square: str) -> tuple[int, ...]:
    """Closed doors that somebody on this square stands at, by the room they lead into."""
    return tuple(door.into for door in state.board.doors_at(square) if door.into not in state.doors)


def with_hero(state: State, name: str, **changes: Any) -> State:
    """The state with a Hero changed."""
    return replace(state, heroes={**state.heroes, name: replace(state.heroes[name], **changes)})


def with_monster(state: State, name: str, **changes: Any) -> State:
    """The state with a Monster changed."""
    return replace(state, monsters={**state.monsters, name: replace(state.monsters[name], **changes)})


def playing(state: State) -> Hero | None:
    """The Hero whose turn it is, or None."""
    return state.heroes.get(state.turn.hero) if state.phase == "heroes" else None


def stored(state: State) -> tuple[Monster, ...]:
    """Monsters that can be put into a room: in the store, neither the Manticore nor Korak."""
    return tuple(
        m for m in state.monsters.values() if m.where == "store" and m.kind not in ("manticore", SIDES_OF_KORAK)
    )
