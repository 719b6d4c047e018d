"""A setup file becomes a table, and a table a setup file."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pytest

from companion.scenes.from_setup import Standing, scene_from_setup
from companion.scenes.pairs import edge_distance_mm
from companion.scenes.random_scene import MODES, random_scene
from companion.scenes.setup_text import setup_text
from companion.setup.read import parse_setup
from companion.table.state import GridSpec

SETUP = """
[table]
dictionary = "DICT_4X4_50"
sheets = [0, 1, 2, 3]
sheet_side_mm = 40
[lens]
width_px = 1920
height_px = 1080
camera_matrix = [[1400, 0, 950.0], [0, 1400, 545.0], [0, 0, 1]]
distortion = [0.03, -0.05, 0, 0, 0]
[grid]
kind = "hex"
cell_mm = 30
[[figure]]
name = "Odda"
base_mm = 25
height_mm = 38
marker = 10
marker_side_mm = 16
marker_height_mm = 42
side = "west"
[[figure]]
name = "cart"
base_shape = "rectangle"
base_length_mm = 80
base_width_mm = 40
height_mm = 45
ring = "blue"
[[figure]]
name = "post"
base_mm = 20
height_mm = 30
at_mm = [120, -90]
[[terrain]]
name = "barn"
kind = "building"
height_mm = 60
outline_mm = [[200, -60], [320, -60], [320, -140], [260, -140], [260, -200], [200, -200]]
"""


def test_everything_in_the_file_is_on_the_table() -> None:
    scene = scene_from_setup(parse_setup(SETUP), seed=3)
    assert [sheet.id for sheet in scene.sheets] == [0, 1, 2, 3]
    assert (scene.sheets[0].x_mm, scene.sheets[0].y_mm, scene.sheets[0].turn_deg) == (0, 0, 0)
    assert {figure.name for figure in scene.figures} == {"Odda", "cart", "post"}
    post, cart = scene.figure("post"), scene.figure("cart")
    assert (post.x_mm, post.y_mm) == (120, -90)
    assert (cart.length_mm, cart.width_mm, cart.ring) == (80, 40, "blue")
    assert scene.table.grid == GridSpec("hex", 30.0)
    for sheet in scene.sheets:
        corner = scene.camera.project(np.array([[sheet.x_mm, sheet.y_mm, 0.0]]))[0]
        assert 0 < corner[0] < 1920 and 0 < corner[1] < 1080


def test_the_files_lens_is_taken_and_scaled_to_the_picture() -> None:
    setup = parse_setup(SETUP)
    whole, half = (scene_from_setup(setup, size_px=size).camera for size in ((1920, 1080), (960, 540)))
    assert whole.camera_matrix[0] == (1400, 0, 950)
    assert half.camera_matrix[0] == (700, 0, 474.75)
    assert half.distortion == (0.03, -0.05, 0, 0, 0)
    assert scene_from_setup(setup, size_px=(800, 600)).camera.lens == "standard", "another shape of picture"


def test_a_dictionary_may_be_written_short_and_a_turned_sheet_lies_on_the_mat() -> None:
    known = SETUP.replace("DICT_4X4_50", "apriltag_36h11") + "[[sheet]]\nid = 0\nat_mm = [40, 30]\nturn_deg = 30\n"
    scene = scene_from_setup(parse_setup(known), size_px=(320, 180))
    assert scene.dictionary == "DICT_APRILTAG_36h11"
    first, mat = scene.sheets[0], scene.table.mat
    assert (first.x_mm, first.y_mm, first.turn_deg) == (40, 30, 30)
    assert mat.low_mm[0] < 40 - 0.7 * first.card_mm and mat.high_mm[1] > 30 + 0.7 * first.card_mm


@pytest.mark.parametrize("seed", range(6))
def test_figures_stand_clear_of_each_other(seed: int) -> None:
    figures = scene_from_setup(parse_setup(SETUP), seed=seed).figures
    assert all(edge_distance_mm(a, b) > 0 for a in figures for b in figures if a is not b)


def test_places_that_are_given_are_kept() -> None:
    places = {"Odda": Standing(50.0, -60.0, 45.0, 60.0, "barn")}
    odda = scene_from_setup(parse_setup(SETUP), places=places).figure("Odda")
    assert (odda.x_mm, odda.y_mm, odda.heading_deg, odda.level_mm, odda.stands_on) == (50, -60, 45, 60, "barn")


def test_the_same_seed_gives_the_same_places() -> None:
    setup = parse_setup(SETUP)

    def places(seed: int) -> list[tuple[float, float]]:
        return [(f.x_mm, f.y_mm) for f in scene_from_setup(setup, seed=seed).figures]

    assert places(4) == places(4)
    assert places(4) != places(5)


@pytest.mark.parametrize("kind", ["marker", "saddle"])
def test_a_scenes_own_setup_file_can_be_read(kind: Literal["marker", "saddle"]) -> None:
    side = 50.0 if kind == "marker" else 24.0
    grid = GridSpec("hex", 25.4, (5.0, 7.0))
    scene = random_scene(5, size_px=(640, 360), modes=MODES, sheet_kind=kind, sheet_side_mm=side, grid=grid)
    setup = parse_setup(setup_text(scene))
    assert setup.table.sheet_kind == kind
    assert [f.name for f in setup.figure] == [f.name for f in scene.figures]
    assert setup.lens is not None and setup.lens.width_px == 640
    first, piece = scene.sheets[0], scene.terrain[0]
    turn = math.radians(first.turn_deg)
    there = np.array(setup.terrain[0].outline_mm) @ np.array(
        [[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]
    )
    assert np.allclose(there, np.subtract(piece.outline_mm, (first.x_mm, first.y_mm)), atol=1e-3)
    assert parse_setup(setup_text(scene, with_lens=False)).lens is None


@pytest.mark.parametrize("seed", range(4))
def test_random_scenes_hold_what_was_asked(seed: int) -> None:
    scene = random_scene(seed, size_px=(640, 360), figures=8, modes=MODES)
    assert len(scene.sheets) == 4 and len(scene.figures) == 8 and len(scene.terrain) == 4
    on_table = [f for f in scene.figures if f.stands_on is None]
    assert all(edge_distance_mm(a, b) > 0 for a in on_table for b in on_table if a is not b)
    bare = random_scene(seed, size_px=(640, 360), figures=0, terrain=False)
    assert bare.figures == () and bare.terrain == ()
