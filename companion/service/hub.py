"""The newest value for everybody who waits.

One condition, no queues: whoever was slow gets the newest value and has skipped the rest, so a slow phone costs
nothing.
"""

from __future__ import annotations

import threading

from companion.service.models import View


class Hub:
    """Holds the newest view. Any thread may publish, read or wait."""

    def __init__(self, first: View) -> None:
        self._view = first
        self._closed = False
        self._news = threading.Condition()

    def latest(self) -> View:
        """The newest view."""
        with self._news:
            return self._view

    def publish(self, view: View) -> None:
        """Replace the newest view and wake everybody."""
        with self._news:
            self._view = view
            self._news.notify_all()

    def wait(self, after_revision: int, timeout_s: float) -> View | None:
        """The newest view as soon as its revision differs from after_revision; None: time is up, or the hub is closed.

        Differs, not exceeds: a phone that was connected before a restart may hold a higher number.
        """
        with self._news:
            self._news.wait_for(lambda: self._closed or self._view.revision != after_revision, timeout_s)
            return None if self._closed or self._view.revision == after_revision else self._view

    def close(self) -> None:
        """Let all who wait go."""
        with self._news:
            self._closed = True
            self._news.notify_all()
