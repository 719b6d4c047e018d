"""The ground a piece of terrain stands on, from what it hides of a picture.

Idea: a piece hides, on the table's plane, its footprint and what lies behind it as seen from the camera: the footprint
stretched away from the point under the camera. Laid flat on the plane of its top, the same pixels hide less, shifted
towards the camera. What both planes show is the footprint, for every prism, so the visible base edge stays and the side
faces fall away. How far the stretching goes is read where the outline is tangent to a ray from under the camera: there
the footprint has no depth of its own, and what is left is the height.

Not done here: finding the pieces, and saying what they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from companion.geometry.polygons import signed_area
from companion.vision.straight import plane_map

Mask = NDArray[np.uint8]
Reach = tuple[float, float, float, float]

PITCH_MM = 1.0
HALF = 2
"""Pictures are compared at half their size."""
LEAST_KEPT = 0.96
"""Least share of what is seen that a footprint of a height must explain; with too great a height thin parts vanish."""
HEIGHTS_MM: tuple[float, ...] = (0.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 100.0, 120.0, 150.0)
"""Heights that are tried, and offered to choose from."""
BOX, ALIKE = 0.93, 0.003
"""A footprint that fills so much of the smallest rectangle round it is a box's; shares this near are alike."""
AROUND_MM = 10.0
SMALLEST_MM, BASES_WORTH, BASES_LONG = 40.0, 1.8, 1.6
"""A piece has more than 1.8 times the ground of the largest base, which counts as 40 mm at least; a wall is longer than
1.6 of them."""
WALL_SHARE = 0.2
"""Least ground of a wall as a share of other pieces'."""
EPSILON_MM = 2.5
SQUARE, THIN_SQUARE = 0.9, 0.6
"""A footprint that fills so much of the smallest rectangle round it is one; a wall is a few pixels thick."""
THIN_MM = 22.0
MOST_CORNERS = 24


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """Masks laid flat: pixel (row, column) shows x0 + column * PITCH_MM, y0 + row * PITCH_MM.

    largest_mm: the largest base's length.
    """

    camera: Camera
    reach_mm: Reach
    largest_mm: float

    @property
    def least_mm2(self) -> float:
        return BASES_WORTH * math.pi / 4 * self.largest_mm**2

    @property
    def eye_mm(self) -> float:
        """The camera's height."""
        return float(self.camera.centre_mm[2])

    @property
    def under(self) -> Floats:
        """(2,) column and row of the point under the camera."""
        return np.asarray((self.camera.centre_mm[:2] - np.array(self.reach_mm[:2])) / PITCH_MM)

    @property
    def size(self) -> tuple[int, int]:
        x0, y0, x1, y1 = self.reach_mm
        return max(8, int((x1 - x0) / PITCH_MM)), max(8, int((y1 - y0) / PITCH_MM))

    def lay(self, mask: Mask, height_mm: float) -> Mask:
        """A mask at half the picture's size as it covers the plane at height_mm."""
        origin = (self.reach_mm[0], self.reach_mm[1])
        px = (plane_map(self.camera, height_mm, origin, (PITCH_MM, PITCH_MM), self.size) + 0.5) / HALF - 0.5
        laid = cv2.remap(mask * np.uint8(255), px[..., 0], px[..., 1], cv2.INTER_LINEAR)
        return (laid > 127).astype(np.uint8)

    def height_of(self, stretch: float | None) -> float | None:
        """The height of a prism that is stretched so."""
        return None if stretch is None else self.eye_mm * (1 - 1 / stretch)

    def around(self, own: Mask) -> Flat:
        """The same for the part of the table that a mask hides."""
        rows, columns = np.nonzero(
            cv2.dilate(own, np.ones((3, 3), np.uint8)) - cv2.erode(own, np.ones((3, 3), np.uint8))
        )
        xy = self.camera.to_plane((np.c_[columns, rows] + 0.5) * HALF - 0.5, 0.0)
        xy = np.clip(xy[np.isfinite(xy).all(1)], self.reach_mm[:2], self.reach_mm[2:])
        if not len(xy):
            return self
        low, high = xy.min(0) - AROUND_MM, xy.max(0) + AROUND_MM
        return replace(self, reach_mm=(float(low[0]), float(low[1]), float(high[0]), float(high[1])))

    def on_table(self, shape: shapely.Polygon) -> shapely.Polygon:
        """A shape in columns and rows as it lies on the table, mm."""
        return shapely.transform(shape, lambda xy: xy * PITCH_MM + np.array(self.reach_mm[:2]))


def foot_of(own: Mask, flat: Flat, usual_mm: float = 60.0) -> tuple[shapely.Polygon, float | None] | None:
    """The footprint of a piece that hides `own`, mm, and its height if that can be read; None: too small for terrain.

    With the right height a box has a rectangle for a footprint, with any other it has lost or kept corners, so the
    height that gives the best rectangle wins; of several alike, where two sides run away from the camera, the one
    nearest to usual_mm. Both tangents of a wall are at its ends and tell its height; round things are told by them too.
    """
    flat = flat.around(own)
    laid = flat.lay(own, 0.0)
    read = [flat.height_of(stretch) for stretch in (stretch_of(laid, flat.under, corners) for corners in (True, False))]
    told = [height_mm for height_mm in read if height_mm is not None]
    wall = footprint(own, flat, told[0]) if told else None
    if wall is not None and is_thin(wall):
        return flat.on_table(wall), told[0]
    tried = []
    for height_mm in HEIGHTS_MM if told else ():
        kept = _kept(own, flat, height_mm)
        if kept is not None:
            tried.append((_box_share(kept), height_mm))
    best = max((share for share, _ in tried), default=0.0)
    if best >= BOX:
        _, height_mm = min((t for t in tried if t[0] > best - ALIKE), key=lambda t: abs(t[1] - usual_mm))
        foot = footprint(own, flat, height_mm)
        return None if foot is None else (flat.on_table(foot), height_mm)
    round_mm = told[-1] if told else None
    found = footprint(own, flat, round_mm or 0.0)
    return None if found is None else (flat.on_table(found), round_mm)


def footprint(own: Mask, flat: Flat, height_mm: float) -> shapely.Polygon | None:
    """The footprint in columns and rows if it is as large as terrain is; a lower height where this one explains too
    little."""
    foot = flat.lay(own, 0.0)
    for lower in (1.0, 0.8, 0.6, 0.4, 0.2):
        kept = _kept(own, flat, lower * height_mm)
        if kept is not None:
            foot = kept
            break
    ring = outline_of(foot)
    shape = None if ring is None else _polygon(ring)
    return shape if shape is not None and _large(shape, flat) else None


def _kept(own: Mask, flat: Flat, height_mm: float) -> Mask | None:
    """What planes at the table's height and at this one both show; None if that explains too little of the mask."""
    laid = flat.lay(own, 0.0)
    foot = laid & flat.lay(own, height_mm) if height_mm > 0 else laid
    return foot if height_mm <= 0 or _explained(foot, laid, flat, height_mm) >= LEAST_KEPT else None


def _large(shape: shapely.Polygon, flat: Flat) -> bool:
    area = shape.area * PITCH_MM**2
    wall = is_thin(shape) and _sides_mm(shape)[0] >= BASES_LONG * flat.largest_mm
    return bool(area >= flat.least_mm2 or (wall and area >= WALL_SHARE * flat.least_mm2))


def _box_share(foot: Mask) -> float:
    """How much of the smallest rectangle round it a footprint fills."""
    points = cv2.findNonZero(foot)
    if points is None:
        return 0.0
    (_, (width, height), _) = cv2.minAreaRect(points)
    return float(foot.sum()) / ((width + 1.0) * (height + 1.0))


def _explained(foot: Mask, laid: Mask, flat: Flat, height_mm: float) -> float:
    """The share of what is laid flat that a prism of this height over the footprint covers."""
    under, eye_mm = flat.under, flat.eye_mm
    covered = foot.copy()
    for stretch in np.linspace(1.0, eye_mm / (eye_mm - height_mm), 9)[1:]:
        move = np.array([[stretch, 0.0, (1 - stretch) * under[0]], [0.0, stretch, (1 - stretch) * under[1]]])
        covered |= np.asarray(cv2.warpAffine(foot, move, foot.shape[::-1], flags=cv2.INTER_NEAREST), np.uint8)
    return float((covered & laid).sum() / max(int(laid.sum()), 1))


def outline_of(mask: Mask) -> Floats | None:
    """(N, 2) columns and rows of the largest region's outline, simplified, counter-clockwise in (x, y); a rectangle
    where it is one. None: nothing there."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    shape = _polygon(largest[:, 0, :].astype(float))
    if shape is None:
        return None
    # pixels are areas: the outline runs through their middles, half a pixel inside
    shape = shape.buffer(0.5, join_style="mitre")
    box = shape.minimum_rotated_rectangle
    if isinstance(box, shapely.Polygon) and shape.area > (THIN_SQUARE if is_thin(shape) else SQUARE) * box.area:
        scale = math.sqrt(shape.area / box.area)
        ring = _scaled(np.array(box.exterior.coords[:-1]), scale)
    else:
        simple = shape
        epsilon = EPSILON_MM / PITCH_MM
        for _ in range(6):
            simple = shape.simplify(epsilon)
            if len(simple.exterior.coords) - 1 <= MOST_CORNERS:
                break
            epsilon *= 1.4
        ring = np.array(simple.exterior.coords[:-1])
    return ring if signed_area([(x, y) for x, y in ring.tolist()]) > 0 else ring[::-1]


def stretch_of(laid: Mask, under: Floats, corners: bool) -> float | None:
    """By how much a footprint is stretched away from the point `under` (column, row), 1 or more; None where that
    cannot be read, as right under the camera.

    Read at both tangents, where the ratio of the farthest to the nearest spot along a ray tends to it: evenly from a
    corner, as a root from a round side.
    """
    rows, columns = np.nonzero(laid)
    dx, dy = columns - under[0], rows - under[1]
    radius = np.hypot(dx, dy)
    if len(radius) < 50 or radius.min() < 0.35 * radius.max() or radius.min() < 20:
        return None
    middle = math.atan2(float(dy.mean()), float(dx.mean()))
    angle = (np.arctan2(dy, dx) - middle + math.pi) % (2 * math.pi) - math.pi
    bins = np.floor((angle - angle.min()) * float(radius.max())).astype(int)
    count = int(bins.max()) + 1
    near, far = np.full(count, np.inf), np.zeros(count)
    np.minimum.at(near, bins, radius)
    np.maximum.at(far, bins, radius)
    ratio = np.where(far > 0, (far + 0.5) / np.maximum(near - 0.5, 1.0), np.nan)
    width = max(6, count // 6)
    ends = []
    for own in (ratio[1 : 1 + width], ratio[::-1][1 : 1 + width]):
        x, good = np.arange(1, 1 + len(own), dtype=float) ** (1.0 if corners else 0.5), np.isfinite(own)
        if good.sum() >= 5:
            _, at_edge = np.polyfit(x[good], own[good], 1)
            ends.append(max(1.0, float(at_edge)))
    return float(np.mean(ends)) if ends else None


def is_thin(shape: shapely.Polygon) -> bool:
    long_mm, short_mm = _sides_mm(shape)
    return short_mm < THIN_MM and long_mm > 3 * short_mm


def is_square(shape: shapely.Polygon) -> bool:
    return bool(shape.area > 0.97 * shape.minimum_rotated_rectangle.area)


def _sides_mm(shape: shapely.Polygon) -> tuple[float, float]:
    """The longer and the shorter side of the smallest rectangle round it."""
    box = np.array(shape.minimum_rotated_rectangle.exterior.coords[:3]) * PITCH_MM
    a, b = float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[2] - box[1]))
    return max(a, b), min(a, b)


def _polygon(ring: Floats) -> shapely.Polygon | None:
    """A simple polygon of the ring, the largest part if it crosses itself."""
    if len(ring) < 3:
        return None
    valid = shapely.make_valid(shapely.Polygon(ring))
    parts = [g for g in getattr(valid, "geoms", [valid]) if isinstance(g, shapely.Polygon)]
    return max(parts, key=lambda g: g.area, default=None)


def _scaled(ring: Floats, by: float) -> Floats:
    middle = ring.mean(0)
    return np.asarray(middle + by * (ring - middle))
