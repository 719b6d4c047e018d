"""Who of those that are away stands where: looks decide, the rules may object, and the rest is asked."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.pairing import pair
from companion.vision.track import New, Point, Seen, Track

RED, BLUE, REDDISH = np.eye(8)[0], np.eye(8)[1], 0.9 * np.eye(8)[0] + 0.1 * np.eye(8)[2]
ORANGE = 0.8 * np.eye(8)[0] + 0.2 * np.eye(8)[2]


def away(name: str, looks: np.ndarray | None, x: float = 0.0, base_mm: float = 32.0) -> Track:
    track = Track(name, None, base_mm, (x, 0.0), 0.5, (x, 0.0), 0.0, 0.0, True)
    track.looks, track.told_mm = looks, (x, 0.0)
    return track


def new(x: float, looks: np.ndarray | None, name: str | None = None) -> New:
    return New(Seen(name, None, 32.0, (x, 100.0), 0.5, looks), 0.0, 1.0)


@pytest.mark.parametrize(
    ("news", "tracks", "found"),
    [
        ([], [away("a", RED)], {}),
        ([new(1, RED)], [], {}),
        ([new(1, BLUE)], [away("a", RED)], {"a": (1, ())}),
        ([new(1, BLUE), new(2, RED)], [away("a", RED), away("b", BLUE)], {"a": (2, ()), "b": (1, ())}),
        ([new(1, RED), new(2, RED)], [away("a", RED), away("b", RED)], {"a": (1, ("a", "b")), "b": (2, ("a", "b"))}),
        ([new(1, RED), new(2, ORANGE)], [away("a", ORANGE), away("b", RED)], {"a": (2, ()), "b": (1, ())}),
        (
            [new(1, RED), new(2, REDDISH)],
            [away("a", REDDISH), away("b", RED)],
            {"a": (2, ("a", "b")), "b": (1, ("a", "b"))},
        ),
        ([new(1, RED)], [away("a", RED), away("b", RED)], {"a": (1, ("a", "b"))}),
        ([new(1, RED)], [away("a", RED), away("b", BLUE)], {"a": (1, ())}),
        ([new(1, None), new(2, None)], [away("a", RED), away("b", RED)], {"a": (1, ("a", "b")), "b": (2, ("a", "b"))}),
        (
            [new(1, RED), new(2, BLUE), new(3, RED)],
            [away("a", RED), away("b", RED), away("c", BLUE)],
            {"a": (1, ("a", "b")), "b": (3, ("a", "b")), "c": (2, ())},
        ),
        ([new(1, RED)], [away("a", RED, base_mm=50.0)], {}),
        ([new(1, RED, "b")], [away("a", RED), away("b", BLUE)], {"b": (1, ())}),
        ([new(1, RED), new(2, BLUE)], [away("a", BLUE)], {"a": (2, ())}),
    ],
    ids=[
        "nothing new", "nobody away", "the only one", "by looks", "look-alikes", "nearly alike",
        "twins in unlike light", "one of two alike", "one of two unlike", "never seen well", "a group of two in three",
        "another size", "by its colour's name", "a stranger beside it",
    ],
)  # fmt: skip
def test_pairs(news: list[New], tracks: list[Track], found: dict[str, tuple[float, tuple[str, ...]]]) -> None:
    assert {p.track.name: (p.new.seen.xy_mm[0], p.unsure) for p in pair(news, tracks)} == found


def test_the_rules_veto_decides_between_look_alikes() -> None:
    def may(name: str, start: Point, end: Point) -> bool:
        return not (name == "a" and end[0] == 1)

    pairs = pair([new(1, RED), new(2, RED)], [away("a", RED), away("b", RED)], may)
    assert {p.track.name: (p.new.seen.xy_mm[0], p.unsure) for p in pairs} == {"a": (2, ()), "b": (1, ())}


def test_a_veto_leaves_no_base_without_its_only_figure() -> None:
    (only,) = pair([new(1, RED)], [away("a", RED)], lambda *_: False)
    assert (only.track.name, only.unsure) == ("a", ())


def test_one_lost_long_ago_gives_way_to_one_just_lifted() -> None:
    lost = away("a", RED)
    lost.state = "lost"
    (one,) = pair([new(1, RED)], [lost, away("b", RED)])
    assert (one.track.name, one.unsure) == ("b", ())


@pytest.mark.parametrize(("looks", "found"), [(RED, ["a"]), (REDDISH, ["a"]), (None, ["a"]), (BLUE, [])])
def test_one_that_was_lost_is_not_taken_for_what_looks_otherwise(looks: np.ndarray | None, found: list[str]) -> None:
    lost = away("a", RED)
    lost.state = "lost"
    assert [p.track.name for p in pair([new(1, looks)], [lost])] == found
