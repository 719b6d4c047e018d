"""Tracks alone, without pictures: places told once, hands waited for, look-alikes asked about."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.tracks import Seen, Told, Tracker

RED = np.eye(64)[0]
BLUE = np.eye(64)[1]


def base(
    x: float, y: float = 0.0, looks: np.ndarray | None = None, *, name: str | None = None, free: bool = True
) -> Seen:
    return Seen(name, None, 32.0, (x, y), 0.5, looks, free)


def run(tracker: Tracker, script: list[tuple[list[Seen], bool]], start_s: float = 0.0) -> list[tuple[str, str | None]]:
    """Two pictures a second: what each shows, and whether a hand is in it."""
    told: list[Told] = []
    for n, (seen, hand) in enumerate(script):
        told += tracker.see(seen, start_s + 0.5 * n, hand, (lambda _: True) if hand else (lambda _: False))
    return [(t.event, t.name) for t in told]


def two(**starts: tuple[float, float]) -> Tracker:
    tracker = Tracker(starts or {"a": (0.0, 0.0), "b": (200.0, 0.0)})
    run(tracker, [([base(0, looks=RED), base(200, looks=BLUE)], False)] * 4)
    return tracker


def test_an_empty_table_says_nothing() -> None:
    tracker = Tracker()
    assert run(tracker, [([], False)] * 5) == []
    assert tracker.end() == []


def test_each_is_placed_once_and_under_its_own_name() -> None:
    tracker = Tracker({"a": (5.0, 0.0), "b": (195.0, 0.0)})
    events = run(tracker, [([base(0), base(200)], False)] * 8)
    assert sorted(events) == [("placed", "a"), ("placed", "b")]


def test_noise_is_no_move_and_a_nudge_is() -> None:
    tracker = two()
    wobble = [([base(0.6 * (-1) ** n), base(200)], False) for n in range(6)]
    assert run(tracker, wobble, 2.0) == []
    assert run(tracker, [([base(6.0), base(200)], False)] * 4, 5.0) == [("moved", "a")]


def test_lifted_and_put_down_is_the_same_figure() -> None:
    tracker = two()
    script: list[tuple[list[Seen], bool]] = [([base(200)], True)] * 3 + [([base(120, 80), base(200)], False)] * 4
    assert run(tracker, script, 2.0) == [("covered", "a"), ("uncovered", "a"), ("moved", "a")]
    assert tracker.tracks["a"].xy_mm == (120, 80)


def test_a_hand_that_passes_moves_nobody() -> None:
    tracker = two()
    script: list[tuple[list[Seen], bool]] = [([], True)] * 4 + [([base(0), base(200)], False)] * 4
    events = run(tracker, script, 2.0)
    assert {e for e, _ in events} == {"covered", "uncovered"}


def test_what_is_not_seen_without_a_hand_is_lost_once_and_kept() -> None:
    tracker = two()
    assert run(tracker, [([base(200)], False)] * 8, 2.0) == [("lost", "a")]
    assert tracker.tracks["a"].xy_mm == (0, 0)
    assert run(tracker, [([base(0), base(200)], False)] * 2, 6.0) == [("uncovered", "a")]


@pytest.mark.parametrize("looks", [(BLUE, RED), (RED, RED)], ids=["unlike", "alike"])
def test_two_that_swap_are_told_apart_by_looks_or_asked_about(looks: tuple[np.ndarray, np.ndarray]) -> None:
    tracker = Tracker({"a": (0.0, 0.0), "b": (200.0, 0.0)})
    first = RED, looks[0]
    run(tracker, [([base(0, looks=first[0]), base(200, looks=first[1])], False)] * 4)
    back = [base(100, 150, looks[0] if looks[0] is BLUE else RED), base(300, 150, looks[1])]
    events = run(tracker, [([], True)] * 3 + [(back, False)] * 4, 2.0)
    assert ("asked", None) in events or tracker.tracks["b"].xy_mm == (100, 150)
    assert (("asked", None) in events) == (looks[0] is looks[1])


def test_nothing_jumps_to_a_base_that_has_not_settled() -> None:
    tracker = two()
    wandering = [([base(50.0 + 20 * n, 90), base(200)], False) for n in range(3)]
    assert all(event != "moved" for event, _ in run(tracker, wandering, 2.0))


def test_what_stands_at_the_end_counts_as_settled() -> None:
    tracker = Tracker({"a": (0.0, 0.0)})
    run(tracker, [([base(0)], False)] * 4)
    run(tracker, [([base(7.0)], False)], 2.0)
    assert [(t.event, t.name) for t in tracker.end()] == [("moved", "a")]


def test_a_marked_figure_is_itself_wherever_it_is() -> None:
    tracker = Tracker()
    run(tracker, [([base(0, name="m")], False)] * 4)
    assert run(tracker, [([base(300, name="m")], False)] * 4, 2.0) == [("moved", "m")]
