"""Fatigue: costs, yellow counters, rest, drowning (DA-20, DA-21, DA-23, DA-36)."""

from __future__ import annotations

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.fit import agility, fatigue_left, fatigue_total, may_spend, strength
from companion.games.dark_age_skirmish.tiring import points_of, spend
from tests.companion.games.dark_age_skirmish.scene import (
    begin,
    box,
    do,
    figure,
    kinds,
    offered,
    part,
    position,
    with_terrain,
)

ALONE = {"svein": (40, 30), "osric": (85, 55)}
LAKE = with_terrain(box("lake", "water", (41, 0), (60, 60), 1))


@pytest.mark.parametrize(
    ("what", "points"),
    [
        ("run", 1),
        ("sprint", 2),
        ("shoot", 1),
        ("throw", 1),
        ("swim", 2),
        ("stay afloat", 1),
        ("blow", 1),
        ("punch", 1),
        ("kick", 1),
        ("grapple", 2),
        ("climb", 1),
        ("break off", 1),
        ("carry", 1),
    ],
)
def test_da_20_what_costs_how_much(what: str, points: int) -> None:
    told = part(position(ALONE), spend(position(ALONE), "svein", what), {"DA-21": 9})
    assert points_of(what) == told.only(e.FatigueSpent).points == points


@pytest.mark.parametrize(("what", "die", "tired"), [("run", 0, 1), ("run", 1, 0), ("sprint", 1, 1), ("sprint", 2, 0)])
def test_da_21_a_die_under_the_points_just_spent_tires(what: str, die: int, tired: int) -> None:
    told = part(position(ALONE), spend(position(ALONE), "svein", what), {"DA-21": die})
    assert told.state.figures["svein"].tired == tired


@pytest.mark.parametrize(("tired", "off", "most"), [(0, 0, 2), (1, -1, 1), (2, -2, 0)])
def test_da_21_tired_and_exhausted(tired: int, off: int, most: int) -> None:
    svein = figure(position(ALONE), "svein", tired=tired).figures["svein"]
    assert (strength(svein), agility(svein)) == (6 + off, 6 + off)
    assert [may_spend(svein, points) for points in (1, 2)] == [most >= 1, most >= 2]
    assert fatigue_total(svein) == 12, "tiredness takes no points"


def test_da_21_who_is_tired_spends_one_point_a_turn() -> None:
    svein = figure(position(ALONE), "svein", tired=1, spent_now=1).figures["svein"]
    assert not may_spend(svein, 1)
    told = part(position(ALONE), spend(figure(position(ALONE), "svein", tired=1), "svein", "run"), {"DA-21": 0})
    assert told.only(e.FatigueSpent).counters == 2


def test_da_21_standing_still_takes_a_counter_off() -> None:
    state = figure(position(ALONE, "svein"), "svein", tired=2, spent=5)
    told = do(state, "ann", "rest:svein")
    svein = told.state.figures["svein"]
    assert (svein.tired, svein.spent) == (1, 5)
    fresh = do(figure(state, "svein", tired=0), "ann", "rest:svein").state.figures["svein"]
    assert (fresh.tired, fresh.spent) == (0, 4), "a point, if there is no counter; ours"
    assert "rest" not in kinds(position(ALONE, "svein"), "ann")


@pytest.mark.parametrize(("wounds", "total"), [(0, 12), (1, 10), (3, 6), (6, 0)])
def test_da_23_twice_the_strength_that_is_left(wounds: int, total: int) -> None:
    assert fatigue_total(figure(position(ALONE), "svein", wounds=wounds).figures["svein"]) == total


def test_da_23_points_may_be_typed_and_wounds_still_take_two() -> None:
    state = begin(fatigue="typed")
    state = do(state, "ann", "type-fatigue:svein", points=9).state
    assert fatigue_total(state.figures["svein"]) == 9
    assert fatigue_total(figure(state, "svein", wounds=1).figures["svein"]) == 7
    assert "type-fatigue:svein" not in offered(state, "ann") and "type-fatigue:ulf" in offered(state, "ann")


def test_da_36_rage_is_two_strength_one_agility_and_four_fatigue() -> None:
    calm = position({"bersi": (40, 30), "osric": (85, 55)})
    before, after = calm.figures["bersi"], figure(calm, "bersi", raging=True).figures["bersi"]
    assert strength(after) - strength(before) == 2
    assert agility(after) - agility(before) == 1
    assert fatigue_total(after) - fatigue_total(before) == 4


def test_da_20_without_points_nobody_runs() -> None:
    state = figure(position(ALONE, "svein"), "svein", spent=12)
    assert fatigue_left(state.figures["svein"]) == 0
    assert {"walk"} <= kinds(state, "ann") and kinds(state, "ann").isdisjoint({"run", "sprint"})


def test_da_7_da_20_a_swimmer_crawls_for_two_points() -> None:
    state = position(ALONE, "svein")
    assert kinds(state, "ann", LAKE) >= {"swim", "walk"}
    told = do(state, "ann", "swim:svein", {"DA-21": 9}, LAKE, to=[418.0, 300.0])
    assert told.only(e.FigureMoved).pace == "swim" and told.only(e.FatigueSpent).points == 2
    assert told.state.figures["svein"].other == "swim"


@pytest.mark.parametrize(("spent", "drowns"), [(0, False), (12, True)])
def test_da_20_who_only_stays_afloat_pays_one_and_who_cannot_drowns(spent: int, drowns: bool) -> None:
    state = figure(position(ALONE | {"svein": (50, 30)}, "svein"), "svein", spent=spent)
    assert kinds(state, "ann", LAKE).isdisjoint({"walk", "run", "aim", "rest"})
    if "done:svein" in offered(state, "ann", LAKE):
        told = do(state, "ann", "done:svein", {"DA-21": 9}, LAKE)
    else:
        told = do(figure(state, "svein", spent=spent), "ann", "go-on", {"DA-21": 9}, LAKE)
    assert bool(told.all(fe.Died)) is drowns
    assert drowns or told.only(e.FatigueSpent).what == "stay afloat"
