"""Where the camera is and where the sheets lie, from the corners of printed marks: one least-squares solution with
covariance.

Idea: every mark is a square of known size lying level at a known height; its place and turn in the plane are unknown,
as is the camera's pose. All corners of all marks go into one Gauss-Newton solution, each weighted with the covariance
its fit gave, so the scale comes from all sheets together and none is special. The first sheet only lends its frame: the
origin is its centre.

Invariant: what the corners cannot tell is held by a stated prior (`problem.LENS_PRIORS`, known places), so the
covariance is
always that of a solvable problem and a poor picture shows as a large sigma, never as a wild answer.

Uncertainty is stated against the sheets as a whole and not against the first one's own print (a free network's inner
constraint, Baarda's S-transformation): turning the frame moves no two figures apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.errors import PictureFault
from calibration.lens import Lens
from calibration.motion import CORNERS
from calibration.problem import Mark, Problem, point_jacobian

USUAL_INFLATION, USUAL_FREEDOM = 1.9, 10
"""By how much corners misfit their sigmas on the test pictures (1.0 to 2.1), and how many degrees of freedom that is
worth."""
ENOUGH_SHEETS, ODD_SIGMAS, ODD_RATIO = 4, 4.0, 2.5
"""Of so many sheets that disagree by so many sigmas, one is odd if the rest agree so many times better without it."""
POOR_SIGMAS = 8.0
"""If the best of the largest sheet's two poses misfits by more sigmas a corner, the other sheets' poses are tried."""
ZOOMS = (0.55, 0.75, 1.0, 1.4)
"""Focal lengths an unknown lens is tried from, in first guesses: from above, far and narrow looks much like near and
wide."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The table solved. places: mark id -> (x_mm, y_mm, turn_rad). centre_covariance: id -> (2, 2) mm squared of its
    centre.

    causes: (P, C), one column an independent cause, one sigma of it: rows are the camera's turn (rad) and shift (mm),
    those of an unknown lens (`problem.LENS_PRIORS`), and last the shift and turn of the frame. rms_px: what the corners
    disagree by; disagreement: the same in sigmas. inflation: by how much all sigmas are grown for it, 1 or more.
    misfit: id -> rms of its corners in sigmas, before that. left_out: sheets that did not agree with the others.
    """

    camera: Camera
    places: dict[int, tuple[float, float, float]]
    centre_covariance: dict[int, Floats]
    causes: Floats
    rms_px: float
    inflation: float
    disagreement: float
    lens_known: bool
    misfit: dict[int, float]
    name: str = ""
    left_out: tuple[int, ...] = ()

    def shifts(self, points_mm: Floats) -> tuple[Floats, Floats]:
        """Of (N, 3) points: (N, C, 2) how far each cause moves one seen there, mm in its plane; (N, 2, 2) mm for a
        pixel.

        The part that moves all sheets together (a turn or shift of the frame) is taken out.
        """
        J = point_jacobian(self.camera, points_mm, self.lens_known)
        mm_per_px = np.linalg.inv(J.plane)
        frame = np.zeros((len(points_mm), 2, 3))
        frame[:, 0, 0] = frame[:, 1, 1] = 1.0
        frame[:, 0, 2], frame[:, 1, 2] = -points_mm[:, 1], points_mm[:, 0]
        moved = -np.concatenate([mm_per_px @ J.params, frame], 2) @ self.causes
        return np.ascontiguousarray(moved.transpose(0, 2, 1)), np.asarray(mm_per_px, dtype=float)


def _starts(marks: Sequence[Mark], sheets: Sequence[Mark], lens: Lens) -> list[tuple[Camera, Floats]]:
    """First guesses: the pose that each of these sheets gives alone (two each: a square's pose has two readings)."""
    out = []
    rays = lens.to_rays(np.concatenate([m.corners_px for m in marks])).reshape(-1, 4, 2)
    if not np.isfinite(rays).all():
        return []
    by_id = {m.id: r for m, r in zip(marks, rays, strict=True)}
    directions = np.concatenate([rays, np.ones((*rays.shape[:2], 1))], 2).reshape(-1, 3)
    heights = np.array([m.height_mm for m in marks])
    for sheet in sheets:
        square = np.c_[CORNERS * sheet.side_mm, np.zeros(4)]
        _, turns, shifts, _ = cv2.solvePnPGeneric(
            square, by_id[sheet.id], np.eye(3), None, flags=cv2.SOLVEPNP_IPPE_SQUARE
        )
        for turn, shift in zip(turns, shifts, strict=True):
            R = np.asarray(cv2.Rodrigues(turn)[0], float)
            camera = Camera(lens, R, shift.ravel() - R[:, 2] * sheet.height_mm)
            if camera.centre_mm[2] <= heights.max():
                continue
            corners = camera.meet(directions @ R, np.repeat(heights, 4)).reshape(-1, 4, 2)
            if np.isfinite(corners).all():
                out.append(_reframe(camera, _lay(corners)))
    return out


def _lay(corners_mm: Floats) -> Floats:
    """(M, 3) centre and turn of squares whose corners (M, 4, 2) lie in a plane."""
    along = (corners_mm[:, 1] - corners_mm[:, 0]) + (corners_mm[:, 2] - corners_mm[:, 3])
    return np.asarray(np.c_[corners_mm.mean(1), np.arctan2(along[:, 1], along[:, 0])])


def _reframe(camera: Camera, places: Floats) -> tuple[Camera, Floats]:
    """The same in the frame of the first mark."""
    x, y, turn = places[0]
    c, s = np.cos(turn), np.sin(turn)
    to_first = np.array([[c, s], [-s, c]])
    moved = places.copy()
    moved[:, :2] = (places[:, :2] - (x, y)) @ to_first.T
    moved[:, 2] = (places[:, 2] - turn + np.pi) % (2 * np.pi) - np.pi
    back = np.eye(3)
    back[:2, :2] = to_first.T
    return Camera(camera.lens, camera.R @ back, camera.t_mm + camera.R @ np.array([x, y, 0.0])), moved


def _descend(problem: Problem, camera: Camera, places: Floats, rounds: int) -> tuple[Camera, Floats, float]:
    """Levenberg-Marquardt from one start; the cost is half the sum of squares in sigmas."""
    damping = 1e-4
    rest, A = problem.evaluate(camera, places)
    cost = float(rest @ rest)
    for _ in range(rounds):
        normal, right = A.T @ A, A.T @ rest
        x = np.asarray(np.linalg.solve(normal + damping * np.diag(np.diag(normal)), right), dtype=float)
        tried = problem.step(camera, places, x)
        if tried[0].centre_mm[2] <= problem.height_mm.max():
            damping *= 10
            continue
        rest_new, A_new = problem.evaluate(*tried)
        cost_new = float(rest_new @ rest_new)
        if cost_new < cost:
            gain = cost - cost_new
            (camera, places), rest, A, cost = tried, rest_new, A_new, cost_new
            damping = max(damping / 10, 1e-9)
            if gain < 1e-6 * cost + 1e-9:
                break
        else:
            damping *= 10
            if damping > 1e6:
                break
    return camera, places, cost


def solve(marks: Sequence[Mark], lens: Lens, *, lens_known: bool = True, name: str = "") -> Solution:
    """Solve camera, sheets and (with lens_known False) the lens from marks; the first is the frame unless places are
    known.

    Of four sheets or more, one that does not agree with the others (bent, of another size, half covered) is left
    out, never the first. Raises PictureFault `no-sheets` without a mark, `no-solution` where no pose of the camera
    explains
    the marks.
    """
    solution = _solve_all(marks, lens, lens_known, name)
    sheets = [m for m in marks if m.sheet]
    if len(sheets) < ENOUGH_SHEETS or solution.disagreement < ODD_SIGMAS:
        return solution
    # an odd sheet pulls the others along, so its own misfit hardly stands out; how well they agree without it does
    others = [(m.id, _solve_all([k for k in marks if k is not m], lens, lens_known, name)) for m in sheets[1:]]
    odd, without = min(others, key=lambda o: o[1].disagreement)
    if without.disagreement * ODD_RATIO > solution.disagreement:
        return solution
    return replace(without, left_out=(odd,))


def _solve_all(marks: Sequence[Mark], lens: Lens, lens_known: bool, name: str) -> Solution:
    if not any(m.sheet for m in marks):
        raise PictureFault("no-sheets", "No table sheet is in sight, so nothing can be measured.")
    problem = Problem(marks, lens, lens_known)
    largest = sorted((m for m in marks if m.sheet), key=lambda m: -cv2.contourArea(m.corners_px.astype(np.float32)))
    ends = _ends(problem, largest[:1] if lens_known else largest[:3])
    if lens_known and (not ends or ends[0][2] > POOR_SIGMAS**2 * 8 * len(marks)):
        ends += _ends(problem, largest[1:])
    if not ends:
        raise PictureFault("no-solution", "The sheets in sight do not fit one camera: is one bent, or of another size?")
    camera, places, _ = min(ends, key=lambda s: s[2])
    rest, A = problem.evaluate(camera, places)
    corners = 8 * len(marks)
    freedom = corners - (6 + 3 * (len(marks) - problem.gauge))
    # few corners say little of how well they agree; what is usual stands in for what they do not say
    misfit = float((rest[:corners] ** 2).sum())
    disagreement = math.sqrt(misfit / max(freedom, 1))
    inflation = max(1.0, math.sqrt((USUAL_FREEDOM * USUAL_INFLATION**2 + misfit) / (USUAL_FREEDOM + freedom)))
    off_px = np.linalg.solve(problem.whiten, rest[:corners].reshape(len(marks), 8, 1))
    rms_px = float(np.sqrt((off_px**2).sum() / max(freedom, 1)))
    covariance = np.linalg.inv(A.T @ A) * inflation**2
    sheets = [i for i, m in enumerate(marks) if m.sheet]
    frame = _frame_motion(problem, places, sheets)
    small = np.r_[np.eye(problem.size)[: problem.pose], frame]
    values, vectors = np.linalg.eigh(small @ covariance @ small.T)
    causes = vectors * np.sqrt(np.maximum(values, 0))
    found = {m.id: (float(p[0]), float(p[1]), float(p[2])) for m, p in zip(marks, places, strict=True)}
    centres = {}
    for i, mark in enumerate(marks):
        x, y, _ = places[i]
        at = problem.pose + 3 * i
        own = np.eye(problem.size)[at : at + 2] - np.array([[1.0, 0.0, -y], [0.0, 1.0, x]]) @ frame
        centres[mark.id] = own @ covariance @ own.T
    by_mark = np.sqrt((rest[:corners].reshape(len(marks), 8) ** 2).mean(1))
    by_id = {m.id: float(v) for m, v in zip(marks, by_mark, strict=True)}
    return Solution(camera, found, centres, causes, rms_px, inflation, disagreement, lens_known, by_id, name)


def _ends(problem: Problem, sheets: Sequence[Mark]) -> list[tuple[Camera, Floats, float]]:
    """Where the descents from these sheets' poses end, the best first: camera, places, cost."""
    lens, known = problem.lens, problem.lens_known
    lenses = [lens] if known else [_zoomed(lens, zoom) for zoom in ZOOMS]
    tried = []
    for camera, places in (start for one in lenses for start in _starts(problem.marks, sheets, one)):
        if not problem.gauge:
            camera, places = _onto_known(camera, places, problem.marks)
        tried.append(_descend(problem, camera, places, 1 if known else 8))
    tried.sort(key=lambda t: t[2])
    ends = []
    for camera, places, _ in tried[: 2 if known else 4]:
        ends.append(_descend(problem, camera, places, 60))
        if known and len(problem.marks) > 1 and ends[-1][2] < POOR_SIGMAS**2 * 8 * len(problem.marks):
            break
    return sorted(ends, key=lambda e: e[2])


def _zoomed(lens: Lens, zoom: float) -> Lens:
    K = lens.camera_matrix.copy()
    K[:2, :2] *= zoom
    return replace(lens, camera_matrix=K)


def _onto_known(camera: Camera, places: Floats, marks: Sequence[Mark]) -> tuple[Camera, Floats]:
    """Turn and shift a start so that the first known mark lies where it is known to lie."""
    index = next(i for i, m in enumerate(marks) if m.known)
    known = marks[index].known
    assert known is not None
    turn = known[2] - places[index, 2]
    c, s = np.cos(turn), np.sin(turn)
    R = np.array([[c, -s], [s, c]])
    shift = np.array(known[:2]) - R @ places[index, :2]
    moved = np.c_[places[:, :2] @ R.T + shift, (places[:, 2] + turn + np.pi) % (2 * np.pi) - np.pi]
    full = np.eye(3)
    full[:2, :2] = R
    R_new = camera.R @ full.T
    return Camera(camera.lens, R_new, camera.t_mm - R_new @ np.array([*shift, 0.0])), moved


def _frame_motion(problem: Problem, places: Floats, sheets: Sequence[int]) -> Floats:
    """(3, P): the shift x, y and turn of the frame, as the sheets' centres and turns have it, for a step of the
    parameters."""
    rows, picks = [], []
    for i in sheets:
        x, y, _ = places[i]
        arm = problem.side_mm[i] / 2
        rows += [[1.0, 0.0, -y], [0.0, 1.0, x], [0.0, 0.0, arm]]
        at = problem.pose + 3 * i
        pick = np.eye(problem.size)[at : at + 3]
        pick[2] *= arm
        picks.append(pick)
    return np.asarray(np.linalg.pinv(np.array(rows)) @ np.concatenate(picks))
