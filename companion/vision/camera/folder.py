"""A folder of stills, shown one after the other as if a camera took them.

The folder is read again on every pass, so pictures may be added while it runs. Names are sorted as people do: 2 before
10.
"""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from calibration.refusals import unreadable
from companion.vision.camera.contract import CameraFault, Shot
from companion.vision.camera.video import ENDED
from companion.vision.decode import MOST_BYTES

ENDINGS = (".jpg", ".jpeg", ".png")


@dataclass(slots=True)
class FolderCamera:
    """fps: pictures a second. loop: begin again after the last one."""

    path: Path
    fps: float = 2.0
    loop: bool = True
    repeats: bool = True
    quiet: str | None = None
    _waiting: deque[Path] = field(default_factory=deque)
    _due_s: float = 0.0
    _closed: Event = field(default_factory=Event)

    @property
    def describe(self) -> str:
        return f"pictures in {self.path.name}"

    def open(self) -> None:
        self.quiet = None
        self._waiting = deque(self._pictures())
        self._due_s = time.monotonic()
        self._closed.clear()

    def read(self, timeout_s: float) -> Shot | None:
        if not self._waiting and not self.loop:
            self.quiet = ENDED
        if self.quiet is not None:
            self._closed.wait(timeout_s)
            return None
        if not self._waiting:
            self._waiting = deque(self._pictures())
        if self._closed.wait(max(0.0, self._due_s - time.monotonic())):
            raise CameraFault("The folder is closed.")
        self._due_s = max(self._due_s + 1 / self.fps, time.monotonic())
        picture = self._waiting.popleft()
        try:
            with picture.open("rb") as file:
                content = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise CameraFault(f"{picture} {unreadable(error)}.") from error
        return Shot(content, time.monotonic(), picture.name)

    def close(self) -> None:
        self._closed.set()

    def _pictures(self) -> list[Path]:
        try:
            found = [entry for entry in self.path.iterdir() if entry.suffix.lower() in ENDINGS and entry.is_file()]
        except OSError as error:
            raise CameraFault(f"The folder {self.path} {unreadable(error)}.") from error
        if not found:
            raise CameraFault(f"There is no JPEG or PNG in {self.path}.")
        return sorted(found, key=_as_people_sort)


def _as_people_sort(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", path.name.lower())]
