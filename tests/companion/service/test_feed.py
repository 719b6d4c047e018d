"""The camera's thread: newest picture only, back-off, recovery, and whatever a camera may raise."""

from __future__ import annotations

import threading

import pytest

from companion.service.feed import Feed
from companion.vision.camera import CameraFault
from tests.companion.service.fakes import ScriptedCamera, until
from tests.companion.vision.camera.pictures import picture


def running(camera: ScriptedCamera) -> tuple[Feed, list[str | None]]:
    """A started feed, and the faults it told of, in order."""
    told: list[str | None] = []
    feed = Feed(camera, lambda: told.append(feed.state().fault))
    feed.start()
    return feed, told


def test_only_the_newest_picture_is_kept() -> None:
    feed, _ = running(ScriptedCamera([picture(n) for n in range(20)], pause_s=0.0))
    until(lambda: feed.state().number == 20)
    taken = feed.take(0, 0.0)
    assert taken is not None and taken[0] == 20
    assert feed.take(20, 0.0) is None
    feed.stop()


def test_it_breaks_is_told_and_comes_back() -> None:
    camera = ScriptedCamera([picture(1), CameraFault("The cable is out."), picture(2), 5.0])
    feed, told = running(camera)
    until(lambda: feed.state().fault == "The cable is out.")
    assert feed.state().number == 1
    until(lambda: feed.state().number == 2)
    assert feed.state().fault is None
    assert told == [None, "The cable is out.", None]
    assert 0.45 < camera.opened[1] - camera.opened[0] < 1.0
    feed.stop()


def test_the_pauses_grow() -> None:
    camera = ScriptedCamera([CameraFault("no")] * 3)
    feed, _ = running(camera)
    until(lambda: len(camera.opened) == 3)
    gaps = [b - a for a, b in zip(camera.opened, camera.opened[1:], strict=False)]
    assert 0.45 < gaps[0] < 0.8 and 0.95 < gaps[1] < 1.4
    feed.stop()


def test_what_no_camera_should_raise_becomes_a_sentence_too(caplog: pytest.LogCaptureFixture) -> None:
    feed, _ = running(ScriptedCamera([ZeroDivisionError("oh"), picture(1), 5.0]))
    until(lambda: feed.state().fault is not None)
    assert "the log has more" in str(feed.state().fault) and "ZeroDivisionError" in caplog.text
    until(lambda: feed.state().number == 1)
    feed.stop()


@pytest.mark.parametrize(("repeats", "count"), [(False, 9), (True, 0)])
def test_equal_pictures_are_counted_unless_they_are_normal(repeats: bool, count: int) -> None:
    feed, _ = running(ScriptedCamera([picture(1)] * 9 + [5.0], repeats=repeats, pause_s=0.0))
    until(lambda: feed.state().number == 9)
    assert feed.state().repeats.count == count
    feed.stop()


def test_rate_over_the_last_seconds() -> None:
    feed, _ = running(ScriptedCamera([picture(n) for n in range(30)] + [5.0], pause_s=0.02))
    until(lambda: feed.state().number == 30)
    assert 20 < feed.state().fps < 55
    feed.stop()


def test_stop_ends_a_waiting_camera_and_a_waiting_taker() -> None:
    feed, _ = running(ScriptedCamera([60.0]))
    ended = threading.Event()

    def taker() -> None:
        assert feed.take(0, 60.0) is None
        ended.set()

    threading.Thread(target=taker, daemon=True).start()
    feed.stop()
    assert ended.wait(1.0) and not feed._thread.is_alive()
