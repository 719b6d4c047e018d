"""Terrain proposed from what the picture shows beside the empty table.

    changed beside the empty table ─► whole pieces ─► height by their sides ─► footprint ─► a polygon and a guess

Idea: what is new for certain is a piece as it is; what has patches of the table's own colours, as a painted hill on a
painted mat, is put together from its parts. `footprints` then says what it stands on.

Invariant: nothing is proposed that a person need not confirm, and nothing where known terrain or a figure stands. What
reaches the picture's edge (an arm) or moved lately is left out, and so are pieces of a figure's size.

Not done here: terrain without height that has the table's own colours; it does not differ from the empty table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from calibration.camera import Camera
from companion.table.state import Figure, SheetPlace, TerrainKind, TerrainPiece
from companion.vision.asks import Proposed
from companion.vision.changes import Picture, Singles, change, views_of
from companion.vision.footprints import (
    HALF,
    HEIGHTS_MM,
    SMALLEST_MM,
    WALL_SHARE,
    Flat,
    Mask,
    Reach,
    foot_of,
    footprint,
    is_square,
    is_thin,
)

NEW, LIKELY_NEW, SURELY_NEW, SHADOW_SHARE = 0.26, 0.4, 0.7, 0.05
"""Change of what may be new, of what is no shadow, and of what is new for certain; how much a mere darkening counts."""
LEAST_LIKELY = 0.3
"""Least share of a piece that is no shadow: a dark wood on grass had 0.4, shadows hardly any."""
LEAST_LIKELY_WALL = 0.6
"""The same of a wall: the mat's edge flickers too, and is as thin."""
SHEET_SIDES = 1.6
"""A sheet's paper is so many sides of its black square wide."""
LEAST_FILLED = 0.6
"""Least share of its hull that parts of a piece fill: edges of sheets and of the mat flicker in small pictures, and
their flecks are far apart."""
MOVED_GREY, MOVED_SHARE = 18.0, 0.02
"""Most that a spot may differ from a picture a second ago if it stands still, and how much of a piece may do so."""
CLOSE_MM, OPEN_MM = 4.0, 5.0
"""Gaps in a piece that are filled, and threads between pieces that are cut. A wall of 9 mm must stay."""
SPECK_MM2, SAME_SHARE = 60.0, 0.2
"""Least part of a piece; parts whose hulls overlap by this share of the smaller are one piece."""
MOST_PARTS = 100
SOLID_SHARE = 0.88
"""Least share of its hull of a piece that is taken as it is."""
BODY_MM = 6.0
"""How far weapons and hats reach out of the cylinder over a base."""
USUAL_MM: dict[TerrainKind, float] = {"building": 60.0, "trees": 60.0, "wall": 20.0, "hill": 20.0}
"""Heights of pieces whose own cannot be read."""
DARK = 0.75
"""A piece so much darker than the table under it is a wood."""


def propose(
    image: Picture,
    empty: Picture,
    camera: Camera,
    reach_mm: Reach,
    known: Sequence[TerrainPiece] = (),
    figures: Sequence[Figure] = (),
    earlier: Picture | None = None,
    largest_mm: float = SMALLEST_MM,
    sheets: Sequence[SheetPlace] = (),
) -> tuple[Proposed, ...]:
    """Pieces in a (H, W, 3) BGR picture that are not on the empty table's, from the left to the right.

    empty: as this camera sees it. earlier: the same camera's picture of a second ago or more, to leave out what moves.
    largest_mm: the largest base that may be on the table. sheets: nothing stands on them; their edges flicker.
    """
    now, before = _half(image), _half(empty)
    views = views_of(now, before)
    assert views.empty is not None
    changed = change(views.now, views.empty, SHADOW_SHARE)
    new = (cv2.medianBlur(changed, 3) > NEW).astype(np.uint8)
    if earlier is not None:
        lately = views_of(now, _half(earlier))
        assert lately.empty is not None
        moved = (np.abs(lately.now - lately.empty).max(-1) > MOVED_GREY).astype(np.uint8)
    else:
        moved = np.zeros_like(new)
    moved = np.asarray(cv2.morphologyEx(moved, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    new[_standing(camera, figures, new.shape)] = 0
    new[_lying(camera, sheets, new.shape)] = 0
    flat = Flat(camera, reach_mm, max([SMALLEST_MM, largest_mm, *(f.base.length_mm for f in figures)]))
    out: list[TerrainPiece] = []
    for own in _pieces(new, changed, flat):
        if moved[own > 0].mean() > MOVED_SHARE or _at_edge(own):
            continue
        look = float(np.median(views.now[own > 0].sum(1) / np.maximum(views.empty[own > 0].sum(1), 1.0)))
        piece = _guess(own, flat, look < DARK)
        if piece is not None and piece.kind == "wall" and (changed[own > 0] > LIKELY_NEW).mean() < LEAST_LIKELY_WALL:
            continue
        if piece is not None and not _overlaps(piece, known):
            out.append(replace(piece, name=_free_name(piece.kind, (*known, *out))))
    return tuple(Proposed(f"p{n}", piece) for n, piece in enumerate(out, start=1))


def _free_name(kind: TerrainKind, taken: Sequence[TerrainPiece]) -> str:
    names = {piece.name for piece in taken}
    return next(name for n in range(1, len(names) + 2) if (name := f"{kind} {n}") not in names)


def _half(image: Picture) -> Picture:
    size = (image.shape[1] // HALF, image.shape[0] // HALF)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _standing(camera: Camera, figures: Sequence[Figure], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """What figures cover of a picture at half its size: upright cylinders over their bases."""
    out = np.zeros(shape[:2], np.uint8)
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    for figure in figures:
        place, radius = figure.place, 0.5 * figure.base.length_mm + BODY_MM
        x, y = place.x_mm + radius * np.cos(angle), place.y_mm + radius * np.sin(angle)
        points = [np.c_[x, y, np.full(16, place.level_mm + z)] for z in (0.0, figure.height_mm + BODY_MM)]
        px = camera.project(np.concatenate(points))
        if np.isfinite(px).all():
            hull = cv2.convexHull(np.round(px / HALF).astype(np.int32))
            cv2.fillConvexPoly(out, hull, 1)
    return out > 0


def _lying(camera: Camera, sheets: Sequence[SheetPlace], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """What sheets cover of a picture at half its size."""
    out = np.zeros(shape[:2], np.uint8)
    for sheet in sheets:
        arm = SHEET_SIDES * sheet.side_mm / math.sqrt(2)
        turns = sheet.heading_rad + math.pi / 4 + math.pi / 2 * np.arange(4)
        corners = np.c_[sheet.x_mm + arm * np.cos(turns), sheet.y_mm + arm * np.sin(turns), np.zeros(4)]
        px = camera.project(corners)
        if np.isfinite(px).all():
            cv2.fillConvexPoly(out, np.round(px / HALF).astype(np.int32), 1)
    return out > 0


def _pieces(new: Mask, changed: Singles, flat: Flat) -> list[Mask]:
    """Each piece of what is new as a mask, from left to right; too small ones left out.

    What is new for certain and has no holes is a piece as it is. The rest has patches of the table's colours, and
    shadows; hulls stand for it.
    """
    x, y = (flat.reach_mm[0] + flat.reach_mm[2]) / 2, (flat.reach_mm[1] + flat.reach_mm[3]) / 2
    px = flat.camera.project(np.array([(x - 50.0, y, 0.0), (x + 50.0, y, 0.0)])) / HALF
    per_mm = float(np.linalg.norm(px[1] - px[0])) / 100
    least_px = WALL_SHARE * flat.least_mm2 * per_mm**2
    out = []
    labels, parts = _parts((changed > SURELY_NEW).astype(np.uint8), per_mm, least_px)
    for part in parts:
        own = _filled((labels == part).astype(np.uint8))
        if own.sum() >= SOLID_SHARE * _hull(own).sum():
            out.append(own)
    for own in out:
        new = new & (1 - np.asarray(cv2.dilate(own, _disc(2 * CLOSE_MM * per_mm)), np.uint8))
    labels, parts = _parts(new, per_mm, SPECK_MM2 * per_mm**2)
    for group in _together(labels, parts):
        there = np.isin(labels, group).astype(np.uint8)
        own = _hull(there)
        if there.sum() < LEAST_FILLED * own.sum():
            continue
        if own.sum() >= least_px and (changed[own > 0] > LIKELY_NEW).mean() >= LEAST_LIKELY:
            out.append(own)
    return sorted(out, key=lambda m: int(np.flatnonzero(m.any(0))[0]))


def _parts(mask: Mask, per_mm: float, least_px: float) -> tuple[NDArray[np.int32], list[int]]:
    """Labels of connected parts with gaps closed and threads cut, and those that are large enough."""
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _disc(CLOSE_MM * per_mm))
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, _disc(OPEN_MM * per_mm))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(whole, np.uint8))
    return np.asarray(labels, np.int32), [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= least_px]


def _together(labels: NDArray[np.int32], parts: Sequence[int]) -> list[list[int]]:
    """Parts whose hulls overlap, put together. Of very many parts the largest count; the rest is noise."""
    size = np.bincount(labels.ravel())
    groups: list[tuple[list[int], shapely.Geometry]] = []
    for part in sorted(parts, key=lambda i: -int(size[i]))[:MOST_PARTS]:
        own, hull = [part], shapely.convex_hull(_points(labels == part))
        while True:
            met = next((n for n, (_, other) in enumerate(groups) if _same(hull, other)), None)
            if met is None:
                break
            more, other = groups.pop(met)
            own, hull = own + more, shapely.convex_hull(shapely.union(hull, other))
        groups.append((own, hull))
    return [own for own, _ in groups]


def _same(a: shapely.Geometry, b: shapely.Geometry) -> bool:
    if not shapely.intersects(a, b):
        return False
    return bool(a.intersection(b).area > SAME_SHARE * min(a.area, b.area))


def _points(mask: NDArray[np.bool_]) -> shapely.MultiPoint:
    found = cv2.convexHull(cv2.findNonZero(mask.astype(np.uint8)))
    return shapely.MultiPoint(found[:, 0, :].astype(float))


def _hull(mask: Mask) -> Mask:
    hull = cv2.convexHull(cv2.findNonZero(mask))
    return np.asarray(cv2.fillConvexPoly(np.zeros_like(mask), hull, 1), np.uint8)


def _filled(mask: Mask) -> Mask:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), contours, -1, 1, cv2.FILLED), np.uint8)


def _disc(diameter_px: float) -> Mask:
    size = max(3, round(diameter_px) | 1)
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _at_edge(mask: Mask) -> bool:
    return bool(mask[:2].any() or mask[-2:].any() or mask[:, :2].any() or mask[:, -2:].any())


def _guess(own: Mask, flat: Flat, dark: bool) -> TerrainPiece | None:
    found = foot_of(own, flat)
    if found is None:
        return None
    foot, read_mm = found
    kind = _kind(foot, dark)
    # the sides of a hill slope and those of a wood have gaps: neither tells its height
    if kind in ("hill", "trees"):
        height_mm = USUAL_MM[kind]
    elif read_mm is None:
        height_mm = USUAL_MM[kind]
        foot = flat.on_table(footprint(own, flat, height_mm) or shapely.Polygon()) or foot
    else:
        height_mm = min(HEIGHTS_MM[1:], key=lambda h: abs(h - read_mm))
    ring = tuple((round(x, 1), round(y, 1)) for x, y in foot.exterior.coords[:-1])
    return TerrainPiece("", kind, height_mm, ring)


def _kind(shape: shapely.Polygon, dark: bool) -> TerrainKind:
    """A guess from shape and brightness; people confirm it."""
    if is_thin(shape):
        return "wall"
    if is_square(shape):
        return "building"
    return "trees" if dark else "hill"


def _overlaps(piece: TerrainPiece, known: Sequence[TerrainPiece]) -> bool:
    """Whether a third of it is terrain that is known already."""
    own = shapely.make_valid(shapely.Polygon(piece.outline))
    covered = shapely.union_all([shapely.make_valid(shapely.Polygon(p.outline)) for p in known])
    return bool(own.intersection(covered).area > 0.33 * own.area)
