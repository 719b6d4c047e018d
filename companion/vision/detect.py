"""Printed marks in a picture: quads, then names.

Idea: find at half size, read at full size. OpenCV's detector is asked for squares on a picture of a quarter of the
pixels;
what it cannot read there it hands back as a quad, and the quad's cells are read here from the full picture and held
against
every mark of the dictionary in all four turns. Only when a wanted mark is still missing is the full picture searched.

Invariant: a name is given only by a clear best: the cells agree well, and no other mark of the dictionary agrees
nearly as well.
Corners are good to about a pixel; `calibration.fit` makes them exact.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.opencv import detect_markers, dictionary, dictionary_bits, dictionary_size

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

READ_AGREEMENT = 0.72
"""Least correlation of a quad's cells with a mark's; wrong readings on the test pictures stay under 0.6."""
READ_MARGIN = 0.12
"""Least lead over the second best mark."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A mark in a picture. corners_px: (4, 2), from the print's upper left, clockwise. agreement: of its cells,
    0..1."""

    id: int
    corners_px: Floats
    agreement: float


@dataclass(frozen=True, slots=True, eq=False)
class CellBook:
    """A dictionary as rows of cells, black border included, each row of mean 0 and length 1: (ids * 4 turns, cells)."""

    side: int
    rows: Floats
    ids: NDArray[np.int32]
    turns: NDArray[np.int32]


@lru_cache(maxsize=8)
def cell_book(name: str) -> CellBook:
    """The book of a dictionary by its name."""
    rows, ids, turns = [], [], []
    for mark in range(dictionary_size(name)):
        bits = np.pad(dictionary_bits(name, mark), 1).astype(float)
        for turn in range(4):
            cells = np.rot90(bits, turn).ravel()
            rows.append((cells - cells.mean()) / np.linalg.norm(cells - cells.mean()))
            ids.append(mark)
            turns.append(turn)
    return CellBook(int(np.sqrt(len(rows[0]))), np.array(rows), np.array(ids), np.array(turns))


def find_marks(grey: Grey, name: str, wanted: Set[int], *, thorough: bool = True) -> list[Found]:
    """All marks of the dictionary in sight, wanted or not; the same id may stand in it twice.

    grey: (H, W) uint8. thorough: search the full picture too while a wanted mark is missing.
    """
    half = halved(grey)
    found = _search(grey, half, 2.0, name)
    if thorough and not wanted <= {f.id for f in found}:
        found = _merged(found + _search(grey, grey, 1.0, name))
    return found


def halved(grey: Grey) -> Grey:
    """A quarter of the pixels, each the mean of four."""
    return np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _search(grey: Grey, picture: Grey, scale: float, name: str) -> list[Found]:
    corners, rejected = _quads(picture, name)
    read = [(np.asarray(q, float) + 0.5) * scale - 0.5 for q in (*corners, *rejected)]
    read = [q for q in read if _is_square_like(q)]
    return _merged(read_quads(grey, np.array(read).reshape(-1, 4, 2), name))


def _quads(picture: Grey, name: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = 5, 15
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.minMarkerPerimeterRate = 0.012 * 960 / max(picture.shape)
    _, corners, rejected = detect_markers(picture, dictionary(name), parameters)
    return corners, rejected


def _is_square_like(quad: Floats) -> bool:
    """Whether a quad can be a square seen from somewhere: convex, no side over five times another."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    a, b = np.roll(quad, -1, 0) - quad, np.roll(quad, -2, 0) - np.roll(quad, -1, 0)
    turn = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return bool(sides.min() > 5 and sides.max() < 5 * sides.min() and (np.all(turn > 0) or np.all(turn < 0)))


def read_quads(grey: Grey, quads_px: Floats, name: str) -> list[Found]:
    """The marks that (N, 4, 2) quads turn out to be; quads that are none are left out."""
    if not len(quads_px):
        return []
    book = cell_book(name)
    clockwise = np.array([q if _turns_clockwise(q) else q[::-1] for q in quads_px])
    cells = sample_cells(grey, clockwise, book.side)
    scores = cells @ book.rows.T
    out = []
    for quad, score in zip(clockwise, scores, strict=True):
        best = int(score.argmax())
        mark, turn = int(book.ids[best]), int(book.turns[best])
        second = float(np.max(score[book.ids != mark], initial=-1.0))
        if score[best] >= READ_AGREEMENT and score[best] - second >= READ_MARGIN:
            # cells turned counter-clockwise by `turn` quarters: the print's upper left is that many corners on
            out.append(Found(mark, np.roll(quad, turn, 0), float(score[best])))
    return out


def sample_cells(grey: Grey, quads_px: Floats, side: int) -> Floats:
    """(N, side * side) grey of each quad's cells, row 0 at its first edge, each row of mean 0 and length 1 (0 if
    flat)."""
    spots = np.array([0.25, 0.5, 0.75])
    at = ((np.arange(side)[:, None] + spots) / side).ravel()
    u, v = np.meshgrid(at, at)
    points = np.stack([u.ravel(), v.ravel(), np.ones(u.size)])
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    H = np.array([cv2.getPerspectiveTransform(unit, q.astype(np.float32)) for q in quads_px])
    q = H @ points
    px = (q[:, :2] / q[:, 2:]).astype(np.float32)
    values = cv2.remap(grey, px[:, 0], px[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(float)
    cells = values.reshape(len(H), side, 3, side, 3).mean((2, 4)).reshape(len(H), -1)
    cells -= cells.mean(1, keepdims=True)
    length = np.linalg.norm(cells, axis=1, keepdims=True)
    return np.asarray(np.where(length > 4 * side, cells / np.maximum(length, 1e-9), 0.0))


def _turns_clockwise(quad: Floats) -> bool:
    """As seen in the picture, whose y runs down."""
    x, y = quad.T
    return bool(x @ np.roll(y, -1) - y @ np.roll(x, -1) > 0)


def _merged(found: list[Found]) -> list[Found]:
    """One of each mark at each place: finds of the same id whose centres lie within a side of each other are one."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: -f.agreement):
        centre = one.corners_px.mean(0)
        side = np.linalg.norm(one.corners_px[1] - one.corners_px[0])
        if not any(k.id == one.id and np.linalg.norm(k.corners_px.mean(0) - centre) < side for k in kept):
            kept.append(one)
    return kept
