"""A lens, the camera's place at every picture and where the sheets lie, in one least-squares solution.

Idea: a `Shot` is one look of the camera at some marks in one plane. Each mark has a place (x, y, turn) named by a key;
shots that use the same key say that the mark lay in the same place. One solver thus serves sheets that stay where they
are over all pictures, sheets laid anew for each, and sheets held up one by one. A shot's pose meets no other shot's, so
the poses are taken out of the normal equations (Schur complement), and what is left is the lens and the places.

Invariant: what the pictures cannot tell is held by `PRIORS`, so the problem is always solvable and a poor set of
pictures shows as a large sigma. A mark that fits badly pulls no harder than one at `HUBER` times the usual (Huber).

Not here: finding first guesses, and dropping what does not belong (`sheet_lens`).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.lens import Lens, distort
from calibration.motion import CORNERS
from calibration.problem import CORNER_FLOOR_PX, Mark

PRIORS = {
    "log_focal": 0.5, "log_aspect": 0.003, "cx": 0.03, "cy": 0.03,
    "k1": 0.4, "k2": 0.5, "p1": 0.005, "p2": 0.005, "k3": 0.1,
}  # fmt: skip
"""One sigma of what is not known of a lens; the centre as a share of the width. Ours: wide enough for any lens that
OpenCV's five numbers describe, and pixels are square but for 0.3 %. k3 acts in the picture's corners alone,
where sheets seldom are: it is held so near to nothing that it enters only where the pictures determine it."""
NUMBERS = len(PRIORS)
HUBER = 2.5
_ROUNDS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One look at marks in a plane. keys: the name of each mark's place. R, t_mm: x_camera = R x_plane + t_mm."""

    name: str
    marks: tuple[Mark, ...]
    keys: tuple[Hashable, ...]
    R: Floats
    t_mm: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """The solution. places: key -> (x_mm, y_mm, turn_rad). covariance: (9, 9) of the lens in the order of PRIORS.

    misfit: for each shot the rms of each of its marks' corners in sigmas, before those are grown; rms_px likewise, a
    corner's distance. scale: by how much the corners' sigmas must grow to agree, 1 or more; covariance has grown so.
    """

    lens: Lens
    shots: tuple[Shot, ...]
    places: dict[Hashable, Floats]
    covariance: Floats
    misfit: tuple[Floats, ...]
    rms_px: tuple[Floats, ...]
    scale: float

    @property
    def all_rms_px(self) -> float:
        """Over all corners, as cv2.calibrateCamera counts it."""
        return float(np.sqrt(np.mean(np.concatenate(self.rms_px) ** 2)))


@dataclass(slots=True)
class _State:
    lens: Lens
    R: list[Floats]
    t_mm: list[Floats]
    places: Floats


@dataclass(slots=True)
class _Equations:
    """Normal equations: shared (S, S) and right (S,) of lens and places; per shot its own 6 and how they mix."""

    shared: Floats
    right: Floats
    own: list[Floats]
    mixed: list[Floats]
    own_right: list[Floats]
    cost: float
    norms: list[Floats]
    rms_px: list[Floats]


def solve_bundle(
    shots: Sequence[Shot],
    places: Mapping[Hashable, Floats],
    fixed: frozenset[Hashable],
    lens: Lens,
    usual: float | None = None,
) -> Bundle:
    """Solve lens, poses and places from first guesses.

    places: a guess for every key. fixed: the keys that stay where they are, one for each set of shots that share keys
    (its frame). usual: a mark's misfit in sigmas where it belongs; None: found from the marks themselves, which a sheet
    that was moved can spoil where there are few.
    """
    problem = _Problem(shots, list(places), fixed, lens)
    state = _State(
        lens, [s.R for s in shots], [s.t_mm for s in shots], np.array([places[k] for k in places], float).reshape(-1, 3)
    )
    if usual is None:
        state, usual = _settled(problem, state)
    else:
        state = problem.descend(state, usual)
    last = problem.evaluate(state, usual)
    freedom = 8 * sum(len(s.marks) for s in shots) - 6 * len(shots) - 3 * (len(places) - len(fixed)) - NUMBERS
    norms = np.concatenate(last.norms)
    held = np.minimum(norms, HUBER * max(usual, float(np.median(norms))))
    scale = max(1.0, float(np.sqrt(8 * (held**2).sum() / max(freedom, 1))))
    reduced = np.linalg.inv(problem.reduced(last, 0.0)[0])
    covariance: Floats = np.asarray(reduced[:NUMBERS, :NUMBERS] * scale**2, np.float64)
    moved = tuple(Shot(s.name, s.marks, s.keys, R, t) for s, R, t in zip(shots, state.R, state.t_mm, strict=True))
    found: dict[Hashable, Floats] = dict(zip(places, np.asarray(state.places, np.float64), strict=True))
    return Bundle(state.lens, moved, found, covariance, tuple(last.norms), tuple(last.rms_px), scale)


def _settled(problem: _Problem, state: _State) -> tuple[_State, float]:
    """Solved with the usual misfit found on the way, 1 at least."""
    usual = float(np.inf)
    for _ in range(3):
        state = problem.descend(state, usual)
        now = max(1.0, float(np.median(np.concatenate(problem.evaluate(state, np.inf).norms))))
        if now >= 0.95 * usual:
            break
        usual = now
    return state, usual


class _Problem:
    """The residuals and their derivatives."""

    def __init__(self, shots: Sequence[Shot], keys: Sequence[Hashable], fixed: frozenset[Hashable], lens: Lens) -> None:
        row = {key: i for i, key in enumerate(keys)}
        self.rows = [np.array([row[key] for key in s.keys]) for s in shots]
        self.free = np.array([key not in fixed for key in keys])
        self.column = NUMBERS + 3 * (np.cumsum(self.free) - 1)
        self.size = NUMBERS + 3 * int(self.free.sum())
        self.offsets = [CORNERS[None] * np.array([m.side_mm for m in s.marks])[:, None, None] for s in shots]
        self.seen_px = [np.array([m.corners_px for m in s.marks]) for s in shots]
        floor = CORNER_FLOOR_PX**2 * np.eye(8)
        self.whiten = [
            np.array([np.linalg.inv(np.linalg.cholesky(m.covariance + floor)) for m in s.marks]) for s in shots
        ]
        self.sigma = np.array(list(PRIORS.values()))
        self.sigma[2:4] *= lens.width_px

    def evaluate(self, state: _State, usual: float) -> _Equations:
        """The normal equations at a state; a mark counts less from HUBER * usual sigmas on. Cost is inf where a mark
        is behind the camera."""
        out = _Equations(np.zeros((self.size, self.size)), np.zeros(self.size), [], [], [], 0.0, [], [])
        off = _numbers(state.lens) / self.sigma
        out.shared[range(NUMBERS), range(NUMBERS)] = 1 / self.sigma**2
        out.right[:NUMBERS] = -off / self.sigma
        out.cost = float(off @ off)
        for index in range(len(self.rows)):
            rest, A, B, offset_px = self._shot(state, index)
            norms = np.sqrt((rest**2).mean(1))
            reach = HUBER * usual
            weight = np.minimum(1.0, reach / np.maximum(norms, 1e-12))
            out.cost += (
                float(8 * np.where(norms <= reach, norms**2, 2 * reach * norms - reach**2).sum())
                if (np.isfinite(usual))
                else float((rest**2).sum())
            )
            root = np.sqrt(np.repeat(weight, 8))[:, None]
            rest_w, A_w, B_w = rest.reshape(-1) * root[:, 0], A * root, B * root
            out.shared += B_w.T @ B_w
            out.right += B_w.T @ rest_w
            out.own.append(A_w.T @ A_w)
            out.mixed.append(A_w.T @ B_w)
            out.own_right.append(A_w.T @ rest_w)
            out.norms.append(norms)
            out.rms_px.append(np.sqrt((offset_px**2).sum(2).mean(1)))
        if not np.isfinite(out.cost):
            out.cost = np.inf
        return out

    def _shot(self, state: _State, index: int) -> tuple[Floats, Floats, Floats, Floats]:
        """Residuals (M, 8) in sigmas, their change (8M, 6) with the pose and (8M, S) with what is shared, and in px."""
        rows, lens = self.rows[index], state.lens
        places, count = state.places[rows], len(rows)
        c, s = np.cos(places[:, 2]), np.sin(places[:, 2])
        turn = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
        arm = np.einsum("mij,mcj->mci", turn, self.offsets[index])
        plane = (places[:, None, :2] + arm).reshape(-1, 2)
        R = state.R[index]
        turned = plane @ R[:, :2].T
        at = turned + state.t_mm[index]
        if at[:, 2].min() <= 1e-6:
            nothing = np.full((count, 8), np.inf)
            return nothing, np.zeros((8 * count, 6)), np.zeros((8 * count, self.size)), nothing.reshape(count, 4, 2)
        rays = at[:, :2] / at[:, 2:]
        bent, slope = distort(rays, lens.distortion)
        K = lens.camera_matrix[:2, :2]
        D = np.zeros((len(at), 2, 3))
        D[:, 0, 0] = D[:, 1, 1] = 1 / at[:, 2]
        D[:, :, 2] = -rays / at[:, 2:]
        by_camera = K @ slope @ D
        x, y, z = turned.T
        none = np.zeros_like(x)
        spin = np.stack([np.stack([none, z, -y], 1), np.stack([-z, none, x], 1), np.stack([y, -x, none], 1)], 1)
        A = np.concatenate([by_camera @ spin, by_camera], 2).reshape(count, 8, 6)
        B = np.zeros((count, 8, self.size))
        B[:, :, :NUMBERS] = _by_lens(rays, bent, lens).reshape(count, 8, NUMBERS)
        by_plane = (by_camera @ R[:, :2]).reshape(count, 4, 2, 2)
        by_turn = np.einsum("mcij,mcj->mci", by_plane, np.stack([-arm[..., 1], arm[..., 0]], -1)).reshape(count, 8)
        for m, row in enumerate(rows):
            if self.free[row]:
                at_column = self.column[row]
                B[m, :, at_column : at_column + 2] = by_plane[m].reshape(8, 2)
                B[m, :, at_column + 2] = by_turn[m]
        offset_px = self.seen_px[index] - (bent @ K.T + lens.camera_matrix[:2, 2]).reshape(count, 4, 2)
        whiten = self.whiten[index]
        rest = np.einsum("mij,mj->mi", whiten, offset_px.reshape(count, 8))
        return rest, (whiten @ A).reshape(-1, 6), (whiten @ B).reshape(-1, self.size), offset_px

    def reduced(self, equations: _Equations, damping: float) -> tuple[Floats, Floats, list[Floats]]:
        """The equations of what is shared, poses taken out, and each shot's own matrix as it was used."""
        left = equations.shared + damping * np.diag(np.diag(equations.shared))
        right = equations.right.copy()
        owns = [own + (damping * np.diag(np.diag(own)) + 1e-12 * np.eye(6)) for own in equations.own]
        for own, mixed, own_right in zip(owns, equations.mixed, equations.own_right, strict=True):
            solved = np.linalg.solve(own, np.c_[mixed, own_right])
            left = left - mixed.T @ solved[:, :-1]
            right = right - mixed.T @ solved[:, -1]
        return left, right, owns

    def descend(self, state: _State, usual: float) -> _State:
        """Levenberg-Marquardt."""
        damping, now = 1e-3, self.evaluate(state, usual)
        for _ in range(_ROUNDS):
            left, right, owns = self.reduced(now, damping)
            try:
                shared = np.asarray(np.linalg.solve(left, right), np.float64)
            except np.linalg.LinAlgError:
                damping *= 10
                continue
            steps = [
                np.asarray(np.linalg.solve(own, own_right - mixed @ shared), np.float64)
                for own, mixed, own_right in zip(owns, now.mixed, now.own_right, strict=True)
            ]
            tried = self._moved(state, shared, steps)
            new = self.evaluate(tried, usual) if tried is not None else None
            if tried is not None and new is not None and new.cost < now.cost:
                gain = now.cost - new.cost
                state, now = tried, new
                damping = max(damping / 10, 1e-9)
                if gain < 1e-7 * now.cost + 1e-9:
                    break
            else:
                damping *= 10
                if damping > 1e8:
                    break
        return state

    def _moved(self, state: _State, shared: Floats, steps: Sequence[Floats]) -> _State | None:
        numbers = _numbers(state.lens) + shared[:NUMBERS]
        if np.abs(shared[0]) > 1 or not np.isfinite(numbers).all():
            return None
        places = state.places.copy()
        places[self.free] += shared[NUMBERS:].reshape(-1, 3)
        R = [np.asarray(cv2.Rodrigues(step[:3])[0], float) @ old for step, old in zip(steps, state.R, strict=True)]
        t = [old + step[3:] for step, old in zip(steps, state.t_mm, strict=True)]
        return _State(_lens(state.lens, numbers), R, t, places)


def _reference_px(lens: Lens) -> float:
    """The focal length that the prior's middle is at: 66 degrees along the longer side."""
    return max(lens.width_px, lens.height_px) / 2 / float(np.tan(np.radians(33.0)))


def _numbers(lens: Lens) -> Floats:
    """The lens in the order of PRIORS, each from the middle of its prior."""
    K = lens.camera_matrix
    middle = (lens.width_px - 1) / 2, (lens.height_px - 1) / 2
    focal = np.log(K[0, 0] / _reference_px(lens)), np.log(K[1, 1] / K[0, 0])
    return np.array([*focal, K[0, 2] - middle[0], K[1, 2] - middle[1], *np.pad(lens.distortion, (0, 5))[:5]])


def _lens(like: Lens, numbers: Floats) -> Lens:
    fx = _reference_px(like) * np.exp(numbers[0])
    cx, cy = numbers[2] + (like.width_px - 1) / 2, numbers[3] + (like.height_px - 1) / 2
    K = np.array([[fx, 0, cx], [0, fx * np.exp(numbers[1]), cy], [0, 0, 1]])
    return Lens(like.width_px, like.height_px, K, numbers[4:])


def _by_lens(rays: Floats, bent: Floats, lens: Lens) -> Floats:
    """(N, 2, 9): how pixels change with the lens's numbers."""
    fx, fy = lens.camera_matrix[0, 0], lens.camera_matrix[1, 1]
    x, y = rays.T
    square, one, none = (rays**2).sum(1), np.ones_like(x), np.zeros_like(x)
    radial = [np.stack([x * square**n, y * square**n], 1) for n in (1, 2, 3)]
    p1 = np.stack([2 * x * y, square + 2 * y * y], 1)
    p2 = np.stack([square + 2 * x * x, 2 * x * y], 1)
    K = np.array([fx, fy])
    columns = [
        bent * K,
        np.stack([none, bent[:, 1] * fy], 1),
        np.stack([one, none], 1),
        np.stack([none, one], 1),
        *(column * K for column in (radial[0], radial[1], p1, p2, radial[2])),
    ]
    return np.stack(columns, 2)


def lens_sigma_px(bundle: Bundle, points_px: Floats) -> Floats:
    """(N,) px, one sigma of where the lens puts what was seen at (N, 2) px, after the turn of the camera that fits
    best (the pose takes that up); NaN where the lens has no answer."""
    lens = bundle.lens
    rays = lens.to_rays(points_px)
    known = np.isfinite(rays).all(1)
    out = np.full(len(points_px), np.nan)
    if not known.any():
        return out
    rays = rays[known]
    bent, slope = distort(rays, lens.distortion)
    J = _by_lens(rays, bent, lens).reshape(-1, NUMBERS)
    x, y = rays.T
    # a turn of the camera moves a ray (x, y, 1) by these, for each of its three axes
    spin = np.stack([np.stack([-x * y, 1 + x * x, -y], 1), np.stack([-1 - y * y, x * y, x], 1)], 1)
    T = (lens.camera_matrix[:2, :2] @ slope @ spin).reshape(-1, 3)
    left = J - T @ np.linalg.lstsq(T, J, rcond=None)[0]
    variance = np.einsum("ip,pq,iq->i", left, bundle.covariance, left).reshape(-1, 2).sum(1)
    out[known] = np.sqrt(np.maximum(variance, 0))
    return out
