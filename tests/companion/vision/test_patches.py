"""What counts as changed: noise and light do not, a nudge does; and what was held stays held."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.patches import MOST_WINDOWS, Patches, Window, windows_of
from tests.companion.vision.altered import Image, recorded
from tests.companion.vision.soak import grainy


def held(image: Image) -> Patches:
    patches = Patches()
    first = patches.look(image)
    assert first.share == 1.0
    patches.hold(first)
    return patches


@pytest.mark.parametrize("light", [0.85, 1.0, 1.12])
def test_noise_and_light_are_no_change(light: float) -> None:
    other = np.clip(recorded().astype(float) * light, 0, 255).astype(np.uint8)
    assert held(recorded()).look(grainy(other, 1)).share == 0.0


def nudged(image: Image, x: int, y: int, size: int, by: int) -> Image:
    out = image.copy()
    out[y : y + size, x : x + size] = np.roll(image[y : y + size, x : x + size], by, 1)
    return out


def test_a_nudge_is_a_change_there_and_nowhere_else_until_it_is_held() -> None:
    other = nudged(recorded(), 600, 300, 120, 4)
    patches = held(recorded())
    change = patches.look(grainy(other, 1))
    windows = change.windows()
    assert windows and all(w.x0 >= 580 and w.x1 <= 740 and w.y0 >= 280 and w.y1 <= 440 for w in windows)
    assert patches.look(grainy(other, 2)).share > 0.0
    patches.hold(patches.look(grainy(other, 3)))
    assert patches.look(grainy(other, 4)).share == 0.0
    assert patches.look(grainy(recorded(), 5)).share > 0.0


def test_pictures_of_another_size_have_changed_everywhere() -> None:
    assert held(recorded()).look(recorded()[:360, :640]).share == 1.0


@pytest.mark.parametrize(
    ("spots", "expected"),
    [
        ([], []),
        ([(0, 0)], [Window(0, 0, 8, 8)]),
        ([(2, 3), (2, 4)], [Window(8, 4, 24, 16)]),
        ([(9, 9)], [Window(32, 32, 40, 40)]),
    ],
    ids=["nothing", "at the edge", "two spots are one box", "at the other edge"],
)
def test_boxes_round_spots_end_where_the_picture_ends(spots: list[tuple[int, int]], expected: list[Window]) -> None:
    mask = np.zeros((10, 10), bool)
    for row, column in spots:
        mask[row, column] = True
    assert windows_of(mask, (40, 40), 4) == expected


def test_many_boxes_are_read_as_one() -> None:
    mask = np.zeros((60, 60), bool)
    mask[::8, ::8] = True
    assert len(windows_of(mask, (240, 240), 0)) == 1 and mask.sum() > MOST_WINDOWS
