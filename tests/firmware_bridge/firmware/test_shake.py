"""What is a shake and what is not, with the readings an accelerometer gives."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.shake import SETTLE_MS, SHAKE_MS, ShakeWatch
from firmware_bridge.simulator.world import World


def states(*story: str, sample_ms: int = 10) -> list[str]:
    """What the watch says while this happens; a number waits so many milliseconds. Each state once as it begins."""
    now = [0]
    world, watch, seen = World(lambda: now[0]), ShakeWatch(), ["idle"]
    for words in ("500", *story):
        if not words.isdigit():
            world.do(words)
            continue
        until_ms = now[0] + int(words)
        while now[0] < until_ms:
            now[0] += sample_ms
            state = watch.feed(world.acceleration_mg(), now[0])
            if state != seen[-1]:
                seen.append(state)
    return seen


DONE = ["idle", "shaking", "settling", "settled"]


@pytest.mark.parametrize(
    ("story", "seen"),
    [
        (("5000",), ["idle"]),
        (("shake 1500", "4000"), DONE),
        (("shake 6000", "8000"), DONE),
        (("bump", "3000"), ["idle"]),
        (("bump", "300", "bump", "300", "bump", "3000"), ["idle"]),
        (("carry 20000", "22000"), ["idle"]),
        (("rattle 20000", "22000"), ["idle"]),
        (("lay", "3000", "stand", "3000"), ["idle"]),
        (("shake 700", "3000"), ["idle", "shaking", "idle"]),
        (("shake 1500", "1600", "lay", "20000"), ["idle", "shaking", "settling", "idle"]),
        (("shake 1500", "1400", "carry 20000", "20000"), ["idle", "shaking", "settling", "idle"]),
        (("lay", "shake 2500", "4000", "stand", "2000"), DONE),
        (
            ("shake 1500", "2100", "shake 1500", "4000"),
            ["idle", "shaking", "settling", "shaking", "settling", "settled"],
        ),
    ],
)
def test_stories(story: tuple[str, ...], seen: list[str]) -> None:
    assert states(*story) == seen


@pytest.mark.parametrize("sample_ms", [5, 10, 20])
def test_the_pace_of_readings_does_not_matter(sample_ms: int) -> None:
    assert states("shake 1500", "4000", sample_ms=sample_ms) == DONE
    assert states("bump", "2000", "carry 5000", "6000", sample_ms=sample_ms) == ["idle"]


def test_a_shake_that_never_settles_is_void_after_a_while() -> None:
    assert SETTLE_MS == 8000 and SHAKE_MS == 1000
    assert states("shake 1500", "1600", "carry 30000", str(SETTLE_MS - 1000)) == ["idle", "shaking", "settling"]
    assert states("shake 1500", "1600", "carry 30000", str(SETTLE_MS + 1000))[-1] == "idle"


def test_again() -> None:
    watch = ShakeWatch()
    watch.feed((1000, 0, 0), 0)
    watch.again()
    assert watch.state == "idle"
