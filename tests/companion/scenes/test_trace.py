"""The picture shows what the truth says, to a small part of a pixel."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from calibration.pattern import marker_pattern, saddle_pattern
from companion.scenes.camera import SceneCamera, camera_over
from companion.scenes.paint import linear_bgr
from companion.scenes.render import render
from companion.scenes.scene import EXACT_SENSOR, FigureMark, FigureModel, Scene, SheetPrint, TableTop, TerrainModel
from companion.scenes.sensor import developed
from companion.scenes.textures import Rectangle, line_distance_mm
from companion.scenes.trace import Tracer
from companion.scenes.truth import Truth
from companion.table.state import GridSpec

DICTIONARY = "DICT_4X4_50"
MAT = Rectangle((0.0, 0.0), (300.0, 200.0))
SIZE = (480, 320)
PLAIN = TableTop(MAT, "plain", margin_mm=40)


def sheet(marker_id: int, x: float, y: float, turn_deg: float = 0.0, side: float = 40.0) -> SheetPrint:
    return SheetPrint(marker_id, marker_pattern(DICTIONARY, marker_id, side), x, y, turn_deg, 1.5 * side)


def scene(pose: str = "overhead", lens: str = "standard", **parts: object) -> Scene:
    camera = camera_over(MAT.low_mm, MAT.high_mm, pose=pose, lens=lens, size_px=SIZE, roll_deg=1.5)
    return replace(Scene(camera, PLAIN, DICTIONARY, sensor=EXACT_SENSOR), **parts)  # type: ignore[arg-type]


def detected(image: np.ndarray, refine: int = cv2.aruco.CORNER_REFINE_CONTOUR) -> dict[int, np.ndarray]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = refine
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    flat = [] if ids is None else np.ravel(ids)
    return {int(i): np.reshape(c, (4, 2)) for i, c in zip(flat, corners, strict=True)}


def diagonals_cross(corners: np.ndarray) -> np.ndarray:
    lines = np.cross(np.c_[corners, np.ones(4)][:2], np.c_[corners, np.ones(4)][2:])
    point = np.cross(lines[0], lines[1])
    return np.asarray(point[:2] / point[2])


def marker(truth: Truth, marker_id: int) -> np.ndarray:
    return np.array(next(m["corners_px"] for m in truth["markers"] if m["id"] == marker_id))


def offset_px(image: np.ndarray, camera: SceneCamera, square_mm: np.ndarray) -> float:
    """How far the edges of a drawn square lie from where they should, as the shift of its centre.

    Light is made linear again, so that an edge lies where half of it is passed; it is sought along lines across each
    edge, at points that lie on it in the picture, distortion and all.
    """
    light = (cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) / 255.0) ** 2.2
    reach = np.arange(-2.5, 2.51, 0.1)[:, None]
    shifts, normals = [], []
    for a, b in zip(square_mm, np.roll(square_mm, -1, axis=0), strict=True):
        edge = camera.project(a + np.linspace(0.2, 0.8, 25)[:, None] * (b - a))
        for here, there in pairwise(edge):
            along = (there - here) / np.linalg.norm(there - here)
            out = np.array([along[1], -along[0]])
            line = (here + reach * out).astype(np.float32)
            ramp = cv2.remap(light, line[:, :1], line[:, 1:], cv2.INTER_LINEAR).ravel()
            low, high = ramp[:8].mean(), ramp[-8:].mean()
            before = (high - ramp) / (high - low)
            shifts.append(float((before[:-1] + before[1:]).sum() * 0.05) - 2.5)
            normals.append(out)
    offset, *_ = np.linalg.lstsq(np.array(normals), np.array(shifts), rcond=None)
    return float(np.hypot(*offset))


def corners_mm(truth: Truth, marker_id: int) -> np.ndarray:
    return np.array(next(m["corners_mm"] for m in truth["markers"] if m["id"] == marker_id))


POSES = [
    ("overhead", "standard"),
    ("oblique", "webcam"),
    ("oblique48", "standard"),
    ("phone", "phone"),
    ("overhead", "wide"),
]


@pytest.mark.parametrize(("pose", "lens"), POSES)
def test_a_marker_lies_where_the_truth_says(pose: str, lens: str) -> None:
    sheets = (sheet(3, 60, 60, 12), sheet(7, 230, 140, -33), sheet(9, 150, 105))
    made = scene(pose, lens, sheets=sheets)
    image, truth = render(made, 1)
    found = detected(image)
    assert sorted(found) == [3, 7, 9]
    for marker_id in found:
        want = marker(truth, marker_id)
        assert np.abs(found[marker_id] - want).max() < 1.5, "same corner order"
        assert np.abs(diagonals_cross(found[marker_id]) - diagonals_cross(want)).max() < 0.35, (
            "what aruco itself can tell"
        )
        assert offset_px(image, made.camera, corners_mm(truth, marker_id)) < 0.03


def test_a_marker_square_to_the_pixels_is_as_exact() -> None:
    camera = camera_over(MAT.low_mm, MAT.high_mm, size_px=SIZE)
    places = [(60.0, 60.0), (150.3, 100.1), (240.7, 140.4)]
    sheets = tuple(sheet(i, x, y) for i, (x, y) in enumerate(places))
    image, truth = render(replace(scene(sheets=sheets), camera=camera), 1)
    assert max(offset_px(image, camera, corners_mm(truth, i)) for i in range(3)) < 0.03


def test_a_saddle_sheet_lies_where_the_truth_says() -> None:
    pattern = saddle_pattern(DICTIONARY, 2, 30)
    made = scene("oblique", sheets=(SheetPrint(2, pattern, 150, 100, 8, 80),))
    image, truth = render(made, 1)
    c, s = np.cos(np.radians(8)), np.sin(np.radians(8))
    centre = 0.75 * 30 * np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])  # of the cell in the middle, its corners
    cell = centre @ np.array([[c, s], [-s, c]]) + (150, 100)
    assert offset_px(image, made.camera, np.column_stack([cell, np.full(4, 0.3)])) < 0.03
    assert offset_px(image, made.camera, corners_mm(truth, 2)) < 0.03
    assert truth["markers"][0]["visible_fraction"] == 1.0


def test_the_same_seed_gives_the_same_picture_and_another_other_noise() -> None:
    noisy = replace(scene(sheets=(sheet(1, 150, 100),)), sensor=replace(EXACT_SENSOR, noise=0.01))
    one, again, other = (render(noisy, seed)[0] for seed in (5, 5, 6))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert np.abs(one.astype(int) - other).mean() < 5


def test_blur_in_light_makes_white_grow() -> None:
    """Half way between black and white in the picture lies inside the black square, as on real photographs."""
    made = scene(sheets=(sheet(1, 150, 100),))
    light = Tracer(made).linear()
    widths = []
    for blur_px in (0.0, 1.2):
        grey = cv2.cvtColor(developed(light, replace(EXACT_SENSOR, blur_px=blur_px), 1), cv2.COLOR_BGR2GRAY)
        found = detected(np.dstack([grey] * 3), cv2.aruco.CORNER_REFINE_SUBPIX)[1]
        widths.append(float(np.linalg.norm(found - np.roll(found, 1, axis=0), axis=1).mean()))
    assert widths[1] < widths[0] - 0.15


def test_a_prism_hides_what_is_behind_it() -> None:
    wall = TerrainModel("wall", "wall", 60.0, ((110, 60), (190, 60), (190, 70), (110, 70)))
    tag = sheet(4, 150, 100)
    bare, with_wall = (render(scene("low", sheets=(tag,), terrain=t), 1) for t in ((), (wall,)))
    assert bare[1]["markers"][0]["visible_fraction"] == 1.0
    assert with_wall[1]["markers"][0]["visible_fraction"] < 0.5
    assert 4 in detected(bare[0]) and 4 not in detected(with_wall[0])


def test_a_hill_lifts_and_a_figure_stands_before_it() -> None:
    figure = FigureModel("Odda", 150, 100, 90, mark=FigureMark(11, marker_pattern(DICTIONARY, 11, 20), 44.0))
    low, high = (replace(figure, level_mm=z, stands_on=on) for z, on in ((0.0, None), (25.0, "hill")))
    corners = [marker(render(scene("oblique", figures=(f,)), 1)[1], 11) for f in (low, high)]
    assert np.all(corners[1][:, 1] < corners[0][:, 1] - 5)
    made = scene("oblique", figures=(high,))
    image, truth = render(made, 1)
    assert offset_px(image, made.camera, corners_mm(truth, 11)) < 0.05
    assert truth["figures"][0]["mode"] == "marker-top"


def test_grid_lines_lie_where_the_grid_says() -> None:
    grid = GridSpec("square", 50.0, (10.0, 5.0))
    table = replace(PLAIN, grid=grid, line_mm=3.0)
    made = replace(scene("oblique"), table=table)
    with_grid, without = Tracer(made).linear(), Tracer(scene("oblique")).linear()
    darker = (without - with_grid).sum(axis=2)
    rows, columns = np.nonzero(darker > 0.5 * darker.max())
    rays = made.camera.rays(np.column_stack([columns, rows]).astype(float))
    hit = made.camera.centre_mm[:, None] - rays * made.camera.centre_mm[2] / rays[2]
    assert len(rows) > 500
    assert line_distance_mm(grid, hit[0], hit[1]).max() < 2.0


def test_shadow_falls_away_from_the_lamp() -> None:
    post = TerrainModel("post", "building", 60.0, ((140, 90), (160, 90), (160, 110), (140, 110)))
    made = scene(terrain=(post,))
    dark = (Tracer(scene()).linear() - Tracer(made).linear()).sum(axis=2)
    lamp, away = made.camera.project(np.array([[128.0, 117.0, 0.0], [172.0, 82.0, 0.0]])).round().astype(int)
    assert dark[away[1], away[0]] > 0.1
    assert abs(dark[lamp[1], lamp[0]]) < 0.01


def test_what_has_not_changed_is_taken_from_the_picture_before() -> None:
    figures = (FigureModel("Odda", 80, 100), FigureModel("Brun", 220, 100, cloth="#903030"))
    before, after = scene(figures=figures), scene(figures=(figures[0], replace(figures[1], x_mm=230.0)))
    after = replace(after, camera=before.camera)
    first = Tracer(before)
    picture = first.linear()
    assert np.array_equal(Tracer(after).linear((first, picture)), Tracer(after).linear())


def test_an_empty_scene_is_a_table() -> None:
    light = Tracer(scene()).linear()
    middle = light[150:170, 230:250].mean(axis=(0, 1))
    dark, bright = linear_bgr("#8f8c86"), linear_bgr("#9a978f")
    assert np.all(middle > np.array(dark) * 0.8) and np.all(middle < np.array(bright) * 1.2)


def test_a_table_of_a_hundred_metres_is_drawn_too() -> None:
    wide = Rectangle((0.0, 0.0), (100_000.0, 60_000.0))
    camera = camera_over(wide.low_mm, wide.high_mm, size_px=(160, 96))
    assert Tracer(Scene(camera, TableTop(wide, "plain"), DICTIONARY)).linear().shape == (96, 160, 3)
