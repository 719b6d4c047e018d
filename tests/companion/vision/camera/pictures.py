"""Small pictures for camera tests, each different from the other."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray


def picture(seed: int, width_px: int = 160, height_px: int = 90) -> NDArray[np.uint8]:
    """A noisy picture; equal seeds give equal pictures."""
    noise = np.random.default_rng(seed).integers(0, 60, (height_px, width_px, 3), dtype=np.uint8)
    return noise + np.uint8(20 + seed * 7 % 120)


def jpeg(seed: int, width_px: int = 160, height_px: int = 90) -> bytes:
    return cv2.imencode(".jpg", picture(seed, width_px, height_px))[1].tobytes()


def folder_of(path: Path, count: int) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    for number in range(1, count + 1):
        (path / f"frame{number}.jpg").write_bytes(jpeg(number))
    return path
