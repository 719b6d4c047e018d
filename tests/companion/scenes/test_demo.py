"""The recording that ships with the project is what its script draws, and it can be looped."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.scenes.demo import HEAD, SEED, demo_folder, demo_moves, demo_scene
from companion.scenes.moves import played
from companion.scenes.sensor import developed
from companion.scenes.setup_text import setup_text
from companion.scenes.trace import Tracer
from companion.setup.read import read_setup

MOST_BYTES = 4_000_000


def frames() -> list[Path]:
    return sorted((demo_folder() / "frames").glob("*.jpg"))


def test_the_recording_is_whole_and_small() -> None:
    assert len(frames()) == len(list(played(demo_scene(), demo_moves(), first_frames=1)))
    files = [*frames(), demo_folder() / "empty.jpg", demo_folder() / "setup.toml"]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def test_its_setup_file_is_that_of_the_scene() -> None:
    text = (demo_folder() / "setup.toml").read_text(encoding="utf-8")
    assert text == HEAD + setup_text(demo_scene())
    setup = read_setup(demo_folder() / "setup.toml")
    assert setup.lens is not None and setup.grid is not None
    assert {figure.side for figure in setup.figure} == {"Heron Watch", "Cinder Company"}
    assert all(figure.marker is not None for figure in setup.figure)


def test_its_pictures_are_those_of_the_scene() -> None:
    """Up to JPEG: a picture drawn now and the one on disk differ by a grey level or two on average."""
    scene = demo_scene()
    now = developed(Tracer(scene.without_figures()).linear(), scene.sensor, SEED)
    recorded = cv2.imread(str(demo_folder() / "empty.jpg"))
    assert recorded.shape == now.shape
    assert np.abs(recorded.astype(int) - now).mean() < 4.0


def test_it_ends_where_it_begins() -> None:
    scenes = [moment.scene for moment in played(demo_scene(), demo_moves())]
    places = [[(f.name, f.x_mm, f.y_mm, f.heading_deg) for f in s.figures] for s in (scenes[0], scenes[-1])]
    assert places[0] == places[1]


def test_every_marker_can_be_read_while_the_table_rests() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    want = {*range(4), *(f.mark.id for f in demo_scene().figures if f.mark is not None)}
    for path in (frames()[0], frames()[5], frames()[12], frames()[-1]):
        _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.imread(str(path)))
        assert {int(i) for i in np.ravel(ids)} == want, path.name
