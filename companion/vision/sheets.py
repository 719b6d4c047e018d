"""The sheets of a solution: where they lie, how far the table reaches, and whether a picture still agrees with them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.problem import Mark
from calibration.solve import Solution
from companion.setup.model import Setup
from companion.table.state import SheetPlace, Spread
from companion.vision.patches import SMALLER, Change

MOVED_PX = 0.7
"""A sheet whose centre is this far from where a solution has it has moved, or the camera has; corners of the test
pictures misfit by 0.03 to 0.1 px rms."""

KEPT_MM = 2.5
"""Sheets whose distances have changed by less lie where they lay; one that lies elsewhere has been moved."""


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


def laid_on(solution: Solution, table: Solution) -> Solution:
    """The solution in the frame in which its sheets lie best, together, where an earlier one has them.

    A frame that hangs on the first sheet alone turns with the noise of that sheet: 0.1 degrees move what lies 700 mm
    away by 1.2 mm. The same object where fewer than two sheets are common or one of them has moved against the others.
    """
    common = sorted(set(solution.places) & set(table.places))
    if len(common) < 2:
        return solution
    now = np.array([solution.places[i][:2] for i in common])
    then = np.array([table.places[i][:2] for i in common])
    far = np.linalg.norm(now[:, None] - now, axis=2) - np.linalg.norm(then[:, None] - then, axis=2)
    if np.abs(far).max() > KEPT_MM:
        return solution
    a, b = now - now.mean(0), then - then.mean(0)
    turn = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    c, s = math.cos(turn), math.sin(turn)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    shift = np.r_[then.mean(0) - R[:2, :2] @ now.mean(0), 0.0]
    old = solution.camera
    camera = Camera(old.lens, old.R @ R.T, old.t_mm - old.R @ R.T @ shift)
    places = {}
    for mark, (x, y, own) in solution.places.items():
        at = R[:2, :2] @ (x, y) + shift[:2]
        places[mark] = (float(at[0]), float(at[1]), (own + turn + math.pi) % (2 * math.pi) - math.pi)
    return replace(solution, camera=camera, places=places)


def shift_px(before: Solution, corners_px: Mapping[int, Floats]) -> float:
    """How far the sheets in sight, corners (4, 2) by id, are from where the solution before has them: the median."""
    far = []
    for mark, corners in corners_px.items():
        if mark in before.places:
            x, y, _ = before.places[mark]
            far.append(float(np.linalg.norm(before.camera.project(np.array([[x, y, 0.3]]))[0] - corners.mean(0))))
    return float(np.median(far)) if far else 0.0


def shaken(corners_px: Mapping[int, Floats], change: Change) -> bool:
    """Whether a picture changed where most of the sheets were, corners (4, 2) by id: the camera may have been moved."""
    touched = 0
    for corners in corners_px.values():
        low, high = corners.min(0), corners.max(0) + 1
        x0, y0, x1, y1 = (int(v) // SMALLER for v in (*np.maximum(low, 0), *np.maximum(high + SMALLER, 0)))
        touched += bool(change.mask[y0:y1, x0:x1].any())
    return 2 * touched > len(corners_px)


def strays(before: Solution, now: Solution) -> list[int]:
    """Sheets that moved against the others: the one without which the rest keep their distances."""
    common = [i for i in before.places if i in now.places]
    if len(common) < 3:
        return []
    old = np.array([before.places[i][:2] for i in common])
    new = np.array([now.places[i][:2] for i in common])
    wrong = np.abs(np.linalg.norm(old[:, None] - old, axis=2) - np.linalg.norm(new[:, None] - new, axis=2)) > KEPT_MM
    votes = wrong.sum(1)
    worst = int(votes.argmax())
    rest = np.delete(np.delete(wrong, worst, 0), worst, 1)
    return [common[worst]] if votes[worst] >= 2 and not rest.any() else []


def remembered(table: Solution, mark: int) -> tuple[float, float, float, float] | None:
    if mark not in table.places:
        return None
    c = table.centre_covariance[mark]
    return (*table.places[mark], max(0.1, math.sqrt((c[0, 0] + c[1, 1]) / 2)))


def _side_px(mark: Mark) -> float:
    return float(np.linalg.norm(mark.corners_px[1] - mark.corners_px[0]))
