"""Magic Items: two at most, each used once, in one's own turn, for nothing (DW-34 to DW-37)."""

from __future__ import annotations

from companion.games.contract import Command, Offer, Play, Refusal
from companion.games.dark_world import events as e
from companion.games.dark_world.bout import MOST_ITEMS, slain_by_grenade, slay
from companion.games.dark_world.falling import fall
from companion.games.dark_world.printed import FULL_HITS
from companion.games.dark_world.state import Hero, State, heroes_at, kind_at, monster_at, next_to, playing
from companion.games.dark_world.steps import Steps, tell
from companion.games.fields import Cells, OneOf

HITS_THERE, HITS_BESIDE = 3, 2


def offers(state: State, hero: Hero) -> list[Offer]:
    """What lies here, and what the Hero carries."""
    found = []
    lying = state.floor.get(hero.square or "", ())
    if lying and len(hero.items) < MOST_ITEMS:
        what = OneOf(tuple(sorted(set(lying))))
        found.append(Offer("take-item", "DW-34", "Take a Magic Item that lies here", {"item": what}))
    if "potion" in hero.items and hero.hits < FULL_HITS:
        found.append(Offer("drink-potion", "DW-35", "Drink a Healing Potion: back to 8"))
    if "boots" in hero.items:
        found.append(Offer("wear-boots", "DW-36", "Put on the Speed Boots: three more actions"))
    squares = throws(state, hero) if "grenade" in hero.items else ()
    if squares:
        label = "Throw the Fireball Grenade at a Monster two squares away"
        found.append(Offer("throw-grenade", "DW-37", label, {"square": Cells(squares)}))
    return found


def throws(state: State, hero: Hero) -> tuple[str, ...]:
    """Squares with a Monster exactly two away in a straight line; none from the Doomstep, and none at Korak."""
    if kind_at(state, hero.square) == "doomstep":
        return ()
    in_line = state.board.line(hero.square or "", state.doors)
    there = [(square, monster_at(state, square)) for square in in_line]
    return tuple(square for square, monster in there if monster is not None and monster.kind != "korak")


def throw_refused(state: State, command: Command) -> Refusal | None:
    """Why the grenade cannot be thrown there."""
    hero, square = playing(state), str(command.fields.get("square"))
    if (
        hero is None
        or "grenade" not in hero.items
        or square in throws(state, hero)
        or square not in state.board.zone_of
    ):
        return None
    if kind_at(state, hero.square) == "doomstep":
        return Refusal("doomstep", "Nobody fights on the Doomstep.", "DW-38")
    if square not in state.board.line(hero.square or "", state.doors):
        return Refusal("throw", "It is thrown exactly two squares, in a straight line and not through a wall.", "DW-37")
    return Refusal("monster", "It is thrown at a Monster: not at a Hero, an empty square or Korak.", "DW-37")


def take_item(state: State, command: Command) -> Play:
    """From the floor."""
    hero = playing(state)
    assert hero is not None
    yield e.ItemTaken(hero.name, str(command.fields["item"]))
    return ()


def drink_potion(state: State, command: Command) -> Play:
    """Back to full."""
    hero = playing(state)
    assert hero is not None
    return (yield from _used(state, hero.name, "potion", e.Healed(hero.name)))


def wear_boots(state: State, command: Command) -> Play:
    """Three actions more, on top of what is left."""
    hero = playing(state)
    assert hero is not None
    return (yield from _used(state, hero.name, "boots", e.BootsWorn(hero.name)))


def _used(state: State, hero: str, item: str, then: object) -> Play:
    yield from tell(state, e.ItemUsed(hero, item), then)
    return ()


def throw_grenade(state: State, command: Command) -> Play:
    """Three hits there, two on each square beside it, Heroes too. No cards; dead Monsters leave their items."""
    hero, square = playing(state), str(command.fields["square"])
    assert hero is not None
    state = yield from tell(state, e.ItemUsed(hero.name, "grenade"), e.GrenadeBurst(hero.name, square))
    beside = [s for s in next_to(state, square) if kind_at(state, s) != "doomstep"]
    for where, hits in [(square, HITS_THERE), *((s, HITS_BESIDE) for s in beside)]:
        state = yield from _burn(state, hero.name, where, hits)
    for where in beside:
        for near in heroes_at(state, where):
            state = yield from _scorch(state, near)
    return ()


def _burn(state: State, thrower: str, square: str, hits: int) -> Steps:
    monster = monster_at(state, square)
    if monster is None or monster.kind == "korak":
        return state
    slain = yield from slain_by_grenade(state, monster, hits)
    if monster.points is not None:
        state = yield from tell(state, e.DiscRead(thrower, monster.name, "DW-37"))
    if not slain:
        return (yield from tell(state, e.MonsterStood(monster.name, "DW-37")))
    return (yield from slay(state, thrower, monster.name, take_item=False))


def _scorch(state: State, hero: Hero) -> Steps:
    if hero.hits <= 0:
        return state
    state = yield from tell(state, e.HeroHurt(hero.name, HITS_BESIDE, "grenade", "DW-37"))
    if state.heroes[hero.name].hits <= 0:
        state = yield from fall(state, hero.name, "grenade")
    return state
