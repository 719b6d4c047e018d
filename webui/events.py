"""The live stream: each phone gets the newest view, and skips those it was too slow for.

A stream holds one thread of the server for as long as a phone looks, so streams are counted and the count is capped:
a full pool would stop every page (PLATFORM: waitress, default 4 threads). The beat is an SSE comment for proxies and
people with curl, and an event `beat` for pages: a browser does not show comments to a page, and a page must notice a
line that died without a word.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import msgspec
from flask import Response

from companion.service.models import View
from webui.backend import Backend
from webui.faults import Refused

BEAT_S = 5.0
SLICE_S = 1.0
"""How long a stream sleeps at most before it looks whether the server is stopping."""


class Beat(msgspec.Struct, frozen=True):
    """time_s: the service's clock now, seconds since the epoch. revision: of the newest view sent."""

    time_s: float
    revision: int


class Seats:
    """How many streams may be open at once.

    Taking one gives a function that hands it back; calling that twice is harmless.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken = 0
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """Streams open now."""
        return self._taken

    def take(self) -> Callable[[], None]:
        """Raises `Refused` when all are taken."""
        with self._lock:
            if self._taken >= self.most:
                raise Refused(
                    "too_many_streams", f"{self.most} phones are watching; that is the most. Close one of them."
                )
            self._taken += 1
        once = threading.Lock()

        def give_back() -> None:
            if once.acquire(blocking=False):
                with self._lock:
                    self._taken -= 1

        return give_back


def events(
    backend: Backend,
    stopping: Callable[[], bool],
    clock_s: Callable[[], float] = time.time,
    beat_s: float = BEAT_S,
) -> Iterator[bytes]:
    """SSE bytes: the view at once and on every change, as plain messages; a beat after it and every beat_s.

    Last-Event-ID is not heeded: revisions begin again when the service does, so an equal one proves nothing.
    """
    revision = -1
    encode = msgspec.json.Encoder().encode
    beat_due_s = 0.0
    yield b"retry: 1000\n\n"
    while not stopping():
        view = backend.wait_for_view(revision, min(SLICE_S, beat_s))
        if view is not None and view.revision != revision:
            revision = view.revision
            yield _event(view, encode)
        now_s = time.monotonic()
        if now_s >= beat_due_s:
            beat_due_s = now_s + beat_s
            yield b": beat\nevent: beat\ndata: " + encode(Beat(clock_s(), max(revision, 0))) + b"\n\n"


def _event(view: View, encode: Callable[[object], bytes]) -> bytes:
    """JSON holds no raw line break, so one data line is enough."""
    return b"id: " + str(view.revision).encode() + b"\ndata: " + encode(view) + b"\n\n"


def stream_answer(body: Iterator[bytes], give_back: Callable[[], None]) -> Response:
    """The stream as a response; the seat is given back when the server closes it, also if it was never read."""
    answer = Response(body, mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(give_back)
    return answer
