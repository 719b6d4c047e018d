"""Figures without markers while much moves and pictures come fast: roughly followed, finely known once at rest."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest

from companion.scenes.scene import Hand
from companion.scenes.setup_text import setup_text
from companion.setup.read import parse_setup
from companion.vision.follow import PACE_S, Followed, Follower
from tests.companion.vision.replaying import Picture, empty_picture, picture, shifted, table

LOOKS_PER_S = 8
STEP_MM = 8.0
BARE = [f.name for f in table().figures if f.mark is None]
PLAIN = next(f.name for f in table().figures if f.mark is None and f.ring is None)
RINGED = next(f.name for f in table().figures if f.ring is not None)


@cache
def stepped(name: str, steps: int) -> Picture:
    return picture(shifted(table(), name, STEP_MM * steps, 0.0), 10 + steps)


class Live:
    """A table followed at eight pictures a second."""

    def __init__(self) -> None:
        self.follower = Follower(parse_setup(setup_text(table(), with_starts=True)), empty_picture())
        self.number = 0
        self.events: list[tuple[str, str | None]] = []

    def look(self, image: Picture) -> Followed:
        self.number += 1
        followed = self.follower.look(image, self.number / LOOKS_PER_S, self.number)
        self.events += [(told.event, told.name) for told in followed.told]
        return followed

    def rest(self, image: Picture, looks: int = 2 * LOOKS_PER_S) -> Followed:
        for _ in range(looks):
            followed = self.look(image)
        return followed

    def place(self, name: str) -> tuple[float, float]:
        return self.follower.tracker.tracks[name].xy_mm


@pytest.mark.parametrize("name", [PLAIN, RINGED], ids=["unmarked", "ringed"])
def test_who_goes_on_moving_is_known_roughly_and_finely_once_he_stands(name: str) -> None:
    live = Live()
    live.rest(picture(table()))
    start, others = live.place(name), {n: live.place(n) for n in BARE if n != name}
    for step in (1, 2, 3, 2, 1, 2, 3, 4):
        live.look(stepped(name, step))
    live.rest(stepped(name, 4))
    assert live.events.count(("moved", name)) == 1
    assert all(live.place(n) == pytest.approx(at, abs=0.01) for n, at in others.items())
    fresh = Live()
    fresh.rest(stepped(name, 4))
    assert math.dist(live.place(name), fresh.place(name)) < 0.5
    assert math.dist(live.place(name), start) == pytest.approx(4 * STEP_MM, abs=1.0)


def test_to_and_fro_leaves_nothing_behind() -> None:
    live = Live()
    live.rest(picture(table()))
    for n in range(40):
        live.look(stepped(RINGED, n % 3))
    assert len(live.follower._bare._left) <= 1
    live.rest(picture(table()))
    assert live.follower._bare._left == [] and not live.follower._bare.waits
    assert not {event for event, _ in live.events} & {"moved", "lost", "asked"}


def test_what_goes_on_changing_is_read_in_step_and_a_knock_at_once() -> None:
    live = Live()
    live.rest(picture(table()))
    quiet = [live.look(stepped(RINGED, n % 3)).quiet for n in range(1, 9)]
    assert quiet == [False, True] * 4 and 1 / LOOKS_PER_S < PACE_S
    live.look(stepped(RINGED, 1))
    knocked = picture(table())[:, 20:].copy()
    image = picture(table()).copy()
    image[:, :-20], image[:, -20:] = knocked, 90
    assert "bumped" in {told.event for told in live.look(image).told}


def test_a_hand_that_passes_takes_nobody_away() -> None:
    live = Live()
    live.rest(picture(table()))
    figure = table().figure(PLAIN)
    for n in range(8):
        hand = Hand(figure.x_mm - 60.0 + 20.0 * n, figure.y_mm, 26.0, -90.0)
        live.look(picture(replace(table(), hands=(hand,)), 40 + n))
    live.rest(picture(table()))
    assert {live.follower.tracker.tracks[n].state for n in BARE} == {"seen"}
    assert not {event for event, _ in live.events} & {"moved", "lost", "asked"}
