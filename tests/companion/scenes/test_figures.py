"""A figure that stands and one that lies on its side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.pattern import marker_pattern
from companion.scenes.figures import figure_parts
from companion.scenes.scene import FigureMark, FigureModel

HAT = FigureMark(10, marker_pattern("DICT_4X4_50", 10, 18.0), 41.0)
STANDING = FigureModel("Ilse", 0.0, 0.0, 0.0, 25.0, 25.0, mark=HAT)


def top_mm(figure: FigureModel, x: float, y: float) -> float:
    """The highest point of the figure over a place; 0 where there is nothing."""
    eye, down = np.array([[x], [y], [100.0]]), np.array([[0.0], [0.0], [-1.0]])
    heights = [100.0 - float(part.solid.enter(eye, down)[0]) for part in figure_parts(figure)]
    return max([height for height in heights if np.isfinite(height)], default=0.0)


@pytest.mark.parametrize("mark", [HAT, None])
def test_a_fallen_figure_lies_ahead_of_its_base(mark: FigureMark | None) -> None:
    lying = replace(STANDING, mark=mark, fallen=True)
    assert top_mm(replace(STANDING, mark=mark), 0.0, 0.0) > 30.0
    assert 20.0 < top_mm(lying, 0.0, 0.0) <= 26.0, "its base stands on edge"
    assert 5.0 < top_mm(lying, 15.0, 0.0) < 20.0, "its body lies there"
    assert top_mm(lying, -8.0, 0.0) == top_mm(lying, 15.0, 15.0) == 0.0
    assert {part.owner for part in figure_parts(lying)} == {"Ilse"}
