"""`evolve`: the state after an event. One small function an event; none decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.dark_world import events as e
from companion.games.dark_world.agreed import AGREED_FOLDS
from companion.games.dark_world.printed import FULL_HITS
from companion.games.dark_world.state import (
    ACTIONS,
    Chest,
    State,
    Turn,
    hero_at,
    monster_at,
    with_hero,
    with_monster,
)


def evolve(state: State, event: Any) -> State:
    """The state after the event. KeyError for an event of another game."""
    return FOLDS[type(event)](state, event)


def _discs_typed(state: State, event: e.DiscsTyped) -> State:
    for name, points in event.points.items():
        state = with_monster(state, name, points=points)
    return replace(state, discs_done=True)


def _die_typed(state: State, event: e.DieTyped) -> State:
    return replace(state, die=event.faces, die_done=True)


def _chest_hidden(state: State, event: e.ChestHidden) -> State:
    chest = Chest(event.chest, event.square, event.front, event.weapon)
    return replace(state, chests={**state.chests, event.chest: chest})


def _hero_ready(state: State, event: e.HeroReady) -> State:
    return with_hero(state, event.hero, square=event.square, weapon=event.weapon)


def _cards_drawn(state: State, event: e.CardsDrawn) -> State:
    pack = state.pack
    for card in event.cards:
        if pack.hit + pack.miss == 0:
            pack = replace(pack, bottom=pack.bottom[1:])
        elif card == "hit":
            pack = replace(pack, hit=pack.hit - 1)
        else:
            pack = replace(pack, miss=pack.miss - 1)
    hero = state.heroes[event.hero]
    hits = event.cards.count("hit")
    state = with_hero(
        state, event.hero, hit_cards=hero.hit_cards + hits, miss_cards=hero.miss_cards + len(event.cards) - hits
    )
    return replace(state, pack=pack)


def _cards_returned(state: State, event: e.CardsReturned) -> State:
    state = _without_cards(state, event.hero, event.card, event.count)
    return replace(state, pack=replace(state.pack, bottom=state.pack.bottom + (event.card,) * event.count))


def _without_cards(state: State, name: str, card: str, count: int) -> State:
    hero = state.heroes[name]
    if card == "hit":
        return with_hero(state, name, hit_cards=hero.hit_cards - count)
    return with_hero(state, name, miss_cards=hero.miss_cards - count)


def _set_up(state: State, event: e.SetUp) -> State:
    return replace(state, phase="mace", round=1)


def _mace_shaken(state: State, event: e.MaceShaken) -> State:
    return replace(state, order=event.order, phase="heroes", turn=Turn())


def _turn_began(state: State, event: e.TurnBegan) -> State:
    if event.recovering:
        state = with_hero(state, event.hero, hits=1)
    return replace(state, turn=Turn(event.hero, ACTIONS, 0, event.recovering))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, turn=Turn())


def _korak_began(state: State, event: e.KorakBegan) -> State:
    monsters = {n: replace(m, actions=ACTIONS if m.where == "board" else 0) for n, m in state.monsters.items()}
    return replace(state, phase="korak", turn=Turn(), haunter_used=False, monsters=monsters)


def _korak_ended(state: State, event: e.KorakEnded) -> State:
    return replace(state, phase="mace", round=state.round + 1)


def _hero_moved(state: State, event: e.HeroMoved) -> State:
    state = with_hero(state, event.hero, square=event.square)
    return _spend(replace(state, turn=replace(state.turn, searched=False)), event.cost)


def _spend(state: State, cost: int) -> State:
    return replace(state, turn=replace(state.turn, actions=state.turn.actions - cost))


def _actions_lost(state: State, event: e.ActionsLost) -> State:
    return replace(state, turn=replace(state.turn, actions=0, fights=event.fights))


def _door_opened(state: State, event: e.DoorOpened) -> State:
    return replace(state, doors=tuple(sorted((*state.doors, event.room))))


def _monster_placed(state: State, event: e.MonsterPlaced) -> State:
    if event.item is not None:
        state = replace(state, pool={**state.pool, event.item: state.pool[event.item] - 1})
    return with_monster(
        state, event.monster, where="board", square=event.square, item=event.item, arena=event.arena, actions=0
    )


def _room_stocked(state: State, event: e.RoomStocked) -> State:
    return replace(state, stocked=tuple(sorted((*state.stocked, event.room))))


def _bout_began(state: State, event: e.BoutBegan) -> State:
    if event.attacker in state.monsters:
        return with_monster(state, event.attacker, actions=state.monsters[event.attacker].actions - 1)
    turn = state.turn
    if turn.fights:
        return replace(state, turn=replace(turn, fights=turn.fights - 1))
    return _spend(state, 1)


def _nothing(state: State, event: Any) -> State:
    return state


def _disc_read(state: State, event: e.DiscRead) -> State:
    seat = state.heroes[event.hero].seat
    seen = state.seen.get(seat, ())
    if event.monster in seen:
        return state
    return replace(state, seen={**state.seen, seat: tuple(sorted((*seen, event.monster)))})


def _monster_slain(state: State, event: e.MonsterSlain) -> State:
    monster = state.monsters[event.monster]
    hero = state.heroes[event.hero]
    if event.item_to == "hero" and monster.item:
        state = with_hero(state, event.hero, items=(*hero.items, monster.item))
    if event.item_to == "floor" and monster.item and monster.square:
        state = _laid(state, monster.square, monster.item)
    state = with_hero(state, event.hero, slain=(*hero.slain, event.monster))
    return with_monster(state, event.monster, where="slain", square=None, item=None)


def _laid(state: State, square: str, item: str) -> State:
    return replace(state, floor={**state.floor, square: (*state.floor.get(square, ()), item)})


def _picked(floor: Mapping[str, tuple[str, ...]], square: str, item: str) -> dict[str, tuple[str, ...]]:
    left = list(floor[square])
    left.remove(item)
    return {s: items for s, items in {**floor, square: tuple(left)}.items() if items}


def _disc_told(state: State, event: e.DiscTold) -> State:
    return with_monster(state, event.monster, points=event.points)


def _coin_taken(state: State, event: e.CoinTaken) -> State:
    left = list(state.coins)
    left.remove(event.value)
    state = with_hero(state, event.hero, coins=(*state.heroes[event.hero].coins, event.value))
    return replace(state, coins=tuple(left))


def _hero_hurt(state: State, event: e.HeroHurt) -> State:
    return with_hero(state, event.hero, hits=max(0, state.heroes[event.hero].hits - event.hits))


def _hero_fell(state: State, event: e.HeroFell) -> State:
    return with_hero(state, event.hero, square=event.square, hits=0)


def _hero_lost(state: State, event: e.HeroLost) -> State:
    hero = state.heroes[event.hero]
    match event.what:
        case "card":
            return _without_cards(state, event.hero, event.which, 1)
        case "item":
            return with_hero(state, event.hero, items=_less(hero.items, event.which))
        case "coin":
            return with_hero(state, event.hero, coins=_less(hero.coins, int(event.which)))
        case _:
            state = with_monster(state, event.which, where="pit")
            return with_hero(state, event.hero, slain=_less(hero.slain, event.which))


def _less(things: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    left = list(things)
    left.remove(one)
    return tuple(left)


def _hero_out(state: State, event: e.HeroOut) -> State:
    return with_hero(state, event.hero, square=None, hits=0, out=True)


def _monster_moved(state: State, event: e.MonsterMoved) -> State:
    left = state.monsters[event.monster].actions - event.cost
    return with_monster(state, event.monster, square=event.square, actions=left)


def _haunter_called(state: State, event: e.HaunterCalled) -> State:
    return replace(state, haunter_used=True)


def _monster_haunted(state: State, event: e.MonsterHaunted) -> State:
    monster = state.monsters[event.monster]
    if monster.item and monster.square:
        state = _laid(state, monster.square, monster.item)
    return with_monster(state, event.monster, where="pit", square=None, item=None)


def _item_taken(state: State, event: e.ItemTaken) -> State:
    hero = state.heroes[event.hero]
    state = replace(state, floor=_picked(state.floor, hero.square or "", event.item))
    return with_hero(state, event.hero, items=(*hero.items, event.item))


def _item_used(state: State, event: e.ItemUsed) -> State:
    return with_hero(state, event.hero, items=_less(state.heroes[event.hero].items, event.item))


def _healed(state: State, event: e.Healed) -> State:
    return _spend(with_hero(state, event.hero, hits=FULL_HITS), event.cost)


def _boots_worn(state: State, event: e.BootsWorn) -> State:
    return _spend(replace(state, turn=replace(state.turn, searched=False)), -ACTIONS)


def _teleported(state: State, event: e.Teleported) -> State:
    return with_hero(state, event.hero, square=event.square)


def _door_searched(state: State, event: e.DoorSearched) -> State:
    return replace(state, turn=replace(state.turn, searched=not event.found))


def _door_turned(state: State, event: e.DoorTurned) -> State:
    hero, monster = hero_at(state, event.far), monster_at(state, event.far)
    floor = dict(state.floor)
    there, here = floor.pop(event.far, ()), floor.pop(event.square, ())
    floor.update({square: items for square, items in ((event.square, there), (event.far, here)) if items})
    state = replace(state, floor=floor)
    if hero is not None:
        state = with_hero(state, hero.name, square=event.square)
    if monster is not None:
        state = with_monster(state, monster.name, square=event.square)
    return with_hero(state, event.hero, square=event.far)


def _chest_opened(state: State, event: e.ChestOpened) -> State:
    chest, hero = state.chests[event.chest], state.heroes[event.hero]
    state = with_hero(state, event.hero, weapon=chest.weapon, golden=True)
    return replace(state, chests={**state.chests, chest.name: replace(chest, weapon=hero.weapon, opened=True)})


def _doomstep_reached(state: State, event: e.DoomstepReached) -> State:
    state = with_hero(state, event.hero, arrived=event.place)
    return replace(state, arrivals=event.place, arena=state.arena or "due")


def _arena_stocked(state: State, event: e.ArenaStocked) -> State:
    return with_monster(replace(state, arena="open"), "korak", where="board", arena=True, actions=0)


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, phase="over", end=event.end, turn=Turn())


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    e.DiscsTyped: _discs_typed,
    e.DieTyped: _die_typed,
    e.ChestHidden: _chest_hidden,
    e.HeroReady: _hero_ready,
    e.CardsDrawn: _cards_drawn,
    e.CardsReturned: _cards_returned,
    e.SetUp: _set_up,
    e.MaceShaken: _mace_shaken,
    e.TurnBegan: _turn_began,
    e.TurnEnded: _turn_ended,
    e.KorakBegan: _korak_began,
    e.KorakEnded: _korak_ended,
    e.HeroMoved: _hero_moved,
    e.ActionsLost: _actions_lost,
    e.DoorOpened: _door_opened,
    e.MonsterPlaced: _monster_placed,
    e.RoomStocked: _room_stocked,
    e.BoutBegan: _bout_began,
    e.BlowRolled: _nothing,
    e.DiscRead: _disc_read,
    e.MonsterStood: _nothing,
    e.MonsterSlain: _monster_slain,
    e.DiscTold: _disc_told,
    e.CoinTaken: _coin_taken,
    e.HeroHurt: _hero_hurt,
    e.HeroFell: _hero_fell,
    e.HeroLost: _hero_lost,
    e.HeroOut: _hero_out,
    e.MonsterMoved: _monster_moved,
    e.HaunterCalled: _haunter_called,
    e.MonsterHaunted: _monster_haunted,
    e.ItemTaken: _item_taken,
    e.ItemUsed: _item_used,
    e.Healed: _healed,
    e.BootsWorn: _boots_worn,
    e.GrenadeBurst: _nothing,
    e.Teleported: _teleported,
    e.DoorSearched: _door_searched,
    e.DoorTurned: _door_turned,
    e.ChestOpened: _chest_opened,
    e.DoomstepReached: _doomstep_reached,
    e.ArenaStocked: _arena_stocked,
    e.GameEnded: _game_ended,
    **AGREED_FOLDS,
}
