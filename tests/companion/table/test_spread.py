"""Uncertainty of differences and lengths, against sampling."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.spread import along, difference, largest_sigma, length_sigma, variance_of_sum
from companion.table.state import Spread

OWN = (0.09, 0.02, 0.04)
CAUSES = ((1.0, 0.0), (0.5, -0.5))


def test_what_is_shared_drops_out() -> None:
    one = Spread(OWN, CAUSES, "camera")
    assert difference(one, one) == pytest.approx((0.18, 0.04, 0.08))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (Spread(OWN), Spread(OWN), (0.18, 0.04, 0.08)),
        (Spread((0, 0, 0), ((2, 0),), "x"), Spread((0, 0, 0), ((1, 1),), "x"), (1, -1, 1)),
        (Spread((0, 0, 0), ((2, 0),), "x"), Spread((0, 0, 0), ((1, 1),), "y"), (5, 1, 1)),
        (Spread((0, 0, 0), ((2, 0), (0, 3)), "x"), Spread((0, 0, 0), ((2, 0),), "x"), (0, 0, 9)),
        (Spread((0, 0, 0), (), "x"), Spread((0, 0, 0), ((2, 0),), "x"), (4, 0, 0)),
    ],
)
def test_differences(a: Spread, b: Spread, expected: tuple[float, float, float]) -> None:
    assert difference(a, b) == pytest.approx(expected)
    assert difference(b, a) == pytest.approx(expected)


def test_directions() -> None:
    assert along((4, 0, 1), (1, 0)) == 4
    assert along((4, 0, 1), (0.6, 0.8)) == pytest.approx(4 * 0.36 + 0.64)
    assert largest_sigma(Spread((4, 0, 1))) == 2
    assert largest_sigma(Spread((2, 2, 2))) == 2


def test_a_sum_over_places_adds_a_cause_with_its_sign() -> None:
    a, b = (Spread((0, 0, 0), ((1, 0),), "x") for _ in range(2))
    assert variance_of_sum([((1, 0), a), ((-1, 0), b)]) == 0
    assert variance_of_sum([((1, 0), a), ((1, 0), b)]) == 4
    assert variance_of_sum([((1, 0), a), ((1, 0), Spread((0, 0, 0), ((1, 0),), "y"))]) == 2
    assert variance_of_sum([]) == 0


@pytest.mark.parametrize("length", [0.0, 0.2, 1.0, 5.0, 300.0])
def test_two_sigma_of_a_length_hold_most_lengths(length: float) -> None:
    """True places scattered about the measured ones; at short lengths the miss is not normal; never under-stated."""
    covariance = np.array([[1.0, 0.3], [0.3, 0.5]])
    ends = np.random.default_rng(3).multivariate_normal((length, 0.0), covariance, 20_000)
    miss = np.abs(np.hypot(*ends.T) - length)
    sigma = length_sigma((length, 0.0), (1.0, 0.3, 0.5))
    assert 0.93 < np.mean(miss < 2 * sigma) <= 0.99
    assert sigma < 1.3


@given(st.floats(-math.pi, math.pi), st.floats(1, 1e4))
def test_equal_sigmas_have_no_direction(angle: float, length: float) -> None:
    sigma = length_sigma((length * math.cos(angle), length * math.sin(angle)), (0.01, 0.0, 0.01))
    assert sigma == pytest.approx(0.1, rel=0.01)
