"""How far a character goes: paces, what bars the way, and what is bad going (DA-7, DA-24).

Bad going slows nobody: it calls for rolls. So the way round it is taken if it is short enough, and else the straight
one. Woods and rough ground are bad; a wall is climbed at a walk, for a fatigue point, and jumped at a faster pace, with
a roll; water bars everybody who does not swim, and a building everybody (ours). Figures bar nobody's way, but no base
may end on another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import shapely

from companion.games import footing
from companion.games.dark_age_skirmish.aboard import is_aboard
from companion.games.dark_age_skirmish.board import terrain
from companion.games.dark_age_skirmish.fit import may_spend
from companion.games.dark_age_skirmish.printed import CHARTS, number, rate_mm
from companion.games.dark_age_skirmish.state import Character, State, size_mm, standing
from companion.games.dark_age_skirmish.steps import named
from companion.games.footing import CLEAR_MM, Disc, Taken, inner, without
from companion.games.ground import patch, way_through
from companion.games.regions import Patch
from companion.games.steps import length
from companion.geometry.points import Point
from companion.geometry.ways import Way, reachable
from companion.table.state import TableState, TerrainPiece

HEX_MM = 20.0
"""A hex where the table has no printed grid: a crawl is 2 cm or 1 hex (DA-7)."""
ON_FOOT = ("walk", "run", "sprint")
ON_HORSE = ("horse walk", "trot", "canter", "gallop")
PACES = ("crawl", *ON_FOOT, *ON_HORSE)
SLOW = ("crawl", "walk", "horse walk", "carry")
"""Paces at which a wall is climbed, not jumped."""
COSTS = {"run": "run", "sprint": "sprint"}
"""Pace -> row of the fatigue costs. A horse tires nobody; the text says nothing of it."""
SHORE_MM = 0.05
"""So far from the water's edge one stands dry, whatever is rounded."""
LANDING = 0.1
"""mm of a way inside a piece that count as entering it."""


@dataclass(frozen=True, slots=True)
class Journey:
    """A move as the rules read it. bad, walls: names of what it goes through and over. Legal if excess_mm is 0."""

    way: Way
    bad: tuple[str, ...]
    walls: tuple[str, ...]
    allowed_mm: float

    @property
    def spent_mm(self) -> float:
        """Length of the way."""
        return self.way.length

    @property
    def excess_mm(self) -> float:
        """How much too far it is."""
        return max(0.0, self.way.length - self.allowed_mm)


def hex_mm(table: TableState) -> float:
    """Across the flats of a hex."""
    return table.grid.cell_mm if table.grid is not None and table.grid.kind == "hex" else HEX_MM


def pace_mm(state: State, table: TableState, pace: str) -> float:
    """How far a pace goes."""
    if state.options.units == "hexes":
        return number("rates", pace, "hexes") * hex_mm(table)
    return rate_mm(pace)


def cost_of(pace: str) -> int:
    """Fatigue points of a pace (DA-20)."""
    return number("fatigue_costs", COSTS[pace], "points") if pace in COSTS else 0


def rolls_of(pace: str) -> int:
    """Agility rolls for bad going at a pace (DA-24)."""
    return number("bad_going", pace, "rolls") if pace in CHARTS["bad_going"].rows else 0


def jumps_of(pace: str) -> int:
    """Agility rolls for a wall that is jumped; one at least."""
    return 0 if pace in SLOW else max(1, rolls_of(pace))


def paces_of(figure: Character) -> tuple[str, ...]:
    """The paces at which a character can go now, the slowest first."""
    if figure.carries:
        return ("carry",)
    if figure.posture == "prone":
        return ("crawl",)
    if figure.riding:
        return ON_HORSE
    return tuple(pace for pace in ON_FOOT if may_spend(figure, cost_of(pace)))


def _is_bad(piece: TerrainPiece) -> bool:
    return piece.kind in ("trees", "rough")


def _bars(piece: TerrainPiece, pace: str, climbs: bool) -> bool:
    if piece.kind == "wall":
        return pace in SLOW and not climbs
    return piece.kind in ("water", "building")


def climbs(figure: Character, pace: str) -> bool:
    """Whether he can climb a wall at a slow pace: on foot, with hands free and a fatigue point."""
    point = number("fatigue_costs", "climb", "points")
    return pace == "walk" and may_spend(figure, point + cost_of(pace))


@lru_cache(maxsize=256)
def _barred(pieces: tuple[TerrainPiece, ...], pace: str, climbing: bool) -> tuple[tuple[Point, ...], ...]:
    return tuple(piece.outline for piece in pieces if _bars(piece, pace, climbing))


def inner_table(state: State, name: str) -> Any:
    """Where the base is wholly on the table."""
    return inner(*size_mm(state), state.figures[name].base_mm / 2)


def area(state: State, table: TableState, name: str, pace: str) -> Any:
    """Everywhere the pace leads, bases not looked at; within the table."""
    figure = state.figures[name]
    barred = _barred(terrain(state, table), pace, climbs(figure, pace))
    return _area(barred, figure.place, pace_mm(state, table, pace), inner_table(state, name).bounds)


@lru_cache(maxsize=512)
def _area(barred: tuple[tuple[Point, ...], ...], start: Point, far: float, table: footing.Bounds) -> Any:
    return shapely.intersection(reachable(start, far, barred), shapely.box(*table))


def move_region(state: State, table: TableState, name: str, pace: str) -> Patch | None:
    """Where a move may end without touching anybody; None if there is no such place."""
    figure = state.figures[name]
    far = pace_mm(state, table, pace)
    barred = _barred(terrain(state, table), pace, climbs(figure, pace))
    return _region(barred, figure.place, far, inner_table(state, name).bounds, taken(state, name, far))


@lru_cache(maxsize=1024)
def _region(
    barred: tuple[tuple[Point, ...], ...], start: Point, far: float, table: footing.Bounds, taken: Taken
) -> Patch | None:
    return patch(without(_area(barred, start, far, table), taken))


@lru_cache(maxsize=512)
def _contact_area(barred: tuple[tuple[Point, ...], ...], reached: Any, table: footing.Bounds) -> Any:
    solid = shapely.buffer(shapely.union_all([shapely.Polygon(outline) for outline in barred]), SHORE_MM, quad_segs=2)
    wide = shapely.difference(footing.widened(reached, table), solid)
    shapely.prepare(wide)
    return wide


def contact_area(state: State, table: TableState, name: str, pace: str) -> Any:
    """Where an attack at a pace may end: half a millimetre more than its area, but never inside what bars it."""
    barred = _barred(terrain(state, table), pace, climbs(state.figures[name], pace))
    return _contact_area(barred, area(state, table, name, pace), inner_table(state, name).bounds)


def taken(state: State, name: str, within_mm: float | None = None) -> Taken:
    """Where the figure's centre may not be. within_mm: only what matters to a move so long."""
    figure = state.figures[name]
    found = []
    for other in standing(state):
        if other.name != name:
            radius = (figure.base_mm + other.base_mm) / 2 + CLEAR_MM
            near = within_mm is None or _apart(figure.place, other.place) < within_mm + radius + CLEAR_MM
            if near:
                found.append((other.place, radius))
    return tuple(found)


def _apart(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def journey(
    state: State, table: TableState, name: str, pace: str, goal: Point, bends: Sequence[Point] = ()
) -> Journey | None:
    """The shortest way, round bad going and walls if that is short enough; None if something bars every way.

    bends: points that its player wants it to go through, in this order.
    """
    figure, pieces = state.figures[name], terrain(state, table)
    allowed = pace_mm(state, table, pace)
    barred = _barred(pieces, pace, climbs(figure, pace))
    avoided = tuple(piece.outline for piece in pieces if _is_bad(piece) or piece.kind == "wall")
    points = (figure.place, *bends, goal)
    way = way_through(points, (*barred, *avoided))
    if way is not None and way.length <= allowed:
        return Journey(way, (), (), allowed)
    way = way_through(points, barred)
    if way is None:
        return None
    met = [piece for piece in pieces if way.inside(piece.outline) > LANDING]
    bad = tuple(piece.name for piece in met if _is_bad(piece))
    walls = tuple(piece.name for piece in met if piece.kind == "wall")
    return Journey(way, bad, walls, allowed)


def reaches(state: State, table: TableState, name: str) -> dict[str, Patch]:
    """Pace -> where the figure could go at it, slowest first; KeyError if it does not stand on the table."""
    figure = state.figures[name]
    if not figure.on_table:
        raise KeyError(name)
    regions = {pace: move_region(state, table, name, pace) for pace in paces_of(figure)}
    return {pace: region for pace, region in regions.items() if region is not None}


def foresee(state: State, table: TableState) -> Iterator[None]:
    """Where whoever may act next could go, a pace at a time."""
    names = (state.acting,) if state.acting else state.pack
    for name in names:
        figure = state.figures[name]
        for pace in paces_of(figure) if figure.on_table else ():
            move_region(state, table, name, pace)
            yield


def move_words(state: State, name: str, pace: str, found: Journey) -> str:
    """How far a move is by the shortest legal way, through what, with how many rolls, and how much too far."""
    through = [f"through {piece}" for piece in found.bad]
    through += [f"over {piece}" for piece in found.walls]
    rolls = rolls_in(found, pace)
    if rolls:
        through.append(f"{rolls} Agility roll{'s' * (rolls > 1)}")
    way = f"{named(state, name)}: {length(found.spent_mm)}" + (f" ({', '.join(through)})" if through else "")
    limit = f"a {pace} goes {length(found.allowed_mm)}"
    return f"{way}; {limit}" + (f", {length(found.excess_mm)} too far" if found.excess_mm else "")


def rolls_in(found: Journey, pace: str) -> int:
    """Agility rolls that a move calls for: once for bad going however much of it there is, and for walls."""
    return max(rolls_of(pace) if found.bad else 0, jumps_of(pace) if found.walls else 0)


def disc(state: State, name: str) -> Disc:
    """The base where it was told to stand."""
    return Disc(state.figures[name].place, state.figures[name].base_mm / 2)


def is_free(
    state: State, name: str, place: Point, but: str = "", slack_mm: float = 0.0, radius_mm: float | None = None
) -> bool:
    """Whether the base would lie on no other. but: one whose base may be touched. slack_mm: what is let be."""
    radius = state.figures[name].base_mm / 2 if radius_mm is None else radius_mm
    others = (disc(state, other.name) for other in standing(state) if other.name not in (name, but))
    return footing.is_free(place, radius, others, slack_mm)


def free_place_near(state: State, table: TableState, name: str, near: Point) -> Point:
    """The free dry place on the table nearest to a point."""
    inside, wet = inner_table(state, name), water(state, table)

    def free(place: Point) -> bool:
        at = shapely.Point(place)
        return bool(inside.covers(at)) and not wet.contains(at) and is_free(state, name, place)

    return footing.free_place_near(near, free)


def contact_place(
    state: State, name: str, target: str, region: Any, gap_mm: float = 0.0, seen: Point | None = None
) -> Point | None:
    """Where the figure stands beside the target: in the region, clear of others, nearest to itself or to `seen`."""
    inside = inner_table(state, name).bounds

    def free(place: Point) -> bool:
        on = inside[0] <= place[0] <= inside[2] and inside[1] <= place[1] <= inside[3]
        return on and is_free(state, name, place, but=target)

    return footing.contact_place(disc(state, name), disc(state, target), region, free, gap_mm, seen)


def water(state: State, table: TableState) -> Any:
    """All water, as a shapely geometry."""
    return _water(terrain(state, table))


@lru_cache(maxsize=64)
def _water(pieces: tuple[TerrainPiece, ...]) -> Any:
    wet = shapely.union_all([shapely.Polygon(p.outline) for p in pieces if p.kind == "water"])
    shapely.prepare(wet)
    return wet


def swims(state: State, table: TableState, name: str) -> bool:
    """Whether a character is in the water, and in no boat."""
    return not is_aboard(state, name) and _is_wet(state, table, name)


def is_afloat(state: State, table: TableState, name: str) -> bool:
    """Whether a character is in a boat or in the water, so that he cannot walk."""
    return is_aboard(state, name) or _is_wet(state, table, name)


def is_dry(state: State, table: TableState, place: Point) -> bool:
    """Whether a place is out of the water; on its edge is dry."""
    return not water(state, table).contains(shapely.Point(place))


def _is_wet(state: State, table: TableState, name: str) -> bool:
    return not is_dry(state, table, state.figures[name].place)
