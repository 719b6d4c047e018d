"""Sheets of a solution through time: a frame that stays where it was, whatever one sheet's noise says."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.solve import Solution
from companion.vision.patches import SMALLER, Change
from companion.vision.sheets import laid_on, shaken, shift_px, strays
from tests.companion.vision.cameras import camera_at, solution_of

PLACES = {0: (0.0, 0.0, 0.0), 1: (600.0, 10.0, 0.2), 2: (610.0, -400.0, -1.0), 3: (5.0, -390.0, 3.0)}
POINTS = np.array([(300.0, -200.0, 0.0), (550.0, -350.0, 30.0)])


def table() -> Solution:
    return replace(solution_of(camera_at()), places=dict(PLACES))


def turned(solution: Solution, turn_deg: float, shift: tuple[float, float]) -> Solution:
    """The same camera and sheets told in another frame."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    camera = solution.camera
    moved = replace(camera, R=camera.R @ R.T, t_mm=camera.t_mm - camera.R @ R.T @ np.array([*shift, 0.0]))
    places = {
        i: (c * x - s * y + shift[0], s * x + c * y + shift[1], turn + math.radians(turn_deg))
        for i, (x, y, turn) in solution.places.items()
    }
    return replace(solution, camera=moved, places=places)


@pytest.mark.parametrize("turn_deg", [0.0, 0.1, -3.0])
def test_a_solution_in_another_frame_comes_back_to_the_tables(turn_deg: float) -> None:
    back = laid_on(turned(table(), turn_deg, (1.0, -2.0)), table())
    for mark, place in PLACES.items():
        assert back.places[mark] == pytest.approx(place, abs=1e-9)
    assert np.allclose(back.camera.project(POINTS), table().camera.project(POINTS))


def test_one_sheets_noise_turns_the_frame_only_a_little() -> None:
    """The first sheet's direction is off by 0.1 degrees, which moved all others by up to 1.2 mm."""
    noisy = turned(table(), 0.1, (0.0, 0.0))
    noisy.places[0] = PLACES[0]
    back = laid_on(noisy, table())
    assert max(math.dist(back.places[i][:2], PLACES[i][:2]) for i in (1, 2, 3)) < 0.01


@pytest.mark.parametrize("change", ["one in common", "one moved"])
def test_what_cannot_be_laid_on_is_left_as_it_is(change: str) -> None:
    now = turned(table(), 0.1, (1.0, 1.0))
    if change == "one in common":
        now = replace(now, places={0: now.places[0], 9: (1.0, 2.0, 0.0)})
    else:
        now.places[2] = (now.places[2][0] + 9.0, *now.places[2][1:])
    assert laid_on(now, table()) is now


@pytest.mark.parametrize(("pushed_mm", "stray"), [(0.0, []), (2.0, []), (4.0, [2])])
def test_which_sheet_moved_against_the_others(pushed_mm: float, stray: list[int]) -> None:
    now = turned(table(), 5.0, (3.0, 4.0))
    now.places[2] = (now.places[2][0] + pushed_mm, *now.places[2][1:])
    assert strays(table(), now) == stray


def test_of_two_sheets_none_can_be_told_to_have_moved() -> None:
    now = replace(table(), places={0: PLACES[0], 1: (700.0, 10.0, 0.2)})
    assert strays(table(), now) == []


def test_how_far_the_sheets_in_sight_have_moved_in_the_picture() -> None:
    before = table()
    px = {i: before.camera.project(np.array([[x, y, 0.3]])) for i, (x, y, _) in PLACES.items()}
    assert shift_px(before, {}) == 0.0
    assert shift_px(before, px) == pytest.approx(0.0)
    assert shift_px(before, {i: at + np.array([3.0, 4.0]) for i, at in px.items()} | {9: px[0]}) == pytest.approx(5.0)


@pytest.mark.parametrize(("changed", "said"), [((), False), ((0,), False), ((0, 1), False), ((0, 1, 2), True)])
def test_a_change_where_most_sheets_are_may_be_the_cameras(changed: tuple[int, ...], said: bool) -> None:
    at = {0: (40.0, 40.0), 1: (400.0, 40.0), 2: (400.0, 300.0), 3: (-30.0, 300.0)}
    square = np.array([(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)])
    corners = {i: square + xy for i, xy in at.items()}
    mask = np.zeros((120, 160), bool)
    for i in changed:
        x, y = at[i]
        mask[round(y + 39) // SMALLER, round(x + 39) // SMALLER] = True
    mask[60, 60] = True
    assert shaken(corners, Change(mask, float(mask.mean()), (640, 480))) == said
    assert not shaken({}, Change(mask, 0.1, (640, 480)))
