"""The sheets of a solution: where they lie, how far the table reaches, and whether a picture still agrees with them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from calibration.problem import Mark
from calibration.solve import Solution
from companion.setup.model import Setup
from companion.table.state import SheetPlace, Spread

MOVED_PX = 0.7
"""A sheet whose centre is this far from where a solution has it has moved, or the camera has; corners of the test
pictures misfit by 0.03 to 0.1 px rms."""


def reach_of(solution: Solution, setup: Setup) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 in mm: the table as far as the sheets lie, and a fifth more on each side."""
    xy = np.array([solution.places[i][:2] for i in setup.table.sheets if i in solution.places])
    low, high = xy.min(0), xy.max(0)
    margin = 0.2 * float((high - low).max()) + 2 * setup.table.sheet_side_mm
    return float(low[0] - margin), float(low[1] - margin), float(high[0] + margin), float(high[1] + margin)


def sheet_places(solution: Solution, setup: Setup, seen: set[int]) -> tuple[SheetPlace, ...]:
    """The sheets of a solution, in the setup's order."""
    out = []
    for mark in setup.table.sheets:
        if mark in solution.places:
            x, y, turn = solution.places[mark]
            c = solution.centre_covariance[mark]
            spread = Spread((float(c[0, 0]), float(c[0, 1]), float(c[1, 1])))
            out.append(SheetPlace(mark, x, y, turn, setup.table.sheet_side_mm, spread, mark in seen))
    return tuple(out)


def agrees(solution: Solution, marks: Sequence[Mark]) -> bool:
    """Whether all sheets in sight are where the solution has them; a sheet it does not have asks for a new one."""
    for mark in marks:
        if mark.id in solution.left_out:
            continue
        if mark.id not in solution.places:
            return False
        x, y, _ = solution.places[mark.id]
        there = solution.camera.project(np.array([[x, y, mark.height_mm]]))[0]
        if not np.linalg.norm(mark.corners_px.mean(0) - there) < MOVED_PX + 0.01 * _side_px(mark):
            return False
    return True


def _side_px(mark: Mark) -> float:
    return float(np.linalg.norm(mark.corners_px[1] - mark.corners_px[0]))


def remembered(table: Solution, mark: int) -> tuple[float, float, float, float] | None:
    if mark not in table.places:
        return None
    c = table.centre_covariance[mark]
    return (*table.places[mark], max(0.1, math.sqrt((c[0, 0] + c[1, 1]) / 2)))
