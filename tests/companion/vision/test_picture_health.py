"""Black, flat, frozen, and pictures that only look like it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.picture_health import FROZEN_S, FROZEN_SHOTS, Repeats, judge_picture


def noisy(level: float, sigma: float, seed: int = 1) -> NDArray[np.uint8]:
    noise = np.random.default_rng(seed).normal(level, sigma, (720, 1280, 3))
    return noise.clip(0, 255).astype(np.uint8)


def candle() -> NDArray[np.uint8]:
    """A dark room with one lit corner: 4 % of the picture."""
    image = noisy(6, 3)
    image[:144, :256] = noisy(90, 10)[:144, :256]
    return image


PICTURES = {
    "nought": (np.zeros((720, 1280, 3), np.uint8), "black"),
    "cap on, high gain": (noisy(3, 4), "black"),
    "video black": (np.full((720, 1280, 3), 16, np.uint8), "black"),
    "lost data, green": (np.full((720, 1280, 3), (0, 135, 0), np.uint8), "flat"),
    "white": (np.full((720, 1280, 3), 255, np.uint8), "flat"),
    "one candle": (candle(), "good"),
    "dim table": (noisy(30, 8), "good"),
    "bright table": (noisy(150, 30), "good"),
    "one pixel": (np.zeros((1, 1, 3), np.uint8), "black"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_verdict(name: str) -> None:
    image, verdict = PICTURES[name]
    assert judge_picture(image) == verdict


def test_a_jpeg_of_black_is_black() -> None:
    content = cv2.imencode(".jpg", noisy(3, 4))[1]
    assert judge_picture(np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)) == "black"


def test_frozen_takes_both_many_and_long() -> None:
    fast = Repeats()
    for step in range(FROZEN_SHOTS * 2):
        fast = fast.after(7, step * 0.01)
    assert not fast.frozen(0.2) and fast.frozen(FROZEN_S)
    slow = Repeats().after(7, 0.0).after(7, 10.0)
    assert not slow.frozen(20.0)


def test_one_other_picture_ends_it() -> None:
    repeats = Repeats()
    for step in range(30):
        repeats = repeats.after(7, step * 0.2)
    assert repeats.frozen(6.0)
    repeats = repeats.after(8, 6.0)
    assert not repeats.frozen(6.0) and repeats.since_s == 6.0 and repeats.count == 1
    assert Repeats().after(0, 1.0).count == 1
