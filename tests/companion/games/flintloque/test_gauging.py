"""What is told before a move or a shot: a way at each rate, a range with its bands, sight and cover."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.contract import Refusal
from companion.games.flintloque import events as e
from companion.games.flintloque.game import GAME
from companion.games.gauging import Ranging, Reaching, Tried
from tests.companion.games.flintloque.scene import (
    OPEN,
    attempt,
    box,
    do,
    figure,
    position,
    refusal,
    seen,
    with_terrain,
)


def ways(state: Any, name: str, *points: tuple[float, float], table: Any = OPEN) -> dict[str, Tried]:
    """Rate -> the way; points in cm."""
    return {one.rate: one for one in GAME.ways_to(state, table, name, [(10 * x, 10 * y) for x, y in points])}


def test_the_game_is_gauged() -> None:
    assert isinstance(GAME, Reaching)
    assert isinstance(GAME, Ranging)
    with pytest.raises(KeyError):
        GAME.reaches(GAME.begin({}), OPEN, "noaks")
    with pytest.raises(KeyError):
        ways(GAME.begin({}), "noaks", (45, 45))


def test_a_way_says_how_far_and_what_is_too_much() -> None:
    found = ways(position({"noaks": (45, 45), "soutie": (5, 85)}), "noaks", (45, 65))
    assert [(one.rate, one.allowed_mm, one.excess_mm, one.verdict) for one in found.values()] == [
        ("prone", 40, 160, "too far"),
        ("walk", 160, 40, "too far"),
        ("run", 240, 0, "legal"),
    ]
    assert found["run"].points == ((450, 450), (450, 650))
    assert found["run"].why == ()


def test_a_way_says_what_it_runs_through_and_what_that_does() -> None:
    table = with_terrain(box("heath", "rough", (10, 10), (80, 80)), box("dyke", "wall", (0, 60), (90, 60.5), 15))
    state = figure(position({"soutie": (20, 20), "noaks": (70, 5)}), "soutie", lost=1)
    run = ways(state, "soutie", (20, 65), table=table)["run"]
    assert run.why == (
        "45.0 cm through scrub: 1 column to the left",
        "over dyke",
        "wounded: 1 column to the left",
        "45.0 cm and 4.0 cm for what it crosses",
    )
    assert (run.spent_mm, run.allowed_mm, run.excess_mm) == (490, 120, 370)


def test_a_way_goes_round_what_costs_more_and_a_bend_leads_it_elsewhere() -> None:
    table = with_terrain(box("wood", "trees", (48, 38), (52, 52)))
    state = position({"noaks": (45, 45), "soutie": (5, 85)})
    straight = ways(state, "noaks", (56, 46), table=table)["run"]
    assert len(straight.points) > 2, "round the wood"
    assert straight.excess_mm == 0
    bent = ways(state, "noaks", (46, 36), (56, 46), table=table)["run"]
    assert (460, 360) in bent.points
    assert bent.spent_mm > straight.spent_mm


@pytest.mark.parametrize(
    ("place", "limit", "bar"),
    [
        ((45, 50), "", ""),
        ((45, 89.8), "", "Its base would not be on the table."),
        ((45, 61), "", "No base may end on another; contact is made by a charge."),
        ((45, 57), "", ""),
        ((45, 57), "B", "It must end 5 cm from every enemy, and Soutie is nearer."),
    ],
)
def test_a_place_where_nobody_may_end_says_why(place: tuple[float, float], limit: str, bar: str) -> None:
    state = figure(position({"noaks": (45, 45), "soutie": (45, 62)}), "noaks", limit=limit)
    assert {one.bar for one in ways(state, "noaks", place).values()} == {bar}


def test_a_camera_makes_a_way_that_is_a_little_too_far_too_close_to_call() -> None:
    state = position({"noaks": (45, 45), "soutie": (5, 85)})
    assert ways(state, "noaks", (45, 61.1))["walk"].verdict == "too far"
    assert ways(state, "noaks", (45, 61.1), table=seen(state, 1.0))["walk"].verdict == "too close to call"
    assert ways(state, "noaks", (45, 61.3), table=seen(state, 1.0))["walk"].verdict == "too far"


def test_oswold_has_no_way_into_the_water() -> None:
    river = with_terrain(box("river", "water", (0, 50), (90, 60)))
    state = position({"oswold": (45, 45), "soutie": (5, 85)}, scenario="two")
    assert ways(state, "oswold", (45, 55), table=river) == {}


MOVING = {"declared": {"noaks": "walk"}, "order": ("orcs", "elves")}


def test_a_move_may_be_bent_and_is_as_long_as_its_bent_way() -> None:
    state = position({"noaks": (45, 45), "soutie": (5, 85)}, **MOVING)  # type: ignore[arg-type]
    told = do(state, "orcs", "move:noaks", to=[450, 550], by=[[500, 500]])
    assert told.only(e.FigureMoved).spent_mm == pytest.approx(141.4)
    far = refusal(state, "orcs", "move:noaks", to=[450, 550], by=[[540, 500]])
    assert (far.code, "4.6 cm too far" in far.reason) == ("far", True)


@pytest.mark.parametrize("by", [[[1, 2]] * 5, [[1]], ["x"], "x", [[float("nan"), 1.0]], 3])
def test_bends_that_are_none_are_refused(by: Any) -> None:
    state = position({"noaks": (45, 45), "soutie": (5, 85)}, **MOVING)  # type: ignore[arg-type]
    said = attempt(state, "orcs", "move:noaks", None, OPEN, to=[450, 500], by=by)
    assert isinstance(said, Refusal)


@pytest.mark.parametrize(
    ("apart_cm", "sigma_mm", "bands"),
    [
        (17, 0.5, ["10-20 cm"]),
        (22, 0.5, ["10-20 cm", "20-30 cm"]),
        (22.2, 0.5, ["20-30 cm"]),
        (53, 0.5, ["beyond 50 cm"]),
    ],
)
def test_a_range_near_an_edge_is_in_two_bands(apart_cm: float, sigma_mm: float, bands: list[str]) -> None:
    state = position({"noaks": (10, 45), "soutie": (10 + apart_cm, 45)})
    found = GAME.ranged(state, seen(state, sigma_mm), "noaks", "soutie")
    assert (found.source, found.mm) == ("camera", pytest.approx(10 * apart_cm - 20))
    assert [band.name for band in found.bands] == bands
    told = GAME.ranged(state, OPEN, "noaks", "soutie")
    assert (told.source, told.sigma_mm, len(told.bands)) == ("map", 0, 1)


def test_a_range_says_what_it_means_for_this_firer() -> None:
    state = figure(position({"noaks": (10, 45), "soutie": (27, 45)}), "noaks", lost=1)
    found = GAME.ranged(state, OPEN, "noaks", "soutie")
    assert found.words == "15.0 cm"
    assert found.bands[0].note == "bakur: 30 %, attack factor 3, read at 30-40"
    assert found.notes == ("its sheet: 1 column to the right", "wounded: 1 column to the right")
    state = position({"oswold": (10, 45), "soutie": (27, 45)}, scenario="two")
    bare = GAME.ranged(state, OPEN, "oswold", "soutie")
    assert (bare.bands[0].note, bare.notes) == ("", ("it has no firearm",))


def test_sight_is_proposed_with_what_hides_how_much() -> None:
    state = position({"noaks": (10, 45), "soutie": (30, 45)})
    high = GAME.ranged(state, with_terrain(box("inn", "wall", (20, 30), (21, 60))), "noaks", "soutie")
    assert high.sight is not None
    assert (high.sight.proposed, high.sight.blocker, high.sight.fraction) == ("out of sight", "inn", 0)
    assert high.bands[0].note == "bakur: no shot"
    low = GAME.ranged(state, with_terrain(box("dyke", "wall", (26, 30), (27, 60), 15)), "noaks", "soutie")
    assert low.sight is not None
    assert low.sight.proposed == "low wall"
    assert 0 < low.sight.fraction < 1
    assert "is behind dyke" in low.sight.reason
    assert low.notes == ("its sheet: 1 column to the right", "low wall: 2 columns to the right")
