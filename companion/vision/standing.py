"""Figures without markers in a picture: coloured rings first, then bases that were not on the empty table.

    planes laid flat ─► places a ring or base may be ─► rims fitted ─► the best proved, one a place ─► BasesSeen

Idea: the roster says which colours and sizes may be there and how many of each. Marked figures have their ground
already, then rings take theirs, then unmarked bases.

Invariant: nothing is invented: never more of a kind than the roster has, none without a good part of a rim, and a name
only where the roster leaves one possibility.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray

from calibration.solve import Solution
from companion.vision.bases import base_places, lay_flat, paint_maps, ring_places
from companion.vision.fitting import Sight, Taken, Tries, settle, sight_of
from companion.vision.grounds import Ground2D, floors
from companion.vision.kinds import BaseSeen, Kind, kinds_of, named

__all__ = ["BaseSeen", "Ground2D", "Kind", "Taken", "find_bases", "floors", "kinds_of"]

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

PLACES_MORE = 6


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
    look_in: shapely.Geometry | None = None,
    sight: Sight | None = None,
    *,
    rough: bool = False,
) -> tuple[BaseSeen, ...]:
    """Ringed figures, and with the empty table unmarked ones, of these kinds.

    look_in: where their centres may be, mm on the table; None: everywhere. sight: of this picture, if it was
    made ready already. rough: good to a millimetre or two is good enough.
    """
    if not kinds:
        return ()
    camera = solution.camera
    if look_in is not None:
        widest = max(k.radius_mm for k in kinds)
        grounds = [part for ground in grounds for part in ground.parts(look_in, camera.centre_mm, widest)]
        if not grounds:
            return ()
    sight = sight or sight_of(image, empty, solution, sheets_px, height_sigma_mm)
    rings = [k for k in kinds if k.ring is not None]
    if not sight.rings:
        sight = replace(sight, rings=tuple(sorted({str(k.ring) for k in rings})))
    busy = list(taken)
    tries = Tries()
    for ground in grounds if rings else ():
        _try_rings(tries, sight, rings, ground)
    seen = settle(tries.clear_of(camera, marks_px), sight, busy, rough=rough)
    if sight.views.empty is None:
        return tuple(named(one, kinds) for one in seen)
    # a ring that its own figure hides is found as a base with a little of its colour
    bare = [_less(kind, seen) for kind in kinds]
    bare = [kind for kind in bare if kind.figures]
    tries = Tries()
    for ground in grounds if bare else ():
        _try_bare(tries, sight, bare, ground)
    seen += settle(tries.clear_of(camera, marks_px), sight, busy, by_change=True, rough=rough)
    whole = {(k.ring, k.base): k for k in kinds}
    return tuple(named(replace(one, kind=whole[one.kind.ring, one.kind.base]), kinds) for one in seen)


def _less(kind: Kind, seen: Sequence[BaseSeen]) -> Kind:
    """A kind with as many figures as are not seen yet."""
    return replace(kind, figures=kind.figures[sum(one.kind is kind for one in seen) :])


def _try_rings(tries: Tries, sight: Sight, rings: Sequence[Kind], ground: Ground2D) -> None:
    thickness = float(np.median([k.base.thickness_mm for k in rings]))
    plane = lay_flat(sight.views, sight.camera, ground.level.height_mm + thickness, ground.reach_mm)
    names = sorted({str(k.ring) for k in rings})
    maps = dict(zip(names, paint_maps(plane, sight.white, names), strict=True))
    for kind in rings:
        xy, _ = ring_places(plane, maps[str(kind.ring)], kind.radius_mm, len(kind.figures) + PLACES_MORE)
        tries.add(kind, ground.level, _inside(xy, ground.allowed))


def _try_bare(tries: Tries, sight: Sight, bare: Sequence[Kind], ground: Ground2D) -> None:
    plane = lay_flat(sight.views, sight.camera, ground.level.height_mm, ground.reach_mm)
    count = sum(len(k.figures) for k in bare)
    for kind in bare:
        xy = base_places(plane, sight.camera.centre_mm[:2], kind.radius_mm, 2 * count + 6 * PLACES_MORE)
        tries.add(kind, ground.level, _inside(xy, ground.allowed))


def _inside(xy_mm: Floats, allowed: shapely.Geometry) -> Floats:
    if not len(xy_mm):
        return xy_mm
    return np.asarray(xy_mm[shapely.contains_xy(allowed.buffer(3.0), xy_mm[:, 0], xy_mm[:, 1])])
