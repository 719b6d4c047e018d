"""From linear light to a picture's bytes, with the faults of real cameras in the order in which they arise.

Vignetting and the optics' blur act on light, noise on what the sensor counts, the tone curve and the sharpening come
after. That order matters: blur in light followed by a curve that lifts the darks is what makes white areas of a
photograph grow and black ones shrink, the fault that measuring has to find.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scenes.scene import Sensor
from companion.scenes.textures import Image

WHITE = 0.80
"""Share of full scale that a white paper in full light reaches at exposure_ev 0; its albedo is 0.85."""


def developed(light: Image, sensor: Sensor, seed: int) -> NDArray[np.uint8]:
    """The picture (H, W, 3) uint8 of linear light (H, W, 3); the same seed gives the same noise."""
    height, width = light.shape[:2]
    counts = light * np.float32(WHITE / 0.85 * 2.0**sensor.exposure_ev) * np.array(sensor.white_balance, np.float32)
    if sensor.vignetting:
        y, x = np.ogrid[-1.0 : 1.0 : height * 1j, -1.0 : 1.0 : width * 1j]
        counts *= (1 - sensor.vignetting * ((x * width) ** 2 + (y * height) ** 2) / (width**2 + height**2)).astype(
            np.float32
        )[:, :, None]
    if sensor.blur_px:
        counts = np.asarray(cv2.GaussianBlur(counts, (0, 0), sensor.blur_px), np.float32)
    if sensor.noise or sensor.read_noise:
        grain = np.random.default_rng(seed).standard_normal(counts.shape, np.float32)
        counts = counts + grain * np.sqrt(sensor.noise**2 * np.maximum(counts, 0) + sensor.read_noise**2)
    tone = np.clip(counts, 0, 1) ** np.float32(1 / 2.2)
    tone = (1 - sensor.contrast) * tone + sensor.contrast * tone * tone * (3 - 2 * tone)
    if sensor.sharpening:
        tone = tone + sensor.sharpening * (tone - cv2.GaussianBlur(tone, (0, 0), 1.2))
    return np.asarray(np.clip(np.rint(tone * 255), 0, 255), np.uint8)
