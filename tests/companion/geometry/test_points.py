"""Points, angles, segments."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.points import distance, nearest_on_segment, rotate, segment_distance, wrap_angle

NUMBERS = st.floats(-1e4, 1e4)
POINTS = st.tuples(NUMBERS, NUMBERS)


@pytest.mark.parametrize(
    ("angle", "wrapped"),
    [
        (0, 0),
        (math.pi, math.pi),
        (-math.pi, math.pi),
        (3 * math.pi, math.pi),
        (-7, 2 * math.pi - 7),
        (7, 7 - 2 * math.pi),
    ],
)
def test_wrap(angle: float, wrapped: float) -> None:
    assert wrap_angle(angle) == pytest.approx(wrapped)


@given(st.floats(-1e3, 1e3))
def test_wrapping_keeps_the_direction(angle: float) -> None:
    wrapped = wrap_angle(angle)
    assert -math.pi < wrapped <= math.pi
    assert math.cos(wrapped) == pytest.approx(math.cos(angle), abs=1e-9)
    assert math.sin(wrapped) == pytest.approx(math.sin(angle), abs=1e-9)


@given(POINTS, st.floats(-7, 7), POINTS)
def test_turning_keeps_the_distance(point: tuple[float, float], angle: float, about: tuple[float, float]) -> None:
    turned = rotate(point, angle, about)
    assert distance(turned, about) == pytest.approx(distance(point, about), abs=1e-6)
    assert rotate(turned, -angle, about) == pytest.approx(point, abs=1e-6)


def test_a_quarter_turn_is_counter_clockwise() -> None:
    assert rotate((2, 1), math.pi / 2, about=(1, 1)) == pytest.approx((1, 2))


@pytest.mark.parametrize(
    ("point", "expected"),
    [((5, 3), 3), ((-3, 4), 5), ((13, -4), 5), ((10, 0), 0), ((4, 0), 0)],
)
def test_from_a_point_to_a_segment(point: tuple[float, float], expected: float) -> None:
    assert segment_distance(point, (0, 0), (10, 0)) == pytest.approx(expected)


def test_a_segment_without_length() -> None:
    assert nearest_on_segment((3, 4), (1, 1), (1, 1)) == (1, 1)


@given(POINTS, POINTS, POINTS, st.floats(0, 1))
def test_no_point_of_the_segment_is_nearer(
    point: tuple[float, float], a: tuple[float, float], b: tuple[float, float], along: float
) -> None:
    between = (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1]))
    assert segment_distance(point, a, b) <= distance(point, between) + 1e-6
