"""How a figure without a marker looks: the colours of its body, to tell it from others of its base.

Not done here: comparing; that is the tracker's.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from companion.table.bases import base_outline
from companion.table.state import Figure, TerrainPiece
from companion.vision.changes import Views, change
from companion.vision.newness import Newness
from companion.vision.patches import Window

Picture = NDArray[np.uint8]

LEAST_PX = 20
STEPS = 5
"""Of each colour, narrower in the dark: painted figures are."""


def hull_px(camera: Camera, foot_mm: tuple[float, float, float], radius_mm: float, height_mm: float) -> Floats | None:
    """(K, 2) outline of a figure in the picture, as an upright cylinder on foot_mm; None where it is out of view."""
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.c_[radius_mm * np.cos(angle), radius_mm * np.sin(angle)] + foot_mm[:2]
    return upright_px(camera, ring, foot_mm[2], height_mm)


def upright_px(camera: Camera, ring_mm: Floats, level_mm: float, height_mm: float) -> Floats | None:
    """(K, 2) outline in the picture of what stands upright on a ring (N, 2); None where it is out of view."""
    both = np.concatenate([np.c_[ring_mm, np.full(len(ring_mm), level_mm + h)] for h in (0.0, height_mm)])
    px = camera.project(both)
    if not np.isfinite(px).all():
        return None
    return np.asarray(cv2.convexHull(px.astype(np.float32))[:, 0], float)


def body_px(camera: Camera, figure: Figure) -> Floats | None:
    """(K, 2) outline of a figure of the table in the picture; None where it is out of view."""
    return upright_px(camera, np.array(base_outline(figure)), figure.place.level_mm, figure.height_mm)


def piece_px(camera: Camera, piece: TerrainPiece) -> Floats | None:
    """(K, 2) convex outline of a piece of terrain in the picture; None where it is out of view."""
    top = piece.top_outline or piece.outline
    points = [*((x, y, 0.0) for x, y in piece.outline), *((x, y, piece.height_mm) for x, y in top)]
    px = camera.project(np.array(points))
    return np.asarray(cv2.convexHull(px.astype(np.float32))[:, 0], float) if np.isfinite(px).all() else None


def disc_px(camera: Camera, xy_mm: tuple[float, float], radius_mm: float) -> Floats:
    """(33, 2) points spread over a disc on the table, in the picture."""
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    rings = [np.c_[r * np.cos(angle), r * np.sin(angle)] + xy_mm for r in (0.5 * radius_mm, 0.9 * radius_mm)]
    ground = np.concatenate([*rings, [xy_mm]])
    return camera.project(np.c_[ground, np.zeros(len(ground))])


def share_within(points_px: Floats, outline_px: Floats) -> float:
    """The share of (N, 2) points that lie within a convex outline (K, 2)."""
    outline = outline_px.astype(np.float32)
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points_px]
    return float(np.mean(inside))


def looks_of(
    image: Picture,
    newness: Newness | None,
    camera: Camera,
    foot_mm: tuple[float, float, float],
    radius_mm: float,
    height_mm: float,
) -> Floats | None:
    """(STEPS cubed,) histogram of the colours of a figure's body: what is new between its base and its top; None
    where too little of it is in sight."""
    hull = hull_px(camera, (foot_mm[0], foot_mm[1], foot_mm[2] + 4.0), 0.8 * radius_mm, height_mm - 4.0)
    if hull is None:
        return None
    low, high = np.floor(hull.min(0)).astype(int), np.ceil(hull.max(0)).astype(int) + 1
    window = Window(max(int(low[0]), 0), max(int(low[1]), 0), int(high[0]), int(high[1]))
    part = window.of(image)
    if part.size == 0:
        return None
    views = Views(part.astype(np.float32), None) if newness is None else newness.views(image, window)
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull - (window.x0, window.y0)).astype(np.int32), 1)
    if views.empty is not None:
        mask &= (change(views.now, views.empty) > 0.5).astype(np.uint8)
    if mask.sum() < LEAST_PX:
        return None
    steps = np.minimum(STEPS * np.sqrt(views.now[mask > 0] / 256), STEPS - 1).astype(int)
    counts = np.bincount(steps @ np.array([STEPS**2, STEPS, 1]), minlength=STEPS**3).astype(float)
    return np.asarray(counts / counts.sum())
