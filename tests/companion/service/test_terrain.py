"""Terrain and saved tables as phones ask for them, through the running service."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.service.device_models import Done
from companion.service.models import Fault, View
from companion.service.saved import LAST_OUTLINES, Tables
from companion.service.service import Furniture, Service
from companion.service.terrain import MOST_PIECES, flat_top, piece_of
from companion.service.terrain_models import (
    DeleteTable,
    GhostsView,
    HideGhosts,
    LoadTerrain,
    LookForTerrain,
    Pair,
    PutPiece,
    RemovePiece,
    RenameTable,
    SaveTable,
    ShowGhosts,
    TableCommand,
    TakeEmpty,
    TapAsked,
    TappedView,
    TerrainCommand,
)
from companion.table.state import TerrainPiece, TerrainPlaced
from companion.vision.decode import decode_picture
from tests.companion.service.fakes import FakeWatcher, ScriptedCamera, figure, until
from tests.companion.service.followed import moved
from tests.companion.service.landscaped import Landscaped
from tests.companion.service.test_guide import noise

SQUARE: list[Pair] = [(0.0, 0.0), (100.0, 0.0), (100.0, 60.0), (0.0, 60.0)]
HOUSE = PutPiece("House", "building", 60.0, SQUARE)
RAGNAR = figure("10", 100.0, 100.0, "Ragnar")


@dataclass
class Running:
    service: Service
    watcher: Landscaped
    folder: Path

    @property
    def view(self) -> View:
        return self.service.view()

    @property
    def names(self) -> list[str]:
        return [piece.name for piece in self.view.table.terrain]

    def change(self, command: TerrainCommand) -> Done | Fault:
        return self.service.terrain.change(command)

    def do(self, command: TableCommand) -> Done | Fault:
        return self.service.terrain.command(command)

    def ghosts(self) -> GhostsView:
        found = self.view.ghosts
        assert found is not None
        return found


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    watcher = Landscaped()
    watcher.stand(RAGNAR)
    service = Service(
        ScriptedCamera(noise()), watcher, Furniture(), looks_per_s=50.0, tables=Tables(tmp_path), tolerance_mm=12.0
    ).start()
    until(lambda: bool(service.view().table.figures))
    yield Running(service, watcher, tmp_path)
    service.stop()


def test_a_piece_is_put_edited_and_removed(running: Running) -> None:
    assert running.change(HOUSE) == Done()
    until(lambda: running.names == ["House"])
    hill = PutPiece("The  Mill\n", "hill", 30.0, SQUARE[::-1], slope_mm=20.0, was="House")
    assert running.change(hill) == Done()
    until(lambda: running.names == ["The Mill"])
    (piece,) = running.view.table.terrain
    assert piece.kind == "hill" and piece.top_outline_mm is not None and len(piece.top_outline_mm) == 4
    assert running.change(RemovePiece("The Mill")) == Done()
    until(lambda: running.names == [])


def test_two_phones_before_the_next_look_lose_nothing(running: Running) -> None:
    for number in range(6):
        assert running.change(replace_name(HOUSE, f"House {number}")) == Done()
    until(lambda: len(running.names) == 6)
    assert running.names == [f"House {number}" for number in range(6)]


def replace_name(command: PutPiece, name: str) -> PutPiece:
    return PutPiece(name, command.kind, command.height_mm, command.outline_mm)


FAULTS: list[tuple[TerrainCommand, str, str]] = [
    (replace_name(HOUSE, " \u200b"), "bad_command", "needs a name"),
    (PutPiece("x", "wall", 5.0, [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]), "bad_command", "crosses itself"),
    (PutPiece("x", "wall", 5.0, [(0.0, 0.0), (9.0, 0.0), (4.0, 1.0)]), "bad_command", "hardly anything"),
    (PutPiece("x", "wall", 5.0, [(0.0, 0.0), (float("nan"), 0.0), (4.0, 1.0)]), "bad_command", "not on any table"),
    (PutPiece("x", "wall", 5.0, SQUARE, was="gone"), "not_found", "draw it anew"),
    (RemovePiece("gone"), "not_found", "not there any more"),
]


@pytest.mark.parametrize(("command", "code", "says"), FAULTS)
def test_what_is_no_piece_is_refused(running: Running, command: TerrainCommand, code: str, says: str) -> None:
    said = running.change(command)
    assert isinstance(said, Fault) and said.code == code and says in said.message
    assert running.watcher.sets == []


def test_names_are_unique_and_a_table_has_its_fill(running: Running) -> None:
    running.change(HOUSE)
    said = running.change(HOUSE)
    assert isinstance(said, Fault) and "another name" in said.message
    running.watcher.coming.append(_placed(MOST_PIECES))
    until(lambda: len(running.names) == MOST_PIECES)
    said = running.change(HOUSE)
    assert isinstance(said, Fault) and "at most" in said.message


def _placed(count: int) -> TerrainPlaced:
    return TerrainPlaced(tuple(TerrainPiece(f"p{n}", "rough", 0.0, tuple(SQUARE)) for n in range(count)), 0.0)


def test_taps_and_outlines_go_between_picture_and_table(running: Running) -> None:
    terrain, picture = running.service.terrain, running.view.picture
    assert terrain.tap(TapAsked(picture, 200.0, 900.0)) == TappedView(100.0, 50.0, 0.0)
    assert terrain.tap(TapAsked(picture, 900.0, 900.0)) == TappedView(450.0, 50.0, 25.0)
    assert terrain.tap(TapAsked(picture, 900.0, 900.0, 0.0)) == TappedView(450.0, 50.0, 0.0)
    running.watcher.oldest = 10**6
    said = terrain.tap(TapAsked(1, 0.0, 0.0))
    assert isinstance(said, Fault) and said.code == "not_possible" and "newest one" in said.message
    running.watcher.oldest = 1
    running.change(HOUSE)
    overlay = terrain.overlay(picture)
    assert not isinstance(overlay, Fault) and overlay.heights_mm[:2] == [0.0, 10.0]
    (house,) = overlay.pieces
    assert house.outline_px[1] == (200.0, 1000.0) and house.top_px[1] == (200.0, 940.0)


def test_proposals_and_the_empty_table(running: Running) -> None:
    terrain = running.service.terrain
    running.watcher.proposed = "There is no picture of the empty table yet."
    said = terrain.propose()
    assert isinstance(said, Fault) and said.code == "not_possible" and "empty table" in said.message
    running.watcher.proposed = (TerrainPiece("wall 1", "wall", 20.0, tuple(SQUARE)),)
    found = terrain.propose()
    assert not isinstance(found, Fault)
    assert [(one.id, one.name, one.kind) for one in found.pieces] == [("p1", "wall 1", "wall")]
    assert found.pieces[0].outline_px and running.names == []
    assert running.change(TakeEmpty()) == Done() and running.watcher.empties == 1
    kept = Tables(running.folder).empty(time.time())
    assert kept is not None and decode_picture(kept).image.shape == (90, 160, 3)
    running.watcher.refuses = "A hand is in the picture."
    said = running.change(TakeEmpty())
    assert isinstance(said, Fault) and said.message == "A hand is in the picture."


def test_a_table_is_saved_and_its_ghosts_follow_until_it_matches(running: Running) -> None:
    running.change(HOUSE)
    until(lambda: running.names == ["House"])
    assert running.do(SaveTable(" Bridge ")) == Done()
    assert [(one.name, one.figures, one.terrain) for one in running.service.terrain.tables().tables] == [
        ("Bridge", 1, 1),
        (LAST_OUTLINES, 0, 1),
    ]
    assert running.do(ShowGhosts("Bridge")) == Done()
    until(lambda: running.view.ghosts is not None)
    assert running.ghosts().matches and running.ghosts().unmeasured == ["House"]
    assert running.ghosts().tolerance_mm == 12.0
    running.watcher.stand(moved(RAGNAR, 130.0, 60.0))
    until(lambda: not running.ghosts().matches)
    (ghost,) = running.ghosts().figures
    assert (ghost.state, ghost.off_mm, ghost.dx_mm, ghost.dy_mm) == ("off", 50.0, -30.0, 40.0)
    running.watcher.stand(moved(RAGNAR, 101.0, 100.0))
    until(lambda: running.ghosts().matches)
    assert running.do(HideGhosts()) == Done()
    until(lambda: running.view.ghosts is None)


def test_terrain_is_loaded_and_looked_for(running: Running) -> None:
    running.change(HOUSE)
    running.do(SaveTable("Bridge"))
    until(lambda: running.names == ["House"])
    running.do(SaveTable("Bridge"))
    running.change(RemovePiece("House"))
    until(lambda: running.names == [])
    running.do(ShowGhosts("Bridge"))
    until(lambda: running.view.ghosts is not None)
    assert running.ghosts().terrain[0].state == "missing"
    running.watcher.proposed = (TerrainPiece("building 1", "building", 60.0, tuple(SQUARE)),)
    assert running.do(LookForTerrain()) == Done()
    until(lambda: running.ghosts().terrain[0].state == "matches")
    assert running.do(LoadTerrain("Bridge")) == Done()
    until(lambda: running.names == ["House"])
    assert running.ghosts().terrain[0].state == "matches"


def test_renaming_deleting_and_what_is_not_there(running: Running) -> None:
    running.do(SaveTable("a"))
    assert running.do(RenameTable("a", "b")) == Done()
    for command in (ShowGhosts("a"), LoadTerrain("a"), DeleteTable("a")):
        said = running.do(command)
        assert isinstance(said, Fault) and said.code == "not_found"
    for wrong in (RenameTable("a", "c"), RenameTable("b", " "), SaveTable("\n")):
        assert isinstance(running.do(wrong), Fault)
    assert running.do(DeleteTable("b")) == Done()
    (running.folder / "table-x.json").write_text("no")
    found = running.service.terrain.tables()
    assert found.tables == [] and len(found.faults) == 1 and found.lasting


def test_an_outline_outlives_a_crash(running: Running) -> None:
    running.change(HOUSE)
    last = Tables(running.folder).get(LAST_OUTLINES)
    assert last is not None and [piece.name for piece in last.terrain] == ["House"]


def test_a_watcher_without_ears_says_so() -> None:
    service = Service(ScriptedCamera(noise()), FakeWatcher(), Furniture(), looks_per_s=50.0).start()
    try:
        said = service.terrain.change(HOUSE)
        assert isinstance(said, Fault) and said.code == "not_possible"
        assert service.terrain.tables().lasting is False
    finally:
        service.stop()


def test_a_hill_has_its_flat_top_corner_for_corner() -> None:
    top = flat_top(SQUARE, 20.0)
    assert len(top) == 4 and all(0 < x < 100 and 0 < y < 60 for x, y in top)
    assert flat_top(SQUARE, 1e6)[0] == pytest.approx((45.0, 27.0))
    piece = piece_of(PutPiece("Hill", "hill", 20.0, SQUARE))
    assert isinstance(piece, TerrainPiece) and piece.top_outline is None
