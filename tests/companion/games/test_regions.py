"""Regions can be checked and sampled."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.contract import Command, Offer, unfit
from companion.games.regions import INSET_MM, Cells, Patch

SQUARE = Patch(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)))
L_SHAPE = Patch(((0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (10.0, 10.0), (10.0, 30.0), (0.0, 30.0)))


@pytest.mark.parametrize(
    ("place", "fits"),
    [
        ([5, 5], True),
        ((5.0, 9.9), True),
        ([11, 5], False),
        ([5], False),
        ("5,5", False),
        ([5, float("nan")], False),
        ([5, 10**400], False),
    ],
)
def test_a_patch_is_checked(place: object, fits: bool) -> None:
    assert (SQUARE.complaint(place) is None) is fits


def test_what_is_no_place_is_told_short() -> None:
    said = SQUARE.complaint([[1] * 900])
    assert said is not None and len(said) < 100


def test_a_corner_that_is_cut_out_is_outside() -> None:
    assert L_SHAPE.complaint([20, 20]) is not None
    assert L_SHAPE.complaint([5, 20]) is None


def test_a_place_outside_is_told_in_cm_and_with_the_offer_s_words() -> None:
    offer = Offer("deploy:leif", "DA-1", "Put Leif on the table", {"at": SQUARE})
    refusal = unfit(offer, Command("1", "ann", "deploy:leif", {"at": [1234.0, 56.0]}))
    assert refusal is not None
    assert refusal.reason == "Put Leif on the table: 123.4, 5.6 cm is outside the area that is allowed"


@given(st.integers(0, 1000))
def test_a_sample_is_inside_by_half_a_millimetre(seed: int) -> None:
    x, y = SQUARE.sample(random.Random(seed))
    assert INSET_MM <= x <= 10 - INSET_MM
    assert INSET_MM <= y <= 10 - INSET_MM
    assert L_SHAPE.complaint(L_SHAPE.sample(random.Random(seed))) is None


def test_a_patch_too_thin_for_that_is_sampled_inside_all_the_same() -> None:
    thin = Patch(((0.0, 0.0), (0.5, 0.0), (0.5, 0.5)))
    assert thin.complaint(thin.sample(random.Random(1))) is None


def test_a_patch_without_an_inside_says_so() -> None:
    with pytest.raises(ValueError, match="no place inside"):
        Patch(((0.0, 0.0), (0.5, 0.0), (0.0, 0.0))).sample(random.Random(1))


HOLED = Patch(SQUARE.outline, (((2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0)), ((20, 0), (22, 0), (22, 2), (20, 2))))


@pytest.mark.parametrize(("place", "fits"), [([1, 1], True), ([5, 5], False), ([21, 1], True), ([15, 1], False)])
def test_further_rings_are_holes_or_more_areas(place: object, fits: bool) -> None:
    assert (HOLED.complaint(place) is None) is fits


def test_samples_come_from_every_part_but_no_hole() -> None:
    rng = random.Random(5)
    found = [HOLED.sample(rng) for _ in range(300)]
    assert all(HOLED.complaint(point) is None for point in found)
    assert {x > 15 for x, _ in found} == {True, False}


def test_cells() -> None:
    cells = Cells(("1,1", "2,1"))
    assert cells.complaint("1,1") is None
    assert "allowed places" in (cells.complaint("3,1") or "")
    assert cells.sample(random.Random(1)) in cells.cells
