"""DW-10 to DW-12, DW-38, DW-39: moves and doors. Squares are those of the inferred board."""

from __future__ import annotations

import pytest

from companion.games.dark_world import events as e
from tests.companion.games.dark_world.scene import cells, do, hero, offered, position, refusal, with_chest


def test_dw_10_a_hero_reaches_every_square_three_steps_away_and_none_further() -> None:
    state = position({"knight": "3,0"}, turn="knight", doors=(1,))
    assert "4,2" in cells(state, "ann", "move")
    assert "5,1" in cells(state, "ann", "move")
    assert "5,2" not in cells(state, "ann", "move")
    assert refusal(state, "ann", "move", square="5,2").rule == "DW-10"


def test_dw_11_a_closed_door_that_is_reached_must_be_opened_for_nothing() -> None:
    state = position({"knight": "2,0"}, turn="knight")
    state = do(state, "ann", "move", square="2,1").state
    assert list(offered(state, "ann")) == ["open-door:1"]
    assert refusal(state, "ann", "move", square="2,2").rule == "DW-11"
    told = do(state, "ann", "open-door:1")
    assert told.state.doors == (1,)
    assert told.state.turn.actions == 2
    assert "move" in offered(told.state, "ann")


def test_dw_11_a_closed_door_ends_the_way_and_an_open_one_does_not() -> None:
    shut = position({"knight": "2,0"}, turn="knight")
    assert "3,1" not in cells(shut, "ann", "move")
    assert "3,1" in cells(position({"knight": "2,0"}, turn="knight", doors=(1,)), "ann", "move")
    back = position({"knight": "5,0"}, turn="knight", doors=(1,))
    assert "5,2" not in cells(back, "ann", "move"), "the way past the closed door of room 2 stops there"


def test_dw_12_heroes_pass_each_other_but_do_not_stop_together() -> None:
    state = position({"knight": "1,1", "dwarf": "2,1"}, turn="knight", doors=(1,))
    assert "2,1" not in cells(state, "ann", "move")
    assert "3,1" in cells(state, "ann", "move")
    assert refusal(state, "ann", "move", square="2,1").rule == "DW-12"


def test_dw_12_no_hero_passes_a_monster() -> None:
    state = position({"knight": "3,1"}, {"orc-1": "4,1", "orc-2": "3,0", "orc-3": "3,2"}, turn="knight", doors=(1,))
    assert cells(state, "ann", "move") & {"4,1", "5,1", "4,0", "4,2"} == set()
    assert (
        refusal(state, "ann", "move", square="4,1").reason == "A Hero may not pass a Monster, nor step onto its square."
    )


def test_dw_33_a_hero_passes_a_chest_but_does_not_stop_there() -> None:
    state = with_chest(position({"knight": "3,0"}, turn="knight", doors=(1,)), "4,0", "4,1")
    assert "4,0" not in cells(state, "ann", "move")
    assert "5,0" in cells(state, "ann", "move")
    assert refusal(state, "ann", "move", square="4,0").rule == "DW-33"


def test_dw_38_there_is_no_way_back_through_the_arch() -> None:
    assert "7,9" in cells(position({"knight": "7,8"}, turn="knight"), "ann", "move")
    state = hero(position({"knight": "7,9"}, turn="knight"), "knight", arrived=1)
    assert "7,8" not in cells(state, "ann", "move")
    assert refusal(state, "ann", "move", square="7,8").rule == "DW-38"


@pytest.mark.parametrize(("place", "count"), [(1, 4), (2, 3), (3, 2), (4, 2)])
def test_dw_39_bonus_cards_by_who_comes_as_which(place: int, count: int) -> None:
    names = ["barbarian", "dwarf", "ranger"]
    state = position({"knight": "7,8"}, turn="knight")
    for number, name in enumerate(names[: place - 1], 1):
        state = hero(state, name, arrived=number)
    state = type(state)(**{**{f: getattr(state, f) for f in state.__slots__}, "arrivals": place - 1})
    told = do(state, "ann", "move", square="7,9")
    assert told.only(e.DoomstepReached).place == place
    assert told.state.heroes["knight"].cards == count
    assert told.state.arena == "due"


def test_dw_39_nobody_takes_them_twice() -> None:
    state = hero(position({"knight": "7,10"}, turn="knight"), "knight", arrived=1)
    told = do(state, "ann", "move", square="7,9")
    assert told.kinds() == ["HeroMoved"]


def test_dw_38_the_doomstep_and_the_square_before_the_throne_hold_all() -> None:
    state = position({"knight": "7,8", "dwarf": "7,9"}, turn="knight")
    assert "7,9" in cells(state, "ann", "move")
    state = position({"knight": "4,13", "dwarf": "4,14"}, turn="knight")
    assert "4,14" in cells(state, "ann", "move")
