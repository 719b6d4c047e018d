"""DW-16 to DW-22, DW-41, DW-43, DW-47, DW-48: bouts. House discs: orc-1 has 1, orc-4 2, orc-8 4."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.dark_world import events as e
from companion.games.dark_world.game import GAME
from companion.games.dark_world.state import Pack, State
from companion.games.fields import Range
from companion.games.questions import Choose, Roll
from tests.companion.games.dark_world.scene import TABLE, attempt, do, hero, monster, offered, position, refusal

FIGHT = {"DW-17/hero": [2, 0], "DW-17/monster": [0, 0]}


def facing(target: str = "orc-4", *, korak: bool = False, **options: Any) -> State:
    """The Knight beside a Monster in room 1, with three cards of each kind."""
    state = position(
        {"knight": "3,1"}, {target: "4,1"}, turn="" if korak else "knight", korak=korak, doors=(1,), **options
    )
    return hero(state, "knight", hit_cards=3, miss_cards=3)


@pytest.mark.parametrize(
    ("square", "fights"), [("4,1", True), ("3,0", True), ("3,2", True), ("4,0", False), ("4,2", False), ("5,1", False)]
)
def test_dw_16_only_next_to_each_other(square: str, fights: bool) -> None:
    state = position({"knight": "3,1"}, {"orc-1": square}, turn="knight", doors=(1,))
    assert ("attack" in offered(state, "ann")) is fights
    if not fights:
        assert refusal(state, "ann", "attack", monster="orc-1").rule == "DW-16"


def test_dw_16_no_blow_through_a_wall_but_through_an_open_door() -> None:
    assert "attack" not in offered(position({"knight": "5,0"}, {"orc-1": "6,0"}, turn="knight"), "ann")
    assert "attack" in offered(position({"knight": "5,1"}, {"orc-1": "6,1"}, turn="knight", doors=(1, 2)), "ann")


def test_dw_16_several_opponents_one_action_each() -> None:
    state = position({"knight": "3,1"}, {"orc-7": "4,1", "orc-8": "3,0"}, turn="knight", doors=(1,))
    for target, left in (("orc-7", 2), ("orc-8", 1)):
        state = do(state, "ann", "attack", monster=target).state
        assert state.turn.left == left


@pytest.mark.parametrize(("golden", "count"), [(False, 2), (True, 3)])
def test_dw_17_two_dice_or_three_with_a_golden_weapon(golden: bool, count: int) -> None:
    told = do(hero(facing("orc-8"), "knight", golden=golden), "ann", "attack", monster="orc-8")
    blow, back = told.asked["DW-17/hero's blow/knight"], told.asked["DW-17/monster's blow/orc-8"]
    assert isinstance(blow, Roll) and isinstance(back, Roll)
    assert (blow.count, blow.seat) == (count, "ann")
    assert (back.count, back.seat) == (2, "cora")


def test_dw_18_a_die_of_unknown_faces_is_rolled_by_hand_only() -> None:
    told = do(facing(die="unknown"), "ann", "attack", FIGHT, monster="orc-4")
    blow = told.asked["DW-17/hero's blow/knight"]
    assert isinstance(blow, Roll)
    assert blow.faces == ()
    assert blow.alphabet == (0, 1, 2)


def test_dw_19_roll_then_cards_then_disc() -> None:
    told = do(facing(), "ann", "attack", {**FIGHT, "DW-19/hit": 1}, monster="orc-4")
    assert told.kinds()[:6] == ["BoutBegan", "BlowRolled", "CardsReturned", "DiscRead", "MonsterSlain", "CoinTaken"]
    assert list(told.asked)[:2] == ["DW-17/hero's blow/knight", "DW-19/hit cards/knight"]


@pytest.mark.parametrize(
    ("dice", "cards", "dead"), [([2, 2], 0, True), ([2, 1], 1, True), ([2, 1], 0, False), ([0, 0], 3, False)]
)
def test_dw_19_enough_kills_and_less_does_nothing(dice: list[int], cards: int, dead: bool) -> None:
    told = do(facing("orc-8"), "ann", "attack", {"DW-17/hero": dice, "DW-19/hit": cards}, monster="orc-8")
    assert (told.state.monsters["orc-8"].where == "slain") is dead
    assert told.state.monsters["orc-8"].points == 4
    assert ("DW-17/monster's blow/orc-8" in told.asked) is not dead


def test_dw_19_at_most_three_hit_cards() -> None:
    state = hero(facing(), "knight", hit_cards=5)
    told = do(state, "ann", "attack", FIGHT, monster="orc-4")
    asked = told.asked["DW-19/hit cards/knight"]
    assert isinstance(asked, Choose)
    assert asked.field == Range(0, 3)


def test_dw_19_an_empty_hand_is_asked_too() -> None:
    told = do(hero(facing(), "knight", hit_cards=0), "ann", "attack", FIGHT, monster="orc-4")
    asked = told.asked["DW-19/hit cards/knight"]
    assert isinstance(asked, Choose)
    assert (asked.field, asked.secret) == (Range(0, 0), True)


def test_dw_19_spoils_are_the_figure_its_item_a_coin_and_a_card() -> None:
    told = do(facing(), "ann", "attack", {**FIGHT, "DW-19/coin": [5], "DW-19/cards": ["miss"]}, monster="orc-4")
    knight = told.state.heroes["knight"]
    assert (knight.slain, knight.items, knight.coins, knight.miss_cards) == (("orc-4",), ("potion",), (5,), 4)
    assert len(told.state.coins) == 24


def test_dw_19_an_item_that_is_not_needed_stays_on_the_square() -> None:
    told = do(facing(), "ann", "attack", {**FIGHT, "DW-19/item": "leave"}, monster="orc-4")
    assert told.state.floor == {"4,1": ("potion",)}
    full = do(hero(facing(), "knight", items=("boots", "boots")), "ann", "attack", FIGHT, monster="orc-4")
    assert full.state.floor == {"4,1": ("potion",)}
    assert "DW-19/item/orc-4" not in full.asked


def test_dw_19_only_the_seat_that_read_the_disc_knows_it() -> None:
    told = do(facing("orc-8"), "ann", "attack", monster="orc-8")
    assert told.state.seen == {"ann": ("orc-8",)}


def test_dw_3_on_koraks_word_he_says_whether_it_is_dead_and_its_number_is_read_afterwards() -> None:
    answers = {**FIGHT, "DW-3/dead": "dead", "DW-3/disc": 2}
    told = do(facing(discs="word"), "ann", "attack", answers, monster="orc-4")
    asked = told.asked["DW-3/dead or alive/orc-4"]
    assert (asked.seat, told.asked["DW-3/disc/orc-4"].seat) == ("cora", "ann")
    assert "2 hits" in asked.why
    assert told.state.monsters["orc-4"].points == 2


@pytest.mark.parametrize(("dice", "miss", "hits"), [([2, 2], 2, 6), ([2, 2], 0, 4), ([1, 0], 1, 8), ([1, 0], 0, 7)])
def test_dw_20_each_miss_card_takes_one_hit_off(dice: list[int], miss: int, hits: int) -> None:
    told = do(facing("orc-8"), "ann", "attack", {"DW-17/monster": dice, "DW-20/miss": miss}, monster="orc-8")
    assert told.state.heroes["knight"].hits == hits
    assert told.state.heroes["knight"].miss_cards == 3 - miss


def test_dw_20_at_most_two_and_no_more_than_there_are_hits() -> None:
    for dice, most in (([2, 2], 2), ([2, 1], 2), ([1, 0], 1)):
        told = do(facing("orc-8"), "ann", "attack", {"DW-17/monster": dice}, monster="orc-8")
        asked = told.asked["DW-20/miss cards/knight"]
        assert isinstance(asked, Choose)
        assert asked.field == Range(0, most)


def test_dw_21_in_koraks_turn_the_monster_strikes_first() -> None:
    state = facing(korak=True)
    told = do(state, "cora", "monster-attack:orc-4", {**FIGHT, "DW-17/monster": [1, 1]}, hero="knight")
    assert [blow.by for blow in told.events if isinstance(blow, e.BlowRolled)] == ["orc-4", "knight"]
    assert told.state.monsters["orc-4"].where == "slain"
    assert told.state.heroes["knight"].hits == 6


def test_dw_21_who_is_struck_down_does_not_strike_back() -> None:
    state = hero(facing(korak=True), "knight", hits=2)
    told = do(state, "cora", "monster-attack:orc-4", {"DW-17/monster": [1, 1]}, hero="knight")
    assert [blow.by for blow in told.events if isinstance(blow, e.BlowRolled)] == ["orc-4"]


def test_dw_22_used_cards_go_under_the_pack_and_come_back_when_it_is_through() -> None:
    state = replace(facing(), pack=Pack(1, 0, ("miss",)))
    told = do(state, "ann", "attack", {**FIGHT, "DW-19/hit": 2}, monster="orc-4")
    assert told.answers["DW-19/cards 1/knight orc-4"] == ["hit"], "the last of the shuffled part"
    assert told.state.pack == Pack(0, 0, ("miss", "hit", "hit"))


def test_dw_22_an_empty_pack_gives_no_card() -> None:
    told = do(replace(facing(), pack=Pack(0, 0)), "ann", "attack", FIGHT, monster="orc-4")
    assert "CardsDrawn" not in told.kinds()


def test_dw_41_the_next_stair_is_adjacent() -> None:
    for here, there in (("4,12", "4,13"), ("4,13", "4,12"), ("4,12", "4,11"), ("4,11", "4,12")):
        assert "attack" in offered(position({"knight": here}, {"orc-1": there}, turn="knight"), "ann")


def test_dw_43_korak_rolls_three_dice_and_is_fought_only_before_his_throne() -> None:
    state = position({"knight": "4,14", "dwarf": "4,13"}, {"korak": "4,15"}, turn="knight")
    told = do(state, "ann", "attack", monster="korak")
    back = told.asked["DW-17/monster's blow/korak"]
    assert isinstance(back, Roll)
    assert back.count == 3
    other = position({"knight": "4,13"}, {"korak": "4,15"}, turn="knight")
    assert refusal(other, "ann", "attack", monster="korak").rule == "DW-43"


def test_dw_43_korak_sits_on_his_throne_from_the_beginning() -> None:
    """Who comes before the throne in the turn in which he passes the Arch need not wait for the arena's Monsters."""
    state = position({"knight": "4,14"}, turn="knight")
    assert [m["name"] for m in GAME.view(state, TABLE, "")["monsters"]] == ["korak"]
    told = do(state, "ann", "attack", {"DW-17/hero's blow": [1, 1]}, monster="korak")
    assert "MonsterStood" in told.kinds()
    later = do(replace(state, phase="korak", arena="due", arrivals=1), "cora", "stock-arena").state
    assert later.monsters["korak"].actions == 0


def test_dw_43_before_the_throne_there_is_only_korak_to_fear() -> None:
    state = position({"knight": "4,14"}, {"manticore": "4,13", "korak": "4,15"}, korak=True)
    assert "monster-attack:manticore" not in offered(state, "cora")
    assert "monster-attack:korak" in offered(state, "cora")
    mine = position({"knight": "4,14"}, {"manticore": "4,13", "korak": "4,15"}, turn="knight")
    assert refusal(mine, "ann", "attack", monster="manticore").rule == "DW-43"


@pytest.mark.parametrize(
    ("level", "golden", "dies"),
    [("basic", False, True), ("basic", True, True), ("advanced", False, False), ("advanced", True, True)],
)
def test_dw_48_the_best_throw_with_three_cards_on_korak(level: str, golden: bool, dies: bool) -> None:
    state = position({"knight": "4,14"}, {"korak": "4,15"}, turn="knight", level=level)
    state = hero(state, "knight", golden=golden, hit_cards=3)
    answers = {"DW-17/hero": [2] * (3 if golden else 2), "DW-19/hit": 3}
    told = do(state, "ann", "attack", answers, monster="korak")
    assert (told.state.end is not None) is dies


@pytest.mark.parametrize("golden", [False, True])
def test_dw_48_dice_alone_never_kill_korak(golden: bool) -> None:
    state = position({"knight": "4,14"}, {"korak": "4,15"}, turn="knight")
    told = do(
        hero(state, "knight", golden=golden),
        "ann",
        "attack",
        {"DW-17/hero": [2] * (3 if golden else 2)},
        monster="korak",
    )
    assert told.state.end is None


@pytest.mark.parametrize(("dice", "dead"), [([2, 0], False), ([2, 1], True)])
def test_dw_47_in_the_advanced_game_a_kill_needs_one_hit_more(dice: list[int], dead: bool) -> None:
    told = do(facing(level="advanced"), "ann", "attack", {"DW-17/hero": dice}, monster="orc-4")
    assert (told.state.monsters["orc-4"].where == "slain") is dead


@pytest.mark.parametrize(("level", "asks"), [("basic", False), ("advanced", True)])
def test_dw_47_in_the_advanced_game_nobody_keeps_a_seventh_card(level: str, asks: bool) -> None:
    told = do(facing(level=level), "ann", "attack", {"DW-17/hero": [2, 2], "DW-47": "miss"}, monster="orc-4")
    assert told.state.heroes["knight"].cards == (6 if asks else 7)
    assert any(key.startswith("DW-47") for key in told.asked) is asks


def test_dw_38_nobody_fights_on_the_doomstep() -> None:
    state = position({"knight": "7,9"}, {"orc-1": "7,10"}, turn="knight")
    assert refusal(state, "ann", "attack", monster="orc-1").rule == "DW-38"
    theirs = position({"knight": "7,9"}, {"orc-1": "7,10"}, korak=True)
    assert "monster-attack:orc-1" not in offered(theirs, "cora")


def test_a_dead_monster_is_not_fought() -> None:
    state = monster(facing(), "orc-4", where="slain", square=None)
    assert not hasattr(attempt(state, "ann", "attack", monster="orc-4"), "events")
