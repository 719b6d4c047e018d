"""Which of the figures that are away stands on which new base: by looks, by the rules, or not known.

Idea: the assignment whose figures look most like what stands there is the best one. It is sure where no exchange of two
figures, or of one with a figure left over, would look nearly as good. Those that could be exchanged make a group, and
people are asked who of the group is who; nobody else is.

The rules' veto decides between readings; it never leaves a base without its only figure.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from companion.vision.track import May, New, Track, alike, unlike

LIKE_MARGIN = 1.3
"""An exchange must look this much worse for the best assignment to be taken without asking."""
LIKE_LEAST = 0.12
"""And worse by this much for each figure. In 36 drawn evenings figures that are no twins lay 0.24 and more apart; twins
in unlike light 0.09, so that at 0.02 two that were exchanged were taken for sure."""
HELD_BACK = 0.15
"""Looks count this much worse for a figure that was lost long ago or may still stand where something hides it."""
STRANGE = 0.45
"""A figure that was lost is not taken for a base that looks this much otherwise: figures put down again looked 0.1 to
0.3 otherwise in drawn evenings, and a lamp's edge 0.5."""
VETOED, IMPOSSIBLE = 1e3, 1e6


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A base and the figure that stands on it. unsure: the names it may be, sorted; empty if it is sure."""

    new: New
    track: Track
    unsure: tuple[str, ...] = ()


def pair(news: Sequence[New], away: Sequence[Track], may: May | None = None) -> list[Pair]:
    """The best assignment, as many pairs as fit by kind."""
    if not news or not away:
        return []
    cost = np.array([[_cost(new, track, may) for track in away] for new in news])
    held = {c: r for c, r in _best(cost).items() if cost[r, c] < IMPOSSIBLE}
    groups = _groups(cost, held, len(away))
    out = []
    for column, row in sorted(held.items(), key=lambda item: item[1]):
        group = next((g for g in groups if column in g), set())
        out.append(Pair(news[row], away[column], tuple(sorted(away[c].name for c in group))))
    return out


def _best(cost: Floats) -> dict[int, int]:
    """Column -> row of an assignment that no exchange of two betters; few figures are away at a time."""
    size = max(cost.shape)
    square = np.zeros((size, size))
    square[: cost.shape[0], : cost.shape[1]] = cost
    row_of: list[int] = []
    for column in range(size):
        row_of.append(min((r for r in range(size) if r not in row_of), key=lambda r: float(square[r, column])))
    bettered = True
    while bettered:
        bettered = False
        for a, b in itertools.combinations(range(size), 2):
            now = square[row_of[a], a] + square[row_of[b], b]
            if square[row_of[b], a] + square[row_of[a], b] < now - 1e-9:
                row_of[a], row_of[b], bettered = row_of[b], row_of[a], True
    return {c: r for c, r in enumerate(row_of) if c < cost.shape[1] and r < cost.shape[0]}


def _groups(cost: Floats, held: dict[int, int], count: int) -> list[set[int]]:
    """Figures (columns) that could be exchanged; a figure left over counts if it could be one that was placed."""
    groups: list[set[int]] = []
    for a, b in itertools.combinations(range(count), 2):
        if a not in held and b not in held:
            continue
        both = [c for c in (a, b) if c in held]
        now = sum(float(cost[held[c], c]) for c in both)
        other = sum(float(cost[held[c], d]) for c, d in ((a, b), (b, a)) if c in held)
        if other >= VETOED or other > LIKE_MARGIN * now + LIKE_LEAST * len(both):
            continue
        joined = {a, b}.union(*(g for g in groups if g & {a, b}))
        groups = [g for g in groups if not g & {a, b}] + [joined]
    return groups


def _cost(new: New, track: Track, may: May | None) -> float:
    if not alike(new.seen, track) or new.seen.name not in (None, track.name):
        return IMPOSSIBLE
    known = new.seen.looks is not None and track.looks is not None
    if track.state == "lost" and known and unlike(new.seen, track) > STRANGE:
        return IMPOSSIBLE
    start = track.told_mm or track.xy_mm
    held_back = HELD_BACK if track.state == "lost" or track.hidden else 0.0
    vetoed = may is not None and not may(track.name, start, new.seen.xy_mm)
    return unlike(new.seen, track) + held_back + (VETOED if vetoed else 0.0)
