"""Which of several fitted rims takes its ground first."""

from __future__ import annotations

import numpy as np
import pytest

from companion.scenes.camera import camera_over
from companion.setup.model import FigureSection
from companion.table.state import Base
from companion.vision.fitting import Tries, _pixel_mm, wholes_first
from companion.vision.kinds import Kind
from companion.vision.levels import Level
from tests.companion.vision.cameras import camera_of

Rim = tuple[float, float, float]
"""Diameter, x, share proved."""


def first_of(rims: list[Rim]) -> int:
    tries = Tries()
    for diameter, x, _ in rims:
        figure = FigureSection(name="F", height_mm=30.0)
        kind = Kind(None, Base("disc", diameter, diameter, 3.0), (figure,))
        tries.add(kind, Level(0.0), np.array([[x, 0.0]]))
    order = wholes_first(tries, np.array(tries.xy_mm), np.array([share for *_, share in rims]))
    return int(order.argmax())


@pytest.mark.parametrize(
    ("rims", "first"),
    [
        ([(25.0, 0.0, 0.8)], 0),
        ([(25.0, 0.0, 0.8), (45.0, 10.0, 0.7)], 1),
        ([(25.0, 0.0, 0.8), (45.0, 10.0, 0.5)], 0),
        ([(25.0, 0.0, 0.8), (45.0, 16.0, 0.7)], 0),
        ([(25.0, 0.0, 0.8), (28.0, 0.0, 0.7)], 0),
        ([(25.0, 0.0, 0.0), (45.0, 0.0, 0.0)], 0),
    ],
    ids=[
        "one alone", "a body on its base", "a larger rim that is hardly proved", "side by side", "nearly one size",
        "none proved",
    ],
)  # fmt: skip
def test_what_lies_within_a_larger_base_comes_after_it(rims: list[Rim], first: int) -> None:
    assert first_of(rims) == first


@pytest.mark.parametrize(("width_px", "finer_mm", "coarser_mm"), [(1280, 0.3, 1.2), (640, 0.9, 2.4)])
def test_how_much_of_the_table_a_pixel_shows(width_px: int, finer_mm: float, coarser_mm: float) -> None:
    scene = camera_over((0.0, 0.0), (900.0, 600.0), pose="oblique", size_px=(width_px, width_px * 9 // 16))
    near, far = (_pixel_mm(camera_of(scene), (450.0, y, 0.0)) for y in (50.0, 550.0))
    assert finer_mm < near < far < 2 * coarser_mm and far > coarser_mm
