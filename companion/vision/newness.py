"""What of a still camera's picture is not the empty table, at a quarter of its size, kept up to date where it changed.

Idea: hands, dice and figures are what is new; only the parts of a picture that changed since the last one need to be
held against the empty table again. Shadows and light do not count (see `changes`).

Not done here: telling what is new. The empty picture itself is brought to the camera's place by `thrown`.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from companion.vision.changes import Singles, Views, change
from companion.vision.patches import SMALLER, Window
from companion.vision.relight import NOTICED, light_between, lit

Picture = NDArray[np.uint8]

SOLID_SHADOW_SHARE, SOLID = 0.04, 0.7
"""How much a darkening counts, and what counts as something solid that is new, as in `changes.change`."""
OTHER = 0.4
"""What counts as other than the empty table, deep shadows and dark bases included."""
RELIT_SHARE = 0.3
"""If more of a picture is other than the empty table, the light is."""
NODE_PX = 16


class Newness:
    """empty: (H, W, 3) BGR picture of the table without figures, from the camera's present place.

    solid: 1 where something new stands; other: 1 where the picture is not as empty for whatever reason.
    """

    def __init__(self, empty: Picture) -> None:
        self._given, self._light = empty, np.ones((1, 1, 3), np.float32)
        self.gain: Singles = np.ones(3, np.float32)
        self._put(empty)
        self.solid: NDArray[np.uint8] = np.zeros(self._before.shape[:2], np.uint8)
        self.other = self.solid.copy()

    def _put(self, empty: Picture) -> None:
        self.empty = empty
        self._before, self._few = _small(empty), empty[::16, ::16].astype(np.float32)

    def update(self, image: Picture, windows: Sequence[Window] | None) -> None:
        """Look at the windows of a picture, or at all of it."""
        self._look(image, windows)
        if windows is None and float(self.other.mean()) > RELIT_SHARE and self.relight(image):
            self._look(image, None)

    def relight(self, image: Picture) -> bool:
        """Bring the empty table to the light of a picture; whether that was another."""
        light = light_between(image, self._given)
        if float(np.percentile(np.abs(light / self._light - 1), 95)) < NOTICED:
            return False
        self._light = light
        self._put(lit(self._given, light))
        return True

    def _look(self, image: Picture, windows: Sequence[Window] | None) -> None:
        few = image[::16, ::16].astype(np.float32)
        self.gain = np.median((few + 1) / (self._few + 1), axis=(0, 1)).astype(np.float32)
        height, width = self.solid.shape
        for window in windows if windows is not None else [Window(0, 0, width * SMALLER, height * SMALLER)]:
            x0, y0 = window.x0 // SMALLER, window.y0 // SMALLER
            x1, y1 = min(-(-window.x1 // SMALLER), width), min(-(-window.y1 // SMALLER), height)
            part = image[y0 * SMALLER : y1 * SMALLER, x0 * SMALLER : x1 * SMALLER]
            if part.size:
                now, before = _small(part), self._before[y0:y1, x0:x1] * self.gain
                self.solid[y0:y1, x0:x1] = change(now, before, SOLID_SHADOW_SHARE) > SOLID
                self.other[y0:y1, x0:x1] = change(now, before) > OTHER

    def absorb(self, image: Picture, outlines_px: Sequence[Floats]) -> None:
        """What lies within convex outlines (K, 2) of a picture belongs to the empty table."""
        inside = np.zeros(self.empty.shape[:2], np.uint8)
        for outline in outlines_px:
            cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 1)
        if not inside.any():
            return
        inside = np.asarray(cv2.dilate(inside, np.ones((9, 9), np.uint8)), np.uint8)
        own = np.clip(image.astype(np.float32) / np.maximum(self.gain, 1e-3), 0, 255).astype(np.uint8)
        self._given = np.where(inside[..., None] > 0, own, self.empty)
        self._light = np.ones((1, 1, 3), np.float32)
        self._put(self._given)
        self._look(image, None)

    def views(self, image: Picture, window: Window) -> Views:
        """A part of the picture beside the empty table, in the picture's light."""
        return Views(window.of(image).astype(np.float32), window.of(self.empty).astype(np.float32) * self.gain)


def thrown(picture: Picture, old: Camera, new: Camera) -> Picture:
    """A picture by one camera as another would take it, right for what lies on the table."""
    height, width = picture.shape[:2]
    columns, rows = np.arange(0, width + 2 * NODE_PX, NODE_PX), np.arange(0, height + 2 * NODE_PX, NODE_PX)
    x, y = np.meshgrid(columns.astype(float), rows.astype(float))
    table = new.to_plane(np.c_[x.ravel(), y.ravel()], 0.0)
    px = old.project(np.c_[table, np.zeros(len(table))])
    px = np.where(np.isfinite(px), px, np.c_[x.ravel(), y.ravel()])
    nodes = px.reshape(*x.shape, 2).astype(np.float32)
    if float(np.abs(nodes - np.stack([x, y], 2)).max(initial=0.0)) < 0.25:
        return picture
    u, v = np.meshgrid(np.arange(width, dtype=np.float32) / NODE_PX, np.arange(height, dtype=np.float32) / NODE_PX)
    at = cv2.remap(nodes, u, v, cv2.INTER_LINEAR)
    out = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def _small(image: Picture) -> Singles:
    height, width = image.shape[0] // SMALLER, image.shape[1] // SMALLER
    small = cv2.resize(image[: height * SMALLER, : width * SMALLER], (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)
