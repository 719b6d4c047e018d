"""Tables of our own scene generator: what is read is what was drawn, for both kinds of sheets and from all sides."""

from __future__ import annotations

import itertools
from collections.abc import Set
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.commands.measure_report import as_json
from companion.scenes.demo import demo_scene
from companion.scenes.pairs import edge_distance_mm
from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from companion.scenes.scene import Scene
from companion.scenes.setup_text import setup_text
from companion.scenes.write import jpeg
from companion.setup.read import read_setup
from companion.vision.reader import Reader
from companion.vision.still import table_of
from tests.companion.vision.altered import recorded
from tests.companion.vision.scoring import Score, TrueFigure, Truth, score

SCENES: list[tuple[str, dict[str, Any]]] = [
    ("overhead, plain sheets", {"seed": 1, "pose": "overhead", "sheet_side_mm": 40.0}),
    ("steep, saddle sheets", {"seed": 2, "pose": "steep", "lens": "webcam", "sheet_kind": "saddle"}),
    ("oblique, plain sheets", {"seed": 3, "pose": "oblique", "lens": "phone", "sheet_side_mm": 40.0}),
    (
        "overhead, saddle sheets, wide lens, AprilTags",
        {"seed": 6, "lens": "wide", "sheet_kind": "saddle", "dictionary": "DICT_APRILTAG_36h11"},
    ),
]
SIZE_PX, MAT_MM = (1120, 630), (640.0, 400.0)
CELLS = {"DICT_4X4_50": 6, "DICT_APRILTAG_36h11": 8}


@cache
def drawn(index: int) -> tuple[Scene, np.ndarray, Truth]:
    """A scene, its picture after JPEG, and its truth. The second figure stands on a hill; every second one has a tag on
    its base, the others a disc on the hat."""
    words = {"size_px": SIZE_PX, "mat_mm": MAT_MM, "sheet_side_mm": 26.0, "figures": 6} | SCENES[index][1]
    scene = random_scene(**words)
    image, told = render(scene, words["seed"])
    picture = cv2.imdecode(np.frombuffer(jpeg(image, 88), np.uint8), cv2.IMREAD_COLOR)
    small_px = 2.5 * CELLS[scene.dictionary]
    hard = {m["owner"] for m in told["markers"] if m["visible_fraction"] < 0.95 or m["side_px_min"] < small_px}
    return scene, picture, truth_of(scene, hard)


def truth_of(scene: Scene, hard: Set[str] = frozenset()) -> Truth:
    return Truth(
        {s.id: (s.x_mm, s.y_mm) for s in scene.sheets},
        [
            TrueFigure(f.name, (f.x_mm, f.y_mm), f.level_mm, f.heading_deg, f.mark is not None, f.name in hard)
            for f in scene.figures
        ],
        {(a.name, b.name): edge_distance_mm(a, b) for a, b in itertools.combinations(scene.figures, 2)},
    )


def read(scene: Scene, image: np.ndarray, truth: Truth, folder: Path, *, with_lens: bool = True) -> Score:
    path = folder / "setup.toml"
    path.write_text(setup_text(scene, with_lens=with_lens), encoding="utf-8")
    setup = read_setup(path)
    reading = Reader(setup, image.shape[1], image.shape[0]).read(image)
    return score(as_json("", reading, table_of(reading, setup)), truth)


@pytest.mark.parametrize("number", [0, 7])
def test_the_recorded_tables_scale(number: int, tmp_path: Path) -> None:
    """24 mm sheets at 1.5 px a mm, so 0.1 % is 0.04 px of a sheet."""
    assert abs(read(demo_scene(), recorded(number), truth_of(demo_scene()), tmp_path).scale) < 5e-4


@pytest.mark.parametrize("index", range(len(SCENES)), ids=[name for name, _ in SCENES])
def test_what_is_read_is_what_was_drawn(index: int, tmp_path: Path) -> None:
    scene, picture, truth = drawn(index)
    assert {f.level_mm > 0 for f in scene.figures} == {True, False}
    assert {f.mark_on_base for f in scene.figures} == {True, False}
    one = read(scene, picture, truth, tmp_path)
    assert (one.missed, one.wrong, one.levels_off) == ([], [], [])
    for name, off_mm in one.off_mm.items():
        assert off_mm < 3 * one.sigma_mm[name] + 0.3, name
    assert np.median(list(one.sigma_mm.values())) < 0.3
    assert len(one.sheets_off_mm) == 4 and max(one.sheets_off_mm) < 0.4
    assert abs(one.scale) < 1e-3
    assert max(one.turn_deg.values()) < 1.5
    assert np.percentile(one.edge_off_mm, 95) < 0.6


@pytest.mark.parametrize("index", range(len(SCENES)), ids=[name for name, _ in SCENES])
def test_the_same_without_a_lens(index: int, tmp_path: Path) -> None:
    scene, picture, truth = drawn(index)
    one = read(scene, picture, truth, tmp_path, with_lens=False)
    assert (one.missed, one.wrong, one.levels_off) == ([], [], [])
    for name, off_mm in one.off_mm.items():
        assert off_mm < 4 * one.sigma_mm[name] + 0.3, name
    assert np.percentile(one.edge_off_mm, 95) < 3.0
