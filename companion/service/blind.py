"""A table without a camera: nothing is ever seen, and nothing is wrong with that."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import CameraFault, Shot
from companion.vision.frame import Frame, Look


@dataclass(slots=True)
class NoCamera:
    """Gives no picture, for as long as it is open."""

    describe: str = "no camera"
    repeats: bool = True
    quiet: str | None = "There is no camera at this table."
    _closed: Event = field(default_factory=Event)

    def open(self) -> None:
        self._closed.clear()

    def read(self, timeout_s: float) -> Shot | None:
        if self._closed.wait(timeout_s):
            raise CameraFault("It was closed.")
        return None

    def close(self) -> None:
        self._closed.set()


class Blind:
    """Whoever would look at its pictures."""

    def look(self, frame: Frame) -> Look:
        return Look(frame.number, frame.time_s, (), (), (), ())

    def straighten(
        self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> NDArray[np.uint8] | None:
        return None
