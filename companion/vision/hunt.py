"""Look for marks that no quad gave away: small ones, and ones partly behind something.

Idea: the roster says which marks must be somewhere, their size and height; the camera is solved. So lay each mark's cells on the
table's planes wherever the picture is lively enough (or differs from the empty table), in nine turns, and read what the cells
hold. A blind detector needs the whole black outline; this needs enough cells that agree with one mark and with no other.

Invariant: a hunted mark is believed only after the exact fit, and only if its cells, black and white counted apart, are mostly as
printed, while every other mark of the dictionary fits clearly worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.solve import Camera
from companion.setup.model import FigureSection
from companion.vision.detect import cell_book
from companion.vision.levels import Ground

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

TURNS = 9
"""Turns tried within a quarter: 10 degrees apart, so a corner cell is at most 0.4 cells off."""
STRIDE_CELLS = 0.5
MAX_PLACES = 12_000
"""Most places tried on one plane; beyond it the liveliest are taken."""
PLANE_MM = 12.0
"""Planes closer than this are searched as one: a place is carried on as pixels, and 6 mm change a mark's size by a percent."""
LOOKED_INTO = 3000
"""Readings of the whole mark, best first, that are also tried as partly hidden."""
PICKED = 10
"""Places a mark keeps for the exact fit."""
MIN_MATCH = 0.45
"""Least correlation over the better part of the cells to be worth a fit."""


@dataclass(frozen=True, slots=True, eq=False)
class Scent:
    """A place where a figure's mark may lie. corners_px: (4, 2). match: correlation of the cells that fit best, 0..1;
    trust: (n, n), 1 for those cells, row 0 the print's top."""

    figure: FigureSection
    corners_px: Floats
    match: float
    trust: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """Where to look: how lively (grey levels between light and dark nearby) each spot is, 0 where no mark can be, at half size."""

    lively: Grey

    def at(self, points_px: Floats) -> NDArray[np.uint8]:
        """(N,) liveliness of (N, 2) picture points; 0 outside of the picture."""
        spot = np.nan_to_num((points_px + 0.5) / 2, nan=-1.0).astype(int)
        h, w = self.lively.shape
        inside = (spot[:, 0] >= 0) & (spot[:, 1] >= 0) & (spot[:, 0] < w) & (spot[:, 1] < h)
        out = np.zeros(len(spot), np.uint8)
        out[inside] = self.lively[spot[inside, 1], spot[inside, 0]]
        return out


def lively_area(green: Grey, empty: Grey | None, dark: float, contrast: float, taken_px: Sequence[Floats]) -> Area:
    """Where marks may be: paper white and ink black close to each other, changed against the empty table if there is one,
    and not on a mark that is read already. dark, contrast: grey levels of black and from there to white on marks that are read.
    """
    half = cv2.resize(green, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    window = np.ones((9, 9), np.uint8)
    high, low = cv2.dilate(half, window), cv2.erode(half, window)
    lively = cv2.subtract(high, low)
    lively[(high < dark + 0.45 * contrast) | (low > dark + 0.4 * contrast) | (lively < 0.3 * contrast)] = 0
    if empty is not None:
        before = cv2.resize(empty, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
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
    reach_mm: tuple[float, float, float, float],
    area: Area,
) -> list[Scent]:
    """Where the marks of these figures may lie. reach_mm: x0, y0, x1, y1 of the table to search; name: the dictionary."""
    planes: dict[tuple[float, int], set[str]] = {}
    for figure in figures:
        for level in ground.heights_mm:
            z = round((level + (figure.marker_height_mm or 0.0)) / PLANE_MM)
            planes.setdefault((figure.marker_side_mm or 0.0, z), set()).add(figure.name)
    soft = cv2.GaussianBlur(green, (0, 0), 0.6)
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


def _search_plane(
    soft: Grey,
    camera: Camera,
    name: str,
    figures: Sequence[FigureSection],
    side_mm: float,
    z_mm: float,
    reach_mm: tuple[float, float, float, float],
    area: Area,
) -> list[Scent]:
    book = cell_book(name)
    places = _places(camera, z_mm, reach_mm, STRIDE_CELLS * side_mm / book.side, area)
    if not len(places):
        return []
    turns = np.arange(TURNS) * (np.pi / 2 / TURNS)
    cells = _read_cells(soft, camera, z_mm, places, turns, side_mm, book.side)
    scents = []
    for figure in figures:
        rows = np.flatnonzero(book.ids == figure.marker)
        for place, turn, quarter, match, part in _matches(cells, book.rows[rows]):
            quarters = int(book.turns[rows[quarter]])
            angle = turns[turn] + quarters * np.pi / 2
            px = camera.project(np.c_[_corners(places[place], angle, side_mm), np.full(4, z_mm)])
            if np.isfinite(px).all():
                # the mask is on the cells as they were laid out; the print stands turned by its quarters in them
                trust = np.rot90(part.reshape(book.side, book.side), -quarters)
                scents.append(Scent(figure, px, match, trust))
    return scents


def _places(
    camera: Camera, z_mm: float, reach_mm: tuple[float, float, float, float], stride: float, area: Area
) -> Floats:
    x0, y0, x1, y1 = reach_mm
    x, y = np.meshgrid(np.arange(x0, x1, stride), np.arange(y0, y1, stride))
    spots = np.c_[x.ravel(), y.ravel()]
    q = np.c_[spots, np.ones(len(spots))] @ camera.plane_homography(z_mm).T
    spots, q = spots[q[:, 2] > 0], q[q[:, 2] > 0]
    lively = area.at(camera.bend(q[:, :2] / q[:, 2:]))
    best = np.argsort(-lively.astype(int), kind="stable")[:MAX_PLACES]
    return np.asarray(spots[best[lively[best] > 0]])


def _read_cells(
    soft: Grey, camera: Camera, z_mm: float, places: Floats, turns: Floats, side_mm: float, side: int
) -> NDArray[np.float32]:
    """(places, turns, cells) grey at the centres of the cells a mark would have there, row 0 the print's top."""
    at = (np.arange(side) + 0.5) / side - 0.5
    u, v = np.meshgrid(at, -at)
    c, s = np.cos(turns)[:, None], np.sin(turns)[:, None]
    offsets = np.stack([c * u.ravel() - s * v.ravel(), s * u.ravel() + c * v.ravel()], -1) * side_mm
    H = camera.plane_homography(z_mm)
    values = np.empty((len(places), len(turns), side * side), np.float32)
    for start in range(0, len(places), 1000):
        points = places[start : start + 1000, None, None, :] + offsets[None]
        q = points.reshape(-1, 2) @ H[:, :2].T + H[:, 2]
        px = camera.bend(q[:, :2] / q[:, 2:]).astype(np.float32).reshape(-1, side * side, 2)
        read = cv2.remap(soft, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        values[start : start + 1000] = read.reshape(-1, len(turns), side * side)
    return values


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
    return np.asarray(np.where(variance > 36, cells @ pattern / (max(length, 1e-6) * np.sqrt(np.maximum(variance, 1) * n)), 0))


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
    return centre + np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]) @ R.T * side_mm
