"""A table in play: where it lies, how figures are known, which pictures belong to a cue."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion.scenes.moves import Move
from companion.scenes.stage import START, Cast, Cue, acts, read_cues, record, table_scene
from companion.setup.read import parse_setup
from companion.table.state import Base, Figure, Place, Spread, TerrainPiece

EXACT = Spread((0.0, 0.0, 0.0))
WOOD = TerrainPiece("wood", "trees", 60.0, ((200.0, 200.0), (260.0, 200.0), (260.0, 260.0)))


def figure(name: str, x: float, y: float, base_mm: float = 25.0) -> Figure:
    return Figure(name, name, Base("disc", base_mm, base_mm, 3.0), 32.0, Place(x, y, EXACT))


CAST = (
    Cast(figure("marked", 100, 100), "hat", side="left"),
    Cast(figure("ringed", 150, 100), "ring", "red"),
    Cast(figure("bare", 200, 100, 32.0), "bare"),
    Cast(figure("named", 250, 100), "bare"),
)
CUES = (
    Cue("one", (Move("marked", 120, 200, 90.0),)),
    Cue("both", (Move("ringed", 150, 250, 0.0), Move("bare", 300, 300, 0.0))),
)


def scene_of(px: int = 160):  # type: ignore[no-untyped-def]
    return table_scene((400.0, 400.0), CAST, (WOOD,), size_px=(px, px))


def test_figures_are_known_as_the_cast_says() -> None:
    scene = scene_of()
    marked, ringed, bare = (scene.figure(name) for name in ("marked", "ringed", "bare"))
    assert marked.mark is not None and marked.mark.height_mm > marked.height_mm and marked.ring is None
    assert (ringed.mark, ringed.ring) == (None, "red")
    assert (bare.mark, bare.ring, bare.length_mm) == (None, None, 32.0)


def test_a_cue_is_a_hand_that_comes_carries_sets_down_and_goes() -> None:
    found = list(acts(scene_of(), CUES))
    assert [(name, len(scenes)) for name, scenes in found] == [(START, 1), ("one", 4), ("both", 8)]
    _, scenes = found[1]
    assert [bool(scene.hands) for scene in scenes] == [True, True, True, False]
    last = found[-1][1][-1]
    assert (last.figure("marked").x_mm, last.figure("ringed").y_mm, last.figure("bare").x_mm) == (120, 250, 300)
    with pytest.raises(KeyError):
        list(acts(scene_of(), (Cue("odd", (Move("nobody", 0, 0, 0.0),)),)))


def test_the_recordings_setup_has_the_games_own_frame(tmp_path: Path) -> None:
    shots = record(tmp_path, scene_of(), CUES[:1], 1, named=("named",))
    setup = parse_setup((tmp_path / "setup.toml").read_text(encoding="utf-8"))
    assert {tuple(sheet.at_mm) for sheet in setup.sheet} == {(40, 40), (360, 40), (360, 360), (40, 360)}
    assert [tuple(point) for point in setup.terrain[0].outline_mm] == list(WOOD.outline)
    assert {one.name: one.at_mm for one in setup.figure if one.at_mm} == {"named": (250.0, 100.0)}
    assert read_cues(tmp_path) == shots
    assert [one.name for one in shots] == [START, "one"]
    assert all(cv2.imread(str(tmp_path / name)) is not None for one in shots for name in (*one.files, "empty.jpg"))
