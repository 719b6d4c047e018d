"""A few fresh tables, small, so that a loss on pictures nobody tuned on shows: `make fresh` runs many at full size."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.companion.vision.fresh import Tally, line, score_table

NUMBERS = (3, 8)
"""A window from 60 degrees; dice, paper, a phone, a cup and a person's shadow from above."""
SIZE_PX = (1280, 720)


@cache
def scored(folder: Path) -> Tally:
    tally = Tally()
    for number in NUMBERS:
        score_table(tally, number, SIZE_PX, folder)
    return tally


@pytest.fixture(scope="module")
def tally(tmp_path_factory: pytest.TempPathFactory) -> Tally:
    return scored(tmp_path_factory.mktemp("fresh"))


def test_all_but_one_are_found_and_nothing_else(tally: Tally) -> None:
    assert len(tally.bases) == 16
    assert sum(math.isnan(b.off_mm) for b in tally.bases) <= 1, tally.wrong
    assert tally.ghosts == []
    assert not [w for w in tally.wrong if "named" in w]


def test_every_ring_has_its_colour(tally: Tally) -> None:
    rings = [b for b in tally.bases if b.ring is not None and b.told is not None]
    assert len(rings) >= 7
    assert [(b.ring, b.told) for b in rings if b.ring != b.told] == []


def test_places_are_good_and_their_sigmas_honest(tally: Tally) -> None:
    for ringed, median_mm, most_mm in ((True, 0.6, 1.6), (False, 1.0, 2.6)):
        off = [b.off_mm for b in tally.bases if (b.ring is not None) == ringed and math.isfinite(b.off_mm)]
        assert np.median(off) <= median_mm and max(off) <= most_mm, off
    found = [b for b in tally.bases if math.isfinite(b.off_mm)]
    assert np.mean([b.off_mm < 2.45 * b.sigma_mm for b in found]) >= 0.85
    assert "found" in line("all", found)
