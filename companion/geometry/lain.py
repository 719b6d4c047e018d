"""Where a table of a known size lies: found by its four corners, turned and shifted, never stretched.

A game without a board has a table of so many mm of its own, its origin in the south-west. The camera measures in mm
too, so between the two there is only a turn and a shift: what is measured stays as long as it is. The corners are
fitted by least squares; what is left over is told and widens the sigma, and sides of another length are refused.

It is given as a `LaidBoard` of one square, the whole table, so that whoever draws or keeps boards can do so with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.geometry.laying import LaidBoard, LayingFault, check_ring
from companion.geometry.points import Point, distance

SIDE_OFF_MM, SIDE_OFF = 12.0, 0.02
"""A side may be so many mm, and such a share of its length, off the game's: corners are dragged by finger."""
SIDES = ("north", "east", "south", "west")


def lay_table(corners_mm: Sequence[Point], width_mm: float, height_mm: float, sigma_mm: float) -> LaidBoard:
    """The table by its corners: north-west, north-east, south-east, south-west. sigma_mm: of each coordinate of each.

    LayingFault with a sentence if they are crossed, mirrored, or not as far apart as the table's.
    """
    if len(corners_mm) != 4:
        raise LayingFault(f"{len(corners_mm)} corners are given; a table has four.")
    if not all(math.isfinite(value) for corner in corners_mm for value in corner):
        raise LayingFault("A corner is no point of the table; tap it again.")
    check_ring(corners_mm)
    for n, name in enumerate(SIDES):
        long, wanted = distance(corners_mm[n], corners_mm[(n + 1) % 4]), (width_mm, height_mm)[n % 2]
        if abs(long - wanted) > SIDE_OFF_MM + SIDE_OFF * wanted:
            raise LayingFault(
                f"The {name} side is {long / 10:.1f} cm long between its corners; the game's is {wanted / 10:.1f} cm. "
                "Mark the corners of a table of that size, and look at them again."
            )
    local = [(x * width_mm / 2, y * height_mm / 2) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    middle = (sum(x for x, _ in corners_mm) / 4, sum(y for _, y in corners_mm) / 4)
    off = [(x - middle[0], y - middle[1]) for x, y in corners_mm]
    dot = sum(a * x + b * y for (a, b), (x, y) in zip(local, off, strict=True))
    cross = sum(a * y - b * x for (a, b), (x, y) in zip(local, off, strict=True))
    turn = math.atan2(cross, dot)
    c, s = math.cos(turn), math.sin(turn)
    left = [distance((a * c - b * s, a * s + b * c), at) for (a, b), at in zip(local, off, strict=True)]
    residual = math.sqrt(sum(one * one for one in left) / 4)
    # eight numbers, three unknowns: what is left over tells whether the corners are as sure as they were said to be
    variance = max(sigma_mm**2, sum(one * one for one in left) / 5)
    shift, spin = variance / 4, variance / sum(a * a + b * b for a, b in local)
    column, row = (width_mm * c, width_mm * s), (height_mm * s, -height_mm * c)
    origin = (middle[0] - (column[0] + row[0]) / 2, middle[1] - (column[1] + row[1]) / 2)
    s22, s33 = spin * width_mm**2, spin * height_mm**2
    spread = (shift + (s22 + s33) / 4, -s22 / 2, -s33 / 2, s22, 0.0, s33)
    return LaidBoard(origin, column, row, spread, residual)


@dataclass(frozen=True, slots=True)
class Lain:
    """A laid table as a change of frame. turn_rad: of its east against the camera's x."""

    laid: LaidBoard

    @property
    def width_mm(self) -> float:
        """Of the game's table."""
        return math.hypot(*self.laid.column_mm)

    @property
    def height_mm(self) -> float:
        """Of the game's table."""
        return math.hypot(*self.laid.row_mm)

    @property
    def turn_rad(self) -> float:
        """Of the game's east in the camera's frame."""
        return math.atan2(self.laid.column_mm[1], self.laid.column_mm[0])

    def game(self, xy_mm: Point) -> Point:
        """A point of the camera's frame in the game's."""
        x, y = self.laid.at(xy_mm)
        return x * self.width_mm, (1.0 - y) * self.height_mm

    def turned(self, step_mm: Point) -> Point:
        """A step of the camera's frame in the game's."""
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        return c * step_mm[0] + s * step_mm[1], c * step_mm[1] - s * step_mm[0]

    def causes(self, xy_mm: Point) -> tuple[Point, Point, Point]:
        """What one sigma of the laying makes at a point of the game: along x, along y, and by its turn."""
        s11, s12, s13, s22, _, s33 = self.laid.spread
        middle = math.sqrt(max(0.0, s11 + s12 + s13 + (s22 + s33) / 4))
        spin = math.sqrt(s22) / self.width_mm
        return (
            (middle, 0.0),
            (0.0, middle),
            (-spin * (xy_mm[1] - self.height_mm / 2), spin * (xy_mm[0] - self.width_mm / 2)),
        )
