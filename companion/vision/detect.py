"""Printed marks in a picture: quads, then names.

Idea: find at half size, read at full size. OpenCV's detector is asked for squares on a picture of a quarter of the
pixels; what it cannot read there it hands back as a quad, and the quad's cells are read here from the full picture and
held against every mark of the dictionary in all four turns. Only when a wanted mark is still missing is the full
picture searched.

Invariant: a name is given only by a clear best: the cells agree well, and no other mark of the dictionary agrees nearly
as well. Corners are good to about a pixel; `calibration.fit` makes them exact.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Grey
from calibration.motion import homographies
from calibration.opencv import detect_markers, dictionary, dictionary_bits, dictionary_size

LEAST_PERIMETER_PX = 11.5
"""Of quads, in the picture that is searched; OpenCV leaves smaller ones out."""
READ_AGREEMENT = 0.72
"""Least correlation of a quad's cells with a mark's; with the margin, no mark was misread on the 26 test pictures."""
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

    grey: (H, W) uint8. thorough: while a wanted mark is missing, search with a wider window, then the full picture.
    """
    half = halved(grey)
    found: list[Found] = []
    for picture, scale, window in ((half, 2.0, 3), (half, 2.0, 7), (grey, 1.0, 9)):
        found = _merged(found + _search(grey, picture, scale, window, name))
        if not thorough or wanted <= {f.id for f in found}:
            break
    return found


def halved(grey: Grey) -> Grey:
    """A quarter of the pixels, each the mean of four."""
    return np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _search(grey: Grey, picture: Grey, scale: float, window: int, name: str) -> list[Found]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = window
    parameters.minMarkerPerimeterRate = LEAST_PERIMETER_PX / max(picture.shape)
    _, corners, rejected = detect_markers(picture, dictionary(name), parameters)
    quads = (np.concatenate([corners, rejected]).astype(float) + 0.5) * scale - 0.5
    return read_quads(grey, quads[_square_like(quads)], name)


def _square_like(quads: Floats) -> NDArray[np.bool_]:
    """(N,) whether quads can be squares seen from somewhere: convex, no side five times another or under 5 px."""
    step = np.roll(quads, -1, 1) - quads
    after = np.roll(step, -1, 1)
    turn = step[..., 0] * after[..., 1] - step[..., 1] * after[..., 0]
    sides = np.hypot(step[..., 0], step[..., 1])
    convex = (turn > 0).all(1) | (turn < 0).all(1)
    return np.asarray(convex & (sides.min(1) > 5) & (sides.max(1) < 5 * sides.min(1)))


def read_quads(grey: Grey, quads_px: Floats, name: str) -> list[Found]:
    """The marks that (N, 4, 2) quads turn out to be; quads that are none are left out."""
    if not len(quads_px):
        return []
    book = cell_book(name)
    x, y = quads_px[..., 0], quads_px[..., 1]
    # as seen in the picture, whose y runs down
    backwards = (x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1) < 0
    clockwise = np.where(backwards[:, None, None], quads_px[:, ::-1], quads_px)
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
    spots = np.array([0.3, 0.7])
    at = ((np.arange(side)[:, None] + spots) / side).ravel()
    u, v = np.meshgrid(at, at)
    points = np.stack([u.ravel(), v.ravel(), np.ones(u.size)])
    H = homographies(np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]), quads_px)
    q = H @ points
    px = (q[:, :2] / q[:, 2:]).astype(np.float32)
    values = cv2.remap(grey, px[:, 0], px[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(float)
    cells = values.reshape(len(H), side, 2, side, 2).mean((2, 4)).reshape(len(H), -1)
    cells -= cells.mean(1, keepdims=True)
    length = np.linalg.norm(cells, axis=1, keepdims=True)
    return np.asarray(np.where(length > 4 * side, cells / np.maximum(length, 1e-9), 0.0))


def _merged(found: list[Found]) -> list[Found]:
    """One of each mark at each place: finds of the same id whose centres lie within a side of each other are one."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: -f.agreement):
        centre = one.corners_px.mean(0)
        side = np.linalg.norm(one.corners_px[1] - one.corners_px[0])
        if not any(k.id == one.id and np.linalg.norm(k.corners_px.mean(0) - centre) < side for k in kept):
            kept.append(one)
    return kept
