"""Pictures a phone takes with its own camera and sends through the dashboard, one at a time.

Only the newest unread one is kept. Silence is normal here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Condition

from companion.vision.camera.contract import CameraFault, Picture, Shot


@dataclass(slots=True)
class PhoneCamera:
    """`give` is called by whoever takes uploads, from any thread."""

    repeats: bool = True
    quiet: str | None = "Take a picture of the table with a phone and send it from this page."
    _newest: Shot | None = None
    _open: bool = False
    _news: Condition = field(default_factory=Condition)

    @property
    def describe(self) -> str:
        return "pictures from a phone"

    def give(self, content: bytes | Picture, name: str) -> None:
        """Hand over a picture that was found to be readable."""
        with self._news:
            self._newest = Shot(content, time.monotonic(), name)
            self._news.notify_all()

    def open(self) -> None:
        with self._news:
            self._open = True

    def read(self, timeout_s: float) -> Shot | None:
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or not self._open, timeout_s)
            if not self._open:
                raise CameraFault("Pictures from phones are not taken just now.")
            shot, self._newest = self._newest, None
            return shot

    def close(self) -> None:
        with self._news:
            self._open = False
            self._news.notify_all()
