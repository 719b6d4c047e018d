"""How an evening's draws look beside fair ones: fine, odd, or too few to say.

The chi-square test of equal shares. Its p is the chance that fair dice would look at least as uneven. One honest table
in a hundred is "odd"; it is a reason to look on, not to accuse.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

ODD_P = 0.01
LEAST_EXPECTED = 5.0
"""Below five expected of each the test means nothing (Cochran 1954)."""

Verdict = Literal["fine", "odd", "too few"]


@dataclass(frozen=True, slots=True)
class Fairness:
    """p: None where there are too few."""

    verdict: Verdict
    draws: int
    p: float | None

    @property
    def sentence(self) -> str:
        """For people."""
        match self.verdict:
            case "too few":
                return f"{self.draws} so far: too few to say."
            case "fine":
                return f"{self.draws} so far, as even as fair ones would be."
            case "odd":
                return f"{self.draws} so far, more uneven than {100 - 100 * ODD_P:.0f} of 100 evenings with fair ones."


def fairness(counts: Sequence[int], weights: Sequence[float] | None = None) -> Fairness:
    """Judge how often each result came. weights: what a fair one would give, in any unit; equal by default."""
    draws = sum(counts)
    shares = list(weights) if weights is not None else [1.0] * len(counts)
    whole = sum(shares)
    expected = [draws * share / whole for share in shares] if whole else []
    if len(counts) < 2 or not expected or min(expected) < LEAST_EXPECTED:
        return Fairness("too few", draws, None)
    square = sum((count - want) ** 2 / want for count, want in zip(counts, expected, strict=True))
    p = chi_square_tail(square, len(counts) - 1)
    return Fairness("odd" if p < ODD_P else "fine", draws, p)


def chi_square_tail(square: float, freedom: int) -> float:
    """Chance of a chi-square value this large or larger; freedom from 1 up.

    The upper regularized gamma function Q(freedom / 2, square / 2), by its finite sums for whole and half numbers
    (Abramowitz and Stegun 26.4.4 and 26.4.5).
    """
    half = square / 2
    if freedom % 2:
        total, term = math.erfc(math.sqrt(half)), math.exp(-half) * math.sqrt(half / math.pi) * 2
        for step in range(1, (freedom + 1) // 2):
            total += term
            term *= square / (2 * step + 1)
        return min(1.0, total)
    total, term = 0.0, math.exp(-half)
    for step in range(1, freedom // 2 + 1):
        total += term
        term *= half / step
    return min(1.0, total)
