"""What a table of Dark World agreed otherwise: the events of corrections, and how they fold.

They follow no rule of the book; their rule is `AGREED`. Apart from that they are events like all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.contract import AGREED
from companion.games.dark_world.state import State, with_hero, with_monster


@dataclass(frozen=True, slots=True)
class HitsAgreed:
    """hits: what the Hero has from now on."""

    hero: str
    hits: int
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class ItemsAgreed:
    """items: what the Hero owns from now on. pool, defended: where the others then are; secret.

    pool: item -> how many Korak has. defended: Monsters that defend another item than before.
    """

    hero: str
    items: tuple[str, ...]
    pool: Mapping[str, int]
    defended: Mapping[str, str | None]
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class CoinsAgreed:
    """coins: what the Hero has from now on; pit: what then lies in the pit."""

    hero: str
    coins: tuple[int, ...]
    pit: tuple[int, ...]
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class CardsAgreed:
    """owed: cards that the Hero is to draw, or to give back if it is below 0. Which ones stays between him and the
    pack."""

    hero: str
    owed: int
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class CardsSettled:
    """What was owed is drawn or given back now."""

    hero: str
    rule: str = "DW-22"


@dataclass(frozen=True, slots=True)
class ActionsAgreed:
    """actions: left to the Hero whose turn it is."""

    hero: str
    actions: int
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class HeroPlaced:
    """On another square."""

    hero: str
    square: str
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class MonsterShifted:
    """On another square, of its rooms or of the arena as before."""

    monster: str
    square: str
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class HeroRevived:
    """Back in the game, or on his feet."""

    hero: str
    square: str
    hits: int
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class MonsterRevived:
    """Back on the board, from the Hero who had taken it or from the pit; it defends nothing."""

    monster: str
    square: str
    arena: bool
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """The turn of a Hero, or of Korak, ends here."""

    who: str
    rule: str = AGREED


AGREED_EVENTS: dict[str, type] = {
    name: thing for name, thing in list(globals().items()) if isinstance(thing, type) and thing.__module__ == __name__
}


def _hits(state: State, event: HitsAgreed) -> State:
    return with_hero(state, event.hero, hits=event.hits)


def _items(state: State, event: ItemsAgreed) -> State:
    for name, item in event.defended.items():
        state = with_monster(state, name, item=item)
    return replace(with_hero(state, event.hero, items=event.items), pool=dict(event.pool))


def _coins(state: State, event: CoinsAgreed) -> State:
    return replace(with_hero(state, event.hero, coins=event.coins), coins=event.pit)


def _owed(state: State, name: str, count: int) -> State:
    rest = {hero: owed for hero, owed in state.owed.items() if hero != name}
    return replace(state, owed={**rest, name: count} if count else rest)


def _actions(state: State, event: ActionsAgreed) -> State:
    return replace(state, turn=replace(state.turn, actions=event.actions, fights=0))


def _hero_placed(state: State, event: HeroPlaced) -> State:
    return with_hero(state, event.hero, square=event.square)


def _monster_shifted(state: State, event: MonsterShifted) -> State:
    return with_monster(state, event.monster, square=event.square)


def _hero_revived(state: State, event: HeroRevived) -> State:
    return with_hero(state, event.hero, square=event.square, hits=event.hits, out=False)


def _monster_revived(state: State, event: MonsterRevived) -> State:
    for hero in state.heroes.values():
        if event.monster in hero.slain:
            state = with_hero(state, hero.name, slain=tuple(name for name in hero.slain if name != event.monster))
    return with_monster(
        state, event.monster, where="board", square=event.square, item=None, arena=event.arena, actions=0
    )


AGREED_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    HitsAgreed: _hits,
    ItemsAgreed: _items,
    ActionsAgreed: _actions,
    CoinsAgreed: _coins,
    CardsAgreed: lambda state, event: _owed(state, event.hero, event.owed),
    CardsSettled: lambda state, event: _owed(state, event.hero, 0),
    HeroPlaced: _hero_placed,
    MonsterShifted: _monster_shifted,
    HeroRevived: _hero_revived,
    MonsterRevived: _monster_revived,
    TurnSkipped: lambda state, event: state,
}
