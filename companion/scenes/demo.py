"""The recorded table that ships with the project, and how it was made.

A small table with a house, a wall, a hill and a wood, and four named figures on each of two sides. Four moves bring it
back to where it began, so that the pictures can be shown in a loop at two a second. `python -m companion.scenes.demo`
records it again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from calibration.pattern import marker_pattern, saddle_pattern
from companion.scenes.camera import camera_over
from companion.scenes.moves import Move, played
from companion.scenes.places import box_outline, ring_outline
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
from companion.scenes.setup_text import setup_text
from companion.scenes.textures import Rectangle
from companion.scenes.write import PictureFolder, put_sequence
from companion.table.state import GridSpec

DICTIONARY = "DICT_4X4_50"
MAT = Rectangle((0.0, 0.0), (720.0, 460.0))
HEX = GridSpec("hex", 25.4, (38.1, 36.0))
SIZE_PX = (1280, 720)
SHEET_SIDE_MM = 24.0
SEED = 7
HERONS, CINDERS = "Heron Watch", "Cinder Company"
HEAD = """# The recorded table that ships with the program (companion/scenes/demo.py made it).
# `companion demo` serves it; as an example, this is what an owner's own setup file looks like.

"""


def demo_folder() -> Path:
    """The recording: setup.toml, empty.jpg, and frames/000.jpg and so on, two a second."""
    return Path(__file__).parent / "recorded"


def demo_scene() -> Scene:
    """The table as the recording begins."""
    camera = camera_over(
        MAT.low_mm, MAT.high_mm, pose="oblique", size_px=SIZE_PX, azimuth_deg=-93, roll_deg=0.6, fill=0.97
    )
    return Scene(
        camera,
        TableTop(MAT, "grass", HEX, line_mm=1.1, seed=11),
        DICTIONARY,
        _sheets(),
        _herons() + _cinders(),
        _terrain(),
        light=Light(azimuth_deg=140, elevation_deg=56, ambient=0.5, softness_deg=5),
        sensor=Sensor(noise=0.005, sharpening=0.3, exposure_ev=0.25, jpeg_quality=76),
    )


def demo_moves() -> list[Move]:
    """Out and back again, one figure of each side."""
    return [
        Move("Odda Reed", 268.0, 188.0, 75.0),
        Move("Ilse Kettle", 432.0, 236.0, 215.0, from_deg=90.0),
        Move("Odda Reed", 196.0, 118.0, 52.0),
        Move("Ilse Kettle", 498.0, 342.0, 232.0, from_deg=90.0),
    ]


def record(folder: Path) -> int:
    """Draw the whole recording into the folder; returns how many pictures. Raises OSError if it cannot be written."""
    scene = demo_scene()
    PictureFolder(folder, with_truth=False).put("empty", scene.without_figures(), SEED)
    (folder / "setup.toml").write_text(HEAD + setup_text(scene), encoding="utf-8")
    return put_sequence(
        PictureFolder(folder / "frames", with_truth=False), played(scene, demo_moves(), first_frames=1), SEED
    )


def _sheets() -> tuple[SheetPrint, ...]:
    places = ((42.0, 418.0, 2.0), (676.0, 416.0, -94.0), (674.0, 44.0, 178.0), (46.0, 42.0, 88.0))
    return tuple(
        SheetPrint(index, saddle_pattern(DICTIONARY, index, SHEET_SIDE_MM), x, y, turn, 2.7 * SHEET_SIDE_MM)
        for index, (x, y, turn) in enumerate(places)
    )


def _terrain() -> tuple[TerrainModel, ...]:
    return (
        TerrainModel("mill house", "building", 62.0, box_outline(372, 338, 112, 74, 14)),
        TerrainModel("field wall", "wall", 26.0, box_outline(360, 150, 118, 9, -12)),
        TerrainModel("gallows hill", "hill", 22.0, ring_outline(560, 170, 82), ring_outline(560, 170, 50)),
        TerrainModel("heron wood", "trees", 64.0, ring_outline(178, 300, 62, 14)),
    )


def _hat(marker_id: int, height_mm: float, side_mm: float = 20.0) -> FigureMark:
    return FigureMark(marker_id, marker_pattern(DICTIONARY, marker_id, side_mm), height_mm)


def _tag(marker_id: int, ahead_mm: float, side_mm: float = 16.0, thickness_mm: float = 4.0) -> FigureMark:
    return FigureMark(marker_id, marker_pattern(DICTIONARY, marker_id, side_mm), thickness_mm + 0.3, (ahead_mm, 0.0))


def _herons() -> tuple[FigureModel, ...]:
    def one(
        name: str, x: float, y: float, heading: float, body: BodyKind, mark: FigureMark, **more: object
    ) -> FigureModel:
        return _figure(name, HERONS, "#3a63a8", "#d8c07a", x, y, heading, body, mark, **more)

    return (
        one("Odda Reed", 196, 118, 52, "soldier", _hat(10, 42)),
        one("Brother Pell", 112, 190, 20, "mage", _hat(11, 44)),
        one("Marrow", 268, 86, 80, "brute", _tag(12, -13), height_mm=48.0, **_round(50)),
        one("Tam Sedge", 120, 112, 40, "soldier", _hat(13, 42)),
    )


def _cinders() -> tuple[FigureModel, ...]:
    def one(
        name: str, x: float, y: float, heading: float, body: BodyKind, mark: FigureMark, **more: object
    ) -> FigureModel:
        return _figure(name, CINDERS, "#a33a33", "#3a3330", x, y, heading, body, mark, **more)

    hill = {"level_mm": 22.0, "stands_on": "gallows hill"}
    return (
        one("Ilse Kettle", 498, 342, 232, "mage", _hat(20, 44)),
        one("Nib", 556, 176, 190, "soldier", _hat(21, 40), **hill),
        one("Old Garrick", 620, 274, 215, "soldier", _hat(22, 42)),
        one(
            "Soot",
            622,
            356,
            205,
            "beast",
            _tag(23, 17, 19.0),
            height_mm=38.0,
            shape="oval",
            length_mm=70.0,
            width_mm=45.0,
            thickness_mm=4.0,
        ),
    )


def _round(diameter_mm: float) -> dict[str, float]:
    return {"length_mm": diameter_mm, "width_mm": diameter_mm, "thickness_mm": 4.0}


def _figure(
    name: str,
    side: str,
    cloth: str,
    trim: str,
    x: float,
    y: float,
    heading: float,
    body: BodyKind,
    mark: FigureMark,
    **more: object,
) -> FigureModel:
    values: dict[str, object] = {
        "height_mm": 36.0,
        "body": body,
        "cloth": cloth,
        "trim": trim,
        "mark": mark,
        "side": side,
    }
    return FigureModel(name, x, y, heading, **(values | more))  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(0 if record(demo_folder()) else 1)
