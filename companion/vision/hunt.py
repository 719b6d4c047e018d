"""Look for marks that no quad gave away: small ones, and ones partly behind something.

Idea: the roster says which marks must be somewhere, their size and height; the camera is solved. So lay each mark's
cells on the table's planes wherever the picture is lively enough (or differs from the empty table), in nine turns, and
read what the cells hold. A blind detector needs the whole black outline; this needs enough cells that agree with one
mark and with no other.

Invariant: a hunted mark is believed only after the exact fit, and only if its cells, black and white counted apart, are
mostly as printed, while no other mark of the dictionary fits better (`proof.Proof.holds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Grey
from calibration.camera import Camera
from calibration.motion import CORNERS
from companion.setup.model import FigureSection
from companion.vision.detect import cell_book, halved
from companion.vision.levels import Ground
from companion.vision.straight import plane_map

Reach = tuple[float, float, float, float]

TURNS = 9
"""Turns tried within a quarter: 10 degrees apart, so a corner cell is at most 0.4 cells off."""
PITCHES = 4
"""Points a cell has along its side on a straightened plane; places are tried at every second one."""
MAX_PLACES = 12_000
"""Most places tried on one plane; beyond it the liveliest are taken."""
PLANE_MM = 12.0
"""Planes closer than this are searched as one: a place is carried on as pixels, and 6 mm change a mark's size by a
percent."""
LOOKED_INTO = 3000
"""Readings of the whole mark, best first, that are also tried as partly hidden."""
PICKED = 10
"""Places a mark keeps for the exact fit."""
MIN_CELL_PX = 1.3
"""Smallest cell, as the side of a square in the picture, that is searched for; found ones had 1.98 px or more."""
VIEW_GRID = 33
"""Points along each side of the table at which the size of a cell in the picture is looked at."""
MOST_PLANE_PX = 40_000_000
"""Largest straightened plane, 0.7 GB while it is made; a plane beyond it is not searched."""
MIN_MATCH = 0.45
"""Least correlation over the better part of the cells to be worth a fit."""


@dataclass(frozen=True, slots=True, eq=False)
class Scent:
    """A place where a figure's mark may lie. corners_px: (4, 2). match: correlation of the cells that fit best, 0..1;
    trust: (n, n), 1 for those cells, row 0 the print's top; None: all."""

    figure: FigureSection
    corners_px: Floats
    match: float
    trust: Floats | None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is to be hunted for: figures number, number + 1, ... of the missing ones, round and round; at most
    `most` of them."""

    number: int
    most: int

    def of(self, missing: Sequence[FigureSection]) -> list[FigureSection]:
        """Those of the missing figures whose turn it is."""
        start = self.number % max(len(missing), 1)
        return [*missing[start:], *missing[:start]][: self.most]


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """Where to look: how lively (grey levels between light and dark nearby) each spot is, 0 where no mark can be, at
    half size."""

    lively: Grey


def lively_area(green: Grey, empty: Grey | None, dark: float, contrast: float, taken_px: Sequence[Floats]) -> Area:
    """Where marks may be: paper white and ink black close to each other, changed against the empty table if there is
    one, and not on a mark that is read already. dark, contrast: grey levels of black and from there to white on marks
    that are read.
    """
    half = halved(green)
    window = np.ones((9, 9), np.uint8)
    high, low = cv2.dilate(half, window), cv2.erode(half, window)
    lively = np.asarray(cv2.subtract(high, low), dtype=np.uint8)
    lively[(high < dark + 0.45 * contrast) | (low > dark + 0.4 * contrast) | (lively < 0.3 * contrast)] = 0
    if empty is not None:
        before = halved(empty).astype(np.float32)
        now = half.astype(np.float32)
        ratio = float(np.median(now / np.maximum(before, 8.0)))
        change = (np.abs(now - before * ratio) > 0.12 * contrast).astype(np.uint8)
        changed = cv2.dilate(cv2.morphologyEx(change, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), window)
        lively[changed == 0] = 0
    for quad in taken_px:
        cv2.fillConvexPoly(lively, np.round((quad + 0.5) / 2).astype(np.int32), 0)
    return Area(lively)


def hunt(
    green: Grey,
    camera: Camera,
    ground: Ground,
    name: str,
    figures: Sequence[FigureSection],
    reach_mm: Reach,
    area: Area,
) -> list[Scent]:
    """Where the marks of these figures may lie. reach_mm: x0, y0, x1, y1 of the table to search; name: the
    dictionary."""
    planes: dict[tuple[float, int], set[str]] = {}
    for figure in figures:
        for level in ground.heights_mm:
            z = round((level + (figure.marker_height_mm or 0.0)) / PLANE_MM)
            planes.setdefault((figure.marker_side_mm or 0.0, z), set()).add(figure.name)
    soft = np.asarray(cv2.GaussianBlur(green, (0, 0), 0.6), dtype=np.uint8)
    scents: list[Scent] = []
    for (side_mm, z), names in sorted(planes.items()):
        own = [f for f in figures if f.name in names]
        scents += _search_plane(soft, camera, name, own, side_mm, z * PLANE_MM, reach_mm, area)
    return [scent for figure in figures for scent in _best_apart([s for s in scents if s.figure is figure])]


def _best_apart(scents: list[Scent]) -> list[Scent]:
    """The best few, one a place."""
    kept: list[Scent] = []
    for one in sorted(scents, key=lambda s: -s.match):
        centre, side = one.corners_px.mean(0), np.linalg.norm(one.corners_px[1] - one.corners_px[0])
        if all(np.linalg.norm(k.corners_px.mean(0) - centre) > 0.25 * side for k in kept):
            kept.append(one)
        if len(kept) == PICKED:
            break
    return kept


@dataclass(frozen=True, slots=True, eq=False)
class _Plane:
    """A level plane of the table, straightened: image pixel (row, column) is x0 + column * pitch, y0 + row * pitch,
    mm."""

    image: Grey
    lively: Grey
    x0_mm: float
    y0_mm: float
    pitch_mm: float


def readable_part(camera: Camera, z_mm: float, reach_mm: Reach, cell_mm: float) -> Reach | None:
    """The box within reach_mm of the plane at z_mm in which cells are in the picture and large enough to be read; None
    if there is none."""
    x0, y0, x1, y1 = reach_mm
    across, along = (x1 - x0) / (VIEW_GRID - 1), (y1 - y0) / (VIEW_GRID - 1)
    x, y = np.meshgrid(x0 + across * np.arange(VIEW_GRID), y0 + along * np.arange(VIEW_GRID))
    points = np.c_[x.ravel(), y.ravel(), np.full(x.size, z_mm)]
    px = camera.project(points)
    u = camera.project(points + np.array([cell_mm, 0.0, 0.0])) - px
    v = camera.project(points + np.array([0.0, cell_mm, 0.0])) - px
    inside = ((px > 0) & (px < (camera.lens.width_px, camera.lens.height_px))).all(1)
    large = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) > MIN_CELL_PX**2
    good = points[inside & large]
    if not len(good):
        return None
    low, high = good.min(0), good.max(0)
    return (
        max(x0, float(low[0]) - across),
        max(y0, float(low[1]) - along),
        min(x1, float(high[0]) + across),
        min(y1, float(high[1]) + along),
    )


def _straighten(soft: Grey, area: Area, camera: Camera, z_mm: float, reach_mm: Reach, pitch_mm: float) -> _Plane:
    """The plane at z_mm as far as reach_mm."""
    x0, y0, x1, y1 = reach_mm
    size = int((x1 - x0) / pitch_mm) + 1, int((y1 - y0) / pitch_mm) + 1
    px = plane_map(camera, z_mm, (x0, y0), (pitch_mm, pitch_mm), size)
    image = cv2.remap(soft, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
    half = (px + 0.5) / 2 - 0.5
    lively = cv2.remap(area.lively, half[..., 0], half[..., 1], cv2.INTER_NEAREST)
    return _Plane(np.asarray(image, np.uint8), np.asarray(lively, np.uint8), x0, y0, pitch_mm)


def _search_plane(
    soft: Grey,
    camera: Camera,
    name: str,
    figures: Sequence[FigureSection],
    side_mm: float,
    z_mm: float,
    reach_mm: Reach,
    area: Area,
) -> list[Scent]:
    book = cell_book(name)
    pitch_mm = side_mm / book.side / PITCHES
    readable = readable_part(camera, z_mm, reach_mm, side_mm / book.side)
    if readable is None or (readable[2] - readable[0]) * (readable[3] - readable[1]) > MOST_PLANE_PX * pitch_mm**2:
        return []
    plane = _straighten(soft, area, camera, z_mm, readable, pitch_mm)
    places = _places(plane, book.side)
    if not len(places):
        return []
    turns = np.arange(TURNS, dtype=np.float64) * (np.pi / 2 / TURNS)
    cells = _read_cells(plane, places, turns, book.side)
    scents = []
    for figure in figures:
        rows = np.flatnonzero(book.ids == figure.marker)
        for place, turn, quarter, match, part in _matches(cells, book.rows[rows]):
            quarters = int(book.turns[rows[quarter]])
            row, column = places[place]
            centre = np.array([plane.x0_mm + column * plane.pitch_mm, plane.y0_mm + row * plane.pitch_mm])
            corners = _corners(centre, turns[turn] + quarters * np.pi / 2, side_mm)
            px = camera.project(np.c_[corners, np.full(4, z_mm)])
            if np.isfinite(px).all():
                # the mask is on the cells as they were laid out; the print stands turned by its quarters in them
                trust = np.rot90(part.reshape(book.side, book.side), -quarters)
                scents.append(Scent(figure, px, match, trust))
    return scents


def _places(plane: _Plane, side: int) -> NDArray[np.int64]:
    """(N, 2) rows and columns where a mark's centre may be: lively, half a cell apart, a mark's reach from the rim."""
    step, rim = PITCHES // 2, int(np.ceil(PITCHES * side * 0.75))
    inner = plane.lively[rim:-rim:step, rim:-rim:step]
    if inner.size == 0:
        return np.zeros((0, 2), np.int64)
    best = np.argsort(-inner.astype(np.int16), axis=None, kind="stable")[:MAX_PLACES]
    best = best[inner.ravel()[best] > 0]
    row, column = np.unravel_index(best, inner.shape)
    return np.stack([row * step + rim, column * step + rim], 1)


def _read_cells(plane: _Plane, places: NDArray[np.int64], turns: Floats, side: int) -> NDArray[np.float32]:
    """(places, turns, cells) grey at the centres of the cells a mark would have there, row 0 the print's top."""
    at = (np.arange(side) - (side - 1) / 2) * PITCHES
    u, v = np.meshgrid(at, -at)
    c, s = np.cos(turns)[:, None], np.sin(turns)[:, None]
    columns = np.round(c * u.ravel() - s * v.ravel()).astype(np.int64)
    rows = np.round(s * u.ravel() + c * v.ravel()).astype(np.int64)
    width = plane.image.shape[1]
    index = (places[:, 0] * width + places[:, 1])[:, None, None] + (rows * width + columns)[None]
    return np.asarray(plane.image.ravel()[index], np.float32)


def _half_masks(side: int) -> Floats:
    """(9, cells): the whole mark, and its better part if a half plane hides the rest (about 60 % stays), eight ways."""
    at = np.arange(side) - (side - 1) / 2
    x, y = np.meshgrid(at, at)
    masks = [np.ones(side * side)]
    for angle in np.arange(8) * np.pi / 4:
        masks.append(((np.cos(angle) * x + np.sin(angle) * y).ravel() > -0.12 * side).astype(float))
    return np.array(masks)


def _correlation(cells: Floats, row: Floats, mask: Floats) -> Floats:
    """(N,) correlation of (N, cells) with a mark's row over the cells of a mask; flat cells give 0."""
    n = mask.sum()
    pattern = mask * (row - (row @ mask) / n)
    length = np.sqrt((pattern**2).sum())
    mean = cells @ mask / n
    variance = (cells**2) @ mask / n - mean**2
    return np.asarray(
        np.where(variance > 36, cells @ pattern / (max(length, 1e-6) * np.sqrt(np.maximum(variance, 1) * n)), 0)
    )


def _matches(cells: NDArray[np.float32], rows: Floats) -> list[tuple[int, int, int, float, Floats]]:
    """(place, turn, quarter, match, mask) of the best readings of one mark, best first.

    All are first read whole; the best of those also as partly hidden. A part counts with the fourth root of its share.
    """
    flat = cells.reshape(-1, cells.shape[-1])
    centred = flat - flat.mean(1, keepdims=True)
    length = np.maximum(np.linalg.norm(centred, axis=1), 6.0 * np.sqrt(flat.shape[1]))
    whole = (centred @ rows.T.astype(np.float32)) / length[:, None]
    order = np.argsort(-whole.ravel())[:LOOKED_INTO]
    out = []
    masks = _half_masks(int(np.sqrt(flat.shape[1])))
    for quarter in range(len(rows)):
        own = order[order % len(rows) == quarter] // len(rows)
        read = flat[own].astype(float)
        matches = np.array([_correlation(read, rows[quarter], m) * m.mean() ** 0.25 for m in masks])
        for i in np.flatnonzero(matches.max(0, initial=-1.0) > MIN_MATCH):
            place, turn = divmod(int(own[i]), cells.shape[1])
            mask = int(matches[:, i].argmax())
            out.append((place, turn, quarter, float(matches[mask, i]), masks[mask]))
    out.sort(key=lambda m: -m[3])
    return out[: 6 * PICKED]


def _corners(centre: Floats, angle: float, side_mm: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    R = np.array([[c, -s], [s, c]])
    return np.asarray(centre + CORNERS @ R.T * side_mm)
