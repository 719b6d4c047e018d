"""The vision thread: takes the newest picture, has it looked at, and posts what was seen.

The watcher is a Protocol handed in by the command line. Whatever it raises on one picture becomes a note and a log
entry, and the next picture is looked at as if nothing had been. Black and flat pictures, and pictures that a camera
repeats, are not looked at: there is nothing in them that is true now.

What people tell a watcher waits in a queue, which this thread empties between two looks. A lock would not do: where
looks follow each other without a pause, whoever waits for it may never get it. Where no new picture comes afterwards,
the last one is looked at again, with its own number and time, so that what was said is seen on phones.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from companion.service.feed import Feed
from companion.service.inbox import Looked
from companion.table.state import TerrainPiece
from companion.vision.asks import Proposed, Tapped
from companion.vision.camera import Shot
from companion.vision.decode import DecodeFault, decode_picture
from companion.vision.frame import Frame, Look, Note
from companion.vision.picture_health import judge_picture

Picture = NDArray[np.uint8]

TELL_S = 8.0
"""So long people's words wait for a look to end."""
MOST_WORDS = 20
WAIT_S = 0.2
"""So long a new picture is waited for at a time; words wait no longer while none comes."""

Said = TypeVar("Said")

log = logging.getLogger(__name__)


class NotHeard(Exception):
    """The watcher takes no words (code not_possible), or had no time for them (busy); the text is a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Watcher(Protocol):
    """What the service needs of `companion.vision`. Only one of the two is called at a time."""

    def look(self, frame: Frame) -> Look:
        """Events for the table, sheets and figures in sight, notes. Frames come with growing number and time."""

    def straighten(
        self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> Picture | None:
        """The table from above, extent (x0, y0, x1, y1), y up; None while the camera's pose is not known."""


@runtime_checkable
class Guided(Protocol):
    """What people may tell a watcher between two looks. A sentence comes back where it cannot be done, else None; what
    it changes is told by the next look."""

    def answer(self, ask_id: str, option_id: str) -> str | None:
        """Answer an open ask."""

    def rename(self, figure_id: str, name: str) -> str | None:
        """Give a figure that has no marker its name: one of the roster's or a new one."""

    def take_off(self, figure_id: str) -> str | None:
        """The figure is no longer on the table; it is not looked for until it is put back."""

    def put_back(self, figure_id: str) -> str | None:
        """The figure comes back: it is looked for again."""

    def tap(self, frame_number: int, xy_px: tuple[float, float]) -> Tapped | str:
        """What a tap at a pixel of one of the last pictures means."""

    def set_terrain(self, terrain: tuple[TerrainPiece, ...]) -> str | None:
        """The terrain is this from now on."""

    def propose_terrain(self) -> tuple[Proposed, ...] | str:
        """Pieces that the newest picture shows beside the empty table."""

    def take_empty(self) -> str | None:
        """The newest picture is the empty table from now on."""

    def crop(self, crop_id: str) -> bytes | None:
        """A crop as JPEG; None: it is not kept any more."""

    def set_veto(self, may: Callable[[str, tuple[float, float], tuple[float, float]], bool] | None) -> None:
        """may(figure_id, from_mm, to_mm): whether the rules allow that reading, where there are several."""


@runtime_checkable
class Pictured(Protocol):
    """What a watcher may tell of the last pictures besides: where the table's points are in them, and the other way."""

    def pictured(
        self, frame_number: int, points_mm: Sequence[tuple[float, float, float]]
    ) -> tuple[tuple[float, float] | None, ...] | str:
        """Pixels of points x, y, z; None for what is not in front of the camera."""

    def on_level(self, frame_number: int, xy_px: tuple[float, float], level_mm: float) -> tuple[float, float] | str:
        """The point at this height that a pixel shows, whatever is in the way."""


class Looker:
    """post: takes what was seen. looks_per_s: at most so often. shown: told of each look on this thread, with what
    gives the watcher's crops."""

    def __init__(
        self,
        feed: Feed,
        watcher: Watcher,
        post: Callable[[Looked], None],
        looks_per_s: float,
        shown: Callable[[Look, Callable[[str], bytes | None]], None] | None = None,
    ) -> None:
        self._feed, self._watcher, self._post, self._shown = feed, watcher, post, shown
        self._guided = watcher if isinstance(watcher, Guided) else None
        self._words: deque[Callable[[], None]] = deque()
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

    def straighten(
        self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> Picture | None:
        """See `Watcher.straighten`; from any thread, waiting for a look to end."""
        with self._lock:
            return self._watcher.straighten(frame, extent_mm, px_per_mm)

    @property
    def guided(self) -> bool:
        """Whether the watcher takes people's words."""
        return self._guided is not None

    def tell(self, words: Callable[[Guided], Said], timeout_s: float = TELL_S) -> Said:
        """What the words come to, said to the watcher on its own thread between two looks. Not from the loop: it waits.

        NotHeard: the watcher takes no words, or time is up. What the words raise is raised.
        """
        guided, heard = self._guided, Future[Said]()
        if guided is None:
            raise NotHeard("not_possible", "Figures cannot be named or taken off here: nothing here follows them.")
        if len(self._words) >= MOST_WORDS or self._stop.is_set():
            raise NotHeard("busy", "The camera is busy. Try again in a moment.")

        def say() -> None:
            if not heard.set_running_or_notify_cancel():
                return
            try:
                heard.set_result(words(guided))
            except Exception as error:
                log.exception("What people told the watcher failed")
                heard.set_exception(error)

        self._words.append(say)
        try:
            return heard.result(timeout_s)
        except TimeoutError as error:
            heard.cancel()
            raise NotHeard("busy", "The camera had no time for this. Try again in a moment.") from error

    def _run(self) -> None:
        number = 0
        last: tuple[int, Shot] | None = None
        spoken = False
        while not self._stop.is_set():
            while self._words:
                with self._lock:
                    self._words.popleft()()
                spoken = True
            taken = self._feed.take(number, WAIT_S) or (last if spoken else None)
            if taken is None:
                continue
            last, spoken = taken, False
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
                self._show(look)
        return Looked(number, shot.time_s, verdict, width_px, height_px, look, tuple(notes))

    def _show(self, look: Look) -> None:
        """Hand on what was ruled; a fault there costs no look."""
        if self._shown is None:
            return
        try:
            self._shown(look, self._guided.crop if self._guided is not None else _no_crop)
        except Exception:
            log.exception("What picture %d showed could not be kept", look.frame_number)


def _no_crop(crop_id: str) -> bytes | None:
    return None
