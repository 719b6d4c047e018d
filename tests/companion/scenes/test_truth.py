"""The truth says of a scene what can be reckoned by hand."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.pattern import marker_pattern
from companion.scenes.camera import camera_over
from companion.scenes.pairs import base_outline_mm, edge_distance_mm, seen_share
from companion.scenes.random_scene import MODES, random_scene
from companion.scenes.scene import FigureMark, FigureModel, Hand, Scene, SheetPrint, TableTop, TerrainModel
from companion.scenes.textures import Rectangle
from companion.scenes.truth import truth_of

DICTIONARY = "DICT_4X4_50"
MAT = Rectangle((0.0, 0.0), (300.0, 200.0))
CAMERA = camera_over(MAT.low_mm, MAT.high_mm, pose="oblique", lens="wide", size_px=(480, 320))
WALL = TerrainModel("wall", "wall", 40.0, ((140, 20), (146, 20), (146, 180), (140, 180)))


def scene(**parts: Any) -> Scene:
    return replace(Scene(CAMERA, TableTop(MAT, "plain"), DICTIONARY), **parts)


def test_corners_are_opencvs_projection_of_the_corners_in_mm() -> None:
    made = random_scene(4, pose="oblique48", lens="webcam", size_px=(640, 360), modes=MODES)
    truth = truth_of(made, 1)
    camera = truth["camera"]
    assert len(truth["markers"]) == 4 + sum(f.mark is not None for f in made.figures)
    for marker in truth["markers"]:
        want, _ = cv2.projectPoints(
            np.array(marker["corners_mm"]),
            np.array(camera["rvec"]),
            np.array(camera["t"]),
            np.array(camera["K"]),
            np.array(camera["dist"]),
        )
        assert np.abs(want.reshape(4, 2) - marker["corners_px"]).max() < 1e-3
        top = np.mean(marker["corners_mm"][:2], axis=0) - marker["centre_mm"]
        assert math.degrees(math.atan2(top[1], top[0])) % 360 == pytest.approx(marker["up_deg"] % 360, abs=0.01)


def test_the_truth_is_plain_json() -> None:
    made = random_scene(2, size_px=(320, 180), modes=MODES)
    truth = truth_of(made, 9, "a.jpg")
    assert json.loads(json.dumps(truth)) == truth


def test_an_empty_table_has_an_empty_truth() -> None:
    truth = truth_of(scene(), 1)
    assert [truth[key] for key in ("markers", "figures", "terrain", "pairs", "occluders")] == [[], [], [], [], []]


def test_a_marks_place_follows_the_figure() -> None:
    mark = FigureMark(11, marker_pattern(DICTIONARY, 11, 12), 4.0, (10.0, 3.0), 30.0)
    truth = truth_of(scene(figures=(FigureModel("Odda", 100, 80, 90, mark=mark, level_mm=25, stands_on="hill"),)), 1)
    assert truth["markers"][0]["centre_mm"] == pytest.approx([97, 90, 29])
    assert truth["markers"][0]["up_deg"] == 120
    assert truth["figures"][0]["mode"] == "marker-base"
    assert truth["figures"][0]["stands_on"] == "hill"


DISTANCES: list[tuple[str, dict[str, Any], dict[str, Any], float]] = [
    ("two discs", {}, {"x_mm": 100.0}, 75.0),
    ("discs that touch", {}, {"x_mm": 25.0}, 0.0),
    ("discs that overlap", {}, {"x_mm": 10.0}, 0.0),
    ("a rectangle end on", {"shape": "rectangle", "length_mm": 60.0, "width_mm": 25.0}, {"x_mm": 100.0}, 57.5),
    (
        "a rectangle side on",
        {"shape": "rectangle", "length_mm": 60.0, "width_mm": 25.0, "heading_deg": 90.0},
        {"x_mm": 100.0},
        75.0,
    ),
    ("an oval end on", {"shape": "oval", "length_mm": 60.0, "width_mm": 25.0}, {"x_mm": 100.0}, 57.5),
    ("a disc inside an oval", {"shape": "oval", "length_mm": 90.0, "width_mm": 60.0}, {"x_mm": 5.0}, 0.0),
]


@pytest.mark.parametrize(("name", "a", "b", "edge_mm"), DISTANCES, ids=[d[0] for d in DISTANCES])
def test_edge_distance(name: str, a: dict[str, Any], b: dict[str, Any], edge_mm: float) -> None:
    one, two = (
        FigureModel(**({"name": n, "x_mm": 0.0, "y_mm": 0.0, "heading_deg": 0.0} | v))
        for n, v in zip("ab", (a, b), strict=True)
    )
    assert edge_distance_mm(one, two) == pytest.approx(edge_mm, abs=0.02)
    assert edge_distance_mm(two, one) == pytest.approx(edge_mm, abs=0.02)


@pytest.mark.parametrize("shape", ["disc", "oval", "rectangle"])
def test_a_base_outline_runs_counter_clockwise_round_its_centre(shape: Any) -> None:
    outline = base_outline_mm(FigureModel("a", 30, 40, 25, shape=shape, length_mm=60, width_mm=30))
    around = np.roll(outline, -1, axis=0)
    area = float((outline[:, 0] * around[:, 1] - outline[:, 1] * around[:, 0]).sum() / 2)
    assert area == pytest.approx({"disc": math.pi * 450, "oval": math.pi * 450, "rectangle": 1800}[shape], rel=0.01)
    assert np.allclose(outline.mean(axis=0), (30, 40))


SIGHT: list[tuple[str, TerrainModel | None, float, float]] = [
    ("nothing between", None, 1.0, 1.0),
    ("a wall higher than both", WALL, 0.0, 0.0),
    ("a wall to the waist", replace(WALL, height_mm=22.0), 0.7, 0.9),
    ("a wall beside the line", replace(WALL, outline_mm=((140, 150), (146, 150), (146, 180), (140, 180))), 1.0, 1.0),
    ("water", replace(WALL, kind="water"), 1.0, 1.0),
]


@pytest.mark.parametrize(("name", "piece", "low", "high"), SIGHT, ids=[s[0] for s in SIGHT])
def test_sight_past_terrain(name: str, piece: TerrainModel | None, low: float, high: float) -> None:
    figures = (FigureModel("a", 60, 100), FigureModel("b", 240, 100))
    made = scene(figures=figures, terrain=() if piece is None else (piece,))
    for looker, target in (figures, figures[::-1]):
        assert low <= seen_share(made, looker, target) <= high


def test_a_hand_hides_what_it_covers_and_nothing_else() -> None:
    figures = (FigureModel("under", 100, 100), FigureModel("beside", 250, 100))
    open_table, covered = (truth_of(scene(figures=figures, hands=h), 1)["figures"] for h in ((), (Hand(100, 120),)))
    assert [f["visible_fraction"] for f in open_table] == [1.0, 1.0]
    assert covered[0]["visible_fraction"] < 0.5 and covered[0]["hidden_by"].keys() == {"hand"}
    assert covered[1]["visible_fraction"] == 1.0


def test_a_sheet_half_out_of_the_picture_is_half_seen() -> None:
    pattern = marker_pattern(DICTIONARY, 5, 40)
    edge = CAMERA.rays(np.array([[479.5, 160.0]]))[:, 0]
    x, y, _ = CAMERA.centre_mm - edge * CAMERA.centre_mm[2] / edge[2]
    marker = truth_of(scene(sheets=(SheetPrint(5, pattern, float(x), float(y), 0, 50, 0.0),)), 1)["markers"][0]
    assert not marker["in_frame"]
    assert 0.35 < marker["visible_fraction"] < 0.65
