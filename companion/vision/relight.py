"""The empty table's picture in another light: a lamp switched on, the sun gone round, a lamp of another colour.

Idea: light changes smoothly over a table and things on it do not, so the light is the median of the ratio of two
pictures over parts far larger than a figure, colour by colour. Shadows with edges stay what they are.

Not done here: telling when the light changed.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Singles = NDArray[np.float32]

EVERY_PX = 16
AROUND = 31
"""Cells of EVERY_PX pixels over which the median is taken, each way: half of them may be covered by hands."""
LEAST, MOST = 0.1, 10.0
NOTICED = 0.03
"""Light that differs by less is left."""


def light_between(now: Picture, before: Picture) -> Singles:
    """(h, w, 3) how many times as bright `now` (H, W, 3) is as `before`, by cells of EVERY_PX pixels."""
    a, b = (_cells(p) for p in (now, before))
    steps = np.log2(np.clip((a + 1) / (b + 1), LEAST, MOST) / LEAST) / np.log2(MOST / LEAST)
    size = min(AROUND, 2 * ((min(steps.shape[:2]) - 1) // 2) + 1)
    coarse = cv2.medianBlur(np.round(255 * steps).astype(np.uint8), max(size, 1))
    # the median is of whole steps, 1.8 % apart: among ratios near it the mean is finer
    near = np.abs(255 * steps - coarse) < 4
    total = cv2.blur((steps * near).astype(np.float32), (size, size))
    share = cv2.blur(near.astype(np.float32), (size, size))
    fine = np.where(share > 0.05, total / np.maximum(share, 1e-6), coarse / 255.0)
    return np.asarray(LEAST * (MOST / LEAST) ** cv2.GaussianBlur(fine.astype(np.float32), (0, 0), 3.0), np.float32)


def lit(picture: Picture, light: Singles) -> Picture:
    """The picture (H, W, 3) in a light (h, w, 3) by cells."""
    height, width = picture.shape[:2]
    field = cv2.resize(light, (light.shape[1] * EVERY_PX, light.shape[0] * EVERY_PX), interpolation=cv2.INTER_LINEAR)
    field = cv2.copyMakeBorder(
        field, 0, max(height - field.shape[0], 0), 0, max(width - field.shape[1], 0), cv2.BORDER_REPLICATE
    )
    return np.asarray(np.clip(picture * field[:height, :width] + 0.5, 0, 255), np.uint8)


def _cells(picture: Picture) -> Singles:
    height, width = picture.shape[0] // EVERY_PX, picture.shape[1] // EVERY_PX
    whole = picture[: height * EVERY_PX, : width * EVERY_PX]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.float32)
