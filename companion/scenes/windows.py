"""Where in a picture shapes can show, as boxes.

Boxes are in normalised image coordinates with the distortion taken out, so that nothing folds back into the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from companion.scenes.camera import SceneCamera

NEAREST_MM = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """K boxes: low (K, 2), high (K, 2)."""

    low: Floats
    high: Floats

    def meeting(self, other: Windows) -> list[int]:
        """Which of these meet the one other."""
        apart = (self.low > other.high) | (other.low > self.high)
        return [int(i) for i in np.flatnonzero(~apart.any(axis=1))]


def windows_of(camera: SceneCamera, shapes: Sequence[Floats]) -> Windows:
    """A box for each point set (3, N) on the table frame; boundless if part of it lies beside or behind the camera."""
    low, high = np.full((len(shapes), 2), -np.inf), np.full((len(shapes), 2), np.inf)
    for index, points in enumerate(shapes):
        seen = np.array(camera.rotation) @ points + np.array(camera.translation_mm)[:, None]
        if seen[2].min() >= NEAREST_MM:
            flat = seen[:2] / seen[2]
            low[index], high[index] = flat.min(axis=1), flat.max(axis=1)
    return Windows(low, high)
