"""A video file, played at its own speed as if it were a camera."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import cv2
import numpy as np

from companion.vision.camera.contract import CameraFault, Shot

ENDED = "The recording has ended; the last picture stays."


@dataclass(slots=True)
class VideoCamera:
    """path: anything OpenCV's ffmpeg opens. loop: begin again at its end. shots_per_s: how many are decoded at most."""

    path: Path
    loop: bool = True
    shots_per_s: float = 10.0
    repeats: bool = True
    quiet: str | None = None
    _capture: cv2.VideoCapture | None = None
    _start_s: float = 0.0
    _next: int = 0
    _fps: float = 25.0
    _due_s: float = 0.0
    _closed: Event = field(default_factory=Event)

    @property
    def describe(self) -> str:
        return f"video {self.path.name}"

    def open(self) -> None:
        if not self.path.is_file():
            raise CameraFault(f"There is no video file {self.path}.")
        capture = cv2.VideoCapture(str(self.path), cv2.CAP_FFMPEG)
        if not capture.isOpened():
            raise CameraFault(f"{self.path} is not a video that can be read.")
        stated = capture.get(cv2.CAP_PROP_FPS)
        self._fps = stated if 0.1 <= stated <= 240 else 25.0
        self._capture, self.quiet = capture, None
        self._start_s, self._next, self._due_s = time.monotonic(), 0, 0.0
        self._closed.clear()

    def read(self, timeout_s: float) -> Shot | None:
        while True:
            capture = self._capture
            if capture is None:
                raise CameraFault("The video is closed.")
            if self.quiet is not None:
                self._closed.wait(timeout_s)
                return None
            if not capture.grab():
                self._at_end(capture)
                continue
            due_s = self._start_s + self._next / self._fps
            self._next += 1
            if due_s < self._due_s:
                continue
            if self._closed.wait(max(0.0, due_s - time.monotonic())):
                raise CameraFault("The video is closed.")
            self._due_s = due_s + 1 / self.shots_per_s - 1e-6
            good, image = capture.retrieve()
            if good and image is not None:
                return Shot(np.asarray(image, dtype=np.uint8), time.monotonic(), self.path.name)

    def close(self) -> None:
        self._closed.set()
        self._capture = None

    def _at_end(self, capture: cv2.VideoCapture) -> None:
        if self._next == 0:
            raise CameraFault(f"{self.path} has no picture that can be read.")
        if not self.loop:
            self.quiet = ENDED
            return
        capture.set(cv2.CAP_PROP_POS_FRAMES, 0.0)
        self._start_s += self._next / self._fps
        self._next = 0
