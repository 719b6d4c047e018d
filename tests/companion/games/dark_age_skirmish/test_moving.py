"""Movement actions: paces, bad going, falls, facing (DA-6, DA-7, DA-24, DA-25)."""

from __future__ import annotations

import math

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.board import in_arc
from companion.games.dark_age_skirmish.going import reaches
from tests.companion.games.dark_age_skirmish.scene import (
    OPEN,
    box,
    do,
    figure,
    kinds,
    may_stand,
    offered,
    position,
    refusal,
    seen,
    with_terrain,
)

ALONE = {"svein": (40, 30), "osric": (85, 55)}
BUSHES = with_terrain(box("bushes", "rough", (45, 0), (50, 60), 14))
WALL = with_terrain(box("stone wall", "wall", (44, 0), (44.5, 60), 16))


def test_da_6_one_movement_and_one_combat_action_or_one_other() -> None:
    state = position({"osric": (40, 30), "svein": (70, 30)}, "osric")
    assert {"walk", "run", "sprint", "fire", "aim", "lie-down"} <= kinds(state, "bob")
    walked = do(state, "bob", "walk:osric", to=[400.0, 350.0]).state
    assert "fire" in kinds(walked, "bob")
    assert kinds(walked, "bob").isdisjoint({"walk", "run", "aim", "rest", "lie-down"}), "no second one"
    fired = do(state, "bob", "fire:osric", {"DA-10/to hit": 9, "DA-21": 5}, target="svein", **{"with": "bow"}).state
    assert fired.acting != "osric" or kinds(fired, "bob").isdisjoint({"walk", "run", "aim"})
    aimed = do(state, "bob", "aim:osric").state
    assert aimed.acting == "", "an other action is all"


@pytest.mark.parametrize(("pace", "far_mm"), [("walk", 60), ("run", 120), ("sprint", 160)])
def test_da_7_paces_on_foot(pace: str, far_mm: float) -> None:
    state = position(ALONE, "svein")
    assert may_stand(state, "ann", f"{pace}:svein", 40 + far_mm / 10 - 0.1, 30)
    assert not may_stand(state, "ann", f"{pace}:svein", 40 + far_mm / 10 + 0.1, 30)


@pytest.mark.parametrize(("pace", "far_mm"), [("horse-walk", 60), ("trot", 120), ("canter", 160), ("gallop", 240)])
def test_da_7_paces_on_horseback(pace: str, far_mm: float) -> None:
    state = position({"rider": (30, 30), "osric": (85, 55)}, "rider")
    assert may_stand(state, "ann", f"{pace}:rider", 30 + far_mm / 10 - 0.1, 30)
    assert not may_stand(state, "ann", f"{pace}:rider", 30 + far_mm / 10 + 0.1, 30)


def test_da_7_who_lies_only_crawls_or_stands_up() -> None:
    state = figure(position({"svein": (40, 30), "osric": (60, 30)}, "svein"), "svein", posture="prone")
    assert kinds(state, "ann") <= {"crawl", "stand-up", "face", "done", "rest"}
    assert may_stand(state, "ann", "crawl:svein", 41.9, 30) and not may_stand(state, "ann", "crawl:svein", 42.1, 30)
    crawled = do(state, "ann", "crawl:svein", to=[415.0, 300.0]).state
    assert crawled.figures["svein"].posture == "prone"
    stood = do(state, "ann", "stand-up:svein").state
    assert stood.figures["svein"].posture == "up"
    lying = do(position(ALONE, "svein"), "ann", "lie-down:svein").state
    assert lying.figures["svein"].posture == "prone"


def test_da_2_da_7_hexes_are_those_of_the_text() -> None:
    state = position(ALONE, "svein", units="hexes")
    assert may_stand(state, "ann", "walk:svein", 45.9, 30) and not may_stand(state, "ann", "walk:svein", 46.1, 30)
    assert may_stand(state, "ann", "sprint:svein", 55.9, 30) and not may_stand(state, "ann", "sprint:svein", 56.1, 30)


def test_da_7_too_far_says_how_far_and_where_to_put_it_back() -> None:
    said = refusal(position(ALONE, "svein"), "ann", "walk:svein", to=[473.0, 300.0])
    assert (said.code, said.rule) == ("far", "DA-7")
    assert "7.3 cm; a walk goes 6.0 cm, 1.3 cm too far; put it back at 40.0, 30.0 cm" in said.reason


def test_da_7_a_hair_too_far_is_too_close_to_call() -> None:
    state = position(ALONE, "svein")
    told = do(state, "ann", "walk:svein", {}, seen(state, 1.5), to=[462.5, 300.0])
    assert told.question("DA-7/too close to call").field.values == ("let it be", "put it back")
    assert told.only(e.FigureMoved).over_mm == 2.5
    back = do(state, "ann", "walk:svein", {"DA-7": "put it back"}, seen(state, 1.5), to=[462.5, 300.0])
    assert back.all(e.FigureMoved) == []
    assert refusal(state, "ann", "walk:svein", to=[462.5, 300.0]).code == "far", "without a camera it is exact"


def test_da_18_no_base_ends_on_another() -> None:
    state = position({"svein": (40, 30), "osric": (44, 30)}, "svein")
    assert refusal(state, "ann", "walk:svein", to=[430.0, 300.0]).code == "base"


@pytest.mark.parametrize("fields", [{}, {"to": "north"}, {"to": [1.0]}, {"to": [1, 2], "x": 3}, {"to": [math.inf, 0]}])
def test_what_is_no_place_is_told(fields: dict[str, object]) -> None:
    assert refusal(position(ALONE, "svein"), "ann", "walk:svein", **fields).code in ("field", "fields")


def test_water_and_buildings_bar_the_way() -> None:
    state = position(ALONE, "svein")
    pond = with_terrain(box("pond", "water", (42, 0), (60, 60)))
    assert not may_stand(state, "ann", "run:svein", 45, 30, pond)
    assert refusal(state, "ann", "run:svein", pond, to=[450.0, 300.0]).code == "barred"


@pytest.mark.parametrize(
    ("pace", "dice", "falls"), [("run", (4,), False), ("run", (6,), True), ("sprint", (0, 6), True)]
)
def test_da_24_bad_going_is_an_agility_roll_at_a_run_and_two_at_a_sprint(
    pace: str, dice: tuple[int, ...], falls: bool
) -> None:
    state = position(ALONE, "svein")
    answers = {f"DA-24/fall/svein, {n + 1}": die for n, die in enumerate(dice)}
    told = do(state, "ann", f"{pace}:svein", {**answers, "DA-21": 5}, BUSHES, to=[515.0, 300.0])
    assert len(told.all(e.Reacted)) == len(dice)
    assert told.all(e.Reacted)[0].needed == 6
    fell = told.all(e.FellOver)
    assert bool(fell) is falls
    if falls:
        assert fell[0].x_mm == pytest.approx(450) and not fell[0].stunned
        assert told.state.figures["svein"].posture == "prone"


def test_da_24_a_walk_through_bad_going_is_no_roll_and_the_way_round_is_taken() -> None:
    state = position(ALONE, "svein")
    assert do(state, "ann", "walk:svein", {}, BUSHES, to=[455.0, 300.0]).all(e.Reacted) == []
    small = with_terrain(box("bush", "rough", (45, 29), (46, 31)))
    assert do(state, "ann", "run:svein", {"DA-21": 5}, small, to=[500.0, 300.0]).all(e.Reacted) == []


def test_da_24_who_falls_from_a_horse_is_stunned() -> None:
    state = position({"rider": (40, 30), "osric": (85, 55)}, "rider")
    told = do(state, "ann", "canter:rider", {"DA-24/fall": 9}, BUSHES, to=[530.0, 300.0])
    assert told.only(e.FellOver).stunned
    rider = told.state.figures["rider"]
    assert (rider.posture, rider.riding, rider.horse) == ("stunned", False, (400.0, 300.0))


def test_da_20_a_wall_is_climbed_at_a_walk_and_jumped_at_a_run() -> None:
    state = position(ALONE, "svein")
    walked = do(state, "ann", "walk:svein", {"DA-21": 5}, WALL, to=[455.0, 300.0])
    assert walked.only(e.FatigueSpent).what == "climb"
    ran = do(state, "ann", "run:svein", {"DA-21": 5}, WALL, to=[500.0, 300.0])
    assert len(ran.all(e.Reacted)) == 1 and ran.only(e.FatigueSpent).what == "run"


@pytest.mark.parametrize(("degrees", "sees"), [(0, True), (59, True), (61, False), (180, False), (-59, True)])
def test_da_25_one_sees_120_degrees_ahead(degrees: int, sees: bool) -> None:
    state = position(ALONE)
    at = 400 + 100 * math.cos(math.radians(degrees)), 300 + 100 * math.sin(math.radians(degrees))
    assert in_arc(state, OPEN, "svein", at) is sees
    turned = seen(state, 1.0, headings={"svein": math.pi})
    assert in_arc(state, turned, "svein", at) is (degrees == 180), "the table's heading comes first"


def test_da_25_one_turns_once_a_turn_and_looks_where_one_goes() -> None:
    state = position(ALONE, "svein")
    turned = do(state, "ann", "face:svein", to="north").state
    assert turned.figures["svein"].facing == 90
    assert "face" not in kinds(turned, "ann") and "walk" in kinds(turned, "ann")
    moved = do(state, "ann", "walk:svein", to=[400.0, 250.0]).state
    assert moved.figures["svein"].facing == 270


def test_before_a_move_the_area_at_each_pace_is_shown() -> None:
    state = position(ALONE)
    assert list(reaches(state, OPEN, "svein")) == ["walk", "run", "sprint"]
    tired = figure(state, "svein", tired=2)
    assert list(reaches(tired, OPEN, "svein")) == ["walk"], "who is exhausted cannot run (DA-21)"


def test_a_move_of_another_s_figure_is_refused() -> None:
    state = position(ALONE, "svein")
    assert refusal(state, "bob", "walk:svein", to=[400.0, 250.0]).code == "not-now"
    assert refusal(state, "nobody", "walk:svein").code == "seat"
    assert refusal(state, "ann", "dance:svein").code == "unknown"
    assert "walk:svein" in offered(state, "ann")


def test_da_25_who_is_attacked_from_behind_may_turn_in_his_own_turn() -> None:
    state = position({"svein": (40, 30), "osric": (38, 30)}, "svein", fights=(("osric", "svein"),))
    spent = figure(state, "svein", spent=12)
    assert set(offered(spent, "ann")) == {"face:svein", "done:svein"}, "even who can do nothing else"
    assert do(spent, "ann", "face:svein", to="west").state.figures["svein"].facing == 180
