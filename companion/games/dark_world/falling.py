"""Unconscious and eliminated Heroes (DW-23, DW-42, DW-44, DW-46)."""

from __future__ import annotations

from typing import Literal

from companion.games.dark_world import events as e
from companion.games.dark_world.scoring import korak_wins
from companion.games.dark_world.state import Hero, State, kind_at
from companion.games.dark_world.steps import Steps, tell, title
from companion.games.fields import Cells, OneOf
from companion.games.questions import Choose, Place, key

Cause = Literal["monster", "korak", "haunter", "grenade"]
ARENA = ("doomstep", "lower", "under", "stairs", "front")


def fall(state: State, name: str, cause: Cause) -> Steps:
    """A Hero without hit points: out by Korak's hand, on the Doomstep in the arena, else in the Castle Entrance."""
    hero = state.heroes[name]
    if cause == "korak":
        state = yield from tell(state, e.HeroOut(name))
        if all(h.out for h in state.heroes.values()):
            state = yield from tell(state, e.GameEnded(korak_wins(state)))
        return state
    if kind_at(state, hero.square) in ARENA:
        state = yield from tell(state, e.HeroFell(name, state.board.of_kind("doomstep")[0], "DW-42"))
        return (yield from _lose_one(state, name)) if cause == "monster" else state
    squares = entrance_squares(state, name)
    why = f"Lay the {title(name)} down in the Castle Entrance"
    square = yield Place(key("DW-23", "entrance", name), hero.seat, why, name, Cells(squares))
    return (yield from tell(state, e.HeroFell(name, square)))


def entrance_squares(state: State, name: str) -> tuple[str, ...]:
    """Squares of the Castle Entrance that are free or his own; fountain and Teleport are stepped on at a price.

    There is always one: the Entrance has four squares besides those two, and there are four Heroes.
    """
    special = (state.board.fountain, state.board.teleport)
    others = {hero.square for hero in state.heroes.values() if hero.name != name}
    return tuple(s for s in state.board.of_kind("entrance") if s not in special and s not in others)


def _lose_one(state: State, name: str) -> Steps:
    """One of what the Hero has, as his player chooses; nothing if he has nothing."""
    goods = belongings(state.heroes[name])
    if not goods:
        return state
    why = f"The {title(name)} loses one of his things"
    lost = yield Choose(key("DW-42", "lose", name), state.heroes[name].seat, why, OneOf(goods), goods[0], secret=True)
    what, _, which = str(lost).partition(" ")
    return (yield from tell(state, e.HeroLost(name, what, which)))


def belongings(hero: Hero) -> tuple[str, ...]:
    """What can be lost, each kind once: "item potion", "card hit", "coin 3", "monster orc-1"."""
    cards = ["card hit"] * bool(hero.hit_cards) + ["card miss"] * bool(hero.miss_cards)
    coins = [f"coin {value}" for value in sorted(set(hero.coins))]
    items = [f"item {item}" for item in sorted(set(hero.items))]
    return (*items, *cards, *coins, *(f"monster {name}" for name in hero.slain))
