"""A drawn table followed picture by picture, through `companion replay`: what is no figure, and what is no move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.pattern import marker_pattern
from companion.scenes.film import shade, turned_light
from companion.scenes.places import box_outline
from companion.scenes.scene import FigureMark, FigureModel, Hand, Light, Scene, TerrainModel
from companion.scenes.sensor import developed
from tests.companion.vision.replaying import (
    SIZE_PX,
    Picture,
    light_of,
    picture,
    put,
    replay,
    replay_text,
    said,
    shifted,
    standing,
    table,
)

TURN = (0.7, -0.5, 0.3)


def all_seen() -> dict[str, str]:
    return {f.name: "seen" for f in table().figures}


def knocked(scene: Scene, seed: int = 3) -> Picture:
    """As the camera sees it that was turned by TURN."""
    return developed(turned_light(light_of(scene), scene.camera, TURN), scene.sensor, seed)


def free_place(radius_mm: float) -> tuple[float, float]:
    scene = table()
    for x in np.arange(90.0, 640.0, 10.0):
        for y in np.arange(80.0, 380.0, 10.0):
            if (
                all(np.hypot(x - f.x_mm, y - f.y_mm) > radius_mm + 30 for f in scene.figures)
                and all(np.hypot(*(np.mean(t.outline_mm, axis=0) - (x, y))) > radius_mm + 75 for t in scene.terrain)
                and all(np.hypot(x - s.x_mm, y - s.y_mm) > radius_mm + 45 for s in scene.sheets)
            ):
                return float(x), float(y)
    raise AssertionError("no room on the table")


def test_a_knocked_camera_is_said_at_once_and_a_move_after_it_is_still_seen(tmp_path: Path) -> None:
    scene = table()
    plain = next(f for f in scene.figures if f.mark is None and f.ring is None)
    moved = shifted(scene, plain.name, 12.0, 5.0)
    events = replay(tmp_path, [picture(scene)] * 3 + [knocked(scene, n) for n in range(3)] + [knocked(moved)] * 4)
    bumps = [(e["event"], e["frame"]) for e in events if e["event"] in ("bumped", "repaired")]
    assert bumps == [("bumped", 3), ("repaired", 3)]
    before = {e["name"]: (e["x_mm"], e["y_mm"]) for e in events if e["event"] == "placed"}
    stayed = [f for f in events[-1]["figures"] if f["name"] != plain.name]
    assert max(np.hypot(f["x_mm"] - before[f["name"]][0], f["y_mm"] - before[f["name"]][1]) for f in stayed) < 0.8
    assert said(events, "placed", "bumped", "repaired") == [("moved", plain.name)]
    assert standing(events) == all_seen()


@pytest.mark.parametrize("index", [0, 2], ids=["the first", "another"])
def test_one_sheet_that_is_pushed_is_said_and_moves_nobody(index: int, tmp_path: Path) -> None:
    """Not even if the table's frame hangs on it."""
    scene = table()
    sheets = list(scene.sheets)
    inward = 12.0 if sheets[index].x_mm < 300 else -12.0
    sheets[index] = replace(sheets[index], x_mm=sheets[index].x_mm + inward, y_mm=sheets[index].y_mm - 6.0)
    pushed = replace(scene, sheets=tuple(sheets))
    events = replay(tmp_path, [picture(scene)] * 3 + [picture(pushed, 2)] * 5)
    assert [e["detail"] for e in events if e["event"] == "sheet-moved"] == [f"sheet {sheets[index].id}"]
    assert said(events, "placed", "sheet-moved") == []
    assert standing(events) == all_seen()


def test_a_die_and_a_phone_are_no_figures_and_hold_nothing_up(tmp_path: Path) -> None:
    scene = table()
    die, phone = free_place(20.0), free_place(62.0)
    things = (
        TerrainModel("die", "rough", 16.0, box_outline(*die, 16.0, 16.0, 20.0), colour="#e8e2d0"),
        TerrainModel("phone", "rough", 9.0, box_outline(*phone, 112.0, 58.0, 35.0), colour="#15171c"),
    )
    plain = next(f for f in scene.figures if f.mark is None and f.ring is None)
    with_things = replace(scene, terrain=(*scene.terrain, *things))
    after = shifted(with_things, plain.name, 7.0, 4.0)
    events = replay(tmp_path, [picture(scene)] * 3 + [picture(with_things)] * 14 + [picture(after)] * 4)
    assert standing(events) == all_seen()
    assert [n for e, n in said(events, "placed", "covered", "uncovered", "asked")] == [plain.name]
    assert not {n for _, n in said(events) if n is not None} - set(all_seen()) - {"stranger #1", "stranger #2"}


@pytest.mark.parametrize("what", ["another lamp", "a shadow", "brighter"])
def test_light_moves_nobody_and_makes_no_ghosts(what: str, tmp_path: Path) -> None:
    scene = table()
    match what:
        case "another lamp":
            other = Light(scene.light.azimuth_deg + 110, 55.0, 0.5, 4.0, "#ffd9a6")
            changed = [picture(replace(scene, light=other))] * 4
        case "a shadow":
            low, high = scene.table.mat.low_mm, scene.table.mat.high_mm
            x, y = (low[0] + high[0]) / 2, low[1] + 0.6 * (high[1] - low[1])
            outline = ((x - 150, low[1] - 300), (x + 150, low[1] - 300), (x + 90, y - 30), (x, y), (x - 90, y - 30))
            dark = light_of(scene) * shade(scene.camera, outline)[..., None]
            changed = [developed(dark, scene.sensor, 5)] * 3 + [picture(scene)] * 3
        case _:
            changed = [picture(replace(scene, sensor=replace(scene.sensor, exposure_ev=0.35)))] * 4
    events = replay(tmp_path, [picture(scene)] * 3 + changed)
    assert said(events, "placed", "covered", "uncovered") == []
    assert standing(events) == all_seen()


def test_a_copy_of_a_figures_marker_makes_no_second_figure_and_moves_nobody(tmp_path: Path) -> None:
    scene = table()
    own = next(f for f in scene.figures if f.mark is not None and not f.mark_on_base)
    assert own.mark is not None
    x, y = free_place(22.0)
    mark = FigureMark(own.mark.id, marker_pattern(scene.dictionary, own.mark.id, own.mark.pattern.side_mm), 0.6)
    copy = FigureModel("copy", x, y, 10.0, height_mm=1.0, thickness_mm=0.5, mark=mark)
    both = replace(scene, figures=(*scene.figures, copy))
    events = replay(tmp_path, [picture(scene)] * 3 + [picture(both, 2)] * 6 + [picture(scene, 3)] * 3)
    assert "moved" not in {e["event"] for e in events}
    assert standing(events) == all_seen()


def test_a_replay_is_the_same_again_byte_for_byte(tmp_path: Path) -> None:
    scene = table()
    plain = next(f for f in scene.figures if f.mark is None and f.ring is None)
    hand = replace(scene, hands=(Hand(plain.x_mm, plain.y_mm, 26.0, -90.0),))
    folder = put(tmp_path, [picture(scene)] * 3 + [picture(hand)] + [picture(shifted(scene, plain.name, 8.0, 2.0))] * 4)
    assert replay_text(folder) == replay_text(folder)


def test_a_video_is_followed_at_its_own_pace(tmp_path: Path) -> None:
    scene = table()
    plain = next(f for f in scene.figures if f.mark is None and f.ring is None)
    pictures = [picture(scene)] * 12 + [picture(shifted(scene, plain.name, 14.0, 4.0), 2)] * 12
    folder = put(tmp_path, pictures[:1])
    video = folder / "table.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, SIZE_PX)
    assert writer.isOpened(), "this OpenCV cannot write MJPG"
    for image in pictures:
        writer.write(image)
    writer.release()
    (settled,) = [line for line in replay_text(folder, video).splitlines() if '"moved"' in line]
    assert f'"name": "{plain.name}"' in settled
    assert '"time_s": 2.0' in settled or '"time_s": 2.1' in settled
    fast = replay_text(folder, video, "--fps", "20").splitlines()
    assert fast[-1].startswith('{"frame": 23, "time_s": 1.15') and not any('"moved"' in line for line in fast)


def test_the_first_sheet_may_be_hidden_from_the_start_if_the_empty_picture_shows_it(tmp_path: Path) -> None:
    """The frame hung on another sheet then, and the empty table was laid beside the picture in the wrong place."""
    scene = table()
    sheet = min(scene.sheets, key=lambda s: s.id)
    corners = [(sheet.x_mm + dx, sheet.y_mm + dy, 0.0) for dx, dy in ((-24, -24), (24, -24), (24, 24), (-24, 24))]
    pictures = [picture(scene, n) for n in range(4)]
    for image in pictures:
        square = np.round(scene.camera.project(np.array(corners))).astype(np.int32)
        cv2.fillConvexPoly(image, square, (60, 90, 80))
    events = replay(tmp_path, pictures)
    shown = {e["name"]: e for e in replay(tmp_path / "shown", [picture(scene, n) for n in range(4)])[-1]["figures"]}
    assert standing(events) == all_seen()
    for figure in events[-1]["figures"]:
        there = shown[figure["name"]]
        assert np.hypot(figure["x_mm"] - there["x_mm"], figure["y_mm"] - there["y_mm"]) < 1.5
