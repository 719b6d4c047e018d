"""Bases fitted at places given, and how much of each rim is proved.

Idea: every place is tried as every size; the rim tells which fits. Two bases cannot stand in one another, so the best
proved takes its ground first.

Invariant: finding and checking share this proof, so a base that is found is one that a check finds again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.solve import Solution
from companion.table.state import Place, Spread
from companion.vision.changes import Views, change, views_of
from companion.vision.colours import FAR, FAR_OF, White, distances, straight
from companion.vision.kinds import SIZES_APART_MM, BaseSeen, Kind
from companion.vision.levels import Level
from companion.vision.rims import WALKS, Rims, fit_rims

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

LEAST_RING_SHARES = ((0.3, 0.35), (0.45, 0.0))
"""Least share of a ring that must be proved in its colour, with the least of its rim that faces the camera; one pair
must be reached. Rings in half view have 0.4 and more."""
LEAST_SHARES = ((0.42, 0.28), (0.36, 0.65))
"""Least share of an unmarked base's rim that must be proved, with the least of the part that faces the camera, which no
body of its own can hide; one pair must be reached."""
LEAST_SOLID, LEAST_RING_SOLID, LEAST_ROUND_SOLID, ROUND_SHARE = 0.12, 0.3, 0.04, 0.8
"""Least share of a base's ground that is no mere shadow, and of that of a ring known by a glimpse. Bases have 0.2 and
more, the shadow of a round hat 0.01; dark bases on dark ground 0.1, and of theirs the rim is proved all round."""
GLIMPSE_SHARE = 0.1
"""Least share of a rim in its ring's colour if the rim as a whole is proved as an unmarked base's is."""
LEAST_COLOURED = 0.2
"""Least share of the rim proved that must be in the ring's colour; a red cloak over a base colours less of it."""
EARTHY = {"brown"}
"""Rings never known by a glimpse: painted earth under a tube is as near to brown as brown is."""
RIVAL_COST = 0.5
"""What it costs of a ring's share proved that another colour of the roster is nearer to it, for each unit of distance.
A yellow rim was as well proved in orange as an orange one: 0.8 from it, 0.3 from yellow."""
GROWN_COST, GROWN_USUAL_MM = 0.15, -0.2
"""What a millimetre of radius more or less than the roster's costs of the share proved; rims are a little smaller than
written down, as bases narrow towards their top."""
WITHIN_MM, NEARLY = 1.5, 0.75
"""A rim that lies within a larger one, but for so much, and is not better proved than 1 : 0.75, is a body on it."""
OVERLAP = 0.88
"""Bases closer than this share of their radii's sum stand in one another, which is impossible."""
RING_FLOOR_MM, BASE_FLOOR_MM = 0.2, 0.35
UNSEEN_MM, UNSEEN_ACROSS = 5.0, 0.3
"""One sigma, along the line of sight, of a base of whose rim nothing was proved; it falls with the square of what was,
and grows with the millimetres to a pixel where that is more than one. Across it 0.3 of that, squared. Over 170 drawn
bases the errors along were 0.3 mm at nine tenths, 0.6 at two thirds, 1 at half; across 0.15, 0.2, 0.4; over 186 of
coarser pictures, down to 0.7 px to a mm, 0.3, 0.8, 0.9 and 0.2, 0.3, 0.8."""
LEAST_PX = 0.3
"""Least sigma of a base, pixels. With it 2 of those 186 were further off than two sigma, without it 7."""
NEARER_MM, RING_NEARER_MM = 0.4, 0.3
"""How much nearer to the camera than they stand rims are fitted: unmarked ones from any side (their far rim is hidden
by the body, a shadow lies at their foot), rings the lower the camera is. Means over the same bases: 0.43, and 0.3 low
down."""
ROUGH_REACH_MM, ROUGH_WALKS, ROUGH_SHARE = (4.5, 3.0), 32, 0.25
FINE_REACH_MM = (1.8, 1.5, 1.5)
PASSING_REACH_MM, PASSING_WALKS = (4.5, 1.8), 48
"""The same for bases that are on their way, which are not fitted roughly first: a third of the work, and a hidden rim
may be missed."""
SAME_MM, AROUND_MM = 0.6, 3.0
HALF_SURE = (0.35, 0.75)
"""Shares of a ring's rim between which it may be another's, or a shadow's; it is tried again from all sides."""
SOLID_WORTH = 0.3
HIDING = 0.75
"""A base whose centre is closer to a mark's than this share of the mark's diagonal is the mark, or hidden by it."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A picture made ready for fitting: beside the empty table if there is one, its camera, and what white is. rings:
    colours that may be there."""

    views: Views
    solution: Solution
    white: White
    height_sigma_mm: float
    rings: tuple[str, ...] = ()

    @property
    def camera(self) -> Camera:
        return self.solution.camera


def sight_of(
    image: Picture,
    empty: Picture | None,
    solution: Solution,
    sheets_px: Mapping[int, Floats],
    height_sigma_mm: float,
) -> Sight:
    """A (H, W, 3) BGR picture made ready. sheets_px: corners (4, 2) of the sheets in sight."""
    return Sight(views_of(image, empty), solution, White(image, sheets_px, solution.camera), height_sigma_mm)


@dataclass(frozen=True, slots=True)
class Taken:
    """Ground that a figure has taken already."""

    xy_mm: tuple[float, float]
    radius_mm: float
    level_mm: float

    def clashes(self, other: Taken) -> bool:
        """Whether the two stand in one another."""
        apart = math.dist(self.xy_mm, other.xy_mm)
        return abs(self.level_mm - other.level_mm) < 8.0 and apart < OVERLAP * (self.radius_mm + other.radius_mm)


@dataclass(slots=True, eq=False)
class Tries:
    """Places to fit, gathered: what, where, on which level."""

    kinds: list[Kind] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)
    xy_mm: list[Floats] = field(default_factory=list)

    def only(self, which: NDArray[np.intp], xy_mm: Floats) -> Tries:
        """Some of them, at places (all, 2) found since."""
        return Tries([self.kinds[i] for i in which], [self.levels[i] for i in which], [xy_mm[i] for i in which])

    def clear_of(self, camera: Camera, marks_px: Sequence[Floats]) -> Tries:
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

    def apart(self, least_mm: float) -> Tries:
        """Those that are not another's of their kind and level to within least_mm."""
        kept: list[int] = []
        for i, (kind, level, xy) in enumerate(zip(self.kinds, self.levels, self.xy_mm, strict=True)):
            same = (j for j in kept if self.kinds[j] is kind and self.levels[j] is level)
            if not any(math.dist(self.xy_mm[j], xy) < least_mm for j in same):
                kept.append(i)
        return self.only(np.array(kept, np.intp), np.array(self.xy_mm))

    def around(self, which: NDArray[np.intp]) -> Tries:
        """Some of them, each from four sides AROUND_MM away."""
        out = Tries()
        sides = AROUND_MM * np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
        for i in which:
            out.add(self.kinds[i], self.levels[i], self.xy_mm[i] + sides)
        return out

    def add(self, kind: Kind, level: Level, xy_mm: Floats) -> None:
        for one in xy_mm:
            self.kinds.append(kind)
            self.levels.append(level)
            self.xy_mm.append(one)


def settle(
    tries: Tries, sight: Sight, busy: list[Taken], by_change: bool = False, *, rough: bool = False
) -> list[BaseSeen]:
    """Fit all tries, then let the best proved take their ground, as many of each kind as the roster has. rough: good
    to a millimetre or two is good enough."""
    if not tries.kinds:
        return []
    if rough:
        tries = tries.apart(SAME_MM)
        rims = fit(tries, sight, reach_mm=PASSING_REACH_MM, walks=PASSING_WALKS)
    else:
        tries = _roughly(tries, sight, by_change)
        if not tries.kinds:
            return []
        rims = fit(tries, sight, reach_mm=FINE_REACH_MM)
    proved = proof_of(tries, rims, sight, by_change)
    left = {kind: len(kind.figures) for kind in tries.kinds}
    out = []
    for i in np.argsort(-wholes_first(tries, rims.xy_mm, proved), kind="stable"):
        kind = tries.kinds[i]
        if proved[i] <= 0 or left[kind] == 0:
            continue
        own = ground_of(tries, rims, int(i))
        if any(own.clashes(other) for other in busy):
            continue
        busy.append(own)
        left[kind] -= 1
        out.append(base_of(tries, rims, int(i), sight))
    return out


def wholes_first(tries: Tries, xy_mm: Floats, proved: Floats) -> Floats:
    """(K,) as proved, of bases fitted at (K, 2), but what lies within a larger base that is nearly as well proved comes
    after it: seen from above a round body on its base looks like a small base."""
    radius = np.array([k.radius_mm for k in tries.kinds])
    level = np.array([v.height_mm for v in tries.levels])
    apart = np.linalg.norm(xy_mm[:, None] - xy_mm, axis=2)
    within = (apart + radius[:, None] < radius + WITHIN_MM) & (radius[:, None] < radius - SIZES_APART_MM)
    within &= (level[:, None] == level) & (proved[:, None] > 0) & (proved >= NEARLY * proved[:, None])
    best = np.where(within, proved[:, None] + 1e-6, 0.0).max(0, initial=0.0)
    return np.asarray(np.where(proved > 0, np.maximum(proved, best), proved))


def _roughly(tries: Tries, sight: Sight, by_change: bool) -> Tries:
    """Those that show part of a rim, moved onto it. A dark base may be taken for a shadow and a shadow for a base, so
    unmarked ones are tried both ways, and rings that fit by halves from all sides; of those of a kind that end in one
    place one is kept."""
    tries, out = tries.apart(SAME_MM), Tries()
    for shady in (True, False):
        rims = fit(tries, sight, reach_mm=ROUGH_REACH_MM, walks=ROUGH_WALKS, shady=shady)
        for i in np.flatnonzero(rims.share >= ROUGH_SHARE):
            out.add(tries.kinds[i], tries.levels[i], rims.xy_mm[i][None])
        if shady and not by_change:
            tries = tries.around(np.flatnonzero((rims.share >= HALF_SURE[0]) & (rims.share < HALF_SURE[1])))
            if not tries.kinds:
                break
    return out.apart(SAME_MM) if out.kinds else out


def fit(tries: Tries, sight: Sight, *, reach_mm: tuple[float, ...], walks: int = WALKS, shady: bool = False) -> Rims:
    """The rims of all tries, fitted."""
    return fit_rims(
        sight.views,
        sight.camera,
        np.array(tries.xy_mm),
        np.array([k.radius_mm for k in tries.kinds]),
        np.array([v.height_mm for v in tries.levels]),
        np.array([k.base.thickness_mm for k in tries.kinds]),
        reach_mm=reach_mm,
        walks=walks,
        shady=shady,
        walled=np.array([k.ring is None for k in tries.kinds]),
    )


def proof_of(tries: Tries, rims: Rims, sight: Sight, by_change: bool) -> Floats:
    """(K,) share of each rim that is proved, less what a wrong size costs; 0 where too little is. by_change: as bases
    that are new on the table, of which a ring's colour need only be glimpsed."""
    fits = np.isfinite(rims.off_mm) & (np.abs(np.nan_to_num(rims.off_mm)) < 0.8)
    near_share = (fits & rims.near).sum(1) / np.maximum(rims.near.sum(1), 1)
    grown = GROWN_COST * np.abs(rims.grown_mm - GROWN_USUAL_MM)
    paper = np.maximum(sight.white.at(rims.xy_mm), 0.02)
    out = np.zeros(len(fits))
    for i, kind in enumerate(tries.kinds):
        share = fitted = float(fits[i].mean())
        enough = True
        if kind.ring is not None:
            names = [kind.ring, *(name for name in sight.rings if name != kind.ring)]
            of_each = distances(straight(rims.inside[i]) / paper[i], names, sight.white.learned).min(1)
            far = of_each[:, 0]
            coloured = float((fits[i] & (far < FAR_OF.get(kind.ring, FAR))).mean())
            if by_change:
                enough = kind.ring not in EARTHY and coloured >= max(GLIMPSE_SHARE, LEAST_COLOURED * fitted)
            else:
                share = coloured
                enough = any(share >= a and near_share[i] >= n for a, n in LEAST_RING_SHARES)
                if enough and len(names) > 1:
                    likeness = np.median(of_each[fits[i]], axis=0)
                    share -= RIVAL_COST * max(0.0, float(likeness[0] - likeness[1:].min()))
        if by_change:
            enough = enough and any(share >= a and near_share[i] >= n for a, n in LEAST_SHARES)
        if enough:
            share += SOLID_WORTH * float((rims.solid[i] * fits[i]).mean())
        out[i] = max(share - grown[i], 0.01) if enough else 0.0
    if sight.views.empty is not None:
        least = np.where(fits.mean(1) >= ROUND_SHARE, LEAST_ROUND_SOLID, LEAST_SOLID)
        glimpsed = np.array([by_change and k.ring is not None for k in tries.kinds])
        out *= _solid(tries, rims, sight) >= np.where(glimpsed, LEAST_RING_SOLID, least)
    return out


def ground_of(tries: Tries, rims: Rims, i: int) -> Taken:
    """The ground that the i-th of the tries takes where it was fitted."""
    at = (float(rims.xy_mm[i, 0]), float(rims.xy_mm[i, 1]))
    return Taken(at, tries.kinds[i].radius_mm, tries.levels[i].height_mm)


def base_of(tries: Tries, rims: Rims, i: int, sight: Sight) -> BaseSeen:
    """The i-th of the tries as it was fitted, without a name."""
    kind, level = tries.kinds[i], tries.levels[i]
    sideways = rims.xy_mm[i] - sight.camera.centre_mm[:2]
    away = sideways / max(float(np.linalg.norm(sideways)), 1.0)
    low = float(np.linalg.norm(sideways)) / max(
        math.dist((*rims.xy_mm[i], level.height_mm), sight.camera.centre_mm), 1.0
    )
    x, y = (rims.xy_mm[i] + away * (NEARER_MM if kind.ring is None else RING_NEARER_MM * low)).tolist()
    shared, _ = sight.solution.shifts(np.array([[x, y, level.height_mm]]))
    eye = sight.camera.centre_mm
    lean = (rims.xy_mm[i] - eye[:2]) / max(eye[2] - level.height_mm, 1.0)
    coarse_mm = _pixel_mm(sight.camera, (x, y, level.height_mm))
    floor = max(BASE_FLOOR_MM if kind.ring is None else RING_FLOOR_MM, LEAST_PX * coarse_mm)
    unseen_mm = UNSEEN_MM * max(1.0, coarse_mm) * (1 - float(rims.share[i])) ** 2
    own = rims.covariance[i] + floor**2 * np.eye(2) + unseen_mm**2 * (np.outer(away, away) + UNSEEN_ACROSS * np.eye(2))
    own += sight.height_sigma_mm**2 * np.outer(lean, lean)
    spread = Spread(
        (float(own[0, 0]), float(own[0, 1]), float(own[1, 1])),
        tuple((dx, dy) for dx, dy in shared[0].tolist()),
        sight.solution.name,
    )
    blue, green, red = np.median(rims.inside[i][:, 2], 0).tolist()
    place = Place(x, y, spread, level.height_mm, level.stands_on)
    return BaseSeen(kind, place, None, float(rims.share[i]), (blue, green, red))


def _pixel_mm(camera: Camera, at_mm: tuple[float, float, float]) -> float:
    """Millimetres of the table to a pixel there, along the way in which it is most."""
    x, y, z = at_mm
    px = camera.project(np.array([(x, y, z), (x + 1.0, y, z), (x, y + 1.0, z)]))
    smallest = float(np.linalg.svd(px[1:] - px[0], compute_uv=False)[-1])
    return 1.0 / max(smallest, 0.05)


def _solid(tries: Tries, rims: Rims, sight: Sight) -> Floats:
    """(K,) share of each base's ground that is something new and no mere shadow."""
    views = sight.views
    assert views.empty is not None
    u, v = (g.ravel() for g in np.meshgrid(np.linspace(-0.85, 0.85, 11), np.linspace(-0.85, 0.85, 11)))
    disc = np.stack([u, v], 1)[np.hypot(u, v) < 0.86]
    radius = np.array([k.radius_mm for k in tries.kinds])
    height = np.array([g.height_mm + k.base.thickness_mm for g, k in zip(tries.levels, tries.kinds, strict=True)])
    at = rims.xy_mm[:, None] + radius[:, None, None] * disc
    z = np.broadcast_to(height[:, None, None], (*at.shape[:2], 1))
    px = sight.camera.project(np.concatenate([at, z], 2).reshape(-1, 3)).astype(np.float32).reshape(*at.shape)
    now, before = (cv2.remap(i, px[..., 0], px[..., 1], cv2.INTER_LINEAR) for i in (views.now, views.empty))
    new = change(np.asarray(now, np.float32), np.asarray(before, np.float32), 0.05)
    return np.asarray((new > 0.5).mean(1), dtype=float)
