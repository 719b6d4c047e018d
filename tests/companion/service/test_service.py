"""The whole service over real cameras: stills, ffmpeg with its cable pulled, a Pi camera's program killed, a phone."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.service.models import Fault, MeasureView, Picture, UploadView, View
from companion.service.service import Furniture, Service
from companion.table.state import TerrainPiece
from companion.vision.camera import Camera
from companion.vision.camera.folder import FolderCamera
from companion.vision.camera.mjpeg import MjpegCamera
from companion.vision.camera.phone import PhoneCamera
from companion.vision.camera.rpicam import RpiCamera
from companion.vision.frame import Note
from tests.companion.service.fakes import FakeWatcher, ScriptedCamera, until
from tests.companion.vision.camera.pictures import folder_of, jpeg, picture
from tests.companion.vision.camera.test_mjpeg import ffmpeg_camera, free_port
from tests.companion.vision.camera.test_rpicam import FAKE
from tests.needs import clocked, need_program

HUT = TerrainPiece("hut", "building", 60.0, ((30.0, -20.0), (40.0, -20.0), (40.0, 20.0), (30.0, 20.0)))


@contextmanager
def service(camera: Camera, watcher: FakeWatcher | None = None, **more: float) -> Iterator[Service]:
    one = Service(camera, watcher or FakeWatcher(), Furniture((1, 2), (HUT,)), **{"looks_per_s": 20.0, **more}).start()
    try:
        yield one
    finally:
        begun = time.monotonic()
        one.stop()
        assert time.monotonic() - begun < 1.9


def view_when(one: Service, condition: Callable[[View], bool], timeout_s: float = 10.0) -> View:
    """The first view for which it holds, found by waiting for views only."""
    end_s = time.monotonic() + timeout_s
    view: View | None = one.view()
    while view is None or not condition(view):
        assert time.monotonic() < end_s, f"waited in vain; the last view: {one.view()}"
        view = one.wait_for_view(view.revision if view else -1, 1.0)
    return view


def state_is(word: str) -> Callable[[View], bool]:
    return lambda view: view.camera.state == word


def test_a_folder_of_stills_is_a_live_table(tmp_path: Path) -> None:
    folder_of(tmp_path, 1)
    with service(FolderCamera(tmp_path, fps=10)) as one:
        view = view_when(one, lambda view: bool(view.table.figures))
        level = round(float(cv2.imdecode(np.frombuffer(jpeg(1), np.uint8), cv2.IMREAD_COLOR).mean()))
        assert view.camera.state == "live" and view.sheets_seen == [1] and view.sheets_wanted == [1, 2]
        assert [(f.name, f.place.x_mm, f.seen) for f in view.table.figures] == [("Knight", level, True)]
        assert [piece.name for piece in view.table.terrain] == ["hut"]
        until(lambda: one.view().picture > view.picture)
        time.sleep(3.0)
        assert one.view().camera.state == "live", "a recording may repeat"
        assert one.health().status == "ok" and one.health().camera.fps > 5


def test_a_change_is_on_the_phones_within_a_fraction_of_a_second(tmp_path: Path) -> None:
    with service(ScriptedCamera([picture(1), *[picture(20 + n) for n in range(60)]], pause_s=0.05)) as one:
        took: list[float] = []
        revision = one.view().revision
        while len(took) < 20:
            view = one.wait_for_view(revision, 5.0)
            assert view is not None and view.revision > revision
            revision = view.revision
            took.append(time.time() - view.time_s)
        assert max(took) < 0.3


def test_ffmpeg_live_pulled_and_back(tmp_path: Path) -> None:
    need_program("ffmpeg")
    still, port = tmp_path / "still.png", free_port()
    cv2.imwrite(str(still), picture(3, 320, 180))
    camera = MjpegCamera(f"http://127.0.0.1:{port}/table")
    with service(camera) as one:
        with ffmpeg_camera(still, port):
            live = view_when(one, lambda view: bool(view.table.figures))
            assert (live.camera.width_px, live.camera.height_px) == (320, 180)
        pulled = time.time()
        gone = view_when(one, state_is("gone"))
        assert abs(gone.camera.since_s - pulled) < 1.5 and f"127.0.0.1:{port}" in gone.camera.message
        was, now = live.table.figures[0], gone.table.figures[0]
        assert not now.seen and now.seen_s >= was.seen_s and abs(now.place.x_mm - was.place.x_mm) < 3
        assert gone.sheets_seen == []
        assert one.health().status == "degraded" and one.health().message == gone.camera.message
        with ffmpeg_camera(still, port):
            back = view_when(one, lambda view: state_is("live")(view) and view.table.figures[0].seen, 12)
        assert back.revision > gone.revision


def test_a_pi_camera_killed_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RPICAM_FOLDER", str(folder_of(tmp_path, 5)))
    camera = RpiCamera(160, 90, 20, which=(FAKE,))
    with service(camera) as one:
        view_when(one, state_is("live"))
        assert camera._child is not None
        os.kill(camera._child.pid, signal.SIGKILL)
        assert "program has ended" in view_when(one, state_is("gone")).camera.message
        view_when(one, state_is("live"))


@clocked
def test_a_camera_that_stalls_is_stale_first() -> None:
    with service(ScriptedCamera([picture(1), 60.0, picture(2)])) as one:
        live = view_when(one, lambda view: bool(view.table.figures))
        stale = view_when(one, state_is("stale"))
        assert 2.0 <= stale.time_s - stale.camera.since_s < 2.8
        assert not stale.table.figures[0].seen and stale.table.figures[0].place == live.table.figures[0].place


@clocked
def test_black_frozen_and_live_again() -> None:
    black = np.zeros((90, 160, 3), np.uint8)
    noisy = (picture(n) for n in range(2, 10_000))
    script = [*[black] * 20, *[picture(1)] * 80]
    camera = ScriptedCamera((script.pop(0) if script else next(noisy) for _ in range(9000)), pause_s=0.05)
    with service(camera) as one:
        view = view_when(one, state_is("black"))
        assert view.table.figures == [] and "cap" in view.camera.message
        frozen = view_when(one, state_is("frozen"))
        assert 1.9 < frozen.time_s - frozen.camera.since_s < 3.5
        assert [f.seen for f in frozen.table.figures] == [False]
        view = view_when(one, lambda view: state_is("live")(view) and view.table.figures[0].seen)
        assert one.health().status == "ok"


def test_vision_that_fails_is_a_note_and_the_service_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    failing = FakeWatcher(fails=lambda frame: frame.number < 15)
    with service(ScriptedCamera([picture(n) for n in range(900)], pause_s=0.05), failing) as one:
        view = view_when(one, lambda view: any(note.code == "vision_failed" for note in view.notes))
        assert view.camera.state == "live" and view.table.figures == []
        assert one.health().status == "ok", "a few bad pictures are no news"
        view = view_when(one, lambda view: bool(view.table.figures))
        view = view_when(one, lambda view: not view.notes)


@pytest.mark.parametrize("raises", [True, False])
def test_vision_that_fails_on_every_picture_degrades_the_service(raises: bool) -> None:
    """Raising, as a fault in the program does, or with a note, as for a lens file of another shape."""
    watcher = FakeWatcher(fails=(lambda frame: frame.number < 60) if raises else lambda frame: False)
    watcher.fault = None if raises else Note("lens-aspect", "The lens file belongs to another shape.", "fault")
    with service(ScriptedCamera([picture(n) for n in range(900)], pause_s=0.05), watcher) as one:
        view = view_when(one, lambda view: any(note.code == "not_measuring" for note in view.notes))
        assert view.camera.state == "live" and len(view.notes) == 2
        health = one.health()
        assert health.status == "degraded" and "nothing is measured" in health.message
        watcher.fault = None
        view_when(one, lambda view: bool(view.table.figures) and not view.notes)
        assert (one.health().status, one.health().message) == ("ok", "")


def test_a_phone_is_a_camera() -> None:
    with service(PhoneCamera()) as one:
        first = view_when(one, state_is("none"))
        assert first.takes_uploads and first.table.figures == [] and one.health().status == "ok"
        assert isinstance(one.frame_jpeg(), Fault)
        assert isinstance(one.take_upload(b"no picture", "x"), Fault)
        assert isinstance(one.take_upload(jpeg(2), "table.jpg"), UploadView)
        view = view_when(one, lambda view: bool(view.table.figures))
        assert view.picture == 1 and isinstance(one.frame_jpeg(max_width=320), Picture)
        later = view_when(one, state_is("stale"))
        assert later.table.figures[0].seen, "it is in the newest picture there is"
        assert one.health().status == "ok" and "last picture" in later.camera.message


def test_many_slow_waiters_hold_up_nobody() -> None:
    with service(ScriptedCamera([picture(n) for n in range(900)], pause_s=0.03)) as one:
        stop = threading.Event()

        def slow() -> None:
            revision = 0
            while not stop.is_set():
                view = one.wait_for_view(revision, 0.5)
                revision = view.revision if view else revision
                stop.wait(0.4)

        threads = [threading.Thread(target=slow) for _ in range(30)]
        for thread in threads:
            thread.start()
        begun = one.view().revision
        time.sleep(1.0)
        assert one.view().revision - begun > 8 and one._loop.behind_s() < 0.4
        stop.set()
        for thread in threads:
            thread.join(2)


def test_questions_are_answered_from_the_table(tmp_path: Path) -> None:
    with service(FolderCamera(folder_of(tmp_path, 1), fps=10)) as one:
        view = view_when(one, lambda view: bool(view.table.figures))
        x_mm = view.table.figures[0].place.x_mm
        answer = one.measure("Knight", f"{x_mm + 100},0")
        assert isinstance(answer, MeasureView) and abs(answer.centre_mm - 100) < 0.1
        fault = one.measure("Knight", "Nobody")
        assert isinstance(fault, Fault) and (fault.code, fault.where) == ("unknown_figure", "Nobody")
