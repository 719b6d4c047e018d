"""Where a push ends (FL-32)."""

from __future__ import annotations

import math

import pytest

from companion.games.flintloque.pushing import away_from, pushed_place, touched, walls
from tests.companion.games.flintloque.scene import box, position, with_terrain

NORTH = (0.0, 1.0)
PAIR = {"noaks": (30, 30), "soutie": (30, 32)}


@pytest.mark.parametrize(
    ("others", "y"),
    [
        ({}, 370),
        ({"sweepe": (30, 36)}, 340),
        ({"sweepe": (30, 35)}, 330),
        ({"purvis": (30, 36)}, 339),
        ({"sweepe": (32, 34)}, 370),
        ({"hassle": (30, 34.5)}, 320),
    ],
    ids=["free", "friend", "not past a friend", "enemy", "beside the way", "pressed between two"],
)
def test_fl_32_a_push_is_5_cm_and_ends_before_another_base(others: dict[str, tuple[float, float]], y: float) -> None:
    assert pushed_place(position({**PAIR, **others}), "soutie", NORTH) == (300, y)


@pytest.mark.parametrize(("y", "end"), [(86, 890), (89, 890), (70, 750)])
def test_fl_32_a_push_ends_at_the_table_s_edge(y: float, end: float) -> None:
    assert pushed_place(position({"soutie": (30, y)}), "soutie", NORTH) == (300, end)


@pytest.mark.parametrize(
    ("low", "high", "y"), [((20, 36), (40, 36.8), 350), ((20, 33), (40, 33.8), 320), ((20, 31), (40, 31.5), 370)]
)
def test_fl_32_a_push_ends_at_a_wall(low: tuple[float, float], high: tuple[float, float], y: float) -> None:
    state = position({"soutie": (30, 32)})
    stops = walls(state, with_terrain(box("hedge", "wall", low, high, 12)))
    assert pushed_place(state, "soutie", NORTH, stops) == (300, y)


def test_fl_32_woods_and_water_do_not_stop_a_push() -> None:
    ground = with_terrain(box("copse", "trees", (20, 33), (40, 40)), box("river", "water", (20, 34), (40, 44), 1))
    assert walls(position(PAIR), ground) == ()


def test_fl_32_a_push_keeps_the_line_and_ends_contact() -> None:
    state = position({"noaks": (30, 30), "soutie": (31.4142, 31.4142)}, fights=(("noaks", "soutie", 0),))
    at = state.figures["soutie"].place
    x, y = pushed_place(state, "soutie", away_from((300.0, 300.0), at))
    assert math.dist((x, y), at) == pytest.approx(50, abs=0.1)
    assert x == pytest.approx(y, abs=0.1)
    assert touched(state, "soutie", at) == ("noaks",)
    assert touched(state, "soutie", (x, y)) == ()
