"""The loop: one thread takes looks, jobs, wakes and ticks in one order, and publishes a view when it differs.

Looks are folded into the table; jobs, which are phones' commands and devices' events, are done. Nothing else changes
what is at the table, so nothing here needs a lock.

A view that differs only in the picture's number is published once a second, so that a phone showing the picture stays
fresh and an idle table costs next to nothing. Ages need no new view: times are absolute and phones count for
themselves. Nothing here waits for anything but the inbox, so a step takes far under 20 ms; slower ones are logged.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import msgspec

from companion.service.core import Core, after_look
from companion.service.device_models import DevicesView
from companion.service.feed import FeedState
from companion.service.figures import Figures
from companion.service.health import CameraStatus, camera_status
from companion.service.hub import Hub
from companion.service.inbox import Inbox, Job, Looked
from companion.service.models import View
from companion.service.setting_up import SettingUp
from companion.service.views import Fixed, build_view
from companion.table.state import TableState
from companion.vision.frame import Note

TICK_S = 0.25
PICTURE_EVERY_S = 1.0
SLOW_STEP_S = 0.02
CLOCK_JUMP_S = 0.5

log = logging.getLogger(__name__)


Saw = Callable[[TableState, frozenset[str]], None]
"""Told of the table after each turn, with the ids of the figures that the newest pictures show."""


class Loop:
    """feed: gives a snapshot of the camera's state. electronics: gives how they stand. saw: who else looks on.

    figures: told of each look. setting_up: gives the ghosts of a saved table.
    """

    def __init__(
        self,
        feed: Callable[[], FeedState],
        inbox: Inbox,
        table: TableState,
        fixed: Fixed,
        clock_s: Callable[[], float] = time.monotonic,
        wall_s: Callable[[], float] = time.time,
        electronics: Callable[[], DevicesView] = DevicesView,
        saw: Saw = lambda table, seen: None,
        figures: Figures | None = None,
        setting_up: SettingUp | None = None,
    ) -> None:
        self._feed, self._inbox, self._fixed = feed, inbox, fixed
        self._clock_s, self._wall_s = clock_s, wall_s
        self._electronics, self._saw = electronics, saw
        self._figures = Figures() if figures is None else figures
        self._setting_up = SettingUp() if setting_up is None else setting_up
        self._offset_s = wall_s() - clock_s()
        self._core = Core(table)
        self._status: CameraStatus | None = None
        self._published_s = clock_s()
        self._stepped_s = clock_s()
        self.hub = Hub(self._build(feed(), clock_s()))
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="loop", daemon=True)

    @property
    def table(self) -> TableState:
        """The newest table; a value, to be read from any thread."""
        return self._core.table

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> None:
        """End, and let all who wait for views go."""
        self._stop.set()
        self._inbox.close()
        self.hub.close()
        self._thread.join(timeout_s)

    def behind_s(self) -> float:
        """How long ago the loop last went round."""
        return self._clock_s() - self._stepped_s

    def step(self, looked: Looked | None) -> None:
        """One turn: fold, judge the camera, publish if anything shown differs."""
        begun_s = self._clock_s()
        if looked is not None:
            self._core = after_look(self._core, looked)
            self._figures.folded(self._core)
        view = self._build(self._feed(), begun_s)
        self._saw(self._core.table, frozenset(figure.id for figure in view.table.figures if figure.seen))
        shown = self.hub.latest()
        due = begun_s - self._published_s >= PICTURE_EVERY_S
        if _essence(view) != _essence(shown) or (due and view.picture != shown.picture):
            self.hub.publish(msgspec.structs.replace(view, revision=shown.revision + 1))
            self._published_s = begun_s
        self._stepped(begun_s)

    def do(self, job: Job) -> None:
        """One turn for a job."""
        begun_s = self._clock_s()
        job.run()
        self._stepped(begun_s)

    def _stepped(self, begun_s: float) -> None:
        self._stepped_s = self._clock_s()
        if self._stepped_s - begun_s > SLOW_STEP_S:
            log.warning("A turn of the loop took %.0f ms", 1000 * (self._stepped_s - begun_s))

    def _run(self) -> None:
        looked_s = self._clock_s()
        while not self._stop.is_set():
            item = self._inbox.take(TICK_S)
            if isinstance(item, Job):
                self.do(item)
                if self._clock_s() - looked_s < TICK_S:
                    continue
            looked = item if isinstance(item, Looked) else None
            try:
                self.step(looked)
            except Exception:
                log.exception("A turn of the loop failed")
                self._failed(looked)
            looked_s = self._clock_s()

    def _failed(self, looked: Looked | None) -> None:
        """Leave the core as it was but for a note; the next picture is taken as if nothing had been."""
        note = Note("internal", "Something in this program failed on the last picture; the log has more.", "fault")
        if looked is not None:
            self._core = after_look(self._core, replace(looked, look=None, notes=(note,)))

    def _build(self, feed: FeedState, now_s: float) -> View:
        jump_s = self._wall_s() - now_s - self._offset_s
        if abs(jump_s) > CLOCK_JUMP_S:
            log.info("The clock was set: %+.1f s", jump_s)
            self._offset_s += jump_s
        self._status = camera_status(feed, self._core.verdict, now_s, self._status)
        view = build_view(self._core, feed, self._status, self._fixed, now_s, self._epoch)
        electronics = self._electronics()
        self._figures.hear(electronics)
        there = [one.name for one in electronics.devices if one.there]
        watch = self._figures.view(self._core, self._epoch)
        ghosts = self._setting_up.view(self._core, self._status.current)
        return msgspec.structs.replace(view, electronics=electronics, devices=there, watch=watch, ghosts=ghosts)

    def _epoch(self, time_s: float) -> float:
        return time_s + self._offset_s


def _essence(view: View) -> tuple[object, ...]:
    """What of a view people would notice: not numbers, the frame rate, or when a figure in sight was last seen."""
    camera = msgspec.structs.replace(view.camera, fps=0.0)
    figures = [
        msgspec.structs.replace(figure, seen_s=0.0 if figure.seen else figure.seen_s) for figure in view.table.figures
    ]
    table = msgspec.structs.replace(view.table, revision=0, figures=figures)
    return table, camera, view.sheets_seen, view.notes, view.devices, view.electronics, view.watch, view.ghosts
