"""What is always so in a game of Dark Age Skirmish, after every event."""

from __future__ import annotations

import math
from itertools import combinations

from companion.games.dark_age_skirmish.aboard import is_aboard
from companion.games.dark_age_skirmish.boats import is_inside
from companion.games.dark_age_skirmish.fit import EXHAUSTED
from companion.games.dark_age_skirmish.state import State, size_mm, standing

OVERLAP_MM = 0.6
"""A base may seem to lie over another by this much: contact is rounded, its edge drawn half a mm wider."""
MOST_AIMS = 3
FAR_MM = 40.0
"""Two bases are no wider together."""
FIGHT_MM = 12.0
"""Two in combat are no further apart."""


def check(state: State) -> None:
    """AssertionError with what is wrong."""
    width, height = size_mm(state)
    here = standing(state)
    for figure in here:
        half = figure.base_mm / 2
        assert half - 0.1 <= figure.x_mm <= width - half + 0.1, f"{figure.name} is off the table"
        assert half - 0.1 <= figure.y_mm <= height - half + 0.1, f"{figure.name} is off the table"
    for a, b in combinations(here, 2):
        if abs(a.x_mm - b.x_mm) > FAR_MM or abs(a.y_mm - b.y_mm) > FAR_MM:
            continue
        if is_aboard(state, a.name) is not is_aboard(state, b.name):
            continue  # A boat may lie along a bank on which somebody stands.
        apart = math.dist(a.place, b.place) - (a.base_mm + b.base_mm) / 2
        assert apart >= -OVERLAP_MM, f"{a.name} and {b.name} stand on each other, {apart:.1f} mm"
    pairs = [frozenset((fight.a, fight.b)) for fight in state.fights]
    assert len(pairs) == len(set(pairs)), "a fight twice"
    for fight in state.fights:
        a, b = state.figures[fight.a], state.figures[fight.b]
        assert a.on_table and b.on_table, f"{a.name} or {b.name} is gone and fights"
        assert a.side != b.side or a.raging or b.raging, f"{a.name} fights his friend {b.name}"
        gap = math.dist(a.place, b.place) - (a.base_mm + b.base_mm) / 2
        assert gap <= FIGHT_MM, f"{a.name} fights {b.name} from {gap:.1f} mm"
        assert not fight.longer or fight.longer in (fight.a, fight.b)
    for figure in state.figures.values():
        assert 0 <= figure.tired <= EXHAUSTED
        assert 0 <= figure.aims <= MOST_AIMS
        assert 0 <= figure.facing < 360
        assert figure.spent >= 0 and figure.wounds >= 0
        assert set(figure.arms) <= set(figure.person.arms)
        assert figure.missiles is None or figure.missiles >= 0
        assert not figure.riding or (figure.person.twin and figure.posture == "up")
        assert not figure.raging or figure.person.is_berserker
        assert not figure.carries or figure.on_table, f"{figure.name} is gone and carries somebody"
        if figure.held_by:
            assert figure.where in ("table", "carried") and figure.held_by != figure.name
        if figure.carries:
            captive = state.figures[figure.carries]
            assert captive.where == "carried" and captive.place == figure.place
    sitting = [name for boat in state.boats.values() for name in boat.people]
    assert len(sitting) == len(set(sitting)), "somebody sits in two places"
    for boat in state.boats.values():
        for name in boat.people:
            assert state.figures[name].on_table and is_inside(boat, state.figures[name].place), f"{name} is overboard"
    for animal in state.animals.values():
        assert not animal.leader or state.figures[animal.leader].on_table, f"{animal.name} is led by nobody"
    carried = [figure.name for figure in state.figures.values() if figure.where == "carried"]
    assert sorted(carried) == sorted(figure.carries for figure in here if figure.carries)
    assert not state.acting or state.phase in ("turn", "others")
