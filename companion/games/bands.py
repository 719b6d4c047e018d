"""Ranges in bands, and limits, for a distance that is known with a sigma.

A band holds its far edge: exactly 5 cm is "0 to 5". What lies within two sigma of an edge may be either side of it;
then there are two bands, or no verdict, and the players decide. A typed distance has the sigma of a tape (`by_hand`);
only what is exact, such as places that were touched on the map, is never too close to call.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal

Verdict = Literal["within", "beyond", "too close to call"]

SIGMAS = 2.0


def possible_bands(mm: float, sigma_mm: float, edges_mm: Sequence[float]) -> tuple[int, ...]:
    """Numbers of the bands that the distance may lie in; the one it was measured in first.

    edges_mm: far edges of the bands, rising. A number equal to their count means beyond the last.
    """
    measured = bisect_left(edges_mm, mm)
    low = bisect_left(edges_mm, max(0.0, mm - SIGMAS * sigma_mm))
    high = bisect_left(edges_mm, mm + SIGMAS * sigma_mm)
    return (measured, *(n for n in range(low, high + 1) if n != measured))


def within(mm: float, sigma_mm: float, limit_mm: float) -> Verdict:
    """Whether the distance is at most the limit, at two sigma."""
    if mm + SIGMAS * sigma_mm <= limit_mm:
        return "within"
    return "beyond" if mm - SIGMAS * sigma_mm > limit_mm else "too close to call"
