"""A table saved from one evening's pictures, and what the next evening's say stands wrong: vision, table and ghosts."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from companion.scenes.scene import Scene
from companion.scenes.setup_text import setup_text
from companion.scenes.write import jpeg
from companion.service.ghosts import Comparison, compare
from companion.service.saved import SavedTable, snapshot
from companion.setup.read import parse_setup
from companion.table.state import TableState, TerrainPiece, evolve
from companion.vision.frame import Frame
from companion.vision.watch import Watcher

Image = NDArray[np.uint8]
TOLERANCE_MM = 10.0
FIGURE_MM, HOUSE_MM = (30.0, -12.0), (-26.0, 32.0)


@cache
def scene() -> Scene:
    """Figures stand on the table: what one on a hill stands on can only be told when the hill is known."""
    drawn = random_scene(
        3, pose="steep", size_px=(960, 540), mat_mm=(640.0, 400.0), figures=4, modes=("marker-top",), sheet_side_mm=26.0
    )
    return replace(drawn, figures=tuple(one for one in drawn.figures if one.stands_on is None))


def elsewhere() -> Scene:
    """The first figure and the house have been put down wrong."""
    figures = list(scene().figures)
    figures[0] = replace(figures[0], x_mm=figures[0].x_mm + FIGURE_MM[0], y_mm=figures[0].y_mm + FIGURE_MM[1])
    terrain = tuple(
        replace(piece, outline_mm=tuple((x + HOUSE_MM[0], y + HOUSE_MM[1]) for x, y in piece.outline_mm))
        if piece.kind == "building"
        else piece
        for piece in scene().terrain
    )
    return replace(scene(), figures=tuple(figures), terrain=terrain)


def picture(drawn: Scene, seed: int) -> Image:
    packed = jpeg(render(drawn, seed)[0], 88)
    return np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@cache
def empty() -> Image:
    return picture(replace(scene(), figures=(), terrain=()), 1)


def watched(image: Image) -> tuple[Watcher, TableState, set[str]]:
    """The table after three seconds of one picture, by an owner who wrote down no terrain."""
    watcher = Watcher(parse_setup(setup_text(replace(scene(), terrain=()))), empty())
    table, seen = TableState(), set[str]()
    for number in range(1, 7):
        look = watcher.look(Frame(image, 0.5 * number, number))
        for event in look.events:
            table = evolve(table, event)
        seen = set(look.figures_seen or ())
    return watcher, table, seen


def found(watcher: Watcher) -> tuple[TerrainPiece, ...]:
    proposals = watcher.propose_terrain()
    assert not isinstance(proposals, str), proposals
    return tuple(one.piece for one in proposals)


@cache
def saved() -> SavedTable:
    watcher, table, _ = watched(picture(scene(), 2))
    assert watcher.set_terrain(found(watcher)) is None
    return snapshot(replace(table, terrain=found_terrain(watcher)), "Bridge", 0.0)


def found_terrain(watcher: Watcher) -> tuple[TerrainPiece, ...]:
    """What the next look tells of the terrain that was just set."""
    look = watcher.look(Frame(picture(scene(), 2), 4.0, 8))
    table = TableState()
    for event in look.events:
        table = evolve(table, event)
    return table.terrain


def compared(drawn: Scene, seed: int) -> Comparison:
    watcher, table, seen = watched(picture(drawn, seed))
    return compare(saved(), table, TOLERANCE_MM, seen, found=found(watcher))


def test_the_same_table_matches() -> None:
    """Terrain, which is found with millimetres of doubt, matches or is too close to call; figures match."""
    said = compared(scene(), 4)
    assert [one.state for one in said.figures] == ["matches"] * 3 and said.extra == ()
    assert len(said.terrain) == len(scene().terrain)
    assert {one.state for one in said.terrain} <= {"matches", "unsure"}
    assert sum(one.state == "matches" for one in said.terrain) >= len(said.terrain) - 1


def test_what_was_put_down_wrong_is_told_with_the_way_back() -> None:
    said = compared(elsewhere(), 5)
    wrong = [one for one in said.figures if one.state != "matches"]
    assert len(wrong) == 1 and wrong[0].state == "off" and wrong[0].off_mm is not None
    assert wrong[0].off_mm == pytest.approx(math.hypot(*FIGURE_MM), abs=1.0)
    house = next(one for one in said.terrain if one.piece.kind == "building")
    assert house.state == "off" and house.dx_mm is not None and house.dy_mm is not None
    assert math.hypot(house.dx_mm, house.dy_mm) == pytest.approx(math.hypot(*HOUSE_MM), abs=6.0)
    assert not said.matches
