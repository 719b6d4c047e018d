"""Tables of our own scene generator: what is read is what was drawn, for both kinds of sheets and from all sides."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from companion.commands.measure_report import as_json
from companion.scenes.demo import demo_scene
from companion.scenes.pairs import edge_distance_mm
from companion.scenes.scene import Scene
from companion.scenes.setup_text import setup_text
from companion.setup.read import read_setup
from companion.vision.reader import Reader
from companion.vision.still import table_of
from tests.vision.altered import recorded
from tests.vision.scoring import Score, TrueFigure, Truth, score


def truth_of(scene: Scene) -> Truth:
    return Truth(
        {s.id: (s.x_mm, s.y_mm) for s in scene.sheets},
        [TrueFigure(f.name, (f.x_mm, f.y_mm), f.level_mm, f.heading_deg, f.mark is not None) for f in scene.figures],
        {(a.name, b.name): edge_distance_mm(a, b) for a, b in itertools.combinations(scene.figures, 2)},
    )


def read(scene: Scene, image: np.ndarray, tmp_path: Any, *, with_lens: bool = True) -> Score:
    path = tmp_path / "setup.toml"
    path.write_text(setup_text(scene, with_lens=with_lens), encoding="utf-8")
    setup = read_setup(path)
    reading = Reader(setup, image.shape[1], image.shape[0]).read(image)
    return score(as_json("", reading, table_of(reading, setup)), truth_of(scene))


@pytest.mark.parametrize("number", [0, 7])
def test_the_recorded_tables_scale(number: int, tmp_path: Any) -> None:
    """24 mm sheets at 1.5 px a mm, so 0.1 % is 0.04 px of a sheet."""
    assert abs(read(demo_scene(), recorded(number), tmp_path).scale) < 5e-4
