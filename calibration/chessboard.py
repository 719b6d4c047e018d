"""Boards a lens is calibrated with, and where their corners are in a picture.

Two kinds: the lens board that `companion sheets --lens-board` prints (a ChArUco board, so that it may be cut off by the
picture's edge, where a lens is worst), and a plain chessboard of any size. The inner corners of both are saddle points.
A view is accepted or missing; judging views against each other is `calibration.lensfit`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import Floats, Grey
from calibration.opencv import (
    Bits,
    Points,
    charuco_board,
    charuco_corners_mm,
    detect_charuco,
    dictionary_bits,
    find_chessboard,
    refine_corners,
)

LENS_BOARD_DICTIONARY = "DICT_5X5_50"
"""Not the table sheets' dictionary, so that the board may lie on a laid table."""
LENS_BOARD_SQUARES = (7, 9)
LENS_BOARD_SQUARE_MM = 27.0
LENS_BOARD_MARKER_MM = 21.0
_MODULES_A_SQUARE = 9
_FEWEST_CORNERS = 8


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """points_mm (N, 2) on the board's plane and corners_px (N, 2) in the picture. spacing_mm: one square."""

    points_mm: Floats
    corners_px: Floats
    spacing_mm: float


def find_lens_board(grey: Grey) -> BoardView | None:
    """The printed lens board, whole or in part (8 corners at least, not all on one line); None if not in sight."""
    board = _lens_board()
    numbers, rough_px = detect_charuco(grey, board)
    if len(numbers) < _FEWEST_CORNERS:
        return None
    points_mm: Floats = charuco_corners_mm(board)[numbers, :2]
    if np.ptp(points_mm, axis=0).min() < LENS_BOARD_SQUARE_MM / 2:
        return None
    return _refined(grey, points_mm, rough_px, LENS_BOARD_SQUARE_MM, 1 / _MODULES_A_SQUARE)


def find_plain_board(grey: Grey, columns: int, rows: int, square_mm: float) -> BoardView | None:
    """A chessboard with columns x rows inner corners, all of them in sight; None if not."""
    rough_px = find_chessboard(grey, columns, rows)
    if rough_px is None:
        return None
    across, down = np.meshgrid(np.arange(columns), np.arange(rows))
    points_mm = np.column_stack([across.ravel(), down.ravel()]).astype(np.float64) * square_mm
    return _refined(grey, points_mm, rough_px, square_mm, 1 / 4)


def lens_board_cells() -> tuple[Floats, Floats, Bits]:
    """The lens board to print: bounds_u_mm, bounds_v_mm, cells about its centre, as `Pattern` has them."""
    columns, rows = LENS_BOARD_SQUARES
    printed = np.zeros((rows, columns, _MODULES_A_SQUARE, _MODULES_A_SQUARE), np.uint8)
    white = [(row, column) for row in range(rows) for column in range(columns) if (row + column) % 2]
    for marker_id, (row, column) in enumerate(white):
        printed[row, column] = np.pad(
            np.pad(dictionary_bits(LENS_BOARD_DICTIONARY, marker_id), 1), 1, constant_values=1
        )
    cells = printed.transpose(0, 2, 1, 3).reshape(rows * _MODULES_A_SQUARE, columns * _MODULES_A_SQUARE)
    width_mm, height_mm = columns * LENS_BOARD_SQUARE_MM, rows * LENS_BOARD_SQUARE_MM
    bounds_u_mm = np.linspace(-width_mm / 2, width_mm / 2, cells.shape[1] + 1)
    bounds_v_mm = np.linspace(-height_mm / 2, height_mm / 2, cells.shape[0] + 1)
    return bounds_u_mm, bounds_v_mm, np.ascontiguousarray(cells[::-1])


@lru_cache(maxsize=1)
def _lens_board() -> cv2.aruco.CharucoBoard:
    return charuco_board(LENS_BOARD_DICTIONARY, *LENS_BOARD_SQUARES, LENS_BOARD_SQUARE_MM, LENS_BOARD_MARKER_MM)


def _refined(grey: Grey, points_mm: Floats, rough_px: Points, spacing_mm: float, clear: float) -> BoardView:
    """Corners refined in a window of `clear` squares either way, 2 to 11 px, within which no other edge lies.

    For chessboards a quarter of a square: all 13 boards of left*.jpg then fit within 0.15 mm rms; with a third, one
    corner of left02 is pulled 5 mm away.
    """
    apart_px = np.linalg.norm(rough_px[:, None] - rough_px[None], axis=2)
    np.fill_diagonal(apart_px, np.inf)
    square_px = float(np.median(apart_px.min(axis=1)))
    refined_px = refine_corners(grey, rough_px, int(np.clip(square_px * clear, 2, 11)))
    return BoardView(points_mm, np.asarray(refined_px, np.float64), spacing_mm)
