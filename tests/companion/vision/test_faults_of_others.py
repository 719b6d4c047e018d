"""Faults that other table cameras ship with; none may be true of this one. Each has a test of its name below.

Real drawings go through the real reading: nothing is faked but the table.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.pattern import marker_pattern
from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from companion.scenes.scene import FigureMark, FigureModel, Hand, Light, Scene, Sensor, SheetPrint
from companion.scenes.setup_text import setup_text
from companion.setup.read import read_setup
from companion.vision.reader import Reader, Reading
from tests.companion.vision.replaying import (
    picture,
    replay,
    said,
    shifted,
    standing,
    table,
    with_figure,
)

SIZE_PX, MAT_MM = (960, 540), (560.0, 330.0)


def read(scene: Scene, image: np.ndarray, folder: Path, roster: Scene | None = None) -> Reading:
    path = folder / "setup.toml"
    path.write_text(setup_text(roster or scene), encoding="utf-8")
    return Reader(read_setup(path), image.shape[1], image.shape[0]).read(image)


def off_mm(scene: Scene, reading: Reading) -> dict[str, tuple[float, float]]:
    """Name -> (x, y) of how far a marked figure is from where it was drawn, in the frame of all sheets."""
    names = [s.id for s in scene.sheets if s.id in reading.solution.places]
    got = np.array([reading.solution.places[i][:2] for i in names])
    want = np.array([(s.x_mm, s.y_mm) for s in scene.sheets if s.id in names])
    h = (got - got.mean(0)).T @ (want - want.mean(0))
    turn = math.atan2(h[0, 1] - h[1, 0], h[0, 0] + h[1, 1])
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    out = {}
    for sighting in reading.sightings:
        place, true = sighting.fitted.place, scene.figure(sighting.figure.name)
        at = rotation @ (np.array([place.x_mm, place.y_mm]) - got.mean(0)) + want.mean(0)
        out[true.name] = (float(at[0] - true.x_mm), float(at[1] - true.y_mm))
    return out


def marked(scene: Scene, name: str, x: float, y: float, marker: int, side_mm: float = 18.0) -> FigureModel:
    mark = FigureMark(marker, marker_pattern(scene.dictionary, marker, side_mm), 40.0)
    return FigureModel(name, x, y, 70.0, height_mm=36.0, mark=mark)


def bare(seed: int = 3, **words: object) -> Scene:
    given = {"size_px": SIZE_PX, "mat_mm": MAT_MM, "figures": 0, "terrain": False, "sheet_side_mm": 36.0} | words
    return random_scene(seed, **given)  # type: ignore[arg-type]


def test_two_markers_side_by_side_do_not_drag_each_others_corners(tmp_path: Path) -> None:
    scene = bare()
    left, right = marked(scene, "left", 280.0, 160.0, 20), marked(scene, "right", 310.0, 160.0, 21)
    together = replace(scene, figures=(left, right))
    places = {}
    for who, shown in {"together": (left, right), "left": (left,), "right": (right,)}.items():
        drawn = replace(scene, figures=shown)
        reading = read(drawn, render(drawn, 1)[0], tmp_path, together)
        places[who] = off_mm(drawn, reading)
    for name in ("left", "right"):
        apart = math.dist(places["together"][name], places[name][name])
        assert apart < 0.15, f"{name} is drawn {apart:.2f} mm aside by its neighbour"


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"sensor": Sensor(sharpening=0.9)},
        {"sensor": Sensor(sharpening=0.0, blur_px=1.1)},
        {"dictionary": "DICT_APRILTAG_36h11"},
        {"size_px": (641, 361), "sheet_side_mm": 50.0},
    ],
    ids=["as it is", "sharpened", "soft", "AprilTags", "odd size"],
)
def test_no_setting_brings_a_constant_offset_of_a_part_of_a_pixel(words: dict[str, object], tmp_path: Path) -> None:
    scene = bare(4, **words)
    image, truth = render(scene, 1)
    corners = read(scene, image, tmp_path).sheet_corners_px
    off = [
        np.asarray(corners[m["id"]]).reshape(-1, 2)[:4].mean(0) - np.mean(m["corners_px"], axis=0)
        for m in truth["markers"]
    ]
    assert len(off) == 4
    assert np.abs(np.mean(off, axis=0)).max() < 0.06, f"all sheets are off by {np.mean(off, axis=0)} px"


def test_a_marker_moved_quickly_does_not_make_the_position_jump(tmp_path: Path) -> None:
    """Two pictures of the way are smeared by the movement."""
    scene = table()
    name = next(f.name for f in scene.figures if f.mark is not None and not f.mark_on_base)
    there = shifted(scene, name, 60.0, 12.0)
    smeared = [
        picture(replace(shifted(scene, name, 60.0 * share, 12.0 * share), sensor=Sensor(blur_px=2.2)))
        for share in (0.3, 0.7)
    ]
    events = replay(tmp_path, [picture(scene)] * 3 + smeared + [picture(there, 2)] * 4)
    moves = [(e["name"], round(e["distance_mm"])) for e in events if e["event"] == "moved"]
    assert moves == [(name, 61)]
    assert set(said(events, "placed")) == {("moved", name)}


def test_no_offset_grows_toward_the_edges_of_a_bigger_table(tmp_path: Path) -> None:
    scene = bare(5, size_px=(1600, 900), mat_mm=(1400.0, 800.0), lens="wide", sheet_side_mm=60.0)
    spots = [(x, y) for x in (130.0, 420.0, 700.0, 980.0, 1270.0) for y in (150.0, 400.0, 650.0)]
    figures = tuple(marked(scene, f"{x:.0f},{y:.0f}", x, y, 10 + i, 24.0) for i, (x, y) in enumerate(spots))
    drawn = replace(scene, figures=figures)
    off = off_mm(drawn, read(drawn, render(drawn, 1)[0], tmp_path))
    assert len(off) == len(spots)
    outward = []
    for figure in figures:
        dx, dy = figure.x_mm - 700.0, figure.y_mm - 400.0
        ox, oy = off[figure.name]
        if (dx, dy) != (0.0, 0.0):
            outward.append((ox * dx + oy * dy) / math.hypot(dx, dy))
    assert max(math.hypot(*o) for o in off.values()) < 1.0
    assert abs(float(np.mean(outward))) < 0.35


def test_one_ceiling_lamp_is_as_good_as_daylight(tmp_path: Path) -> None:
    """A warm bulb, hard shadows, two stops less light and so three times the noise."""
    scene = random_scene(
        7, size_px=SIZE_PX, mat_mm=MAT_MM, figures=5, terrain=False, sheet_side_mm=36.0,
        modes=("marker-top", "marker-base"),
    )  # fmt: skip
    lamp = Light(40.0, 74.0, 0.15, 1.5, "#ffc27a")
    night = replace(scene, light=lamp, sensor=Sensor(exposure_ev=-2.0, noise=0.012, read_noise=0.004))
    off = off_mm(night, read(night, render(night, 1)[0], tmp_path))
    assert sorted(off) == sorted(f.name for f in scene.figures)
    assert max(math.hypot(*o) for o in off.values()) < 1.2


def test_when_the_last_figure_leaves_the_old_list_is_not_reported_for_ever(tmp_path: Path) -> None:
    scene = table()
    last = scene.figures[0]
    alone = replace(scene, figures=(last,))
    hand = replace(alone, hands=(Hand(last.x_mm, last.y_mm, 26.0, -90.0),))
    gone = replace(scene, figures=())
    events = replay(tmp_path, [picture(alone)] * 3 + [picture(hand)] + [picture(gone)] * 6)
    assert standing(events)[last.name] == "lost"
    assert ("lost", last.name) in said(events) and "moved" not in {e["event"] for e in events}


@pytest.mark.parametrize("number", [2, 17], ids=["a second sheet of the same number", "a marker of nobody"])
def test_one_stray_marker_does_not_kill_the_detector(number: int, tmp_path: Path) -> None:
    scene = bare(6)
    figures = (marked(scene, "a", 180.0, 200.0, 20), marked(scene, "b", 380.0, 190.0, 21))
    roster = replace(scene, figures=figures)
    stray = SheetPrint(number, marker_pattern(scene.dictionary, number, 36.0), 285.0, 120.0, 20.0, 48.0)
    drawn = replace(roster, sheets=(*roster.sheets, stray))
    off = off_mm(roster, read(drawn, render(drawn, 1)[0], tmp_path, roster))
    assert sorted(off) == ["a", "b"]
    assert max(math.hypot(*o) for o in off.values()) < 0.5


@pytest.mark.parametrize("how", ["lifted", "fast"])
def test_a_fast_or_lifted_figure_does_not_become_a_new_one_and_leave_its_ghost(how: str, tmp_path: Path) -> None:
    scene = table()
    plain = next(f for f in scene.figures if f.mark is None and f.ring is None)
    there = shifted(scene, plain.name, *_way(scene, plain))
    end = there.figure(plain.name)
    between = []
    if how == "lifted":
        half = replace(plain, x_mm=(plain.x_mm + end.x_mm) / 2, y_mm=(plain.y_mm + end.y_mm) / 2).lifted(45.0)
        hand = Hand(half.x_mm, half.y_mm, half.level_mm + 26.0, -90.0)
        between = [picture(replace(with_figure(scene, half), hands=(hand,)))]
    events = replay(tmp_path, [picture(scene)] * 3 + between + [picture(there, 2)] * 5)
    assert standing(events) == {f.name: "seen" for f in scene.figures}
    moves = [(e["name"], e["distance_mm"]) for e in events if e["event"] == "moved"]
    assert moves == [(plain.name, pytest.approx(math.dist((plain.x_mm, plain.y_mm), (end.x_mm, end.y_mm)), abs=3.0))]


def _way(scene: Scene, figure: FigureModel) -> tuple[float, float]:
    """Somewhere else where nothing stands."""
    free = [
        (x, y)
        for x in np.arange(120.0, 620.0, 20.0)
        for y in np.arange(90.0, 380.0, 20.0)
        if all(math.dist((x, y), (f.x_mm, f.y_mm)) > 55 for f in scene.figures)
        and all(math.dist((x, y), np.mean(t.outline_mm, axis=0)) > 110 for t in scene.terrain)
        and all(math.dist((x, y), (s.x_mm, s.y_mm)) > 70 for s in scene.sheets)
    ]
    x, y = free[len(free) // 2]
    return float(x - figure.x_mm), float(y - figure.y_mm)


def test_a_camera_back_after_a_drop_out_is_listened_to_again(tmp_path: Path) -> None:
    scene = table()
    plain = next(f for f in scene.figures if f.mark is None and f.ring is None)
    good = picture(scene)
    torn, black = good.copy(), np.zeros_like(good)
    torn[300:] = 128
    there = shifted(scene, plain.name, *_way(scene, plain))
    pictures = [good] * 3 + [torn] + [black] * 6 + [good] * 2 + [picture(there, 2)] * 4
    events = replay(tmp_path, pictures)
    assert said(events, "placed", "unread", "covered", "uncovered") == [("moved", plain.name)]
    assert standing(events) == {f.name: "seen" for f in scene.figures}
