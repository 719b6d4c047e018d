"""Hands as spots: what is large, or comes in over the picture's edge, and is no figure."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.hands import QUARTER, Arms, Hands, figure_px, hands_in
from tests.companion.vision.cameras import camera_at

SHAPE = (180, 320)
LARGEST_PX = 8000.0
"""That is 500 spots."""

Box = tuple[int, int, int, int]


def spots(*boxes: Box) -> np.ndarray:
    """Rows and columns from, to."""
    out = np.zeros(SHAPE, np.uint8)
    for y0, y1, x0, x1 in boxes:
        out[y0:y1, x0:x1] = 1
    return out


@pytest.mark.parametrize(
    ("boxes", "known", "found"),
    [
        ([], [], False),
        ([(50, 70, 50, 70)], [], False),
        ([(50, 80, 50, 80)], [], True),
        ([(50, 80, 50, 80)], [(50, 80, 50, 70)], False),
        ([(0, 22, 50, 66)], [], True),
        ([(5, 27, 50, 66)], [], False),
        ([(160, 180, 100, 120)], [], True),
        ([(40, 62, 302, 320)], [], True),
        ([(0, 22, 50, 66)], [(0, 22, 50, 66)], False),
        ([(0, 4, 0, 100)], [], False),
        ([(0, 9, 50, 60)], [], False),
    ],
    ids=[
        "nothing", "a figure", "a hand", "known figures side by side", "fingers at the upper edge",
        "as much, and not at the edge", "at the lower edge", "at the right edge", "a known figure at the edge",
        "a strip along the edge", "a fingertip's worth",
    ],
)  # fmt: skip
def test_what_is_a_hand(boxes: list[Box], known: list[Box], found: bool) -> None:
    assert hands_in(spots(*boxes), spots(*known).astype(bool), LARGEST_PX).any == found


def test_a_hand_covers_what_lies_under_it_and_nothing_else() -> None:
    camera = camera_at("overhead")
    px = camera.project(np.array([(450.0, 300.0, 0.0)]))[0] / QUARTER
    x, y = int(px[0]), int(px[1])
    hands = Hands(spots((y - 10, y + 10, x - 10, x + 10)))
    assert hands.over(camera, (450.0, 300.0), 0.0, 12.0)
    assert not hands.over(camera, (650.0, 300.0), 0.0, 12.0)


def test_a_figure_covers_more_of_the_picture_the_larger_it_is() -> None:
    camera, middle = camera_at("overhead"), np.array([450.0, 300.0])
    assert figure_px(camera, middle, 25.0, 35.0) < figure_px(camera, middle, 40.0, 50.0)


@pytest.mark.parametrize(("after_s", "found"), [(0.0, True), (4.9, True), (5.1, False)])
def test_what_has_lain_still_is_no_hand(after_s: float, found: bool) -> None:
    arms, new, known = Arms(), spots((50, 80, 50, 80)), np.zeros(SHAPE, bool)
    arms.changed(np.ones(SHAPE, bool), 1.0)
    arms.changed(new > 0, 2.0)
    assert arms.hands(new, known, LARGEST_PX, 2.0 + after_s).any == found


def test_of_a_thing_that_lies_and_a_hand_that_moves_the_hand_is_one() -> None:
    arms, still, moving = Arms(), (10, 40, 10, 40), (100, 130, 200, 230)
    arms.changed(np.ones(SHAPE, bool), 1.0)
    arms.changed(spots(moving) > 0, 9.0)
    hands = arms.hands(spots(still, moving), np.zeros(SHAPE, bool), LARGEST_PX, 9.0)
    assert not hands.mask[still[0] : still[1], still[2] : still[3]].any()
    assert hands.mask[moving[0] : moving[1], moving[2] : moving[3]].all()


THING = spots((50, 80, 50, 80))


def lain() -> Arms:
    """A thing has lain still long enough to be none."""
    arms = Arms()
    arms.changed(np.ones(SHAPE, bool), 0.0)
    arms.changed(THING > 0, 1.0)
    assert not arms.hands(THING, np.zeros(SHAPE, bool), LARGEST_PX, 7.0).any
    return arms


def test_a_thing_that_a_hand_passed_over_is_no_hand_when_that_is_gone() -> None:
    arms, known = lain(), np.zeros(SHAPE, bool)
    hand = spots((40, 120, 40, 120))
    arms.changed(hand > 0, 8.0)
    assert arms.hands(hand, known, LARGEST_PX, 8.0).any
    arms.changed(hand > 0, 9.0)
    assert not arms.hands(THING, known, LARGEST_PX, 9.0).any
    gone = np.zeros(SHAPE, np.uint8)
    arms.changed(THING > 0, 10.0)
    arms.hands(gone, known, LARGEST_PX, 10.0)
    arms.changed(THING > 0, 11.0)
    assert arms.hands(THING, known, LARGEST_PX, 11.0).any, "a hand where the thing was before it was taken away"


@pytest.mark.parametrize(("everywhere", "found"), [(True, False), (False, True)])
def test_a_lamp_brings_no_hand(everywhere: bool, found: bool) -> None:
    arms, lit = Arms(), spots((10, 60, 10, 60))
    arms.changed(np.ones(SHAPE, bool), 0.0)
    arms.changed(np.ones(SHAPE, bool) if everywhere else lit > 0, 9.0)
    assert arms.hands(lit, np.zeros(SHAPE, bool), LARGEST_PX, 9.0).any is found
