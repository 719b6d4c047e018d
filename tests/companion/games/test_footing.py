"""Bases among others: free places, contact, and what an area loses."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from companion.games.footing import (
    Disc,
    contact_place,
    free_place_near,
    inner,
    is_free,
    under,
    whole_table,
    widened,
    without,
)

OTHERS = (Disc((100.0, 100.0), 10.0), Disc((140.0, 100.0), 10.0))


@pytest.mark.parametrize(
    ("x", "slack_mm", "free"),
    [(120.0, 0.0, True), (119.9, 0.0, False), (119.0, 1.5, True), (100.0, 0.0, False), (300.0, 0.0, True)],
)
def test_a_base_lies_on_no_other(x: float, slack_mm: float, free: bool) -> None:
    assert is_free((x, 100.0), 10.0, OTHERS, slack_mm) is free


def test_nobody_in_the_way_is_free() -> None:
    assert is_free((0.0, 0.0), 10.0, ())


@given(st.floats(0, 2 * math.pi), st.floats(11.0, 60.0))
def test_an_area_loses_at_least_the_disc(angle: float, radius: float) -> None:
    area = without(shapely.box(0, 0, 200, 200), (((100.0, 100.0), radius),))
    on_edge = 100 + (radius - 0.01) * math.cos(angle), 100 + (radius - 0.01) * math.sin(angle)
    assert not area.contains(shapely.Point(on_edge))


def test_an_area_far_from_the_discs_is_left_alone() -> None:
    box = shapely.box(0, 0, 10, 10)
    assert without(box, (((100.0, 100.0), 20.0),)) is box


def test_contact_is_made_on_the_side_from_which_one_comes() -> None:
    mover, target = Disc((0.0, 100.0), 10.0), Disc((100.0, 100.0), 15.0)
    everywhere = shapely.box(-500, -500, 500, 500)
    assert contact_place(mover, target, everywhere, lambda place: True) == (75.0, 100.0)
    assert contact_place(mover, target, everywhere, lambda place: True, 5.0) == (70.0, 100.0)
    round_the_corner = contact_place(mover, target, everywhere, lambda place: place[0] > 100)
    assert round_the_corner is not None and round_the_corner[0] > 100
    assert contact_place(mover, target, everywhere, lambda place: False) is None
    assert contact_place(mover, target, shapely.box(0, 0, 20, 20), lambda place: True) is None


def test_the_nearest_free_place_is_on_a_spiral() -> None:
    assert free_place_near((5.0, 5.0), lambda place: True) == (5.0, 5.0)
    found = free_place_near((5.0, 5.0), lambda place: place[0] > 20)
    assert 20 < found[0] < 25
    assert free_place_near((5.0, 5.0), lambda place: False) == (5.0, 5.0)


def test_the_whole_table_is_where_a_base_lies_wholly_on_it() -> None:
    table = whole_table(100.0, 60.0, 10.0)
    assert inner(100.0, 60.0, 10.0).bounds == (10.0, 10.0, 90.0, 50.0)
    assert table.complaint([11.0, 49.0]) is None
    assert table.complaint([9.0, 30.0]) is not None


@pytest.mark.parametrize(
    ("x", "name"),
    [(100.0, "a"), (119.0, "a"), (121.0, "b"), (120.0, "a"), (160.4, "b"), (160.6, ""), (300.0, "")],
)
def test_whose_base_another_would_lie_on(x: float, name: str) -> None:
    assert under((x, 100.0), 10.0, zip("ab", OTHERS, strict=True)) == name
    assert under((x, 100.0), 10.0, ()) == ""


def test_of_two_with_one_name_both_count() -> None:
    assert under((140.0, 100.0), 10.0, [("a", OTHERS[1]), ("a", OTHERS[0])]) == "a"


def test_where_contact_may_be_made_grows_a_little_but_not_over_the_edge_of_the_table() -> None:
    table = (10.0, 10.0, 890.0, 590.0)
    assert widened(shapely.box(10, 100, 200, 300), table).bounds == (10.0, 99.5, 200.5, 300.5)
