"""A USB camera, through OpenCV and V4L2.

MJPG is asked for: raw YUYV at 1080p does not fit through USB 2 at more than 5 pictures a second. Every picture is taken
off the driver, or it would hand out old ones, but only as many are decoded as are wanted: decoding is what costs.
OpenCV waits up to 10 s inside the driver when a device says nothing; whoever shows the camera's state must go by the
clock.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.vision.camera.contract import CameraFault, Shot


@dataclass(slots=True)
class V4l2Camera:
    """device: a path like /dev/video0. shots_per_s: how many pictures a second are decoded at most."""

    device: str
    width_px: int
    height_px: int
    fps: float
    shots_per_s: float = 10.0
    backend: int = cv2.CAP_V4L2
    repeats: bool = False
    quiet: str | None = None
    _capture: cv2.VideoCapture | None = None
    _due_s: float = 0.0

    @property
    def describe(self) -> str:
        return f"USB camera {self.device}"

    def open(self) -> None:
        if not Path(self.device).exists():
            raise CameraFault(
                f"There is no {self.device}. Is the camera plugged in? List cameras: v4l2-ctl --list-devices"
            )
        capture = cv2.VideoCapture(self.device, self.backend)
        if not capture.isOpened():
            raise CameraFault(
                f"{self.device} does not open. Another program may hold it, or this user is not in the group video."
            )
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, float(self.width_px))
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, float(self.height_px))
        capture.set(cv2.CAP_PROP_FPS, float(self.fps))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        self._capture, self._due_s = capture, 0.0

    def read(self, timeout_s: float) -> Shot | None:
        until = time.monotonic() + timeout_s
        while True:
            capture = self._capture
            if capture is None:
                raise CameraFault("The camera is closed.")
            if not capture.grab():
                raise CameraFault(f"{self.device} gives no picture. Is the cable in?")
            now = time.monotonic()
            if now >= self._due_s:
                break
            if now > until:
                raise CameraFault(f"{self.device} gave no picture for {timeout_s:g} s.")
        self._due_s = max(self._due_s + 1 / self.shots_per_s, now)
        good, image = capture.retrieve()
        if not good or image is None:
            raise CameraFault(f"{self.device} gave a picture that cannot be read.")
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        return Shot(np.asarray(image, dtype=np.uint8), now)

    def close(self) -> None:
        # The capture is let go of, not released: release() during another thread's grab() crashes inside OpenCV.
        self._capture = None
