"""The simulated table: places with a sigma, the same for a seed, and distances from them."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import pytest

from companion.games.autoplay import random_answer
from companion.games.dark_world.game import GAME as DARK_WORLD
from companion.games.questions import Measure, Place
from companion.games.regions import Patch
from companion.games.simulated import HAND_MM, MOST_SIGMAS, SIGMA_MM, SimulatedTable
from companion.table.state import Base, Figure, Spread, TerrainPiece
from companion.table.state import Place as Stand

HILL = (TerrainPiece("hill", "hill", 30.0, ((0, 0), (10, 0), (10, 10))),)


class Chess:
    """A free table whose state is name -> place."""

    def placed(self, state: dict[str, tuple[float, float]]) -> tuple[Figure, ...]:
        disc, exact = Base("disc", 20, 20, 3), Spread((0.0, 0.0, 0.0))
        return tuple(Figure(name, name, disc, 30, Stand(x, y, exact)) for name, (x, y) in state.items())

    def ground(self, state: Any) -> tuple[TerrainPiece, ...]:
        return HILL


def table(seed: int = 1, **places: tuple[float, float]) -> SimulatedTable:
    found = SimulatedTable(Chess(), seed)
    found.follow(places)
    return found


def test_figures_are_seen_near_where_they_were_told_to_stand_with_a_sigma() -> None:
    places = {f"man {n}": (100.0 * n, 50.0 * n) for n in range(40)}
    seen = table(**places).state
    assert seen.terrain == HILL
    off = [math.dist((f.place.x_mm, f.place.y_mm), places[f.id]) for f in seen.figures]
    assert 0.3 < sum(off) / len(off) < 3
    assert max(off) <= MOST_SIGMAS * (SIGMA_MM + HAND_MM) * math.sqrt(2) + 0.1
    assert {f.place.spread.sigma_mm for f in seen.figures} == {SIGMA_MM}


def test_the_same_seed_is_the_same_table() -> None:
    assert table(3, a=(0, 0), b=(200, 0)).state == table(3, a=(0, 0), b=(200, 0)).state
    assert table(4, a=(0, 0)).state != table(3, a=(0, 0)).state


def test_only_what_moved_is_put_down_again() -> None:
    following = table(a=(0, 0), b=(200, 0))
    before = following.state
    following.follow({"a": (0, 0), "b": (300, 0)})
    assert following.state.figure("a") == before.figure("a")
    assert following.state.figure("b").place.x_mm == pytest.approx(300, abs=5)
    following.follow({"a": (0, 0)})
    assert [figure.id for figure in following.state.figures] == ["a"]


def test_distances_come_from_the_places_and_carry_sigma() -> None:
    following = table(a=(0, 0), b=(200, 0))
    asked = Measure("X-1/distance", "ann", "how far", "a", "b")
    answer = random_answer(asked, random.Random(1), following)
    assert asked.complaint(answer) is None
    assert answer[0] == pytest.approx(180, abs=8)
    assert answer[1] == pytest.approx(math.sqrt(2) * SIGMA_MM, abs=0.1)
    assert following.answer(replace(asked, b="nobody")) is None


def test_a_place_is_drawn_from_the_region() -> None:
    region = Patch(((0, 0), (10, 0), (10, 10), (0, 10)))
    asked = Place("X-1/place", "ann", "put it", "a", region)
    assert asked.complaint(random_answer(asked, random.Random(1), table())) is None


def test_a_game_of_squares_has_an_empty_table() -> None:
    following = SimulatedTable(DARK_WORLD, 1)
    following.follow(DARK_WORLD.begin({}))
    assert following.state.figures == ()
