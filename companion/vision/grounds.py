"""Where bases may stand: the table and flat tops as levels to look on, and the parts of them that are asked for.

Invariant: a part is laid out on the grid of the whole, so the same places are found whether all is looked at or a part.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import shapely
from shapely.affinity import scale

from calibration.arrays import Floats
from companion.table.state import TerrainPiece
from companion.vision.bases import PITCH_MM, Reach
from companion.vision.levels import BALANCE_MM, SOLID, Level

AROUND_MM = 12.0
"""What is laid flat around a base's rim: its moat, and room for a stronger place next to it."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground2D:
    """A level to look on: its height, what holds it up, the part of the table it reaches over, where centres may be."""

    level: Level
    reach_mm: Reach
    allowed: shapely.Geometry

    def parts(self, look_in: shapely.Geometry, eye_mm: Floats, radius_mm: float) -> list[Ground2D]:
        """What of it lies in look_in, mm on the table. A top shows up farther from the camera than it is: it is taken
        where it is and where it is seen. radius_mm: of the largest base."""
        z = self.level.height_mm
        wanted = look_in
        if z > 0:
            nearer = (eye_mm[2] - z) / eye_mm[2]
            seen = scale(look_in, nearer, nearer, origin=(float(eye_mm[0]), float(eye_mm[1])))
            wanted = shapely.union_all([look_in, seen])
        wanted = self.allowed.intersection(wanted)
        if wanted.is_empty:
            return []
        margin = radius_mm + AROUND_MM
        boxes = [shapely.box(*part.bounds).buffer(margin, join_style="mitre") for part in shapely.get_parts(wanted)]
        merged = shapely.union_all(boxes)
        while len(merged_boxes := [shapely.box(*p.bounds) for p in shapely.get_parts(merged)]) < len(boxes):
            boxes, merged = merged_boxes, shapely.union_all(merged_boxes)
        return [replace(self, reach_mm=self._on_grid(box.bounds), allowed=wanted.intersection(box)) for box in boxes]

    def _on_grid(self, bounds: Reach) -> Reach:
        """Bounds within its own reach, on every second line of its grid."""
        x0, y0, x1, y1 = self.reach_mm
        step = 2 * PITCH_MM
        left = x0 + step * max(0, math.floor((bounds[0] - x0) / step))
        low = y0 + step * max(0, math.floor((bounds[1] - y0) / step))
        return left, low, min(bounds[2], x1), min(bounds[3], y1)


def floors(terrain: Sequence[TerrainPiece], reach_mm: Reach) -> list[Ground2D]:
    """The table without what stands solid on it, and every flat top."""
    solids = [p for p in terrain if p.kind in SOLID and p.height_mm > 0]
    feet = shapely.union_all([shapely.Polygon(p.outline) for p in solids]).buffer(-BALANCE_MM)
    out = [Ground2D(Level(0.0), reach_mm, shapely.box(*reach_mm).difference(feet))]
    for piece in solids:
        top = shapely.Polygon(piece.top_outline or piece.outline)
        x0, y0, x1, y1 = top.bounds
        own = (x0 - 40, y0 - 40, x1 + 40, y1 + 40)
        out.append(Ground2D(Level(piece.height_mm, piece.name), own, top.buffer(BALANCE_MM)))
    return out
