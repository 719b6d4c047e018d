"""The board laid on the table: which square a figure stands on, and where on the table a square is.

A square is read only inside the block whose corners were tapped (`Board.camera`), and only if the board has it there.
What comes within two sigma of another square of the board is too close to call: the players say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.dark_world.board import Board, xy
from companion.geometry.laying import CORNERS, LaidBoard, lay_corners, standing
from companion.geometry.points import Point


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner to be tapped. at: in squares, on the drawing; words: which it is, for people."""

    at: Point
    words: str


@dataclass(frozen=True, slots=True)
class OnSquare:
    """square: where it stands, None if that is no square of the block. close: other squares that it may be on.

    It is certain, that it is this square or that it is none, if `close` is empty.
    """

    square: str | None
    close: tuple[str, ...] = ()


def corners(board: Board) -> tuple[Corner, ...]:
    """The four corners to be tapped, in their order, each named by what lies there."""
    first, last, top, bottom = board.camera
    at = ((first, top), (last + 1, top), (last + 1, bottom + 1), (first, bottom + 1))
    squares = ((first, top), (last, top), (last, bottom), (first, bottom))
    return tuple(
        Corner((float(x), float(y)), f"{name} corner, at {_named(board, f'{c},{r}')}")
        for (x, y), (c, r), name in zip(at, squares, CORNERS, strict=True)
    )


def lay(board: Board, corners_mm: Sequence[Point], sigma_mm: float) -> LaidBoard:
    """The board by its four corners on the table. LayingFault with a sentence if it cannot lie so."""
    first, last, top, bottom = board.camera
    laid = lay_corners(corners_mm, last - first + 1, bottom - top + 1, sigma_mm)
    if not first and not top:
        return laid
    return _moved(laid, first, top)


def on_square(board: Board, laid: LaidBoard, xy_mm: Point, sigma_mm: float) -> OnSquare:
    """The square of a figure whose base has its middle there."""
    found = standing(laid, xy_mm, sigma_mm)
    named = [f"{column},{row}" for column, row in (found.cell, *found.close)]
    own, *close = [name if readable(board, name) else None for name in named]
    return OnSquare(own, tuple(name for name in close if name is not None))


def readable(board: Board, square: str) -> bool:
    """Whether a figure on this square is read off the table."""
    if square not in board.zone_of:
        return False
    (column, row), (first, last, top, bottom) = xy(square), board.camera
    return first <= column <= last and top <= row <= bottom


def where_mm(laid: LaidBoard, square: str) -> Point:
    """The middle of a square on the table: for ghosts, and for where to put a figure back."""
    return laid.centre_mm(xy(square))


def outlines_mm(board: Board, laid: LaidBoard) -> dict[str, tuple[Point, ...]]:
    """Square -> its corners on the table, for all that are read; to be drawn over the picture."""
    return {square: laid.outline_mm(xy(square)) for square in board.zone_of if readable(board, square)}


def _named(board: Board, square: str) -> str:
    return board.zone_of[square].name if square in board.zone_of else f"square {square}"


def _moved(laid: LaidBoard, column: int, row: int) -> LaidBoard:
    """The same board, its first square being column, row."""
    s11, s12, s13, s22, s23, s33 = laid.spread
    origin = laid.mm((-column, -row))
    to_1 = s11 - 2 * (s12 * column + s13 * row - s23 * column * row) + s22 * column**2 + s33 * row**2
    to_x, to_y = s12 - s22 * column - s23 * row, s13 - s23 * column - s33 * row
    return LaidBoard(origin, laid.column_mm, laid.row_mm, (to_1, to_x, to_y, s22, s23, s33), laid.residual_mm)
