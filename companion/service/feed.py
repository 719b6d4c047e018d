"""The camera's thread: opens, reads, keeps the newest picture only, and opens again when it breaks.

It decodes nothing and never waits for anybody, so what is taken from it is as new as the camera allows. A camera that
breaks is tried again after 0.5 s, then 1, 2, 4 and at most 5 s; after 5 good seconds the count begins anew. Whatever a
camera raises ends up as a sentence in `FeedState.fault`, which stays until the next picture.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.vision.camera import Camera, CameraFault, Shot
from companion.vision.picture_health import Repeats

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 5.0
SETTLED_S = 5.0
SILENCE_S = 5.0
"""A camera that says nothing for so long is closed and opened again."""
FPS_OVER_S = 3.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FeedState:
    """How the camera does.

    Times are the feed's clock. number: of the newest shot, 0: none yet. fault: since the last shot. flowing_s: first
    shot after the last fault or long silence.
    """

    describe: str
    may_repeat: bool
    quiet: str | None
    started_s: float
    number: int = 0
    shot_s: float | None = None
    fault: str | None = None
    fault_s: float = 0.0
    fps: float = 0.0
    repeats: Repeats = Repeats()
    flowing_s: float | None = None


class Feed:
    """changed: called from the camera's thread when it broke or came back."""

    def __init__(
        self, camera: Camera, changed: Callable[[], None], clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.camera = camera
        self._changed = changed
        self._clock_s = clock_s
        self._shot: Shot | None = None
        self._state = FeedState(camera.describe, camera.repeats, camera.quiet, clock_s())
        self._times: deque[float] = deque(maxlen=256)
        self._news = threading.Condition()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> None:
        """Close the camera. A driver that does not let go in time is left to its daemon thread."""
        self._stop.set()
        self.camera.close()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout_s)

    def state(self) -> FeedState:
        """A snapshot."""
        with self._news:
            now_s = self._clock_s()
            while self._times and self._times[0] < now_s - FPS_OVER_S:
                self._times.popleft()
            span_s = min(FPS_OVER_S, max(now_s - self._state.started_s, 1e-3))
            return replace(self._state, quiet=self.camera.quiet, fps=round(len(self._times) / span_s, 1))

    def take(self, after: int, timeout_s: float) -> tuple[int, Shot] | None:
        """The newest shot if its number exceeds `after`, waiting for it if need be."""
        with self._news:
            self._news.wait_for(lambda: self._state.number > after or self._stop.is_set(), timeout_s)
            if self._shot is None or self._state.number <= after:
                return None
            return self._state.number, self._shot

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._stop.is_set():
            opened_s = self._clock_s()
            try:
                self._read_until_it_breaks()
            except CameraFault as fault:
                self._broke(str(fault))
            except Exception:
                if self._stop.is_set():
                    log.debug("The camera was closed while it was read", exc_info=True)
                    return
                log.exception("The camera's code failed")
                self._broke("The camera stopped for a reason this program does not know; the log has more.")
            finally:
                self.camera.close()
            if self._clock_s() - opened_s > SETTLED_S:
                pause_s = FIRST_PAUSE_S
            if self._stop.wait(pause_s):
                return
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _read_until_it_breaks(self) -> None:
        self.camera.open()
        while not self._stop.is_set():
            shot = self.camera.read(SILENCE_S)
            if shot is not None:
                self._arrived(shot)

    def _arrived(self, shot: Shot) -> None:
        fingerprint = 0 if self.camera.repeats else shot.fingerprint()
        with self._news:
            old = self._state
            self._shot = shot
            repeats = old.repeats if self.camera.repeats else old.repeats.after(fingerprint, shot.time_s)
            flows = old.fault is None and old.shot_s is not None and shot.time_s - old.shot_s < SILENCE_S
            self._state = replace(
                old,
                number=old.number + 1,
                shot_s=shot.time_s,
                fault=None,
                repeats=repeats,
                flowing_s=old.flowing_s if flows else shot.time_s,
            )
            self._times.append(shot.time_s)
            self._news.notify_all()
        if old.fault is not None or old.shot_s is None:
            log.info("The camera gives pictures: %s", self.camera.describe)
            self._changed()

    def _broke(self, sentence: str) -> None:
        if self._stop.is_set():
            return
        with self._news:
            old = self._state
            since_s = old.fault_s if old.fault is not None else self._clock_s()
            self._state = replace(old, fault=sentence, fault_s=since_s)
        if old.fault != sentence:
            log.warning("The camera broke: %s", sentence)
        self._changed()
