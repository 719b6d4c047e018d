"""A printed pattern as a grid of black and white cells in millimetres.

The frame is the print's own: origin at the centre of the black square, u to the right of the print, v to its top.
Grid lines need not be evenly spaced. Whoever looks for a pattern in a picture, draws it on paper or renders it in a
scene reads the same value, so a sheet is described in one place only. Nothing here sees a picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.errors import InputFault
from calibration.opencv import Bits, dictionary_bits

SADDLE_CENTRE = 1.5
"""Side of a saddle sheet's white centre cell, as a multiple of the marker's side: a quiet zone of a quarter side."""
SADDLE_ARM = 0.5
"""Depth of the four black cells round it, in marker sides. The whole print is 2.5 sides wide."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A black square marker with what is printed round it.

    bounds_u_mm (n+1,) and bounds_v_mm (m+1,): grid lines, rising. cells (m, n) uint8: 1 white, 0 black; row 0 is the
    LOWEST v, so that cells[i, j] lies between bounds_v_mm[i], [i+1] and bounds_u_mm[j], [j+1]. Outside is white paper.
    side_mm: the marker's black square. quiet_mm: white round it that belongs to the print.
    """

    bounds_u_mm: NDArray[np.float64]
    bounds_v_mm: NDArray[np.float64]
    cells: Bits
    side_mm: float
    quiet_mm: float

    @property
    def width_mm(self) -> float:
        """Across everything the pattern describes."""
        return float(self.bounds_u_mm[-1] - self.bounds_u_mm[0])

    def marker_corners_mm(self) -> NDArray[np.float64]:
        """The black square's corners, (4, 2), in cv2.aruco's order: clockwise from the print's upper left."""
        half = self.side_mm / 2
        return np.array([[-half, half], [half, half], [half, -half], [-half, -half]])

    def is_white(self, points_mm: NDArray[np.floating]) -> NDArray[np.bool_]:
        """Whether each of points_mm (..., 2) lies on white; outside the pattern is white paper."""
        u, v = points_mm[..., 0], points_mm[..., 1]
        column = np.searchsorted(self.bounds_u_mm, u, side="right") - 1
        row = np.searchsorted(self.bounds_v_mm, v, side="right") - 1
        rows, columns = self.cells.shape
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        return np.asarray(~inside | (self.cells[row.clip(0, rows - 1), column.clip(0, columns - 1)] > 0))


def marker_pattern(dictionary: str, marker_id: int, side_mm: float, quiet_mm: float = 0.0) -> Pattern:
    """A plain marker: one black cell of border, the data cells, and quiet_mm of white round it (no such cells if 0).

    Raises InputFault: unknown dictionary or id, a side that is not above 0, a quiet zone below 0.
    """
    if not side_mm > 0 or not quiet_mm >= 0:
        raise InputFault(
            "bad-size", f"A marker's side must be above 0 and its quiet zone not below 0: {side_mm} mm, {quiet_mm} mm."
        )
    bits = dictionary_bits(dictionary, marker_id)[::-1]
    lines_mm = np.linspace(-side_mm / 2, side_mm / 2, len(bits) + 3)
    cells = np.pad(bits, 1)
    if quiet_mm > 0:
        lines_mm, cells = _surrounded(lines_mm, cells, quiet_mm, 1)
    return Pattern(lines_mm, lines_mm.copy(), cells, side_mm, quiet_mm)


def saddle_pattern(dictionary: str, marker_id: int, side_mm: float) -> Pattern:
    """The table sheet: a marker in the white centre cell of a 3x3 chessboard, edge cells black, corner cells white.

    The centre cell's four corners are saddle points. Everything follows from side_mm, the marker's black square:
    the centre cell is SADDLE_CENTRE sides wide, the black cells SADDLE_ARM deep. Raises as `marker_pattern`.
    """
    quiet_mm = side_mm * (SADDLE_CENTRE - 1) / 2
    inner = marker_pattern(dictionary, marker_id, side_mm, quiet_mm)
    lines_mm, cells = _surrounded(inner.bounds_u_mm, inner.cells, side_mm * SADDLE_ARM, 0)
    cells[[0, 0, -1, -1], [0, -1, 0, -1]] = 1
    return Pattern(lines_mm, lines_mm.copy(), cells, side_mm, quiet_mm)


def _surrounded(
    lines_mm: NDArray[np.float64], cells: Bits, by_mm: float, colour: int
) -> tuple[NDArray[np.float64], Bits]:
    wider_mm = np.concatenate([[lines_mm[0] - by_mm], lines_mm, [lines_mm[-1] + by_mm]])
    return wider_mm, np.pad(cells, 1, constant_values=colour)
