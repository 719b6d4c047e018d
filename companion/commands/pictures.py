"""A picture file named in a call: the image, or what is wrong with it. The same for every command that takes one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.refusals import unreadable
from companion.vision.decode import MOST_BYTES, DecodeFault, decode_picture
from companion.vision.picture_health import judge_picture

Picture = NDArray[np.uint8]
"""(H, W, 3) BGR."""
JUDGED = {
    "black": "The picture is black: is the lens covered, or the light off?",
    "flat": "The picture is one colour all over; there is no table in it.",
}


class UnusablePicture(Exception):
    """A picture nothing can be done with. code for programs; message: a sentence; where: its name in the call."""

    def __init__(self, code: str, message: str, where: str) -> None:
        super().__init__(message)
        self.code, self.message, self.where = code, message, where


def load_picture(name: str) -> Picture:
    """Upright. Raises UnusablePicture: not there, no picture, broken, black, or of one colour."""
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise UnusablePicture("unreadable", f"{name} {unreadable(fault)}.", name) from fault
    if len(content) > MOST_BYTES:
        size = f"{MOST_BYTES / 1e6:.0f} MB"
        raise UnusablePicture("picture_too_large", f"{name} is larger than {size}; give a smaller picture.", name)
    try:
        image = decode_picture(content).image
    except DecodeFault as fault:
        raise UnusablePicture(fault.code, str(fault), name) from fault
    verdict = judge_picture(image)
    if verdict in JUDGED:
        raise UnusablePicture(verdict, JUDGED[verdict], name)
    return image
