"""The loop: when a view is new, when it is not, that it survives, and that it is quick."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace

import pytest

from companion.service.feed import FeedState
from companion.service.inbox import Inbox, Looked
from companion.service.loop import Loop
from companion.service.models import View
from companion.service.views import Fixed
from companion.table.state import FigurePlaced, TableEvent, TableState
from companion.vision.frame import Look, Note
from tests.companion.service.fakes import figure, until


@dataclass
class Bench:
    """A loop with clocks in hand; not started, stepped."""

    now_s: float = 1000.0
    wall_s: float = 5000.0
    feed: FeedState = field(default_factory=lambda: FeedState("camera", False, None, 1000.0))
    loop: Loop = field(init=False)

    def __post_init__(self) -> None:
        fixed = Fixed((1, 2), (1920, 1080))
        clock, wall = (lambda: self.now_s), (lambda: self.wall_s)
        self.loop = Loop(lambda: self.feed, Inbox(), TableState(), fixed, clock, wall)

    def after(self, seconds: float) -> None:
        self.now_s += seconds
        self.wall_s += seconds

    def look(self, *events: TableEvent, seen: tuple[str, ...] = (), notes: tuple[Note, ...] = ()) -> View:
        self.feed = replace(self.feed, number=self.feed.number + 1, shot_s=self.now_s, fault=None)
        look = Look(self.feed.number, self.now_s, events, (1,), notes, seen)
        self.loop.step(Looked(self.feed.number, self.now_s, "good", 1920, 1080, look))
        return self.loop.hub.latest()

    def tick(self) -> View:
        self.loop.step(None)
        return self.loop.hub.latest()


def test_a_settled_figure_is_a_new_view_and_the_same_again_is_none() -> None:
    bench = Bench()
    first = bench.look(FigurePlaced(figure("a", 10.0), 0.0), seen=("a",))
    bench.after(0.1)
    assert bench.look(seen=("a",)).revision == first.revision
    bench.after(0.1)
    second = bench.look(FigurePlaced(figure("a", 20.0), 0.0), seen=("a",))
    assert second.revision == first.revision + 1
    assert [f.place.x_mm for f in second.table.figures] == [20.0]
    bench.after(0.1)
    assert bench.look(FigurePlaced(figure("a", 20.001), 0.0), seen=("a",)).revision == second.revision


def test_the_picture_alone_is_news_once_a_second() -> None:
    bench = Bench()
    revisions = []
    for _ in range(40):
        revisions.append(bench.look().revision)
        bench.after(0.1)
    assert 3 <= revisions[-1] - revisions[0] <= 4


def test_an_idle_table_without_new_pictures_is_no_news() -> None:
    bench = Bench(feed=FeedState("phone", True, "Send one.", 1000.0))
    revision = bench.tick().revision
    for _ in range(50):
        bench.after(0.25)
        assert bench.tick().revision == revision


def test_figures_stay_with_their_age_when_the_camera_goes_and_are_seen_again() -> None:
    bench = Bench()
    bench.look(FigurePlaced(figure("a", 10.0), 0.0), seen=("a",), notes=(Note("n", "Two figures share a marker."),))
    bench.after(2.1)
    stale = bench.tick()
    assert (stale.camera.state, stale.camera.since_s) == ("stale", 5000.0)
    assert [(f.seen, f.seen_s, f.place.x_mm) for f in stale.table.figures] == [(False, 5000.0, 10.0)]
    assert stale.sheets_seen == [] and stale.notes == []
    bench.feed = replace(bench.feed, fault="The cable is out.", fault_s=bench.now_s)
    gone = bench.tick()
    assert (gone.camera.state, gone.camera.since_s) == ("gone", 5000.0) and "cable" in gone.camera.message
    assert gone.table.figures == stale.table.figures
    bench.after(30.0)
    back = bench.look(seen=("a",))
    assert back.camera.state == "live" and back.table.figures[0].seen and back.table.figures[0].place.x_mm == 10.0


def test_vision_that_hangs_is_said() -> None:
    bench = Bench()
    bench.look()
    bench.after(3.5)
    bench.feed = replace(bench.feed, shot_s=bench.now_s, number=90)
    assert [note.code for note in bench.tick().notes] == ["vision_slow"]


def test_a_note_that_flickers_is_one_view_not_many() -> None:
    bench = Bench()
    note = Note("stray-marker", "Marker 9 is left out.", "info")
    first = bench.look(notes=(note,)).revision
    for turn in range(9):
        bench.after(0.1)
        assert bench.look(notes=(note,) if turn % 2 else ()).revision == first


def test_another_size_than_asked_for_is_said() -> None:
    bench = Bench()
    bench.feed = replace(bench.feed, number=1, shot_s=bench.now_s)
    bench.loop.step(Looked(1, bench.now_s, "good", 640, 480, None))
    notes = bench.loop.hub.latest().notes
    assert [note.message for note in notes] == ["The camera was asked for 1920 x 1080 and gives 640 x 480."]


def test_a_clock_that_is_set_moves_the_times() -> None:
    bench = Bench()
    assert bench.look().camera.since_s == 5000.0
    bench.wall_s += 86_400
    assert bench.tick().camera.since_s == 91_400.0


def test_a_turn_that_fails_is_a_note_and_the_next_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    loop = Bench().loop
    loop._feed = lambda: FeedState("camera", False, None, time.monotonic(), 1, time.monotonic())
    loop._clock_s, loop._wall_s = time.monotonic, time.time
    loop.start()
    broken = Looked(1, time.monotonic(), "good", 9, 9, Look(1, 0.0, ("no event",), (), (), ()))  # type: ignore[arg-type]
    loop._inbox.post(broken)
    view = loop.hub.wait(0, 3.0)
    while view is not None and not any(note.code == "internal" for note in view.notes):
        view = loop.hub.wait(view.revision, 3.0)
    assert view is not None and "A turn of the loop failed" in caplog.text
    events = (FigurePlaced(figure("a"), 0.0),)
    loop._inbox.post(Looked(2, time.monotonic(), "good", 9, 9, Look(2, time.monotonic(), events, (), (), None)))
    while view is not None and (not view.table.figures or any(note.code == "internal" for note in view.notes)):
        view = loop.hub.wait(view.revision, 3.0)
    assert view is not None
    loop.stop()
    assert not loop._thread.is_alive()


def test_a_turn_with_sixty_figures_takes_well_under_20_ms() -> None:
    bench = Bench()
    events = tuple(FigurePlaced(figure(f"f{n}", 10.0 * n), 0.0) for n in range(60))
    times = []
    for _ in range(5):
        begun = time.thread_time()
        bench.look(*events, seen=tuple(f"f{n}" for n in range(60)))
        times.append(time.thread_time() - begun)
    assert min(times) < 0.02


def test_the_loop_does_jobs_and_shows_the_table_to_who_looks_on() -> None:
    shown: list[tuple[TableState, frozenset[str]]] = []
    inbox = Inbox()
    feed = FeedState("camera", False, None, 0.0)
    loop = Loop(lambda: feed, inbox, TableState(), Fixed(), saw=lambda table, seen: shown.append((table, seen)))
    loop.start()
    try:
        assert inbox.ask(lambda: threading.current_thread().name) == "loop"
        with pytest.raises(ZeroDivisionError):
            inbox.ask(lambda: 1 // 0)
        assert inbox.ask(lambda: 7) == 7, "a job that fails harms nobody"
        until(lambda: bool(shown))
        assert shown[0] == (TableState(), frozenset())
    finally:
        loop.stop()


def test_the_loop_ticks_however_many_jobs_there_are() -> None:
    ticks: list[int] = []
    inbox = Inbox()
    feed = FeedState("camera", False, None, 0.0)
    loop = Loop(lambda: feed, inbox, TableState(), Fixed(), saw=lambda table, seen: ticks.append(1))
    loop.start()
    try:
        end_s = time.monotonic() + 1.2
        while time.monotonic() < end_s:
            inbox.ask(lambda: None)
        assert len(ticks) >= 3
    finally:
        loop.stop()
