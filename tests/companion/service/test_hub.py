"""The newest view for everybody who waits."""

from __future__ import annotations

import threading
import time

from companion.service.hub import Hub
from companion.service.models import CameraView, TableView, View
from tests.needs import clocked


def view(revision: int) -> View:
    table = TableView(0, (0.0, 0.0, 1.0, 1.0), [], [], [], None)
    return View(revision, table, CameraView("none", 0.0, "", ""), [], [], [], [], 0)


def test_whoever_has_another_revision_is_answered_at_once() -> None:
    hub = Hub(view(5))
    for had in (0, 4, 6, 1000):
        assert hub.wait(had, 0.0) == view(5)
    assert hub.wait(5, 0.0) is None


def test_fifty_wait_and_all_get_the_newest() -> None:
    hub = Hub(view(0))
    got: list[View | None] = []
    threads = [threading.Thread(target=lambda: got.append(hub.wait(0, 5.0))) for _ in range(50)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    hub.publish(view(1))
    for thread in threads:
        thread.join(2)
    assert got == [view(1)] * 50


def test_a_slow_phone_skips() -> None:
    hub = Hub(view(0))
    for revision in range(1, 100):
        hub.publish(view(revision))
    assert hub.wait(0, 0.0) == view(99) == hub.latest()


@clocked
def test_closing_lets_all_go() -> None:
    hub = Hub(view(0))
    threading.Timer(0.05, hub.close).start()
    begun = time.monotonic()
    assert hub.wait(0, 5.0) is None
    assert time.monotonic() - begun < 1
    assert hub.wait(7, 5.0) is None
