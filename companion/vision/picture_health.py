"""Is there a table in this picture at all: black, one flat colour, or the same picture again and again.

A real camera is never still: its noise changes some pixels of every picture, even with the cap on. So equal pictures
mean that somewhere between sensor and us something repeats an old one. And a black picture with a little noise is still
black. Both are judged on a coarse grid of pixels (one in 8 by 8), which took 0.7 ms of CPU on 1080p
on a busy server (AMD EPYC).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

BLACK_LEVEL = 20
"""Of 255.

Noise of a covered sensor at high gain stays below; a table by one candle has its brightest percent far above.
"""
BRIGHT_SHARE = 0.01
FLAT_SPREAD = 2.0
"""Standard deviation in each channel. A USB camera whose data are lost gives one green."""
FROZEN_SHOTS = 8
FROZEN_S = 2.0

Verdict = Literal["good", "black", "flat"]


def judge_picture(image: NDArray[np.uint8]) -> Verdict:
    """What a (H, W, 3) uint8 picture shows at the coarsest."""
    coarse = np.ascontiguousarray(image[::8, ::8])
    brightest = coarse if coarse.ndim == 2 else np.maximum.reduce([coarse[..., i] for i in range(coarse.shape[2])])
    if np.count_nonzero(brightest >= BLACK_LEVEL) < BRIGHT_SHARE * brightest.size:
        return "black"
    if float(cv2.meanStdDev(coarse)[1].max()) < FLAT_SPREAD:
        return "flat"
    return "good"


@dataclass(frozen=True, slots=True)
class Repeats:
    """How often the same picture came in a row. since_s: when it came first. A new value for every shot."""

    fingerprint: int = 0
    count: int = 0
    since_s: float = 0.0

    def after(self, fingerprint: int, time_s: float) -> Repeats:
        """With one more picture."""
        if self.count and fingerprint == self.fingerprint:
            return Repeats(fingerprint, self.count + 1, self.since_s)
        return Repeats(fingerprint, 1, time_s)

    def frozen(self, now_s: float) -> bool:
        """Whether that is too often and too long for a camera with noise."""
        return self.count >= FROZEN_SHOTS and now_s - self.since_s >= FROZEN_S
