"""The free tape."""

from __future__ import annotations

import math

import pytest

from companion.table.state import Spread
from companion.table.tape import measure_points

OWN = Spread((0.09, 0.0, 0.09))
SHARED = Spread((0.0, 0.0, 0.0), ((2.0, 0.0),), "camera")


def test_legs_and_total() -> None:
    tape = measure_points([(0, 0), (30, 40), (30, 100)])
    assert tape.legs_mm == (50, 60)
    assert (tape.total_mm, tape.sigma_mm, tape.leg_sigmas_mm) == (110, 0, (0, 0))


def test_ends_on_figures_carry_their_sigma() -> None:
    one = measure_points([(0, 0), (100, 0)], [OWN, None])
    both = measure_points([(0, 0), (100, 0)], [OWN, OWN])
    assert one.sigma_mm == pytest.approx(0.3, rel=1e-3)
    assert both.sigma_mm == pytest.approx(0.3 * math.sqrt(2), rel=1e-3)
    assert both.leg_sigmas_mm == pytest.approx((both.sigma_mm,))


def test_a_bend_between_straight_legs_adds_nothing() -> None:
    tape = measure_points([(0, 0), (50, 0), (100, 0)], [None, OWN, None])
    assert tape.sigma_mm == pytest.approx(0, abs=0.01)
    assert tape.leg_sigmas_mm == pytest.approx((0.3, 0.3), rel=1e-3)


def test_there_and_back_counts_twice() -> None:
    assert measure_points([(0, 0), (50, 0), (0, 0)], [None, OWN, None]).sigma_mm == pytest.approx(0.6, rel=1e-3)


def test_what_all_share_cancels() -> None:
    assert measure_points([(0, 0), (50, 0), (80, 40)], [SHARED] * 3).sigma_mm == 0
    assert measure_points([(0, 0), (50, 0)], [SHARED, None]).sigma_mm == pytest.approx(2)


def test_a_leg_without_length_is_not_exact() -> None:
    tape = measure_points([(0, 0), (0, 0), (100, 0)], [OWN, OWN, None])
    assert tape.legs_mm == (0, 100)
    assert tape.leg_sigmas_mm[0] == pytest.approx(0.6)
    assert tape.sigma_mm >= 0.6


@pytest.mark.parametrize(
    ("points", "spreads", "says"),
    [
        ([], [], "two points"),
        ([(0, 0)], [], "two points"),
        ([(0, 0), (math.nan, 0)], [], "not a number"),
        ([(0, 0), (math.inf, 0)], [], "not a number"),
        ([(0, 0), (1, 0)], [None], "1 spreads"),
    ],
)
def test_what_is_no_tape(points: list[tuple[float, float]], spreads: list[Spread | None], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        measure_points(points, spreads)
