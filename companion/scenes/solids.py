"""Shapes a ray can meet, each solved in closed form: convex prisms and frusta, upright cones, ellipsoids, capsules.

Rays are (3, N) arrays, components first, so that every step works on contiguous memory. `enter` gives the distance
along the ray (in units of its direction) at which it comes in from outside, infinite where it does not: a ray that
starts inside a shape is not asked. Nothing here knows colours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from calibration.arrays import Floats

NEAR = 1e-9
Point = tuple[float, float]


class Solid(Protocol):
    """What the tracer needs of a shape."""

    def enter(self, origins: Floats, directions: Floats) -> Floats:
        """(N,) distances; origins (3, 1) or (3, N), directions (3, N)."""
        ...

    def normals(self, points: Floats) -> Floats:
        """Outward unit normals (3, N) at surface points (3, N)."""
        ...

    def corners(self) -> Floats:
        """Points (3, K) whose convex hull holds the shape."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Prism:
    """A convex body over a counter-clockwise outline (K, 2), from low_mm to high_mm; a frustum with `top` (K, 2)."""

    outline: Floats
    low_mm: float
    high_mm: float
    top: Floats | None = None
    _normals: Floats = field(init=False)
    _offsets: Floats = field(init=False)

    def __post_init__(self) -> None:
        upper = self.outline if self.top is None else self.top
        rise = self.high_mm - self.low_mm
        normals, offsets = [np.array([0, 0, 1.0]), np.array([0, 0, -1.0])], [self.high_mm, -self.low_mm]
        for here, there, above in zip(self.outline, np.roll(self.outline, -1, axis=0), upper, strict=True):
            along = np.array([*(there - here), 0.0])
            out = np.cross(along, np.array([*(above - here), rise]))
            length = float(np.linalg.norm(out))
            if length > NEAR:
                normals.append(out / length)
                offsets.append(float(out @ np.array([*here, self.low_mm])) / length)
        object.__setattr__(self, "_normals", np.array(normals))
        object.__setattr__(self, "_offsets", np.array(offsets))

    def enter(self, origins: Floats, directions: Floats) -> Floats:
        size = max(origins.shape[1], directions.shape[1])
        first, last = np.full(size, -np.inf), np.full(size, np.inf)
        for normal, offset in zip(self._normals, self._offsets, strict=True):
            speed = normal @ directions
            room = offset - normal @ origins
            with np.errstate(divide="ignore", invalid="ignore"):
                at = room / speed
            first = np.where(speed < 0, np.maximum(first, at), first)
            last = np.where(speed > 0, np.minimum(last, at), last)
            last = np.where((speed == 0) & (room < 0), -np.inf, last)
        return np.where((first > NEAR) & (first < last), first, np.inf)

    def normals(self, points: Floats) -> Floats:
        depth = self._normals @ points - self._offsets[:, None]
        return np.ascontiguousarray(self._normals[np.argmax(depth, axis=0)].T)

    def corners(self) -> Floats:
        upper = self.outline if self.top is None else self.top
        return np.vstack(
            [np.vstack([self.outline, upper]).T, np.repeat([self.low_mm, self.high_mm], len(self.outline))]
        )


@dataclass(frozen=True, slots=True)
class Cone:
    """An upright cone, cylinder or disc with flat ends.

    Oval: `aspect` is its width across / its length along turn_rad.
    """

    x_mm: float
    y_mm: float
    low_mm: float
    high_mm: float
    low_radius_mm: float
    high_radius_mm: float
    turn_rad: float = 0.0
    aspect: float = 1.0

    def _local(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        return c * x + s * y, (c * y - s * x) / self.aspect

    def enter(self, origins: Floats, directions: Floats) -> Floats:
        ox, oy = self._local(origins[0] - self.x_mm, origins[1] - self.y_mm)
        oz = origins[2] - self.low_mm
        dx, dy = self._local(directions[0], directions[1])
        dz = directions[2]
        rise = self.high_mm - self.low_mm
        slope = (self.high_radius_mm - self.low_radius_mm) / rise
        radius, radius_speed = self.low_radius_mm + slope * oz, slope * dz
        a = dx * dx + dy * dy - radius_speed * radius_speed
        b = ox * dx + oy * dy - radius * radius_speed
        c = ox * ox + oy * oy - radius * radius
        with np.errstate(divide="ignore", invalid="ignore"):
            root = np.sqrt(b * b - a * c)
            found = np.full(a.shape, np.inf)
            for at in ((-b - root) / a, (-b + root) / a):
                z = oz + at * dz
                found = np.where((at > NEAR) & (z >= 0) & (z <= rise), np.minimum(found, at), found)
            for level, reach in ((0.0, self.low_radius_mm), (rise, self.high_radius_mm)):
                at = (level - oz) / dz
                x, y = ox + at * dx, oy + at * dy
                found = np.where((at > NEAR) & (x * x + y * y <= reach * reach), np.minimum(found, at), found)
        inside = (c < 0) & (oz > 0) & (oz < rise)
        return np.where(inside, np.inf, found)

    def normals(self, points: Floats) -> Floats:
        x, y = self._local(points[0] - self.x_mm, points[1] - self.y_mm)
        reach = np.maximum(np.hypot(x, y), NEAR)
        rise = self.high_mm - self.low_mm
        slope = (self.high_radius_mm - self.low_radius_mm) / rise
        nx, ny, nz = x / reach, y / reach / self.aspect, np.full(x.shape, -slope)
        to_side = np.abs(reach - self.low_radius_mm - slope * (points[2] - self.low_mm))
        on_top = np.abs(points[2] - self.high_mm) < to_side
        on_foot = ~on_top & (np.abs(points[2] - self.low_mm) < to_side)
        flat = on_top | on_foot
        nx, ny, nz = np.where(flat, 0, nx), np.where(flat, 0, ny), np.where(on_top, 1, np.where(on_foot, -1, nz))
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        turned = np.stack([c * nx - s * ny, s * nx + c * ny, nz])
        return np.asarray(turned / np.linalg.norm(turned, axis=0))

    def corners(self) -> Floats:
        reach = max(self.low_radius_mm, self.high_radius_mm) * max(1.0, self.aspect)
        return _box(
            [self.x_mm - reach, self.y_mm - reach, self.low_mm], [self.x_mm + reach, self.y_mm + reach, self.high_mm]
        )


@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """centre_mm and half axes radii_mm; the first axis points along turn_rad in the plane, tilted up by tilt_rad."""

    centre_mm: tuple[float, float, float]
    radii_mm: tuple[float, float, float]
    turn_rad: float = 0.0
    tilt_rad: float = 0.0

    def _axes(self) -> Floats:
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        ct, st = math.cos(self.tilt_rad), math.sin(self.tilt_rad)
        return np.array([[c * ct, s * ct, st], [-s, c, 0.0], [-c * st, -s * st, ct]])

    def _local(self, vectors: Floats) -> Floats:
        return np.asarray(self._axes() @ vectors / np.array(self.radii_mm)[:, None])

    def enter(self, origins: Floats, directions: Floats) -> Floats:
        o, d = self._local(origins - np.array(self.centre_mm)[:, None]), self._local(directions)
        a, b, c = (d * d).sum(axis=0), (o * d).sum(axis=0), (o * o).sum(axis=0) - 1
        with np.errstate(invalid="ignore"):
            at = (-b - np.sqrt(b * b - a * c)) / a
        return np.where(at > NEAR, at, np.inf)

    def normals(self, points: Floats) -> Floats:
        local = self._local(points - np.array(self.centre_mm)[:, None]) / np.array(self.radii_mm)[:, None]
        turned = self._axes().T @ local
        return np.asarray(turned / np.linalg.norm(turned, axis=0))

    def corners(self) -> Floats:
        reach = max(self.radii_mm)
        centre = np.array(self.centre_mm)
        return _box(centre - reach, centre + reach)


@dataclass(frozen=True, slots=True)
class Capsule:
    """A round-ended rod from a_mm to b_mm."""

    a_mm: tuple[float, float, float]
    b_mm: tuple[float, float, float]
    radius_mm: float

    def enter(self, origins: Floats, directions: Floats) -> Floats:
        a, b = np.array(self.a_mm), np.array(self.b_mm)
        axis = b - a
        oa = origins - a[:, None]
        axis_sq, axis_d, axis_o = axis @ axis, axis @ directions, axis @ oa
        d_sq, d_o, o_sq = (directions**2).sum(axis=0), (directions * oa).sum(axis=0), (oa * oa).sum(axis=0)
        qa = axis_sq * d_sq - axis_d * axis_d
        qb = axis_sq * d_o - axis_o * axis_d
        qc = axis_sq * o_sq - axis_o * axis_o - self.radius_mm**2 * axis_sq
        found = np.full(qa.shape, np.inf)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = (-qb - np.sqrt(qb * qb - qa * qc)) / qa
            along = axis_o + at * axis_d
            found = np.where((at > NEAR) & (along > 0) & (along < axis_sq), at, found)
            for end in (a, b):
                oc = origins - end[:, None]
                eb, ec = (directions * oc).sum(axis=0), (oc * oc).sum(axis=0) - self.radius_mm**2
                at = (-eb - np.sqrt(eb * eb - d_sq * ec)) / d_sq
                found = np.where((at > NEAR) & (at < found), at, found)
        return found

    def normals(self, points: Floats) -> Floats:
        a, b = np.array(self.a_mm), np.array(self.b_mm)
        axis = b - a
        along = np.clip(axis @ (points - a[:, None]) / max(axis @ axis, NEAR), 0, 1)
        out = points - a[:, None] - axis[:, None] * along
        return np.asarray(out / np.maximum(np.linalg.norm(out, axis=0), NEAR))

    def corners(self) -> Floats:
        ends = np.array([self.a_mm, self.b_mm])
        return _box(ends.min(axis=0) - self.radius_mm, ends.max(axis=0) + self.radius_mm)


def _box(low: Floats | list[float], high: Floats | list[float]) -> Floats:
    return np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]).T


def convex_pieces(outline: Sequence[Point]) -> list[Floats]:
    """A simple outline in either direction as counter-clockwise convex pieces (K, 2): itself if convex, else ears cut
    off it.
    """
    points = [np.array(p, float) for p in outline]
    if sum(float(_cross(p, q)) for p, q in zip(points, points[1:] + points[:1], strict=True)) < 0:
        points.reverse()
    count = len(points)
    turns = [_cross(points[i] - points[i - 1], points[(i + 1) % count] - points[i]) for i in range(count)]
    if min(turns) >= -NEAR:
        return [np.array(points)]
    pieces = []
    while len(points) > 3:
        ear = next((i for i in range(len(points)) if _is_ear(points, i)), 0)
        pieces.append(np.array([points[ear - 1], points[ear], points[(ear + 1) % len(points)]]))
        del points[ear]
    return [*pieces, np.array(points)]


def _cross(a: Floats, b: Floats) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _is_ear(points: list[Floats], i: int) -> bool:
    a, b, c = points[i - 1], points[i], points[(i + 1) % len(points)]
    if _cross(b - a, c - b) <= NEAR:
        return False
    others = [p for p in points if p is not a and p is not b and p is not c]
    return not any(
        _cross(b - a, p - a) >= 0 and _cross(c - b, p - b) >= 0 and _cross(a - c, p - c) >= 0 for p in others
    )
