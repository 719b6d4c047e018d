"""The long runs of the link, shortened. Times are generous: other tests may run beside them."""

from __future__ import annotations

import statistics
from pathlib import Path

from tests.firmware_bridge.soak import idle, latency, shuffle, unplug
from tests.needs import clocked


def test_pulled_at_random_bytes_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    outcome = unplug.run(12, 3, tmp_path)
    assert outcome.pulls == 12 and outcome.told >= 12
    assert (outcome.lost, outcome.doubled, outcome.disordered) == (0, 0, 0)
    assert max(outcome.noticed_s) <= unplug.NOTICED_S
    assert max(outcome.known_s) <= unplug.KNOWN_S


@clocked
def test_an_event_is_there_at_once(tmp_path: Path) -> None:
    assert statistics.median(latency.run(30, tmp_path)) <= latency.MUST_MS


@clocked
def test_idle_devices_cost_next_to_nothing(tmp_path: Path) -> None:
    assert idle.run(3.0, tmp_path) <= 2 * idle.MUST


def test_the_shuffle_is_even() -> None:
    p, _ = shuffle.run(24_000)
    assert p > shuffle.MUST_P
