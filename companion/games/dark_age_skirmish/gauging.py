"""What players are told before they move or shoot: ways at each pace (DA-7, DA-24), a range with its bands and sight
(DA-8, DA-10). It is judged by the functions that judge the move and the shot.

A range is measured as the camera sees the two figures, if it sees both in one place each; else between the places that
were told, which are exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from companion.games.bands import possible_bands
from companion.games.dark_age_skirmish.board import arc, sigma_mm, told_figure
from companion.games.dark_age_skirmish.firing import BEYOND, edges_mm, fire_terms, missile_arms
from companion.games.dark_age_skirmish.fit import agility
from companion.games.dark_age_skirmish.going import (
    Journey,
    cost_of,
    inner_table,
    is_free,
    journey,
    move_words,
    paces_of,
    rolls_in,
)
from companion.games.dark_age_skirmish.harm import total
from companion.games.dark_age_skirmish.printed import BANDS
from companion.games.dark_age_skirmish.seeing import HIDDEN, looks, propose
from companion.games.dark_age_skirmish.state import State, foes
from companion.games.dark_age_skirmish.steps import named
from companion.games.gauging import Band, Ranged, Tried, apart, looked, on_table, tried
from companion.games.steps import length
from companion.geometry.points import Point
from companion.table.state import TableState


def ways_to(state: State, table: TableState, name: str, points: Sequence[Point]) -> tuple[Tried, ...]:
    """The shortest way through these points at each pace; KeyError if it does not stand on the table."""
    figure = on_table(state.figures, name)
    *bends, goal = points
    bar, sigma = _bar(state, name, goal), sigma_mm(state, table, name)
    found = {pace: journey(state, table, name, pace, goal, bends) for pace in paces_of(figure)}
    return tuple(_tried(state, name, pace, read, bar, sigma) for pace, read in found.items() if read is not None)


def _tried(state: State, name: str, pace: str, read: Journey, bar: str, sigma: float) -> Tried:
    why = [f"through {piece}: bad going" for piece in read.bad]
    why += [f"over {piece}" for piece in read.walls]
    rolls, cost = rolls_in(read, pace), cost_of(pace)
    if rolls:
        why.append(f"{rolls} Agility roll{'s' * (rolls > 1)}, or he falls")
    if cost:
        why.append(f"{cost} fatigue point{'s' * (cost > 1)}")
    return tried(pace, read, sigma, why, move_words(state, name, pace, read), bar)


def _bar(state: State, name: str, goal: Point) -> str:
    if not inner_table(state, name).covers(shapely.Point(goal)):
        return "Its base would not be on the table."
    return "" if is_free(state, name, goal) else "No base may end on another; who goes into combat attacks."


def ranged(state: State, table: TableState, a: str, b: str) -> Ranged:
    """From a to b, as a shot is measured; KeyError if one does not stand on the table."""
    shooter, target = on_table(state.figures, a), on_table(state.figures, b)
    found, source = apart(table, told_figure(shooter), told_figure(target))
    centres = state.options.units == "hexes" or state.options.ranges == "centre"
    mm = round(found.centre_mm if centres else found.edge_mm, 1)
    sigma = found.centre_sigma_mm if centres else found.edge_sigma_mm
    sight, proposal = looks(state, table, a, b), propose(state, table, a, b)
    arms = missile_arms(shooter)
    notes = [] if arms else [f"{named(state, a)} has nothing to shoot or throw"]
    looks_back = arc(state, table, b, a)
    if looks_back.doubtful:
        notes.append(f"whether {named(state, b)} looks there is too close to call")
    elif not looks_back.inside:
        notes.append(f"{named(state, b)} does not look there")
    if b in foes(state, a):
        notes.append("they are in combat")
    if found.doubt:
        notes.append(found.doubt)
    bands = [band for arm in arms for band in _bands(state, table, (a, b), arm, mm, sigma, proposal.words)]
    line = looked(proposal.words, proposal.reason, sight)
    return Ranged(a, b, mm, round(sigma, 2), length(mm, sigma), source, tuple(bands), line, tuple(notes))


def _bands(
    state: State, table: TableState, pair: tuple[str, str], arm: str, mm: float, sigma: float, sight: str
) -> list[Band]:
    edges = edges_mm(state, table, arm)
    if edges is None:
        return [Band(arm, "its range is typed when it is thrown")]
    found = []
    for number in possible_bands(mm, sigma, edges):
        name = BANDS[number] if number < len(BANDS) else BEYOND
        if name == BEYOND or sight == HIDDEN:
            found.append(Band(f"{arm}, {name}", "no shot"))
            continue
        terms = fire_terms(state, *pair, name, sight)
        needed = total(agility(state.figures[pair[0]]), terms)
        found.append(Band(f"{arm}, {name}", f"less than {needed}"))
    return found
