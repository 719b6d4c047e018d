"""Crops by id: bounded, portraits kept, ids that cannot be guessed from one another's."""

from __future__ import annotations

import numpy as np

from companion.vision.crops import LEAST_PX, MOST, Crops
from companion.vision.decode import decode_picture
from tests.companion.vision.altered import recorded

SQUARE = np.array([(600.0, 300.0), (640.0, 300.0), (640.0, 350.0), (600.0, 350.0)])


def test_a_crop_shows_the_figure_with_room_round_it() -> None:
    crops = Crops()
    crop_id = crops.take(recorded(), SQUARE)
    assert crop_id is not None
    jpeg = crops.jpeg(crop_id)
    assert jpeg is not None and min(decode_picture(jpeg).image.shape[:2]) >= LEAST_PX


def test_what_is_out_of_the_picture_has_none() -> None:
    assert Crops().take(recorded(), SQUARE + 5000) is None
    assert Crops().take(recorded(), SQUARE * np.nan) is None


def test_the_oldest_goes_but_a_portrait_stays_under_its_new_name_too() -> None:
    crops = Crops()
    portrait = crops.take(recorded(), SQUARE, "red #1")
    ids = [crops.take(recorded(), SQUARE) for _ in range(MOST + 1)]
    assert ids[0] is not None and crops.jpeg(ids[0]) is None
    crops.rename("red #1", "Ragnar")
    assert crops.portrait("red #1") is None and crops.portrait("Ragnar") == portrait
    assert portrait is not None and crops.jpeg(portrait) is not None


def test_an_unknown_id_has_none() -> None:
    assert Crops().jpeg("1") is None
