"""A printed board found on the table: from points known on both, board squares to mm and back, with sigma.

On the board a point is (x, y) in squares, (0, 0) the outer corner of the upper left square of its drawing, x along its
columns, y down its rows. The table is right-handed in mm. The fit is affine, by weighted least squares: squares need
not be square, a board that is folded or printed oblong still fits; what is left over is told as residual_mm and widens
the sigma. A board cannot be seen from below: corners that would need it are refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.geometry.grid import Cell
from companion.geometry.points import Point, distance
from companion.geometry.polygons import signed_area

SIDES_DIFFER = 0.12
"""Opposite sides of a board are equal; a tap on a corner is off by a few mm of some hundred."""
OFF_SQUARE_DEG = 10.0
PROPORTION_OFF = 0.2
"""Squares of printed boards are square; a corner tapped one square off in nine changes their proportion by 0.11."""
LEAST_SQUARE_MM = 8.0
CLOSE_SIGMAS = 2.0
CORNERS = ("upper left", "upper right", "lower right", "lower left")
"""The order of four corners, as the drawing of the board lies before you."""


class LayingFault(ValueError):
    """The board cannot lie like this; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A point of the board found on the table. at: squares; sigma_mm: of each coordinate."""

    at: Point
    xy_mm: Point
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """Where a board lies. origin_mm: its point (0, 0); column_mm, row_mm: one square further along.

    spread: variance in mm squared of one coordinate of the board's point (x, y) is w S w', w = (1, x, y), S symmetric
    and given as (S11, S12, S13, S22, S23, S33). residual_mm: root mean square distance of the pins from the fit.
    """

    origin_mm: Point
    column_mm: Point
    row_mm: Point
    spread: tuple[float, float, float, float, float, float]
    residual_mm: float

    def mm(self, at: Point) -> Point:
        """The point of the table under a point of the board."""
        (ox, oy), (cx, cy), (rx, ry) = self.origin_mm, self.column_mm, self.row_mm
        return ox + at[0] * cx + at[1] * rx, oy + at[0] * cy + at[1] * ry

    def at(self, xy_mm: Point) -> Point:
        """The point of the board over a point of the table."""
        (cx, cy), (rx, ry) = self.column_mm, self.row_mm
        dx, dy = xy_mm[0] - self.origin_mm[0], xy_mm[1] - self.origin_mm[1]
        area = cx * ry - cy * rx
        return (dx * ry - dy * rx) / area, (dy * cx - dx * cy) / area

    def sigma_mm(self, at: Point) -> float:
        """One standard deviation of each coordinate of the board's point on the table."""
        s11, s12, s13, s22, s23, s33 = self.spread
        x, y = at
        return math.sqrt(max(0.0, s11 + 2 * (s12 * x + s13 * y + s23 * x * y) + s22 * x * x + s33 * y * y))

    def centre_mm(self, cell: Cell) -> Point:
        """The middle of a square: where to put a figure back, where a ghost is drawn."""
        return self.mm((cell[0] + 0.5, cell[1] + 0.5))

    def outline_mm(self, cell: Cell) -> tuple[Point, Point, Point, Point]:
        """Corners of a square in the order of CORNERS."""
        x, y = cell
        return self.mm((x, y)), self.mm((x + 1, y)), self.mm((x + 1, y + 1)), self.mm((x, y + 1))

    @property
    def square_mm(self) -> tuple[float, float]:
        """Distance of column from column and of row from row, at right angles to them."""
        area = abs(self.column_mm[0] * self.row_mm[1] - self.column_mm[1] * self.row_mm[0])
        return area / math.hypot(*self.row_mm), area / math.hypot(*self.column_mm)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a point of the table is on. cell: the square it is in; close: others that come within two sigma of it.

    margin_mm: from the nearest edge of its square; sigma_mm: of the point and the board together. It is certain if
    `close` is empty; else it is too close to call.
    """

    cell: Cell
    close: tuple[Cell, ...]
    margin_mm: float
    sigma_mm: float


def lay_corners(corners_mm: Sequence[Point], columns: int, rows: int, sigma_mm: float) -> LaidBoard:
    """A block of columns x rows squares by its four outer corners on the table, in the order of CORNERS.

    LayingFault with a sentence if they are crossed, mirrored, out of proportion or too near each other.
    """
    if len(corners_mm) != 4:
        raise LayingFault(f"{len(corners_mm)} corners are given; a board has four.")
    if not all(math.isfinite(v) for corner in corners_mm for v in corner):
        raise LayingFault("A corner is no point of the table; tap it again.")
    check_ring(corners_mm)
    _check_sides(corners_mm, columns, rows)
    places = ((0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows))
    return lay_board([Pin(at, xy, sigma_mm) for at, xy in zip(places, corners_mm, strict=True)])


def lay_board(pins: Sequence[Pin]) -> LaidBoard:
    """The board by three pins or more. LayingFault if they are too few, in one line, or mirrored."""
    if len(pins) < 3:
        raise LayingFault(f"{len(pins)} points of the board are known; it takes three.")
    design = np.array([(1.0, *pin.at) for pin in pins])
    weights = 1 / np.array([max(pin.sigma_mm, 1e-6) for pin in pins])
    found = np.array([pin.xy_mm for pin in pins])
    weighted = design * weights[:, None]
    if np.linalg.cond(weighted) > 1e6:
        raise LayingFault("The points lie in one line of the board; take one that is off it.")
    fit = np.linalg.lstsq(weighted, found * weights[:, None], rcond=None)[0]
    left = found - design @ fit
    origin, column, row = ((float(x), float(y)) for x, y in fit)
    if column[0] * row[1] - column[1] * row[0] >= 0:
        raise LayingFault(_mirrored())
    free = 2 * len(pins) - 6
    chi2 = float(((left * weights[:, None]) ** 2).sum())
    spread = np.linalg.inv(weighted.T @ weighted) * (max(1.0, chi2 / free) if free else 1.0)
    upper = tuple(float(spread[i, j]) for i in range(3) for j in range(i, 3))
    s11, s12, s13, s22, s23, s33 = upper
    residual = math.sqrt(float((left**2).sum()) / len(pins))
    return LaidBoard(origin, column, row, (s11, s12, s13, s22, s23, s33), residual)


def corners_of_sheets(outlines_mm: Iterable[Sequence[Point]]) -> tuple[Point, ...]:
    """Four sheets laid outside a board, each touching one corner of it: those corners, clockwise from the first.

    Of each sheet it is the corner nearest to the middle of all. LayingFault unless there are four sheets.
    """
    sheets = [tuple(outline) for outline in outlines_mm]
    if len(sheets) != 4 or any(len(sheet) < 3 for sheet in sheets):
        raise LayingFault(f"{len(sheets)} sheets are in sight; lay four, one touching each corner of the board.")
    points = [point for sheet in sheets for point in sheet]
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    touching = [min(sheet, key=lambda point: distance(point, middle)) for sheet in sheets]
    first = touching[0]
    begin = math.atan2(first[1] - middle[1], first[0] - middle[0])

    def clockwise(point: Point) -> float:
        return (begin - math.atan2(point[1] - middle[1], point[0] - middle[0])) % (2 * math.pi)

    return (first, *sorted(touching[1:], key=clockwise))


def standing(board: LaidBoard, xy_mm: Point, sigma_mm: float, sigmas: float = CLOSE_SIGMAS) -> Standing:
    """The square that holds a point of the table, and those too close to call. It does not ask whether the board has
    such a square."""
    x, y = board.at(xy_mm)
    cell = math.floor(x), math.floor(y)
    sigma = math.hypot(sigma_mm, board.sigma_mm((x, y)))
    wide, high = board.square_mm
    reach = sigmas * sigma
    off_x = {c: _outside(x, c) * wide for c in range(math.floor(x - reach / wide), math.floor(x + reach / wide) + 1)}
    off_y = {r: _outside(y, r) * high for r in range(math.floor(y - reach / high), math.floor(y + reach / high) + 1)}
    close = sorted((math.hypot(dx, dy), (c, r)) for c, dx in off_x.items() for r, dy in off_y.items())
    within = tuple(near for off, near in close if near != cell and off <= reach)
    margin = min((x - cell[0]) * wide, (cell[0] + 1 - x) * wide, (y - cell[1]) * high, (cell[1] + 1 - y) * high)
    return Standing(cell, within, margin, sigma)


def _outside(value: float, low: int) -> float:
    return max(0.0, low - value, value - low - 1)


def check_ring(corners: Sequence[Point]) -> None:
    """LayingFault if four corners do not go round clockwise, one after the other."""
    turns = []
    for n, at in enumerate(corners):
        (ax, ay), (bx, by) = corners[n - 1], corners[(n + 1) % 4]
        turns.append((at[0] - ax) * (by - at[1]) - (at[1] - ay) * (bx - at[0]))
    if not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)):
        raise LayingFault("The corners are crossed: going from one to the next does not go round the board.")
    if signed_area(corners) > 0:
        raise LayingFault(_mirrored())


def _check_sides(corners: Sequence[Point], columns: int, rows: int) -> None:
    upper, right, lower, left = (distance(corners[n], corners[(n + 1) % 4]) for n in range(4))
    for a, b, names in ((upper, lower, "upper and lower"), (left, right, "left and right")):
        if abs(a - b) > SIDES_DIFFER * max(a, b):
            raise LayingFault(
                f"The {names} sides are {a:.0f} and {b:.0f} mm long; a board's are equal. Look at the corners again."
            )
    wide, high = (upper + lower) / 2 / columns, (left + right) / 2 / rows
    if min(wide, high) < LEAST_SQUARE_MM:
        raise LayingFault(f"A square would be only {min(wide, high):.1f} mm wide; are these the board's corners?")
    if max(wide, high) > (1 + PROPORTION_OFF) * min(wide, high):
        raise LayingFault(
            f"A square would be {wide:.0f} mm by {high:.0f} mm. The block has {columns} by {rows} squares: "
            "is each corner its own, and is the first one the right one?"
        )
    for n, corner in enumerate(corners):
        (ax, ay), (bx, by) = corners[n - 1], corners[(n + 1) % 4]
        ux, uy, vx, vy = ax - corner[0], ay - corner[1], bx - corner[0], by - corner[1]
        angle = math.degrees(math.atan2(abs(ux * vy - uy * vx), ux * vx + uy * vy))
        if abs(angle - 90) > OFF_SQUARE_DEG:
            raise LayingFault(
                f"The {CORNERS[n]} corner would have {angle:.0f} degrees; a board's have 90. Look at it again."
            )


def _mirrored() -> str:
    return (
        "The corners go round the wrong way, as in a mirror. Tap them in the order of the drawing: "
        f"{', '.join(CORNERS[:3])}, then {CORNERS[3]}."
    )
