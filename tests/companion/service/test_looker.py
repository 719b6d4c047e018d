"""The vision thread: what is looked at, what is not, and what happens when looking fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.service.feed import Feed
from companion.service.inbox import Looked
from companion.service.looker import Looker
from tests.companion.service.fakes import FakeWatcher, ScriptedCamera, until
from tests.companion.vision.camera.pictures import jpeg, picture

BLACK = np.zeros((90, 160, 3), np.uint8)


@contextmanager
def looking(
    script: Sequence[NDArray[np.uint8] | bytes | float],
    watcher: FakeWatcher,
    pause_s: float = 0.03,
    per_s: float = 1000,
) -> Iterator[list[Looked]]:
    posted: list[Looked] = []
    feed = Feed(ScriptedCamera([*script, 9.0], pause_s=pause_s), lambda: None)
    looker = Looker(feed, watcher, posted.append, per_s)
    looker.start()
    feed.start()
    try:
        yield posted
    finally:
        feed.stop()
        looker.stop()


def test_pictures_are_decoded_and_looked_at_in_order() -> None:
    watcher = FakeWatcher()
    with looking([picture(1), jpeg(2), picture(3)], watcher) as posted:
        until(lambda: len(posted) == 3)
    assert [one.number for one in posted] == [1, 2, 3] == [frame.number for frame in watcher.frames]
    assert all(one.look is not None and (one.width_px, one.height_px) == (160, 90) for one in posted)
    times = [frame.time_s for frame in watcher.frames]
    assert times == sorted(times)


def test_an_exception_on_one_picture_is_a_note_and_the_next_is_looked_at(caplog: pytest.LogCaptureFixture) -> None:
    watcher = FakeWatcher(fails=lambda frame: frame.number == 1)
    with looking([picture(1), picture(2)], watcher) as posted:
        until(lambda: len(posted) == 2)
    assert posted[0].look is None and [note.code for note in posted[0].notes] == ["vision_failed"]
    assert posted[1].look is not None
    assert "nothing in here fits" in caplog.text


def test_a_broken_picture_is_a_note() -> None:
    watcher = FakeWatcher()
    with looking([jpeg(1)[:60], b"", b"hello", picture(4)], watcher) as posted:
        until(lambda: len(posted) == 4)
    assert [[note.code for note in one.notes] for one in posted] == [
        ["unreadable_picture"],
        ["empty_picture"],
        ["not_a_picture"],
        [],
    ]
    assert len(watcher.frames) == 1


def test_black_pictures_are_not_looked_at() -> None:
    watcher = FakeWatcher()
    with looking([BLACK, picture(2)], watcher) as posted:
        until(lambda: len(posted) == 2)
    assert [(one.verdict, one.look is None) for one in posted] == [("black", True), ("good", False)]


def test_repeated_pictures_are_not_looked_at_any_more() -> None:
    watcher = FakeWatcher()
    with looking([picture(1)] * 60, watcher, pause_s=0.05) as posted:
        until(lambda: bool(posted) and posted[-1].number >= 50, 10)
    assert 30 < len(watcher.frames) < 48
    assert posted[-1].look is None and posted[-1].verdict == "good"


def test_no_more_looks_than_asked_for() -> None:
    watcher = FakeWatcher()
    with looking([picture(n) for n in range(60)], watcher, pause_s=0.01, per_s=10) as posted:
        until(lambda: bool(posted) and posted[-1].number >= 50)
    assert 4 <= len(watcher.frames) <= 10
