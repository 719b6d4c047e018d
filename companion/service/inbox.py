"""The one queue of the service: what happens at the table is handled in the order in which it came in.

Looks coalesce: while one waits, the next is folded into it, newer table events of the same figure taking the older
one's place. So however slow the loop is, it finds at most one look, with the newest word on every figure. Wakes
coalesce too. A job is what somebody asks of the loop and waits for: a phone's command, a device's event; nothing is
kept of one whose asker has gone. The queue is bounded: a job too many is refused, not kept waiting.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.table.state import FigureGone, FigurePlaced, TableEvent
from companion.vision.frame import Look, Note
from companion.vision.picture_health import Verdict

MOST_JOBS = 256
PATIENCE_S = 10.0
T = TypeVar("T")


class InboxFull(RuntimeError):
    """The loop has more to do than it can, or has ended."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A picture was looked at. look: None where there was nothing to see in it, or looking failed (notes say why)."""

    number: int
    time_s: float
    verdict: Verdict
    width_px: int
    height_px: int
    look: Look | None
    notes: tuple[Note, ...] = ()


@dataclass(slots=True)
class Job:
    """Work for the loop. taken_s: when it was handed in, of the monotonic clock."""

    work: Callable[[], Any]
    taken_s: float = field(default_factory=time.monotonic)
    _done: threading.Event = field(default_factory=threading.Event)
    _value: Any = None
    _fault: BaseException | None = None
    _dropped: bool = False

    def run(self) -> None:
        """Do it, unless its asker waits no more; what it returns or raises is its asker's."""
        if self._dropped:
            return
        try:
            self._value = self.work()
        except Exception as fault:  # noqa: BLE001 - raised again by `result`, in its asker's thread
            self._fault = fault
        self._done.set()

    def refuse(self, why: str) -> None:
        """It is not done."""
        self._fault = InboxFull(why)
        self._done.set()

    def result(self, timeout_s: float) -> Any:
        """What it returned; raises what it raised, and InboxFull if it is not done in time."""
        if not self._done.wait(timeout_s):
            self._dropped = True
            raise InboxFull("The program is busy; try again in a moment.")
        if self._fault is not None:
            raise self._fault
        return self._value


class Inbox:
    """Written by all threads, read by the loop."""

    def __init__(self) -> None:
        self._items: deque[Looked | Job] = deque()
        self._jobs = 0
        self._woken = False
        self._closed = False
        self._news = threading.Condition()

    def post(self, looked: Looked) -> None:
        """Hand in a look."""
        with self._news:
            at = next((n for n, item in enumerate(self._items) if isinstance(item, Looked)), None)
            if at is None:
                self._items.append(looked)
            else:
                waiting = self._items[at]
                assert isinstance(waiting, Looked)
                self._items[at] = _merged(waiting, looked)
            self._news.notify_all()

    def ask(self, work: Callable[[], T], timeout_s: float = PATIENCE_S) -> T:
        """Have the loop do this, and wait for it. Raises what the work raises; InboxFull. Never from the loop."""
        job = Job(work)
        with self._news:
            if self._closed or self._jobs >= MOST_JOBS:
                raise InboxFull("The program is ending." if self._closed else "Too much at once; try again.")
            self._items.append(job)
            self._jobs += 1
            self._news.notify_all()
        done: T = job.result(timeout_s)
        return done

    def wake(self) -> None:
        """Make the loop look at the camera's state now."""
        with self._news:
            self._woken = True
            self._news.notify_all()

    def take(self, timeout_s: float) -> Looked | Job | None:
        """What came in first; None: woken without anything, or time is up."""
        with self._news:
            self._news.wait_for(lambda: self._items or self._woken, timeout_s)
            if not self._items:
                self._woken = False
                return None
            item = self._items.popleft()
            if isinstance(item, Job):
                self._jobs -= 1
            return item

    def close(self) -> None:
        """Nothing is taken any more; who waits is told."""
        with self._news:
            self._closed = True
            left = [item for item in self._items if isinstance(item, Job)]
            self._items.clear()
            self._jobs = 0
            self._news.notify_all()
        for job in left:
            job.refuse("The program is ending.")


def _merged(older: Looked, newer: Looked) -> Looked:
    if older.look is None:
        return newer
    if newer.look is None:
        return replace(newer, look=older.look)
    events = coalesced((*older.look.events, *newer.look.events))
    return replace(newer, look=replace(newer.look, events=events))


def coalesced(events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """The events without those that a later one makes void; the state after them is the same."""
    newest = {_subject(event): event for event in events}
    return tuple(event for event in events if newest[_subject(event)] is event)


def _subject(event: TableEvent) -> tuple[str, str]:
    match event:
        case FigurePlaced(figure=figure):
            return "figure", figure.id
        case FigureGone(figure_id=figure_id):
            return "figure", figure_id
        case _:
            return type(event).__name__, ""
