"""Distances between figures, with what is not known of them.

Horizontal, centre to centre and base edge to base edge, never below 0. Sigma comes from both places, what they share
taken out (`spread.py`), and for a rectangle or an oval from its heading too. Where a question has several answers (a
heading nobody knows, a second level that fits) the sigma grows until two of it hold them all, and `doubt` says why.

Two discs have a closed form; any other pair goes through outlines. Sizes of bases are taken as exact.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from companion.geometry.grid import Grid, HexGrid, SquareGrid, cells_within
from companion.table.bases import outline_at
from companion.table.spread import Covariance, difference, largest_sigma, length_sigma, worst
from companion.table.state import Base, Figure, GridSpec, Place, TableState

SIGMAS = 2.0
HEADING_SIGMA_RAD = math.radians(3.0)
"""Taken for a heading that comes without a sigma."""
HEADING_STEPS = 18
"""Headings tried over half a turn where one is unknown; both base shapes look the same after half a turn."""
MAX_REACH_CELLS = 3.0
"""A figure that may be more cells off than these is not worth listing cells for: its count is unsure."""


@dataclass(frozen=True, slots=True)
class Distance:
    """From one figure to another, mm; sigma is one standard deviation.

    edge_low_mm, edge_high_mm: two sigma either side, and whatever else the edge distance may be. cells: steps on the
    grid between the cells of both centres, None without a grid; cells_sure: no other count is within two sigma. doubt:
    a sentence for the players, or None.
    """

    centre_mm: float
    centre_sigma_mm: float
    edge_mm: float
    edge_sigma_mm: float
    edge_low_mm: float
    edge_high_mm: float
    cells: int | None = None
    cells_sure: bool | None = None
    doubt: str | None = None


def measure(state: TableState, a: str, b: str) -> Distance:
    """Between two figures by id; KeyError for an id that is not on the table, ValueError for one figure twice."""
    if a == b:
        raise ValueError("a distance needs two figures")
    return measure_figures(state.figure(a), state.figure(b), state.grid)


def measure_figures(a: Figure, b: Figure, grid: GridSpec | None = None) -> Distance:
    """Between two figures."""
    all_ = [_between(a, p, b, q) for p, q in itertools.product((a.place, *a.others), (b.place, *b.others))]
    first = all_[0]
    cells, sure = (None, None) if grid is None else _cells(a, b, grid_of(grid))
    return Distance(
        centre_mm=first.centre_mm,
        centre_sigma_mm=max(first.centre_sigma_mm, *(abs(c.centre_mm - first.centre_mm) / SIGMAS for c in all_)),
        edge_mm=first.edge_mm,
        edge_sigma_mm=max(first.edge_sigma_mm, *(abs(c.edge_mm - first.edge_mm) / SIGMAS for c in all_)),
        edge_low_mm=min(max(0.0, c.edge_mm - SIGMAS * c.edge_sigma_mm) for c in all_),
        edge_high_mm=max(c.edge_mm + SIGMAS * c.edge_sigma_mm for c in all_),
        cells=cells,
        cells_sure=sure,
        doubt=" ".join(_doubts(a, b, first)) or None,
    )


def grid_of(spec: GridSpec) -> Grid:
    """The grid's geometry."""
    kind = HexGrid if spec.kind == "hex" else SquareGrid
    return kind(spec.cell_mm, spec.origin, spec.turn_rad)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """The distance if both figures stand where this supposes. overlap_mm: how far two discs lie over each other."""

    centre_mm: float
    centre_sigma_mm: float
    edge_mm: float
    edge_sigma_mm: float
    overlap_mm: float = 0.0


def _between(a: Figure, p: Place, b: Figure, q: Place) -> _Candidate:
    covariance = difference(p.spread, q.spread)
    step = (q.x_mm - p.x_mm, q.y_mm - p.y_mm)
    centre, sigma = math.hypot(*step), length_sigma(step, covariance)
    if a.base.shape == b.base.shape == "disc":
        gap = centre - (a.base.length_mm + b.base.length_mm) / 2
        # Bases lie beside each other: where they seem not to, the miss is at least what they seem to overlap.
        return _Candidate(centre, sigma, max(0.0, gap), max(sigma, -gap / SIGMAS), max(0.0, -gap))
    return _Candidate(centre, sigma, *_between_outlines(_Turned.of(a, p), _Turned.of(b, q), covariance))


@dataclass(frozen=True, slots=True)
class _Turned:
    """A base at a place with the headings it may have; sigma_rad is 0 where no heading is known or none matters."""

    base: Base
    place: Place
    headings_rad: tuple[float, ...]
    sigma_rad: float = 0.0

    @staticmethod
    def of(figure: Figure, place: Place) -> _Turned:
        if figure.base.shape == "disc":
            return _Turned(figure.base, place, (0.0,))
        if figure.heading_rad is None:
            return _Turned(figure.base, place, tuple(math.pi * n / HEADING_STEPS for n in range(HEADING_STEPS)))
        sigma = HEADING_SIGMA_RAD if figure.heading_sigma_rad is None else figure.heading_sigma_rad
        return _Turned(figure.base, place, (figure.heading_rad,), min(sigma, math.pi / 2))

    def polygons(self, turns_rad: tuple[float, ...] = (0.0,)) -> Any:
        """shapely polygons, one for each heading and turn."""
        headings = [heading + turn for heading in self.headings_rad for turn in turns_rad]
        return np.array([shapely.Polygon(outline_at(self.base, self.place, heading)) for heading in headings])


def _between_outlines(a: _Turned, b: _Turned, covariance: Covariance) -> tuple[float, float]:
    """Edge distance and its sigma; the middle of what it may be if a heading is unknown."""
    ours, theirs = a.polygons(), b.polygons()
    gaps = shapely.distance(ours[:, None], theirs[None, :])
    edge, half_range = (gaps.max() + gaps.min()) / 2, (gaps.max() - gaps.min()) / 2
    if half_range == 0 and edge > 0:
        (x0, y0), (x1, y1) = shapely.get_coordinates(shapely.shortest_line(ours[0], theirs[0]))
        variance = length_sigma((x1 - x0, y1 - y0), covariance) ** 2
    else:
        variance = worst(covariance) ** 2
    turned_a = shapely.distance(a.polygons((-a.sigma_rad, a.sigma_rad)), theirs[0])
    turned_b = shapely.distance(ours[0], b.polygons((-b.sigma_rad, b.sigma_rad)))
    for one, turned in ((a, turned_a), (b, turned_b)):
        if one.sigma_rad > 0:
            variance += float(np.abs(turned - gaps[0, 0]).max()) ** 2
    return float(edge), math.sqrt(variance + (float(half_range) / SIGMAS) ** 2)


def _cells(a: Figure, b: Figure, grid: Grid) -> tuple[int, bool]:
    """Steps between the cells of both centres, and whether every cell either may stand in gives the same."""
    steps = grid.steps(*(grid.cell_of((f.place.x_mm, f.place.y_mm)) for f in (a, b)))
    around = []
    for figure in (a, b):
        places = (figure.place, *figure.others)
        reaches = [SIGMAS * largest_sigma(place.spread) for place in places]
        if max(reaches) > MAX_REACH_CELLS * grid.cell:
            return steps, False
        around.append(
            frozenset[tuple[int, int]]().union(
                *(cells_within(grid, (p.x_mm, p.y_mm), reach) for p, reach in zip(places, reaches, strict=True))
            )
        )
    return steps, all(grid.steps(p, q) == steps for p in around[0] for q in around[1])


def _doubts(a: Figure, b: Figure, first: _Candidate) -> Iterator[str]:
    for figure in (a, b):
        if figure.others:
            levels = [_level_text(place) for place in (figure.place, *figure.others)]
            yield f"{_name(figure)} may stand on {' or '.join(levels)}; the range holds for each."
        if figure.base.shape != "disc" and figure.heading_rad is None:
            yield f"Which way {_name(figure)} faces is not known; the range holds for every way."
    if first.overlap_mm > SIGMAS * first.centre_sigma_mm and a.place.level_mm == b.place.level_mm:
        yield (
            f"The bases of {_name(a)} and {_name(b)} seem to lie {first.overlap_mm:.1f} mm over each other; "
            "one of them is not where it seems to be."
        )


def _name(figure: Figure) -> str:
    return figure.name or figure.id


def _level_text(place: Place) -> str:
    return place.stands_on or ("the table" if place.level_mm == 0 else f"something {place.level_mm:.0f} mm high")
