"""Printed grids: the cell of a point, steps between cells, and how near a point is to another cell.

hex: pointy top before turning, `cell` across flats, `origin` a cell's centre; distance in hex steps (cube distance).
square: `cell` an edge, `origin` a corner; distance in king's moves, a diagonal counts one (Chebyshev).
Lengths in the caller's unit, angles in radians. What covers several cells is a game's business.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from companion.geometry.points import Point, rotate

Cell = tuple[int, int]

_HEX_STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_SQUARE_STEPS: tuple[Cell, ...] = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
_SQRT3 = math.sqrt(3)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Cells are axial (q, r): q to the right, r to the upper right before turning."""

    metric: ClassVar[str] = "hex steps"

    cell: float
    origin: Point = (0.0, 0.0)
    turn_rad: float = 0.0

    def cell_of(self, point: Point) -> Cell:
        """The cell that holds the point; on a border, either."""
        x, y = _local(self, point)
        r = y / (self.cell * _SQRT3 / 2)
        q = x / self.cell - r / 2
        near = [round(q), round(r), round(-q - r)]
        off = [abs(near[0] - q), abs(near[1] - r), abs(near[2] + q + r)]
        worst = off.index(max(off))
        near[worst] -= sum(near)
        return near[0], near[1]

    def centre(self, cell: Cell) -> Point:
        q, r = cell
        return _table(self, (self.cell * (q + r / 2), self.cell * r * _SQRT3 / 2))

    def steps(self, a: Cell, b: Cell) -> int:
        dq, dr = b[0] - a[0], b[1] - a[1]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def gap(self, point: Point, cell: Cell) -> float:
        """How far the point lies outside the cell, negative inside; past a corner less than the true distance."""
        x, y = _local(self, point)
        cx, cy = _local(self, self.centre(cell))
        ahead = (abs((x - cx) * math.cos(a) + (y - cy) * math.sin(a)) for a in (0.0, math.pi / 3, -math.pi / 3))
        return max(ahead) - self.cell / 2

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple((cell[0] + dq, cell[1] + dr) for dq, dr in _HEX_STEPS)


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Cells are (column, row), to the right and up before turning."""

    metric: ClassVar[str] = "squares, a diagonal counts one"

    cell: float
    origin: Point = (0.0, 0.0)
    turn_rad: float = 0.0

    def cell_of(self, point: Point) -> Cell:
        """The cell that holds the point; on a border, the one to the right or above."""
        x, y = _local(self, point)
        return math.floor(x / self.cell), math.floor(y / self.cell)

    def centre(self, cell: Cell) -> Point:
        return _table(self, (self.cell * (cell[0] + 0.5), self.cell * (cell[1] + 0.5)))

    def steps(self, a: Cell, b: Cell) -> int:
        return max(abs(b[0] - a[0]), abs(b[1] - a[1]))

    def gap(self, point: Point, cell: Cell) -> float:
        """How far the point lies outside the cell, negative inside; past a corner less than the true distance."""
        x, y = _local(self, point)
        cx, cy = _local(self, self.centre(cell))
        return max(abs(x - cx), abs(y - cy)) - self.cell / 2

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple((cell[0] + dx, cell[1] + dy) for dx, dy in _SQUARE_STEPS)


Grid = HexGrid | SquareGrid


def border_distance(grid: Grid, point: Point) -> float:
    """From the point to the border of its own cell, 0 or more."""
    return max(0.0, -grid.gap(point, grid.cell_of(point)))


def cells_within(grid: Grid, point: Point, reach: float) -> frozenset[Cell]:
    """Cells that may hold a point known to within `reach`: its own first, then all that come as near as that."""
    start = grid.cell_of(point)
    found, edge = {start}, [start]
    while edge:
        edge = [
            near
            for near in {n for cell in edge for n in grid.neighbours(cell)} - found
            if grid.gap(point, near) <= reach
        ]
        found.update(edge)
    return frozenset(found)


def _local(grid: Grid, point: Point) -> Point:
    return rotate((point[0] - grid.origin[0], point[1] - grid.origin[1]), -grid.turn_rad)


def _table(grid: Grid, point: Point) -> Point:
    x, y = rotate(point, grid.turn_rad)
    return grid.origin[0] + x, grid.origin[1] + y
