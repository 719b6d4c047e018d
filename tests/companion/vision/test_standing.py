"""Ringed and unmarked figures on drawn tables: found, placed, never made up."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import shapely

from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from companion.scenes.scene import FigureModel, Scene
from companion.scenes.setup_text import setup_text
from companion.setup.model import Setup
from companion.setup.read import parse_setup
from companion.vision.reader import Reader, Reading
from companion.vision.standing import BaseSeen, kinds_of
from companion.vision.still import table_of
from companion.vision.unmarked import with_bases

SIZE_PX = (1600, 900)


@cache
def table(seed: int) -> tuple[Scene, np.ndarray, np.ndarray]:
    scene = random_scene(seed, modes=("ring", "plain", "marker-top"), figures=7, size_px=SIZE_PX)
    return scene, render(scene, seed)[0], render(replace(scene, figures=()), seed + 100)[0]


def read(setup: Setup, image: np.ndarray, empty: np.ndarray | None) -> Reading:
    return with_bases(Reader(setup, *SIZE_PX).read(image, empty=empty), setup, image, empty)


def off_mm(scene: Scene, figure: FigureModel, base: BaseSeen) -> float:
    sheet = scene.sheets[0]
    dx, dy, turn = figure.x_mm - sheet.x_mm, figure.y_mm - sheet.y_mm, math.radians(sheet.turn_deg)
    x, y = math.cos(turn) * dx + math.sin(turn) * dy, -math.sin(turn) * dx + math.cos(turn) * dy
    return math.dist((x, y), (base.place.x_mm, base.place.y_mm))


def nearest(scene: Scene, figure: FigureModel, bases: tuple[BaseSeen, ...]) -> BaseSeen:
    return min((b for b in bases if b.kind.ring == figure.ring), key=lambda b: off_mm(scene, figure, b))


@pytest.mark.parametrize("seed", [1, 4])
def test_every_ring_and_base_is_found_where_it_stands(seed: int) -> None:
    scene, image, empty = table(seed)
    reading = read(parse_setup(setup_text(scene)), image, empty)
    bare = [f for f in scene.figures if f.mark is None]
    assert len(reading.bases) == len(bare)
    for figure in bare:
        base = nearest(scene, figure, reading.bases)
        assert off_mm(scene, figure, base) < (1.0 if figure.ring else 2.0)
        assert abs(base.place.level_mm - figure.level_mm) < 0.1
        assert base.figure is None if figure.ring is None else base.figure is not None
    names = [f.name for f in table_of(reading, parse_setup(setup_text(scene))).figures if f.name]
    assert sorted(names) == sorted(f.name for f in scene.figures if f.mark is not None or f.ring)


def test_a_part_of_the_table_shows_what_the_whole_shows_there() -> None:
    scene, image, empty = table(4)
    setup = parse_setup(setup_text(scene))
    whole = read(setup, image, empty)
    assert len(whole.bases) > 2

    bare = parse_setup(setup_text(replace(scene, figures=tuple(f for f in scene.figures if not f.ring))))

    def look(look_in: shapely.Geometry, roster: Setup) -> tuple[BaseSeen, ...]:
        return with_bases(replace(whole, bases=()), roster, image, empty, look_in).bases

    assert look(shapely.Polygon(), setup) == ()
    for base in whole.bases:
        spot = shapely.Point(base.place.x_mm, base.place.y_mm).buffer(6.0)
        (again,) = look(spot, setup if base.kind.ring else bare)
        assert again.kind.ring == base.kind.ring
        assert math.dist((again.place.x_mm, again.place.y_mm), (base.place.x_mm, base.place.y_mm)) < 0.2
        assert again.place.level_mm == base.place.level_mm


def test_rings_are_found_without_the_empty_picture_and_unmarked_bases_are_not_guessed() -> None:
    scene, image, _ = table(4)
    reading = read(parse_setup(setup_text(scene)), image, None)
    rings = [f for f in scene.figures if f.ring]
    assert len(reading.bases) == len(rings)
    assert all(off_mm(scene, f, nearest(scene, f, reading.bases)) < 1.5 for f in rings)
    assert "no-empty-picture" in {n.code for n in reading.notes}


def test_the_empty_table_shows_nobody() -> None:
    scene, _, empty = table(1)
    again = render(replace(scene, figures=()), 7)[0]
    assert read(parse_setup(setup_text(scene)), again, empty).bases == ()


def test_a_table_of_marked_figures_is_left_as_it_was_read() -> None:
    scene, image, empty = table(1)
    setup = parse_setup(setup_text(replace(scene, figures=tuple(f for f in scene.figures if f.mark is not None))))
    assert kinds_of(setup) == ()
    reading = Reader(setup, *SIZE_PX).read(image)
    assert with_bases(reading, setup, image, empty) is reading


def test_two_of_a_kind_have_no_name_and_a_strange_ring_is_said() -> None:
    text = """
[table]
dictionary = "DICT_4X4_50"
sheets = [0]
sheet_side_mm = 50
[[figure]]
name = "a"
ring = "red"
base_mm = 25
height_mm = 30
[[figure]]
name = "b"
ring = "Red"
base_mm = 25
height_mm = 30
[[figure]]
name = "c"
ring = "ultramarine"
base_mm = 25
height_mm = 30
"""
    kinds = kinds_of(parse_setup(text))
    assert [(k.ring, len(k.figures)) for k in kinds] == [("red", 2)]
