"""Outlines of bases, and what is inside an outline."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.polygons import disc_outline, inside, is_simple, oval_outline, rectangle_outline, signed_area

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
HORSESHOE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (6.0, 9.0), (6.0, 3.0), (3.0, 3.0), (3.0, 9.0), (0.0, 9.0))
SIZES = st.floats(1, 200)


@given(SIZES, SIZES, st.floats(-7, 7), st.floats(-500, 500))
def test_areas_and_directions(length: float, width: float, heading: float, x: float) -> None:
    assert signed_area(rectangle_outline((x, 3), length, width, heading)) == pytest.approx(length * width, abs=1e-6)
    oval = oval_outline((x, 3), length, width, heading)
    assert signed_area(oval) == pytest.approx(math.pi * length * width / 4, rel=1e-6, abs=1e-6)
    assert np.mean(oval, axis=0) == pytest.approx((x, 3), abs=1e-6)


def test_the_length_runs_along_the_heading() -> None:
    corners = rectangle_outline((0, 0), 60, 20, math.pi / 2)
    assert np.ptp(corners, axis=0) == pytest.approx((20, 60))
    assert corners[0] == pytest.approx((-10, 30))


def test_a_disc_is_round_to_a_tenth_of_a_percent() -> None:
    radii = np.hypot(*np.array(disc_outline((0, 0), 100)).T)
    assert radii == pytest.approx(50, abs=0.07)


@pytest.mark.parametrize(
    ("outline", "simple"),
    [
        (SQUARE, True),
        (SQUARE[::-1], True),
        (HORSESHOE, True),
        (SQUARE[:2], False),
        ((), False),
        (((0, 0), (10, 10), (10, 0), (0, 10)), False),
        (((0, 0), (10, 0), (5, 0)), False),
    ],
)
def test_simple_rings(outline: tuple[tuple[float, float], ...], simple: bool) -> None:
    assert is_simple(outline) is simple


@pytest.mark.parametrize("ring", [SQUARE, SQUARE[::-1], HORSESHOE])
def test_inside_agrees_with_shapely(ring: tuple[tuple[float, float], ...]) -> None:
    points = np.random.default_rng(4).uniform(-2, 12, (400, 2))
    assert (inside(points, ring) == shapely.contains_xy(shapely.Polygon(ring), points)).all()


def test_no_points_are_inside() -> None:
    assert inside(np.empty((0, 2)), SQUARE).shape == (0,)
