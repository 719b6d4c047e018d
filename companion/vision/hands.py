"""Hands over the table: what is new, far larger than any figure.

Idea: at a quarter of the picture's size, whatever changed against the empty table and hangs together is measured; more
than a few figures' worth of it is a hand, an arm or a sleeve. An arm comes in over the picture's edge: what reaches it,
and is as wide as a wrist, is a hand though only its fingers are in the picture. Shadows do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera

QUARTER = 4
FIGURES_WORTH = 1.6
EDGE_WORTH, EDGE_WIDTH = 0.5, 0.18
"""Of what reaches the picture's edge so much of a figure's worth is enough, if a disc fits into it whose radius is this
share of the root of that worth: a wrist, not the strip that a knocked camera leaves along the edge."""
EDGE = 2
"""Spots along the picture's edge."""
STILL_S = 5.0
"""What is new and has not changed for so long is no hand."""
THING_SHARE = 0.8
"""What lies where so much of it has lain still before is no hand, whatever has passed over it since."""
LAMP_SHARE = 0.2
"""If so much changed in every quarter of the picture, it was a lamp or the camera: that brings no hand."""
MARGIN_PX = 2
"""Added round a hand, at a quarter of the size: fingers blur into what they hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Where hands are: a mask at a quarter of the picture's size."""

    mask: NDArray[np.uint8]

    @property
    def any(self) -> bool:
        return bool(self.mask.any())

    def over(self, camera: Camera, xy_mm: tuple[float, float], level_mm: float, radius_mm: float) -> bool:
        """Whether a hand hides part of a base."""
        angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        x, y = xy_mm[0] + radius_mm * np.cos(angle), xy_mm[1] + radius_mm * np.sin(angle)
        px = camera.project(np.c_[np.r_[x, xy_mm[0]], np.r_[y, xy_mm[1]], np.full(17, level_mm)])
        if not np.isfinite(px).all():
            return False
        at = np.clip((px / QUARTER).astype(int), 0, np.array(self.mask.shape[::-1]) - 1)
        return bool(self.mask[at[:, 1], at[:, 0]].any())


class Arms:
    """Tells hands over time: what has lain still is none. All masks are at a quarter of the picture's size."""

    def __init__(self) -> None:
        self._changed_s: NDArray[np.float32] | None = None
        self._things = np.zeros((0, 0), bool)

    def changed(self, mask: NDArray[np.bool_], time_s: float) -> None:
        """These spots changed now."""
        if self._changed_s is None or self._changed_s.shape != mask.shape:
            self._changed_s = np.full(mask.shape, time_s, np.float32)
            self._things = np.zeros(mask.shape, bool)
        elif not _is_lamp(mask):
            self._changed_s[mask] = time_s

    def hands(self, new: NDArray[np.uint8], explained: NDArray[np.bool_], largest_px: float, time_s: float) -> Hands:
        """As `hands_in`, without what has not changed for STILL_S or lies as it lay then."""
        hands = hands_in(new, explained, largest_px)
        if self._changed_s is None:
            return hands
        if self._things.any():
            self._things &= new > 0
        if not hands.any:
            return hands
        count, labels = cv2.connectedComponents(hands.mask)
        for one in range(1, count):
            own = labels == one
            spots = own & (new > 0)
            still = time_s - float(self._changed_s[own].max()) > STILL_S
            lain = int(np.count_nonzero(spots & self._things))
            if still or lain >= THING_SHARE * max(1, int(np.count_nonzero(spots))):
                hands.mask[own] = 0
                self._things |= spots & still
        return hands


def _is_lamp(changed: NDArray[np.bool_]) -> bool:
    """Whether all of the picture changed."""
    rows, columns = changed.shape[0] // 2, changed.shape[1] // 2
    quarters = (
        changed[y, x] for y in (slice(0, rows), slice(rows, None)) for x in (slice(0, columns), slice(columns, None))
    )
    return all(float(quarter.mean()) >= LAMP_SHARE for quarter in quarters)


def hands_in(new: NDArray[np.uint8], explained: NDArray[np.bool_], largest_px: float) -> Hands:
    """The hands in a picture. new: what is new in it, 0 or 1 at a quarter of its size; explained: where figures that
    are known to stand are seen; largest_px: what the largest figure covers of the picture, pixels."""
    mask = np.zeros_like(new)
    loose = int(np.count_nonzero(new)) - int(np.count_nonzero(new[explained]))
    if loose * QUARTER**2 <= min(FIGURES_WORTH, EDGE_WORTH) * largest_px:
        return Hands(mask)
    opened = np.asarray(cv2.morphologyEx(new, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
    count, labels = cv2.connectedComponents(opened)
    areas = np.bincount(labels[~explained], minlength=count) * QUARTER**2
    sides = labels[:EDGE], labels[-EDGE:], labels[:, :EDGE], labels[:, -EDGE:]
    at_edge = set(np.unique(np.concatenate([side.ravel() for side in sides])).tolist())
    wide = EDGE_WIDTH * float(np.sqrt(largest_px))
    for one in range(1, count):
        own = labels == one
        reaches = one in at_edge and areas[one] > EDGE_WORTH * largest_px
        if areas[one] > FIGURES_WORTH * largest_px or (reaches and _radius_px(own & ~explained) > wide):
            mask[own] = 1
    if not mask.any():
        return Hands(mask)
    size = 2 * MARGIN_PX + 1
    return Hands(np.asarray(cv2.dilate(mask, np.ones((size, size), np.uint8)), np.uint8))


def _radius_px(spots: NDArray[np.bool_]) -> float:
    """Radius of the largest disc that fits into spots, pixels of the picture."""
    padded = np.pad(spots.astype(np.uint8), 1)
    return QUARTER * float(cv2.distanceTransform(padded, cv2.DIST_L2, 3).max())


def figure_px(camera: Camera, middle_mm: Floats, base_mm: float, height_mm: float) -> float:
    """Pixels that a figure covers at most, at a place on the table."""
    x, y = float(middle_mm[0]), float(middle_mm[1])
    px = camera.project(np.array([(x, y, 0.0), (x + 10, y, 0.0), (x, y + 10, 0.0)]))
    scale = 0.1 * max(float(np.linalg.norm(px[1] - px[0])), float(np.linalg.norm(px[2] - px[0])))
    return base_mm * (height_mm + base_mm) * scale**2
