"""Which camera over which table, and how small a marker may be: the arithmetic behind docs/cameras.md.

For a camera straight above a flat table. Seen at a slant, the far side has fewer pixels: multiply by the sine of the
camera's elevation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

COMFORTABLE_MODULE_PX = 2.5
"""Pixels a marker cell needs to be read in every light."""
ROOM = 1.05
"""The view is this much larger than the table, for the camera hangs never quite right."""


@dataclass(frozen=True, slots=True)
class View:
    """height_mm: camera above the table. px_per_mm: on the table's surface."""

    height_mm: float
    px_per_mm: float

    def smallest_marker_mm(self, modules: int) -> float:
        """The smallest black square to be read comfortably; modules across, border included: 6 for 4X4, 8 for 36h11."""
        return modules * COMFORTABLE_MODULE_PX / self.px_per_mm


def view_from_above(width_px: int, height_px: int, hfov_deg: float, table_mm: tuple[float, float]) -> View:
    """The lowest view that holds the whole table. hfov_deg: along width_px. table_mm: along and across the picture."""
    px_per_mm = min(width_px / (table_mm[0] * ROOM), height_px / (table_mm[1] * ROOM))
    focal_px = width_px / 2 / math.tan(math.radians(hfov_deg) / 2)
    return View(focal_px / px_per_mm, px_per_mm)
