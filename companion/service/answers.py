"""Questions about the table, answered from one frozen state. Pure.

A spot is a figure's id, a name that only one figure has, or "x,y" in mm on the table. A point that somebody tapped is
exactly where it was tapped; only figures have a sigma. What cannot be answered is a `Fault`, never an exception.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.service.models import Fault, MeasureView, SightView, TapeView
from companion.table.distance import measure_figures
from companion.table.report import describe_distance, describe_length
from companion.table.sight import Sight, sight
from companion.table.state import Base, Figure, Place, Point, Spread, TableState
from companion.table.tape import measure_points

EXACT = Spread((0.0, 0.0, 0.0))
FARTHEST_MM = 100_000.0
MOST_POINTS = 100
_NUMBER = r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*"
NO_SIGHT = "What sees what is not known: the camera has not yet seen where the terrain lies."
_POINT = re.compile(f"{_NUMBER},{_NUMBER}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a tape may begin. figure: None for a point."""

    label: str
    place: Place
    figure: Figure | None


def measure_view(table: TableState, a: str, b: str) -> MeasureView | Fault:
    """Distances, and between two figures sight both ways. Faults: unknown_figure, bad_spot (each with `where`)."""
    spots = [find_spot(table, word) for word in (a, b)]
    for spot in spots:
        if isinstance(spot, Fault):
            return spot
    one, two = (spot for spot in spots if isinstance(spot, Spot))
    if one.figure is not None and two.figure is not None and one.figure.id == two.figure.id:
        return Fault("bad_spot", "A distance needs two figures; this is one and the same.", _shown(b))
    found = measure_figures(_as_figure(one), _as_figure(two), table.grid)
    sights: list[SightView | None] = [None, None]
    doubts = [found.doubt] if found.doubt else []
    if one.figure is not None and two.figure is not None and not table.terrain_known:
        doubts.append(NO_SIGHT)
    elif one.figure is not None and two.figure is not None:
        ways = ((one.figure.id, two.figure.id), (two.figure.id, one.figure.id))
        sights = [_sight_view(sight(table, looker, target)) for looker, target in ways]
    return MeasureView(
        a=one.label,
        b=two.label,
        centre_mm=round(found.centre_mm, 2),
        centre_sigma_mm=round(found.centre_sigma_mm, 3),
        edge_mm=round(found.edge_mm, 2),
        edge_sigma_mm=round(found.edge_sigma_mm, 3),
        cells=found.cells,
        cells_sure=found.cells_sure,
        text=describe_distance(found),
        a_sees_b=sights[0],
        b_sees_a=sights[1],
        edge_low_mm=round(found.edge_low_mm, 2),
        edge_high_mm=round(found.edge_high_mm, 2),
        text_inches=describe_distance(found, "in"),
        doubt=" ".join(doubts) or None,
    )


def tape_view(table: TableState, points: Sequence[str]) -> TapeView | Fault:
    """The length of a line through the spots, from centre to centre. Faults as for `measure_view`."""
    if not 2 <= len(points) <= MOST_POINTS:
        return Fault("bad_spot", f"A tape has 2 to {MOST_POINTS} points; this one has {len(points)}.")
    spots: list[Spot] = []
    for word in points:
        spot = find_spot(table, word)
        if isinstance(spot, Fault):
            return spot
        spots.append(spot)
    ends = [_point(spot) for spot in spots]
    tape = measure_points(ends, [spot.place.spread for spot in spots])
    return TapeView(
        points_mm=[(round(x, 2), round(y, 2)) for x, y in ends],
        legs_mm=[round(leg, 2) for leg in tape.legs_mm],
        length_mm=round(tape.total_mm, 2),
        sigma_mm=round(tape.sigma_mm, 3),
        text=describe_length(tape.total_mm, tape.sigma_mm),
    )


def find_spot(table: TableState, word: str) -> Spot | Fault:
    """The figure or the point this names; an id wins over a name, a name over a point."""
    for figure in table.figures:
        if figure.id == word:
            return Spot(figure.name or figure.id, figure.place, figure)
    named = [figure for figure in table.figures if figure.name == word]
    if len(named) > 1:
        ids = ", ".join(figure.id for figure in named)
        return Fault("bad_spot", f"Several figures are named {_shown(word)}; ask by id: {ids}.", _shown(word))
    if named:
        return Spot(word, named[0].place, named[0])
    match = _POINT.fullmatch(word)
    if match is None:
        return Fault("unknown_figure", f"There is no figure {_shown(word)!r} on the table.", _shown(word))
    x_mm, y_mm = float(match[1]), float(match[2])
    if not max(abs(x_mm), abs(y_mm)) <= FARTHEST_MM or not math.isfinite(x_mm + y_mm):
        return Fault("bad_spot", f"The point {_shown(word)} is far off any table.", _shown(word))
    return Spot(f"{x_mm:g},{y_mm:g}", Place(x_mm, y_mm, EXACT), None)


def _as_figure(spot: Spot) -> Figure:
    """The spot's figure; a point is one without a base."""
    return spot.figure or Figure(spot.label, None, Base("disc", 0.0, 0.0, 0.0), 0.0, spot.place)


def _point(spot: Spot) -> Point:
    return spot.place.x_mm, spot.place.y_mm


def _sight_view(found: Sight) -> SightView:
    return SightView(
        fraction=round(found.fraction, 3),
        low=round(found.low, 3),
        high=round(found.high, 3),
        answer=found.answer,
        first_blocker=found.first_blocker,
        line_mm=[(round(x, 1), round(y, 1)) for x, y in found.line_mm],
        left_out=list(found.left_out),
    )


def _shown(word: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in word)[:80]
