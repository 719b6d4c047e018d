"""Evenings: what happens is what the truth says, and nothing else changes."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.scenes.evening import HAPPENINGS, Evening, Instant
from companion.scenes.random_evening import IN_A_DECK, happenings_of, random_evening

SMALL_PX = (320, 180)


def evening(*happenings: str, seed: int = 2) -> Evening:
    return random_evening(seed, size_px=SMALL_PX, happenings=list(happenings))


def places(instant: Instant) -> dict[str, tuple[float, float]]:
    return {f.name: (f.x_mm, f.y_mm) for f in instant.scene.figures if f.name not in instant.lifted}


def moved(of: Evening) -> dict[str, float]:
    first, last = places(of.instants[0]), places(of.instants[-1])
    far = {n: math.dist(p, last[n]) for n, p in first.items() if n in last}
    return {n: mm for n, mm in far.items() if mm > 0}


def test_a_seed_is_an_evening() -> None:
    a, b = random_evening(5, size_px=SMALL_PX), random_evening(5, size_px=SMALL_PX)
    assert [places(i) for i in a.instants] == [places(i) for i in b.instants]
    assert [i.doing for i in a.instants] == [i.doing for i in b.instants]


@pytest.mark.parametrize("first", [1, 5, 9])
def test_four_seeds_in_a_row_hold_everything_that_may_happen(first: int) -> None:
    held = [what for seed in range(first, first + IN_A_DECK) for what in happenings_of(seed)]
    assert sorted(held) == sorted(HAPPENINGS)


@pytest.mark.parametrize("what", HAPPENINGS)
def test_every_happening_ends_in_a_rest_in_which_nothing_changes(what: str) -> None:
    rest = evening(what).instants[-4:]
    assert all(i.doing == "rest" and i.scene is rest[0].scene and i.turn_deg == rest[0].turn_deg for i in rest)
    assert not any(i.scene.hands or i.lifted or i.bump or i.shade for i in rest)


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ("carry", 1), ("walk", 1), ("dash", 1), ("nudge", 1), ("two", 2), ("passing hand", 0), ("small bump", 0),
        ("large bump", 0), ("sheet", 0), ("lamp", 0), ("shadow", 0), ("things", 0), ("take", 0), ("dropout", 0),
    ],
)  # fmt: skip
def test_as_many_figures_move_as_are_meant_to(what: str, count: int) -> None:
    assert len(moved(evening(what))) == count


def test_a_nudge_is_a_few_millimetres() -> None:
    (far,) = moved(evening("nudge")).values()
    assert 5.0 < far < 9.0


def test_who_is_taken_is_away_from_then_on_and_clearing_takes_all() -> None:
    taken = evening("take")
    (gone,) = taken.instants[-1].away
    assert gone in places(taken.instants[0]) and gone not in places(taken.instants[-1])
    assert places(evening("clear").instants[-1]) == {}


def test_a_bump_turns_the_camera_for_good_and_by_what_its_name_says() -> None:
    far = {}
    for what in ("small bump", "large bump"):
        shown = evening(what).instants
        at = next(n for n, i in enumerate(shown) if i.bump)
        assert not any(any(i.turn_deg) for i in shown[:at])
        assert {i.turn_deg for i in shown[at:]} == {shown[at].turn_deg}
        far[what] = max(map(abs, shown[at].turn_deg))
    assert far["small bump"] < 0.25 < 0.6 < far["large bump"]


def test_a_full_table_is_said_to_be_full() -> None:
    crowded = evening()
    one = crowded.scene.figures[0]
    wide = replace(one, name="giant", length_mm=2000.0, width_mm=2000.0)
    crowded.scene = replace(crowded.scene, figures=(*crowded.scene.figures, wide))
    with pytest.raises(ValueError, match="no free place"):
        Evening(crowded.scene, np.random.default_rng(1)).happen("things")
