"""Fit whole printed patterns to a picture: sub-pixel, unmoved by the growth of white.

Idea: a printed pattern is known to the last cell, so its blurred image is known but for where it lies. Sample the
picture on a
grid laid over each pattern, compare with the blurred pattern, and move the grid until they agree: inverse compositional
Lucas-Kanade (Baker & Matthews, "Lucas-Kanade 20 years on", 2004). All patterns of one kind move together in a few
array operations.

Invariant: blur happens in light, the tone curve comes after it. Mid-grey is then not the middle of an edge, and
white grows.
Every pattern has edges of both signs inside, so the tone is a parameter that the picture settles (`Tone`), never a
bias of the size.

Not done here: finding patterns, and any thought of what they stand for. Coordinates on a pattern are in units of its
side: the
black square reaches from -0.5 to 0.5, x to the right of the print, y to its top.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.motion import FreeMotion, PlaneMotion
from calibration.pattern import Pattern

Floats = NDArray[np.float64]
Distort = Callable[[Floats], Floats]

M = TypeVar("M", "FreeMotion", "PlaneMotion")

NODES = np.linspace(-1.0, 1.0, 5)
"""Where the lens distortion is worked out on a pattern, in units of its reach; between them it is a polynomial."""


@dataclass(frozen=True, slots=True)
class Tone:
    """How a picture draws an edge: blur_px, one sigma of the blur; k, its tone curve t(b) = b (1 + k) / (1 + k b), 0
    straight."""

    blur_px: float = 0.6
    k: float = 1.3
    blur_sigma_px: float = 0.3
    k_sigma: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Fits:
    """What M fits came to, each array with M rows.

    covariance: (M, P, P) of the motion's parameters. contrast, dark, noise: grey levels between black
    and white, of black, and rms of what is left.
    agreement: share of the picture's variance that the pattern explains, 0..1. clear: share of the samples that take
    part.
    """

    covariance: Floats
    agreement: Floats
    clear: Floats
    contrast: Floats
    dark: Floats
    noise: Floats
    blur_px: Floats
    k: Floats


def step(x: Floats) -> Floats:
    """A blurred step, 0 far left and 1 far right: the normal distribution function within 3e-4 (Page, 1977)."""
    return np.asarray(0.5 * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x))))


def bell(x: Floats) -> Floats:
    """The normal density, the step's slope."""
    return np.asarray(np.exp(-0.5 * x * x) * 0.3989422804)


@dataclass(frozen=True, slots=True, eq=False)
class _Axis:
    """One axis of a tensor grid: where its samples are, and the share of each cell in each, blurred."""

    at: Floats

    def shares(self, bounds: Floats, sigma: Floats) -> tuple[Floats, Floats, Floats]:
        """(M, G, n) shares, their slope along the axis, and their change with sigma. The outermost cells reach for
        ever."""
        x = (self.at[None, :, None] - bounds[None, None, 1:-1]) / sigma[:, None, None]
        F, f = step(x), bell(x)
        ones, none = np.ones_like(F[..., :1]), np.zeros_like(F[..., :1])
        f_at = f / sigma[:, None, None]
        f_sigma = -f * x / sigma[:, None, None]
        stacked = [
            np.concatenate([a, b, c], 2) for a, b, c in ((ones, F, none), (none, f_at, none), (none, f_sigma, none))
        ]
        shares, slopes, growths = (s[..., :-1] - s[..., 1:] for s in stacked)
        return shares, slopes, growths


def _grids(bounds_u: Floats, bounds_v: Floats, cell_px: float, reach: float) -> list[tuple[_Axis, _Axis]]:
    """Tensor grids that hold what the edges tell: one even grid for small prints; for large ones bands across the
    edges.

    A band has nine samples from -2 to 2 px across each boundary (offset by a different part of a pixel each, so that
    edges along the
    picture's rows are met at all phases) times three rows a cell.
    """
    if cell_px < 7:
        count = int(np.clip(2 * reach / (np.diff(bounds_u)[1] / cell_px) / 0.75, 16, 64))
        even = _Axis(np.linspace(-reach, reach, count))
        return [(even, even)]

    def across(bounds: Floats) -> _Axis:
        px = float(np.diff(bounds)[1:-1].min()) / cell_px
        inner = bounds[1:-1]
        return _Axis(np.sort((inner[:, None] + np.linspace(-2.6, 2.6, 11)[None] * px).ravel()))

    def along(bounds: Floats) -> _Axis:
        inner = np.clip(bounds, -reach, reach)
        parts = np.array([0.2, 0.41, 0.6, 0.83]) if cell_px < 20 else np.array([0.12, 0.27, 0.41, 0.56, 0.71, 0.86])
        return _Axis((inner[:-1, None] + np.diff(inner)[:, None] * parts).ravel())

    return [(across(bounds_u), along(bounds_v)), (along(bounds_u), across(bounds_v))]


@dataclass(slots=True)
class _Drawing:
    """The blurred patterns at all samples, (M, S) each: share of white, its slopes on the pattern, its change with
    the blur in px."""

    white: Floats
    slope_u: Floats
    slope_v: Floats
    by_blur: Floats


class _Batch:
    """M patterns of one layout, their samples, and what of the warps does not change while they are fitted."""

    def __init__(self, patterns: Sequence[Pattern], cell_px: float, quiet_share: float) -> None:
        first = patterns[0]
        self.cells = np.array([p.cells for p in patterns], dtype=float)
        self.bounds_u = np.asarray(first.bounds_u_mm, dtype=float) / first.side_mm
        self.bounds_v = np.asarray(first.bounds_v_mm, dtype=float) / first.side_mm
        quiet = float(self.bounds_u[-1] - self.bounds_u[-2])
        self.reach = float(self.bounds_u[-1] - quiet * (1 - quiet_share))
        self.grids = _grids(self.bounds_u, self.bounds_v, cell_px, self.reach)
        mesh = [np.meshgrid(u.at, v.at) for u, v in self.grids]
        self.u = np.concatenate([m[0].ravel() for m in mesh])
        self.v = np.concatenate([m[1].ravel() for m in mesh])
        self.points = np.stack([self.u, self.v, np.ones_like(self.u)])
        basis = (
            [_lagrange(u.at / self.reach) for u, _ in self.grids],
            [_lagrange(v.at / self.reach) for _, v in self.grids],
        )
        self.bends = list(zip(*basis, strict=True))

    def draw(self, sigma_u: Floats, sigma_v: Floats, su: Floats, sv: Floats) -> _Drawing:
        parts: list[list[Floats]] = [[], [], [], []]
        for u, v in self.grids:
            Au, du, gu = u.shares(self.bounds_u, sigma_u)
            Av, dv, gv = v.shares(self.bounds_v, sigma_v)
            left, right = Av @ self.cells, Au.transpose(0, 2, 1)
            parts[0].append(left @ right)
            parts[1].append(left @ du.transpose(0, 2, 1))
            parts[2].append((dv @ self.cells) @ right)
            parts[3].append(
                su[:, None, None] * (left @ gu.transpose(0, 2, 1)) + sv[:, None, None] * ((gv @ self.cells) @ right)
            )
        flat = [np.concatenate([a.reshape(len(self.cells), -1) for a in part], 1) for part in parts]
        return _Drawing(*flat)

    def by_sample(self, trust: Floats) -> Floats:
        """(M, S) from (M, m, n) by cell; the quiet zone's samples beyond the outermost bounds count to its cells."""
        column = np.searchsorted(self.bounds_u[1:-1], self.u)
        row = np.searchsorted(self.bounds_v[1:-1], self.v)
        return np.asarray(trust[:, row, column])

    def crowding(self, su: Floats, sv: Floats) -> Floats:
        """(M,): samples a pixel, at least 1; samples closer than a pixel share its noise."""
        out = np.zeros(len(su))
        for u, v in self.grids:
            du, dv = np.median(np.diff(u.at)) / su, np.median(np.diff(v.at)) / sv
            out += np.maximum(1, 1 / du) * np.maximum(1, 1 / dv) / len(self.grids)
        return out

    def pixels(self, H: Floats, distort: Distort | None) -> Floats:
        """(M, S, 2) pixels of the samples under (M, 3, 3) homographies and the lens."""
        q = H @ self.points
        px = np.moveaxis(q[:, :2] / q[:, 2:], 1, 2)
        if distort is None:
            return np.asarray(px)
        a, b = np.meshgrid(NODES * self.reach, NODES * self.reach)
        n = H @ np.stack([a.ravel(), b.ravel(), np.ones(a.size)])
        ideal = np.moveaxis(n[:, :2] / n[:, 2:], 1, 2)
        bend = (distort(ideal.reshape(-1, 2)).reshape(ideal.shape) - ideal).reshape(len(H), 5, 5, 2)
        shift = [
            np.einsum("vb,mbax,ua->mvux", Lv, bend, Lu, optimize=True).reshape(len(H), -1, 2) for Lu, Lv in self.bends
        ]
        return np.asarray(px + np.concatenate(shift, 1))


def _medians(values: Floats, believed: Floats) -> Floats:
    """(M,) medians of each row over the samples that are believed."""
    if believed.all():
        return np.asarray(np.median(values, 1))
    return np.asarray(np.nan_to_num(np.nanmedian(np.where(believed > 0, values, np.nan), 1), nan=0.0))


def _lagrange(x: Floats) -> Floats:
    """(G, 5): the Lagrange polynomials of NODES at x."""
    out = np.ones((len(x), len(NODES)))
    for i, a in enumerate(NODES):
        for j, b in enumerate(NODES):
            if i != j:
                out[:, i] *= (x - b) / (a - b)
    return out


def _centre_jacobian(H: Floats) -> Floats:
    """(M, 2, 2) pixels for a step on the pattern, at its centre."""
    centre = H[:, :2, 2] / H[:, 2, 2][:, None]
    return np.asarray((H[:, :2, :2] - centre[:, :, None] * H[:, 2:, :2]) / H[:, 2, 2][:, None, None])


def fit(
    grey: NDArray[np.uint8],
    patterns: Sequence[Pattern],
    start: M,
    tone: Tone,
    *,
    distort: Distort | None = None,
    quiet_share: float = 0.6,
    rounds: int = 8,
    shading: bool = True,
    trust: Floats | None = None,
) -> tuple[M, Fits]:
    """Fit M patterns of one layout (same bounds in units of their side) to a grey picture.

    start must be within about a cell of the truth. distort maps (N, 2) ideal pixels to picture pixels; None: there
    is no lens.
    quiet_share: how much of the white around the black square takes part. shading: let the light change across a
    pattern.
    trust: (M, m, n) by the patterns' cells, 0 where a cell is hidden and takes no part, 1 where it is in sight.
    The blur and tone curve of each pattern are free within the sigmas of `tone`; zero sigmas hold them.
    """
    H = start.homographies()
    size_px = np.sqrt(np.abs(np.linalg.det(_centre_jacobian(H))))
    n_cells = len(patterns[0].bounds_u_mm) - 3
    batch = _Batch(patterns, float(np.median(size_px)) / n_cells, quiet_share)
    count, motion = len(patterns), start
    fields = motion.fields(batch.u, batch.v)
    n_move, ones = len(fields), np.ones((count, len(batch.u)))
    blur, k, contrast = np.full(count, tone.blur_px), np.full(count, tone.k), np.full(count, 120.0)
    priors = np.array([tone.blur_sigma_px, tone.k_sigma])
    believed = ones if trust is None else batch.by_sample(np.asarray(trust, dtype=float))
    weights = believed
    for turn in range(rounds):
        H = motion.homographies()
        J = _centre_jacobian(H)
        inverse = np.linalg.inv(J)
        su, sv = np.sqrt((inverse**2).sum(2)).T
        drawn = batch.draw(blur * su, blur * sv, su, sv)
        kk = k[:, None]
        below = 1 + kk * drawn.white
        seen, slope = drawn.white * (1 + kk) / below, contrast[:, None] * (1 + kk) / below**2
        at = batch.pixels(H, distort).astype(np.float32)
        values = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(
            float
        )
        gu, gv = slope * drawn.slope_u, slope * drawn.slope_v
        columns = [gu * du + gv * dv for du, dv in fields] + [slope * drawn.by_blur]
        columns += [contrast[:, None] * drawn.white * (1 - drawn.white) / below**2, ones, seen]
        if shading:
            columns += [ones * batch.u, ones * batch.v]
        A = np.stack(columns, 2)
        weighted = A.transpose(0, 2, 1) * weights[:, None, :]
        normal = weighted @ A
        held = np.zeros(normal.shape[1])
        # priors on blur and tone, in grey levels of noise: 3 is what these pictures have
        held[n_move : n_move + 2] = 9.0 / np.maximum(priors, 1e-6) ** 2
        right = (weighted @ values[..., None])[..., 0]
        off = np.stack([tone.blur_px - blur, tone.k - k], 1)
        own, own_off = motion.priors()
        held[:n_move] = 9.0 * own
        right[:, :n_move] += held[:n_move] * own_off
        right[:, n_move : n_move + 2] += held[n_move : n_move + 2] * off
        normal = normal + np.diag(held + 1e-9)
        x = np.linalg.solve(normal, right[..., None])[..., 0]
        rest = values - (A @ x[..., None])[..., 0]
        scale = 1.4826 * _medians(np.abs(rest), believed) + 0.5
        ratio = np.abs(rest) / scale[:, None]
        weights = 1 / np.maximum(1, ratio / 2.5) if turn < rounds - 3 else np.clip(1 - (ratio / 6) ** 2, 0, 1) ** 2
        weights = weights * believed
        contrast = np.maximum(x[:, n_move + 3], 5)
        motion = motion.moved(np.clip(x[:, :n_move], -0.25, 0.25))
        if turn > 0:
            blur = np.clip(blur + np.clip(x[:, n_move], -0.2, 0.2), 0.25, 4.0)
            k = np.clip(k + np.clip(x[:, n_move + 1], -0.5, 0.5), -0.7, 10.0)
    total = np.maximum(weights.sum(1), 1e-9)
    noise = np.sqrt((weights * rest**2).sum(1) / total)
    middle = (weights * values).sum(1) / total
    spread = (weights * (values - middle[:, None]) ** 2).sum(1) / total
    crowding = batch.crowding(su, sv)
    covariance = np.linalg.inv(normal)[:, :n_move, :n_move] * (noise**2 * crowding)[:, None, None]
    clear = ((ratio < 4) * believed).mean(1)
    return motion, Fits(
        covariance, 1 - noise**2 / np.maximum(spread, 1e-9), clear, contrast, x[:, n_move + 2], noise, blur, k
    )
