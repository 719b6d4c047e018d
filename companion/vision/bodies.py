"""Where figures that are known to stand are in the picture: bodies that explain what is new, and the ground they take.

Idea: a figure that was not read again is the same value as before, so its outline is worked out once, not once a
picture; 25 figures would take 5 ms each time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from companion.setup.values import figure_base
from companion.table.bases import outline_at
from companion.table.state import Base
from companion.vision.kinds import BaseSeen
from companion.vision.looks import hull_px, upright_px
from companion.vision.patches import SMALLER
from companion.vision.sightings import Sighting

Mask = NDArray[np.bool_]

BODY_MM = 3.0
"""A figure's body explains what is new so far around it."""
CARRIES_MM = 75.0
"""A marked base that is longer carries others, as a boat does its crew: what stands on it is looked for."""
RIM_MM = 5.0
"""Changes so far outside of a base may be changes of its rim."""
KEPT = 400


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A base without a marker where it stands, with the looks of its figure. since_s: when it was first seen there."""

    base: BaseSeen
    looks: Floats | None
    since_s: float = -math.inf

    @property
    def foot_mm(self) -> tuple[float, float, float]:
        place = self.base.place
        return place.x_mm, place.y_mm, place.level_mm

    @property
    def tall_mm(self) -> float:
        return max(f.height_mm for f in self.base.kind.figures)


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A figure in the picture, in spots (`patches.SMALLER` pixels). outlines: convex, (K, 2). ground: (N, 2) spots of
    its base and round it, None where that is out of view. deck: the outline of a boat, which hides nobody aboard."""

    outlines: tuple[NDArray[np.int32], ...]
    ground: NDArray[np.int64] | None
    deck: NDArray[np.int32] | None = None

    def stands_on(self, mask: Mask) -> bool:
        """Whether a mask by spots has anything where the base is."""
        if self.ground is None:
            return True
        at = np.clip(self.ground, 0, np.array(mask.shape[::-1]) - 1)
        return bool(mask[at[:, 1], at[:, 0]].any())

    def share_of(self, spots: NDArray[np.uint8]) -> float:
        """How much of the base's ground is marked in a picture by spots, 0..1; 1 where it is out of view."""
        if self.ground is None:
            return 1.0
        at = np.clip(self.ground, 0, np.array(spots.shape[::-1]) - 1)
        return float((spots[at[:, 1], at[:, 0]] > 0).mean())

    def meets(self, mask: Mask) -> bool:
        """Whether a mask by spots has anything in the box round the figure."""
        if not self.outlines:
            return False
        low, high = self.outlines[0].min(0), self.outlines[0].max(0) + 1
        return bool(mask[max(low[1], 0) : max(high[1], 0), max(low[0], 0) : max(high[0], 0)].any())


class Bodies:
    """Keeps them while neither the figures nor the camera move."""

    def __init__(self) -> None:
        self._camera: Camera | None = None
        self._kept: dict[int, tuple[object, Body]] = {}

    def of(self, figure: Standing | Sighting, camera: Camera) -> Body:
        """The body of one figure."""
        if camera is not self._camera or len(self._kept) > KEPT:
            self._camera, self._kept = camera, {}
        kept = self._kept.get(id(figure))
        if kept is None or kept[0] is not figure:
            kept = figure, _body(figure, camera)
            self._kept[id(figure)] = kept
        return kept[1]

    def explained(
        self, shape: tuple[int, ...], figures: Iterable[Standing | Sighting], camera: Camera, *, decks: bool = False
    ) -> Mask:
        """Spots that these figures cover. decks: also those where others may stand aboard."""
        out = np.zeros(shape, np.uint8)
        for figure in figures:
            body = self.of(figure, camera)
            for outline in (*body.outlines, *([body.deck] if decks and body.deck is not None else [])):
                cv2.fillConvexPoly(out, outline, 1)
        return out.astype(bool)


def carries(base: Base) -> bool:
    """Whether others may stand on a figure's base."""
    return base.shape != "disc" and max(base.length_mm, base.width_mm) > CARRIES_MM


def _body(figure: Standing | Sighting, camera: Camera) -> Body:
    if isinstance(figure, Standing):
        foot, radius = figure.foot_mm, figure.base.kind.radius_mm
        hull = hull_px(camera, foot, radius + BODY_MM, figure.tall_mm + BODY_MM)
        outlines = () if hull is None else (_spots(hull),)
        return Body(outlines, _ground(camera, foot, radius))
    place, base, section = figure.fitted.place, figure_base(figure.figure), figure.figure
    foot, radius = (place.x_mm, place.y_mm, place.level_mm), max(base.length_mm, base.width_mm) / 2
    mark, ground = _spots(figure.fitted.corners_px), _ground(camera, foot, radius)
    wide = replace(base, length_mm=base.length_mm + 2 * BODY_MM, width_mm=base.width_mm + 2 * BODY_MM)
    ring = np.array(outline_at(wide, place, figure.fitted.heading_rad))
    if carries(base):
        deck = upright_px(camera, ring, foot[2], base.thickness_mm)
        return Body((mark,), ground, None if deck is None else _spots(deck))
    hull = upright_px(camera, ring, foot[2], max(section.height_mm, section.marker_height_mm or 0.0) + BODY_MM)
    return Body((mark,) if hull is None else (_spots(hull), mark), ground)


def _spots(outline_px: Floats) -> NDArray[np.int32]:
    return np.round(outline_px / SMALLER).astype(np.int32)


def _ground(camera: Camera, foot_mm: tuple[float, float, float], radius_mm: float) -> NDArray[np.int64] | None:
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    reach = radius_mm + RIM_MM
    rings = [np.c_[r * np.cos(angle), r * np.sin(angle)] + foot_mm[:2] for r in (reach, 0.5 * reach)]
    ground = np.concatenate([*rings, [foot_mm[:2]]])
    px = camera.project(np.c_[ground, np.full(len(ground), foot_mm[2])])
    return (px / SMALLER).astype(np.int64) if np.isfinite(px).all() else None
