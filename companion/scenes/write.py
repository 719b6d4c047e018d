"""Pictures and their truth on disk: NAME.jpg with NAME.json beside it.

X-empty is the reference of every X-1, X-2: the same table without figures. What does not change from one picture to the
next is traced once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scenes.moves import Moment
from companion.scenes.scene import Scene
from companion.scenes.sensor import developed
from companion.scenes.textures import Image
from companion.scenes.trace import Tracer
from companion.scenes.truth import truth_of


def jpeg(image: NDArray[np.uint8], quality: int) -> bytes:
    """The picture as a JPEG of this quality, 1 to 100."""
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    return packed.tobytes()


class PictureFolder:
    """A folder that takes pictures. It is made if it is not there; raises OSError if it cannot be written."""

    def __init__(self, folder: Path, *, with_truth: bool = True) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._with_truth = folder, with_truth
        self._still: tuple[Tracer, Image] | None = None

    def put(self, name: str, scene: Scene, seed: int, **further: Any) -> None:
        """Write one picture; `further` are more fields for its truth. The seed makes the noise."""
        tracer = Tracer(scene)
        light = tracer.linear(self._still)
        if not scene.hands:
            self._still = (tracer, light)
        image = developed(light, scene.sensor, seed)
        (self._folder / f"{name}.jpg").write_bytes(jpeg(image, scene.sensor.jpeg_quality))
        if self._with_truth:
            truth = truth_of(scene, seed, f"{name}.jpg") | further
            (self._folder / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def put_sequence(folder: PictureFolder, moments: Iterable[Moment], seed: int) -> int:
    """000, 001 and so on. Each truth has `sequence`: frame, time_s, lifted and hand. Returns how many."""
    count = 0
    for count, moment in enumerate(moments, start=1):
        sequence = {
            "frame": count - 1,
            "time_s": moment.time_s,
            "lifted": moment.lifted,
            "hand": bool(moment.scene.hands),
        }
        folder.put(f"{count - 1:03d}", moment.scene, seed + count, sequence=sequence)
    return count
