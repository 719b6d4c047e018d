"""Distances without a camera: a tape has its ±, the map has none."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.bands import possible_bands
from companion.games.by_hand import on_map, tape_sigma_mm, typed
from companion.games.flintloque.game import GAME
from companion.games.flintloque.printed import BODY
from companion.games.questions import Measure
from companion.games.shelf import take
from tests.companion.games.flintloque.scene import position


@pytest.mark.parametrize(("mm", "sigma"), [(0, 1.0), (100, 1.02), (500, 1.41), (1000, 2.24)])
def test_a_tape_is_less_sure_over_a_long_way(mm: float, sigma: float) -> None:
    assert tape_sigma_mm(mm) == sigma


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        ([125, 0], [125, 1.03]),
        ([125.5, 0.0], [125.5, 1.03]),
        ([125, 0.8], [125, 0.8]),  # who measured it says how sure
        ([-1, 0], [-1, 0]),  # refused by the question, in its words
        (["x", 0], ["x", 0]),
        (None, None),
        ("far", "far"),
    ],
)
def test_what_is_typed_gets_its_sigma(answer: Any, taken: Any) -> None:
    assert typed(answer) == taken


@pytest.mark.parametrize(("mm", "bands"), [(98.0, {0, 1}), (97.9, {0}), (102.0, {0, 1}), (102.1, {1})])
def test_a_typed_distance_may_be_too_close_to_call(mm: float, bands: set[int]) -> None:
    assert set(possible_bands(*typed([mm, 0]), edges_mm=(100.0, 200.0))) == bands


def test_the_map_tells_the_distance_of_two_bases() -> None:
    state = position({"noaks": (30, 30), "hassle": (30, 50)})
    asked = Measure("k", "ann", "why", "noaks", "hassle")
    assert on_map(GAME, state, asked) == [175.0, 0.0], "200 mm between the middles of bases of 20 and 30 mm"
    assert on_map(GAME, state, Measure("k", "ann", "why", "noaks", BODY)) is not None
    assert on_map(GAME, state, Measure("k", "ann", "why", "noaks", "purvis")) is None
    assert on_map(GAME, state, Measure("k", "ann", "why", "noaks", "noaks")) is None
    assert on_map(take("dark-world"), None, asked) is None
