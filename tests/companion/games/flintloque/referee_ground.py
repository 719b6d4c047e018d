"""The two maps by their file, for the referee: what lies where, and whether a way is short enough.

A way is a line of the base's centre. It may go round what it does not enter; what it enters is paid, each kind once.
Who begins on a wall has paid.
"""

from __future__ import annotations

import heapq
import math
import tomllib
from dataclasses import dataclass
from itertools import combinations

from shapely import LineString, Point, Polygon

from tests.needs import ROOT

FILE = tomllib.loads((ROOT / "companion/games/flintloque/scenarios.toml").read_text(encoding="utf-8"))
COLUMNS = {"trees": 2, "rough": 1, "water": 2}
LOW_WALL_MM = 20.0
EDGE_MM = 3.0
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """kind: as in the file, "wall" or what takes columns."""

    kind: str
    area: Polygon
    costs_mm: float


class Ground:
    """scenario: "one" or "two"."""

    def __init__(self, scenario: str) -> None:
        self.data = FILE[scenario]
        self.size: Place = tuple(self.data["size"])
        self.pieces = [
            Piece(one["kind"], Polygon(one["outline"]), 40.0 if one["height_mm"] <= LOW_WALL_MM else 80.0)
            for one in self.data["terrain"]
        ]
        self.water = [piece.area for piece in self.pieces if piece.kind == "water"]
        self.walls = [piece.area for piece in self.pieces if piece.kind == "wall"]

    def in_zone(self, side: str, at: Place, slack: float) -> bool:
        left, low, right, high = self.data["zones"][side]
        return bool(left - slack <= at[0] <= right + slack and low - slack <= at[1] <= high + slack)

    def to_edge(self, edge: str, at: Place) -> float:
        """How far a point is from an edge of the table."""
        width, height = self.size
        return {"west": at[0], "east": width - at[0], "south": at[1], "north": height - at[1]}[edge]

    def to_water(self, at: Place) -> float:
        return min((area.distance(Point(at)) for area in self.water), default=math.inf)

    def in_wood(self, at: Place) -> bool | None:
        """None for a place at its edge."""
        woods = [piece.area for piece in self.pieces if piece.kind == "trees"]
        if any(0 < wood.exterior.distance(Point(at)) < EDGE_MM for wood in woods):
            return None
        return any(wood.contains(Point(at)) for wood in woods)

    def to_wall(self, at: Place) -> float:
        return min((area.distance(Point(at)) for area in self.walls), default=math.inf)

    def may_reach(
        self, start: Place, end: Place, reach_mm: tuple[int, ...], columns: int, index: int, dry: bool = False
    ) -> bool:
        """Whether some way is short enough, at the column that is left on it. reach_mm: the race's rates. dry: no way
        goes through water."""
        kinds = sorted({piece.kind for piece in self.pieces if piece.kind in COLUMNS} - ({"water"} if dry else set()))
        under = [piece for piece in self.pieces if piece.kind == "wall" and piece.area.contains(Point(start))]
        walls = [piece for piece in self.pieces if piece.kind == "wall" and piece not in under]
        far = math.dist(start, end)
        for entered in (set(some) for n in range(len(kinds) + 1) for some in combinations(kinds, n)):
            left = max(0, index - columns - sum(COLUMNS[kind] for kind in entered))
            for climbed in (some for n in range(len(walls) + 1) for some in combinations(walls, n)):
                spare = reach_mm[left] - sum(piece.costs_mm for piece in climbed)
                if spare < far:
                    continue
                barred = [
                    p.area.buffer(-1) for p in self.pieces if p.kind not in entered and p not in (*climbed, *under)
                ]
                if shortest(start, end, barred) <= spare:
                    return True
        return False


def shortest(start: Place, end: Place, barred: list[Polygon]) -> float:
    """The shortest way round these areas; inf if it begins or ends in one."""
    if any(area.contains(Point(at)) for area in barred for at in (start, end)):
        return math.inf
    corners = [(x, y) for area in barred for x, y in area.buffer(0.2, join_style="mitre").exterior.coords[:-1]]
    known: dict[Place, float] = {}
    edge = [(0.0, start)]
    while edge:
        gone, here = heapq.heappop(edge)
        if here in known:
            continue
        known[here] = gone
        if here == end:
            return gone
        for there in (end, *corners):
            if there not in known and not any(area.intersects(LineString([here, there])) for area in barred):
                heapq.heappush(edge, (gone + math.dist(here, there), there))
    return math.inf
