"""Bands and limits at two sigma."""

from __future__ import annotations

import pytest

from companion.games.bands import possible_bands, within

EDGES = (50.0, 100.0, 200.0)


@pytest.mark.parametrize(
    ("mm", "sigma_mm", "bands"),
    [
        (0.0, 0.0, (0,)),
        (50.0, 0.0, (0,)),
        (50.1, 0.0, (1,)),
        (49.0, 1.0, (0, 1)),
        (51.0, 1.0, (1, 0)),
        (47.0, 1.0, (0,)),
        (75.0, 20.0, (1, 0, 2)),
        (200.0, 0.0, (2,)),
        (201.0, 1.0, (3, 2)),
        (900.0, 1.0, (3,)),
    ],
)
def test_bands(mm: float, sigma_mm: float, bands: tuple[int, ...]) -> None:
    assert possible_bands(mm, sigma_mm, EDGES) == bands


@pytest.mark.parametrize(
    ("mm", "sigma_mm", "verdict"),
    [(50, 0, "within"), (50.1, 0, "beyond"), (48, 1, "within"), (49, 1, "too close to call"), (53, 1, "beyond")],
)
def test_a_limit(mm: float, sigma_mm: float, verdict: str) -> None:
    assert within(mm, sigma_mm, 50) == verdict
