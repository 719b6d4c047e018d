"""DW-1 to DW-8, DW-13, DW-51, DW-52: before the first round."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.charts import ChartFault
from companion.games.dark_world import events as e
from companion.games.dark_world.game import GAME
from companion.games.dark_world.printed import BOARD, CHARTS, HEROES
from companion.games.dark_world.setting_up import chest_spots, fillable
from tests.companion.games.dark_world.scene import HOUSE, SEATS, TABLE, do, offered, refusal

LOW = [1, 1, 1, 2, 2, 2, 3, 4, 1, 3, 4, 5, 1, 2, 2, 3, 3, 5, 6]


def discs(points: list[int]) -> dict[str, int]:
    names = [name for name in CHARTS["discs"].rows if name != "korak"]
    return dict(zip(names, points, strict=True))


def test_dw_1_two_to_five_players_share_the_heroes() -> None:
    for seats in (
        {"k": "korak", "a": list(HEROES)},
        {"k": "korak", "a": ["knight", "dwarf"], "b": ["ranger", "barbarian"]},
        {"k": "korak", **{name: [name] for name in HEROES}},
    ):
        state = GAME.begin({**HOUSE, "seats": seats})
        assert set(state.heroes) == set(HEROES)
        assert GAME.seats(state) == tuple(seats)


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ({"k": "korak"}, "2 to 5 players"),
        ({"a": ["knight"], "b": ["dwarf"]}, "exactly one seat"),
        ({"k": "korak", "j": "korak", "a": list(HEROES)}, "exactly one seat"),
        ({"k": "korak", "a": ["knight", "wizard"]}, "cannot play 'wizard'"),
        ({"k": "korak", "a": ["knight", "knight"]}, "cannot play 'knight'"),
        ({"k": "korak", "a": ["knight"]}, "nobody plays barbarian, dwarf, ranger"),
        ({"k": "korak", "a": []}, "plays nobody"),
    ],
)
def test_dw_1_seats_that_do_not_fit_are_told(seats: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.begin({**HOUSE, "seats": seats})


@pytest.mark.parametrize(("name", "value"), [("level", "hard"), ("colour", "red")])
def test_an_option_that_is_none_is_told(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=name):
        GAME.begin({**HOUSE, name: value})


def test_dw_51_with_some_only_heroes_that_have_a_player_play() -> None:
    state = GAME.begin({**HOUSE, "heroes": "some", "seats": {"k": "korak", "a": ["dwarf"]}})
    assert list(state.heroes) == ["dwarf"]


def test_dw_2_monsters() -> None:
    kinds = [name.partition("-")[0] for name in CHARTS["discs"].rows]
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    assert counts == {"orc": 8, "ogre": 4, "skeleton": 4, "mummy": 2, "manticore": 1, "korak": 1}
    assert sum(counts.values()) + 1 == 21, "with the Haunter, who has no disc"


def test_dw_3_only_koraks_number_is_printed() -> None:
    chart = CHARTS["discs"]
    assert chart.cell("korak", "points").value == 7
    assert len(chart.unknown()) == 19
    assert max((chart.house or {}).values()) < 7


def test_dw_3_numbers_are_typed_before_the_game_and_kept_from_the_others() -> None:
    state = GAME.begin({"seats": SEATS})
    assert "type-discs" in offered(state, "cora")
    assert "type-discs" not in offered(state, "ann")
    told = do(state, "cora", "type-discs", **discs(LOW))
    assert told.state.monsters["orc-8"].points == 4
    assert "4" not in GAME.tell(told.state, told.events[0], "ann")
    assert "type-discs" not in offered(told.state, "cora")


@pytest.mark.parametrize("value", [0, 7, "3", None])
def test_dw_3_no_other_number_is_as_high_as_koraks(value: Any) -> None:
    state = GAME.begin({"seats": SEATS})
    assert refusal(state, "cora", "type-discs", **{**discs(LOW), "orc-1": value}).code in ("field", "discs")


@pytest.mark.parametrize(
    ("points", "fills"),
    [
        ([3] * 18, True),
        ([4] * 18, False),
        ([3, 3, 4, 4, 4, 5, 5, 5] + [6] * 10, True),
        ([3, 4, 4, 4, 4, 5, 5, 5] + [6] * 10, False),
        ([3, 3, 4, 4, 4, 5, 5] + [6] * 11, False),
        (LOW[:18], True),
    ],
)
def test_dw_13_numbers_with_which_the_rooms_cannot_be_filled_are_refused(points: list[int], fills: bool) -> None:
    assert fillable(points, [3, 3, 4, 4, 4, 5, 5, 5]) is fills
    state = GAME.begin({"seats": SEATS})
    if not fills:
        assert refusal(state, "cora", "type-discs", **discs([*points, 6])).rule == "DW-13"
    else:
        assert do(state, "cora", "type-discs", **discs([*points, 6])).state.discs_done


def test_dw_4_and_dw_6_a_hero_takes_a_basic_weapon_three_cards_and_8_hit_points() -> None:
    state = GAME.begin(HOUSE)
    answers = {"DW-6/cards": ["hit", "miss", "hit"]}
    told = do(state, "ann", "ready:knight", answers, square="2,0", weapon="spiked mace")
    knight = told.state.heroes["knight"]
    assert (knight.square, knight.weapon, knight.hits) == ("2,0", "spiked mace", 8)
    assert (knight.hit_cards, knight.miss_cards) == (2, 1)
    assert (told.state.pack.hit, told.state.pack.miss) == (18, 11)
    assert "spiked mace" not in offered(told.state, "bob")["ready:dwarf"]["weapon"].values
    assert refusal(told.state, "bob", "ready:dwarf", square="2,0", weapon="axe").rule == "DW-6"
    assert all(BOARD.zone(square).kind == "entrance" for square in BOARD.starts)


def test_dw_5_pieces() -> None:
    state = GAME.begin(HOUSE)
    assert state.pool == {"potion": 12, "boots": 4, "grenade": 2}
    assert (len(state.coins), sum(state.coins)) == (25, 70)
    assert (state.pack.hit, state.pack.miss) == (20, 12)
    assert (len(BOARD.doors), len(BOARD.secret_doors)) == (8, 2)


def test_dw_7_chests_go_into_four_rooms_away_from_doors() -> None:
    state = GAME.begin(HOUSE)
    barred = {s for d in BOARD.doors for s in (d.before, d.behind)} | {
        s for d in BOARD.secret_doors for s in (d.square, d.far)
    }
    for room in range(1, 9):
        spots = chest_spots(BOARD, room)
        assert spots
        assert not {spot.partition(" from ")[0] for spot in spots} & barred
    for room, weapon in zip((1, 2, 5, 8), ("battle axe", "broadsword", "warhammer", "morning star"), strict=True):
        spot = chest_spots(BOARD, room)[0]
        told = do(state, "cora", f"hide-chest:{room}", spot=spot, weapon=weapon)
        assert weapon not in GAME.tell(told.state, told.events[0], "ann")
        state = told.state
        assert f"hide-chest:{room}" not in offered(state, "cora")
    assert not any(offer.startswith("hide-chest") for offer in offered(state, "cora"))
    assert state.monsters["korak"].square == BOARD.of_kind("throne")[0]


def test_dw_7_no_chest_in_front_of_a_door() -> None:
    state = GAME.begin(HOUSE)
    assert refusal(state, "cora", "hide-chest:1", spot="3,1 from 4,1", weapon="warhammer").code == "field"


def test_dw_8_and_dw_52_the_board_is_marked_as_inferred() -> None:
    assert BOARD.status == "inferred"
    assert "DW-52" in BOARD.source
    rooms = [zone for zone in BOARD.zones if zone.room]
    assert len(rooms) == 8
    assert all(len(zone.squares) == 9 for zone in rooms)
    assert [BOARD.zone(door.far).room for door in BOARD.secret_doors] == [4, 7]
    assert BOARD.haunter.line(9) == 8
    for door in BOARD.doors:
        behind, before = BOARD.zone(door.behind), BOARD.zone(door.before)
        assert behind.room == door.into
        assert before.room == door.into - 1


def test_the_game_begins_once_all_is_set_up() -> None:
    state = GAME.begin(HOUSE)
    for room, weapon in zip((1, 2, 5, 8), ("battle axe", "broadsword", "warhammer", "morning star"), strict=True):
        state = do(state, "cora", f"hide-chest:{room}", spot=chest_spots(BOARD, room)[0], weapon=weapon).state
    for name, weapon, square in (
        ("knight", "axe", "1,1"),
        ("barbarian", "rapier", "1,0"),
        ("dwarf", "cutlass", "1,2"),
        ("ranger", "spiked mace", "0,1"),
    ):
        assert state.phase == "setup"
        told = do(state, state.heroes[name].seat, f"ready:{name}", square=square, weapon=weapon)
        state = told.state
    assert told.only(e.SetUp)
    assert state.phase == "mace"
    assert [offer.id for offer in GAME.offers(state, TABLE, "cora")] == ["shake-mace"]


def test_dw_3_the_book_page_takes_no_number_as_high_as_koraks_either() -> None:
    discs = CHARTS["discs"]
    assert discs.cell("korak", "points").value == 7
    assert discs.overlaid("owner", {("orc-1", "points"): 6}).cell("orc-1", "points").value == 6
    with pytest.raises(ChartFault, match="7 is none of"):
        discs.overlaid("owner", {("orc-1", "points"): 7})


def test_dw_18_the_die_may_be_typed_and_has_six_faces() -> None:
    state = GAME.begin({**HOUSE, "die": "typed"})
    assert refusal(state, "cora", "type-die", show_0=2, show_1=2, show_2=1).rule == "DW-18"
    assert refusal(state, "cora", "type-die", show_0=0, show_1=4, show_2=2).rule == "DW-18", "the text names all three"
    assert do(state, "cora", "type-die", show_0=1, show_1=3, show_2=2).state.die == (0, 1, 1, 1, 2, 2)
