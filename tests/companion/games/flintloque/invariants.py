"""What is always so in a game of Flintloque, after every event."""

from __future__ import annotations

import math
from itertools import combinations

from companion.games.flintloque.printed import BODY, OSWOLD, base_mm
from companion.games.flintloque.pushing import CONTACT_MM
from companion.games.flintloque.state import State, size_mm, standing

OVERLAP_MM = 0.6
"""A base may seem to lie over another by this much: contact is rounded, its edge drawn half a mm wider."""


def check(state: State) -> None:
    """AssertionError with what is wrong."""
    width, height = size_mm(state)
    here = standing(state)
    for figure in here:
        half = base_mm(figure.name) / 2
        assert half - 0.1 <= figure.x_mm <= width - half + 0.1, f"{figure.name} is off the table"
        assert half - 0.1 <= figure.y_mm <= height - half + 0.1, f"{figure.name} is off the table"
    for a, b in combinations(here, 2):
        apart = math.dist(a.place, b.place) - (base_mm(a.name) + base_mm(b.name)) / 2
        assert apart >= -OVERLAP_MM, f"{a.name} and {b.name} stand on each other, {apart:.1f} mm"
    pairs = [frozenset((fight.a, fight.b)) for fight in state.fights]
    assert len(pairs) == len(set(pairs)), "a fight twice"
    for fight in state.fights:
        a, b = state.figures[fight.a], state.figures[fight.b]
        assert a.side != b.side and a.on_table and b.on_table, "a fight of friends, or with one who is gone"
        apart = math.dist(a.place, b.place) - (base_mm(a.name) + base_mm(b.name)) / 2
        assert apart <= CONTACT_MM, f"{a.name} and {b.name} fight, {apart:.1f} mm apart"
    for figure in state.figures.values():
        assert 0 <= figure.lost <= figure.wounds
        assert set(figure.loaded) <= set(figure.weapons)
        assert not (figure.moved == "run" and figure.ran != state.turn)
        assert not (figure.late and figure.moved == "run"), "it fired after a run"
        assert not (figure.aim and figure.carries), "it aims with full hands"
        assert not figure.carries or figure.on_table, "one who is gone carries something"
    carriers = [figure.name for figure in here if figure.carries == BODY]
    body = state.body
    if body is not None and not body.gone:
        assert carriers == ([body.carrier] if body.carrier else [])
    holders = [figure for figure in here if figure.carries == OSWOLD]
    held = [figure for figure in state.figures.values() if figure.where == "held"]
    assert len(holders) == len(held) <= 1, "Oswold is held by nobody, or by two"
    assert all(figure.name == OSWOLD and figure.place == holders[0].place for figure in held)
    assert not state.sealed or state.phase in ("declare", "aimed", "fire")
    assert set(state.slots) - {""} <= set(state.order)
