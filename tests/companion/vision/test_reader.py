"""Marks that are where they were: what counts as there again."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.reader import there_again

SQUARE = np.array([(100.0, 100.0), (120.0, 100.0), (120.0, 120.0), (100.0, 120.0)])


@pytest.mark.parametrize(("shift_px", "again"), [(0.0, True), (1.5, True), (2.5, False), (30.0, False)])
def test_a_mark_is_there_again_within_a_tenth_of_its_side(shift_px: float, again: bool) -> None:
    assert there_again(SQUARE + np.array([shift_px, 0.0]), SQUARE) == again


def test_one_that_was_nowhere_or_is_turned_is_not() -> None:
    assert not there_again(SQUARE, None)
    assert not there_again(np.roll(SQUARE, 1, 0), SQUARE)
