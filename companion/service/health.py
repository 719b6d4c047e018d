"""What state the camera is in, in one word and one sentence. Pure: snapshots and the time in, the status out.

The order matters: a camera that is gone is not stale, one that repeats a black picture is black. `since_s` is when the
state began as far as anybody could know: stale since the last picture, frozen since the first of the equal ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.feed import FeedState
from companion.service.models import CameraState
from companion.vision.picture_health import Verdict

STALE_S = 2.0


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """since_s: on the feed's clock. current: whether the newest picture may be taken for how the table is now."""

    state: CameraState
    since_s: float
    message: str
    current: bool


def camera_status(feed: FeedState, verdict: Verdict | None, now_s: float, before: CameraStatus | None) -> CameraStatus:
    """The status now.

    verdict: on the newest picture that was looked at, None before the first. before: the status until now; a state that
    goes on keeps its beginning.
    """
    state, since_s, message, current = _judge(feed, verdict, now_s)
    if before is not None and before.state == state and before.since_s <= since_s:
        since_s = before.since_s
    return CameraStatus(state, since_s, message, current)


def _judge(feed: FeedState, verdict: Verdict | None, now_s: float) -> tuple[CameraState, float, str, bool]:
    if feed.fault is not None:
        since_s = feed.fault_s if feed.shot_s is None else feed.shot_s
        return "gone", since_s, f"{feed.fault} It is tried again all the time.", False
    if feed.shot_s is None and feed.quiet is not None:
        return "none", feed.started_s, feed.quiet, False
    if feed.shot_s is None or verdict is None:
        return "starting", feed.started_s, "The camera is being started.", False
    if verdict == "black":
        return "black", feed.shot_s, "The picture is black. Take the cap off the lens, or switch a light on.", False
    if verdict == "flat":
        return (
            "black",
            feed.shot_s,
            "The picture is one flat colour. Pull the camera's plug and put it in again.",
            False,
        )
    if feed.repeats.frozen(now_s) and not feed.may_repeat:
        words = "The camera sends the same picture again and again. Pull its plug and put it in again."
        return "frozen", feed.repeats.since_s, words, False
    if now_s - feed.shot_s > STALE_S:
        if feed.quiet is not None:
            return "stale", feed.shot_s, f"This is the last picture. {feed.quiet}", True
        return "stale", feed.shot_s, "No new picture comes from the camera.", False
    words = "The pictures come from a recording." if feed.may_repeat and feed.quiet is None else "The camera is live."
    return "live", now_s, words, True
