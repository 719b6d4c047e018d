"""A Raspberry Pi camera, through the program that comes with Raspberry Pi OS.

`rpicam-vid` writes JPEGs to its standard output, we cut them apart. No Python binding: picamera2 is built for numpy 1
on Debian 12 and OpenCV needs numpy 2. What the program says on its error stream is kept (its end only) and shown when
it dies, because that is where "no cameras available" stands.
"""

from __future__ import annotations

import os
import selectors
import shutil
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field
from threading import Lock

from companion.vision.camera.contract import CameraFault, Shot
from companion.vision.camera.jpeg_stream import JpegStream

PROGRAMS = ("rpicam-vid", "libcamera-vid")
"""Today's name, and the one on Raspberry Pi OS before 2023."""
PIECE_BYTES = 1 << 18
GRACE_S = 0.7
"""How long the program may take to end before it is killed."""


@dataclass(slots=True)
class RpiCamera:
    """width_px, height_px, fps: as asked of the program; which: the programs to look for, first found wins."""

    width_px: int
    height_px: int
    fps: float
    which: tuple[str, ...] = PROGRAMS
    repeats: bool = False
    quiet: str | None = None
    _child: subprocess.Popen[bytes] | None = None
    _said: bytes = b""
    _stream: JpegStream = field(default_factory=JpegStream)
    _whole: deque[bytes] = field(default_factory=deque)
    _reading: Lock = field(default_factory=Lock, compare=False)

    @property
    def describe(self) -> str:
        return "Raspberry Pi camera"

    def open(self) -> None:
        program = next((found for name in self.which if (found := shutil.which(name))), None)
        if program is None:
            raise CameraFault(f"{self.which[0]} is not installed. Install it with: sudo apt install rpicam-apps")
        words = [program, "--codec", "mjpeg", "--timeout", "0", "--nopreview", "--flush", "--output", "-"]
        words += ["--width", str(self.width_px), "--height", str(self.height_px), "--framerate", f"{self.fps:g}"]
        self._stream, self._said = JpegStream(), b""
        self._whole.clear()
        try:
            self._child = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise CameraFault(f"{program} does not start: {error.strerror}.") from error

    def read(self, timeout_s: float) -> Shot | None:
        with self._reading:
            child = self._child
            if child is None or child.stdout is None or child.stderr is None:
                raise CameraFault("The camera is closed.")
            until = time.monotonic() + timeout_s
            with selectors.DefaultSelector() as both:
                both.register(child.stdout, selectors.EVENT_READ)
                both.register(child.stderr, selectors.EVENT_READ)
                while not self._whole:
                    left = until - time.monotonic()
                    if left <= 0:
                        raise CameraFault(f"The Pi camera gave no picture for {timeout_s:g} s.{self._last_words()}")
                    for key, _ in both.select(left):
                        self._take(child, both, key.fd)
            return Shot(self._whole.popleft(), time.monotonic())

    def close(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.terminate()
        try:
            child.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        # A pipe is closed only when nobody reads it, or its number could be another file's by then. The program's end
        # ends the reading.
        with self._reading:
            for pipe in (child.stdout, child.stderr):
                if pipe is not None:
                    pipe.close()

    def _take(self, child: subprocess.Popen[bytes], both: selectors.BaseSelector, number: int) -> None:
        """Read what one of the two pipes has."""
        piece = os.read(number, PIECE_BYTES)
        if child.stderr is not None and number == child.stderr.fileno():
            self._said = (self._said + piece)[-2000:]
            if not piece:
                both.unregister(number)
        elif piece:
            self._whole.extend(self._stream.feed(piece))
        else:
            self._said = (self._said + _rest(child))[-2000:]
            raise CameraFault(f"The Pi camera's program has ended.{self._last_words()}")

    def _last_words(self) -> str:
        lines = [line.strip() for line in self._said.decode("utf-8", "replace").splitlines()]
        said = next((line for line in reversed(lines) if line), "")
        clean = "".join(letter for letter in said if letter.isprintable())[:200]
        return f" It said: {clean}" if clean else ""


def _rest(child: subprocess.Popen[bytes]) -> bytes:
    """What is left on the error stream of a program whose output has ended (0.2 s are waited for it)."""
    if child.stderr is None:
        return b""
    with selectors.DefaultSelector() as one:
        one.register(child.stderr, selectors.EVENT_READ)
        return os.read(child.stderr.fileno(), PIECE_BYTES) if one.select(0.2) else b""
