"""A scene and a seed in, a picture and its truth out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.scenes.scene import Scene
from companion.scenes.sensor import developed
from companion.scenes.trace import Tracer
from companion.scenes.truth import Truth, truth_of


def render(scene: Scene, seed: int) -> tuple[NDArray[np.uint8], Truth]:
    """The picture (H, W, 3) uint8 BGR before JPEG, and its truth. The seed makes the sensor's noise, nothing else."""
    return developed(Tracer(scene).linear(), scene.sensor, seed), truth_of(scene, seed)
