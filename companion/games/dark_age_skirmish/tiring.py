"""Fatigue: what an action takes, the yellow counters that it may bring, and rest (DA-20, DA-21, DA-23)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.fit import EXHAUSTED
from companion.games.dark_age_skirmish.printed import number
from companion.games.dark_age_skirmish.state import Character, State
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell

DOING: Mapping[str, str] = {
    "run": "running",
    "sprint": "sprinting",
    "shoot": "shooting",
    "throw": "throwing",
    "swim": "swimming",
    "stay afloat": "staying afloat",
    "blow": "a blow",
    "punch": "a punch",
    "kick": "a kick",
    "grapple": "grappling",
    "climb": "climbing",
    "break off": "breaking off",
    "carry": "carrying",
    "row": "rowing",
}
"""Row of the fatigue costs -> what points are spent on, in words."""


def points_of(what: str) -> int:
    """Fatigue points of a row of their chart."""
    return number("fatigue_costs", what, "points")


def spend(state: State, name: str, what: str, said: int | None = None) -> Steps:
    """The points of one action, and a die: less than those points is a yellow counter. said: where none are printed."""
    points, figure = points_of(what) if said is None else said, state.figures[name]
    why = f"{named(state, name)} spends {points} on {DOING[what]}; less than {points} tires him"
    die = yield from roll(state, "DA-21", "tired", name, why, f"{name}, {what}")
    counters = min(EXHAUSTED, figure.tired + passes(die, points))
    return (yield from tell(state, e.FatigueSpent(name, what, points, die, counters)))


def can_rest(figure: Character) -> bool:
    """Whether standing still would do him good."""
    return figure.tired > 0 or figure.spent > 0


def rest(state: State, name: str) -> Steps:
    """A yellow counter off; who has none regains a fatigue point (ours: the text speaks of counters only)."""
    figure = state.figures[name]
    counters = max(0, figure.tired - 1)
    spent = figure.spent if figure.tired else max(0, figure.spent - 1)
    return (yield from tell(state, e.Rested(name, counters, spent)))
