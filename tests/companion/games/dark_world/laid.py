"""A board laid on a table, and figures put on its squares."""

from __future__ import annotations

from companion.games.dark_world.board import Board
from companion.games.dark_world.on_table import corners, lay, where_mm
from companion.games.dark_world.printed import BOARD
from companion.geometry.laying import LaidBoard
from companion.table.state import Base, Figure, Place, Spread, TableState

SQUARE_MM = 30.0


def laid(board: Board = BOARD, square_mm: float = SQUARE_MM) -> LaidBoard:
    """The board with its squares along the table's axes, rows going down."""
    return lay(board, [(corner.at[0] * square_mm, -corner.at[1] * square_mm) for corner in corners(board)], 0.5)


def figure_on(
    name: str | None,
    square: str,
    off_mm: tuple[float, float] = (0.0, 0.0),
    *,
    sigma_mm: float = 0.5,
    figure_id: str = "",
    ring: str | None = None,
    others: tuple[Place, ...] = (),
) -> Figure:
    """A figure in the middle of a square, or beside it."""
    x, y = where_mm(laid(), square)
    spread = Spread((sigma_mm**2, 0.0, sigma_mm**2))
    place = Place(x + off_mm[0], y + off_mm[1], spread)
    base = Base("disc", 25.0, 25.0, 3.0)
    return Figure(figure_id or name or ring or "", name, base, 40.0, place, ring=ring, others=others)


def table_of(*figures: Figure, put_back: tuple[str, ...] = ()) -> TableState:
    """A table with the board on it."""
    return TableState(revision=1, figures=figures, board=laid(), put_back=put_back)
