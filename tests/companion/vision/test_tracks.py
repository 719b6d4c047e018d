"""Tracks alone, without pictures: places told once, hands waited for, look-alikes asked about."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.tracks import Kind, Seen, Told, Tracker

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
    asked = [name for event, name in events if event == "asked"]
    assert asked == (["a", "b"] if looks[0] is looks[1] else [])
    assert tracker.tracks["b"].xy_mm == ((100, 150) if looks[0] is BLUE else (300, 150))


def test_nothing_jumps_to_a_base_that_has_not_settled() -> None:
    tracker = two()
    wandering = [([base(50.0 + 20 * n, 90), base(200)], False) for n in range(3)]
    assert all(event != "moved" for event, _ in run(tracker, wandering, 2.0))


def test_a_figure_pushed_along_is_followed_and_never_lost() -> None:
    tracker = two()
    for n in range(1, 9):
        assert tracker.see([base(0, 20.0 * n), base(200)], 2.0 + 0.5 * n) == []
        moved = tracker.tracks["a"].moved_mm
        assert moved is not None and moved[0] == pytest.approx(20.0 * n)
    assert run(tracker, [([base(0, 160.0), base(200)], False)] * 3, 6.5) == [("moved", "a")]


def test_what_stands_at_the_end_counts_as_settled() -> None:
    tracker = Tracker({"a": (0.0, 0.0)})
    run(tracker, [([base(0)], False)] * 4)
    run(tracker, [([base(7.0)], False)], 2.0)
    assert [(t.event, t.name) for t in tracker.end()] == [("moved", "a")]


def marked(x: float, *, free: bool = True) -> Seen:
    return Seen("m", "marker m", 32.0, (x, 0.0), 0.2, None, free)


def test_a_marked_figure_is_itself_in_the_hand_too_and_moves_once_when_it_rests() -> None:
    tracker = Tracker()
    run(tracker, [([marked(0)], False)] * 4)
    carried = [([marked(50.0 * n, free=False)], True) for n in range(1, 6)]
    assert run(tracker, carried, 2.0) == []
    moved = tracker.tracks["m"].moved_mm
    assert tracker.tracks["m"].state == "moving" and moved is not None and moved[0] == pytest.approx(250.0)
    assert run(tracker, [([marked(250)], False)] * 4, 5.0) == [("moved", "m")]


def test_a_second_marker_of_a_figure_is_no_second_figure_and_moves_nobody() -> None:
    tracker = Tracker()
    events = run(tracker, [([marked(0)], False)] * 4 + [([marked(300), marked(0)], False)] * 6)
    assert events == [("placed", "m")] and list(tracker.tracks) == ["m"]


def test_a_figure_under_a_resting_hand_has_not_moved_yet() -> None:
    tracker = two()
    held = [base(6.0, free=False), base(200)]
    assert run(tracker, [(held, True)] * 6, 2.0) == []
    assert run(tracker, [([base(6.0), base(200)], False)] * 2, 5.0) == []
    assert run(tracker, [([base(6.0), base(200)], False)] * 2, 6.0) == [("moved", "a")]


def test_what_another_figure_hides_is_covered_not_lost() -> None:
    tracker = two()
    told: list[Told] = []
    for n in range(10):
        told += tracker.see([base(200)], 2.0 + 0.5 * n, False, lambda track: track.name == "a")
    assert [(t.event, t.name) for t in told] == [("covered", "a")]
    assert (tracker.tracks["a"].state, tracker.tracks["a"].state_s) == ("covered", 2.0)


def test_a_bumped_camera_moves_nobody() -> None:
    tracker = two()
    tracker.bumped(2.0)
    events = run(tracker, [([base(4.0), base(204.0)], False)] * 8, 2.0)
    assert events == [("placed", "a"), ("placed", "b")]
    assert run(tracker, [([base(8.0), base(204.0)], False)] * 4, 6.0) == [("moved", "a")]


def test_the_last_figure_leaves_and_is_not_said_to_stand_there_any_more() -> None:
    tracker = Tracker({"a": (0.0, 0.0)})
    run(tracker, [([base(0)], False)] * 4)
    nothing: list[Seen] = []
    assert run(tracker, [(nothing, True)] * 2 + [(nothing, False)] * 6, 2.0) == [("covered", "a"), ("lost", "a")]
    assert tracker.tracks["a"].state == "lost"


def test_after_a_long_gap_in_the_pictures_nothing_is_lost_at_once() -> None:
    tracker = two()
    assert run(tracker, [([base(200)], False), ([base(0), base(200)], False)], 60.0) == []


def test_a_base_that_fits_nobody_is_a_stranger_and_is_asked_about_once_it_stays() -> None:
    tracker = Tracker({"a": (0.0, 0.0)}, kinds={"a": Kind(None, 32.0)})
    run(tracker, [([base(0)], False)] * 4)
    assert run(tracker, [([base(0), base(90)], False)] * 6, 2.0) == []
    assert list(tracker.tracks) == ["a"]
    assert run(tracker, [([base(0), base(90)], False)] * 6, 5.0) == [("asked", "stranger #1")]
    assert run(tracker, [([base(0)], False)] * 8, 8.0) == [] and tracker.asks() == ()


def test_starts_go_to_the_nearest_of_their_kind() -> None:
    tracker = Tracker({"a": (0.0, 0.0), "b": (30.0, 0.0)}, kinds={"a": Kind(None, 32.0), "b": Kind(None, 32.0)})
    run(tracker, [([base(28), base(-5)], False)] * 4)
    assert {n: t.xy_mm[0] for n, t in tracker.tracks.items()} == {"a": -5, "b": 28}


def test_a_marked_figure_is_itself_wherever_it_is() -> None:
    tracker = Tracker()
    run(tracker, [([base(0, name="m")], False)] * 4)
    assert run(tracker, [([base(300, name="m")], False)] * 4, 2.0) == [("moved", "m")]


@pytest.mark.parametrize("between_s", [0.1, 0.5, 1.5, 4.0])
def test_however_few_the_pictures_a_figure_put_down_is_found(between_s: float) -> None:
    tracker = Tracker({"a": (0.0, 0.0), "b": (200.0, 0.0)})
    told: list[Told] = []
    shows = [[base(0, looks=RED), base(200, looks=BLUE)]] * 20
    shows += [[base(200, looks=BLUE)]] * 2 + [[base(90, 60, looks=RED), base(200, looks=BLUE)]] * 20
    for n, seen in enumerate(shows):
        told += tracker.see(seen, between_s * n)
    assert [t.name for t in told if t.event == "moved"] == ["a"]
    assert tracker.tracks["a"].state == "seen" and tracker.tracks["a"].xy_mm == (90, 60)
