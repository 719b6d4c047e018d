"""The Movement Phase: slots, moves, charges, breaking off (FL-11, FL-12, FL-20, FL-23, FL-31, FL-34)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.games.contract import Refusal
from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.moving import charge_area
from companion.games.flintloque.phases import advance
from companion.games.flintloque.state import Fight, with_figure
from companion.table.state import TableState
from tests.companion.games.flintloque.scene import (
    OPEN,
    Told,
    attempt,
    box,
    do,
    figure,
    offered,
    part,
    position,
    refusal,
    seen,
    with_terrain,
)

SCENE = {"noaks": (30, 30), "purvis": (60, 30), "soutie": (30, 60), "sweepe": (60, 60)}
WALK = {"noaks": "walk", "purvis": "run", "soutie": "walk", "sweepe": "hold"}


def test_fl_11_sides_move_in_their_slots() -> None:
    state = position(SCENE, declared=WALK, order=("elves", "orcs"))
    assert set(offered(state, "elves")) == {"move:soutie", "end-moves:elves"}
    assert offered(state, "orcs") == {}
    state = do(state, "elves", "end-moves:elves").state
    assert {"move:noaks", "move:purvis"} <= set(offered(state, "orcs"))
    assert offered(state, "elves") == {}


def test_fl_20_a_free_move_is_one_offer_with_a_region() -> None:
    state = position(SCENE, declared=WALK)
    told = do(state, "orcs", "move:noaks", to=[300.0, 400.0])
    moved = told.only(e.FigureMoved)
    assert (moved.x_mm, moved.y_mm, moved.rate, moved.spent_mm, moved.over_mm) == (300, 400, "walk", 100, 0)
    assert "move:noaks" not in offered(told.state, "orcs"), "once"


def test_fl_20_too_far_says_how_far_through_what_and_where_to_put_it_back() -> None:
    wood = with_terrain(box("wood", "trees", (20, 33), (40, 80)))
    said = refusal(position(SCENE, declared=WALK), "orcs", "move:noaks", wood, to=[300.0, 370.0])
    assert (said.code, said.rule) == ("far", "FL-20")
    assert "7.0 cm (4.0 cm through light woods)" in said.reason
    assert "a walk goes 4.0 cm here, 3.0 cm too far" in said.reason
    assert "put it back at 30.0, 30.0 cm" in said.reason


def test_fl_21_too_far_says_what_slows_it() -> None:
    state = figure(position(SCENE, declared=WALK, weather="light-snow"), "noaks", lost=1, carries="dead-dwarf")
    said = refusal(state, "orcs", "move:noaks", to=[300.0, 400.0]).reason
    assert "10.0 cm; a walk goes 2.0 cm here (wounded, carrying, light snow), 8.0 cm too far" in said


def test_fl_20_a_hair_too_far_is_too_close_to_call() -> None:
    state = position(SCENE, declared=WALK)
    table = seen(state, 1.5)
    place = [300.0, 300 + 160 + 2.5]
    told = do(state, "orcs", "move:noaks", {}, table, to=place)
    assert told.question("FL-20/too close to call").field.values == ("let it be", "put it back")
    assert told.only(e.FigureMoved).over_mm == 2.5
    told = do(state, "orcs", "move:noaks", {"FL-20": "put it back"}, table, to=place)
    assert told.all(e.FigureMoved) == []
    assert refusal(state, "orcs", "move:noaks", seen(state, 1.0), to=place).code == "far"
    assert refusal(state, "orcs", "move:noaks", to=place).code == "far", "without a camera it is exact"


@pytest.mark.parametrize("to", [[400.0, -50.0], [400.0, 5.0], [400.0, 9.9], [5.0, 50.0]])
def test_fl_20_no_move_ends_off_the_table(to: list[float]) -> None:
    state = position({"noaks": (40 if to[0] == 400 else 3, 5), "soutie": (80, 80)}, declared={"noaks": "walk"})
    assert refusal(state, "orcs", "move:noaks", to=to).code == "edge"


def test_fl_20_a_base_may_touch_the_table_s_edge() -> None:
    state = position({"noaks": (40, 5), "soutie": (80, 80)}, declared={"noaks": "walk"})
    assert do(state, "orcs", "move:noaks", to=[400.0, 10.0]).only(e.FigureMoved).y_mm == 10


@pytest.mark.parametrize(("y", "may"), [(449.0, True), (450.0, True), (450.1, False)])
def test_fl_18_b_exactly_5_cm_from_an_enemy_is_5_cm(y: float, may: bool) -> None:
    state = position({"noaks": (30, 40), "soutie": (30, 52)}, declared={"noaks": "walk"})
    outcome = attempt(figure(state, "noaks", limit="B"), "orcs", "move:noaks", None, OPEN, to=[300.0, y])
    assert isinstance(outcome, Told) is may
    assert may or (isinstance(outcome, Refusal) and outcome.code == "apart")


def test_fl_20_no_base_ends_on_another() -> None:
    state = position({**SCENE, "singleturn": (30, 40)}, declared=WALK)
    assert refusal(state, "orcs", "move:noaks", to=[300.0, 390.0]).code == "base"


@pytest.mark.parametrize(
    "fields", [{}, {"to": "north"}, {"to": [1.0]}, {"to": [1, 2], "rate": "run"}, {"to": [math.inf, 0]}]
)
def test_what_is_no_place_is_told(fields: dict[str, object]) -> None:
    assert refusal(position(SCENE, declared=WALK), "orcs", "move:noaks", **fields).code in ("field", "fields")


def test_fl_23_who_ran_may_not_run_in_the_next_turn() -> None:
    state = do(position(SCENE, declared=WALK), "orcs", "move:purvis", to=[600.0, 500.0]).state
    assert state.figures["purvis"].ran == 2
    following = replace(state, phase="declare", turn=3, sealed={})
    assert "run" not in offered(following, "orcs")["declare:orcs"]["purvis"].values
    later = replace(following, turn=4)
    assert "run" in offered(later, "orcs")["declare:orcs"]["purvis"].values


def test_fl_31_a_charge_ends_in_base_contact() -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 40), "sweepe": (60, 80)}, declared=WALK)
    assert offered(state, "orcs")["charge:noaks"]["target"].values == ("soutie",)
    state = do(state, "orcs", "charge:noaks", target="soutie").state
    a, b = state.figures["noaks"], state.figures["soutie"]
    assert math.dist(a.place, b.place) == pytest.approx(20, abs=0.1)
    assert state.fights[0].fought in (0, 1)


@pytest.mark.parametrize("place", [(30, 1), (1, 30), (30, 89), (89, 30)])
def test_fl_31_a_charge_along_an_edge_stays_on_the_table(place: tuple[float, float]) -> None:
    state = position({"noaks": place, "soutie": (45, 45)}, declared=WALK)
    low_x, low_y, high_x, high_y = charge_area(state, TableState(), "noaks").bounds
    assert low_x >= 10 and low_y >= 10 and high_x <= 890 and high_y <= 890
    assert high_x - low_x > 100 and high_y - low_y > 100


def test_fl_31_contact_out_of_reach_is_not_offered() -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 48.1)}, declared=WALK)
    assert "charge:noaks" not in offered(state, "orcs")
    near = position({"noaks": (30, 30), "soutie": (30, 47.9)}, declared=WALK)
    assert "charge:noaks" in offered(near, "orcs")


def test_fl_12_who_is_engaged_before_he_has_moved_loses_his_move() -> None:
    figures = {"noaks": (30, 30), "soutie": (30, 40), "sweepe": (60, 80)}
    state = position(figures, declared={"noaks": "walk", "soutie": "walk", "sweepe": "walk"}, order=("orcs", "elves"))
    state = do(state, "orcs", "charge:noaks", target="soutie").state
    assert set(offered(state, "elves")) == {"move:sweepe", "end-moves:elves"}


def test_fl_34_one_turn_of_fighting_comes_first() -> None:
    figures = {"noaks": (30, 30), "soutie": (30, 32)}
    fresh = position(figures, declared={"noaks": "walk"}, fights=(("soutie", "noaks", 0),))
    assert set(offered(fresh, "orcs")) == {"end-moves:orcs"}
    assert offered(replace(fresh, phase="declare", sealed={}), "orcs") == {}
    fought = position(figures, declared={"noaks": "walk"}, fights=(("soutie", "noaks", 1),))
    assert set(offered(fought, "orcs")) == {"break-off:noaks", "end-moves:orcs"}
    assert "walk" in offered(replace(fought, phase="declare", sealed={}), "orcs")["declare:orcs"]["noaks"].values


def test_fl_34_the_foe_with_the_initiative_holds_on_or_lets_go() -> None:
    figures = {"noaks": (30, 30), "soutie": (30, 32)}
    state = position(figures, declared={"noaks": "walk"}, fights=(("soutie", "noaks", 1),), order=("elves", "orcs"))
    state = replace(state, slots=("orcs", "elves"))
    held = do(state, "orcs", "break-off:noaks", {"FL-34/hold": "fight on"})
    assert held.question("FL-34/hold").seat == "elves"
    assert held.only(e.HeldInFight).by == "soutie"
    assert [event for event in held.all(e.FightLeft) if event.rule == "FL-34"] == []
    free = do(state, "orcs", "break-off:noaks", {"FL-34/hold": "let go"}).state
    assert free.fights == ()
    assert "move:noaks" in offered(free, "orcs")


@pytest.mark.parametrize(
    ("changes", "asked"),
    [({"limit": "B"}, True), ({"limit": "C"}, False), ({"limit": "D"}, False), ({"limit": "F", "frozen": 3}, False)],
)
def test_fl_18_who_may_only_defend_itself_holds_nobody_in_a_fight(changes: dict[str, object], asked: bool) -> None:
    figures = {"noaks": (30, 30), "soutie": (30, 32)}
    state = position(figures, declared={"noaks": "walk"}, fights=(("soutie", "noaks", 1),), order=("elves", "orcs"))
    state = figure(replace(state, slots=("orcs", "elves")), "soutie", **changes)
    told = do(state, "orcs", "break-off:noaks", {"FL-34/hold": "fight on"})
    assert bool(told.all(e.HeldInFight)) is asked
    assert any(key.startswith("FL-34/hold") for key in told.asked) is asked


def test_fl_34_who_breaks_off_and_does_not_move_is_still_in_the_fight() -> None:
    figures = {"noaks": (30, 30), "soutie": (30, 32)}
    state = position(figures, declared={"noaks": "walk"}, fights=(("soutie", "noaks", 1),), order=("orcs", "elves"))
    free = do(state, "orcs", "break-off:noaks").state
    assert "charge:noaks" not in offered(free, "orcs"), "not at the one he has just left"
    stays = do(free, "orcs", "end-moves:orcs")
    assert stays.only(e.FightResumed) == e.FightResumed("noaks", "soutie")
    assert len(stays.all(fe.BlowsStruck)) == 1
    goes = do(free, "orcs", "move:noaks", to=[300.0, 250.0])
    assert goes.all(e.FightResumed) == goes.all(fe.BlowsStruck) == []
    assert goes.state.figures["noaks"].left == ()


def test_fl_34_a_fight_that_both_broke_off_or_that_the_foe_took_up_again_is_one_fight() -> None:
    figures = {"noaks": (30, 30), "soutie": (30, 32)}
    state = position(figures, declared={"noaks": "walk"}, fights=(("soutie", "noaks", 1),), order=("orcs", "elves"))
    free = do(state, "orcs", "break-off:noaks").state
    both = with_figure(free, "soutie", left=("noaks",))
    assert len(do(both, "orcs", "end-moves:orcs").all(e.FightResumed)) == 1
    taken_up = replace(free, fights=(Fight("soutie", "noaks"),))
    assert do(taken_up, "orcs", "end-moves:orcs").all(e.FightResumed) == []


def test_fl_34_who_has_the_initiative_leaves() -> None:
    figures = {"noaks": (30, 30), "soutie": (30, 32)}
    state = position(figures, declared={"noaks": "walk"}, fights=(("soutie", "noaks", 1),), order=("orcs", "elves"))
    told = do(state, "orcs", "break-off:noaks")
    assert told.asked == {}
    assert told.state.fights == ()


def test_a_side_with_nothing_to_move_is_passed_over() -> None:
    state = position(SCENE, declared={"soutie": "walk"})
    told = part(state, advance(state, with_terrain(box("hill", "hill", (0, 0), (1, 1)))))
    assert told.only(e.SideMoved).side == "orcs"


def test_a_move_of_another_s_figure_is_refused() -> None:
    state = figure(position(SCENE, declared=WALK), "noaks", limit="")
    assert refusal(state, "elves", "move:noaks", to=[300.0, 400.0]).code == "not-now"
    assert refusal(state, "nobody", "move:noaks").code == "seat"
    assert refusal(state, "orcs", "dance:noaks").code == "unknown"
