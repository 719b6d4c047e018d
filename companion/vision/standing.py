"""Figures without markers in a picture: coloured rings first, then bases that were not on the empty table.

    planes laid flat ─► places a ring or base may be ─► rims fitted ─► the best proved, one a place ─► BasesSeen

Idea: the roster says which colours and sizes may be there and how many of each. Every place is tried as every size; the
rim tells which fits. Two bases cannot stand in one another, so the best proved takes its ground first: marked figures,
then rings, then unmarked bases.

Invariant: nothing is invented: never more of a kind than the roster has, none without a good part of a rim, and a name
only where the roster leaves one possibility.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.solve import Solution
from companion.setup.model import FigureSection, Setup
from companion.setup.values import figure_base
from companion.table.state import Base, Place, Spread, TerrainPiece
from companion.vision.bases import Plane, Reach, base_places, lay_flat, paint_maps, ring_places
from companion.vision.changes import Views, change, views_of
from companion.vision.colours import FAR, White, distances, paint_name, straight
from companion.vision.levels import BALANCE_MM, SOLID, Level
from companion.vision.rims import WALKS, Rims, fit_rims

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

LEAST_RING_SHARE, LEAST_BASE_SHARE = 0.3, 0.42
"""Least share of the rim that must be proved. Rings in half view have 0.4 and more, unmarked ones 0.5 to 0.9."""
LEAST_SOLID = 0.3
"""Least share of the ground of a ring known by a glimpse that is no mere shadow."""
GLIMPSE_SHARE = 0.1
"""Least share of a rim in its ring's colour if the rim as a whole is proved as an unmarked base's is."""
LEAST_NEAR_SHARE = 0.3
"""The same of an unmarked base's rim that faces the camera, which no body of its own can hide."""
GROWN_COST, GROWN_USUAL_MM = 0.15, -0.2
"""What a millimetre of radius more or less than the roster's costs of the share proved; rims are a little smaller than
written down, as bases narrow towards their top."""
SIZES_APART_MM = 2.5
"""Radii this far apart cannot be taken for each other, so a size alone may name a figure."""
OVERLAP = 0.88
"""Bases closer than this share of their radii's sum stand in one another, which is impossible."""
RING_FLOOR_MM, BASE_FLOOR_MM = 0.2, 0.5
PLACES_MORE = 6
ROUGH_REACH_MM, ROUGH_WALKS, ROUGH_SHARE = (4.5, 3.0), 32, 0.25
FINE_REACH_MM = (2.5, 1.5, 1.5)
HIDING = 0.75
"""A base whose centre is closer to a mark's than this share of the mark's diagonal is the mark, or hidden by it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Figures of the roster that look alike from above: one ring colour (None: no ring) and one base."""

    ring: str | None
    base: Base
    figures: tuple[FigureSection, ...]

    @property
    def radius_mm(self) -> float:
        return self.base.length_mm / 2


@dataclass(frozen=True, slots=True, eq=False)
class BaseSeen:
    """A base in the picture. figure: its section where the roster leaves one possibility. share: of its rim proved."""

    kind: Kind
    place: Place
    figure: FigureSection | None
    share: float
    look_bgr: tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Ground2D:
    """A level to look on: its height, what holds it up, the part of the table it reaches over, where centres may be."""

    level: Level
    reach_mm: Reach
    allowed: shapely.Geometry


@dataclass(frozen=True, slots=True)
class Taken:
    """Ground that a figure has taken already."""

    xy_mm: tuple[float, float]
    radius_mm: float
    level_mm: float


@dataclass(slots=True, eq=False)
class _Tries:
    """Places to fit, gathered: what, where, on which level."""

    kinds: list[Kind] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)
    xy_mm: list[Floats] = field(default_factory=list)

    def only(self, which: NDArray[np.intp], xy_mm: Floats) -> _Tries:
        """Some of them, at places (all, 2) found since."""
        return _Tries([self.kinds[i] for i in which], [self.levels[i] for i in which], [xy_mm[i] for i in which])

    def clear_of(self, camera: Camera, marks_px: Sequence[Floats]) -> _Tries:
        """Those whose tops are not where printed marks (4, 2) are in the picture."""
        if not self.kinds or not marks_px:
            return self
        heights = [v.height_mm + k.base.thickness_mm for v, k in zip(self.levels, self.kinds, strict=True)]
        xy = np.array(self.xy_mm)
        px = camera.project(np.c_[xy, heights])
        clear = np.ones(len(px), bool)
        for mark in marks_px:
            reach = HIDING * float(np.linalg.norm(mark[2] - mark[0]))
            clear &= np.linalg.norm(px - mark.mean(0), axis=1) > reach
        return self.only(np.flatnonzero(clear), xy)

    def add(self, kind: Kind, level: Level, xy_mm: Floats) -> None:
        for one in xy_mm:
            self.kinds.append(kind)
            self.levels.append(level)
            self.xy_mm.append(one)


def kinds_of(setup: Setup, missing: Sequence[FigureSection] = ()) -> tuple[Kind, ...]:
    """The kinds of figures without markers in a setup, ringed ones first; ring colours not on the list of paints are
    left out, and so are bases that are not round. missing: marked figures whose marks are not in sight; if there are
    unmarked figures, theirs are bases like the others."""
    bare = any(f.marker is None and f.ring is None for f in setup.figure)
    groups: dict[tuple[str, float, float], list[FigureSection]] = {}
    for figure in setup.figure:
        if figure.base_shape != "disc" or not (figure.marker is None or (bare and figure in missing)):
            continue
        colour = "" if figure.ring is None or figure.marker is not None else paint_name(figure.ring)
        if colour is not None:
            base = figure_base(figure)
            groups.setdefault((colour, base.length_mm, base.thickness_mm), []).append(figure)
    kinds = [Kind(colour or None, figure_base(own[0]), tuple(own)) for (colour, _, _), own in groups.items()]
    return tuple(sorted(kinds, key=lambda k: (k.ring is None, k.ring or "", -k.radius_mm)))


def floors(terrain: Sequence[TerrainPiece], reach_mm: Reach) -> list[Ground2D]:
    """The table without what stands solid on it, and every flat top."""
    solids = [p for p in terrain if p.kind in SOLID and p.height_mm > 0]
    feet = shapely.union_all([shapely.Polygon(p.outline) for p in solids]).buffer(-BALANCE_MM)
    out = [Ground2D(Level(0.0), reach_mm, shapely.box(*reach_mm).difference(feet))]
    for piece in solids:
        top = shapely.Polygon(piece.top_outline or piece.outline)
        x0, y0, x1, y1 = top.bounds
        own = (x0 - 40, y0 - 40, x1 + 40, y1 + 40)
        out.append(Ground2D(Level(piece.height_mm, piece.name), own, top.buffer(BALANCE_MM)))
    return out


def find_bases(
    image: Picture,
    empty: Picture | None,
    solution: Solution,
    sheets_px: dict[int, Floats],
    kinds: Sequence[Kind],
    grounds: Sequence[Ground2D],
    taken: Sequence[Taken],
    marks_px: Sequence[Floats],
    height_sigma_mm: float,
) -> tuple[BaseSeen, ...]:
    """Ringed figures, and with the empty table unmarked ones, of these kinds."""
    if not kinds:
        return ()
    camera = solution.camera
    views = views_of(image, empty)
    white = White(image, sheets_px, camera)
    rings = [k for k in kinds if k.ring is not None]
    marks = [*sheets_px.values(), *marks_px]
    busy = list(taken)
    tries = _Tries()
    for ground in grounds if rings else ():
        _try_rings(tries, views, camera, white, rings, ground)
    seen = _settle(tries.clear_of(camera, marks), views, solution, white, busy, height_sigma_mm)
    if empty is None:
        return tuple(_named(one, kinds) for one in seen)
    # a ring that its own figure hides is found as a base with a little of its colour
    bare = [_less(kind, seen) for kind in kinds]
    bare = [kind for kind in bare if kind.figures]
    tries = _Tries()
    for ground in grounds if bare else ():
        _try_bare(tries, views, camera, bare, ground)
    seen += _settle(tries.clear_of(camera, marks), views, solution, white, busy, height_sigma_mm, by_change=True)
    whole = {(k.ring, k.base): k for k in kinds}
    return tuple(_named(replace(one, kind=whole[one.kind.ring, one.kind.base]), kinds) for one in seen)


def _less(kind: Kind, seen: Sequence[BaseSeen]) -> Kind:
    """A kind with as many figures as are not seen yet."""
    return replace(kind, figures=kind.figures[sum(one.kind is kind for one in seen) :])


def _try_rings(
    tries: _Tries, views: Views, camera: Camera, white: White, rings: Sequence[Kind], ground: Ground2D
) -> None:
    thickness = float(np.median([k.base.thickness_mm for k in rings]))
    plane = lay_flat(views, camera, ground.level.height_mm + thickness, ground.reach_mm)
    names = sorted({str(k.ring) for k in rings})
    maps = dict(zip(names, paint_maps(plane, white, names), strict=True))
    for kind in rings:
        xy, _ = ring_places(plane, maps[str(kind.ring)], kind.radius_mm, len(kind.figures) + PLACES_MORE)
        tries.add(kind, ground.level, _inside(xy, ground.allowed))


def _try_bare(tries: _Tries, views: Views, camera: Camera, bare: Sequence[Kind], ground: Ground2D) -> None:
    plane: Plane = lay_flat(views, camera, ground.level.height_mm, ground.reach_mm)
    count = sum(len(k.figures) for k in bare)
    for kind in bare:
        xy, _ = base_places(plane, camera.centre_mm[:2], kind.radius_mm, 2 * count + 4 * PLACES_MORE)
        tries.add(kind, ground.level, _inside(xy, ground.allowed))


def _inside(xy_mm: Floats, allowed: shapely.Geometry) -> Floats:
    if not len(xy_mm):
        return xy_mm
    return np.asarray(xy_mm[shapely.contains_xy(allowed.buffer(3.0), xy_mm[:, 0], xy_mm[:, 1])])


def _settle(
    tries: _Tries,
    views: Views,
    solution: Solution,
    white: White,
    busy: list[Taken],
    height_sigma_mm: float,
    by_change: bool = False,
) -> list[BaseSeen]:
    """Fit all tries, then let the best proved take their ground, as many of each kind as the roster has."""
    if not tries.kinds:
        return []
    roughly = _fit(tries, views, solution.camera, reach_mm=ROUGH_REACH_MM, walks=ROUGH_WALKS)
    tries = tries.only(np.flatnonzero(roughly.share >= ROUGH_SHARE), roughly.xy_mm)
    if not tries.kinds:
        return []
    rims = _fit(tries, views, solution.camera, reach_mm=FINE_REACH_MM)
    proved = _proved(tries, rims, white, by_change)
    if by_change:
        ringed = np.array([k.ring is not None for k in tries.kinds])
        proved *= ~ringed | (_solid(tries, rims, views, solution.camera) >= LEAST_SOLID)
    left = {kind: len(kind.figures) for kind in tries.kinds}
    out = []
    for i in np.argsort(-proved, kind="stable"):
        kind, level = tries.kinds[i], tries.levels[i]
        if proved[i] <= 0 or left[kind] == 0:
            continue
        own = Taken((float(rims.xy_mm[i, 0]), float(rims.xy_mm[i, 1])), kind.radius_mm, level.height_mm)
        if any(_clash(own, other) for other in busy):
            continue
        busy.append(own)
        left[kind] -= 1
        out.append(_seen(int(i), kind, level, rims, solution, height_sigma_mm))
    return out


def _fit(tries: _Tries, views: Views, camera: Camera, *, reach_mm: tuple[float, ...], walks: int = WALKS) -> Rims:
    return fit_rims(
        views,
        camera,
        np.array(tries.xy_mm),
        np.array([k.radius_mm for k in tries.kinds]),
        np.array([v.height_mm for v in tries.levels]),
        np.array([k.base.thickness_mm for k in tries.kinds]),
        reach_mm=reach_mm,
        walks=walks,
    )


def _proved(tries: _Tries, rims: Rims, white: White, by_change: bool) -> Floats:
    """(K,) share of each rim that is proved, less what a wrong size costs; 0 where too little is."""
    fits = np.isfinite(rims.off_mm) & (np.abs(np.nan_to_num(rims.off_mm)) < 0.8)
    near_share = (fits & rims.near).sum(1) / np.maximum(rims.near.sum(1), 1)
    grown = GROWN_COST * np.abs(rims.grown_mm - GROWN_USUAL_MM)
    paper = np.maximum(white.at(rims.xy_mm), 0.02)
    out = np.zeros(len(fits))
    for i, kind in enumerate(tries.kinds):
        enough, share = True, 0.0
        if kind.ring is not None:
            far = distances(straight(rims.inside[i]) / paper[i], [kind.ring])[..., 0].min(1)
            share = float((fits[i] & (far < FAR)).mean())
            enough = share >= (GLIMPSE_SHARE if by_change else LEAST_RING_SHARE)
        if by_change:
            share = float(fits[i].mean())
            enough = enough and share >= LEAST_BASE_SHARE and near_share[i] >= LEAST_NEAR_SHARE
        out[i] = max(share - grown[i], 0.01) if enough else 0.0
    return out


def _solid(tries: _Tries, rims: Rims, views: Views, camera: Camera) -> Floats:
    """(K,) share of each base's ground that is something new and no mere shadow."""
    assert views.empty is not None
    u, v = (g.ravel() for g in np.meshgrid(np.linspace(-0.85, 0.85, 11), np.linspace(-0.85, 0.85, 11)))
    disc = np.stack([u, v], 1)[np.hypot(u, v) < 0.86]
    radius = np.array([k.radius_mm for k in tries.kinds])
    height = np.array([g.height_mm + k.base.thickness_mm for g, k in zip(tries.levels, tries.kinds, strict=True)])
    at = rims.xy_mm[:, None] + radius[:, None, None] * disc
    z = np.broadcast_to(height[:, None, None], (*at.shape[:2], 1))
    px = camera.project(np.concatenate([at, z], 2).reshape(-1, 3)).astype(np.float32).reshape(*at.shape)
    now, before = (cv2.remap(i, px[..., 0], px[..., 1], cv2.INTER_LINEAR) for i in (views.now, views.empty))
    new = change(np.asarray(now, np.float32), np.asarray(before, np.float32), 0.05)
    return np.asarray((new > 0.5).mean(1), dtype=float)


def _clash(a: Taken, b: Taken) -> bool:
    apart = math.dist(a.xy_mm, b.xy_mm)
    return abs(a.level_mm - b.level_mm) < 8.0 and apart < OVERLAP * (a.radius_mm + b.radius_mm)


def _seen(i: int, kind: Kind, level: Level, rims: Rims, solution: Solution, height_sigma_mm: float) -> BaseSeen:
    x, y = float(rims.xy_mm[i, 0]), float(rims.xy_mm[i, 1])
    shared, _ = solution.shifts(np.array([[x, y, level.height_mm]]))
    eye = solution.camera.centre_mm
    lean = (rims.xy_mm[i] - eye[:2]) / max(eye[2] - level.height_mm, 1.0)
    floor = BASE_FLOOR_MM if kind.ring is None else RING_FLOOR_MM
    own = rims.covariance[i] + floor**2 * np.eye(2) + height_sigma_mm**2 * np.outer(lean, lean)
    spread = Spread(
        (float(own[0, 0]), float(own[0, 1]), float(own[1, 1])),
        tuple((dx, dy) for dx, dy in shared[0].tolist()),
        solution.name,
    )
    blue, green, red = np.median(rims.inside[i][:, 2], 0).tolist()
    place = Place(x, y, spread, level.height_mm, level.stands_on)
    return BaseSeen(kind, place, None, float(rims.share[i]), (blue, green, red))


def _named(one: BaseSeen, kinds: Sequence[Kind]) -> BaseSeen:
    """With its figure, if the roster has one of its ring and size, and no other size of that ring close to it."""
    others = [k for k in kinds if k.ring == one.kind.ring and k is not one.kind]
    like = [k for k in others if abs(k.radius_mm - one.kind.radius_mm) < SIZES_APART_MM]
    if like or len(one.kind.figures) != 1 or one.kind.figures[0].marker is not None:
        return one
    return BaseSeen(one.kind, one.place, one.kind.figures[0], one.share, one.look_bgr)
