"""The recorded table's first picture, with something covered or another print laid on it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scenes.demo import demo_folder, demo_scene
from companion.setup.model import Setup
from companion.setup.read import read_setup

Image = NDArray[np.uint8]

FREE_MM = (350.0, 235.0)
"""A place of the recorded table with nothing on it."""
CARD_MM = 90.0
GRASS = (70, 110, 90)


@cache
def recorded(number: int = 0) -> Image:
    """A picture of the recording; not to be written to."""
    image = cv2.imread(str(demo_folder() / f"frames/{number:03d}.jpg"))
    assert image is not None
    image.flags.writeable = False
    return np.asarray(image, np.uint8)


@cache
def recorded_setup() -> Setup:
    return read_setup(demo_folder() / "setup.toml")


def _square_px(centre_mm: tuple[float, float], side_mm: float, height_mm: float) -> NDArray[np.float32]:
    """(4, 2) pixels of a square along the table's axes, from its upper left, clockwise as seen."""
    arm = side_mm / 2
    corners = [(-arm, arm), (arm, arm), (arm, -arm), (-arm, -arm)]
    points = [(centre_mm[0] + x, centre_mm[1] + y, height_mm) for x, y in corners]
    return demo_scene().camera.project(np.array(points)).astype(np.float32)


def without_sheets(image: Image, ids: Iterable[int]) -> Image:
    """Cloths over these sheets."""
    out = image.copy()
    for sheet in demo_scene().sheets:
        if sheet.id in set(ids):
            square = _square_px((sheet.x_mm, sheet.y_mm), CARD_MM, 0.0)
            cv2.fillConvexPoly(out, np.round(square).astype(np.int32), GRASS)
    return out


def with_marker(image: Image, marker: int, side_mm: float = 26.0, at_mm: tuple[float, float] = FREE_MM) -> Image:
    """A plain marker on white card, lying on the table."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    card = cv2.copyMakeBorder(cv2.aruco.generateImageMarker(book, marker, 240), 40, 40, 40, 40, 0, value=255)
    soft = cv2.GaussianBlur(np.clip(card, 40, 215), (0, 0), 4)
    print_px = np.array([(0, 0), (320, 0), (320, 320), (0, 320)], np.float32)
    H = cv2.getPerspectiveTransform(print_px, _square_px(at_mm, side_mm * 320 / 240, 0.0))
    size = (image.shape[1], image.shape[0])
    laid = cv2.warpPerspective(cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), H, size, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full(card.shape, 255, np.uint8), H, size)
    return np.where(where[..., None] > 127, laid, image).astype(np.uint8)
