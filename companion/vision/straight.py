"""A level plane of the table seen from straight above."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera

Picture = NDArray[np.uint8]
Map = NDArray[np.float32]

NODE_STEP = 8
"""The camera is asked at every eighth point of a plane; between them its map is taken as straight."""


def plane_map(
    camera: Camera, z_mm: float, origin_mm: tuple[float, float], step_mm: tuple[float, float], size: tuple[int, int]
) -> Map:
    """(height, width, 2) picture pixels of the points origin + (column, row) * step on the plane at z_mm; size:
    width, height.

    Points the camera cannot see lie far outside of the picture.
    """
    width, height = size
    columns, rows = np.arange(width // NODE_STEP + 2), np.arange(height // NODE_STEP + 2)
    x, y = np.meshgrid(origin_mm[0] + NODE_STEP * step_mm[0] * columns, origin_mm[1] + NODE_STEP * step_mm[1] * rows)
    nodes = camera.project(np.c_[x.ravel(), y.ravel(), np.full(x.size, z_mm)]).reshape(*x.shape, 2)
    nodes = np.nan_to_num(nodes, nan=-1e4).clip(-1e4, 1e4).astype(np.float32)
    column, row = np.meshgrid(
        np.arange(width, dtype=np.float32) / NODE_STEP, np.arange(height, dtype=np.float32) / NODE_STEP
    )
    return np.asarray(cv2.remap(nodes, column, row, cv2.INTER_LINEAR), np.float32)


def straighten(
    image: Picture, camera: Camera, extent_mm: tuple[float, float, float, float], px_per_mm: float
) -> Picture:
    """The table plane of a (H, W, 3) picture from above: extent (x0, y0, x1, y1), y up, black where the picture
    ends."""
    x0, y0, x1, y1 = extent_mm
    size = max(1, round((x1 - x0) * px_per_mm)), max(1, round((y1 - y0) * px_per_mm))
    step = (x1 - x0) / size[0], (y1 - y0) / size[1]
    px = plane_map(camera, 0.0, (x0 + step[0] / 2, y1 - step[1] / 2), (step[0], -step[1]), size)
    return np.asarray(cv2.remap(image, px[..., 0], px[..., 1], cv2.INTER_LINEAR), np.uint8)
