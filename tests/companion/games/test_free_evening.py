"""Evenings of free play as they are planned; `make games-free` draws and watches them."""

from __future__ import annotations

import math

import pytest

from tests.companion.games.free_evening import ACTS, Act, Planner
from tests.companion.games.free_watch import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_what_is_moved_stands_there_and_is_as_far_as_the_rules_say(name: str) -> None:
    planned = Planner(MAKERS[name](3), 3, 1, "overhead").plan()
    acts = [one for one in planned.script if isinstance(one, Act)]
    assert len({act.kind for act in acts} & set(ACTS)) >= 5
    assert acts[-1].last == len(planned.stills)
    moves = [(act, who, gone) for act in acts for who, gone in act.moved.items()]
    assert len(moves) >= 6
    for act, who, gone in moves:
        still = planned.stills[act.last - 1]
        figure = still.scene.figure(who)
        assert who not in still.up and math.dist((figure.x_mm, figure.y_mm), gone.to) < 0.1
        assert (gone.read.over_mm <= 0) or gone.kind in ("far", "hair")


def test_the_same_seed_is_the_same_evening() -> None:
    one, two = (Planner(MAKERS["dark-age-skirmish"](5), 5, 1, "overhead").plan() for _ in range(2))
    assert one.script == two.script
