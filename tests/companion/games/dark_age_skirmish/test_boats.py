"""DA-31: oars, sail and wind."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dark_age_skirmish.boats import (
    PACES,
    Boat,
    Wind,
    is_into_wind,
    pace_of,
    rowing_pace,
    sail_words,
)

SHIP = Boat("wave-horse", "longship", sail="up")
EAST, NORTH, WEST = 0.0, math.pi / 2, math.pi


@pytest.mark.parametrize(
    ("kind", "rowers", "pace"),
    [
        ("rowing boat", 0, None),
        ("rowing boat", 1, "crawl"),
        ("rowing boat", 2, "walk"),
        ("rowing boat", 12, "walk"),
        ("longship", 1, None),
        ("longship", 2, "crawl"),
        ("longship", 5, "crawl"),
        ("longship", 6, "walk"),
        ("longship", 11, "walk"),
        ("longship", 12, "run"),
    ],
)
def test_da_31_hands_at_the_oars(kind: str, rowers: int, pace: str | None) -> None:
    assert rowing_pace(kind, rowers) == pace


@pytest.mark.parametrize(
    ("strength", "pace"), [("none", None), ("light", "crawl"), ("moderate", "walk"), ("strong", "run")]
)
def test_da_31_sailing(strength: str, pace: str | None) -> None:
    assert pace_of(SHIP, Wind(strength, EAST), NORTH) == pace
    assert pace_of(replace(SHIP, sail="down"), Wind(strength, EAST), NORTH) is None


@pytest.mark.parametrize(("heading", "into"), [(WEST, True), (-WEST, True), (EAST, False), (NORTH, False)])
def test_da_31_not_into_the_wind(heading: float, into: bool) -> None:
    wind = Wind("strong", EAST)
    assert is_into_wind(heading, wind) == into
    assert (pace_of(SHIP, wind, heading) is None) == into
    assert not is_into_wind(heading, Wind("none", EAST))


@given(st.floats(-10, 10), st.floats(-10, 10), st.floats(-10, 10))
def test_da_31_the_wind_has_no_north(heading: float, to: float, turned: float) -> None:
    off = abs(math.remainder(heading - to - math.pi, math.tau)) - math.radians(45)
    if abs(off) > 1e-6:
        assert is_into_wind(heading, Wind("light", to)) == is_into_wind(heading + turned, Wind("light", to + turned))


def test_the_better_of_oar_and_sail_counts() -> None:
    rowed = replace(SHIP, rowers=tuple("abcdef"))
    assert pace_of(rowed, Wind("light", EAST), EAST) == "walk"
    assert pace_of(rowed, Wind("strong", EAST), EAST) == "run"
    assert pace_of(rowed, Wind("strong", EAST), WEST) == "walk"


def test_da_31_two_men_move_the_sail() -> None:
    assert sail_words(SHIP, 2) == "" and "takes 2 of them" in sail_words(SHIP, 1)
    assert sail_words(Boat("punt", "rowing boat"), 2) == "A rowing boat has no sail."


def test_paces_from_the_slowest() -> None:
    assert PACES == ("crawl", "walk", "run")
