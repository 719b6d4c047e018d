"""Evenings as pictures: the turned camera is told as it is, and broken pictures are broken as their truth says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.scenes.film import put_evening, turned, turned_light
from companion.scenes.random_evening import random_evening
from companion.scenes.trace import Tracer

SMALL_PX = (320, 180)
TURN = (0.8, -0.6, 0.4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("evening")
    evening = random_evening(2, size_px=SMALL_PX, happenings=["dropout", "shadow"])
    assert put_evening(made, evening, 2) == len(evening.instants)
    return made


def picture(folder: Path, number: int) -> np.ndarray:
    return np.array(cv2.imread(str(folder / f"{number:03d}.jpg")), float)


def test_an_evening_is_the_same_again_byte_for_byte(folder: Path, tmp_path: Path) -> None:
    put_evening(tmp_path, random_evening(2, size_px=SMALL_PX, happenings=["dropout", "shadow"]), 2)
    for made in sorted(folder.iterdir()):
        assert made.read_bytes() == (tmp_path / made.name).read_bytes(), made.name


def test_broken_pictures_are_what_their_truth_says(folder: Path) -> None:
    told = {n: json.loads((folder / f"{n:03d}.json").read_text())["sequence"] for n in range(12)}
    faults = {n: s["fault"] for n, s in told.items() if s["fault"]}
    assert list(faults.values()) == ["torn", "black", "black", "frozen", "frozen"]
    for number, fault in faults.items():
        image = picture(folder, number)
        if fault == "black":
            assert image.max() < 3
        elif fault == "torn":
            assert image[150:].std() < 3 < image[:80].std()
        else:
            assert (folder / f"{number:03d}.jpg").read_bytes() == (folder / "003.jpg").read_bytes()


def test_a_shadow_darkens_part_of_the_table_only(folder: Path) -> None:
    told = {n: json.loads((folder / f"{n:03d}.json").read_text())["sequence"]["doing"] for n in range(20)}
    dark = next(n for n, doing in told.items() if doing == "shadow")
    before, after = picture(folder, dark - 1), picture(folder, dark)
    share = ((after.mean(2) + 1) / (before.mean(2) + 1) < 0.85).mean()
    assert 0.02 < share < 0.5


def test_the_turned_cameras_picture_is_what_it_would_take_itself() -> None:
    """Beside a trace by the turned camera: the same but for what resampling softens."""
    scene = random_evening(2, size_px=SMALL_PX, happenings=[]).scene
    light = turned_light(Tracer(scene).linear(), scene.camera, TURN)
    itself = Tracer(replace(scene, camera=turned(scene.camera, TURN))).linear()
    inner = (slice(20, -20), slice(20, -20))
    off = np.abs(cv2.GaussianBlur(light, (0, 0), 1.5) - cv2.GaussianBlur(itself, (0, 0), 1.5))[inner]
    still = np.abs(cv2.GaussianBlur(Tracer(scene).linear(), (0, 0), 1.5) - cv2.GaussianBlur(itself, (0, 0), 1.5))[inner]
    assert off.mean() < 0.1 * still.mean()


def test_turning_keeps_the_cameras_place() -> None:
    camera = random_evening(1, size_px=SMALL_PX, happenings=[]).scene.camera
    assert np.allclose(turned(camera, TURN).centre_mm, camera.centre_mm)
    assert turned(camera, (0.0, 0.0, 0.0)).rotation == camera.rotation
