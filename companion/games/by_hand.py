"""Distances without a camera: how sure one is that somebody has read off a tape, and what the map of a free table says.

A tape over two bases is laid by hand and read to a millimetre, so what is typed has a sigma as everything else that is
measured; near the edge of a band it is too close to call, and the players decide. A place that was touched on the map
is where everybody agreed that the figure stands: what the map says of two such places has no ±.
"""

from __future__ import annotations

import math
from typing import Any

from companion.games.questions import Measure
from companion.games.simulated import FreeTable
from companion.table.distance import measure_figures

TAPE_MM = 1.0
"""Sigma of laying a tape's end to a base and reading it; ours."""
TAPE_SHARE = 0.002
"""What a tape sags, or is led past scenery, as a share of the length: 1 mm in 50 cm; ours."""


def tape_sigma_mm(mm: float) -> float:
    """One standard deviation of a distance that was read off a tape."""
    return round(math.hypot(TAPE_MM, TAPE_SHARE * mm), 2)


def typed(answer: Any) -> Any:
    """A typed answer to `Measure` with its sigma; one that has a sigma already, or is no distance, as it is."""
    match answer:
        case [int() | float() as mm, 0 | 0.0] if not isinstance(mm, bool) and 0 <= mm < 1e6:
            return [mm, tape_sigma_mm(mm)]
    return answer


def on_map(game: Any, state: Any, question: Measure) -> list[float] | None:
    """The distance between the bases where the two were told to stand, [mm, 0]; None if one of them is not there."""
    if not isinstance(game, FreeTable):
        return None
    told = {figure.id: figure for figure in game.placed(state)}
    a, b = told.get(question.a), told.get(question.b)
    if a is None or b is None or a is b:
        return None
    return [round(measure_figures(a, b).edge_mm, 1), 0.0]
