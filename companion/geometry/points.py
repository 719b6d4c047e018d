"""Points, angles and segments in the plane. Lengths in one unit of the caller's choice, angles in radians."""

from __future__ import annotations

import math

Point = tuple[float, float]


def wrap_angle(angle_rad: float) -> float:
    """The same direction in (-pi, pi]."""
    turned = math.remainder(angle_rad, 2 * math.pi)
    return math.pi if turned <= -math.pi else turned


def rotate(point: Point, angle_rad: float, about: Point = (0.0, 0.0)) -> Point:
    """The point turned counter-clockwise about another."""
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + cos * x - sin * y, about[1] + sin * x + cos * y


def distance(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def nearest_on_segment(point: Point, a: Point, b: Point) -> Point:
    """The point of segment a-b nearest to `point`; `a` if the segment has no length."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dy * dy
    if squared == 0:
        return a
    along = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / squared))
    return a[0] + along * dx, a[1] + along * dy


def segment_distance(point: Point, a: Point, b: Point) -> float:
    """From a point to segment a-b."""
    return distance(point, nearest_on_segment(point, a, b))
