"""What stands wrong beside a saved table, and when it may be said to match."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service.ghosts import compare
from companion.service.saved import SavedFigure, SavedTable, snapshot
from companion.table.state import Figure, Place, Point, Spread, TableState, TerrainPiece
from tests.companion.service.fakes import figure


def at(x_mm: float, y_mm: float, sigma_mm: float = 0.5, level_mm: float = 0.0) -> Figure:
    place = Place(x_mm, y_mm, Spread((sigma_mm**2, 0.0, sigma_mm**2)), level_mm)
    return replace(figure("10", name="Ragnar"), place=place)


SAVED = SavedTable("bridge", 0.0, [SavedFigure("Ragnar", 100.0, 50.0)])
FIGURES = [
    ("on the spot", at(100, 50), "matches", 0.0),
    ("within", at(106, 50), "matches", 6.0),
    ("just over, two sigma in", at(110.5, 50), "unsure", 10.5),
    ("just under, two sigma out", at(109.5, 50), "unsure", 9.5),
    ("beyond", at(100, 73), "off", 23.0),
    ("near but unsure of it", at(102, 50, sigma_mm=6.0), "unsure", 2.0),
    ("on a hill there", at(100, 50, level_mm=20.0), "off", 0.0),
    ("up by what is no level", at(100, 50, level_mm=4.0), "matches", 0.0),
]


@pytest.mark.parametrize(("there", "state", "off_mm"), [row[1:] for row in FIGURES], ids=[row[0] for row in FIGURES])
def test_how_a_figure_stands(there: Figure, state: str, off_mm: float) -> None:
    found = compare(SAVED, TableState(figures=(there,)), 10.0, {"10"})
    (ghost,) = found.figures
    assert (ghost.state, ghost.off_mm) == (state, pytest.approx(off_mm))
    assert found.matches is (state == "matches")


def test_the_way_to_go_is_towards_the_ghost() -> None:
    (ghost,) = compare(SAVED, TableState(figures=(at(130, 10),)), 10.0, {"10"}).figures
    assert (ghost.dx_mm, ghost.dy_mm) == (-30.0, 40.0) and ghost.off_mm == 50.0


def test_what_is_not_seen_never_matches() -> None:
    table = TableState(figures=(at(100, 50),))
    found = compare(SAVED, table, 10.0, ())
    assert found.figures[0].state == "unseen" and not found.matches
    found = compare(SAVED, TableState(), 10.0, ())
    assert found.figures[0].state == "missing" and found.figures[0].off_mm is None and not found.matches


def test_while_it_moves_the_newest_place_counts_and_never_matches() -> None:
    table = TableState(figures=(at(300, 50),))
    near = {"10": at(104, 50).place}
    (ghost,) = compare(SAVED, table, 10.0, (), now=near).figures
    assert ghost.state == "unsure" and ghost.off_mm == 4.0
    (ghost,) = compare(SAVED, table, 10.0, (), now={"10": at(200, 50).place}).figures
    assert ghost.state == "off" and ghost.off_mm == 100.0


def test_extra_figures_are_told_by_id() -> None:
    table = TableState(figures=(at(100, 50), figure("unmarked #1", 5, 5), figure("12", 9, 9, "Brakka")))
    found = compare(SAVED, table, 10.0, {"10", "12", "unmarked #1"})
    assert found.extra == ("unmarked #1", "12") and not found.matches


def box(x: float, y: float, width: float = 100.0, height: float = 60.0) -> tuple[Point, ...]:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


HOUSE = TerrainPiece("House", "building", 60.0, box(0, 0))
TOWN = snapshot(TableState(terrain=(HOUSE,)), "town", 0.0)
TURNED = TerrainPiece("House", "building", 60.0, box(20, -20, 60, 100))
PIECES = [
    ("nothing", (), (), (), "missing"),
    ("as people said", (HOUSE,), (), (), "outlined"),
    ("people said it lies elsewhere", (replace(HOUSE, outline=box(40, 0)),), (), (), "off"),
    ("its marker says there", (HOUSE,), ("House",), (), "matches"),
    ("its marker says elsewhere", (replace(HOUSE, outline=box(14, 0)),), ("House",), (), "off"),
    ("found there", (), (), (replace(HOUSE, name="building 1", outline=box(1, 1)),), "matches"),
    ("found near", (), (), (replace(HOUSE, name="building 1", outline=box(9, 0)),), "unsure"),
    ("found elsewhere", (), (), (replace(HOUSE, name="building 1", outline=box(35, 0)),), "off"),
    ("found turned on its place", (), (), (TURNED,), "unsure"),
    ("another thing found", (), (), (replace(HOUSE, outline=box(500, 0)),), "missing"),
    ("found goes over outlined", (HOUSE,), (), (replace(HOUSE, outline=box(40, 0)),), "off"),
]


@pytest.mark.parametrize(
    ("terrain", "carried", "found", "state"), [row[1:] for row in PIECES], ids=[row[0] for row in PIECES]
)
def test_how_a_piece_lies(
    terrain: tuple[TerrainPiece, ...], carried: tuple[str, ...], found: tuple[TerrainPiece, ...], state: str
) -> None:
    said = compare(TOWN, TableState(terrain=terrain), 10.0, (), carried=carried, found=found)
    (ghost,) = said.terrain
    assert ghost.state == state, ghost
    assert said.matches is (state in ("matches", "outlined"))
    assert said.unmeasured == (("House",) if state == "outlined" else ())


def test_an_empty_table_matches_an_empty_one() -> None:
    assert compare(SavedTable("nothing", 0.0), TableState(), 10.0, ()).matches


@given(st.floats(-400, 400), st.floats(-400, 400), st.floats(0.05, 8), st.floats(1, 60))
def test_following_the_way_ends_in_a_match(x: float, y: float, sigma_mm: float, tolerance_mm: float) -> None:
    (ghost,) = compare(SAVED, TableState(figures=(at(x, y, sigma_mm),)), tolerance_mm, {"10"}).figures
    assert ghost.dx_mm is not None and ghost.dy_mm is not None
    assert math.hypot(ghost.dx_mm, ghost.dy_mm) == pytest.approx(ghost.off_mm)
    (after,) = compare(
        SAVED, TableState(figures=(at(x + ghost.dx_mm, y + ghost.dy_mm, 0.05),)), tolerance_mm, {"10"}
    ).figures
    assert after.state == "matches"
