"""When a figure is said to stand: tables of fabricated sightings."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.table.state import Base, Figure, Place, Spread
from companion.vision.settle import SETTLE_S, SIGMAS, STILL_MM, Settler, same_place

SIGMA_MM = 0.5
LIMIT_MM = SIGMAS * math.sqrt(2) * SIGMA_MM + STILL_MM
"""Two sigma of a difference of two places, and what is always allowed."""


def figure(
    x_mm: float = 0.0, y_mm: float = 0.0, *, level_mm: float = 0.0, heading_deg: float = 0.0, name: str = "Odda"
) -> Figure:
    spread = Spread((SIGMA_MM**2, 0.0, SIGMA_MM**2))
    place = Place(x_mm, y_mm, spread, level_mm)
    return Figure(name, name, Base("disc", 25, 25, 3), 35, place, math.radians(heading_deg), math.radians(0.5))


Sightings = list[tuple[float, Figure]]


def told(sightings: Sightings, settle_s: float = SETTLE_S) -> list[float]:
    """The times at which a settler has news."""
    settler = Settler(settle_s)
    return [time_s for time_s, seen in sightings if settler.see(seen, time_s) is not None]


HERE, THERE, TURNED = figure(), figure(100.0), figure(heading_deg=40.0)
CASES: list[tuple[str, Sightings, list[float]]] = [
    ("nothing seen", [], []),
    ("seen once", [(0.0, HERE)], []),
    ("just short of 0.8 s", [(0.0, HERE), (0.799, HERE)], []),
    ("exactly 0.8 s", [(0.0, HERE), (0.8, HERE)], [0.8]),
    ("told once", [(0.0, HERE), (0.8, HERE), (1.6, HERE), (60.0, HERE)], [0.8]),
    ("moved", [(0.0, HERE), (0.8, HERE), (1.0, THERE), (1.7, THERE), (1.8, THERE)], [0.8, 1.8]),
    ("on its way", [(0.3 * i, figure(10.0 * i)) for i in range(20)], []),
    ("away and back before it settled", [(0.0, HERE), (0.8, HERE), (1.0, THERE), (1.5, HERE), (2.5, HERE)], [0.8]),
    (
        "away, settled, and back",
        [(0.0, HERE), (0.8, HERE), (1.0, THERE), (1.8, THERE), (2.0, HERE), (2.9, HERE)],
        [0.8, 1.8, 2.9],
    ),
    ("jitter within two sigma", [(0.2 * i, figure(LIMIT_MM * 0.99 * (i % 2))) for i in range(9)], [0.8]),
    ("jitter beyond two sigma", [(0.2 * i, figure(LIMIT_MM * 1.01 * (i % 2))) for i in range(9)], []),
    ("creeping on", [(0.2 * i, figure(0.5 * LIMIT_MM * i)) for i in range(30)], []),
    ("hidden in between", [(0.0, HERE), (5.0, HERE)], [5.0]),
    (
        "turned on the spot",
        [(0.0, HERE), (0.8, HERE), (1.0, TURNED), (1.7, TURNED), (2.0, TURNED)],
        [0.8, 2.0],
    ),
    ("turning on", [(0.2 * i, figure(heading_deg=10 * i)) for i in range(60)], []),
    ("a heading's own noise", [(0.4 * i, figure(heading_deg=359.5 + i % 2)) for i in range(9)], [0.8]),
    (
        "onto a hill at the same place",
        [(0.0, HERE), (0.8, HERE), (1.0, figure(level_mm=22)), (2.0, figure(level_mm=22))],
        [0.8, 2.0],
    ),
]


@pytest.mark.parametrize(("sightings", "want"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_news(sightings: Sightings, want: list[float]) -> None:
    assert told(sightings) == want


def test_single_pictures_settle_at_once() -> None:
    assert told([(0.0, HERE), (0.0, THERE), (0.1, THERE)], settle_s=0.0) == [0.0, 0.0]


def test_figures_do_not_disturb_each_other() -> None:
    settler = Settler()
    news = [
        (time_s, name)
        for time_s in (0.0, 0.5, 1.0)
        for name, x_mm in (("Odda", 0.0), ("Nib", 300.0 * time_s))
        if settler.see(figure(x_mm, name=name), time_s) is not None
    ]
    assert news == [(1.0, "Odda")]


def test_what_is_told_is_the_newest_sighting() -> None:
    settler = Settler()
    settler.see(figure(0.0), 0.0)
    news = settler.see(figure(0.3), 1.0)
    assert news is not None and news.place.x_mm == 0.3


def test_stands() -> None:
    settler = Settler()
    settler.see(HERE, 0.0)
    assert not settler.stands(HERE)
    settler.see(HERE, 1.0)
    assert settler.stands(figure(LIMIT_MM * 0.9)) and not settler.stands(THERE)
    settler.see(THERE, 1.1)
    assert settler.stands(HERE) and not settler.stands(THERE)


def test_after_forgetting_everything_is_told_again() -> None:
    settler = Settler()
    times = []
    for time_s in (0.0, 1.0, 2.0, 3.0):
        if time_s == 2.0:
            settler.forget()
        times += [time_s] if settler.see(HERE, time_s) is not None else []
    assert times == [1.0, 3.0]


def test_what_two_pictures_share_does_not_blur_a_move() -> None:
    """Of one camera solution the common causes cancel; of two they add."""
    shared = ((3.0, 0.0),)

    def at(x_mm: float, source: str) -> Place:
        return replace(figure(x_mm).place, spread=Spread((0.01, 0.0, 0.01), shared, source))

    assert not same_place(at(0, "a"), at(2, "a"))
    assert same_place(at(0, "a"), at(2, "b"))


@pytest.mark.parametrize(("apart_mm", "same"), [(0.0, True), (LIMIT_MM - 0.01, True), (LIMIT_MM + 0.01, False)])
def test_same_place(apart_mm: float, same: bool) -> None:
    for angle in (0.0, 1.0, math.pi / 2, 4.0):
        there = figure(apart_mm * math.cos(angle), apart_mm * math.sin(angle)).place
        assert same_place(HERE.place, there) is same
        assert same_place(there, HERE.place) is same


@pytest.mark.parametrize(("up_mm", "same"), [(0.9, True), (1.1, False), (-1.1, False)])
def test_levels_are_places_of_their_own(up_mm: float, same: bool) -> None:
    assert same_place(HERE.place, figure(level_mm=up_mm).place) is same
