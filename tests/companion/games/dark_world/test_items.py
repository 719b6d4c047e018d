"""DW-34 to DW-37: Magic Items."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_world import events as e
from tests.companion.games.dark_world.scene import do, hero, offered, position, refusal


def test_dw_34_two_at_most_and_taken_from_ones_own_square() -> None:
    state = replace(position({"knight": "4,1"}, turn="knight", doors=(1,)), floor={"4,1": ("boots", "potion")})
    told = do(state, "ann", "take-item", item="boots")
    assert told.state.heroes["knight"].items == ("boots",)
    assert told.state.floor == {"4,1": ("potion",)}
    assert told.state.turn.actions == 3
    state = do(told.state, "ann", "take-item", item="potion").state
    assert state.floor == {}
    full = hero(replace(state, floor={"4,1": ("boots",)}), "knight", items=("potion", "potion"))
    assert "take-item" not in offered(full, "ann")
    away = replace(position({"knight": "3,1"}, turn="knight", doors=(1,)), floor={"4,1": ("boots",)})
    assert "take-item" not in offered(away, "ann")


def test_dw_34_only_in_ones_own_turn_and_only_once() -> None:
    state = hero(hero(position(turn="knight"), "knight", items=("boots",)), "dwarf", items=("boots",))
    assert offered(state, "bob") == {}
    told = do(state, "ann", "wear-boots")
    assert told.state.heroes["knight"].items == ()
    assert "wear-boots" not in offered(told.state, "ann")
    korak = hero(position(korak=True), "knight", items=("boots",))
    assert offered(korak, "ann") == {}


@pytest.mark.parametrize(("hits", "drinks"), [(1, True), (7, True), (8, False)])
def test_dw_35_a_potion_heals_to_8_and_is_not_drunk_at_8(hits: int, drinks: bool) -> None:
    state = hero(position(turn="knight"), "knight", hits=hits, items=("potion",))
    assert ("drink-potion" in offered(state, "ann")) is drinks
    if drinks:
        told = do(state, "ann", "drink-potion")
        assert told.state.heroes["knight"].hits == 8
        assert told.state.turn.actions == 3


@pytest.mark.parametrize("actions", [0, 2, 3])
def test_dw_36_boots_add_three_actions_to_what_is_left(actions: int) -> None:
    state = hero(position(turn="knight", actions=actions), "knight", items=("boots",))
    assert do(state, "ann", "wear-boots").state.turn.actions == actions + 3


@pytest.mark.parametrize(
    ("square", "thrown"), [("5,1", True), ("4,1", False), ("4,2", False), ("5,2", False), ("3,1", False)]
)
def test_dw_37_exactly_two_squares_in_a_straight_line(square: str, thrown: bool) -> None:
    heroes = {"knight": "3,1"} if square != "3,1" else {"knight": "3,0"}
    state = hero(position(heroes, {"orc-1": square}, turn="knight", doors=(1,)), "knight", items=("grenade",))
    assert ("throw-grenade" in offered(state, "ann")) is thrown
    if not thrown:
        assert refusal(state, "ann", "throw-grenade", square=square).rule == "DW-37"


def test_dw_37_not_through_a_wall_nor_at_a_hero() -> None:
    walled = hero(
        position({"knight": "4,0"}, {"orc-1": "6,0"}, turn="knight", doors=(1,)), "knight", items=("grenade",)
    )
    assert "throw-grenade" not in offered(walled, "ann")
    state = position({"knight": "3,1", "dwarf": "5,1"}, turn="knight", doors=(1,))
    assert refusal(hero(state, "knight", items=("grenade",)), "ann", "throw-grenade", square="5,1").rule == "DW-37"


def burst() -> object:
    """The Knight throws at the middle of room 3; a weak and a strong Monster and two Heroes stand round it."""
    state = position(
        {"knight": "7,2", "dwarf": "6,4", "ranger": "8,3"},
        {"mummy-1": "7,4", "orc-4": "8,4", "orc-7": "7,5"},
        turn="knight",
        doors=(1, 2, 3),
    )
    state = hero(hero(state, "knight", items=("grenade",)), "dwarf", hits=5)
    return do(state, "ann", "throw-grenade", square="7,4")


def test_dw_37_three_hits_there_and_two_beside_it_heroes_too() -> None:
    told: object = burst()
    state = told.state  # type: ignore[attr-defined]
    assert state.monsters["mummy-1"].where == "slain", "3 hits on 3"
    assert state.monsters["orc-4"].where == "slain", "2 hits on 2"
    assert state.monsters["orc-7"].where == "board", "2 hits on 3"
    assert state.heroes["dwarf"].hits == 3
    assert state.heroes["ranger"].hits == 8, "a diagonal is not adjacent"
    assert state.heroes["knight"].hits == 8
    assert state.floor == {"7,4": ("potion",), "8,4": ("potion",)}
    assert state.heroes["knight"].slain == ("mummy-1", "orc-4")
    assert state.turn.actions == 3


def test_dw_37_no_cards_help_it() -> None:
    told: object = burst()
    assert not any("hit cards" in key for key in told.asked)  # type: ignore[attr-defined]


def test_dw_37_two_hits_may_strike_a_hero_down() -> None:
    state = position({"knight": "3,1", "dwarf": "5,0"}, {"orc-1": "5,1"}, turn="knight", doors=(1,))
    state = hero(hero(state, "knight", items=("grenade",)), "dwarf", hits=2)
    told = do(state, "ann", "throw-grenade", square="5,1")
    assert told.only(e.HeroFell).hero == "dwarf"


def test_dw_37_and_dw_38_not_from_the_doomstep() -> None:
    state = hero(position({"knight": "7,9"}, {"orc-1": "7,11"}, turn="knight"), "knight", items=("grenade",))
    assert refusal(state, "ann", "throw-grenade", square="7,11").rule == "DW-38"


def test_dw_37_in_the_advanced_game_the_discs_own_number_is_enough() -> None:
    state = position({"knight": "3,1"}, {"mummy-1": "5,1"}, turn="knight", doors=(1,), level="advanced")
    told = do(hero(state, "knight", items=("grenade",)), "ann", "throw-grenade", square="5,1")
    assert told.state.monsters["mummy-1"].where == "slain"
