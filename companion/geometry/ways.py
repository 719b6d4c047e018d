"""The shortest way round what bars it, and the area that can be reached by such ways.

Barred are polygons; a way may run along their edges, never through their inside. So it is a chain of straight legs that
bends at their corners only: corners are joined where they see each other, and the shortest chain is taken. The area
reached is the union of what is seen, within the length left, from the start and from every corner that can be reached.
Discs are drawn as inscribed polygons: the area is never too large, and at most 0.2 % of the radius too small.

Pure, in one unit of the caller's choice. It knows no costs: who has them bars what he does not pay for.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from companion.geometry.points import Point, distance

SKIN = 0.02
"""How far a way may cut into a barred polygon, so that one along its edge is not stopped by rounding."""
QUARTER = 13
"""Corners of a quarter of a disc: the inscribed polygon lacks (1 - cos(90 deg / 2 / 13)) = 0.18 % of the radius."""


@dataclass(frozen=True, slots=True)
class Way:
    """A chain of straight legs. points: start, bends, goal."""

    points: tuple[Point, ...]

    @property
    def length(self) -> float:
        """Of all legs."""
        return sum(distance(a, b) for a, b in itertools.pairwise(self.points))

    def inside(self, outline: Sequence[Point]) -> float:
        """Length of the part that runs inside a ring."""
        if len(self.points) < 2 or self.length == 0:
            return 0.0
        return float(shapely.length(shapely.intersection(shapely.LineString(self.points), shapely.Polygon(outline))))


def shortest_way(start: Point, goal: Point, barred: Sequence[Sequence[Point]] = ()) -> Way | None:
    """The shortest way from start to goal, or None if one of them lies inside something barred or is walled in."""
    walls = _Walls(barred)
    if walls.holds(start) or walls.holds(goal):
        return None
    if walls.open(start, [goal])[0]:
        return Way((start, goal))
    nodes = [start, goal, *walls.corners]
    before: dict[int, int] = {}
    best = {0: 0.0}
    edge = [(distance(start, goal), 0.0, 0)]
    done: set[int] = set()
    while edge:
        _, gone, at = heapq.heappop(edge)
        if at in done:
            continue
        done.add(at)
        if at == 1:
            return Way(_chain(nodes, before))
        ahead = [n for n in range(1, len(nodes)) if n not in done]
        for n, free in zip(ahead, walls.open(nodes[at], [nodes[n] for n in ahead]), strict=True):
            far = gone + distance(nodes[at], nodes[n])
            if free and far < best.get(n, math.inf):
                best[n], before[n] = far, at
                heapq.heappush(edge, (far + distance(nodes[n], goal), far, n))
    return None


def reachable(start: Point, length: float, barred: Sequence[Sequence[Point]] = ()) -> Any:
    """What can be reached by ways no longer than `length`, as a shapely polygon or multipolygon, perhaps empty."""
    near = [ring for ring in barred if shapely.distance(shapely.Polygon(ring), shapely.Point(start)) < length]
    walls = _Walls(near)
    if length <= 0 or walls.holds(start):
        return shapely.Polygon()
    left = {start: length}
    edge = [(-length, start)]
    done: set[Point] = set()
    while edge:
        have, at = heapq.heappop(edge)
        if at in done:
            continue
        done.add(at)
        ahead = [c for c in walls.corners if c not in done and distance(at, c) < -have]
        for corner, free in zip(ahead, walls.open(at, ahead), strict=True):
            rest = -have - distance(at, corner)
            if free and rest > left.get(corner, 0.0):
                left[corner] = rest
                heapq.heappush(edge, (-rest, corner))
    parts = [walls.seen(point, left[point]) for point in done if left[point] > 1e-6]
    area = shapely.union_all(parts) if len(parts) > 1 else parts[0]
    return shapely.difference(area, walls.solid) if near else area


class _Walls:
    """What bars the way. corners: of all rings but those inside another."""

    def __init__(self, rings: Sequence[Sequence[Point]]) -> None:
        solids = [shapely.make_valid(shapely.Polygon(ring)) for ring in rings]
        self.solid = shapely.union_all(solids) if solids else shapely.Polygon()
        self._core = shapely.buffer(self.solid, -SKIN, join_style="mitre")
        shapely.prepare(self._core)
        self.corners = [c for ring in rings for c in ring if not self._core.contains(shapely.Point(c))]
        parts = [part for part in shapely.get_parts(self._core) if not part.is_empty]
        self._rings = [np.asarray(part.exterior.coords) for part in parts]

    def holds(self, point: Point) -> bool:
        return bool(self._core.intersects(shapely.Point(point)))

    def open(self, start: Point, goals: Sequence[Point]) -> list[bool]:
        """Whether the straight leg to each goal is free."""
        if not goals or self._core.is_empty:
            return [True] * len(goals)
        legs = shapely.linestrings(np.array([[start, goal] for goal in goals]))
        return [not barred for barred in shapely.intersects(self._core, legs).tolist()]

    def seen(self, start: Point, radius: float) -> Any:
        """The disc round `start` without what lies behind a wall."""
        disc = shapely.Point(start).buffer(radius, quad_segs=QUARTER)
        shadows = [quad for ring in self._rings for quad in _shadows(start, radius, ring)]
        return shapely.difference(disc, shapely.union_all(shadows)) if shadows else disc


def _shadows(start: Point, radius: float, ring: Any) -> list[Any]:
    """What each side of a ring hides: from the side outwards, past the disc."""
    at = np.array(start)
    a, b = ring[:-1], ring[1:]
    to_a, to_b = a - at, b - at
    far_a, far_b = np.hypot(*to_a.T), np.hypot(*to_b.T)
    cross = to_a[:, 0] * to_b[:, 1] - to_a[:, 1] * to_b[:, 0]
    sides = np.flatnonzero((np.abs(cross) > 1e-9) & (far_a > 1e-9) & (far_b > 1e-9))
    # The far end of a shadow is a chord: the wider the side is seen, the further out it must be to clear the disc.
    cosine = (to_a[sides] * to_b[sides]).sum(axis=1) / (far_a[sides] * far_b[sides])
    half = np.sqrt(np.maximum((1 + cosine) / 2, 1e-6))
    reach = (radius + 1.0) / half
    quads = []
    for n, out in zip(sides.tolist(), reach.tolist(), strict=True):
        if min(far_a[n], far_b[n]) > radius and _beyond(to_a[n], to_b[n], radius):
            continue
        ends = [at + to_b[n] * max(1.0, out / far_b[n]), at + to_a[n] * max(1.0, out / far_a[n])]
        quads.append(shapely.Polygon([a[n], b[n], *ends]))
    return [quad if quad.is_valid else shapely.make_valid(quad) for quad in quads]


def _beyond(a: Any, b: Any, radius: float) -> bool:
    step = b - a
    along = min(1.0, max(0.0, -float(a @ step) / float(step @ step)))
    return float(np.hypot(*(a + along * step))) > radius


def _chain(nodes: Sequence[Point], before: dict[int, int]) -> tuple[Point, ...]:
    at, found = 1, [nodes[1]]
    while at:
        at = before[at]
        found.append(nodes[at])
    return tuple(reversed(found))
