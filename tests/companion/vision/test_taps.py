"""A tap means what lies under the finger, at the height where the ray meets it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.state import Base, Figure, Place, Spread, TerrainPiece
from companion.vision.taps import (
    KEPT_RUNS,
    NO_PICTURE,
    NOT_THE_TABLE,
    Runs,
    pictured,
    tap_of,
    tapped,
)
from tests.companion.vision.cameras import camera_at, solution_of

CAMERA = camera_at("oblique")
EXACT = Spread((0.0, 0.0, 0.0))


def box(x: float, y: float, half: float) -> tuple[tuple[float, float], ...]:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


HILL = TerrainPiece("hill", "hill", 40.0, box(450, 300, 80), box(450, 300, 40))
WOOD = TerrainPiece("wood", "trees", 60.0, box(200, 300, 50))


def figure(name: str, x: float, y: float, level: float = 0.0) -> Figure:
    return Figure(name, name, Base("disc", 25.0, 25.0, 3.0), 35.0, Place(x, y, EXACT, level))


def px(x: float, y: float, z: float) -> tuple[float, float]:
    (at,) = pictured(CAMERA, [(x, y, z)])
    assert at is not None
    return at


@pytest.mark.parametrize(
    ("at", "means", "level_mm"),
    [
        ((700, 100, 0), (700, 100), 0.0),
        ((450, 300, 40), (450, 300), 40.0),
        ((480, 330, 40), (480, 330), 40.0),
        ((200, 300, 0), (200, 300), 0.0),
    ],
    ids=["bare table", "hill's top", "near its edge", "woods: on the table among the trees"],
)
def test_a_tap_is_on_the_first_top_or_the_table(
    at: tuple[float, float, float], means: tuple[float, float], level_mm: float
) -> None:
    found = tapped(CAMERA, px(*at), (HILL, WOOD), ())
    assert found is not None and found.level_mm == level_mm and found.figure_id is None
    assert math.dist(found.xy_mm, means) < 1e-3


@given(st.floats(20, 880), st.floats(20, 580), st.sampled_from(["overhead", "oblique", "steep"]))
def test_a_point_of_the_table_is_tapped_where_it_is_pictured(x: float, y: float, pose: str) -> None:
    camera = camera_at(pose)
    (at,) = pictured(camera, [(x, y, 0.0)])
    assert at is not None
    found = tapped(camera, at, (), ())
    assert found is not None and math.dist(found.xy_mm, (x, y)) < 0.01


@pytest.mark.parametrize(
    ("at", "who"),
    [
        ((300, 200, 0), "Ada"),
        ((300, 200, 33), "Ada"),
        ((316, 200, 0), "Ada"),
        ((322, 200, 0), "Bo"),
        ((300, 200, 75), None),
        ((520, 200, 0), None),
    ],
    ids=["base", "head", "a finger beside", "nearer to the other", "above the head", "bare"],
)
def test_a_tap_on_a_body_is_the_figure(at: tuple[float, float, float], who: str | None) -> None:
    found = tapped(CAMERA, px(*at), (), (figure("Ada", 300, 200), figure("Bo", 335, 200)))
    assert found is not None and found.figure_id == who


def test_a_figure_on_a_hill_is_tapped_up_there() -> None:
    found = tapped(CAMERA, px(450, 300, 50), (HILL,), (figure("Ada", 450, 300, 40.0),))
    assert found is not None and found.figure_id == "Ada" and found.level_mm == 40.0


def test_above_the_horizon_is_no_table() -> None:
    low = camera_at("low")
    horizon = next((at for at in [(640.0, -3000.0), (640.0, -800.0)] if tapped(low, at, (), ()) is None), None)
    assert horizon is not None
    runs = Runs()
    runs.keep(1, solution_of(low), ())
    assert tap_of(runs, 1, horizon, ()) == NOT_THE_TABLE


def test_a_picture_is_tapped_with_the_solution_it_was_taken_with() -> None:
    before, after = solution_of(CAMERA, "before"), solution_of(camera_at("overhead"), "after")
    runs = Runs()
    for number in (1, 2, 5):
        runs.keep(number, before, ())
    runs.keep(6, after, ())
    answers = {n: tap_of(runs, n, px(700, 100, 0), ()) for n in (1, 4, 5, 6, 7)}
    assert not isinstance(answers[1], str) and answers[1] == answers[4] == answers[5] != answers[6]
    assert math.dist(answers[1].xy_mm, (700, 100)) < 1e-3
    assert answers[7] == NO_PICTURE
    with pytest.raises(ValueError, match="picture 5 comes after picture 6"):
        runs.keep(5, after, ())


def test_a_picture_that_is_looked_at_again_is_as_it_was_read_last() -> None:
    runs, solution = Runs(), solution_of(CAMERA)
    for number, terrain in ((1, ()), (2, ()), (2, (HILL,)), (2, ()), (2, (HILL,)), (3, (HILL,))):
        runs.keep(number, solution, terrain)
    levels = []
    for number in (1, 2, 3):
        found = tap_of(runs, number, px(450, 300, 40), ())
        assert not isinstance(found, str)
        levels.append(found.level_mm)
    assert levels == [0.0, 40.0, 40.0]


def test_terrain_of_that_picture_counts_and_memory_is_flat() -> None:
    runs, solution = Runs(), solution_of(CAMERA)
    runs.keep(1, solution, ())
    runs.keep(2, solution, (HILL,))
    levels = []
    for number in (1, 2):
        found = tap_of(runs, number, px(450, 300, 40), ())
        assert not isinstance(found, str)
        levels.append(found.level_mm)
    assert levels == [0.0, 40.0]
    for number in range(3, 3 + 2 * KEPT_RUNS):
        runs.keep(number, solution, (HILL,) if number % 2 else ())
    assert runs.of(2) is None and runs.of(2 + KEPT_RUNS) is None and runs.of(2 + 2 * KEPT_RUNS) is not None


def test_what_cannot_be_seen_has_no_pixel() -> None:
    assert pictured(CAMERA, []) == ()
    behind = CAMERA.centre_mm + np.array([0.0, -500.0, 200.0])
    (at,) = pictured(CAMERA, [(float(behind[0]), float(behind[1]), float(behind[2]))])
    assert at is None
