"""The free tape: from any point to any point, with bends. A point is a finger's on the map or a place on the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.geometry.points import Point, distance
from companion.table.spread import along, difference, length_sigma, variance_of_sum
from companion.table.state import Spread

EXACT = Spread((0.0, 0.0, 0.0))


@dataclass(frozen=True, slots=True)
class Tape:
    """Length of each leg and of all of them, mm; sigmas are one standard deviation, 0 for points that are where they
    are said.
    """

    legs_mm: tuple[float, ...]
    leg_sigmas_mm: tuple[float, ...]
    total_mm: float
    sigma_mm: float


def measure_points(points: Sequence[Point], spreads: Sequence[Spread | None] = ()) -> Tape:
    """Length along two or more points, mm; `spreads` says for each how sure its place is, None or nothing: exactly.

    ValueError for fewer than two points, for numbers that are not finite, and for spreads that are not one for each
    point.
    """
    if len(points) < 2:
        raise ValueError("a tape needs two points or more")
    if not all(math.isfinite(number) for point in points for number in point):
        raise ValueError("a point of the tape is not a number")
    if spreads and len(spreads) != len(points):
        raise ValueError(f"{len(points)} points, but {len(spreads)} spreads")
    known = [spread or EXACT for spread in spreads] or [EXACT] * len(points)
    legs = tuple(distance(p, q) for p, q in pairwise(points))
    ways = [_direction(p, q) for p, q in pairwise(points)]
    apart = [difference(s, t) for s, t in pairwise(known)]
    sigmas = tuple(
        length_sigma((q[0] - p[0], q[1] - p[1]), covariance)
        for (p, q), covariance in zip(pairwise(points), apart, strict=True)
    )
    pulls = [(0.0, 0.0), *ways], [*ways, (0.0, 0.0)]
    gradients = [(before[0] - after[0], before[1] - after[1]) for before, after in zip(*pulls, strict=True)]
    variance = variance_of_sum(zip(gradients, known, strict=True))
    # What a sideways miss adds to a leg that is not far above its sigma, which no gradient shows.
    variance += sum(s * s - along(c, way) for s, c, way in zip(sigmas, apart, ways, strict=True))
    return Tape(legs, sigmas, sum(legs), math.sqrt(max(0.0, variance)))


def _direction(p: Point, q: Point) -> Point:
    length = distance(p, q)
    return ((q[0] - p[0]) / length, (q[1] - p[1]) / length) if length else (0.0, 0.0)
