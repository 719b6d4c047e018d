"""Crops of pictures, kept as JPEG under opaque ids, the oldest dropped first.

A figure's newest portrait is kept as long as it is its newest, however many other crops there are.
"""

from __future__ import annotations

import itertools
import secrets

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats

Picture = NDArray[np.uint8]

MOST = 200
LEAST_PX, MARGIN_SHARE = 96, 0.5
"""A crop is at least LEAST_PX wide and high, and has so much of the figure's size around it."""
QUALITY = 85


class Crops:
    """Kept by a watcher; read from other threads by id."""

    def __init__(self) -> None:
        self._jpegs: dict[str, bytes] = {}
        self._portraits: dict[str, tuple[str, bytes]] = {}
        self._numbers = itertools.count(1)
        self._salt = secrets.token_hex(4)

    def take(self, image: Picture, outline_px: Floats, name: str | None = None) -> str | None:
        """Cut what is round (N, 2) points out of a (H, W, 3) picture; name: it is that figure's portrait. None where
        nothing of it is in the picture."""
        jpeg = _cut(image, outline_px)
        if jpeg is None:
            return None
        crop_id = f"{self._salt}-{next(self._numbers)}"
        self._jpegs[crop_id] = jpeg
        if name is not None:
            self._portraits[name] = crop_id, jpeg
        while len(self._jpegs) > MOST:
            self._jpegs.pop(next(iter(self._jpegs)))
        return crop_id

    def portrait(self, name: str) -> str | None:
        """The id of a figure's newest portrait."""
        return self._portraits[name][0] if name in self._portraits else None

    def rename(self, old: str, new: str) -> None:
        """The portrait of a figure under its new name."""
        if old in self._portraits:
            self._portraits[new] = self._portraits.pop(old)

    def jpeg(self, crop_id: str) -> bytes | None:
        """A crop; None: it is not kept any more."""
        return self._jpegs.get(crop_id) or dict(self._portraits.values()).get(crop_id)


def _cut(image: Picture, outline_px: Floats) -> bytes | None:
    if not np.isfinite(outline_px).all():
        return None
    low, high = outline_px.min(0), outline_px.max(0)
    half = np.maximum((0.5 + MARGIN_SHARE) * (high - low).max(), LEAST_PX / 2)
    middle = (low + high) / 2
    x0, y0 = np.maximum(np.floor(middle - half), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(middle + half), image.shape[1::-1]).astype(int)
    if x1 - x0 < 8 or y1 - y0 < 8:
        return None
    good, data = cv2.imencode(".jpg", np.ascontiguousarray(image[y0:y1, x0:x1]), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes() if good else None
