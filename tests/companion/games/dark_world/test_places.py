"""DW-27 to DW-33, DW-49, DW-23: fountain, Teleport, secret doors, chests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_world.places import landing, last_open_room, teleport_squares
from companion.games.dark_world.printed import BOARD
from companion.games.dark_world.state import Turn
from companion.games.questions import Place
from tests.companion.games.dark_world.scene import cells, do, hero, offered, position, refusal, with_chest

ALL = tuple(range(1, 9))


def test_dw_27_the_fountain_costs_a_turn_and_heals_to_8() -> None:
    state = hero(position({"knight": BOARD.fountain}, turn="knight"), "knight", hits=2)
    told = do(state, "ann", "fountain")
    assert told.state.heroes["knight"].hits == 8
    assert told.state.turn.actions == 0


def test_dw_27_several_heroes_may_stand_at_it() -> None:
    state = position({"knight": "1,2", "dwarf": BOARD.fountain, "ranger": "2,0"}, turn="knight")
    assert BOARD.fountain in cells(state, "ann", "move")


@pytest.mark.parametrize(
    ("cost", "actions", "open_", "left"),
    [("whole", 3, True, 0), ("whole", 2, False, 2), ("whole", 5, True, 2), ("rest", 1, True, 0), ("rest", 0, False, 0)],
)
def test_dw_49_what_a_turn_costs_is_an_option(cost: str, actions: int, open_: bool, left: int) -> None:
    state = position({"knight": BOARD.fountain}, turn="knight", actions=actions, turn_cost=cost)
    state = hero(state, "knight", hits=2)
    assert ("fountain" in offered(state, "ann")) is open_
    if open_:
        assert do(state, "ann", "fountain").state.turn.actions == left


def test_dw_23_who_comes_round_may_go_to_the_fountain_and_his_turn_is_over() -> None:
    state = hero(position({"knight": "2,2"}, turn="knight"), "knight", hits=1)
    assert "fountain" not in offered(state, "ann")
    told = do(replace(state, turn=Turn("knight", 3, 0, True)), "ann", "fountain")
    knight = told.state.heroes["knight"]
    assert (knight.square, knight.hits, told.state.turn.actions) == (BOARD.fountain, 8, 0)


def test_dw_23_or_drink_a_potion_and_stop_on_the_teleport() -> None:
    state = hero(position({"knight": "2,2"}, turn="knight", doors=(1,)), "knight", hits=1, items=("potion",))
    state = do(replace(state, turn=Turn("knight", 3, 0, True)), "ann", "drink-potion").state
    state = do(state, "ann", "step-on-teleport").state
    assert state.heroes["knight"].square == BOARD.teleport
    assert state.turn.left == 0
    assert "teleport" not in offered(state, "ann"), "he stops there"


def test_dw_28_stepping_on_costs_a_turn_and_the_jump_nothing() -> None:
    state = position({"knight": "0,1", "ranger": "2,2"}, turn="knight", doors=(1, 2))
    assert BOARD.teleport not in cells(state, "ann", "move")
    assert refusal(state, "ann", "move", square=BOARD.teleport).rule == "DW-28"
    state = do(state, "ann", "step-on-teleport").state
    assert state.turn.actions == 0
    told = do(state, "ann", "teleport", square="5,1")
    assert told.state.heroes["knight"].square == "5,1"


def test_dw_28_who_already_stands_on_it_jumps_for_nothing() -> None:
    state = position({"knight": BOARD.teleport, "ranger": "2,2"}, turn="knight", doors=(1, 2))
    assert do(state, "ann", "teleport", square="5,1").state.turn.actions == 3


@pytest.mark.parametrize(
    ("doors", "last"),
    [
        ((), 0),
        ((1,), 1),
        ((1, 2, 3, 4, 5), 5),
        ((1, 2, 3, 4, 7, 8), 4),
        (ALL, 8),
        ((2, 3), 0),
    ],
)
def test_dw_29_the_last_open_door_in_the_order_of_rooms(doors: tuple[int, ...], last: int) -> None:
    assert last_open_room(doors) == last


@pytest.mark.parametrize(
    ("doors", "furthest", "beyond"), [((1, 2, 3, 4, 5), "3,4", "2,4"), ((1, 2, 3, 4, 7, 8), "6,4", "5,4")]
)
def test_dw_29_the_two_examples(doors: tuple[int, ...], furthest: str, beyond: str) -> None:
    room = last_open_room(doors)
    door = next(d for d in BOARD.doors if d.into == room)
    assert (door.before, door.behind) == (furthest, beyond)
    state = position({"knight": BOARD.teleport, "ranger": "2,2"}, turn="knight", doors=doors)
    assert furthest in teleport_squares(state)
    assert beyond not in teleport_squares(state)
    assert not set(teleport_squares(state)) & set(BOARD.room(room).squares)
    assert refusal(state, "ann", "teleport", square=beyond).rule == "DW-28"


def test_dw_29_with_no_door_open_there_is_no_jump() -> None:
    state = position({"knight": BOARD.teleport, "ranger": "2,2"}, turn="knight")
    assert "teleport" not in offered(state, "ann")


def test_dw_30_from_an_occupied_square_to_the_nearest_free_one_behind() -> None:
    state = position({"knight": BOARD.teleport, "dwarf": "5,1"}, {"orc-1": "4,1"}, turn="knight", doors=(1, 2))
    told = do(state, "ann", "teleport", square="5,1")
    assert told.state.heroes["knight"].square == "5,0"
    assert told.events[0].rule == "DW-30"
    assert BOARD.zone(landing(state, "3,1", teleport_squares(state))).room == 1
    full = position(
        {"knight": BOARD.teleport, "dwarf": "3,1"},
        {f"orc-{n}": s for n, s in enumerate([q for q in BOARD.room(1).squares if q != "3,1"], 1)},
        turn="knight",
        doors=(1, 2),
    )
    assert landing(full, "3,1", teleport_squares(full)) == "2,1", "behind room 1 is the Entrance"


@pytest.mark.parametrize(
    ("wanted", "taken", "lands"),
    [
        ("5,4", (), "5,3"),
        ("5,4", ("5,3", "5,5"), "6,4"),
        ("3,4", (), "3,3"),
        ("3,1", (), "2,1"),
        ("2,4", (), "2,3"),
    ],
)
def test_dw_30_behind_is_never_nearer_to_the_last_open_door(wanted: str, taken: tuple[str, ...], lands: str) -> None:
    """In rooms 3 to 5 the way leads to the left, in the others to the right."""
    doors = (1, 2, 3, 4, 5) if wanted != "2,4" else (1, 2, 3, 4, 5, 6)
    monsters = {f"orc-{n}": square for n, square in enumerate((wanted, *taken), 1)}
    state = position({"knight": BOARD.teleport, "ranger": "2,2"}, monsters, turn="knight", doors=doors)
    assert do(state, "ann", "teleport", square=wanted).state.heroes["knight"].square == lands


@pytest.mark.parametrize(
    ("room", "square", "far", "number", "found"),
    [
        (1, "4,2", "4,3", 1, True),
        (1, "4,2", "4,3", 5, True),
        (1, "4,2", "4,3", 6, False),
        (1, "4,2", "4,3", 0, False),
        (4, "4,5", "4,6", 3, True),
        (4, "4,5", "4,6", 4, False),
        (4, "4,5", "4,6", 0, False),
    ],
)
def test_dw_31_numbers_that_find_a_secret_door(room: int, square: str, far: str, number: int, found: bool) -> None:
    state = position({"knight": square}, turn="knight", doors=ALL)
    told = do(state, "ann", "search", {"DW-31/search": [number]})
    assert (told.state.heroes["knight"].square == far) is found
    assert (told.state.turn.actions == 3) is found


def test_dw_31_a_failed_search_ends_moving_and_leads_one_square_away() -> None:
    state = position({"knight": "4,2"}, turn="knight", doors=ALL)
    told = do(state, "ann", "search", {"DW-31/search": [9], "DW-31/step": "4,1"})
    asked = told.asked["DW-31/step away/knight"]
    assert isinstance(asked, Place)
    assert set(asked.region.cells) == {"3,2", "5,2", "4,1"}  # type: ignore[union-attr]
    assert told.state.heroes["knight"].square == "4,1"
    assert (told.state.turn.actions, told.state.turn.fights) == (0, 3)
    assert "move" not in offered(told.state, "ann")


def test_dw_31_he_may_still_fight_after_it() -> None:
    state = position({"knight": "4,2"}, {"orc-8": "5,1"}, turn="knight", doors=ALL)
    state = do(state, "ann", "search", {"DW-31/search": [9], "DW-31/step": "4,1"}).state
    state = do(state, "ann", "attack", monster="orc-8").state
    assert state.turn.left == 2


def test_dw_31_who_cannot_step_away_does_not_search_again_and_again() -> None:
    monsters = {"orc-1": "3,2", "orc-2": "5,2", "orc-3": "4,1"}
    state = hero(position({"knight": "4,2"}, monsters, turn="knight", doors=ALL), "knight", items=("boots",))
    told = do(state, "ann", "search", {"DW-31/search": [9]})
    assert told.state.heroes["knight"].square == "4,2"
    assert "search" not in offered(told.state, "ann")
    assert refusal(told.state, "ann", "search").code == "not-now"
    assert "search" in offered(do(told.state, "ann", "wear-boots").state, "ann"), "an extra turn"


@pytest.mark.parametrize("who", ["hero", "monster", "item"])
def test_dw_32_whoever_is_behind_the_door_changes_places(who: str) -> None:
    state = position(
        {"knight": "4,2"} | ({"dwarf": "4,3"} if who == "hero" else {}),
        {"orc-1": "4,3"} if who == "monster" else {},
        turn="knight",
        doors=ALL,
    )
    if who == "item":
        state = replace(state, floor={"4,3": ("boots",)})
    state = do(state, "ann", "search", {"DW-31/search": [1]}).state
    assert state.heroes["knight"].square == "4,3"
    there = {
        "hero": state.heroes["dwarf"].square,
        "monster": state.monsters["orc-1"].square,
        "item": next(iter(state.floor), ""),
    }
    assert there[who] == "4,2"


def test_dw_32_and_dw_11_secret_doors_are_one_way_and_do_not_stay_open() -> None:
    state = position({"knight": "4,2"}, turn="knight", doors=ALL)
    state = do(state, "ann", "search", {"DW-31/search": [1]}).state
    assert "search" not in offered(state, "ann")
    assert "4,2" not in cells(state, "ann", "move")


def test_dw_33_a_chest_is_opened_from_before_it_once_the_room_is_clear() -> None:
    state = with_chest(position({"knight": "4,1"}, turn="knight", doors=(1,)), "4,0", "4,1")
    told = do(state, "ann", "open-chest:chest-1")
    knight = told.state.heroes["knight"]
    assert (knight.weapon, knight.golden) == ("broadsword", True)
    assert told.state.chests["chest-1"].weapon == "axe"
    assert told.state.turn.actions == 3
    assert "open-chest:chest-1" not in offered(told.state, "ann")


@pytest.mark.parametrize(("square", "monsters"), [("3,0", {}), ("4,1", {"orc-1": "5,2"})])
def test_dw_33_not_from_beside_it_nor_with_a_monster_in_the_room(square: str, monsters: dict[str, str]) -> None:
    state = with_chest(position({"knight": square}, monsters, turn="knight", doors=(1,)), "4,0", "4,1")
    assert "open-chest:chest-1" not in offered(state, "ann")
