"""Berserkers: how rage comes, whom it makes them attack, and how it ends (DA-28, DA-36)."""

from __future__ import annotations

from companion.games.bands import SIGMAS
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.board import sigma_mm
from companion.games.dark_age_skirmish.printed import number
from companion.games.dark_age_skirmish.state import State, gap_mm, standing
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell
from companion.table.state import TableState


def comes_on(state: State, name: str, chosen: bool) -> Steps:
    """When he goes in a 9 brings it; by choice a 0 or a 1."""
    who = named(state, name)
    least, below = number("rage", "comes on", "number"), number("rage", "by choice below", "number")
    why = (
        f"{who} works himself up; less than {below} and he rages"
        if chosen
        else f"{who} goes in; a {least} and he rages"
    )
    die = yield from roll(state, "DA-28", "rage", name, why)
    came = passes(die, below) if chosen else die == least
    return (yield from tell(state, fe.RageRolled(name, die, chosen, came)))


def wears_off(state: State, name: str) -> Steps:
    """After each turn of it: on a 0 it ends, and he is exhausted without a fatigue point."""
    over = number("rage", "ends on", "number")
    why = f"{named(state, name)} rages; a {over} ends it"
    die = yield from roll(state, "DA-28", "rage ends", name, why)
    return (yield from tell(state, fe.RageKept(name, die, die == over)))


def nearest(state: State, table: TableState, name: str) -> tuple[str, ...]:
    """Whoever is nearest, friend or enemy; several if the camera cannot say which: then the player does."""
    others = [other.name for other in standing(state) if other.name != name]
    if not others:
        return ()
    gaps = {other: gap_mm(state, name, other) for other in others}
    least = min(gaps.values())
    first = next(other for other in others if gaps[other] == least)
    sure = sigma_mm(state, table, first) + sigma_mm(state, table, name)
    return tuple(
        other
        for other in others
        if gaps[other] - least <= (SIGMAS * (sure + sigma_mm(state, table, other)) if other != first else 0.0)
    )
