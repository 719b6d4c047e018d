"""Taps in fractions of a picture become points of the table with a sigma, or a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.service.looker import NotHeard
from companion.service.tapping import FINGER, Tapping
from companion.vision.asks import Tapped
from companion.vision.frame import Frame

WIDE, HIGH = 1000, 500


class Flat:
    """A watcher for which a pixel is 0.5 mm to the right and 2 mm down; it has picture 3 only."""

    def tap(self, frame_number: int, xy_px: tuple[float, float]) -> Tapped | str:
        if frame_number != 3:
            return "That picture is no longer kept; tap on the newest one."
        if xy_px[1] < 10:
            return "That spot of the picture does not show the table."
        return Tapped((0.5 * xy_px[0], -2 * xy_px[1]), 0.0, None)


class Looking:
    """As `Looker`, at once."""

    def __init__(self, hears: bool = True, pictures: bool = True) -> None:
        self.hears, self.pictures = hears, pictures

    def newest(self) -> Frame | None:
        return Frame(np.zeros((HIGH, WIDE, 3), np.uint8), 0.0, 3) if self.pictures else None

    def tell(self, words: Callable[[Any], Any]) -> Any:
        if not self.hears:
            raise NotHeard("busy", "The camera is busy. Try again in a moment.")
        return words(Flat())


def test_taps_are_points_with_the_sigma_of_a_finger() -> None:
    found = Tapping(Looking()).points(3, [(0.1, 0.2), (0.9, 1.0)])  # type: ignore[arg-type]
    assert not isinstance(found, str)
    (first, sigma), (second, _) = found
    assert (first, second) == ((50.0, -200.0), (450.0, -1000.0))
    assert sigma == pytest.approx(2 * FINGER * WIDE / 2**0.5)


@pytest.mark.parametrize(
    ("looker", "picture", "at", "said"),
    [
        (Looking(), 2, (0.5, 0.5), "no longer kept"),
        (Looking(), 3, (0.5, 0.01), "does not show the table"),
        (Looking(), 3, (1.2, 0.5), "outside the picture"),
        (Looking(), 3, (0.5, -0.1), "outside the picture"),
        (Looking(hears=False), 3, (0.5, 0.5), "busy"),
        (Looking(pictures=False), 3, (0.5, 0.5), "no picture"),
    ],
)
def test_what_cannot_be_told_is_a_sentence(looker: Any, picture: int, at: tuple[float, float], said: str) -> None:
    found = Tapping(looker).points(picture, [at])
    assert isinstance(found, str) and said in found
