"""Hex and square grids: which cell, how many steps, how near the next cell."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.grid import Cell, Grid, HexGrid, SquareGrid, border_distance, cells_within
from companion.geometry.points import distance

HEX = HexGrid(25.4)
SQUARE = SquareGrid(25.4)
CELLS = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
GRIDS = st.builds(
    lambda kind, cell, x, y, turn: kind(cell, (x, y), turn),
    st.sampled_from([HexGrid, SquareGrid]),
    st.floats(5, 100),
    st.floats(-300, 300),
    st.floats(-300, 300),
    st.floats(-4, 4),
)
POINTS = st.tuples(st.floats(-900, 900), st.floats(-900, 900))


@pytest.mark.parametrize(
    ("grid", "point", "cell"),
    [
        (HEX, (0, 0), (0, 0)),
        (HEX, (12.6, 0), (0, 0)),
        (HEX, (12.8, 0), (1, 0)),
        (HEX, (0, 14.6), (0, 0)),  # the pointy top is at 25.4 / sqrt 3 = 14.66
        (HEX, (12.7, 22), (0, 1)),
        (HEX, (-12.7, 22), (-1, 1)),
        (HexGrid(10, (100, 50)), (109, 50), (1, 0)),
        (HexGrid(10, turn_rad=math.pi / 2), (0, 10), (1, 0)),
        (SQUARE, (0.1, 0.1), (0, 0)),
        (SQUARE, (-0.1, 25.5), (-1, 1)),
        (SquareGrid(10, (5, 5), math.pi / 2), (4, 6), (0, 0)),
    ],
)
def test_the_cell_of_a_point(grid: Grid, point: tuple[float, float], cell: Cell) -> None:
    assert grid.cell_of(point) == cell


@pytest.mark.parametrize(
    ("grid", "a", "b", "steps"),
    [
        (HEX, (0, 0), (0, 0), 0),
        (HEX, (0, 0), (3, 0), 3),
        (HEX, (0, 0), (-2, 5), 5),
        (HEX, (0, 0), (2, 2), 4),
        (HEX, (1, -3), (-2, 1), 4),
        (SQUARE, (0, 0), (3, 3), 3),
        (SQUARE, (0, 0), (3, -1), 3),
        (SQUARE, (2, 2), (2, 9), 7),
    ],
)
def test_steps(grid: Grid, a: Cell, b: Cell, steps: int) -> None:
    assert grid.steps(a, b) == grid.steps(b, a) == steps


@given(GRIDS, CELLS)
def test_a_cell_holds_its_centre(grid: Grid, cell: Cell) -> None:
    centre = grid.centre(cell)
    assert grid.cell_of(centre) == cell
    assert border_distance(grid, centre) == pytest.approx(grid.cell / 2, rel=1e-6)


@given(GRIDS, POINTS)
def test_the_own_cell_is_the_nearest(grid: Grid, point: tuple[float, float]) -> None:
    own = grid.cell_of(point)
    away = distance(point, grid.centre(own))
    reach = {HexGrid: 1 / math.sqrt(3), SquareGrid: 1 / math.sqrt(2)}[type(grid)] * grid.cell
    assert away <= reach + 1e-6
    for near in grid.neighbours(own):
        assert grid.steps(own, near) == 1
        assert distance(point, grid.centre(near)) >= away - 1e-6
    assert grid.gap(point, own) <= 1e-6


@given(GRIDS, POINTS, st.floats(0.001, 0.999), st.floats(0, 2 * math.pi))
def test_within_the_border_distance_the_cell_is_sure(
    grid: Grid, point: tuple[float, float], part: float, direction: float
) -> None:
    room = border_distance(grid, point) * part
    moved = (point[0] + room * math.cos(direction), point[1] + room * math.sin(direction))
    assert grid.cell_of(moved) == grid.cell_of(point) or room < 1e-6


@given(GRIDS, POINTS, st.floats(0, 120), st.floats(0, 1), st.floats(0, 2 * math.pi))
def test_cells_within_reach_miss_none(
    grid: Grid, point: tuple[float, float], reach: float, part: float, direction: float
) -> None:
    moved = (point[0] + reach * part * math.cos(direction), point[1] + reach * part * math.sin(direction))
    assert grid.cell_of(moved) in cells_within(grid, point, reach + 1e-9)


@pytest.mark.parametrize(
    ("grid", "point", "reach", "count"), [(HEX, (0, 0), 12, 1), (HEX, (0, 0), 13, 7), (SQUARE, (0, 0), 1, 4)]
)
def test_how_many_cells_are_within_reach(grid: Grid, point: tuple[float, float], reach: float, count: int) -> None:
    assert len(cells_within(grid, point, reach)) == count
