"""Distances in words: "23.4 ± 0.2 cm".

± is two sigma, rounded up to the digit shown, so that about 95 of 100 true distances lie within what is said, and it is
never ± 0.0. The digits are those of the unit (a tenth), not those of the sigma: people compare with a tape.
"""

from __future__ import annotations

import math
from typing import Literal

from companion.table.distance import SIGMAS, Distance

LengthUnit = Literal["cm", "in"]

MM_PER: dict[LengthUnit, float] = {"cm": 10.0, "in": 25.4}
DIGITS = 1


def describe_distance(found: Distance, unit: LengthUnit = "cm") -> str:
    """The edge distance with its ±: "23.4 ± 0.2 cm" or "9.2 ± 0.1 in"."""
    return describe_length(found.edge_mm, found.edge_sigma_mm, unit)


def describe_length(length_mm: float, sigma_mm: float, unit: LengthUnit = "cm") -> str:
    """A length with its ±, one decimal; `sigma_mm` is one standard deviation."""
    return f"{length_mm / MM_PER[unit]:.{DIGITS}f} ± {_half_width(SIGMAS * sigma_mm / MM_PER[unit]):.{DIGITS}f} {unit}"


def _half_width(value: float) -> float:
    """Rounded up to a tenth, at least a tenth; what is a hair over a tenth by arithmetic alone is that tenth."""
    step = 10.0**-DIGITS
    return max(1, math.ceil(value / step - 1e-9)) * step
