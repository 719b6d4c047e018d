"""Terrain as a height field: its edges in space for sight, its surface under a point.

A prism has its outline at its height. A frustum has its top outline, the ridges from each corner of the foot to the
same corner of the top, and a diagonal in every side that is not flat. Edges on the ground hide nothing and are left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.geometry.polygons import inside
from companion.table.state import TerrainPiece

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

PARALLEL = 1e-4
"""Sine of the angle between a side's foot and top below which the side counts as flat: 0.01 mm in a side of 100 mm."""


@dataclass(frozen=True, slots=True)
class Relief:
    """All pieces as arrays. `edges`: (x y h of one end, x y h of the other, edges), mm; piece p has count[p] from
    start[p] on.

    `centre` (pieces, 2) and `radius` bound each outline with a circle.
    """

    pieces: tuple[TerrainPiece, ...]
    centre: Floats
    radius: Floats
    height: Floats
    edges: Floats
    start: Ints
    count: Ints

    @staticmethod
    def of(pieces: Sequence[TerrainPiece]) -> Relief:
        per_piece = [_edges(piece) for piece in pieces]
        count = np.array([len(edges) for edges in per_piece], dtype=np.intp)
        outlines = [np.array((*piece.outline, *(piece.top_outline or ()))) for piece in pieces]
        centre = np.array([(o.min(axis=0) + o.max(axis=0)) / 2 for o in outlines]).reshape(-1, 2)
        return Relief(
            pieces=tuple(pieces),
            centre=centre,
            radius=np.array([np.hypot(*(o - c).T).max() for o, c in zip(outlines, centre, strict=True)]),
            height=np.array([piece.height_mm for piece in pieces], dtype=float),
            edges=np.ascontiguousarray(np.concatenate([np.zeros((0, 6)), *per_piece]).T),
            start=np.cumsum(count) - count,
            count=count,
        )

    def surface(self, piece: int, points: Floats) -> Floats:
        """Height of one piece's surface under each point (n, 2); -inf beside it."""
        it = self.pieces[piece]
        if it.top_outline is None:
            return np.where(inside(points, it.outline), it.height_mm, -np.inf)
        over_top = np.where(inside(points, it.top_outline), it.height_mm, -np.inf)
        foot, top = _rings(it)
        ahead_foot, ahead_top = np.roll(foot, -1, axis=0), np.roll(top, -1, axis=0)
        lower = _over_triangles(points, foot, ahead_foot, ahead_top)
        upper = _over_triangles(points, foot, ahead_top, top)
        highest: Floats = np.maximum(np.maximum(lower, upper), over_top)
        return highest


def _rings(piece: TerrainPiece) -> tuple[Floats, Floats]:
    """Foot and top of a frustum, (corners, x y h)."""
    foot = np.array([(x, y, 0.0) for x, y in piece.outline])
    top = np.array([(x, y, piece.height_mm) for x, y in piece.top_outline or ()])
    return foot, top


def _edges(piece: TerrainPiece) -> Floats:
    """(edges, 6)."""
    if piece.height_mm <= 0:
        return np.zeros((0, 6))
    ring = np.array([(x, y, piece.height_mm) for x, y in piece.top_outline or piece.outline])
    ahead = np.roll(ring, -1, axis=0)
    rim = np.hstack([ring, ahead])
    if piece.top_outline is None:
        return rim
    foot, _ = _rings(piece)
    below = np.roll(foot, -1, axis=0) - foot
    above = ahead - ring
    turn = np.abs(below[:, 0] * above[:, 1] - below[:, 1] * above[:, 0])
    bent = turn > PARALLEL * np.hypot(*below[:, :2].T) * np.hypot(*above[:, :2].T)
    return np.concatenate([rim, np.hstack([foot, ring]), np.hstack([foot, ahead])[bent]])


def _over_triangles(points: Floats, a: Floats, b: Floats, c: Floats) -> Floats:
    """Height over each point (n, 2) of the highest of triangles a b c (m corners, x y h each), else -inf."""
    u, v = b - a, c - a
    area = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    whole = np.abs(area) > 1e-9
    a, u, v, area = a[whole], u[whole], v[whole], area[whole]
    dx, dy = points[:, :1] - a[:, 0], points[:, 1:] - a[:, 1]
    along_u = (dx * v[:, 1] - dy * v[:, 0]) / area
    along_v = (u[:, 0] * dy - u[:, 1] * dx) / area
    within = (along_u >= -1e-9) & (along_v >= -1e-9) & (along_u + along_v <= 1 + 1e-9)
    height = np.where(within, a[:, 2] + along_u * u[:, 2] + along_v * v[:, 2], -np.inf)
    highest: Floats = height.max(axis=1, initial=-np.inf)
    return highest
