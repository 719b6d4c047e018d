"""How much of upright panels many eyes see past terrain: the arrays behind `sight.py`.

Seen from an eye, every edge of the terrain projects onto the panel's plane as a straight segment, and a column of the
panel is hidden up to the highest segment that crosses it: zb = z_eye + (h - z_eye) / t at the fraction t of the way.
Between edges the surface is flat, so nothing between them can hide more. An eye that moves sideways by e shears the
view: a point at t moves by -e (1/t - 1) on the panel, so both figures' uncertainty costs a few more looks and no new
projection.

Everything runs over all rays at once; bounding circles, then the sides of the fan, throw out what cannot matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.table.relief import Floats, Ints, Relief

Bools = npt.NDArray[np.bool_]

COLUMNS = 12
NEAREST = 1e-4
"""Terrain nearer to the eye than this part of the way is taken to be at the eye."""

_COLUMN = (np.arange(COLUMNS) + 0.5) / COLUMNS * 2 - 1
_EYE_SHIFTS = np.array([0.0, -1.0, 1.0, -1.0, 1.0])
_PANEL_SHIFTS = np.array([0.0, -1.0, 1.0, 1.0, -1.0])
LOOKS = len(_EYE_SHIFTS)
"""Where both are; both to one side, both to the other; and crosswise, for gaps between two blockers."""


@dataclass(frozen=True, slots=True)
class Rays:
    """Arrays over rays, mm: from `eye` at height `eye_z`, along a unit vector, to a panel `length` away.

    sway: (rays, 2), how far eye and panel may move across the line. spared: (rays, pieces), pieces that do not count.
    """

    eye: Floats
    eye_z: Floats
    along: Floats
    length: Floats
    half_width: Floats
    bottom: Floats
    top: Floats
    sway: Floats
    spared: Bools


@dataclass(frozen=True, slots=True)
class Hidden:
    """visible: (rays, LOOKS) fractions, the first with nothing moved.

    The rest is per (ray, piece) that hides anything in the first look, sorted by ray: the share it hides alone, and the
    part of the way where it begins to.
    """

    visible: Floats
    ray: Ints
    piece: Ints
    share: Floats
    reached: Floats


def hidden(relief: Relief, rays: Rays) -> Hidden:
    """What the terrain hides of each panel."""
    visible = np.ones((len(rays.length), LOOKS))
    edges = _project(relief, rays, *_near(relief, rays))
    key, tops, reached = _by_piece(relief, edges, *_look(rays, edges))
    end_key, end_tops = _under_panels(relief, rays)
    if len(end_key):
        key, tops = np.concatenate([key, end_key]), np.concatenate([tops, end_tops])
        reached = np.concatenate([reached, np.ones(len(end_key))])
        order = np.argsort(key, kind="stable")
        starts = _starts(key[order])
        key, tops = key[order][starts], np.maximum.reduceat(tops[order], starts, axis=0)
        reached = np.minimum.reduceat(reached[order], starts)
    if not len(key):
        none = np.zeros(0, dtype=np.intp)
        return Hidden(visible, none, none, np.zeros(0), np.zeros(0))

    ray, piece = np.divmod(key, len(relief.pieces))
    share = _share(rays, ray, tops[:, :1])[:, 0]
    firsts = _starts(ray)
    who = ray[firsts]
    visible[who] = 1 - _share(rays, who, np.maximum.reduceat(tops, firsts, axis=0))
    hides = share > 0
    return Hidden(visible, ray[hides], piece[hides], share[hides], reached[hides])


def _starts(sorted_keys: Ints) -> Ints:
    """Where each run of equal keys begins."""
    return np.flatnonzero(np.diff(sorted_keys, prepend=-1))


def _share(rays: Rays, ray: Ints, tops: Floats) -> Floats:
    """Hidden part of panels, (n, looks), from what hides their columns, (n, looks, columns)."""
    bottom, top = rays.bottom[ray, None, None], rays.top[ray, None, None]
    share: Floats = np.clip((tops - bottom) / (top - bottom), 0.0, 1.0).mean(axis=-1)
    return share


def _near(relief: Relief, rays: Rays) -> tuple[Ints, Ints]:
    """Pairs of ray and piece whose bounding circle meets the fan and that rise above its lower side."""
    to_x = relief.centre[None, :, 0] - rays.eye[:, :1]
    to_y = relief.centre[None, :, 1] - rays.eye[:, 1:]
    ahead = to_x * rays.along[:, :1] + to_y * rays.along[:, 1:]
    aside = rays.along[:, :1] * to_y - rays.along[:, 1:] * to_x
    past = ahead - np.clip(ahead, 0.0, rays.length[:, None])
    reach = relief.radius[None] + (rays.half_width + rays.sway.max(axis=1))[:, None]
    high = relief.height[None] > np.minimum(rays.eye_z, rays.bottom)[:, None]
    ray, piece = np.nonzero((past * past + aside * aside <= reach * reach) & high & ~rays.spared)
    return ray, piece


@dataclass(frozen=True, slots=True)
class _Edges:
    """Edges on the panel's plane, sorted by ray and piece. Per end: place across in half widths, height, 1/t; (2 ends,
    edges).
    """

    ray: Ints
    piece: Ints
    across: Floats
    height: Floats
    inverse: Floats


def _project(relief: Relief, rays: Rays, ray: Ints, piece: Ints) -> _Edges:
    count = relief.count[piece]
    edge = np.arange(int(count.sum())) + np.repeat(relief.start[piece] - (np.cumsum(count) - count), count)
    ex, ey = rays.eye[ray].T
    ux, uy = rays.along[ray].T
    limit = (rays.half_width + rays.sway.max(axis=1))[ray]
    ax, ay, ah, bx, by, bh = relief.edges

    # Across the line first, of every edge: three of four edges lie to one side of the fan.
    ux_, uy_, zero, limit = (np.repeat(v, count) for v in (ux, uy, ux * ey - uy * ex, limit))
    y0 = ux_ * ay[edge] - uy_ * ax[edge] - zero
    y1 = ux_ * by[edge] - uy_ * bx[edge] - zero
    kept = np.flatnonzero((np.maximum(y0, y1) >= -limit) & (np.minimum(y0, y1) <= limit))
    which = np.repeat(np.arange(len(ray)), count)[kept]
    edge, y0, y1 = edge[kept], y0[kept], y1[kept]
    zero, length = (ux * ex + uy * ey)[which], rays.length[ray[which]]
    t0 = (ux[which] * ax[edge] + uy[which] * ay[edge] - zero) / length
    t1 = (ux[which] * bx[edge] + uy[which] * by[edge] - zero) / length

    kept = np.flatnonzero((np.maximum(t0, t1) > NEAREST) & (np.minimum(t0, t1) < 1))
    which, edge = which[kept], edge[kept]
    t, y = np.stack([t0, t1])[:, kept], np.stack([y0, y1])[:, kept]
    h = np.stack([ah[edge], bh[edge]])
    clipped = np.clip(t, NEAREST, 1.0)
    step = t[1] - t[0]
    part = np.where(clipped == t, np.array([[0.0], [1.0]]), (clipped - t[0]) / np.where(step == 0, 1.0, step))
    y, h = y[0] + part * (y[1] - y[0]), h[0] + part * (h[1] - h[0])

    ray = ray[which]
    eye_z, half = rays.eye_z[ray], rays.half_width[ray]
    inverse = 1 / clipped
    across, height = y * inverse, eye_z + (h - eye_z) * inverse
    reach = half + rays.sway[ray, 1] + rays.sway[ray, 0] * (inverse - 1)
    seen = ~((across > reach).all(axis=0) | (across < -reach).all(axis=0))
    seen = np.flatnonzero(seen & (height.max(axis=0) > rays.bottom[ray]))
    return _Edges(ray[seen], piece[which[seen]], (across / half)[:, seen], height[:, seen], inverse[:, seen])


def _look(rays: Rays, edges: _Edges) -> tuple[Floats, Floats]:
    """Per edge: heights it hides up to, (edges, looks, columns), -inf beside it; and the part of the way where it
    begins to.
    """
    half = rays.half_width[edges.ray]
    eye, panel = (rays.sway[edges.ray].T / half)[:, :, None] * np.stack([_EYE_SHIFTS, _PANEL_SHIFTS])[:, None]
    start, end = edges.across[:, :, None] - eye * (edges.inverse - 1)[:, :, None] - panel
    width = end - start
    flat = width == 0  # an edge along the line of sight: its ends belong to other edges too
    per = 1 / np.where(flat, 1.0, width)
    part = (_COLUMN - start[:, :, None]) * np.where(flat, np.inf, per)[:, :, None]
    crossed = np.abs(part - 0.5) <= 0.5 + 1e-9
    part *= (edges.height[1] - edges.height[0])[:, None, None]
    part += edges.height[0][:, None, None]
    tops = np.where(crossed, part, -np.inf)

    straight = (_COLUMN - start[:, 0, None]) * per[:, 0, None]
    inverse = edges.inverse[0][:, None] + straight * (edges.inverse[1] - edges.inverse[0])[:, None]
    stops = tops[:, 0] > rays.bottom[edges.ray, None]
    reached = 1 / np.where(stops, inverse, 1.0).max(axis=1, initial=1.0)
    return tops, reached


def _by_piece(relief: Relief, edges: _Edges, tops: Floats, reached: Floats) -> tuple[Ints, Floats, Floats]:
    """Edges of one piece on one ray together, by ray * pieces + piece."""
    key = edges.ray * len(relief.pieces) + edges.piece
    if not len(key):
        return key, tops, reached
    starts = _starts(key)
    return key[starts], np.maximum.reduceat(tops, starts, axis=0), np.minimum.reduceat(reached, starts)


def _under_panels(relief: Relief, rays: Rays) -> tuple[Ints, Floats]:
    """Pieces that rise above a panel's foot where it stands: keys as in `_by_piece`, surfaces as in `_look`."""
    panel = rays.eye + rays.along * rays.length[:, None]
    reach = relief.radius[None] + (rays.half_width + rays.sway[:, 1])[:, None]
    to_x, to_y = relief.centre[None, :, 0] - panel[:, :1], relief.centre[None, :, 1] - panel[:, 1:]
    high = relief.height[None] > rays.bottom[:, None]
    ray, piece = np.nonzero((to_x * to_x + to_y * to_y <= reach * reach) & high & ~rays.spared)
    across = np.stack([-rays.along[ray, 1], rays.along[ray, 0]], axis=1)
    aside = rays.half_width[ray, None, None] * _COLUMN + rays.sway[ray, 1, None, None] * _PANEL_SHIFTS[:, None]
    places = panel[ray, None, None] + aside[..., None] * across[:, None, None]
    surface = np.full(aside.shape, -np.inf)
    for one in np.unique(piece).tolist():
        mine = piece == one
        surface[mine] = relief.surface(one, places[mine].reshape(-1, 2)).reshape(-1, *aside.shape[1:])
    matters = surface.max(axis=(1, 2), initial=-np.inf) > rays.bottom[ray]
    return ray[matters] * len(relief.pieces) + piece[matters], surface[matters]
