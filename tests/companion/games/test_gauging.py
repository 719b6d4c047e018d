"""What is told before anybody has done anything, as far as it is the same in all free games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.games.gauging import apart, is_way, on_table, tried
from companion.geometry.ways import Way
from companion.table.state import Base, Figure, Place, Spread, TableState

DISC = Base("disc", 20.0, 20.0, 3.0)


def at(name: str, x_mm: float, sigma_mm: float = 0.0) -> Figure:
    return Figure(name, name, DISC, 30.0, Place(x_mm, 0.0, Spread((sigma_mm**2, 0.0, sigma_mm**2))))


A, B = at("a", 0.0), at("b", 120.0)
SEEN_A, SEEN_B = at("a", 2.0, 1.0), at("b", 132.0, 1.0)


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({"to": [450, 450.5]}, True),
        ({"to": [450, 450], "by": [[1, 2]] * 4}, True),
        ({"to": [450, 450], "by": [[1, 2]] * 5}, False),
        ({"to": [450, 450], "by": "xy"}, False),
        ({"to": [450, 450], "at": 1}, False),
        ({"to": [450, float("nan")]}, False),
        ({"to": [450, 10**400]}, False),
        ({"to": [450, 450], "by": [[-(10**400), 1]]}, False),
        ({}, False),
    ],
)
def test_a_way_is_points_on_a_table(fields: dict[str, Any], fits: bool) -> None:
    assert is_way(fields) is fits


@pytest.mark.parametrize(
    ("seen", "edge_mm", "source"),
    [
        ((), 100.0, "map"),
        ((SEEN_A,), 100.0, "map"),
        ((SEEN_A, SEEN_B), 110.0, "camera"),
        ((SEEN_A, replace(SEEN_B, others=(B.place,))), 100.0, "map"),
        ((SEEN_A, at("c", 132.0, 1.0)), 100.0, "map"),
    ],
)
def test_two_figures_are_measured_by_the_camera_if_it_sees_both_in_one_place(
    seen: tuple[Figure, ...], edge_mm: float, source: str
) -> None:
    found, by = apart(TableState(1, seen), A, B)
    assert (found.edge_mm, by) == (edge_mm, source)
    assert (found.edge_sigma_mm > 0) is (source == "camera")


@dataclass(frozen=True, slots=True)
class Read:
    excess_mm: float
    way: Way = Way(((0.04, 0.0), (100.0, 0.0)))
    spent_mm: float = 99.96
    allowed_mm: float = 60.0


@pytest.mark.parametrize(
    ("excess_mm", "verdict"), [(0.0, "legal"), (0.1, "too close to call"), (2.0, "too close to call"), (2.1, "too far")]
)
def test_a_way_is_told_in_round_numbers_with_its_verdict_at_two_sigma(excess_mm: float, verdict: str) -> None:
    told = tried("walk", Read(excess_mm), 1.0, ["through mud"], "10.0 cm", "")
    assert (told.verdict, told.excess_mm, told.spent_mm, told.allowed_mm) == (verdict, excess_mm, 100.0, 60.0)
    assert told.points == ((0.0, 0.0), (100.0, 0.0))
    assert told.why == ("through mud",)


@dataclass(frozen=True, slots=True)
class Piece:
    on_table: bool


def test_whoever_does_not_stand_on_the_table_is_not_there() -> None:
    figures = {"here": Piece(True), "away": Piece(False)}
    assert on_table(figures, "here") is figures["here"]
    for name in ("away", "nobody"):
        with pytest.raises(KeyError, match=name):
            on_table(figures, name)
