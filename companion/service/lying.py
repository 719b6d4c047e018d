"""The camera's table in the frame of a game without a board, where that table was laid on the picture. Pure.

Everything is turned and shifted, nothing stretched. What is not sure of the laying is a cause that all places share, so
that it takes no part in the distance of two figures that are near each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.geometry.lain import Lain
from companion.table.state import Figure, Place, Point, Spread, TableState, TerrainPiece


def as_game_has_it(table: TableState, lain: Lain) -> TableState:
    """Figures, terrain and grid in the game's frame; sheets stay the camera's."""
    grid = table.grid
    if grid is not None:
        grid = replace(grid, origin=lain.game(grid.origin), turn_rad=grid.turn_rad - lain.turn_rad)
    return replace(
        table,
        figures=tuple(_figure(figure, lain) for figure in table.figures),
        terrain=pieces_as_game_has_them(table.terrain, lain),
        grid=grid,
    )


def pieces_as_game_has_them(pieces: Iterable[TerrainPiece], lain: Lain) -> tuple[TerrainPiece, ...]:
    """Terrain in the game's frame."""
    return tuple(
        replace(
            piece,
            outline=_ring(piece.outline, lain),
            top_outline=None if piece.top_outline is None else _ring(piece.top_outline, lain),
        )
        for piece in pieces
    )


def _figure(figure: Figure, lain: Lain) -> Figure:
    heading = figure.heading_rad
    return replace(
        figure,
        place=_place(figure.place, lain),
        others=tuple(_place(place, lain) for place in figure.others),
        heading_rad=None if heading is None else heading - lain.turn_rad,
    )


def _place(place: Place, lain: Lain) -> Place:
    x, y = lain.game((place.x_mm, place.y_mm))
    shared = tuple(lain.turned(step) for step in place.spread.shared)
    (xx, xy), (_, yy) = _covariance(place.spread.own, lain)
    return replace(place, x_mm=x, y_mm=y, spread=Spread((xx, xy, yy), (*shared, *lain.causes((x, y))), _source(place)))


def _covariance(own: tuple[float, float, float], lain: Lain) -> tuple[Point, Point]:
    """The covariance turned: R C R'."""
    xx, xy, yy = own
    ax, ay = lain.turned((xx, xy)), lain.turned((xy, yy))
    first, second = lain.turned((ax[0], ay[0])), lain.turned((ax[1], ay[1]))
    return first, second


def _source(place: Place) -> str:
    return f"{place.spread.source}, laid"


def _ring(outline: Iterable[Point], lain: Lain) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in (lain.game(point) for point in outline))
