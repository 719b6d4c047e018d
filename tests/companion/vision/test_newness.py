"""What is new stays what is new when the light changes: a lamp from the side, of another colour, slowly or at once."""

from __future__ import annotations

import numpy as np
import pytest

from companion.scenes.demo import demo_folder
from companion.vision.decode import decode_picture
from companion.vision.newness import Newness
from companion.vision.patches import SMALLER, Window
from companion.vision.relight import light_between, lit
from tests.companion.vision.altered import Image, recorded


@pytest.fixture(scope="module")
def empty() -> Image:
    return decode_picture((demo_folder() / "empty.jpg").read_bytes()).image


def lamp(image: Image, left: tuple[float, float, float], right: tuple[float, float, float]) -> Image:
    """Another light: each colour times its value at the left edge, changing evenly to that at the right."""
    share = np.linspace(0, 1, image.shape[1])[None, :, None]
    return np.clip(image * ((1 - share) * np.array(left) + share * np.array(right)), 0, 255).astype(np.uint8)


LIGHTS = {
    "the same": ((1.0, 1.0, 1.0), (1.0, 1.0, 1.0)),
    "dimmer": ((0.6, 0.6, 0.6), (0.6, 0.6, 0.6)),
    "a lamp from the right": ((0.6, 0.6, 0.6), (1.2, 1.2, 1.2)),
    "a warm lamp from the left": ((0.7, 1.0, 1.15), (0.5, 0.6, 0.7)),
}


@pytest.mark.parametrize("name", LIGHTS)
def test_what_is_new_is_new_in_any_light(empty: Image, name: str) -> None:
    newness, shown = Newness(empty), recorded(0)
    newness.update(shown, None)
    before = newness.solid.astype(bool)
    newness.update(lamp(shown, *LIGHTS[name]), None)
    now = newness.solid.astype(bool)
    assert 0.005 < before.mean() < 0.1
    assert (before & now).sum() > 0.6 * before.sum()
    assert (now & ~before).mean() < 0.01


@pytest.mark.parametrize("name", LIGHTS)
def test_light_that_drifts_is_followed(empty: Image, name: str) -> None:
    newness, shown = Newness(empty), lamp(recorded(0), *LIGHTS[name])
    assert newness.relight(shown) == (name != "the same")
    assert not newness.relight(shown)
    newness.update(shown, None)
    assert newness.other.mean() < 0.1


def test_only_the_windows_are_looked_at(empty: Image) -> None:
    newness = Newness(empty)
    window = Window(400, 200, 640, 400)
    newness.update(recorded(0), [window])
    outside = newness.solid.copy()
    outside[window.y0 // SMALLER : window.y1 // SMALLER, window.x0 // SMALLER : window.x1 // SMALLER] = 0
    assert not outside.any()


def test_what_is_absorbed_is_no_longer_new(empty: Image) -> None:
    newness, shown = Newness(empty), recorded(0)
    newness.update(shown, None)
    assert newness.solid.any()
    newness.absorb(shown, [np.array([(0.0, 0.0), (1280.0, 0.0), (1280.0, 720.0), (0.0, 720.0)])])
    assert not newness.solid.any()


def test_a_picture_lit_and_compared_gives_the_light_back(empty: Image) -> None:
    other = lamp(empty, (0.7, 0.8, 0.9), (1.0, 0.9, 0.8))
    light = light_between(other, empty)
    assert np.abs(lit(empty, light).astype(int) - other).mean() < 2.0
    assert np.abs(light[20, 2] - (0.7, 0.8, 0.9)).max() < 0.06
