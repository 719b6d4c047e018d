"""Lines of sight past terrain, with the visible fraction's low and high when both figures move within two sigma.

The looker's eye is a point at 90 % of its body above its base. The target is an upright panel across the line of sight,
0.35 of its base wide (of a rectangle or an oval: of its extent across the line), from 15 % to 95 % of its body's
height; the body is the figure without its base's thickness. Terrain is a height field of prisms and frusta; figures do
not block here.

A piece in which a figure stands at ground level (a wood, a ruin) neither hides that figure nor blocks its view: it is
named in `left_out`. A piece it stands upon blocks by its true shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from companion.table.relief import Floats, Ints, Relief
from companion.table.sightlines import Bools, Rays, hidden
from companion.table.state import Figure, Place, Point, TableState

SightAnswer = Literal["clear", "partly", "blocked", "too close to call"]

EYE = 0.90
PANEL_BOTTOM, PANEL_TOP = 0.15, 0.95
PANEL_WIDTH = 0.35
BLOCKED_AT = 0.05
"""A visible fraction up to this is no sight; it is less than one column of twelve."""
CLEAR_AT = 0.95
SIGMAS = 2.0
TIE = 0.02
"""Pieces that hide this nearly as much as the one that hides most compete for being the first on the way."""
MIN_BODY_MM = 1.0
SUNK_MM = 1.0
"""A surface this far above the level a figure stands on is around it, not under it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How much of one figure another sees past terrain.

    fraction: visible part of the panel, 0..1. low, high: its extremes while both figures move within two sigma across
    the line, on any level that fits. answer: "too close to call" if low and high lie on different sides of 0.05; else
    "blocked" up to 0.05, "clear" from 0.95, "partly" between. first_blocker: the piece that hides most, of near equals
    the first on the way; None if nothing hides any of it. line_mm: from the eye to the target's centre, or to where the
    blocker stops it if the fraction is 0.05 or less. left_out: pieces one of the two stands in at ground level.
    """

    fraction: float
    low: float
    high: float
    answer: SightAnswer
    first_blocker: str | None
    line_mm: tuple[Point, Point]
    left_out: tuple[str, ...] = ()


def sight(state: TableState, looker_id: str, target_id: str) -> Sight:
    """What one figure sees of another; KeyError for an id that is not on the table, ValueError for one figure twice."""
    if looker_id == target_id:
        raise ValueError("a line of sight needs two figures")
    figures = (state.figure(looker_id), state.figure(target_id))
    return _sights(state, figures, lookers=1)[looker_id, target_id]


def all_sights(state: TableState) -> dict[tuple[str, str], Sight]:
    """Every figure to every other, both ways, by (looker, target)."""
    return _sights(state, state.figures, lookers=len(state.figures))


def _sights(state: TableState, figures: Sequence[Figure], lookers: int) -> dict[tuple[str, str], Sight]:
    """Sights of the first `lookers` figures to all the others; a figure with several places is looked at from each."""
    stands = [(n, place) for n, figure in enumerate(figures) for place in (figure.place, *figure.others)]
    owner = np.array([n for n, _ in stands], dtype=np.intp)
    looker, target = np.nonzero((owner[:, None] != owner[None, :]) & (owner[:, None] < lookers))
    if not len(looker):
        return {}
    places = [place for _, place in stands]
    who = [figures[n] for n, _ in stands]
    relief = Relief.of(state.terrain)
    around = _around(relief, places)
    rays = _rays(who, places, looker, target, around)
    found = hidden(relief, rays)

    spans = found.visible
    fraction, low, high = spans[:, 0], spans.min(axis=1), spans.max(axis=1)
    blocker, reached = _first_blockers(len(looker), found.ray, found.piece, found.share, found.reached)
    stopped = np.where(fraction <= BLOCKED_AT, reached, 1.0)
    ends = rays.eye + rays.along * (rays.length * stopped)[:, None]

    names = [piece.name for piece in relief.pieces]
    sights: dict[tuple[str, str], Sight] = {}
    rows = zip(
        looker.tolist(), target.tolist(), fraction.tolist(), low.tolist(), high.tolist(), blocker.tolist(),
        map(tuple, rays.eye.tolist()), map(tuple, ends.tolist()), _named(rays.spared, names), strict=True,
    )  # fmt: skip
    for a, b, seen, least, most, first, start, end, left_out in rows:
        key = (who[a].id, who[b].id)
        earlier = sights.get(key)
        if earlier is None:  # a figure's own place comes before its others
            name = names[first] if first >= 0 else None
            sights[key] = Sight(seen, least, most, _answer(seen, least, most), name, (start, end), left_out)
        else:
            least, most = min(earlier.low, least), max(earlier.high, most)
            answer = _answer(earlier.fraction, least, most)
            sights[key] = Sight(
                earlier.fraction, least, most, answer, earlier.first_blocker, earlier.line_mm, earlier.left_out
            )
    return sights


def _answer(fraction: float, low: float, high: float) -> SightAnswer:
    if low <= BLOCKED_AT < high:
        return "too close to call"
    if high <= BLOCKED_AT:
        return "blocked"
    return "clear" if fraction >= CLEAR_AT else "partly"


def _named(spared: Bools, names: Sequence[str]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()] * len(spared)
    for ray in np.flatnonzero(spared.any(axis=1)).tolist():
        found[ray] = tuple(names[piece] for piece in np.flatnonzero(spared[ray]).tolist())
    return found


def _first_blockers(count: int, ray: Ints, piece: Ints, share: Floats, reached: Floats) -> tuple[Ints, Floats]:
    """Per ray: the piece that hides most (of near equals the one reached first), or -1; and how far along it is
    reached.
    """
    most = np.zeros(count)
    np.maximum.at(most, ray, share)
    rivals = np.flatnonzero(share >= most[ray] - TIE)
    order = rivals[np.lexsort((reached[rivals], ray[rivals]))]
    firsts = order[np.flatnonzero(np.diff(ray[order], prepend=-1))]
    blocker = np.full(count, -1, dtype=np.intp)
    way = np.ones(count)
    blocker[ray[firsts]] = piece[firsts]
    way[ray[firsts]] = reached[firsts]
    return blocker, way


def _rays(who: Sequence[Figure], places: Sequence[Place], looker: Ints, target: Ints, around: Bools) -> Rays:
    at = np.array([(place.x_mm, place.y_mm) for place in places])
    foot = np.array([p.level_mm + f.base.thickness_mm for p, f in zip(places, who, strict=True)])
    body = np.array([max(f.height_mm - f.base.thickness_mm, MIN_BODY_MM) for f in who])
    step = at[target] - at[looker]
    length = np.hypot(step[:, 0], step[:, 1])
    same = length < 1e-6
    along = np.where(same[:, None], (1.0, 0.0), step / np.where(same, 1.0, length)[:, None])
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return Rays(
        eye=at[looker],
        eye_z=(foot + EYE * body)[looker],
        along=along,
        length=np.maximum(length, 1e-6),
        half_width=PANEL_WIDTH / 2 * _extent_across(who, target, across),
        bottom=(foot + PANEL_BOTTOM * body)[target],
        top=(foot + PANEL_TOP * body)[target],
        sway=_sway(places, (looker, target), across),
        spared=around[looker] | around[target],
    )


def _sway(places: Sequence[Place], ends: tuple[Ints, Ints], across: Floats) -> Floats:
    """(rays, 2): two sigma of the looker's and the target's place across the line, mm."""
    covariance = np.array([place.spread.covariance() for place in places])
    x, y = across.T
    sigmas = []
    for end in ends:
        xx, xy, yy = covariance[end].T
        sigmas.append(np.sqrt(np.maximum(xx * x * x + 2 * xy * x * y + yy * y * y, 0.0)))
    return SIGMAS * np.stack(sigmas, axis=1)


def _extent_across(who: Sequence[Figure], target: Ints, across: Floats) -> Floats:
    """Extent of each target's base along `across`, mm; the mean of length and width while its heading is unknown."""
    length = np.array([f.base.length_mm for f in who])[target]
    width = np.array([f.base.width_mm for f in who])[target]
    heading = np.array([0.0 if f.heading_rad is None else f.heading_rad for f in who])[target]
    unknown = np.array([f.heading_rad is None for f in who])[target]
    disc = np.array([f.base.shape == "disc" for f in who])[target]
    corners = np.array([f.base.shape == "rectangle" for f in who])[target]
    cos = np.abs(np.cos(heading) * across[:, 0] + np.sin(heading) * across[:, 1])
    sin = np.sqrt(np.maximum(0.0, 1 - cos * cos))
    turned = np.where(corners, length * cos + width * sin, np.hypot(length * cos, width * sin))
    extent: Floats = np.where(disc, length, np.where(unknown, (length + width) / 2, turned))
    return extent


def _around(relief: Relief, places: Sequence[Place]) -> Bools:
    """(places, pieces): the place is inside the piece, below its surface, and not upon it."""
    found = np.zeros((len(places), len(relief.pieces)), dtype=bool)
    at = np.array([(place.x_mm, place.y_mm) for place in places])
    away = np.hypot(at[:, None, 0] - relief.centre[None, :, 0], at[:, None, 1] - relief.centre[None, :, 1])
    for n, piece in zip(*np.nonzero(away <= relief.radius), strict=True):
        if places[n].stands_on != relief.pieces[piece].name:
            surface = relief.surface(int(piece), at[n : n + 1])[0]
            found[n, piece] = surface > places[n].level_mm + SUNK_MM
    return found
