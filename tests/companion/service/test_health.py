"""The status strip's one word: every state, in and out of it, and since when."""

from __future__ import annotations

import pytest

from companion.service.feed import FeedState
from companion.service.health import CameraStatus, camera_status
from companion.service.models import CameraState
from companion.vision.picture_health import Repeats, Verdict

NOW = 100.0
PHONE = "Send a picture."
MOVING = Repeats()


def feed(
    shot_s: float | None = 99.9,
    fault: str | None = None,
    quiet: str | None = None,
    repeats: Repeats = MOVING,
    may_repeat: bool = False,
) -> FeedState:
    return FeedState("camera", may_repeat, quiet, 50.0, 7, shot_s, fault, 97.0, 10.0, repeats)


FROZEN = Repeats(1, 50, 95.0)
CASES: dict[str, tuple[FeedState, Verdict | None, CameraState, float, str, bool]] = {
    "live": (feed(), "good", "live", NOW, "live", True),
    "starting": (feed(shot_s=None), "good", "starting", 50.0, "being started", False),
    "nothing looked at yet": (feed(), None, "starting", 50.0, "being started", False),
    "never came": (feed(shot_s=None, fault="No plug."), "good", "gone", 97.0, "No plug. It is tried again", False),
    "gone since its last picture": (feed(shot_s=96.5, fault="No plug."), "good", "gone", 96.5, "No plug.", False),
    "gone wins over black": (feed(shot_s=96.5, fault="No plug."), "black", "gone", 96.5, "No plug.", False),
    "stale": (feed(shot_s=97.5), "good", "stale", 97.5, "No new picture", False),
    "just not stale": (feed(shot_s=98.0), "good", "live", NOW, "live", True),
    "black": (feed(), "black", "black", 99.9, "cap off the lens", False),
    "flat": (feed(), "flat", "black", 99.9, "one flat colour", False),
    "frozen": (feed(repeats=FROZEN), "good", "frozen", 95.0, "again and again", False),
    "a film may repeat": (feed(repeats=FROZEN, may_repeat=True), "good", "live", NOW, "recording", True),
    "black wins over frozen": (feed(repeats=FROZEN), "black", "black", 99.9, "black", False),
    "phone, none yet": (feed(shot_s=None, quiet=PHONE), "good", "none", 50.0, PHONE, False),
    "phone, some time ago": (feed(shot_s=60.0, quiet=PHONE), "good", "stale", 60.0, "last picture", True),
}


@pytest.mark.parametrize("name", CASES)
def test_state(name: str) -> None:
    state, verdict, word, since_s, words, current = CASES[name]
    status = camera_status(state, verdict, NOW, None)
    assert (status.state, status.since_s, status.current) == (word, since_s, current)
    assert words in status.message and status.message.endswith(".")


def test_a_state_that_goes_on_keeps_its_beginning_and_another_begins_anew() -> None:
    before: CameraStatus | None = None
    seen = []
    for now_s, shot_s in ((100.0, 100.0), (101.0, 101.0), (104.0, 101.0), (105.0, 101.0), (106.0, 106.0)):
        before = camera_status(feed(shot_s=shot_s), "good", now_s, before)
        seen.append((before.state, before.since_s))
    assert seen == [("live", 100.0), ("live", 100.0), ("stale", 101.0), ("stale", 101.0), ("live", 106.0)]
