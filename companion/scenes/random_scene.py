"""Tables nobody set up: a seed in, a whole scene out, for tests that want many unlike ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from calibration.pattern import marker_pattern
from companion.scenes.camera import camera_over
from companion.scenes.from_setup import CLOTHS, card_width_mm, sheet_pattern
from companion.scenes.places import FreePlaces, Point, box_outline, ring_outline
from companion.scenes.scene import (
    BodyKind,
    FigureMark,
    FigureModel,
    Light,
    Scene,
    Sensor,
    SheetPrint,
    TableTop,
    TerrainModel,
)
from companion.scenes.textures import Rectangle, Theme
from companion.table.state import GridSpec

Mode = Literal["marker-top", "marker-base", "ring", "plain"]
MODES: tuple[Mode, ...] = ("marker-top", "marker-base", "ring", "plain")
RINGS = ("red", "blue", "green", "yellow")
FIRST_FIGURE_MARKER = 10
HAT_SIDES_MM, TAG_SIDES_MM = (16.0, 18.0, 20.0), (14.0, 16.0)


def random_scene(
    seed: int,
    *,
    pose: str = "overhead",
    lens: str = "standard",
    size_px: tuple[int, int] = (1920, 1080),
    mat_mm: tuple[float, float] = (900.0, 600.0),
    figures: int = 8,
    modes: tuple[Mode, ...] = ("marker-top", "marker-base"),
    sheet_kind: Literal["marker", "saddle"] = "marker",
    sheet_side_mm: float = 50.0,
    dictionary: str = "DICT_4X4_50",
    theme: Theme = "grass",
    grid: GridSpec | None = None,
    terrain: bool = True,
    sensor: Sensor | None = None,
) -> Scene:
    """A table with four sheets near its corners, terrain and figures, seen in a pose of `camera.POSES_DEG`.

    The camera stands within 12 degrees of the lower edge's middle and is rolled by up to 2. Figures that find no free
    place are left out.
    """
    rng = np.random.default_rng(seed)
    mat = Rectangle((0.0, 0.0), mat_mm)
    azimuth, roll = float(rng.uniform(-102, -78)), float(rng.uniform(-2, 2))
    camera = camera_over(
        mat.low_mm, mat.high_mm, pose=pose, lens=lens, size_px=size_px, azimuth_deg=azimuth, roll_deg=roll
    )
    free = FreePlaces(mat.grown(-12), rng)
    sheets = corner_sheets(rng, mat_mm, sheet_kind, sheet_side_mm, dictionary)
    for sheet in sheets:
        free.take(sheet.x_mm, sheet.y_mm, 0.71 * sheet.card_mm)
    pieces = random_terrain(rng, free) if terrain else ()
    standing = _figures(rng, free, pieces, figures, modes, dictionary)
    light = Light(float(rng.uniform(0, 360)), float(rng.uniform(45, 70)), float(rng.uniform(0.4, 0.6)))
    table = TableTop(mat, theme, grid, seed=seed)
    return Scene(camera, table, dictionary, sheets, standing, pieces, light=light, sensor=sensor or Sensor())


def corner_sheets(
    rng: np.random.Generator, mat_mm: Point, kind: str, side_mm: float, dictionary: str
) -> tuple[SheetPrint, ...]:
    """Four sheets near a mat's corners, turned a little."""
    card = card_width_mm(kind, side_mm)
    inset = 0.71 * card + 2
    width, height = mat_mm
    corners = ((inset, height - inset), (width - inset, height - inset), (width - inset, inset), (inset, inset))
    return tuple(
        SheetPrint(
            index,
            sheet_pattern(kind, dictionary, index, side_mm),
            x + float(rng.uniform(-2, 2)),
            y + float(rng.uniform(-2, 2)),
            float(rng.uniform(-12, 12)) + 90.0 * int(rng.integers(0, 4)),
            card,
        )
        for index, (x, y) in enumerate(corners)
    )


def random_terrain(rng: np.random.Generator, free: FreePlaces) -> tuple[TerrainModel, ...]:
    """A house, a hill, a wall and a wood, as many as find a free place."""
    pieces = []
    for kind, reach in (("building", 68.0), ("hill", 80.0), ("wall", 58.0), ("trees", 58.0)):
        found = free.find(reach, 12.0)
        if found is None:
            continue
        turn, height = float(rng.uniform(0, 180)), float(rng.uniform(20, 60))
        match kind:
            case "building":
                piece = TerrainModel("house", "building", 30 + height, box_outline(*found, 110, 78, turn))
            case "hill":
                low, top = ring_outline(*found, 78, 12, 0.03), ring_outline(*found, 46, 12, 0.03)
                piece = TerrainModel("hill", "hill", 10 + 0.4 * height, low, top)
            case "wall":
                piece = TerrainModel("wall", "wall", 0.6 * height + 8, box_outline(*found, 110, 9, turn))
            case _:
                piece = TerrainModel("wood", "trees", 25 + height, ring_outline(*found, 56, 14, 0.03))
        pieces.append(piece)
    return tuple(pieces)


def _figures(
    rng: np.random.Generator,
    free: FreePlaces,
    pieces: tuple[TerrainModel, ...],
    count: int,
    modes: tuple[Mode, ...],
    dictionary: str,
) -> tuple[FigureModel, ...]:
    standing = []
    hill = next((piece for piece in pieces if piece.kind == "hill"), None)
    for index in range(count):
        figure = _figure(rng, index, modes[index % len(modes)], dictionary)
        if hill is not None and index == 1:
            x, y = np.mean(hill.outline_mm, axis=0) + rng.uniform(-8, 8, 2)
            figure = replace(figure, x_mm=float(x), y_mm=float(y), level_mm=hill.height_mm, stands_on=hill.name)
        else:
            found = free.find(figure.length_mm / 2)
            if found is None:
                continue
            figure = replace(figure, x_mm=found[0], y_mm=found[1])
        standing.append(figure)
    return tuple(standing)


def _figure(rng: np.random.Generator, index: int, mode: Mode, dictionary: str) -> FigureModel:
    heading, height = float(rng.uniform(0, 360)), float(rng.uniform(30, 40))
    bodies: tuple[BodyKind, ...] = ("soldier", "mage", "brute")
    figure = FigureModel(
        f"F{index}",
        0.0,
        0.0,
        heading,
        height_mm=height,
        body=bodies[int(rng.integers(0, 3))],
        cloth=CLOTHS[index % len(CLOTHS)],
        side=("west", "east")[index % 2],
    )
    marker_id = FIRST_FIGURE_MARKER + index
    match mode:
        case "marker-top":
            side = float(rng.choice(HAT_SIDES_MM))
            mark = FigureMark(marker_id, marker_pattern(dictionary, marker_id, side), height + 4)
            return replace(figure, mark=mark)
        case "marker-base":
            side = float(rng.choice(TAG_SIDES_MM))
            offset, turn = float(rng.uniform(9, 11)), float(rng.uniform(-180, 180))
            mark = FigureMark(marker_id, marker_pattern(dictionary, marker_id, side), 4.2, (offset, 0.0), turn)
            return replace(figure, length_mm=45.0, width_mm=45.0, thickness_mm=4.0, mark=mark)
        case "ring":
            return replace(figure, ring=RINGS[index % len(RINGS)])
        case _:
            return figure
