"""Where round bases may stand: places on the table's planes whose surroundings look like a disc of a size we know.

Idea: lay a plane at the height of the bases' tops flat, as seen from straight above; a base is there a circle of its
own size wherever it stands. A coloured ring is then a band of its colour with none outside; an unmarked base a disc
that changed against the empty table. Both are one convolution a size.

Not done here: proof. What is found is a place to fit a rim to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from companion.vision.changes import Views, changes
from companion.vision.colours import White, distances, straight
from companion.vision.straight import plane_map

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Reach = tuple[float, float, float, float]

PITCH_MM = 1.0
BAND_MM = (3.0, 0.5)
"""The part of the base inside its rim that a ring colours at least, from and to."""
MOAT_MM = (1.0, 4.0)
"""The part outside the rim that should be bare."""
LEAST_RING, LEAST_BASE = 0.22, 0.3
LEAST_CHANGE = 0.2
DARK_GREY = 8
NEAR_SIDES = 12
"""Ways to face the camera that are told apart: a body smears away from it, so the bare moat is asked for on its
side."""
NEAR_HALF = 0.25
APART_MM = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A level plane laid flat: pixel (row, column) shows x0 + column * PITCH_MM, y0 + row * PITCH_MM. changed: 0..1
    against the empty table; new: the same without what is only darker."""

    now: Singles
    changed: Singles | None
    x0_mm: float
    y0_mm: float
    pitch_mm: float = PITCH_MM
    new: Singles | None = None

    def xy_mm(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        return np.stack([self.x0_mm + columns * self.pitch_mm, self.y0_mm + rows * self.pitch_mm], 1).astype(float)


def lay_flat(views: Views, camera: Camera, height_mm: float, reach_mm: Reach) -> Plane:
    """The plane at height_mm over the part of the table reach_mm."""
    x0, y0, x1, y1 = reach_mm
    size = max(8, int((x1 - x0) / PITCH_MM)), max(8, int((y1 - y0) / PITCH_MM))
    px = plane_map(camera, height_mm, (x0, y0), (PITCH_MM, PITCH_MM), size)
    now = _remap(views.now, px)
    changed, new = None, None
    if views.empty is not None:
        changed, new = changes(now, _remap(views.empty, px))
    inside = (px[..., 0] > 1) & (px[..., 1] > 1)
    inside &= (px[..., 0] < views.now.shape[1] - 2) & (px[..., 1] < views.now.shape[0] - 2)
    now[~inside] = 0
    if changed is not None and new is not None:
        changed[~inside], new[~inside] = 0, 0
    return Plane(now, changed, x0, y0, new=new)


def _remap(image: Singles, px: Singles) -> Singles:
    return np.asarray(cv2.remap(image, px[..., 0], px[..., 1], cv2.INTER_LINEAR), np.float32)


def paint_maps(plane: Plane, white: White, names: Sequence[str]) -> Singles:
    """(N, rows, columns) 0..1: likeness of each spot to each paint, 0 where nothing changed."""
    rows, columns = plane.now.shape[:2]
    step = 32
    r, c = np.mgrid[0 : rows + step : step, 0 : columns + step : step]
    nodes = white.at(plane.xy_mm(r.ravel(), c.ravel()).reshape(*r.shape, 2)).astype(np.float32)
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32) / step, np.arange(rows, dtype=np.float32) / step)
    paper = cv2.remap(nodes, x, y, cv2.INTER_LINEAR)
    look = plane.now.max(-1) >= DARK_GREY
    if plane.changed is not None:
        look &= plane.changed > LEAST_CHANGE
    like = np.zeros((rows, columns, len(names)), np.float32)
    far = distances(straight(plane.now[look]) / np.maximum(paper[look], 0.02), names, white.learned)
    like[look] = np.clip(1.7 - 1.2 * far, 0, 1)
    if plane.changed is not None:
        like *= np.clip(2 * (plane.changed - LEAST_CHANGE), 0, 1)[..., None]
    return np.ascontiguousarray(np.moveaxis(like, -1, 0))


def ring_places(plane: Plane, like: Singles, radius_mm: float, most: int) -> tuple[Floats, Floats]:
    """(K, 2) mm and (K,) strength of places where a ring of this colour and radius may lie."""
    band = _mean(like, plane.pitch_mm, radius_mm - BAND_MM[0], radius_mm - BAND_MM[1])
    moat = _mean(like, plane.pitch_mm, radius_mm + MOAT_MM[0], radius_mm + MOAT_MM[1])
    return _peaks(plane, band - moat, LEAST_RING, most)


def base_places(plane: Plane, eye_mm: Floats, radius_mm: float, most: int) -> Floats:
    """(K, 2) mm of places where an unmarked base of this radius may stand, on a plane at its foot: first by what
    changed, then by what is new and no mere shadow, as a shadow hides a dark base in the one and a dark base may look
    like one in the other. eye_mm: the camera's (2,)."""
    assert plane.changed is not None and plane.new is not None
    shift, pitch = 0.5 * plane.pitch_mm, 2 * plane.pitch_mm
    rows, columns = plane.changed.shape[0] // 2, plane.changed.shape[1] // 2
    y, x = np.mgrid[0:rows, 0:columns]
    way = np.arctan2(eye_mm[1] - plane.y0_mm - shift - y * pitch, eye_mm[0] - plane.x0_mm - shift - x * pitch)
    side = np.round(way / (2 * np.pi) * NEAR_SIDES).astype(int) % NEAR_SIDES
    found = []
    for image in (plane.changed, plane.new):
        half = np.asarray(cv2.resize(image, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
        coarse = Plane(plane.now, half, plane.x0_mm + shift, plane.y0_mm + shift, pitch)
        strength = 0.5 * (_near_rim(half, side, radius_mm, pitch) + _mean(half, pitch, 0.0, radius_mm - 0.5))
        found.append(_peaks(coarse, strength, LEAST_BASE, most)[0])
    return np.concatenate(found)


def _near_rim(changed: Singles, side: NDArray[np.intp], radius_mm: float, pitch_mm: float) -> Singles:
    """How much more changed within the part of the rim that faces the camera than without it."""
    out = np.zeros_like(changed)
    room = int(np.ceil((radius_mm + MOAT_MM[1] + 0.5) / pitch_mm)) + 1
    for one in np.unique(side):
        rows, columns = np.nonzero((side == one).any(1))[0], np.nonzero((side == one).any(0))[0]
        r0, r1 = max(rows[0] - room, 0), rows[-1] + 1 + room
        c0, c1 = max(columns[0] - room, 0), columns[-1] + 1 + room
        part, towards = changed[r0:r1, c0:c1], one * 2 * np.pi / NEAR_SIDES
        if not part.any():
            continue
        inner = _mean(part, pitch_mm, radius_mm - 5.0, radius_mm - 0.5, towards)
        moat = _mean(part, pitch_mm, radius_mm + MOAT_MM[0] + 0.5, radius_mm + MOAT_MM[1] + 0.5, towards)
        mask = side[r0:r1, c0:c1] == one
        out[r0:r1, c0:c1][mask] = (inner - moat)[mask]
    return out


def _mean(
    image: Singles, pitch_mm: float, inner_mm: float, outer_mm: float, towards_rad: float | None = None
) -> Singles:
    """The mean over an annulus round each spot, or over the part of it that lies towards a direction."""
    n = int(np.ceil(outer_mm / pitch_mm))
    y, x = np.mgrid[-n : n + 1, -n : n + 1] * pitch_mm
    far = np.hypot(x, y)
    edge = np.clip((outer_mm - far) / pitch_mm + 0.5, 0, 1)
    if inner_mm > 0:
        edge *= np.clip((far - inner_mm) / pitch_mm + 0.5, 0, 1)
    if towards_rad is not None:
        edge *= np.cos(np.arctan2(y, x) - towards_rad) > NEAR_HALF
    kernel = (edge / edge.sum()).astype(np.float32)
    return np.asarray(cv2.filter2D(image, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)


def _peaks(plane: Plane, strength: Singles, least: float, most: int) -> tuple[Floats, Floats]:
    reach = 2 * round(APART_MM / plane.pitch_mm) + 1
    around = cv2.dilate(strength, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    rows, columns = np.nonzero((strength >= around - 1e-6) & (strength > least))
    best = np.argsort(-strength[rows, columns], kind="stable")[:most]
    rows, columns = rows[best], columns[best]
    return plane.xy_mm(rows, columns), strength[rows, columns].astype(float)
