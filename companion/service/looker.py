"""The vision thread: takes the newest picture, has it looked at, and posts what was seen.

The watcher is a Protocol handed in by the command line. Whatever it raises on one picture becomes a note and a log
entry, and the next picture is looked at as if nothing had been. Black and flat pictures, and pictures that a camera
repeats, are not looked at: there is nothing in them that is true now.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.service.feed import Feed
from companion.service.inbox import Looked
from companion.vision.camera import Shot
from companion.vision.decode import DecodeFault, decode_picture
from companion.vision.frame import Frame, Look, Note
from companion.vision.picture_health import judge_picture

Image = NDArray[np.uint8]

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """What the service needs of `companion.vision`. Only one of the two is called at a time."""

    def look(self, frame: Frame) -> Look:
        """Events for the table, sheets and figures in sight, notes. Frames come with growing number and time."""

    def straighten(self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float) -> Image | None:
        """The table from above, extent (x0, y0, x1, y1), y up; None while the camera's pose is not known."""


class Looker:
    """post: takes what was seen. looks_per_s: at most so often."""

    def __init__(self, feed: Feed, watcher: Watcher, post: Callable[[Looked], None], looks_per_s: float) -> None:
        self._feed, self._watcher, self._post = feed, watcher, post
        self._pause_s = 1 / looks_per_s
        self._newest: Frame | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> None:
        """End after the picture at hand."""
        self._stop.set()
        self._thread.join(timeout_s)

    def newest(self) -> Frame | None:
        """The newest picture that could be read, whatever it shows."""
        return self._newest

    def straighten(self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float) -> Image | None:
        """See `Watcher.straighten`; from any thread, waiting for a look to end."""
        with self._lock:
            return self._watcher.straighten(frame, extent_mm, px_per_mm)

    def _run(self) -> None:
        number = 0
        while not self._stop.is_set():
            taken = self._feed.take(number, 0.5)
            if taken is None:
                continue
            begun_s = time.monotonic()
            number, shot = taken
            try:
                self._post(self._look(number, shot))
            except Exception:
                log.exception("Looking at picture %d failed", number)
                words = "A picture could not be worked out (a fault in this program; the log has more)."
                note = Note("vision_failed", words, "fault")
                self._post(Looked(number, shot.time_s, "good", 0, 0, None, (note,)))
            self._stop.wait(max(0.0, begun_s + self._pause_s - time.monotonic()))

    def _look(self, number: int, shot: Shot) -> Looked:
        notes: list[Note] = []
        if isinstance(shot.content, bytes):
            try:
                decoded = decode_picture(shot.content)
            except DecodeFault as fault:
                of = f"{shot.name}: " if shot.name else ""
                note = Note(fault.code, f"{of}{fault}", "fault")
                return Looked(number, shot.time_s, "good", 0, 0, None, (note,))
            image = decoded.image
            if decoded.divided > 1:
                notes.append(
                    Note("picture_reduced", "The camera's pictures are so large that they are used smaller.", "info")
                )
        else:
            image = shot.content
        height_px, width_px = image.shape[:2]
        frame = Frame(image, shot.time_s, number)
        self._newest = frame
        verdict = judge_picture(image)
        state = self._feed.state()
        look: Look | None = None
        if verdict == "good" and not state.repeats.frozen(shot.time_s):
            with self._lock:
                look = self._watcher.look(frame)
        return Looked(number, shot.time_s, verdict, width_px, height_px, look, tuple(notes))
