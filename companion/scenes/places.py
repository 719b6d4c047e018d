"""Free places on a table: for what a scene must put somewhere although nobody said where.

Everything taken is a disc (centre, radius); a place is drawn until it keeps clear of all of them. Coarse on purpose: a
long wall keeps more room free than it needs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from companion.scenes.textures import Rectangle

Point = tuple[float, float]
TRIES = 400


@dataclass(slots=True)
class FreePlaces:
    """Draws places inside an area, from one stream of random numbers."""

    area: Rectangle
    rng: np.random.Generator
    taken: list[tuple[float, float, float]] = field(default_factory=list)

    def take(self, x_mm: float, y_mm: float, radius_mm: float) -> None:
        """Mark a disc as taken."""
        self.taken.append((x_mm, y_mm, radius_mm))

    def take_outline(self, outline: Iterable[Point]) -> None:
        """Mark the disc round an outline as taken."""
        points = np.array(list(outline), float)
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        self.take(float(middle[0]), float(middle[1]), float(np.hypot(*(points - middle).T).max()))

    def find(self, radius_mm: float, gap_mm: float = 4.0) -> Point | None:
        """A free place for a disc, now taken; None if TRIES draws find none."""
        (x0, y0), (x1, y1) = self.area.low_mm, self.area.high_mm
        if x1 - x0 <= 2 * radius_mm or y1 - y0 <= 2 * radius_mm:
            return None
        for _try in range(TRIES):
            x = float(self.rng.uniform(x0 + radius_mm, x1 - radius_mm))
            y = float(self.rng.uniform(y0 + radius_mm, y1 - radius_mm))
            if all(math.hypot(x - a, y - b) >= radius_mm + r + gap_mm for a, b, r in self.taken):
                self.take(x, y, radius_mm)
                return x, y
        return None


def ring_outline(
    x_mm: float, y_mm: float, radius_mm: float, points: int = 12, wobble: float = 0.0
) -> tuple[Point, ...]:
    """Corners round a centre, counter-clockwise, slightly uneven with wobble; convex while wobble stays below 0.05."""
    angles = [2 * math.pi * i / points for i in range(points)]
    reach = [radius_mm * (1 + wobble * math.sin(3 * a + x_mm)) for a in angles]
    return tuple((x_mm + r * math.cos(a), y_mm + r * math.sin(a)) for a, r in zip(angles, reach, strict=True))


def box_outline(x_mm: float, y_mm: float, length_mm: float, width_mm: float, turn_deg: float) -> tuple[Point, ...]:
    """Corners of a rectangle, counter-clockwise, its length along turn_deg."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    corners = ((length_mm / 2, width_mm / 2), (-length_mm / 2, width_mm / 2))
    local = [*corners, *((-a, -b) for a, b in corners)]
    return tuple((x_mm + c * a - s * b, y_mm + s * a + c * b) for a, b in local)
