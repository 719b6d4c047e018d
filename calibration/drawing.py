"""Printed patterns as a camera draws them: blurred, at the samples a fit compares with the picture.

Samples stand on tensor grids over the pattern, so the blurred pattern is a product of small matrices: the share of each
column of cells in each sample's blur, times the cells, times the share of each row (an edge that runs along the cells
is blurred by the width of the blur across it alone).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from calibration.pattern import Pattern

Distort = Callable[[Floats], Floats]

NODES = np.linspace(-1.0, 1.0, 5)
"""Where the lens distortion is worked out on a pattern, in units of its reach; between them it is a polynomial."""
SMALL_CELL_PX = 7.0
"""Below this many pixels a cell the edges' surroundings meet, and an even grid is as good as bands."""
EVEN_PX = 1.4
"""Spacing of an even grid, px: 0.9 gives the same places on the test pictures at over twice the work."""
FINE_PX = 0.75
"""The same where a scale is taken from prints: saddle sheets of 37 px gave it to 0.1 % with 1.25 px, to 0.02 % with
this."""


def step(x: Floats) -> Floats:
    """A blurred step, 0 far left and 1 far right: the normal distribution function within 3e-4 (Page, 1977)."""
    return np.asarray(0.5 * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x))))


def bell(x: Floats) -> Floats:
    """The normal density, the step's slope."""
    return np.asarray(np.exp(-0.5 * x * x) * 0.3989422804)


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One axis of a tensor grid: where its samples are, in pattern units."""

    at: Floats

    def shares(self, bounds: Floats, sigma: Floats) -> tuple[Floats, Floats, Floats]:
        """(M, G, n) share of each cell in each sample, its slope along the axis, its change with sigma.

        The outermost cells reach for ever.
        """
        x = (self.at[None, :, None] - bounds[None, None, 1:-1]) / sigma[:, None, None]
        f = bell(x)
        slope = f / sigma[:, None, None]
        return _differences(step(x), 1.0), _differences(slope, 0.0), _differences(-slope * x, 0.0)


def _differences(edges: Floats, first: float) -> Floats:
    """(M, G, n + 1) from (M, G, n): what lies between one edge and the next; `first` before them all, 0 after."""
    out = np.empty((*edges.shape[:2], edges.shape[2] + 1))
    out[..., 1:] = edges
    out[..., 0] = first
    out[..., :-1] -= edges
    return out


def tensor_grids(
    bounds_u: Floats, bounds_v: Floats, side_px: float, reach: float, even_px: float = EVEN_PX
) -> list[tuple[Axis, Axis]]:
    """Grids that hold what the edges tell: one even grid for small prints; for large ones bands across the edges.

    A band has samples to 2.4 px on both sides of each boundary, at two or more rows a cell that meet slanted edges at
    all parts of a pixel. side_px: of the black square in the picture; reach: how far from its centre samples go;
    even_px: spacing of an even grid.
    """
    if side_px * float(np.diff(bounds_u).min()) < SMALL_CELL_PX:
        count = int(np.clip(2 * reach * side_px / even_px, 14, 120))
        even = Axis(np.linspace(-reach, reach, count))
        return [(even, even)]

    def across(bounds: Floats) -> Axis:
        return Axis(np.sort((bounds[1:-1, None] + np.linspace(-2.4, 2.4, 8)[None] / side_px).ravel()))

    def along(bounds: Floats) -> Axis:
        ends = np.clip(bounds, -reach, reach)
        return Axis((ends[:-1, None] + np.diff(ends)[:, None] * np.array([0.27, 0.71])).ravel())

    return [(across(bounds_u), along(bounds_v)), (along(bounds_u), across(bounds_v))]


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """The blurred patterns at all samples, (M, S) each: share of white, slopes on the pattern, change with blur in
    px."""

    white: Floats
    slope_u: Floats
    slope_v: Floats
    by_blur: Floats


class Batch:
    """M patterns of one layout with the samples at which they are compared with a picture.

    u, v: (S,) samples on the pattern. side_px: of the black square in the picture; quiet_share: of the outermost cells'
    depth.
    """

    def __init__(
        self, patterns: Sequence[Pattern], side_px: float, quiet_share: float, even_px: float = EVEN_PX
    ) -> None:
        first = patterns[0]
        self.cells = np.array([p.cells for p in patterns], dtype=float)
        self.bounds_u = np.asarray(first.bounds_u_mm, dtype=float) / first.side_mm
        self.bounds_v = np.asarray(first.bounds_v_mm, dtype=float) / first.side_mm
        quiet = float(self.bounds_u[-1] - self.bounds_u[-2])
        self.reach = float(self.bounds_u[-1] - quiet * (1 - quiet_share))
        self.grids = tensor_grids(self.bounds_u, self.bounds_v, side_px, self.reach, even_px)
        mesh = [np.meshgrid(u.at, v.at) for u, v in self.grids]
        self.u = np.concatenate([m[0].ravel() for m in mesh])
        self.v = np.concatenate([m[1].ravel() for m in mesh])
        self._points = np.stack([self.u, self.v, np.ones_like(self.u)])
        # the lens' bend at a sample is this much of the bend at each of the 25 nodes
        nodes_u, nodes_v = _lagrange(self.u / self.reach), _lagrange(self.v / self.reach)
        bend = np.einsum("sv,su->vus", nodes_v, nodes_u).reshape(len(NODES) ** 2, -1)
        self._bend = np.ascontiguousarray(bend)
        a, b = np.meshgrid(NODES * self.reach, NODES * self.reach)
        self._nodes = np.stack([a.ravel(), b.ravel(), np.ones(a.size)])

    def draw(self, sigma_u: Floats, sigma_v: Floats, su: Floats, sv: Floats) -> Drawing:
        """The patterns under blurs of sigma_u, sigma_v (M,) pattern units; su, sv: what one pixel of blur adds to
        them."""
        parts: list[list[Floats]] = [[], [], [], []]
        for u, v in self.grids:
            Au, du, gu = u.shares(self.bounds_u, sigma_u)
            Av, dv, gv = (Av @ self.cells for Av in v.shares(self.bounds_v, sigma_v))
            right = Au.transpose(0, 2, 1)
            parts[0].append(Av @ right)
            parts[1].append(Av @ du.transpose(0, 2, 1))
            parts[2].append(dv @ right)
            parts[3].append(su[:, None, None] * (Av @ gu.transpose(0, 2, 1)) + sv[:, None, None] * (gv @ right))
        return Drawing(*(np.concatenate([a.reshape(len(self.cells), -1) for a in part], 1) for part in parts))

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

    def pixels(self, H: Floats, distort: Distort | None) -> tuple[Floats, Floats]:
        """x and y (M, S) in the picture of the samples under (M, 3, 3) homographies to ideal pixels and the lens."""
        q = H @ self._points
        x, y = q[:, 0] / q[:, 2], q[:, 1] / q[:, 2]
        if distort is None:
            return x, y
        n = H @ self._nodes
        ideal = np.stack([n[:, 0] / n[:, 2], n[:, 1] / n[:, 2]], 2)
        bend = distort(ideal.reshape(-1, 2)).reshape(ideal.shape) - ideal
        # whole arrays: numpy multiplies strided ones without BLAS, ten times slower
        bend_x, bend_y = np.ascontiguousarray(bend[..., 0]), np.ascontiguousarray(bend[..., 1])
        return x + bend_x @ self._bend, y + bend_y @ self._bend


def _lagrange(x: Floats) -> Floats:
    """(G, 5): the Lagrange polynomials of NODES at x."""
    out = np.ones((len(x), len(NODES)))
    for i, a in enumerate(NODES):
        for j, b in enumerate(NODES):
            if i != j:
                out[:, i] *= (x - b) / (a - b)
    return out
