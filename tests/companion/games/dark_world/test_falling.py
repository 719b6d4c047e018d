"""DW-23, DW-42, DW-44 to DW-46: who falls, and how the game ends."""

from __future__ import annotations

import pytest

from companion.games.dark_world import events as e
from companion.games.dark_world.falling import belongings
from companion.games.dark_world.printed import BOARD
from companion.games.dark_world.scoring import points
from companion.games.questions import Choose, Place
from tests.companion.games.dark_world.scene import do, hero, monster, offered, position

DOWN = {"DW-17/monster": [2, 2]}


def test_dw_23_a_hero_struck_down_lies_in_the_entrance_and_his_turn_is_over() -> None:
    state = hero(position({"knight": "3,1"}, {"orc-8": "4,1"}, turn="knight", doors=(1,)), "knight", hits=3)
    told = do(state, "ann", "attack", {**DOWN, "DW-23": "2,2"}, monster="orc-8")
    knight = told.state.heroes["knight"]
    assert (knight.hits, knight.square) == (0, "2,2")
    assert list(offered(told.state, "ann")) == ["end-turn"]
    asked = told.asked["DW-23/entrance/knight"]
    assert isinstance(asked, Place)
    assert not {BOARD.fountain, BOARD.teleport, "1,0"} & set(asked.region.cells)  # type: ignore[union-attr]


def test_dw_23_who_falls_in_the_entrance_may_lie_where_he_stood() -> None:
    """An owner's Entrance may have four squares besides fountain and Teleport, with a Hero on each."""
    state = position({"knight": "2,1"}, {"orc-8": "3,1"}, turn="knight", doors=(1,))
    state = do(hero(state, "knight", hits=1), "ann", "attack", {**DOWN, "DW-23": "2,1"}, monster="orc-8").state
    assert (state.heroes["knight"].square, state.heroes["knight"].hits) == ("2,1", 0)


def test_dw_42_in_the_arena_he_lies_on_the_doomstep_and_loses_one_thing() -> None:
    state = position({"knight": "4,10"}, {"orc-8": "5,10"}, turn="knight")
    state = hero(state, "knight", hits=1, items=("boots",), hit_cards=1, coins=(3,), slain=("orc-1",))
    told = do(state, "ann", "attack", {**DOWN, "DW-42": "coin 3"}, monster="orc-8")
    knight = told.state.heroes["knight"]
    assert (knight.square, knight.hits, knight.coins) == ("7,9", 0, ())
    asked = told.asked["DW-42/lose/knight"]
    assert isinstance(asked, Choose)
    assert asked.field.values == ("item boots", "card hit", "coin 3", "monster orc-1")  # type: ignore[union-attr]


@pytest.mark.parametrize("lost", ["item boots", "card hit", "coin 3", "monster orc-1"])
def test_dw_42_any_of_the_four(lost: str) -> None:
    state = monster(position({"knight": "4,10"}, {"orc-8": "5,10"}, turn="knight"), "orc-1", where="slain")
    state = hero(state, "knight", hits=1, items=("boots",), hit_cards=1, coins=(3,), slain=("orc-1",))
    told = do(state, "ann", "attack", {**DOWN, "DW-42": lost}, monster="orc-8")
    assert lost not in belongings(told.state.heroes["knight"])
    assert len(belongings(told.state.heroes["knight"])) == 3


def test_dw_42_who_has_nothing_loses_nothing() -> None:
    state = hero(position({"knight": "4,10"}, {"orc-8": "5,10"}, turn="knight"), "knight", hits=1)
    told = do(state, "ann", "attack", DOWN, monster="orc-8")
    assert "HeroLost" not in told.kinds()
    assert told.state.heroes["knight"].square == "7,9"


def test_dw_44_who_falls_by_korak_is_out() -> None:
    state = hero(position({"knight": "4,14"}, {"korak": "4,15"}, turn="knight"), "knight", hits=1)
    told = do(state, "ann", "attack", {"DW-17/monster": [2, 2, 2]}, monster="korak")
    knight = told.state.heroes["knight"]
    assert (knight.out, knight.square) == (True, None)
    assert told.state.end is None
    assert list(offered(told.state, "ann")) == ["end-turn"]


def test_dw_46_korak_wins_when_all_heroes_are_out() -> None:
    state = hero(position({"knight": "4,14"}, {"korak": "4,15"}, turn="knight"), "knight", hits=1, coins=(5,))
    for name in ("barbarian", "dwarf", "ranger"):
        state = hero(state, name, out=True, square=None)
    told = do(state, "ann", "attack", {"DW-17/monster": [2, 2, 2]}, monster="korak")
    assert told.state.end is not None
    assert told.state.end.winner == "korak"
    assert told.state.end.scores["knight"] == 5
    assert offered(told.state, "ann") == offered(told.state, "cora") == {}


def test_dw_45_koraks_death_ends_the_game_for_7_and_5_points() -> None:
    state = hero(position({"knight": "4,14"}, {"korak": "4,15"}, turn="knight"), "knight", hit_cards=3)
    told = do(state, "ann", "attack", {"DW-17/hero": [2, 2], "DW-19/hit": 3}, monster="korak")
    assert told.state.end is not None
    assert told.state.end.scores["knight"] == 12
    assert told.events[-1].rule == "DW-45"
    assert "CoinTaken" not in told.kinds()


def test_dw_46_monsters_coins_and_cards_count_and_items_do_not() -> None:
    state = position()
    state = hero(state, "knight", slain=("orc-8", "ogre-2"), coins=(5, 1), hit_cards=2, miss_cards=1, items=("boots",))
    assert points(state, state.heroes["knight"]) == 4 + 3 + 5 + 1 + 3


def test_dw_46_the_most_points_win_and_not_the_last_blow_nor_a_hero_who_is_out() -> None:
    state = hero(position({"knight": "4,14"}, {"korak": "4,15"}, turn="knight"), "knight", hit_cards=3)
    state = hero(hero(state, "dwarf", coins=(5, 5, 4)), "ranger", coins=(5, 5, 5), out=True, square=None)
    told = do(state, "ann", "attack", {"DW-17/hero": [2, 2], "DW-19/hit": 3}, monster="korak")
    end = told.only(e.GameEnded).end
    assert end.scores == {"knight": 12, "barbarian": 0, "dwarf": 14, "ranger": 15}
    assert end.winner == "dwarf"
