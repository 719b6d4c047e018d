"""A table of a known size on the camera's: turned and shifted, never stretched, and refused where it is another."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.lain import Lain, lay_table
from companion.geometry.laying import LayingFault
from companion.geometry.points import Point, distance, rotate

WIDE, HIGH = 900.0, 600.0
CORNERS: tuple[Point, ...] = ((0, HIGH), (WIDE, HIGH), (WIDE, 0), (0, 0))
TURNS, SHIFTS = st.floats(-math.pi, math.pi), st.tuples(st.floats(-500, 500), st.floats(-500, 500))
INSIDE = st.tuples(st.floats(0, WIDE), st.floats(0, HIGH))


def seen(point: Point, turn: float, shift: Point) -> Point:
    x, y = rotate(point, turn)
    return x + shift[0], y + shift[1]


def lain(turn: float = 0.0, shift: Point = (0.0, 0.0), sigma: float = 1.0) -> Lain:
    return Lain(lay_table([seen(at, turn, shift) for at in CORNERS], WIDE, HIGH, sigma))


@given(TURNS, SHIFTS, INSIDE, INSIDE)
def test_a_point_comes_back_and_lengths_stay(turn: float, shift: Point, a: Point, b: Point) -> None:
    table = lain(turn, shift)
    p, q = seen(a, turn, shift), seen(b, turn, shift)
    assert table.game(p) == pytest.approx(a, abs=1e-6)
    assert distance(table.game(p), table.game(q)) == pytest.approx(distance(p, q), abs=1e-6)
    assert table.turned((q[0] - p[0], q[1] - p[1])) == pytest.approx((b[0] - a[0], b[1] - a[1]), abs=1e-6)


def test_fingers_turn_and_shift_it_a_little_but_never_stretch_it() -> None:
    rng = random.Random(4)
    off = []
    for _ in range(400):
        corners = [(x + rng.gauss(0, 2), y + rng.gauss(0, 2)) for x, y in CORNERS]
        table = Lain(lay_table(corners, WIDE, HIGH, 2.0))
        assert (table.width_mm, table.height_mm) == pytest.approx((WIDE, HIGH))
        x, y = table.game((800.0, 100.0))
        off.append(((x - 800) ** 2 + (y - 100) ** 2) / 2)
    causes = lain(sigma=2.0).causes((800.0, 100.0))
    told = sum(dx * dx + dy * dy for dx, dy in causes) / 2
    assert sum(off) / len(off) == pytest.approx(told, rel=0.25)


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        (CORNERS[:3], "3 corners"),
        ((*CORNERS[:3], (math.nan, 0.0)), "no point"),
        (tuple(reversed(CORNERS)), "wrong way"),
        ((CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]), "crossed"),
        (((0, HIGH), (WIDE + 40, HIGH), (WIDE + 40, 0), (0, 0)), "north side is 94.0 cm"),
        ((CORNERS[1], CORNERS[2], CORNERS[3], CORNERS[0]), "north side is 60.0 cm"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(corners: tuple[Point, ...], said: str) -> None:
    with pytest.raises(LayingFault, match=said):
        lay_table(corners, WIDE, HIGH, 1.0)


def test_a_side_that_a_finger_missed_by_a_little_is_taken() -> None:
    table = lay_table(((0, HIGH + 8), (WIDE, HIGH), (WIDE, 0), (0, 0)), WIDE, HIGH, 1.0)
    assert 1.0 < table.residual_mm < 5.0
    assert table.sigma_mm((0.5, 0.5)) > 0.5
