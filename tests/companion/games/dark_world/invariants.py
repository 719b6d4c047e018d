"""What is always so in a game of Dark World, after every event."""

from __future__ import annotations

from collections import Counter

from companion.games.dark_world.printed import pieces
from companion.games.dark_world.setting_up import room_limit
from companion.games.dark_world.state import State


def check(state: State) -> None:
    """AssertionError with what is wrong."""
    heroes, monsters = state.heroes.values(), state.monsters.values()
    in_hands = sum(hero.cards for hero in heroes)
    in_pack = state.pack.hit + state.pack.miss + len(state.pack.bottom)
    assert 0 <= in_hands + in_pack <= 32, "more cards than there are"
    assert min((state.pack.hit, state.pack.miss, *(h.hit_cards for h in heroes), *(h.miss_cards for h in heroes))) >= 0
    assert len(state.coins) + sum(len(hero.coins) for hero in heroes) <= 25
    held = Counter(item for hero in heroes for item in hero.items)
    held += Counter(m.item for m in monsters if m.item) + Counter(i for items in state.floor.values() for i in items)
    assert all(held[item] + count <= pieces(item) for item, count in state.pool.items()), "more items than there are"
    assert all(len(hero.items) <= 2 for hero in heroes), "a Hero owns more than two items"
    standing = [m for m in monsters if m.where == "board"]
    squares = Counter(m.square for m in standing)
    assert not squares or max(squares.values()) == 1, "two Monsters on one square"
    for hero in heroes:
        assert 0 <= hero.hits <= 8
        if hero.square:
            assert hero.square not in squares, "a Hero and a Monster on one square"
            others = [h for h in heroes if h.square == hero.square]
            assert len(others) == 1 or state.board.holds_many(hero.square), "two Heroes on one square"
    for chest in state.chests.values():
        assert chest.square not in squares and chest.square not in {h.square for h in heroes}, "on a chest"
    for m in standing:
        kind = state.board.zone(m.square or "").kind
        assert kind in (("lower", "under", "stairs", "throne") if m.arena else ("room",)), "a Monster where none may be"
    assert state.turn.actions >= 0 and state.turn.fights >= 0 and all(m.actions >= 0 for m in monsters)
    assert len({w for w in (*(h.weapon for h in heroes), *(c.weapon for c in state.chests.values())) if w}) == len(
        [w for w in (*(h.weapon for h in heroes), *(c.weapon for c in state.chests.values())) if w]
    ), "a weapon twice"
    assert all(room_limit(room) for room in state.stocked)
