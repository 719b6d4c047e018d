"""The camera's table in the frame of a game's own: everything turned and shifted together."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.lain import Lain, lay_table
from companion.geometry.points import Point, rotate
from companion.service.lying import as_game_has_it
from companion.table.distance import measure
from companion.table.sight import sight
from companion.table.state import Base, Figure, GridSpec, Place, SheetPlace, Spread, TableState, TerrainPiece

WIDE, HIGH = 900.0, 600.0
DISC = Base("disc", 20.0, 20.0, 3.0)
SPREAD = Spread((1.0, 0.3, 2.0), ((0.5, 0.0), (0.1, -0.4)), "a")
WALL = TerrainPiece("wall", "wall", 40.0, ((300, 100), (310, 100), (310, 300), (300, 300)))


def out(point: Point, turn: float, shift: Point) -> Point:
    x, y = rotate(point, turn)
    return x + shift[0], y + shift[1]


def seen(turn: float, shift: Point) -> tuple[TableState, Lain]:
    """A table as a camera in another frame has it, and how it lies."""

    def figure(name: str, x: float, y: float) -> Figure:
        return Figure(name, name, DISC, 30.0, Place(*out((x, y), turn, shift), SPREAD), heading_rad=turn)

    corners = [out(at, turn, shift) for at in ((0, HIGH), (WIDE, HIGH), (WIDE, 0), (0, 0))]
    wall = TerrainPiece("wall", "wall", 40.0, tuple(out(at, turn, shift) for at in WALL.outline))
    sheet = SheetPlace(0, *shift, 0.0, 60.0, SPREAD)
    grid = GridSpec("hex", 20.0, out((40, 50), turn, shift), turn)
    figures = (figure("a", 200, 200), figure("b", 400, 210))
    return TableState(3, figures, (wall,), (sheet,), grid), Lain(lay_table(corners, WIDE, HIGH, 1.0))


@given(st.floats(-3, 3), st.tuples(st.floats(-500, 500), st.floats(-500, 500)))
def test_places_headings_terrain_and_grid_are_the_games(turn: float, shift: Point) -> None:
    table, lain = seen(turn, shift)
    found = as_game_has_it(table, lain)
    a = found.figure("a")
    assert (a.place.x_mm, a.place.y_mm) == pytest.approx((200, 200), abs=1e-6)
    assert math.cos(a.heading_rad or 0.0) == pytest.approx(1.0)
    assert list(found.terrain[0].outline) == [pytest.approx(point, abs=0.01) for point in WALL.outline]
    assert found.grid is not None and found.grid.origin == pytest.approx((40, 50), abs=1e-6)
    assert math.cos(found.grid.turn_rad) == pytest.approx(1.0)
    assert (found.sheets, found.revision) == (table.sheets, table.revision)


@given(st.floats(-3, 3), st.tuples(st.floats(-500, 500), st.floats(-500, 500)))
def test_distances_and_sight_are_as_before(turn: float, shift: Point) -> None:
    table, lain = seen(turn, shift)
    found = as_game_has_it(table, lain)
    before, after = measure(table, "a", "b"), measure(found, "a", "b")
    assert after.edge_mm == pytest.approx(before.edge_mm, abs=1e-6)
    assert after.edge_sigma_mm == pytest.approx(before.edge_sigma_mm, abs=0.1)
    assert sight(found, "a", "b").first_blocker == sight(table, "a", "b").first_blocker == "wall"


def test_a_place_alone_is_less_sure_by_the_laying() -> None:
    table, lain = seen(0.4, (20.0, -30.0))
    alone = as_game_has_it(table, lain).figure("a").place.spread.sigma_mm
    assert SPREAD.sigma_mm < alone < math.hypot(SPREAD.sigma_mm, 1.0)
