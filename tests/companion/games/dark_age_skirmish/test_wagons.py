"""DA-33: wagons walk, run when their team is panicked, and may overturn."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish.wagons import Wagon, overturned_by, pace_of, reach_mm, straight_on

CART = Wagon("cart", 100.0, 100.0)
WILD = replace(CART, panicked=True)
DOWN = replace(WILD, overturned=True)


@pytest.mark.parametrize(("wagon", "pace", "mm"), [(CART, "walk", 60.0), (WILD, "run", 120.0), (DOWN, None, 0.0)])
def test_da_33_pace(wagon: Wagon, pace: str | None, mm: float) -> None:
    assert (pace_of(wagon), reach_mm(wagon)) == (pace, mm)


@pytest.mark.parametrize(("wagon", "dice"), [(WILD, {0, 1}), (CART, set()), (DOWN, set())])
def test_da_33_a_panicked_wagon_overturns_on_0_or_1(wagon: Wagon, dice: set[int]) -> None:
    assert {die for die in range(10) if overturned_by(wagon, die)} == dice


def test_nobody_steers_it() -> None:
    ran = straight_on(WILD, 900.0, 900.0)
    assert (ran.x_mm, ran.y_mm) == (220.0, 100.0)
    edge = straight_on(replace(WILD, heading_rad=math.pi), 900.0, 900.0)
    assert edge.x_mm == 0.0
    assert edge.y_mm == pytest.approx(100.0)
    assert straight_on(DOWN, 900.0, 900.0).x_mm == 100.0
