"""The one place that knows which shapes `cv2` returns.

OpenCV 5 drops the middle axis of many one-column results (ids (N,1) -> (N,), charuco corners (N,1,2) -> (N,2)), and
4 and 5 both give None for "nothing". Everything leaves here as plain arrays of one shape, on OpenCV 4.10 to 5.x; empty
is an empty array, never None. No measuring happens here.
"""

from __future__ import annotations

import difflib
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Grey
from calibration.errors import InputFault

Bits = NDArray[np.uint8]
Points = NDArray[np.float32]

DICTIONARIES: dict[str, int] = {
    name: value
    for name, value in sorted(vars(cv2.aruco).items())
    if name.startswith("DICT_") and isinstance(value, int)
}
"""Every marker dictionary this OpenCV knows, by the name a setup file uses."""


@lru_cache(maxsize=8)
def dictionary(name: str) -> cv2.aruco.Dictionary:
    """The marker dictionary of this name, such as DICT_4X4_50. Raises InputFault `unknown-dictionary`."""
    if name not in DICTIONARIES:
        near = difflib.get_close_matches(name.upper(), DICTIONARIES, n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]}?" if near else "; DICT_4X4_50 is the usual one."
        raise InputFault("unknown-dictionary", f"There is no marker dictionary {name!r}{hint}", name)
    return cv2.aruco.getPredefinedDictionary(DICTIONARIES[name])


def dictionary_size(name: str) -> int:
    """How many markers the dictionary has: ids run from 0 to one less."""
    return len(dictionary(name).bytesList)


def dictionary_bits(name: str, marker_id: int) -> Bits:
    """The marker's data cells without its black border, (n, n), 1 = white, row 0 = the top of the print.

    Raises InputFault `unknown-dictionary` or `unknown-marker`.
    """
    chosen = dictionary(name)
    count = len(chosen.bytesList)
    if not 0 <= marker_id < count:
        raise InputFault("unknown-marker", f"{name} has the markers 0 to {count - 1}, not {marker_id}.", str(marker_id))
    with_border = cv2.aruco.generateImageMarker(chosen, marker_id, chosen.markerSize + 2, borderBits=1)
    return np.ascontiguousarray(with_border[1:-1, 1:-1] > 0, dtype=np.uint8)


def detect_markers(
    grey: Grey,
    markers: str | cv2.aruco.Dictionary,
    parameters: cv2.aruco.DetectorParameters | None = None,
) -> tuple[NDArray[np.int32], Points, Points]:
    """ids (N,), corners_px (N, 4, 2) float32, rejected_px (M, 4, 2); corners clockwise from the print's upper left.

    grey: (H, W) uint8. parameters: OpenCV's defaults if None.
    """
    known = dictionary(markers) if isinstance(markers, str) else markers
    detector = cv2.aruco.ArucoDetector(known, parameters or cv2.aruco.DetectorParameters())
    corners, ids, rejected = detector.detectMarkers(grey)
    return flat_ids(ids), quads(corners), quads(rejected)


def flat_ids(ids: object) -> NDArray[np.int32]:
    """(N,) int32 from ids as OpenCV 4 (N, 1), OpenCV 5 (N,), or neither (None) returns them."""
    return np.empty(0, np.int32) if ids is None else np.asarray(ids, np.int32).ravel()


def quads(corners: object) -> Points:
    """(N, 4, 2) float32 from cv2's sequence of (1, 4, 2), which may be empty."""
    return np.asarray(corners, np.float32).reshape(-1, 4, 2) if corners is not None else np.empty((0, 4, 2), np.float32)


def points_2d(points: object) -> Points:
    """(N, 2) float32 from (N, 1, 2), (N, 2) or None."""
    return np.empty((0, 2), np.float32) if points is None else np.asarray(points, np.float32).reshape(-1, 2)


def decode_grey(data: NDArray[np.uint8]) -> Grey | None:
    """A JPEG's or PNG's bytes as (H, W) grey, turned as its EXIF says; None if no picture, or too large for cv2."""
    if not data.size:
        return None
    try:
        grey = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        return None
    return None if grey is None else np.asarray(grey, np.uint8)


def refine_corners(grey: Grey, points_px: NDArray[np.floating], half_window_px: int) -> Points:
    """Saddle points moved to sub-pixel places, (N, 2) float32. half_window_px: 1 or more, clear of other edges."""
    start = np.ascontiguousarray(points_px, np.float32).reshape(-1, 1, 2)
    if not len(start):
        return points_2d(None)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 0.0005)
    window = (half_window_px, half_window_px)
    return points_2d(cv2.cornerSubPix(grey, start.copy(), window, (-1, -1), stop))


def find_chessboard(grey: Grey, columns: int, rows: int) -> Points | None:
    """The inner corners of a chessboard, (columns * rows, 2) row by row, to whole pixels or better; None if not found.

    `findChessboardCorners`, because `findChessboardCornersSB` misses 2 of OpenCV's own 13 left*.jpg.
    """
    flags = cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE | cv2.CALIB_CB_FAST_CHECK
    found, corners = cv2.findChessboardCorners(grey, (columns, rows), None, flags)
    return points_2d(corners) if found and corners is not None else None


def charuco_board(
    markers: str, columns: int, rows: int, square_mm: float, marker_mm: float, first_id: int = 0
) -> cv2.aruco.CharucoBoard:
    """A ChArUco board of columns x rows squares whose markers count up from first_id, laid out by OpenCV (y down)."""
    count = columns * rows // 2
    ids = np.arange(first_id, first_id + count, dtype=np.int32)
    return cv2.aruco.CharucoBoard((columns, rows), square_mm, marker_mm, dictionary(markers), ids)


def detect_charuco(grey: Grey, board: cv2.aruco.CharucoBoard) -> tuple[NDArray[np.int32], Points]:
    """Corner numbers (N,) and places_px (N, 2) of the board's inner corners in sight."""
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    return flat_ids(ids), points_2d(corners)


def charuco_corners_mm(board: cv2.aruco.CharucoBoard) -> NDArray[np.float64]:
    """All inner corners of a board by their number, (N, 3) mm, z = 0, in OpenCV's board frame (y down the print)."""
    return np.asarray(board.getChessboardCorners(), np.float64).reshape(-1, 3)
