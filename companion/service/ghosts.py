"""A saved table beside the real one: what stands wrong, by how much and which way. Pure.

Idea: `matches` is said only of what the camera sees now and is sure of: the distance and two sigma more are within the
tolerance. Two sigma less beyond it is `off`; between, nobody can tell, and it is `unsure`. Terrain is measured if its
marker carries it, or if it was found beside the empty table; an outline that people gave is told as that.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import shapely

from companion.service.saved import SavedFigure, SavedPiece, SavedTable
from companion.table.spread import length_sigma
from companion.table.state import Figure, Place, Point, TableState, TerrainPiece

FigureState = Literal["matches", "off", "unsure", "unseen", "missing"]
"""unseen: it stands on the table, but the newest pictures do not show it. missing: it is not on the table."""
PieceState = Literal["matches", "off", "unsure", "outlined", "missing"]
"""outlined: it lies there because people said so; the camera has not measured it."""
LEVEL_MM = 5.0
"""Two heights to stand on that differ by more are two."""
FOUND_SIGMA_MM = 3.0
"""How sure the outline of a piece is that was found beside the empty table: half of the drawn pieces were within 2.5 mm
on average along their edges."""
CARRIED_SIGMA_MM = 1.0
SAME_PIECE = 0.15
"""Least overlap of a found piece with a saved one (of what both cover) to be it."""


@dataclass(frozen=True, slots=True)
class FigureGhost:
    """off_mm: how far it stands from there, with its sigma; dx_mm, dy_mm: the way to go; None where it is not known.

    level_off: it stands on something of another height.
    """

    figure: SavedFigure
    state: FigureState
    off_mm: float | None = None
    sigma_mm: float | None = None
    dx_mm: float | None = None
    dy_mm: float | None = None
    level_off: bool = False


@dataclass(frozen=True, slots=True)
class PieceGhost:
    """The same of a piece of terrain. off_mm: of its middle, or of its edges on average if that is more."""

    piece: SavedPiece
    state: PieceState
    off_mm: float | None = None
    dx_mm: float | None = None
    dy_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """extra: ids of figures on the table that were not saved.

    matches: all figures were measured to match, and no terrain is known to be wrong. unmeasured: terrain that only
    people vouch for.
    """

    figures: tuple[FigureGhost, ...]
    terrain: tuple[PieceGhost, ...]
    extra: tuple[str, ...]

    @property
    def matches(self) -> bool:
        fit = all(one.state == "matches" for one in self.figures) and not self.extra
        return fit and all(one.state in ("matches", "outlined") for one in self.terrain)

    @property
    def unmeasured(self) -> tuple[str, ...]:
        return tuple(one.piece.name for one in self.terrain if one.state == "outlined")


def compare(
    saved: SavedTable,
    table: TableState,
    tolerance_mm: float,
    seen: Collection[str],
    *,
    now: Mapping[str, Place] | None = None,
    carried: Collection[str] = (),
    found: Sequence[TerrainPiece] = (),
) -> Comparison:
    """What stands wrong. seen: ids of the figures that the newest pictures show; now: places of those that move.

    carried: names of terrain with a marker; found: pieces that the picture shows beside the empty table.
    """
    moving = now or {}
    by_name = {figure.name: figure for figure in table.figures if figure.name is not None}
    figures = tuple(_figure(one, by_name.get(one.name), tolerance_mm, seen, moving) for one in saved.figures)
    wanted = {one.name for one in saved.figures}
    extra = tuple(figure.id for figure in table.figures if figure.name not in wanted)
    pieces = {piece.name: piece for piece in table.terrain}
    terrain = tuple(
        _piece(one, pieces.get(one.name), one.name in carried, found, tolerance_mm) for one in saved.terrain
    )
    return Comparison(figures, terrain, extra)


def _figure(
    saved: SavedFigure,
    figure: Figure | None,
    tolerance_mm: float,
    seen: Collection[str],
    moving: Mapping[str, Place],
) -> FigureGhost:
    if figure is None:
        return FigureGhost(saved, "missing")
    place = moving.get(figure.id, figure.place)
    dx_mm, dy_mm = saved.x_mm - place.x_mm, saved.y_mm - place.y_mm
    off_mm = math.hypot(dx_mm, dy_mm)
    sigma_mm = length_sigma((dx_mm, dy_mm), place.spread.covariance())
    level_off = abs(place.level_mm - saved.level_mm) > LEVEL_MM
    state: FigureState = _judged(off_mm, sigma_mm, tolerance_mm)
    if figure.id not in seen and figure.id not in moving:
        state = "unseen"
    elif level_off:
        state = "off"
    elif figure.id in moving and state == "matches":
        state = "unsure"
    return FigureGhost(saved, state, off_mm, sigma_mm, dx_mm, dy_mm, level_off)


def _judged(off_mm: float, sigma_mm: float, tolerance_mm: float) -> Literal["matches", "off", "unsure"]:
    if off_mm + 2 * sigma_mm <= tolerance_mm:
        return "matches"
    return "off" if off_mm - 2 * sigma_mm > tolerance_mm else "unsure"


def _piece(
    saved: SavedPiece, there: TerrainPiece | None, carried: bool, found: Sequence[TerrainPiece], tolerance_mm: float
) -> PieceGhost:
    wanted = _shape(saved.outline_mm)
    if there is not None and carried:
        return _beside(saved, wanted, _shape(there.outline), CARRIED_SIGMA_MM, tolerance_mm)
    shapes = [_shape(piece.outline) for piece in found]
    best = max(shapes, key=lambda shape: _overlap(wanted, shape), default=None)
    if best is not None and _overlap(wanted, best) >= SAME_PIECE:
        return _beside(saved, wanted, best, FOUND_SIGMA_MM, tolerance_mm)
    if there is None:
        return PieceGhost(saved, "missing")
    outlined = _beside(saved, wanted, _shape(there.outline), 0.0, tolerance_mm)
    if outlined.state == "off":
        return outlined
    return PieceGhost(saved, "outlined", outlined.off_mm, outlined.dx_mm, outlined.dy_mm)


def _beside(
    saved: SavedPiece, wanted: shapely.Geometry, shape: shapely.Geometry, sigma_mm: float, tolerance_mm: float
) -> PieceGhost:
    dx_mm, dy_mm = wanted.centroid.x - shape.centroid.x, wanted.centroid.y - shape.centroid.y
    # what both do not share, as a strip along the edge
    strip_mm = wanted.symmetric_difference(shape).area / max(wanted.length, 1.0)
    off_mm = max(math.hypot(dx_mm, dy_mm), float(strip_mm))
    return PieceGhost(saved, _judged(off_mm, sigma_mm, tolerance_mm), off_mm, dx_mm, dy_mm)


def _overlap(a: shapely.Geometry, b: shapely.Geometry) -> float:
    return float(a.intersection(b).area / max(a.union(b).area, 1e-9))


def _shape(outline: Sequence[Point]) -> shapely.Geometry:
    return shapely.make_valid(shapely.Polygon(outline))
