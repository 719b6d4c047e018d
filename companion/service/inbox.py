"""The one queue of the service, bounded by what it holds.

Looks coalesce: while one waits, the next is folded into it, newer table events of the same figure taking the older
one's place. So however slow the loop is, it finds at most one look, with the newest word on every figure. Wakes
coalesce too.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from companion.table.state import FigureGone, FigurePlaced, TableEvent
from companion.vision.frame import Look, Note
from companion.vision.picture_health import Verdict


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


class Inbox:
    """Written by the camera's and the vision thread, read by the loop."""

    def __init__(self) -> None:
        self._looked: Looked | None = None
        self._woken = False
        self._news = threading.Condition()

    def post(self, looked: Looked) -> None:
        """Hand in a look."""
        with self._news:
            self._looked = looked if self._looked is None else _merged(self._looked, looked)
            self._news.notify_all()

    def wake(self) -> None:
        """Make the loop look at the camera's state now."""
        with self._news:
            self._woken = True
            self._news.notify_all()

    def take(self, timeout_s: float) -> Looked | None:
        """The waiting look; None: woken without one, or time is up."""
        with self._news:
            self._news.wait_for(lambda: self._looked is not None or self._woken, timeout_s)
            looked, self._looked, self._woken = self._looked, None, False
            return looked


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
