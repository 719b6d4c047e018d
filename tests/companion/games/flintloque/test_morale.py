"""The Morale Phase (FL-14 to FL-19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.morale import (
    cause_of,
    check,
    cover_region,
    half_dead,
    home_region,
    modifier,
    reason_of,
    run_to_cover,
    toward,
)
from companion.games.flintloque.phases import advance
from companion.games.flintloque.printed import CHARTS, LETTERS
from companion.games.flintloque.setting_up import begin
from companion.games.flintloque.state import State
from companion.games.questions import ReadChart
from tests.companion.games.flintloque.scene import OPEN, Told, box, do, figure, offered, part, position, with_terrain

SCENE = {"noaks": (30, 40), "purvis": (60, 20), "soutie": (30, 63)}
ROWS = {1: "GGGE", 2: "GFGE", 3: "GFFD", 4: "FDFD", 5: "FDEC"}
COLUMNS = ("leader", "wounded", "pushed", "hit")


def checked_as(letter: str, name: str = "noaks", table: Any = OPEN, state: State | None = None, **changes: Any) -> Told:
    """A check that comes to this letter, in a row that the text has lost."""
    state = figure(state or position(SCENE, "slots"), name, marks=("hit",), **{"morale": 5, **changes})
    return part(state, check(state, table, name), {"FL-17/letter": letter})


@pytest.mark.parametrize(
    ("marks", "cause"),
    [
        ((), None),
        (("hit",), "hit"),
        (("pushed",), "pushed"),
        (("hit", "wounded"), "wounded"),
        (("hit", "pushed", "wounded", "leader"), "leader"),
    ],
)
def test_fl_15_of_several_causes_the_leftmost_counts(marks: tuple[str, ...], cause: str | None) -> None:
    assert cause_of(figure(position(SCENE), "noaks", marks=marks).figures["noaks"]) == cause


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        (("charged wounded",), "being charged"),
        (("charged wounded", "wounded"), "a wound"),
        (("charged wounded", "leader"), "the death of the leader"),
        (("hit", "charged pushed"), "being charged"),
    ],
)
def test_fl_14_a_check_says_what_it_is_for(marks: tuple[str, ...], said: str) -> None:
    assert reason_of(figure(position(SCENE), "noaks", marks=marks).figures["noaks"]) == said


def test_fl_14_what_happened_is_checked_in_the_next_turn_and_once() -> None:
    state = position(SCENE, "fire", declared={"soutie": "fire"})
    told = do(state, "elves", "fire:elves", {"FL-25/sight": "clear", "FL-25/to hit": [1]}, soutie="noaks")
    noaks = told.state.figures["noaks"]
    assert (noaks.lost, set(noaks.marks), noaks.hit_before) == (1, {"hit", "wounded"}, True)
    assert not told.all(e.MoraleChecked), "not in this turn"


def test_fl_14_who_was_held_makes_no_check_later() -> None:
    state = position({"noaks": (80, 10), "soutie": (45, 43), "oswold": (45, 43)}, "slots", scenario="two")
    state = figure(figure(state, "oswold", where="held", marks=("wounded",)), "soutie", carries="oswold")
    told = part(state, advance(state, OPEN), {"FL-31/blow/oswold": [10], "FL-31/blow/soutie": [1]})
    assert told.only(e.OswoldFreed)
    assert told.state.figures["oswold"].marks == ()


def test_fl_14_only_the_first_hit_counts_as_one() -> None:
    state = figure(position(SCENE, "fire", declared={"soutie": "fire"}), "noaks", hit_before=True, defence=9)
    told = do(state, "elves", "fire:elves", {"FL-25/sight": "clear", "FL-25/to hit": [1]}, soutie="noaks")
    assert told.state.figures["noaks"].marks == ()


def test_fl_14_the_leader_s_death_is_checked_by_all_others() -> None:
    state = position({"oswold": (30, 40), "noaks": (50, 10), "soutie": (30, 63)}, "fire", declared={"soutie": "fire"})
    told = do(
        figure(state, "oswold", lost=2),
        "elves",
        "fire:elves",
        {"FL-25/sight": "clear", "FL-25/to hit": [1]},
        soutie="oswold",
    )
    assert told.only(fe.Fell).figure == "oswold"
    assert told.state.figures["noaks"].marks == ("leader",)
    assert told.state.figures["purvis"].marks == (), "who is not on the table does not see it"


@pytest.mark.parametrize(
    ("charged", "marks"), [("none", ()), ("hit", ("charged hit",)), ("pushed", ("charged pushed",))]
)
def test_fl_14_a_charge_is_checked_if_the_table_says_so(charged: str, marks: tuple[str, ...]) -> None:
    state = position({"noaks": (30, 50), "soutie": (30, 60)}, declared={"noaks": "walk"}, charged=charged)
    assert do(state, "orcs", "charge:noaks", target="soutie").state.figures["soutie"].marks == marks


def test_fl_16_wounds_and_half_a_dead_unit() -> None:
    state = figure(position(SCENE), "noaks", morale=0, lost=2)
    assert modifier(state, state.figures["noaks"]) == -4
    assert not half_dead(figure(state, "oswold", where="dead"), "orcs")
    state = figure(figure(state, "oswold", where="dead"), "purvis", where="dead")
    assert half_dead(state, "orcs")
    assert modifier(state, state.figures["noaks"]) == -6


@pytest.mark.parametrize("total", [-3, 0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("cause", COLUMNS)
def test_fl_17_rows_1_to_5_run_by_themselves(total: int, cause: str) -> None:
    state = figure(position(SCENE, "slots"), "noaks", marks=(cause,), morale=total - 5)
    told = part(state, check(state, OPEN, "noaks"), {"FL-16/morale": [5]})
    checked = told.only(e.MoraleChecked)
    assert (checked.total, checked.letter) == (total, ROWS[max(1, total)][COLUMNS.index(cause)])
    assert not any(isinstance(question, ReadChart) for question in told.asked.values())


@pytest.mark.parametrize("total", [6, 9, 14])
def test_fl_17_higher_rows_are_read_from_the_book_once_a_game(total: int) -> None:
    state = figure(position(SCENE, "slots"), "noaks", marks=("wounded",), morale=total - 5)
    told = part(state, check(state, OPEN, "noaks"), {"FL-17/letter": "C"})
    asked = told.question("FL-17/letter")
    assert (asked.chart, asked.cell, asked.alphabet) == ("morale", (str(total), "wounded"), LETTERS)
    assert told.only(e.MoraleChecked).letter == "C"
    again = figure(told.state, "noaks", marks=("wounded",))
    assert "FL-17" not in str(list(part(again, check(again, OPEN, "noaks")).asked))


def test_fl_17_every_lost_cell_asks_and_house_letters_are_asked_for() -> None:
    chart = CHARTS["morale"]
    assert set(chart.unknown()) == {(row, column) for row in chart.rows[5:] for column in chart.columns}
    state = figure(position(SCENE, "slots", morale="house"), "noaks", marks=("wounded",), morale=5)
    told = part(state, check(state, OPEN, "noaks"))
    assert told.only(e.MoraleChecked).letter == (chart.house or {})["10", "wounded"]
    assert told.only(e.MoraleChecked).ours
    assert not checked_as("C").only(e.MoraleChecked).ours


def test_fl_18_a_goes_on_and_b_must_end_5_cm_from_enemies() -> None:
    assert checked_as("A").state.figures["noaks"].limit == ""
    state = position({"noaks": (30, 40), "soutie": (30, 52)}, declared={"noaks": "walk"})
    bound = replace(checked_as("B", state=state).state, phase="move")
    assert "charge:noaks" not in offered(bound, "orcs")
    region = offered(bound, "orcs")["move:noaks"]["to"]
    assert region.complaint([300.0, 448.5]) is None, "7 cm from centre to centre is 5 from edge to edge"
    assert region.complaint([300.0, 450.5]) is not None
    assert "charge:noaks" in offered(state, "orcs")


def test_fl_18_c_may_only_fire_at_those_who_come_nearer() -> None:
    state = position(SCENE, "fire", declared={"soutie": "fire"})
    state = checked_as("C", "soutie", state=state).state
    assert "fire:elves" not in offered(state, "elves")
    nearer = figure(state, "noaks", was=(300.0, 350.0))
    assert offered(nearer, "elves")["fire:elves"]["soutie"].values == ("hold fire", "noaks")
    assert toward(nearer, "soutie", "noaks") and not toward(nearer, "soutie", "purvis")


def test_fl_18_c_who_had_aimed_may_fire_at_them_without_the_bonus() -> None:
    aiming = figure(position(SCENE, "fire", declared={"soutie": "walk"}), "soutie", aim="set")
    state = figure(checked_as("C", "soutie", state=aiming).state, "noaks", was=(300.0, 350.0))
    assert offered(state, "elves")["fire:elves"]["soutie"].values == ("hold fire", "noaks")
    told = do(state, "elves", "fire:elves", {"FL-25/sight": "clear"}, soutie="noaks")
    assert not told.only(fe.ShotFired).aimed


@pytest.mark.parametrize("letter", ["C", "D", "E", "F"])
def test_fl_18_c_to_f_take_the_move(letter: str) -> None:
    state = checked_as(letter, state=position(SCENE, "slots", declared={"noaks": "walk"})).state
    assert offered(replace(state, phase="move"), "orcs").keys() == {"end-moves:orcs"}


def test_fl_18_d_freezes_but_it_defends_itself() -> None:
    state = position({"noaks": (30, 40), "soutie": (30, 42)}, "fire", fights=(("noaks", "soutie", 1),))
    state = checked_as("D", state=state).state
    assert offered(state, "orcs") == {}
    assert state.fights


def test_fl_18_e_walks_straight_towards_its_own_edge() -> None:
    told = checked_as("E", declared="fire")
    moved = told.only(e.FigureMoved)
    assert moved.rate == "forced"
    assert abs(moved.y_mm - 240) <= 20, "an Orc walks 16 cm south from 40"
    assert abs(moved.x_mm - 300) <= 20
    assert "facing the enemy" in told.question("FL-18/walk home").why


def test_fl_18_e_stops_at_the_edge() -> None:
    state = position({"noaks": (30, 6), "soutie": (30, 63)}, "slots")
    region = home_region(state, OPEN, "noaks")
    assert region is not None
    assert min(y for _, y in region.outline) >= 10


@pytest.mark.parametrize(
    ("name", "place"), [("noaks", (30, 1)), ("soutie", (30, 89)), ("schneider", (1, 30)), ("hassle", (88.5, 30))]
)
def test_fl_18_e_at_its_own_edge_it_stays(name: str, place: tuple[float, float]) -> None:
    state = position({name: place, ("purvis" if name != "noaks" else "sweepe"): (45, 60)}, "slots")
    assert home_region(state, OPEN, name) is None


@pytest.mark.parametrize(
    ("name", "place", "axis", "sign"),
    [("noaks", (30, 2), 1, -1), ("soutie", (30, 88), 1, 1), ("schneider", (2, 30), 0, -1), ("hassle", (87, 30), 0, 1)],
)
def test_fl_18_e_near_its_edge_nobody_comes_away_from_it(
    name: str, place: tuple[float, float], axis: int, sign: int
) -> None:
    state = position({name: place, ("purvis" if name != "noaks" else "sweepe"): (45, 60)}, "slots")
    region = home_region(state, OPEN, name)
    assert region is not None
    assert all(sign * (point[axis] - 10 * place[axis]) >= 0 for point in region.outline)


def test_fl_18_f_runs_to_cover_and_stays_this_turn_and_the_next() -> None:
    wood = with_terrain(box("copse", "trees", (32, 44), (40, 52)), box("hill", "hill", (0, 0), (5, 5)))
    told = checked_as("F", table=wood, declared="walk")
    moved = told.only(e.FigureMoved)
    assert 320 <= moved.x_mm <= 400 and 440 <= moved.y_mm <= 520
    noaks = told.state.figures["noaks"]
    assert (noaks.frozen, noaks.ran) == (3, 2)
    assert cover_region(told.state, OPEN, "noaks")[1] == "; there is no cover in reach"


def test_fl_18_f_and_e_take_it_out_of_a_fight() -> None:
    state = position({"noaks": (30, 40), "soutie": (30, 42)}, "slots", fights=(("noaks", "soutie", 1),))
    assert checked_as("F", state=state).state.fights == ()


def test_fl_18_g_is_removed() -> None:
    told = checked_as("G")
    assert told.state.figures["noaks"].where == "routed"
    assert told.state.figures["noaks"].alive, "routed is not dead"


def test_fl_19_oswold_is_wounded_in_turn_1_and_checked_in_turn_2_with_his_order_declared() -> None:
    state = replace(position({"oswold": (30, 40), "soutie": (30, 63)}, "fire", declared={"soutie": "fire"}), turn=1)
    told = do(state, "elves", "fire:elves", {"FL-25/sight": "clear", "FL-25/to hit": [1]}, soutie="oswold")
    assert (told.state.turn, told.state.figures["oswold"].lost) == (2, 1)
    told = do(told.state, "orcs", "declare:orcs", oswold="walk")
    told = do(told.state, "elves", "declare:elves", soutie="hold")
    first = told.state.order[0]
    told = do(told.state, first, f"take-slot:{first}", {"FL-16/morale": [10]}, slot=1)
    checked = told.only(e.MoraleChecked)
    assert (checked.figure, checked.cause, checked.total) == ("oswold", "wounded", 12)
    assert told.state.figures["oswold"].declared == "walk"


def test_a_unit_that_is_not_there_is_not_half_dead() -> None:
    assert not half_dead(begin({}), "elves")


def test_fl_45_who_is_forced_to_run_lets_oswold_go_first_and_does_not_end_on_him() -> None:
    state = position({"noaks": (80, 10), "soutie": (45, 43), "oswold": (45, 43)}, "slots", scenario="two")
    state = figure(figure(state, "oswold", where="held"), "soutie", carries="oswold")
    told = part(state, run_to_cover(state, OPEN, "soutie"), {"FL-18/run to cover": [450.0, 500.0]})
    freed, asked = told.only(e.OswoldFreed), told.question("FL-18/run to cover")
    assert asked.region.complaint((freed.x_mm, freed.y_mm)) is not None
