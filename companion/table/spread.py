"""Uncertainty of what is made from several places: differences, and distances along lines.

A length is a sum of gradients times places. Own parts add in squares; the shift of a common cause is added up with its
sign first and squared after, so what two places of one solution share drops out of their difference (`Spread` in
`state.py`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from companion.table.state import Point, Spread

Covariance = tuple[float, float, float]
"""(xx, xy, yy), mm squared."""


def difference(a: Spread, b: Spread) -> Covariance:
    """Covariance of place b minus place a."""
    xx, xy, yy = (p + q for p, q in zip(a.own, b.own, strict=True))
    if a.source == b.source:
        length = max(len(a.shared), len(b.shared))
        ends = [(*s.shared, *((0.0, 0.0),) * (length - len(s.shared))) for s in (a, b)]
        shifts = [(q[0] - p[0], q[1] - p[1]) for p, q in zip(*ends, strict=True)]
    else:
        shifts = [*a.shared, *b.shared]
    for dx, dy in shifts:
        xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
    return xx, xy, yy


def along(covariance: Covariance, direction: Point) -> float:
    """Variance along a unit direction, mm squared."""
    xx, xy, yy = covariance
    x, y = direction
    return max(0.0, xx * x * x + 2 * xy * x * y + yy * y * y)


def worst(covariance: Covariance) -> float:
    """One standard deviation along the worst direction, mm."""
    xx, xy, yy = covariance
    return math.sqrt(max(0.0, (xx + yy) / 2 + math.hypot((xx - yy) / 2, xy)))


def largest_sigma(spread: Spread) -> float:
    """One standard deviation of a place along its worst direction, mm."""
    return worst(spread.covariance())


def length_sigma(step: Point, covariance: Covariance) -> float:
    """One standard deviation of the length of a difference, mm.

    Along the difference it is that of the difference itself. When the length is not far above its sigma, a sideways
    miss lengthens it too, by miss^2 / 2 length; at length 0 all of it counts.
    """
    length = math.hypot(*step)
    xx, _, yy = covariance
    if length == 0:
        return math.sqrt(max(0.0, xx + yy))
    ux, uy = step[0] / length, step[1] / length
    sideways = along(covariance, (-uy, ux))
    extra = sideways * sideways / (sideways + length * length) if sideways else 0.0
    return math.sqrt(along(covariance, (ux, uy)) + extra)


def variance_of_sum(terms: Iterable[tuple[Point, Spread]]) -> float:
    """Variance of the sum of gradient . place over all terms, mm squared; gradients per mm."""
    variance = 0.0
    shifts: defaultdict[tuple[str, int], float] = defaultdict(float)
    for (gx, gy), spread in terms:
        variance += along(spread.own, (gx, gy))
        for cause, (dx, dy) in enumerate(spread.shared):
            shifts[spread.source, cause] += gx * dx + gy * dy
    return variance + sum(shift * shift for shift in shifts.values())
