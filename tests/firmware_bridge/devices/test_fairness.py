"""Chi-square against scipy, and the three verdicts."""

from __future__ import annotations

import pytest
from scipy.stats import chi2

from firmware_bridge.devices.fairness import chi_square_tail, fairness


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 9, 10, 19, 23])
@pytest.mark.parametrize("square", [0.0, 0.1, 1.0, 5.0, 23.0, 60.0, 300.0])
def test_against_scipy(square: float, freedom: int) -> None:
    assert chi_square_tail(square, freedom) == pytest.approx(chi2.sf(square, freedom), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ([], "too few"),
        ([50], "too few"),
        ([0, 0, 0], "too few"),
        ([4, 5], "too few"),
        ([5, 5], "fine"),
        ([0, 10], "odd"),
        ([20, 25, 15], "fine"),
        ([60, 10, 20], "odd"),
        ([100] * 10, "fine"),
    ],
)
def test_verdicts(counts: list[int], verdict: str) -> None:
    one = fairness(counts)
    assert one.verdict == verdict
    assert str(sum(counts)) in one.sentence


def test_faces_that_are_there_more_than_once() -> None:
    assert fairness([60, 90, 30], [2, 3, 1]).verdict == "fine"
    assert fairness([60, 60, 60], [2, 3, 1]).verdict == "odd"
