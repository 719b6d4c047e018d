"""Distances in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.distance import Distance
from companion.table.report import LengthUnit, describe_distance, describe_length


@pytest.mark.parametrize(
    ("mm", "sigma", "unit", "text"),
    [
        (234.0, 1.0, "cm", "23.4 ± 0.2 cm"),
        (234.0, 1.01, "cm", "23.4 ± 0.3 cm"),
        (234.0, 0.5, "cm", "23.4 ± 0.1 cm"),
        (234.0, 0.01, "cm", "23.4 ± 0.1 cm"),
        (234.0, 0.0, "cm", "23.4 ± 0.1 cm"),
        (0.0, 0.3, "cm", "0.0 ± 0.1 cm"),
        (1234.0, 60.0, "cm", "123.4 ± 12.0 cm"),
        (254.0, 1.27, "in", "10.0 ± 0.1 in"),
        (254.0, 1.3, "in", "10.0 ± 0.2 in"),
    ],
)
def test_lengths(mm: float, sigma: float, unit: LengthUnit, text: str) -> None:
    assert describe_length(mm, sigma, unit) == text


def test_a_distance_is_told_edge_to_edge() -> None:
    found = Distance(266.0, 1.0, 234.0, 1.0, 232.0, 236.0)
    assert describe_distance(found) == "23.4 ± 0.2 cm"
    assert describe_distance(found, "in") == "9.2 ± 0.1 in"


@given(st.floats(0, 5000), st.floats(0, 500))
def test_the_width_said_is_never_less_than_two_sigma(mm: float, sigma: float) -> None:
    _, _, said, _ = describe_length(mm, sigma).split()
    assert float(said) >= max(0.1, 2 * sigma / 10 - 1e-6)
    assert float(said) <= 2 * sigma / 10 + 0.11
