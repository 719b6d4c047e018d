"""For tests: the same game with other secrets. A seat's view may not change when what it may not know is permuted."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from companion.games.dark_world.state import Hero, State, with_hero, with_monster
from companion.games.dark_world.views import knows_disc


def hide(state: State, seat: str, rng: random.Random) -> State:
    """Discs, defended items, chests, the store and other hands changed, as far as the seat may not know them."""
    if seat != state.options.korak:
        state = _chests(_items(_discs(state, seat, rng), rng), rng)
    for hero in state.heroes.values():
        if hero.seat != seat:
            state = _hand(state, hero, rng)
    pack = state.pack
    cards = rng.randint(0, pack.hit + pack.miss)
    return replace(state, pack=replace(pack, hit=cards, miss=pack.hit + pack.miss - cards))


def _discs(state: State, seat: str, rng: random.Random) -> State:
    hidden = [m for m in state.monsters.values() if not knows_disc(state, m, seat) and m.points is not None]
    points = _mixed([m.points for m in hidden], rng)
    for monster, number in zip(hidden, points, strict=True):
        state = with_monster(state, monster.name, points=number)
    return state


def _items(state: State, rng: random.Random) -> State:
    holding = [m for m in state.monsters.values() if m.item]
    pool = [item for item, count in state.pool.items() for _ in range(count)]
    mixed = _mixed([*(m.item for m in holding), *pool], rng)
    for monster, item in zip(holding, mixed, strict=False):
        state = with_monster(state, monster.name, item=item)
    left = mixed[len(holding) :]
    return replace(state, pool={item: left.count(item) for item in state.pool})


def _chests(state: State, rng: random.Random) -> State:
    shut = [chest for chest in state.chests.values() if not chest.opened]
    weapons = _mixed([chest.weapon for chest in shut], rng)
    changed = {c.name: replace(c, weapon=w) for c, w in zip(shut, weapons, strict=True)}
    return replace(state, chests={**state.chests, **changed})


def _hand(state: State, hero: Hero, rng: random.Random) -> State:
    hits = rng.randint(0, hero.cards)
    return with_hero(state, hero.name, hit_cards=hits, miss_cards=hero.cards - hits)


def _mixed(things: list[Any], rng: random.Random) -> list[Any]:
    return rng.sample(things, len(things))
