"""An outline goes where its marker goes, when it has come to rest, and nowhere else."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.pattern import marker_pattern
from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from companion.scenes.scene import FigureMark, FigureModel
from companion.scenes.setup_text import setup_text
from companion.setup.read import parse_setup
from companion.setup.values import terrain_pieces
from companion.table.state import Base, Figure, Place, Spread, TerrainPiece, TerrainPlaced
from companion.vision.carriers import Carriers, Pose, as_carried, carried, sigma_of
from companion.vision.frame import Frame
from companion.vision.reader import Reader
from companion.vision.watch import Watcher

HOUSE = ((0.0, 0.0), (100.0, 0.0), (100.0, 60.0), (0.0, 60.0))
FINE = Spread((0.01, 0.0, 0.01))
TABLE = '[table]\ndictionary = "DICT_4X4_50"\nsheets = [0]\nsheet_side_mm = 50\n'
PIECE = TABLE + (
    '[[terrain]]\nname = "house"\nkind = "building"\nheight_mm = 60\nmarker = 20\nmarker_side_mm = 20\n'
    "outline_mm = [[0, 0], [100, 0], [100, 60], [0, 60]]\n"
)


def marker(x: float, y: float, heading_deg: float = 90.0, spread: Spread = FINE) -> Figure:
    base = Base("disc", 20.0, 20.0, 0.0)
    return Figure("house", "house", base, 60.0, Place(x, y, spread), math.radians(heading_deg), 0.001)


def rest(carriers: Carriers, figure: Figure, from_s: float) -> tuple[float, ...]:
    """How far each piece went that moved in a second of rest."""
    return tuple(
        round(moved.moved_mm, 3) for step in range(5) for moved in carriers.seen([figure], from_s + 0.25 * step)
    )


def test_without_a_home_the_first_rest_is_home() -> None:
    carriers = Carriers(parse_setup(PIECE))
    assert rest(carriers, marker(50, 30), 0.0) == ()
    assert carriers.terrain[0].outline == HOUSE
    assert rest(carriers, marker(250, 30), 2.0) == (200.0,)
    assert carriers.terrain[0].outline[0] == pytest.approx((200.0, 0.0))
    assert rest(carriers, marker(50, 30), 4.0) == (200.0,)
    assert np.allclose(carriers.terrain[0].outline, HOUSE)


def test_a_home_of_the_setup_moves_the_outline_at_once_and_turns_it() -> None:
    carriers = Carriers(parse_setup(PIECE + "marker_at_mm = [50, 30]\nmarker_turn_deg = 0\n"))
    assert rest(carriers, marker(50, 30, 90.0), 0.0) == (0.0,)
    corners = [(80.0, -20.0), (80.0, 80.0), (20.0, 80.0), (20.0, -20.0)]
    assert np.allclose(carriers.terrain[0].outline, corners)


@pytest.mark.parametrize(
    ("home", "at", "corner"),
    [
        ("marker_at_mm = [50, 30]\n", (50, 30), None),
        ("marker_at_mm = [50, 30]\n", (250, 40), (200.0, 10.0)),
        ("", (250, 40), None),
    ],
    ids=["where it was drawn", "elsewhere", "drawn nowhere in particular"],
)
def test_a_single_picture_moves_the_outline_from_where_it_was_drawn(
    home: str, at: tuple[float, float], corner: tuple[float, float] | None
) -> None:
    setup = parse_setup(PIECE + home)
    now = as_carried(setup, [marker(*at)])
    if corner is None:
        assert now is setup
    else:
        assert terrain_pieces(now)[0].outline[0] == pytest.approx(corner)
        assert now.terrain[0].marker == 20
    assert as_carried(setup, []) is setup


def test_a_marker_that_is_still_moving_moves_nothing() -> None:
    carriers = Carriers(parse_setup(PIECE))
    rest(carriers, marker(50, 30), 0.0)
    for step in range(20):
        assert carriers.seen([marker(50 + 10 * step, 30)], 2.0 + 0.25 * step) == ()
    assert carriers.terrain[0].outline == HOUSE


@pytest.mark.parametrize(("by_mm", "sigma_mm", "moves"), [(0.3, 0.02, False), (1.5, 0.02, True), (1.5, 2.0, False)])
def test_less_than_two_sigma_is_no_move(by_mm: float, sigma_mm: float, moves: bool) -> None:
    carriers = Carriers(parse_setup(PIECE))
    spread = Spread((sigma_mm**2, 0.0, sigma_mm**2))
    rest(carriers, replace(marker(50, 30, spread=spread), heading_sigma_rad=1e-5), 0.0)
    found = rest(carriers, replace(marker(50 + by_mm, 30, spread=spread), heading_sigma_rad=1e-5), 2.0)
    assert bool(found) is moves


def test_a_new_outline_belongs_to_where_the_marker_is_now() -> None:
    carriers = Carriers(parse_setup(PIECE))
    rest(carriers, marker(50, 30), 0.0)
    rest(carriers, marker(150, 30), 2.0)
    drawn = TerrainPiece("house", "building", 60.0, ((100.0, 0.0), (200.0, 0.0), (150.0, 90.0)))
    carriers.set_terrain((drawn,))
    assert carriers.terrain == (drawn,)
    rest(carriers, marker(160, 30), 4.0)
    assert np.allclose(carriers.terrain[0].outline, [(110, 0), (210, 0), (160, 90)])
    carriers.set_terrain(())
    assert rest(carriers, marker(300, 30), 6.0) == () and carriers.terrain == ()


@given(st.floats(-500, 500), st.floats(-500, 500), st.floats(-math.pi, math.pi), st.floats(-math.pi, math.pi))
def test_an_outline_keeps_its_shape_and_its_place_under_the_marker(
    x: float, y: float, home_rad: float, now_rad: float
) -> None:
    home, now = (Pose(Place(*at, FINE), turn) for at, turn in [((30.0, 20.0), home_rad), ((x, y), now_rad)])
    piece = TerrainPiece("hill", "hill", 20.0, HOUSE, HOUSE)
    moved = carried(piece, home, now)
    assert moved.top_outline is not None and np.allclose(moved.outline, moved.top_outline)
    arms = [math.dist(corner, (30.0, 20.0)) for corner in HOUSE]
    assert [math.dist(corner, (x, y)) for corner in moved.outline] == pytest.approx(arms, abs=1e-6)
    back = carried(moved, now, home)
    assert np.allclose(back.outline, HOUSE, atol=1e-6)
    assert sigma_of(moved, replace(now, heading_sigma_rad=0.01)) == pytest.approx(math.hypot(0.1, 0.01 * max(arms)))


def test_a_marker_on_a_house_is_read_from_pictures() -> None:
    """The house is drawn at two places with the same marker on its roof; its outline follows to a millimetre, and the
    watcher tells it once, when the marker has come to rest."""
    scene = random_scene(3, pose="steep", size_px=(960, 540), mat_mm=(640.0, 400.0), figures=2, sheet_side_mm=26.0)
    house = next(piece for piece in scene.terrain if piece.name == "house")
    shift = np.array([30.0, -18.0])
    moved_outline = tuple((x + shift[0], y + shift[1]) for x, y in house.outline_mm)
    houses = [house, replace(house, outline_mm=moved_outline)]
    pictures = []
    for here in houses:
        x, y = np.mean(here.outline_mm, axis=0)
        roof = FigureModel("roof", x, y, 30.0, 24.0, 24.0, thickness_mm=0.5, height_mm=1.0, level_mm=house.height_mm)
        mark = FigureMark(40, marker_pattern(scene.dictionary, 40, 18.0), 0.6)
        figures = (*scene.figures, replace(roof, mark=mark))
        pictures.append(render(replace(scene, terrain=(here,), figures=figures), 5)[0])
    lines = f"marker = 40\nmarker_side_mm = 18\nmarker_height_mm = {house.height_mm + 0.6}\n"
    setups = [parse_setup(setup_text(replace(scene, terrain=(here,)))) for here in houses]
    text = setup_text(replace(scene, terrain=(house,)))
    setup = parse_setup(text.replace('name = "house"\n', 'name = "house"\n' + lines))
    carriers, reader = Carriers(setup, settle_s=0.0), Reader(setup, 960, 540)
    for time_s, picture in enumerate(pictures):
        reading = reader.read(picture, hunting=False)
        assert [one.figure.name for one in reading.carriers] == ["house"]
        assert not any("40" in note.message for note in reading.notes)
        moved = carriers.see(reading.carriers, float(time_s))
    assert len(moved) == 1 and abs(moved[0].moved_mm - np.linalg.norm(shift)) < 1.0
    assert np.abs(np.array(moved[0].piece.outline) - setups[1].terrain[0].outline_mm).max() < 1.0
    watcher, told = Watcher(setup), []
    for number in range(12):
        look = watcher.look(Frame(pictures[number >= 5], 0.5 * number, number + 1))
        told += [(number, event.terrain) for event in look.events if isinstance(event, TerrainPlaced)]
    ((number, terrain),) = told
    assert 6 <= number <= 8
    assert np.abs(np.array(terrain[0].outline) - setups[1].terrain[0].outline_mm).max() < 1.0
