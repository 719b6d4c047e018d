"""What a figure may stand on: the table, a flat top, or a slope.

Idea: a mark is seen along a ray, so where the figure stands follows from the height it stands at; walk the ray down and
keep the heights at which the terrain under the figure is just that high. Often one is left. If several are, the caller
weighs them by the size the mark has in the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from companion.table.state import Point, TerrainPiece

BALANCE_MM = 2.0
"""How far a base's centre may lie outside of what it stands on, for terrain drawn by hand."""
SOLID = {"building", "wall", "hill"}
"""Kinds whose top a figure stands on. In woods, water and rough ground it stands on the table."""
SLOPE_STEP_MM = 1.0


@dataclass(frozen=True, slots=True)
class Level:
    """A height a figure may stand at, what holds it up there (None: the table), and whether that is a slope."""

    height_mm: float
    stands_on: str | None = None
    slope: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Solid:
    name: str
    height_mm: float
    foot: shapely.Geometry
    top: shapely.Geometry

    def may_hold(self, at_mm: Point, shift_per_mm: Point, margin_mm: float) -> bool:
        """Whether the ray comes over its foot's bounding box at all between the table and its top."""
        x0, y0, x1, y1 = self.foot.bounds
        ends = [(a, a + self.height_mm * s) for a, s in zip(at_mm, shift_per_mm, strict=True)]
        (xa, xb), (ya, yb) = ends
        across = max(xa, xb) >= x0 - margin_mm and min(xa, xb) <= x1 + margin_mm
        return bool(across and max(ya, yb) >= y0 - margin_mm and min(ya, yb) <= y1 + margin_mm)


class Ground:
    """The terrain as something to stand on."""

    def __init__(self, terrain: Sequence[TerrainPiece]) -> None:
        self._solids = [
            _Solid(p.name, p.height_mm, shapely.Polygon(p.outline), shapely.Polygon(p.top_outline or p.outline))
            for p in terrain
            if p.kind in SOLID and p.height_mm > 0
        ]

    @property
    def heights_mm(self) -> tuple[float, ...]:
        """The table's and every flat top's, rising, each once."""
        return tuple(sorted({0.0, *(s.height_mm for s in self._solids)}))

    def levels(self, at_mm: Point, shift_per_mm: Point, balance_mm: float = BALANCE_MM) -> list[Level]:
        """The levels that fit a figure whose base centre is at_mm if it stands on the table, and moves by shift_per_mm
        for each mm it stands higher."""

        def at(height_mm: float) -> shapely.Point:
            return shapely.Point(at_mm[0] + height_mm * shift_per_mm[0], at_mm[1] + height_mm * shift_per_mm[1])

        near = [s for s in self._solids if s.may_hold(at_mm, shift_per_mm, balance_mm)]
        if not near:
            return [Level(0.0)]
        fits = []
        if not any(s.foot.contains(at(0)) and s.foot.boundary.distance(at(0)) > balance_mm for s in near):
            fits.append(Level(0.0))
        for solid in near:
            if solid.top.distance(at(solid.height_mm)) <= balance_mm:
                fits.append(Level(solid.height_mm, solid.name))
            if not solid.top.equals(solid.foot):
                slope = self._on_slope(solid, at)
                if slope is not None and abs(slope - solid.height_mm) > balance_mm and slope > balance_mm:
                    fits.append(Level(slope, solid.name, slope=True))
        return fits

    @staticmethod
    def _on_slope(solid: _Solid, at: Callable[[float], shapely.Point]) -> float | None:
        """The height at which the ray meets the slope, which rises evenly from the foot's edge to the top's."""
        count = max(3, int(np.ceil(solid.height_mm / SLOPE_STEP_MM)) + 1)
        heights = np.linspace(0, solid.height_mm, count)
        above = []
        for height in heights:
            point = at(float(height))
            if not solid.foot.contains(point) or solid.top.contains(point):
                above.append(np.nan)
                continue
            to_foot, to_top = solid.foot.boundary.distance(point), solid.top.distance(point)
            above.append(solid.height_mm * to_foot / max(to_foot + to_top, 1e-9) - height)
        for i in range(count - 1):
            a, b = above[i], above[i + 1]
            if np.isfinite(a) and np.isfinite(b) and a * b <= 0 and a != b:
                return float(heights[i] + (heights[i + 1] - heights[i]) * a / (a - b))
        return None


class UnplacedGround(Ground):
    """The same terrain while nobody knows where it lies: a figure may stand on any of the tops, and its mark's size
    has to tell which."""

    def levels(self, at_mm: Point, shift_per_mm: Point, balance_mm: float = BALANCE_MM) -> list[Level]:
        """The table and every flat top, wherever the figure is; of equally high ones the first."""
        by_height = {0.0: Level(0.0)}
        for solid in self._solids:
            by_height.setdefault(solid.height_mm, Level(solid.height_mm, solid.name))
        return list(by_height.values())
