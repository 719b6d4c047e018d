"""Ways round what bars them: against closed forms, and the area against the ways themselves."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.geometry.points import distance
from companion.geometry.ways import reachable, shortest_way

BOX = ((40.0, -30.0), (60.0, -30.0), (60.0, 30.0), (40.0, 30.0))
RING = [
    ((-50.0, -50.0), (50.0, -50.0), (50.0, -40.0), (-50.0, -40.0)),
    ((-50.0, 40.0), (50.0, 40.0), (50.0, 50.0), (-50.0, 50.0)),
    ((-50.0, -45.0), (-40.0, -45.0), (-40.0, 45.0), (-50.0, 45.0)),
    ((40.0, -45.0), (50.0, -45.0), (50.0, 45.0), (40.0, 45.0)),
]


def test_with_nothing_in_the_way_it_is_straight() -> None:
    way = shortest_way((0, 0), (30, 40))
    assert way is not None
    assert way.points == ((0, 0), (30, 40))
    assert way.length == 50


def test_round_a_box_it_bends_at_two_corners() -> None:
    way = shortest_way((0, 0), (100, 0), [BOX])
    assert way is not None
    assert len(way.points) == 4
    assert way.length == pytest.approx(20 + 2 * math.hypot(40, 30))


@pytest.mark.parametrize("goal", [(50.0, 0.0), (50.0, 29.0)])
def test_inside_what_is_barred_there_is_no_way(goal: tuple[float, float]) -> None:
    assert shortest_way((0, 0), goal, [BOX]) is None
    assert shortest_way(goal, (0, 0), [BOX]) is None


def test_along_an_edge_is_free() -> None:
    way = shortest_way((40, -50), (40, 50), [BOX])
    assert way is not None
    assert way.length == 100


def test_walled_in() -> None:
    assert shortest_way((0, 0), (100, 0), RING) is None
    area = reachable((0, 0), 500, RING)
    assert area.area == pytest.approx(80 * 80, rel=1e-3)


def test_the_part_inside_a_ring() -> None:
    way = shortest_way((0, 0), (100, 0))
    assert way is not None
    assert way.inside(BOX) == pytest.approx(20)
    still = shortest_way((0, 0), (0, 0))
    assert still is not None
    assert still.inside(BOX) == 0


def test_reach_without_walls_is_a_disc_from_inside() -> None:
    area = reachable((5, 5), 100)
    assert 0.995 * math.pi * 100**2 < area.area < math.pi * 100**2
    assert reachable((5, 5), 0).is_empty
    assert reachable((50, 0), 10, [BOX]).is_empty


def test_reach_goes_round_the_corner_but_not_through() -> None:
    area = reachable((0, 0), 90, [BOX])
    assert not area.contains(shapely.Point(50, 0))
    assert area.contains(shapely.Point(65, 35))
    assert not area.contains(shapely.Point(80, 0)), "straight it is 80, round the box more than 90"


@settings(max_examples=60, deadline=None)
@given(st.integers(-100, 160), st.integers(-100, 100), st.integers(20, 150))
def test_the_area_is_what_ways_of_that_length_reach(x: int, y: int, length: int) -> None:
    start, goal = (0.5, 0.25), (float(x), float(y))
    walls = [BOX, ((10.0, 40.0), (30.0, 90.0), (-20.0, 60.0))]
    way = shortest_way(start, goal, walls)
    near = shapely.distance(reachable(start, length, walls), shapely.Point(goal))
    if way is None:
        assert any(shapely.Polygon(w).buffer(0.1).contains(shapely.Point(goal)) for w in walls)
    elif way.length > length + 0.1:
        assert near > 0
    elif way.length < length * 0.997 - 0.1:
        assert near < 0.1
    assert way is None or way.length >= distance(start, goal) - 1e-9
