"""The long runs of the wire, shortened; also with a line far worse than any cable."""

from __future__ import annotations

import pytest

from tests.firmware_bridge.soak import messages, rubbish


@pytest.mark.parametrize(("wanted", "share", "seed"), [(6000, 0.01, 1), (6000, 0.01, 2), (1500, 0.1, 3), (0, 0.01, 4)])
def test_every_message_once_and_in_order(wanted: int, share: float, seed: int) -> None:
    outcome = messages.run(wanted, share, seed)
    assert outcome.good
    if wanted:
        assert min(outcome.struck.values()) > 0 and outcome.resent > 0


def test_a_perfect_line_resends_nothing() -> None:
    outcome = messages.run(500, 0.0)
    assert outcome.good and outcome.resent == 0 and outcome.bad == 0


def test_rubbish() -> None:
    outcome = rubbish.run(8000)
    assert outcome.broken == [] and outcome.grown_bytes < 100_000
    assert {"together", "message", "bad", "lost"} <= set(outcome.events)
