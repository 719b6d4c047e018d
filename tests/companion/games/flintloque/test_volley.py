"""Shots (FL-13, FL-25 to FL-29)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.printed import BANDS, CHARTS
from companion.games.flintloque.volley import columns, wounds_of
from tests.companion.games.flintloque.scene import Told, box, do, figure, position, with_terrain

CLEAR = {"FL-25/sight": "clear"}
ARMS = {
    "musket": ("80/5", "70/4", "60/3", "45/3", "25/2", "15/2"),
    "pistol": ("80/5", "65/4", "30/3", "15/2", "-", "-"),
    "bakur": ("80/7", "70/5", "60/4", "45/3", "30/3", "15/2"),
    "jager": ("75/7", "65/5", "55/4", "40/3", "25/3", "10/2"),
}


def shot(
    mm: float, sigma: float = 0.0, roll: int = 100, firer: str = "soutie", answers: Any = None, **changes: Any
) -> Told:
    """Soutie, whose sheet shifts him one column to the left, fires at Noaks from so far. changes: of the firer."""
    scene = {"noaks": (30, 30), firer: (30, 42), "purvis": (80, 80)}
    if firer != "corbette":
        scene["corbette"] = (80, 10)
    state = figure(position(scene, "fire", declared={firer: "fire"}), firer, **changes)
    given = {"FL-25/distance": [mm, sigma], **CLEAR, "FL-25/to hit": [roll], **(answers or {})}
    return do(state, "elves", "fire:elves", given, **{firer: "noaks"})


@pytest.mark.parametrize("weapon", ARMS)
def test_fl_25_firearms(weapon: str) -> None:
    assert tuple(CHARTS["firearms"].cell(weapon, band).value for band in BANDS) == ARMS[weapon]


def test_fl_26_an_elf_musket_at_23_cm_without_modifiers_is_45_and_3() -> None:
    fired = shot(230.0, firing=0).only(fe.ShotFired)
    assert (fired.column, fired.chance) == ("20-30", 45)
    assert CHARTS["firearms"].cell("musket", fired.column).value == "45/3"


@pytest.mark.parametrize(
    ("mm", "band"),
    [(0, "0-5"), (50, "0-5"), (50.1, "5-10"), (100, "5-10"), (200, "10-20"), (300, "20-30"), (500, "40-50")],
)
def test_fl_26_an_exact_limit_belongs_to_the_nearer_band(mm: float, band: str) -> None:
    assert shot(mm).only(fe.ShotFired).band == band


def test_fl_25_at_a_target_out_of_sight_nobody_fires() -> None:
    told = shot(230.0, answers={"FL-25/sight": "out of sight", "FL-25/sight overruled": "out of sight"})
    assert told.only(fe.ShotNotFired) == fe.ShotNotFired("soutie", "noaks")
    assert told.state.figures["soutie"].loaded == ("musket",)
    assert told.all(fe.ShotFired) == []
    assert not any(key.startswith("FL-25/to hit") for key in told.asked)


def test_fl_26_too_close_to_call_shows_both_and_the_players_choose() -> None:
    told = shot(202.0, 1.5, answers={"FL-26/band": "10-20"})
    asked = told.question("FL-26/band")
    assert asked.field.values == ("10-20", "20-30")
    assert (asked.default, asked.seat) == ("20-30", "orcs")
    assert "20.2 ± 0.3 cm is too close to call" in asked.why
    assert told.only(fe.ShotFired).band == "10-20"
    assert not [key for key in shot(205.0, 1.5).asked if key.startswith("FL-26")]


def test_fl_25_beyond_50_cm_there_is_no_hit_and_no_roll() -> None:
    told = shot(501.0)
    fired = told.only(fe.ShotFired)
    assert (fired.band, fired.hit, fired.chance) == ("beyond 50", False, 0)
    assert not [key for key in told.asked if key.startswith("FL-25/to hit")]
    assert shot(499.0, 1.0, answers={"FL-26/band": "beyond 50"}).only(fe.ShotFired).chance == 0


@pytest.mark.parametrize(
    ("reason", "shift"), [("wounded", -1), ("light-woods", -2), ("low-wall", -2), ("aimed", 1), ("prone", -2)]
)
def test_fl_27_shifts(reason: str, shift: int) -> None:
    assert CHARTS["fire_shifts"].cell(reason, "columns").value == shift


def test_fl_27_saquais_with_two_and_wounded_has_one() -> None:
    state = position({"saquais": (30, 30), "noaks": (30, 50)})
    saquais, noaks = state.figures["saquais"], state.figures["noaks"]
    assert columns(saquais, noaks, "clear", aimed=False) == 2
    assert columns(figure(state, "saquais", lost=1).figures["saquais"], noaks, "clear", aimed=False) == 1


def test_fl_27_all_shifts_add_up() -> None:
    state = figure(position({"soutie": (30, 30), "noaks": (30, 50)}), "noaks", prone=True)
    soutie, noaks = state.figures["soutie"], state.figures["noaks"]
    assert columns(soutie, noaks, "woods and wall", aimed=True) == 1 + 1 - 2 - 2 - 2


def test_fl_27_shifted_off_the_table_is_no_hit() -> None:
    fired = shot(450.0, answers={"FL-25/sight": "light woods", "FL-25/sight overruled": "light woods"}).only(
        fe.ShotFired
    )
    assert (fired.column, fired.hit) == ("off the table", False)
    pistol = shot(250.0, firer="corbette", firing=-1).only(fe.ShotFired)
    assert (pistol.column, pistol.chance) == ("30-40", 0), "the pistol has no figure there"


def test_fl_28_a_shift_past_the_nearest_column_is_the_nearest() -> None:
    fired = shot(30.0).only(fe.ShotFired)
    assert (fired.shift, fired.band, fired.column) == (1, "0-5", "0-5")


@pytest.mark.parametrize(("roll", "hit"), [(1, True), (60, True), (61, False), (100, False)])
def test_fl_25_a_roll_up_to_the_chance_hits(roll: int, hit: bool) -> None:
    fired = shot(230.0, roll=roll).only(fe.ShotFired)
    assert (fired.chance, fired.hit) == (60, hit)


@pytest.mark.parametrize(
    ("attack", "defence", "wounds"),
    [(7, 2, 3), (5, 2, 2), (7, 3, 2), (3, 3, 1), (2, 3, 0), (4, 2, 1), (6, 2, 2), (9, 3, 2)],
)
def test_fl_29_attack_against_defence(attack: int, defence: int, wounds: int) -> None:
    assert wounds_of(attack, defence) == wounds


def test_fl_13_all_fire_is_simultaneous() -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 50)}, "fire", declared={"noaks": "fire", "soutie": "fire"})
    state = figure(figure(state, "noaks", lost=2), "soutie", lost=1)
    state = do(state, "orcs", "fire:orcs", noaks="soutie").state
    assert state.phase == "fire", "sealed until the last one is in"
    told = do(state, "elves", "fire:elves", {**CLEAR, "FL-25/to hit": [1]}, soutie="noaks")
    assert {event.figure for event in told.all(fe.Fell)} == {"noaks", "soutie"}
    assert len(told.all(fe.VolleyFell)) == 1


def test_fl_13_elite_troops_may_be_first_by_option() -> None:
    scene = {"noaks": (30, 30), "soutie": (30, 50)}
    state = position(scene, "fire", declared={"noaks": "fire", "soutie": "fire"}, elite_fire="first")
    state = figure(figure(state, "noaks", lost=2), "soutie", lost=1)
    state = do(state, "orcs", "fire:orcs", noaks="soutie").state
    told = do(state, "elves", "fire:elves", {**CLEAR, "FL-25/to hit": [1]}, soutie="noaks")
    assert [event.figure for event in told.all(fe.Fell)] == ["soutie"]
    assert [event.firer for event in told.all(fe.ShotFired)] == ["noaks"]


def test_fl_13_who_finds_his_target_fallen_keeps_his_shot() -> None:
    scene = {"noaks": (30, 30), "soutie": (30, 50), "sweepe": (60, 60), "hassle": (50, 50)}
    state = position(scene, "fire", declared={"noaks": "fire", "sweepe": "fire"}, elite_fire="first")
    state = figure(figure(state, "hassle", lost=3), "noaks", firing=2)
    state = do(state, "orcs", "fire:orcs", noaks="hassle").state
    told = do(state, "elves", "fire:elves", {**CLEAR, "FL-25/to hit": [1]}, sweepe="hassle")
    assert told.only(fe.ShotNotFired) == fe.ShotNotFired("sweepe", "hassle", "FL-13", "has fallen")


def test_fl_8_who_has_nothing_loaded_when_orders_are_opened_does_not_fire() -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 50)}, "fire", declared={"noaks": "fire", "soutie": "fire"})
    state = do(state, "orcs", "fire:orcs", noaks="soutie").state
    state = figure(state, "noaks", loaded=())
    told = do(state, "elves", "fire:elves", {**CLEAR, "FL-25/to hit": [100]}, soutie="noaks")
    assert told.only(fe.ShotNotFired) == fe.ShotNotFired("noaks", "soutie", "FL-8", "no weapon is loaded")
    assert [event.firer for event in told.all(fe.ShotFired)] == ["soutie"]
    assert told.state.figures["sweepe"].loaded == ("musket",)


def test_fl_13_several_hits_on_one_add_up() -> None:
    scene = {"noaks": (30, 30), "soutie": (30, 50), "sweepe": (40, 50)}
    state = position(scene, "fire", declared={"soutie": "fire", "sweepe": "fire"})
    told = do(state, "elves", "fire:elves", {**CLEAR, "FL-25/to hit": [1]}, soutie="noaks", sweepe="noaks")
    assert told.only(fe.VolleyFell).wounds == {"noaks": 2}
    assert told.state.figures["noaks"].lost == 2


WOOD = box("copse", "trees", (25, 25), (35, 35), 120)
LOW = box("hedge", "wall", (20, 33), (40, 33.5), 12)
CORNER = box("inn", "building", (20, 38), (30.1, 42), 150)
BESIDE = box("inn", "building", (20, 38), (29.9, 42), 150)
HOUSE = box("inn", "building", (20, 38), (40, 42), 150)


@pytest.mark.parametrize(
    ("pieces", "proposed", "said"),
    [
        ((), "clear", "100 %"),
        ((WOOD,), "light woods", "stands in copse"),
        ((LOW,), "low wall", "is behind hedge"),
        ((WOOD, LOW), "woods and wall", "copse and is behind hedge"),
        ((HOUSE,), "out of sight", "inn is between them"),
        ((CORNER,), "out of sight", "inn is on the line from centre to centre"),
        ((BESIDE,), "clear", "% of Noaks shows"),
    ],
)
def test_fl_25_sight_and_cover_are_proposed_with_the_reason(pieces: Any, proposed: str, said: str) -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 53)}, "fire", declared={"soutie": "fire"})
    table = with_terrain(box("hill", "hill", (80, 80), (81, 81)), *pieces)
    told = do(state, "elves", "fire:elves", {}, table, soutie="noaks")
    asked = told.question("FL-25/sight")
    assert (asked.default, asked.seat) == (proposed, "orcs")
    assert said in asked.why
    assert told.only(fe.SightJudged).agreed == proposed


@pytest.mark.parametrize(("both", "agreed"), [("low wall", "low wall"), ("clear", "clear")])
def test_fl_25_both_sides_may_overrule_and_the_log_keeps_both(both: str, agreed: str) -> None:
    told = shot(230.0, answers={"FL-25/sight": "low wall", "FL-25/sight overruled": both})
    assert told.question("FL-25/sight overruled").seat == "elves"
    judged = told.only(fe.SightJudged)
    assert (judged.proposed, judged.said, judged.agreed) == ("clear", "low wall", agreed)
    assert told.only(fe.ShotFired).shift == (1 if agreed == "clear" else -1)
