"""Moves over priced terrain: single moves against closed forms, the area against single moves."""

from __future__ import annotations

import random

import pytest
import shapely

from companion.games.ground import Going, Journey, patch, reach, read_move, read_moves

WOOD = Going("wood", ((40, -50), (80, -50), (80, 50), (40, 50)), kind="wood")
WALL = Going("wall", ((-300, 20), (300, 20), (300, 24), (-300, 24)), toll_mm=40)
ROCK = Going("rock", ((-100, -50), (-60, -50), (-60, 50), (-100, 50)), bars=True)
GROUND = (WOOD, WALL, ROCK)


def allowance(kinds: frozenset[str]) -> float:
    return 60.0 if "wood" in kinds else 160.0


def read(goal: tuple[float, float]) -> Journey:
    journey = read_move(GROUND, (0.0, 0.0), goal, allowance)
    assert journey is not None
    return journey


def test_a_move_into_the_wood_goes_at_the_wood_s_rate() -> None:
    journey = read((60, 0))
    assert journey.through == (("wood", pytest.approx(20)),)
    assert (journey.spent_mm, journey.allowed_mm, journey.excess_mm) == (60, 60, 0)
    assert read((70, 0)).excess_mm == pytest.approx(10)


def test_behind_the_wood_the_way_round_is_taken_where_it_is_legal() -> None:
    journey = read((90, -20))
    assert journey.through == ()
    assert len(journey.way.points) > 2
    assert journey.excess_mm == 0


def test_a_toll_is_paid_once_and_named() -> None:
    journey = read((0, 100))
    assert journey.crossed == ("wall",)
    assert journey.spent_mm == pytest.approx(140)


def test_who_begins_on_a_wall_has_paid_for_it_and_pays_to_come_back_over_it() -> None:
    off = read_move(GROUND, (0.0, 22.0), (0.0, 0.0), allowance)
    back = read_move(GROUND, (0.0, 22.0), (20.0, 40.0), allowance, bends=((10.0, 10.0),))
    assert off is not None and back is not None
    assert (off.spent_mm, off.crossed) == (pytest.approx(22), ())
    assert (back.spent_mm, back.crossed) == (pytest.approx(back.way.length + 40), ("wall",))


def test_what_bars_is_gone_round_or_cannot_be_entered() -> None:
    assert read((-120, 0)).way.length > 120
    assert read_move(GROUND, (0, 0), (-80, 0), allowance) is None


def test_who_begins_in_the_wood_has_its_rate() -> None:
    journey = read_move(GROUND, (60.0, 0.0), (10.0, 0.0), allowance)
    assert journey is not None
    assert journey.allowed_mm == 60


def test_who_begins_in_a_wood_gets_out_though_another_wood_is_far_away() -> None:
    far = Going("far wood", ((900, 900), (950, 900), (950, 950), (900, 950)), kind="wood")
    area = reach((*GROUND, far), (60.0, 0.0), allowance)
    assert area.contains(shapely.Point(100, 0))
    assert area.area > 5000


def test_the_area_and_single_moves_agree() -> None:
    area, rng = reach(GROUND, (0.0, 0.0), allowance), random.Random(1)
    region = patch(area)
    assert region is not None
    legal = 0
    for _ in range(150):
        goal = rng.uniform(-170, 170), rng.uniform(-170, 170)
        journey = read_move(GROUND, (0.0, 0.0), goal, allowance)
        inside = region.complaint(goal) is None
        if inside:
            assert journey is not None and journey.excess_mm == 0
            legal += 1
        elif journey is not None and journey.excess_mm == 0:
            assert shapely.distance(area.boundary, shapely.Point(goal)) < 1.5
    assert legal > 20


def test_an_area_too_small_is_not_offered() -> None:
    assert patch(shapely.Point(0, 0).buffer(2)) is None
    assert patch(shapely.Polygon()) is None


def test_a_bent_way_goes_through_its_bends_and_pays_each_crossing() -> None:
    there_and_back = read_move(GROUND, (0.0, 0.0), (20.0, 0.0), allowance, [(0.0, 40.0), (20.0, 40.0)])
    assert there_and_back is not None
    assert there_and_back.way.points == ((0.0, 0.0), (0.0, 40.0), (20.0, 40.0), (20.0, 0.0))
    assert there_and_back.spent_mm == pytest.approx(100 + 2 * 40)
    assert there_and_back.crossed == ("wall",)
    on_top = read_move(GROUND, (0.0, 0.0), (0.0, 40.0), allowance, [(1.0, 22.0)])
    assert on_top is not None
    assert on_top.spent_mm == pytest.approx(40 + 40, abs=0.2), "one crossing, with a bend on top of the wall"


def test_a_bend_inside_a_wood_takes_the_whole_way_into_it() -> None:
    bent = read_move(GROUND, (0.0, 0.0), (90.0, -20.0), allowance, [(60.0, -10.0)])
    assert bent is not None
    assert bent.allowed_mm == 60
    assert read_move(GROUND, (0.0, 0.0), (0.0, 10.0), allowance, [(-80.0, 0.0)]) is None, "a bend inside a rock"


def test_several_allowances_are_read_from_the_same_ways() -> None:
    found = read_moves(GROUND, [(0.0, 0.0), (90.0, -20.0)], {"all": allowance, "slow": slow})
    assert found["all"] == read((90, -20))
    assert found["slow"] == read_move(GROUND, (0.0, 0.0), (90.0, -20.0), slow)


def slow(kinds: frozenset[str]) -> float:
    return allowance(kinds) / 4
