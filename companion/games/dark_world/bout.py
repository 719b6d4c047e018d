"""A bout of combat: a blow, and a blow back if the one struck still stands (DW-16 to DW-22, DW-41, DW-43, DW-47).

The cards are asked after the roll has been seen and before the disc is read; they are asked even of an empty hand, or
its silence would tell. A Monster is dead or whole, never weaker.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.games.contract import Command, Offer, Play, Refusal
from companion.games.dark_world import events as e
from companion.games.dark_world.cards import draw_cards
from companion.games.dark_world.falling import fall
from companion.games.dark_world.scoring import korak_slain
from companion.games.dark_world.state import Hero, Monster, State, kind_at, monster_at, next_to, playing
from companion.games.dark_world.steps import Steps, counted, tell, title
from companion.games.fields import OneOf, Range
from companion.games.questions import Choose, ReadChart, Roll, key

DIE = (0, 1, 2)
MOST_HIT_CARDS, MOST_MISS_CARDS, MOST_ITEMS = 3, 2, 2
DISC_NUMBERS = (1, 2, 3, 4, 5, 6)


def may_fight(state: State, hero: Hero, monster: Monster) -> bool:
    """Whether the two stand so that either may strike the other: next to each other, and nobody where it is barred."""
    here, there = hero.square or "", monster.square or ""
    if hero.hits <= 0 or monster.where != "board" or kind_at(state, here) == "doomstep":
        return False
    if (kind_at(state, here) == "front") != (monster.kind == "korak"):
        return False
    return there in next_to(state, here)


def hero_dice(hero: Hero) -> int:
    """Two dice; three with a golden weapon (DW-17)."""
    return 3 if hero.golden else 2


def monster_dice(monster: Monster) -> int:
    """Two dice; three for Korak himself (DW-43)."""
    return 3 if monster.kind == "korak" else 2


def targets(state: State, hero: Hero) -> tuple[str, ...]:
    """Monsters that the Hero may strike at."""
    return tuple(m.name for m in state.monsters.values() if may_fight(state, hero, m))


def offers(state: State, hero: Hero) -> list[Offer]:
    """A bout, if an action is left and somebody is near."""
    near = targets(state, hero) if state.turn.left else ()
    return [Offer("attack", "DW-16", "Fight a Monster next to you", {"monster": OneOf(near)})] if near else []


def attack_refused(state: State, command: Command) -> Refusal | None:
    """Why the Hero cannot fight this Monster."""
    hero, monster = playing(state), state.monsters.get(str(command.fields.get("monster")))
    if hero is None or monster is None or may_fight(state, hero, monster):
        return None
    if kind_at(state, hero.square) == "doomstep":
        return Refusal("doomstep", "Nobody fights on the Doomstep.", "DW-38")
    if monster.kind == "korak":
        return Refusal("korak", "Korak is fought only from the square before his throne.", "DW-43")
    if kind_at(state, hero.square) == "front":
        return Refusal("front", "Before the throne there is only Korak to fight.", "DW-43")
    return Refusal("adjacent", f"{title(monster.name)} is not on a square next to the {title(hero.name)}.", "DW-16")


def monster_attack_refused(state: State, command: Command) -> Refusal | None:
    """Why the Monster cannot fight this Hero."""
    hero, monster = state.heroes.get(str(command.fields.get("hero"))), state.monsters.get(command.subject)
    if hero is None or monster is None or monster.where != "board" or may_fight(state, hero, monster):
        return None
    if kind_at(state, hero.square) == "doomstep":
        return Refusal("doomstep", "Nobody fights a Hero on the Doomstep.", "DW-38")
    if kind_at(state, hero.square) == "front":
        return Refusal("front", "Who stands before the throne need only fear Korak.", "DW-43")
    if monster.kind == "korak":
        return Refusal("korak", "Korak never leaves his throne.", "DW-43")
    if hero.hits <= 0:
        return Refusal("down", f"The {title(hero.name)} is unconscious.", "DW-23")
    return Refusal("adjacent", f"The {title(hero.name)} is not on a square next to {title(monster.name)}.", "DW-16")


def attack(state: State, command: Command) -> Play:
    """A Hero's bout: his blow, then the Monster's if it still stands."""
    hero = playing(state)
    assert hero is not None
    monster = str(command.fields["monster"])
    state = yield from tell(state, e.BoutBegan(hero.name, monster))
    state, slain = yield from hero_blow(state, hero.name, monster)
    if not slain:
        yield from monster_blow(state, monster, hero.name)
    return ()


def monster_attack(state: State, command: Command) -> Play:
    """Korak's bout: the Monster's blow, then the Hero's if he is still on his feet (DW-21)."""
    monster, hero = command.subject, str(command.fields["hero"])
    state = yield from tell(state, e.BoutBegan(monster, hero, "DW-21"))
    state = yield from monster_blow(state, monster, hero)
    if state.heroes[hero].hits > 0:
        yield from hero_blow(state, hero, monster)
    return ()


def hero_blow(state: State, name: str, target: str) -> Generator[Any, Any, tuple[State, bool]]:
    """Roll, Hit cards, then the disc. The state after it, and whether the Monster is dead."""
    hero, monster = state.heroes[name], state.monsters[target]
    why = f"The {title(name)} strikes at {title(target)}"
    count = hero_dice(hero)
    dice = yield Roll(key("DW-17", "hero's blow", name), hero.seat, why, "combat die", DIE, state.die, count)
    state = yield from tell(state, e.BlowRolled(name, target, tuple(dice)))
    most = Range(0, min(MOST_HIT_CARDS, hero.hit_cards))
    why = f"The {title(name)} rolled {counted(sum(dice), 'hit')}. How many Hit cards does he add?"
    played = yield Choose(key("DW-19", "hit cards", name), hero.seat, why, most, 0, secret=True)
    if played:
        state = yield from tell(state, e.CardsReturned(name, "hit", played))
    slain = yield from _is_slain(state, monster, sum(dice) + played, combat=True)
    if monster.points is not None:
        state = yield from tell(state, e.DiscRead(name, target))
    if not slain:
        return (yield from tell(state, e.MonsterStood(target))), False
    return (yield from slay(state, name, target, take_item=True)), True


def strength(state: State, monster: Monster, combat: bool) -> int:
    """Hits that kill it; in combat of the advanced game one more than its disc says (DW-47)."""
    return (monster.points or 0) + (1 if combat and state.options.level == "advanced" else 0)


def _is_slain(state: State, monster: Monster, hits: int, combat: bool) -> Generator[Any, Any, bool]:
    """By its number; where nobody has told it, Korak's player says (DW-3)."""
    if monster.points is not None:
        return hits >= strength(state, monster, combat)
    extra = "; it dies of one hit more than its disc says" if combat and state.options.level == "advanced" else ""
    why = f"{hits} hits on {title(monster.name)}: look at its disc{extra}"
    step = key("DW-3", "dead or alive", monster.name)
    said: str = yield Choose(step, state.options.korak, why, OneOf(("alive", "dead")), "alive", secret=True)
    return said == "dead"


def slain_by_grenade(state: State, monster: Monster, hits: int) -> Generator[Any, Any, bool]:
    """A grenade is no combat: the disc's own number counts in both levels."""
    return (yield from _is_slain(state, monster, hits, combat=False))


def slay(state: State, name: str, target: str, take_item: bool) -> Steps:
    """The Hero takes the figure, its item if he wants it and may own it, a coin and a card. Korak ends the game."""
    hero, monster = state.heroes[name], state.monsters[target]
    item_to = "floor" if monster.item else ""
    if monster.item and take_item and len(hero.items) < MOST_ITEMS:
        why = f"{title(target)} defended a Magic Item: {monster.item}"
        kept = yield Choose(key("DW-19", "item", target), hero.seat, why, OneOf(("take", "leave")), "take")
        item_to = "hero" if kept == "take" else "floor"
    state = yield from tell(state, e.MonsterSlain(target, name, item_to))
    if state.monsters[target].points is None:
        why = f"What is the number under {title(target)}?"
        told = yield ReadChart(key("DW-3", "disc", target), hero.seat, why, "discs", (target, "points"), DISC_NUMBERS)
        state = yield from tell(state, e.DiscTold(target, told))
    if monster.kind == "korak":
        return (yield from tell(state, e.GameEnded(korak_slain(state, name), "DW-45")))
    if state.coins:
        why = f"The {title(name)} draws a Gold Coin"
        step = key("DW-19", "coin", target)
        (value,) = yield Roll(step, hero.seat, why, "coin pit", (1, 2, 3, 4, 5), state.coins, returns=False)
        state = yield from tell(state, e.CoinTaken(name, value))
    return (yield from draw_cards(state, name, 1, "DW-19", target))


def monster_blow(state: State, name: str, target: str) -> Steps:
    """Roll, Miss cards, then hits off the Hero; he may fall."""
    hero, monster = state.heroes[target], state.monsters[name]
    why = f"{title(name)} strikes at the {title(target)}"
    step = key("DW-17", "monster's blow", name)
    count = monster_dice(monster)
    dice = yield Roll(step, state.options.korak, why, "combat die", DIE, state.die, count, dial=target)
    rule = "DW-43" if monster.kind == "korak" else "DW-17"
    state = yield from tell(state, e.BlowRolled(name, target, tuple(dice), rule))
    hits = sum(dice)
    if not hits:
        return state
    most = Range(0, min(MOST_MISS_CARDS, hero.miss_cards, hits))
    why = f"{counted(hits, 'hit')} on the {title(target)}. How many Miss cards? Each stops one"
    step = key("DW-20", "miss cards", target)
    played = yield Choose(step, hero.seat, why, most, 0, secret=True, dial=target, struck=hits)
    if played:
        state = yield from tell(state, e.CardsReturned(target, "miss", played, "DW-20"))
    if hits > played:
        state = yield from tell(state, e.HeroHurt(target, hits - played, name))
    if state.heroes[target].hits <= 0:
        state = yield from fall(state, target, "korak" if monster.kind == "korak" else "monster")
    return state


def room_is_clear(state: State, room: int) -> bool:
    """Whether no Monster stands in the room."""
    return all(monster_at(state, square) is None for square in state.board.room(room).squares)
