"""DW-13 to DW-15, DW-40, DW-50: Korak puts Monsters down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_world import events as e
from companion.games.dark_world.game import GAME
from companion.games.dark_world.printed import BOARD
from companion.games.dark_world.setting_up import room_limit
from companion.games.dark_world.state import State
from companion.games.questions import Choose, Place, shown_to
from tests.companion.games.dark_world.scene import do, monster, offered, position

DOORS = {1: "2,1", 2: "5,1", 3: "7,2", 4: "6,4", 5: "3,4", 6: "1,5", 7: "2,7", 8: "5,7"}


def before_door(room: int, **options: str) -> State:
    return position({"knight": DOORS[room]}, turn="knight", doors=tuple(range(1, room)), **options)


@pytest.mark.parametrize(("room", "limit"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 4), (6, 5), (7, 5), (8, 5)])
def test_dw_13_limits(room: int, limit: int) -> None:
    assert room_limit(room) == limit
    told = do(before_door(room), "ann", f"open-door:{room}")
    first = told.asked[f"DW-13/monster 1/room {room}"]
    assert isinstance(first, Choose)
    points = [told.state.monsters[name].points for name in first.field.values]  # type: ignore[union-attr]
    assert max(p or 0 for p in points) == limit
    assert first.seat == "cora"


def test_dw_13_two_monsters_share_the_limit_and_a_third_is_not_asked_for() -> None:
    answers = {"DW-13/monster 1": "orc-4", "DW-13/monster 2": "orc-1"}
    told = do(before_door(1), "ann", "open-door:1", answers)
    second = told.asked["DW-13/monster 2/room 1"]
    assert isinstance(second, Choose)
    fit = [name for name in second.field.values if name != "nobody"]  # type: ignore[union-attr]
    assert {told.state.monsters[str(name)].points for name in fit} == {1}
    assert told.only(e.RoomStocked).count == 2
    assert not any("monster 3" in key for key in told.asked)


@pytest.mark.parametrize("points", [1, 2, 3])
def test_dw_13_what_others_see_of_the_placing_tells_no_number(points: int) -> None:
    """The first Monster may fill the room by itself: Korak is asked for a second one nevertheless."""
    state = monster(before_door(1), "orc-8", points=points)
    told = do(state, "ann", "open-door:1", {"DW-13/monster 1": "orc-8", "DW-13/monster 2": "nobody"})
    assert [shown_to(question, "ann") for question in told.asked.values() if question.key.startswith("DW-13")] == [
        {"kind": "Choose", "key": f"DW-13/monster {n}/room 1", "seat": "cora", "rule": "DW-13"}
        | {"why": f"Monster {n} of room 1; the room holds 3 hit points at most"}
        for n in (1, 2)
    ]
    second = told.asked["DW-13/monster 2/room 1"]
    assert isinstance(second, Choose)
    assert (second.field.values == ("nobody",)) is (points == 3)  # type: ignore[union-attr]


def test_dw_13_one_is_enough_but_nobody_is_not() -> None:
    told = do(before_door(1), "ann", "open-door:1", {"DW-13/monster 2": "nobody"})
    assert told.only(e.RoomStocked).count == 1
    first = told.asked["DW-13/monster 1/room 1"]
    assert isinstance(first, Choose)
    assert "nobody" not in first.field.values  # type: ignore[union-attr]


def test_dw_13_what_other_rooms_need_is_not_used_up() -> None:
    state = before_door(8)
    state = replace(state, stocked=(2, 3, 4, 5, 6, 7))
    for name, m in state.monsters.items():
        if m.where == "store" and name not in ("orc-1", "ogre-4", "manticore", "korak"):
            state = monster(state, name, where="pit")
    told = do(state, "ann", "open-door:8")
    first = told.asked["DW-13/monster 1/room 8"]
    assert isinstance(first, Choose)
    assert first.field.values == ("ogre-4",), "room 1 still needs the Orc of 1"  # type: ignore[union-attr]


def test_dw_13_a_room_for_which_none_is_left_stays_empty() -> None:
    state = before_door(1)
    for name in state.monsters:
        if name != "korak":
            state = monster(state, name, where="pit")
    assert do(state, "ann", "open-door:1").only(e.RoomStocked).count == 0


def test_dw_14_each_defends_an_item_and_none_stands_before_the_door() -> None:
    told = do(
        before_door(1),
        "ann",
        "open-door:1",
        {"DW-14/item": "boots", "DW-14/square": "4,1", "DW-13/monster 2": "nobody"},
    )
    place = told.asked["DW-14/square/room 1, monster 1"]
    assert isinstance(place, Place)
    assert "3,1" not in place.region.cells  # type: ignore[union-attr]
    assert "4,2" not in place.region.cells, "the numbered square of the secret door"  # type: ignore[union-attr]
    placed = told.only(e.MonsterPlaced)
    assert (placed.item, placed.square) == ("boots", "4,1")
    assert told.state.pool["boots"] == 3


def test_dw_50_when_no_item_is_left_a_monster_defends_none() -> None:
    state = replace(before_door(1), pool={"potion": 0, "boots": 0, "grenade": 0})
    told = do(state, "ann", "open-door:1", {"DW-13/monster 2": "nobody"})
    placed = told.only(e.MonsterPlaced)
    assert placed.item is None
    assert GAME.tell(told.state, placed, "ann").endswith("no Magic Item is left that it could defend")
    assert not any(key.startswith("DW-14/item") for key in told.asked)


def test_dw_15_a_room_first_entered_by_a_secret_door_is_filled_too() -> None:
    state = position({"knight": "4,2"}, turn="knight", doors=(1,))
    told = do(state, "ann", "search", {"DW-31/search": [5]})
    assert told.only(e.RoomStocked).room == 4
    again = do(replace(told.state, heroes=state.heroes), "ann", "search", {"DW-31/search": [1]})
    assert "RoomStocked" not in again.kinds()


def test_dw_3_on_koraks_word_every_monster_may_be_put_into_a_room() -> None:
    told = do(before_door(1, discs="word"), "ann", "open-door:1")
    first = told.asked["DW-13/monster 1/room 1"]
    assert isinstance(first, Choose)
    assert len(first.field.values) == 18  # type: ignore[union-attr]
    assert "3 hit points" in first.why


def test_dw_40_up_to_six_of_those_left_come_into_the_arena_and_do_not_act() -> None:
    state = replace(position({"knight": "7,9"}, korak=True), arena="due", arrivals=1)
    assert list(offered(state, "cora")) == ["stock-arena"]
    told = do(state, "cora", "stock-arena", {"DW-40/monster 1": "manticore"})
    assert told.only(e.ArenaStocked).count == 6
    standing = [m for m in told.state.monsters.values() if m.where == "board" and m.kind != "korak"]
    assert len(standing) == 6
    assert all(m.arena and m.item and m.actions == 0 for m in standing)
    assert told.state.monsters["manticore"].where == "board"
    assert list(offered(told.state, "cora")) == ["end-korak"]


def test_dw_40_where_heroes_leave_no_room_fewer_monsters_come() -> None:
    """On a board of one's own the lower level may be small; one square of it is left, and two doors."""
    lower = BOARD.of_kind("lower")
    state = replace(position({"knight": "7,9"}, korak=True), arena="due", arrivals=1)
    for name, square in zip([n for n in state.monsters if n.startswith(("orc", "ogre"))], lower[:-1], strict=False):
        state = monster(state, name, where="board", square=square, arena=True)
    told = do(state, "cora", "stock-arena")
    assert told.only(e.ArenaStocked).count == 4, "one square and three doors"
    full = state
    for zone in BOARD.zones:
        if zone.kind == "under":
            name = next(m.name for m in full.monsters.values() if m.where == "store")
            full = monster(full, name, where="board", square=zone.squares[0], arena=True)
    full = replace(full, heroes={**full.heroes, "dwarf": replace(full.heroes["dwarf"], square=lower[-1])})
    assert do(full, "cora", "stock-arena").only(e.ArenaStocked).count == 0


def test_dw_40_one_monster_for_each_door_under_the_castle_or_on_the_lower_level() -> None:
    state = replace(position({"knight": "7,10"}, korak=True), arena="due", arrivals=1)
    told = do(
        state,
        "cora",
        "stock-arena",
        {
            "DW-14/square/arena, monster 1": "1,10",
            "DW-14/square": "2,10",
            "DW-14/square/arena, monster 3": "2,11",
            "DW-14/square/arena, monster 4": "3,11",
            "DW-14/square/arena, monster 5": "4,11",
            "DW-14/square/arena, monster 6": "5,11",
        },
    )
    places = [q.region.cells for q in told.asked.values() if isinstance(q, Place)]  # type: ignore[union-attr]
    assert {"1,10", "1,11", "8,11"} <= set(places[0])
    assert "7,10" not in places[0], "a Hero stands there"
    assert "1,10" not in places[1]


def test_dw_40_the_manticore_is_never_put_into_a_room() -> None:
    told = do(before_door(8, discs="word"), "ann", "open-door:8")
    first = told.asked["DW-13/monster 1/room 8"]
    assert isinstance(first, Choose)
    assert not {"manticore", "korak"} & set(first.field.values)  # type: ignore[union-attr]
