"""Fit the rim of a round base to a picture: where a disc of known size stands, from the arc that is in sight.

Idea: a base is a short cylinder on a known plane. Seen along the plane's own mm its outline is the hull of two circles:
the foot, and the top's edge thrown onto the plane from the camera's place. Walk across that outline along its normals;
each walk is split where one even colour inside and the empty table (or one even colour) outside explain it best. The
splits are residuals of a circle whose centre, and within a little its radius, are free; a robust solution leaves out
what hides the rim: the body, a spear, a neighbour.

Invariant: a walk that shows no clear step takes no part, so half an arc gives a place with a wider sigma and never a
pulled one. Shadows darken the empty table evenly along a walk and are part of the model outside.

Not done here: thinking up where bases may be, and what their colour means.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from companion.vision.changes import Views, change, dot

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Picture = NDArray[np.uint8]

WALKS = 96
DEPTHS_MM = (0.5, 1.0, 1.5, 2.0, 2.5)
STEP_MM = 0.25
INSIDE_MM, OUTSIDE_MM = 3.0, 4.0
"""How far a walk reaches to each side of the outline; rings are 3 mm wide and more."""
NOISE_GREY = 3.0
LEAST_STEP_GREY = 9.0
"""Root of summed squares over the three colours that the two sides of a step must differ by."""
RADIUS_SIGMA_MM = 0.35
SHADOWS = (3, 6, 9, 12, 16)
"""Widths in samples that a shadow next to the rim is tried with."""
SHADOW_COST = 400.0
"""Sum of squared grey levels over a walk that a shadow next to the rim must explain."""
LEAST_SHADE = 0.06
SHADY_MM = 2.0
NODES = 3
MOST_WALL_MM, WALL_COST = 5.0, 100.0
"""Most of a base's wall that is looked at, and what telling it from the top must explain, as SHADOW_COST."""
DARKEST, BRIGHTEST = 0.3, 1.1
"""The least and most that the present light may be of the empty table's."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """K fitted rims. xy_mm: (K, 2) base centres. grown_mm: (K,) radius as seen over that given. covariance:
    (K, 2, 2) mm squared. share: (K,) share of the outline's walks that take part. off_mm, weight: (K, WALKS) each
    walk's residual, NaN without a step, and weight. inside: (K, WALKS, DEPTHS, 3) BGR at DEPTHS_MM within the outline.
    near: (K, WALKS) whether the walk leads over the foot, on the side of the camera. solid: (K, WALKS) how much more is
    new just within the step than without it, -1..1, shadows left out."""

    xy_mm: Floats
    grown_mm: Floats
    covariance: Floats
    share: Floats
    off_mm: Floats
    weight: Floats
    inside: Floats
    near: NDArray[np.bool_]
    solid: Floats


def fit_rims(
    views: Views,
    camera: Camera,
    xy_mm: Floats,
    radius_mm: Floats,
    level_mm: Floats,
    thickness_mm: Floats,
    *,
    reach_mm: tuple[float, ...] = (4.0, 2.5, 1.5, 1.5),
    free_radius: bool = True,
    walks: int = WALKS,
    shady: bool = False,
    walled: NDArray[np.bool_] | None = None,
) -> Rims:
    """Fit K discs. xy_mm: (K, 2) within a few mm. reach_mm: how far from the outline a step is looked for, by round.
    shady: allow for a shadow next to the rim while steps are looked for beyond SHADY_MM. walled: (K,) whether the wall
    may be of another colour than the top; a ring is painted over both."""
    xy = np.array(xy_mm, float)
    grown = np.zeros(len(xy))
    angle = np.linspace(-np.pi, np.pi, walks, endpoint=False)
    normal = np.stack([np.cos(angle), np.sin(angle)], 1)
    eye = camera.centre_mm
    s = (eye[2] - level_mm) / (eye[2] - level_mm - thickness_mm)
    for turn, reach in enumerate(reach_mm):
        start, by_top, wall_mm = _outline(xy, radius_mm + grown, s, eye[:2], normal)
        if walled is not None:
            wall_mm = np.where(walled[:, None], wall_mm, 0.0)
        walks_now = _split(views, camera, start, normal, level_mm, reach, shady, wall_mm)
        split, use = walks_now.split_mm, walks_now.quality
        lever = np.where(by_top, s[:, None], 1.0)
        J = np.concatenate([lever[..., None] * normal[None], lever[..., None]], 2)
        scale = max(0.6, 0.5 * reach) if turn < len(reach_mm) - 1 else 0.6
        shift, normal_matrix, weight, rest = _solve(J, split, use, scale, free_radius)
        xy = xy + np.clip(shift[:, :2], -4, 4)
        grown = np.clip(grown + shift[:, 2], -1.2, 1.2)
    cov = np.linalg.inv(normal_matrix)
    spread = (weight * np.nan_to_num(rest) ** 2).sum(1) / np.maximum(weight.sum(1), 1e-6)
    cov = cov[:, :2, :2] * np.maximum(spread, 0.15**2)[:, None, None] * 2.0
    share = ((use > 0) & (np.abs(rest) < 0.8)).mean(1)
    off = np.where(use > 0, rest, np.nan)
    inside, solid = _inside(walks_now), _newer_inside(walks_now, views.empty is not None)
    return Rims(xy, grown, cov, share, off, weight, inside, ~by_top, solid)


def _outline(
    xy: Floats, radius: Floats, s: Floats, eye: Floats, normal: Floats
) -> tuple[Floats, NDArray[np.bool_], Floats]:
    """(K, W, 2) points of the outline by its normals, on the foot's plane; whether they are of the top's edge; how much
    of the base's wall shows within them, mm."""
    top = eye + s[:, None] * (xy - eye)
    by_foot = (xy @ normal.T) + radius[:, None]
    by_top = (top @ normal.T) + (s * radius)[:, None]
    upper = by_top > by_foot
    centre = np.where(upper[..., None], top[:, None], xy[:, None])
    length = np.where(upper, (s * radius)[:, None], radius[:, None])
    return centre + length[..., None] * normal[None], upper, np.maximum(by_foot - by_top, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Walks:
    """K times W walks over S samples. split_mm: where each is split, from its outline outwards. quality: 0 without a
    clear step, to 1. best: the sample split at. now, empty: (K, W, S, 3) grey levels."""

    split_mm: Floats
    quality: Floats
    best: NDArray[np.intp]
    now: Floats
    empty: Floats


def _split(
    views: Views,
    camera: Camera,
    start: Floats,
    normal: Floats,
    level_mm: Floats,
    reach: float,
    shady: bool,
    wall_mm: Floats,
) -> _Walks:
    more = max(0.0, reach - 2.0)
    wall_mm = np.minimum(wall_mm, MOST_WALL_MM)
    deepest = STEP_MM * np.ceil(float(wall_mm.max(initial=0.0)) / STEP_MM)
    t = np.arange(-INSIDE_MM - more - deepest, OUTSIDE_MM + more + 1e-9, STEP_MM)
    K, W, S = len(start), start.shape[1], len(t)
    px = _along(camera, start, normal, level_mm, t).astype(np.float32)

    def sample(image: Singles) -> Floats:
        # a base a row: OpenCV takes at most 32,766 rows, which a walk a row passed at a thousand bases
        x, y = px[:, 0].reshape(K, -1), px[:, 1].reshape(K, -1)
        got = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return got.reshape(K, W, S, 3).astype(np.float64)

    now = sample(views.now)
    base = np.ones_like(now) if views.empty is None else sample(views.empty)
    n = np.arange(S, dtype=float)
    # inner: sums over samples < i, from where the walk begins; outer: samples >= i
    begun = (t >= -INSIDE_MM - more - wall_mm[..., None]).astype(float)
    bright = dot(now, now)
    c1, c2 = np.cumsum(now * begun[..., None], 2), np.cumsum(bright * begun, 2)
    z1 = np.zeros_like(c1[:, :, :1])
    in1 = np.concatenate([z1, c1[:, :, :-1]], 2)
    in2 = np.concatenate([z1[..., 0], c2[:, :, :-1]], 2)
    count = np.concatenate([z1[..., 0], np.cumsum(begun, 2)[:, :, :-1]], 2)
    inner = _even(in1, in2, count)
    if deepest > 0:
        inner = np.minimum(inner, _walled(in1, in2, count, np.round(wall_mm / STEP_MM).astype(int)))
    if views.empty is None:
        outer = _even(c1[:, :, -1:] - in1, c2[:, :, -1:] - in2, S - n)
    else:
        cross, square = dot(now, base), dot(base, base)
        rc = np.cumsum(cross[:, :, ::-1], 2)[:, :, ::-1]
        rs = np.cumsum(square[:, :, ::-1], 2)[:, :, ::-1]
        out2 = np.cumsum(bright[:, :, ::-1], 2)[:, :, ::-1]
        if shady and reach > SHADY_MM:
            outer = _shaded(out2, rc, rs)
        else:
            q = _within(rc / np.maximum(rs, 1e-6), DARKEST, BRIGHTEST)
            outer = out2 - 2 * q * rc + q**2 * rs
    total = inner + outer
    allowed = np.abs(t) <= reach
    cost = np.where(allowed[None, None], total, np.inf)
    best = cost.argmin(2)
    k, w = np.arange(K)[:, None], np.arange(W)[None]

    def at(sums: Floats, shift: int) -> Floats:
        return np.asarray(sums[k, w, np.minimum(np.maximum(best + shift, 0), S - 1)])

    before, here, after = (at(total, d) for d in (-1, 0, 1))
    bend = before - 2 * here + after
    shift = np.where(bend > 1e-6, 0.5 * (before - after) / np.maximum(bend, 1e-6), 0.0)
    split = t[best] + _within(shift, -0.5, 0.5) * STEP_MM - 0.5 * STEP_MM
    rms = np.sqrt(np.maximum(here, 0) / S)
    span, gap = round(1.0 / STEP_MM), round(0.75 / STEP_MM)
    apart = (at(c1, gap + span) - at(c1, gap) - at(c1, -gap) + at(c1, -gap - span)) / span
    contrast = np.sqrt(dot(apart, apart))
    at_end = np.abs(t[best]) > reach - 1.01 * STEP_MM
    good = (contrast > LEAST_STEP_GREY) & ~at_end & (contrast > 1.2 * rms)
    quality = np.where(good, np.minimum(1.0, contrast / 40) / (1 + (rms / 12) ** 2), 0.0)
    return _Walks(split, quality, best, now, base)


def _within(values: Floats, low: float, high: float) -> Floats:
    """As `np.clip`, in half its time on small arrays."""
    return np.asarray(np.minimum(np.maximum(values, low), high))


def _inside(walks: _Walks) -> Floats:
    """(K, W, DEPTHS, 3) colours at DEPTHS_MM within each split, means of three samples."""
    now, best = walks.now, walks.best
    k, w, last = np.arange(best.shape[0])[:, None], np.arange(best.shape[1])[None], now.shape[2] - 2
    depth = [np.clip(best - round(d / STEP_MM), 1, last) for d in DEPTHS_MM]
    return np.stack([(now[k, w, i - 1] + now[k, w, i] + now[k, w, i + 1]) / 3 for i in depth], 2)


def _along(camera: Camera, start: Floats, normal: Floats, level_mm: Floats, t: Floats) -> Floats:
    """(K * W * S, 2) pixels of walks from start (K, W, 2): asked for at NODES points of each, with parabolas between,
    which miss by less than 0.01 px."""
    at = np.linspace(t[0], t[-1], NODES)
    points = start[:, :, None] + at[None, None, :, None] * normal[None, :, None]
    z = np.broadcast_to(level_mm[:, None, None, None], (*points.shape[:3], 1))
    nodes = camera.project(np.concatenate([points, z], 3).reshape(-1, 3)).reshape(points.shape)
    powers = np.vander((t - t[0]) / (t[-1] - t[0]), NODES) @ np.linalg.inv(np.vander(np.linspace(0, 1, NODES), NODES))
    px = (powers @ nodes).reshape(-1, 2)
    return np.asarray(np.nan_to_num(px, nan=-1e4))


def _even(sums: Floats, squares: Floats, count: Floats) -> Floats:
    """How far samples are from one even colour: (..., 3) their sums, (...) their squares' sums, how many."""
    return np.asarray(squares - dot(sums, sums) / np.maximum(count, 1))


def _walled(sums: Floats, squares: Floats, count: Floats, wall: NDArray[np.intp]) -> Floats:
    """(K, W, S) what the samples before each misfit a top of one colour and, nearest to the rim, wall (K, W) samples of
    another. The arguments are sums of all samples before each."""
    at = np.maximum(np.arange(squares.shape[2]) - wall[..., None], 0)
    edge1, edge2 = np.take_along_axis(sums, at[..., None], 2), np.take_along_axis(squares, at, 2)
    some = np.take_along_axis(count, at, 2)
    apart = _even(edge1, edge2, some) + _even(sums - edge1, squares - edge2, count - some)
    return np.asarray(np.where(wall[..., None] >= 2, apart + WALL_COST, np.inf))


def _newer_inside(walks: _Walks, has_empty: bool) -> Floats:
    """(K, W) how much more of what lies within each split is new than of what lies without, -1..1; 0 without an empty
    table."""
    now, split = walks.now, walks.best
    if not has_empty:
        return np.zeros(split.shape)
    new = np.cumsum(change(now.astype(np.float32), walks.empty.astype(np.float32), 0.05), 2)
    k, w = np.ogrid[: split.shape[0], : split.shape[1]]
    gap, span, last = round(0.5 / STEP_MM), round(1.75 / STEP_MM), now.shape[2] - 1
    inside = new[k, w, np.clip(split - gap, 0, last)] - new[k, w, np.clip(split - span, 0, last)]
    outside = new[k, w, np.clip(split + span, 0, last)] - new[k, w, np.clip(split + gap, 0, last)]
    return np.asarray((inside - outside) / (span - gap))


def _shaded(square: Floats, cross: Floats, empty: Floats) -> Floats:
    """(K, W, S) what the samples from each one outwards misfit the empty table by: in one light, or in a shadow next to
    the rim and in full light beyond it, which must be worth SHADOW_COST. The arguments are sums from each sample
    outwards: of now squared, now times empty, empty squared."""
    whole = np.clip(cross / np.maximum(empty, 1e-6), DARKEST, BRIGHTEST)
    best = square - 2 * whole * cross + whole**2 * empty
    for width in SHADOWS:
        beyond = [np.concatenate([v[..., width:], np.zeros_like(v[..., :width])], 2) for v in (square, cross, empty)]
        near = [v - w for v, w in zip((square, cross, empty), beyond, strict=True)]
        light, shade = (np.clip(c / np.maximum(e, 1e-6), DARKEST, BRIGHTEST) for _, c, e in (beyond, near))
        cost = sum(n - 2 * q * c + q**2 * e for q, (n, c, e) in ((light, beyond), (shade, near)))
        cost = np.where(shade < light - LEAST_SHADE, cost + SHADOW_COST, np.inf)
        cost[..., -width:] = np.inf
        best = np.minimum(best, cost)
    return np.asarray(best)


def _solve(
    J: Floats, split: Floats, use: Floats, scale: float, free_radius: bool
) -> tuple[Floats, Floats, Floats, Floats]:
    """Robust steps (K, 3) of x, y and radius; the normal matrices; weights and residuals of the walks."""
    K = len(J)
    step = np.zeros((K, 3))
    prior = np.diag([1e-4, 1e-4, (0.5 / (RADIUS_SIGMA_MM if free_radius else 1e-3)) ** 2 * 4])
    weight = use
    rest = split
    matrix = np.zeros((K, 3, 3))
    for turn in range(8):
        weighted = (J * weight[..., None]).transpose(0, 2, 1)
        matrix = weighted @ J + prior
        step = np.asarray(np.linalg.solve(matrix, weighted @ split[..., None])[..., 0])
        rest = split - (J @ step[..., None])[..., 0]
        c = scale * (3.0 if turn < 3 else 1.6)
        weight = use * np.maximum(1 - (rest / c) ** 2, 0) ** 2
    return step, matrix, weight, rest
