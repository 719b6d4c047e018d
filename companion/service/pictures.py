"""Camera pictures out to phones, and phones' pictures in.

Out: each picture is encoded once per size and kept until there is a newer one; sizes are a short list, so that nobody
fills the memory by asking. In: one upload is decoded at a time, its size looked at before any memory is taken.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.service.looker import Looker
from companion.service.models import UPLOAD_MAX_BYTES, Fault, Picture, UploadView
from companion.vision.camera import Camera
from companion.vision.camera.phone import PhoneCamera
from companion.vision.decode import DecodeFault, decode_picture
from companion.vision.frame import Frame

WIDTHS_PX = (320, 480, 640, 960, 1280, 1920)
STRAIGHT_PX = 1280
MOST_STRAIGHT_PX = 4_000_000
QUALITY = 80
UPLOAD_WAIT_S = 10.0

Extent = tuple[float, float, float, float]


class Pictures:
    """extent: what of the table is worth showing now, mm."""

    def __init__(self, looker: Looker, camera: Camera, extent: Callable[[], Extent]) -> None:
        self._looker, self._camera, self._extent = looker, camera, extent
        self._kept: dict[tuple[bool, int], Picture] = {}
        self._encoding = threading.Lock()
        self._uploading = threading.Semaphore(1)

    def jpeg(self, straight: bool, max_width: int | None) -> Picture | Fault:
        """The newest picture, at most max_width px wide (the next size of a short list).

        Faults: no_picture, not_straight.
        """
        frame = self._looker.newest()
        if frame is None:
            return Fault("no_picture", "There is no picture yet.")
        width_px = _allowed(max_width, frame.image.shape[1], straight)
        extent = self._extent() if straight else None
        with self._encoding:
            kept = self._kept.get((straight, width_px))
            if kept is not None and kept.number == frame.number and kept.extent_mm == extent:
                return kept
            image = frame.image if extent is None else self._straightened(frame, extent, width_px)
            if image is None:
                return Fault("no_picture", "The picture cannot be straightened: too few sheets are in sight.")
            made = Picture(frame.number, _encoded(image, width_px), straight, extent)
            self._kept[straight, width_px] = made
            return made

    def take_upload(self, data: bytes, name: str) -> UploadView | Fault:
        """Hand a phone's picture to the camera that waits for it.

        Faults: uploads_off, busy, and those of `decode_picture`.
        """
        camera = self._camera
        if not isinstance(camera, PhoneCamera):
            return Fault(
                "uploads_off",
                f"Pictures are not taken from phones here: they come from another camera ({camera.describe}). "
                'To change that, write source = "phone" under [camera] in the settings.',
            )
        if not self._uploading.acquire(timeout=UPLOAD_WAIT_S):
            return Fault("busy", "Another picture is being taken in. Send this one again in a moment.")
        try:
            decoded = decode_picture(data, most_bytes=UPLOAD_MAX_BYTES)
        except DecodeFault as fault:
            return Fault(fault.code, str(fault))
        finally:
            self._uploading.release()
        camera.give(decoded.image, _clean(name))
        height_px, width_px = decoded.image.shape[:2]
        size = f"{width_px} x {height_px}"
        smaller = (
            f" It was large and is used at 1/{decoded.divided} of its size, {size}." if decoded.divided > 1 else ""
        )
        return UploadView(width_px, height_px, f"The picture has arrived.{smaller}")

    def _straightened(self, frame: Frame, extent: Extent, width_px: int) -> NDArray[np.uint8] | None:
        wide_mm, high_mm = extent[2] - extent[0], extent[3] - extent[1]
        px_per_mm = min(width_px / wide_mm, (MOST_STRAIGHT_PX / (wide_mm * high_mm)) ** 0.5)
        return self._looker.straighten(frame, extent, px_per_mm)


def _allowed(max_width: int | None, own_px: int, straight: bool) -> int:
    """The smallest width of the list that is no smaller than asked for; never more than the picture's own."""
    asked = max_width or (STRAIGHT_PX if straight else WIDTHS_PX[-1])
    width_px = next((width for width in WIDTHS_PX if width >= asked), WIDTHS_PX[-1])
    return width_px if straight else min(width_px, own_px)


def _encoded(image: NDArray[np.uint8], width_px: int) -> bytes:
    height_px, own_px = image.shape[:2]
    if own_px > width_px:
        size = (width_px, max(1, round(height_px * width_px / own_px)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    good, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not good:
        raise RuntimeError(f"OpenCV encodes no JPEG of shape {image.shape}")
    return content.tobytes()


def _clean(name: str) -> str:
    """A file name as it may be logged."""
    return "".join(letter for letter in name if letter.isprintable())[:80]
