"""DA-33: wagons walk, run when their team is panicked, and may overturn."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish.wagons import Wagon, overturned_by, pace_of, straight_on

CART = Wagon("cart", 100.0, 100.0)
WILD = replace(CART, panicked=True)
DOWN = replace(WILD, overturned=True)


@pytest.mark.parametrize(("wagon", "pace"), [(CART, "walk"), (WILD, "run"), (DOWN, None)])
def test_da_33_pace(wagon: Wagon, pace: str | None) -> None:
    assert pace_of(wagon) == pace


@pytest.mark.parametrize(("wagon", "dice"), [(WILD, {0, 1}), (CART, set()), (DOWN, set())])
def test_da_33_a_panicked_wagon_overturns_on_0_or_1(wagon: Wagon, dice: set[int]) -> None:
    assert {die for die in range(10) if overturned_by(wagon, die)} == dice


def test_nobody_steers_it() -> None:
    ran = straight_on(WILD, 900.0, 900.0, 120.0)
    assert (ran.x_mm, ran.y_mm) == (220.0, 100.0)
    edge = straight_on(replace(WILD, heading_rad=math.pi), 900.0, 900.0, 120.0)
    assert edge.x_mm == 0.0
    assert edge.y_mm == pytest.approx(100.0)
