"""A table in play, recorded: who stands where, then cue by cue what hands do, each cue's pictures by themselves.

Idea: a game's script and its pictures go together. A recording holds, for each cue, the pictures of a hand that comes
over a figure, carries it, sets it down and is gone; the last picture of a cue is the table at rest until the next. So
whoever plays it back can wait at any cue for as long as people would, and drop none.

`table_scene` makes the table of a game from where its figures stand: sheets in the corners with known places, so that
the table's frame is the game's own, and each figure marked, ringed or bare, as it is said.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from calibration.pattern import marker_pattern
from companion.scenes.camera import SceneCamera, camera_over
from companion.scenes.moves import Move, played
from companion.scenes.scene import FigureMark, FigureModel, Light, Scene, Sensor, SheetPrint, TableTop, TerrainModel
from companion.scenes.setup_text import setup_text
from companion.scenes.textures import Rectangle, Theme
from companion.scenes.write import PictureFolder
from companion.table.state import Figure, TerrainPiece

DICTIONARY = "DICT_4X4_50"
SHEET_SIDE_MM, SHEET_IN_MM = 48.0, 40.0
"""Sheets lie in the corners of the table, their middles so far in."""
FIRST_MARKER = 10
CUES = "cues.json"
START = "start"
"""The name of the first cue: everything at rest."""

Known = Literal["hat", "ring", "bare"]
"""How a figure is known: by a marker over its head, by its base's coloured rim, or not at all."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A figure in the play: where it begins, and how it is known. ring: the paint's name, for a ring.

    height_mm: to the top; body, cloth and trim as of `FigureModel`.
    """

    figure: Figure
    known: Known = "hat"
    ring: str = ""
    cloth: str = "#3f5f9a"
    trim: str = "#c8a24a"
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Cue:
    """What hands do at once, one after another, before people go on."""

    name: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Shots:
    """The pictures of a cue, in order, as files of the recording's folder."""

    name: str
    files: tuple[str, ...]


def table_scene(
    size_mm: tuple[float, float],
    cast: Sequence[Cast],
    terrain: Sequence[TerrainPiece] = (),
    *,
    size_px: tuple[int, int] = (1200, 1200),
    hat_mm: float = 20.0,
    theme: Theme = "grass",
    camera: SceneCamera | None = None,
) -> Scene:
    """The table from above, in the frame of the game: its south-west corner is the origin."""
    mat = Rectangle((0.0, 0.0), size_mm)
    camera = camera or camera_over(mat.low_mm, mat.high_mm, size_px=size_px, fill=0.98)
    return Scene(
        camera,
        TableTop(mat, theme, seed=5, margin_mm=120.0),
        DICTIONARY,
        _sheets(size_mm),
        tuple(_model(one, FIRST_MARKER + n, hat_mm) for n, one in enumerate(cast)),
        tuple(TerrainModel(p.name, p.kind, p.height_mm, p.outline, p.top_outline) for p in terrain),
        light=Light(azimuth_deg=140, elevation_deg=62, ambient=0.55, softness_deg=5),
        sensor=Sensor(noise=0.005, sharpening=0.3, exposure_ev=0.1, jpeg_quality=85),
    )


def record(folder: Path, scene: Scene, cues: Sequence[Cue], seed: int, *, named: Collection[str] = ()) -> list[Shots]:
    """Draw the play: setup.toml, empty.jpg, the pictures, and which belong to which cue. Raises OSError.

    named: bare figures that the setup file says where they begin, so that they have names from the start.
    """
    pictures = PictureFolder(folder, with_truth=False)
    pictures.put("empty", scene.without_figures(), seed)
    (folder / "setup.toml").write_text(setup_text(scene, with_starts=named, with_sheets=True), encoding="utf-8")
    shots = []
    number = 0
    for name, scenes in acts(scene, cues):
        files = []
        for one in scenes:
            pictures.put(f"{number:03d}", one, seed + number + 1)
            files.append(f"{number:03d}.jpg")
            number += 1
        shots.append(Shots(name, tuple(files)))
    (folder / CUES).write_text(json.dumps([[one.name, one.files] for one in shots]) + "\n", encoding="utf-8")
    return shots


def read_cues(folder: Path) -> list[Shots]:
    """The cues of a recording. Raises OSError or ValueError."""
    return [Shots(name, tuple(files)) for name, files in json.loads((folder / CUES).read_text(encoding="utf-8"))]


def acts(scene: Scene, cues: Sequence[Cue]) -> Iterator[tuple[str, list[Scene]]]:
    """Each cue's name and scenes; first the table as it begins. KeyError for a figure that is not there."""
    yield START, [scene]
    for cue in cues:
        scenes = [moment.scene for moment in played(scene, cue.moves, rest_frames=1, first_frames=0)]
        yield cue.name, scenes
        scene = scenes[-1] if scenes else scene


def _sheets(size_mm: tuple[float, float]) -> tuple[SheetPrint, ...]:
    wide, high = size_mm
    at = SHEET_IN_MM
    corners = ((at, at), (wide - at, at), (wide - at, high - at), (at, high - at))
    return tuple(
        SheetPrint(n, marker_pattern(DICTIONARY, n, SHEET_SIDE_MM), x, y, 0.0, 1.25 * SHEET_SIDE_MM)
        for n, (x, y) in enumerate(corners)
    )


def _model(one: Cast, marker: int, hat_mm: float) -> FigureModel:
    figure = one.figure
    mark = None
    if one.known == "hat":
        mark = FigureMark(marker, marker_pattern(DICTIONARY, marker, hat_mm), figure.height_mm + 6.0)
    return FigureModel(
        figure.name or figure.id,
        figure.place.x_mm,
        figure.place.y_mm,
        90.0,
        figure.base.length_mm,
        figure.base.width_mm,
        figure.base.shape,
        figure.base.thickness_mm,
        figure.height_mm,
        "brute" if figure.base.length_mm >= 30 else "soldier",
        one.cloth,
        one.trim,
        ring=one.ring if one.known == "ring" else None,
        mark=mark,
        side=one.side,
    )
