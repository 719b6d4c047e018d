"""Moves over a free table: which way is legal, what it runs through, how far it may go, and where one can get to.

A game prices terrain in its own way, so this asks it two things: what a piece of terrain is to a mover (its `kind`,
or a toll in mm for crossing it, or that it bars the way), and how far a move may go that enters certain kinds. Every
choice of what to enter is tried: the rest is barred, the shortest way round it is taken, tolls are paid from the
length. A move is legal if one of the choices allows it. The area is the union of all choices, so it and the single
move never disagree by more than the drawing of a disc. It prices a kind for the whole move, not by the length inside
it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import shapely

from companion.games.regions import Patch
from companion.geometry.points import Point, distance
from companion.geometry.ways import Way, reachable, shortest_way

MOST_CHOICES = 6
"""Kinds and tolls looked at in one move, the nearest ones; what is further bars the way."""
SMALLEST_MM2 = 25.0
"""Areas smaller than this are not offered: a base cannot be put there by hand."""
EDGE_MM = 0.6
"""Offered areas are drawn this much smaller, so that a place at their edge is legal by the single move too."""


@dataclass(frozen=True, slots=True)
class Going:
    """A piece of terrain as a mover meets it. kind: "" if only its toll counts. bars: nobody goes through."""

    name: str
    outline: tuple[Point, ...]
    kind: str = ""
    toll_mm: float = 0.0
    bars: bool = False


@dataclass(frozen=True, slots=True)
class Journey:
    """A move as it was read. through: kind -> mm inside; crossed: names of what asked a toll; who begins on it, none.

    spent_mm: length and tolls. allowed_mm: how far such a move may go. Legal if excess_mm is 0.
    """

    way: Way
    through: tuple[tuple[str, float], ...]
    crossed: tuple[str, ...]
    spent_mm: float
    allowed_mm: float

    @property
    def excess_mm(self) -> float:
        """How much too far it is; 0 if legal."""
        return max(0.0, self.spent_mm - self.allowed_mm)


class Allowance(Protocol):
    """Kinds entered -> how far the move may go, mm. Hashable: areas are kept by what they were made from."""

    def __call__(self, kinds: frozenset[str], /) -> float: ...

    def __hash__(self) -> int: ...


def read_move(
    ground: Sequence[Going], start: Point, goal: Point, allowance: Allowance, bends: Sequence[Point] = ()
) -> Journey | None:
    """The move that keeps best within what is allowed; None if something bars every way.

    Of several legal ones the shortest; else the one that is too far by the least. bends: points that it must go
    through, in this order.
    """
    return read_moves(ground, (start, *bends, goal), {"": allowance})[""]


def read_moves(
    ground: Sequence[Going], points: Sequence[Point], allowances: Mapping[str, Allowance]
) -> dict[str, Journey | None]:
    """The same move by several allowances, by their names; the ways are looked for once. points: start, bends, goal."""
    drawn = sum(distance(a, b) for a, b in itertools.pairwise(points))
    far = max(drawn, *(allowance(frozenset()) for allowance in allowances.values()))
    routes = list(_routes(ground, points, far))
    return {
        name: min((route.priced(allowance) for route in routes), key=lambda j: (j.excess_mm, j.spent_mm), default=None)
        for name, allowance in allowances.items()
    }


@dataclass(frozen=True, slots=True)
class _Route:
    """A way and what it meets, before anybody says how far it may go."""

    way: Way
    kinds: frozenset[str]
    through: tuple[tuple[str, float], ...]
    crossed: tuple[str, ...]
    spent_mm: float

    def priced(self, allowance: Allowance) -> Journey:
        return Journey(self.way, self.through, self.crossed, self.spent_mm, allowance(self.kinds))


def _routes(ground: Sequence[Going], points: Sequence[Point], far: float) -> Iterator[_Route]:
    inside = [piece for piece in ground if any(_holds(piece, point) for point in points)]
    for entered in _choices(ground, points[0], far, [p for p in inside if not p.bars]):
        barred = [piece.outline for piece in ground if piece.bars or piece not in entered]
        way = way_through(points, barred)
        if way is None:
            continue
        met = [piece for piece in entered if way.inside(piece.outline) > 0.1 or piece in inside]
        asking = [piece for piece in met if piece.toll_mm and way.inside(piece.outline) > 0.1]
        kinds = frozenset(piece.kind for piece in met if piece.kind)
        through = {kind: sum(way.inside(p.outline) for p in met if p.kind == kind) for kind in sorted(kinds)}
        met_times = {piece: _times(way, piece) if len(points) > 2 else 1 for piece in asking}
        paid = {piece: count - _holds(piece, points[0]) for piece, count in met_times.items()}
        times = {piece.name: count for piece, count in paid.items() if count}
        spent = way.length + sum(count * piece.toll_mm for piece, count in paid.items())
        yield _Route(way, kinds, tuple(through.items()), tuple(sorted(times)), spent)


def way_through(points: Sequence[Point], barred: Sequence[Sequence[Point]]) -> Way | None:
    """The shortest way through all points in their order."""
    chain = list(points[:1])
    for a, b in itertools.pairwise(points):
        leg = shortest_way(a, b, barred)
        if leg is None:
            return None
        chain += leg.points[1:]
    return Way(tuple(chain))


def _times(way: Way, piece: Going) -> int:
    """How often a bent way crosses a piece; each time is paid."""
    met = shapely.intersection(shapely.LineString(way.points), _solid(piece.outline)[0])
    merged = shapely.line_merge(met) if met.geom_type == "MultiLineString" else met
    return max(1, sum(float(shapely.length(part)) > 0.1 for part in shapely.get_parts(merged)))


@lru_cache(maxsize=256)
def _solid(outline: tuple[Point, ...]) -> tuple[Any, Any]:
    """The polygon, and its inside without the edge."""
    solid = shapely.Polygon(outline)
    core = shapely.buffer(solid, -0.05)
    shapely.prepare(core)
    return solid, core


def _holds(piece: Going, point: Point) -> bool:
    return bool(shapely.contains_xy(_solid(piece.outline)[1], *point))


def _choices(ground: Sequence[Going], start: Point, far: float, always: Sequence[Going]) -> Iterator[tuple[Going, ...]]:
    """Every set of pieces that a move may enter: whole kinds together, tolls one by one."""
    at = shapely.Point(start)
    groups: dict[str, list[Going]] = {}
    for piece in ground:
        if not piece.bars:
            groups.setdefault(f"kind {piece.kind}" if piece.kind else f"toll {piece.name}", []).append(piece)
    near = {
        name: min(float(shapely.distance(_solid(piece.outline)[0], at)) for piece in pieces)
        for name, pieces in groups.items()
    }
    fixed = {name for name, pieces in groups.items() if any(piece in always for piece in pieces)}
    open_ = sorted((n for n in groups if n not in fixed and near[n] < far), key=lambda n: (near[n], n))[:MOST_CHOICES]
    for count in range(len(open_) + 1):
        for chosen in itertools.combinations(open_, count):
            yield tuple(piece for name in (*sorted(fixed), *chosen) for piece in groups[name])


@lru_cache(maxsize=512)
def reach(ground: tuple[Going, ...], start: Point, allowance: Allowance) -> Any:
    """Everywhere a legal move may end, as a shapely geometry."""
    parts = [
        reachable(start, far, [piece.outline for n, piece in enumerate(ground) if n not in entered])
        for entered, far in sorted(_limits(ground, start, allowance).items())
    ]
    return shapely.union_all(parts) if parts else shapely.Polygon()


def _limits(ground: Sequence[Going], start: Point, allowance: Allowance) -> dict[tuple[int, ...], float]:
    """Which pieces may be entered -> how far one may go then. What lies beyond that reach is not worth entering."""
    always = [piece for piece in ground if not piece.bars and _holds(piece, start)]
    begun = {piece.kind for piece in always if piece.kind}
    at, found = shapely.Point(start), {}
    for entered in _choices(ground, start, allowance(frozenset()), always):
        kinds = frozenset(piece.kind for piece in entered if piece.kind)
        far = allowance(kinds) - sum(piece.toll_mm for piece in entered if piece.toll_mm and piece not in always)
        new = [piece for piece in entered if piece not in always and piece.kind not in begun]
        groups: dict[str, float] = {}
        for piece in new:
            name = piece.kind or piece.name
            away = float(shapely.distance(_solid(piece.outline)[0], at))
            groups[name] = min(away, groups.get(name, away))
        if far > 0 and all(away < far for away in groups.values()):
            found[tuple(n for n, piece in enumerate(ground) if piece in entered)] = far
    return found


def patch(area: Any) -> Patch | None:
    """The area as a region, a little smaller; None if nothing of it is worth offering."""
    inner = shapely.buffer(area, -EDGE_MM, quad_segs=2)
    parts = [part for part in shapely.get_parts(inner) if part.geom_type == "Polygon" and part.area > SMALLEST_MM2]
    rings = [_ring(ring) for part in parts for ring in (part.exterior, *part.interiors)]
    return Patch(rings[0], tuple(rings[1:])) if rings else None


def _ring(ring: Any) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in ring.coords[:-1])
