"""DW-12, DW-24 to DW-26, DW-38, DW-43: Korak's turn."""

from __future__ import annotations

import pytest

from tests.companion.games.dark_world.scene import cells, do, hero, offered, position, refusal, with_chest


def test_dw_24_three_actions_for_each_visible_monster_and_none_for_others() -> None:
    state = position(monsters={"orc-1": "4,1", "orc-2": "5,1"}, korak=True, doors=(1,))
    assert {offer for offer in offered(state, "cora") if offer.startswith("monster")} == {
        "monster-move:orc-1",
        "monster-move:orc-2",
    }
    state = do(state, "cora", "monster-move:orc-1", square="3,0").state
    assert state.monsters["orc-1"].actions == 1
    state = do(state, "cora", "monster-move:orc-1", square="4,0").state
    assert "monster-move:orc-1" not in offered(state, "cora")
    assert "monster-move:orc-2" in offered(state, "cora")


def test_dw_24_actions_come_back_each_turn() -> None:
    state = position(monsters={"orc-1": "4,1"}, turn="ranger", actions=0, doors=(1,))
    told = do(state, "bob", "end-turn")
    for _ in range(3):
        told = do(told.state, told.state.heroes[told.state.turn.hero].seat, "end-turn")
    assert told.state.monsters["orc-1"].actions == 3


def test_dw_12_monsters_pass_monsters_and_no_hero() -> None:
    state = position({"knight": "4,0"}, {"orc-1": "5,0", "orc-2": "5,1"}, korak=True, doors=(1,))
    assert "5,2" in cells(state, "cora", "monster-move:orc-1")
    assert "5,1" not in cells(state, "cora", "monster-move:orc-1")
    assert refusal(state, "cora", "monster-move:orc-1", square="4,0").rule == "DW-12"


def test_dw_26_no_monster_enters_the_entrance() -> None:
    state = position(monsters={"orc-1": "3,1"}, korak=True, doors=(1,))
    assert "2,1" not in cells(state, "cora", "monster-move:orc-1")
    assert refusal(state, "cora", "monster-move:orc-1", square="2,1").rule == "DW-26"


def test_dw_14_a_monster_may_step_before_the_door_later() -> None:
    state = position(monsters={"orc-1": "4,1"}, korak=True, doors=(1,))
    assert "3,1" in cells(state, "cora", "monster-move:orc-1")


def test_dw_32_no_monster_stops_on_the_numbered_square() -> None:
    state = position(monsters={"orc-1": "4,1"}, korak=True, doors=(1,))
    assert "4,2" not in cells(state, "cora", "monster-move:orc-1")
    assert "5,2" in cells(state, "cora", "monster-move:orc-1")
    assert "search" not in offered(state, "cora")


def test_dw_33_no_monster_stops_on_a_chest() -> None:
    state = with_chest(position(monsters={"orc-1": "4,1"}, korak=True, doors=(1,)), "4,0", "4,1")
    assert refusal(state, "cora", "monster-move:orc-1", square="4,0").rule == "DW-33"


def test_dw_38_room_monsters_stay_out_of_the_arena_and_arena_monsters_in_it() -> None:
    room = position(monsters={"orc-1": "7,8"}, korak=True)
    assert cells(room, "cora", "monster-move:orc-1") & {"7,9", "7,10"} == set()
    arena = position(monsters={"orc-1": "7,10"}, korak=True)
    assert cells(arena, "cora", "monster-move:orc-1") & {"7,9", "7,8"} == set()
    assert refusal(arena, "cora", "monster-move:orc-1", square="7,9").rule == "DW-38"
    assert refusal(arena, "cora", "monster-move:orc-1", square="7,8").rule == "DW-38"


def test_dw_43_nobody_but_heroes_before_the_throne_and_korak_never_leaves_it() -> None:
    state = position(monsters={"orc-1": "4,13", "korak": "4,15"}, korak=True)
    assert "4,14" not in cells(state, "cora", "monster-move:orc-1")
    assert refusal(state, "cora", "monster-move:orc-1", square="4,14").rule == "DW-43"
    assert "monster-move:korak" not in offered(state, "cora")
    assert refusal(state, "cora", "monster-move:korak", square="4,14").rule == "DW-43"


@pytest.mark.parametrize(("row", "square"), [(1, "4,0"), (5, "4,4"), (9, "4,8")])
def test_dw_25_the_haunter_takes_a_whole_row(row: int, square: str) -> None:
    other = f"0,{square.partition(',')[2]}" if row > 3 else "8,0"
    state = position({"knight": square}, {"orc-1": other}, korak=True)
    told = do(state, "cora", "haunter", {"DW-25": [row]})
    assert told.state.heroes["knight"].hits == 0
    assert told.state.monsters["orc-1"].where == "pit"
    assert told.state.floor == {other: ("potion",)}
    assert told.state.heroes["knight"].slain == ()


def test_dw_25_who_stands_in_another_row_is_safe() -> None:
    state = position({"knight": "4,1"}, {"orc-1": "4,3"}, korak=True)
    told = do(state, "cora", "haunter", {"DW-25": [3]})
    assert told.kinds() == ["HaunterCalled"]


def test_dw_25_nobody_is_harmed_in_the_entrance_and_0_is_asleep() -> None:
    for number in (0, 1, 2, 3):
        assert do(position(korak=True), "cora", "haunter", {"DW-25": [number]}).kinds() == ["HaunterCalled"]


def test_dw_25_once_a_turn_and_not_after_the_doomstep() -> None:
    told = do(position(korak=True), "cora", "haunter", {"DW-25": [0]})
    assert refusal(told.state, "cora", "haunter").rule == "DW-25"
    state = position({"knight": "7,9"}, korak=True)
    arrived = hero(state, "knight", arrived=1)
    arrived = type(state)(**{**{f: getattr(arrived, f) for f in state.__slots__}, "arrivals": 1, "arena": "open"})
    assert "haunter" not in offered(arrived, "cora")
    assert "Doomstep" in refusal(arrived, "cora", "haunter").reason
