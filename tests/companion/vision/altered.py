"""The recorded table's first picture, with something covered or another print laid on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scenes.camera import undistorted
from companion.scenes.demo import demo_folder, demo_scene
from companion.setup.model import Setup
from companion.setup.read import read_setup

Image = NDArray[np.uint8]

FREE_MM = (350.0, 235.0)
"""A place of the recorded table with nothing on it."""
CARD_MM = 90.0
GRASS = (70, 110, 90)
STEP_PX = 8
"""A bump is worked out at every eighth pixel; between them it is straight."""


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


def bumped(image: Image, degrees: tuple[float, float, float]) -> Image:
    """The picture after the camera was turned in its place: right, down, and about its axis."""
    camera = demo_scene().camera
    matrix, distortion = np.array(camera.camera_matrix), np.array(camera.distortion)
    turn, _ = cv2.Rodrigues(np.radians([degrees[1], degrees[0], degrees[2]]))
    columns, rows = np.meshgrid(*(STEP_PX * np.arange(n // STEP_PX + 2.0) for n in (camera.width_px, camera.height_px)))
    pixels = np.column_stack([columns.ravel(), rows.ravel()])
    rays = undistorted(camera.camera_matrix, camera.distortion, pixels)
    before = np.column_stack([rays, np.ones(len(rays))]) @ turn.T
    came, _ = cv2.projectPoints(before, np.zeros(3), np.zeros(3), matrix, distortion)
    nodes = came.reshape(*columns.shape, 2).astype(np.float32)
    x, y = np.meshgrid(*(np.arange(n, dtype=np.float32) / STEP_PX for n in (camera.width_px, camera.height_px)))
    at = cv2.remap(nodes, x, y, cv2.INTER_LINEAR)
    return np.asarray(cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_CUBIC), np.uint8)


def in_first_sheets_frame(x_mm: float, y_mm: float) -> tuple[float, float]:
    """A place on the recorded table's mat, as the first sheet has it."""
    first = min(demo_scene().sheets, key=lambda sheet: sheet.id)
    c, s = math.cos(math.radians(first.turn_deg)), math.sin(math.radians(first.turn_deg))
    dx, dy = x_mm - first.x_mm, y_mm - first.y_mm
    return c * dx + s * dy, c * dy - s * dx
