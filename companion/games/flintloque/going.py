"""How far a figure goes: rate columns and their shifts, obstacles, and where it may end (FL-20 to FL-23).

The whole move goes at the column that is left after every shift of what it enters; Crawl is the least. So a move
through a wood is short, and the way round may be the better one: `ground` tries both. Figures bar nobody's way, but
no base may end on another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import shapely

from companion.games import footing
from companion.games.flintloque.board import LOW_WALL_MM, terrain
from companion.games.flintloque.printed import OSWOLD, RATES, base_mm, mm, number
from companion.games.flintloque.state import Character, Point, State, size_mm, standing
from companion.games.flintloque.steps import title
from companion.games.footing import CLEAR_MM, Bounds, Disc, Taken, inner, without
from companion.games.ground import Going, Journey, patch, reach, read_move
from companion.games.regions import Patch
from companion.games.steps import length
from companion.table.state import TableState, TerrainPiece

APART_MM = 50.0
"""Effect B: this far from any enemy at the end of the move (FL-18)."""
MOVES = ("prone", "walk", "run")
"""Rates at which figures are ordered to move, slowest first."""


def kind_of(piece: TerrainPiece) -> str:
    """The row of the movement chart for a piece of terrain, or "". Dense woods and swamps are known by their name."""
    if piece.kind == "trees":
        return "dense-woods" if piece.name.casefold().startswith("dense") else "light-woods"
    if piece.kind == "rough":
        return "swamp" if piece.name.casefold().startswith("swamp") else "scrub"
    return {"water": "river", "building": "inside"}.get(piece.kind, "")


def ground(state: State, table: TableState, name: str) -> tuple[Going, ...]:
    """The terrain as this figure meets it. Oswold goes round water (FL-40)."""
    return _ground(terrain(state, table), name == OSWOLD)


@lru_cache(maxsize=64)
def _ground(pieces: tuple[TerrainPiece, ...], dry: bool) -> tuple[Going, ...]:
    found = []
    for piece in pieces:
        kind = kind_of(piece)
        if piece.kind == "wall":
            cost = number("obstacles", "low-wall" if piece.height_mm <= LOW_WALL_MM else "high-wall", "cost")
            found.append(Going(piece.name, piece.outline, toll_mm=mm(cost)))
        elif kind:
            found.append(Going(piece.name, piece.outline, kind, bars=dry and kind == "river"))
    return tuple(found)


def steady_shift(state: State, figure: Character) -> int:
    """Columns to the left wherever it goes."""
    return sum(number("move_shifts", reason, "left") for reason in steady_reasons(state, figure))


def steady_reasons(state: State, figure: Character) -> tuple[str, ...]:
    """What slows it wherever it goes: wounds, what it carries, and the weather (FL-21, FL-24)."""
    found = {"wounded": figure.wounded, "carrying": bool(figure.carries)}
    weather = {state.options.weather: state.options.weather != "clear"}
    return tuple(reason for reason, is_so in {**found, **weather}.items() if is_so)


def rate_mm(race: str, rate: str, shift: int) -> float:
    """The length of a move at a rate, shifted so many columns to the left; never less than Crawl."""
    column = RATES[max(0, RATES.index(rate) - shift)]
    return mm(number("rates", race, column))


@dataclass(frozen=True, slots=True)
class Pace:
    """A rate of a race, shifted `steady` columns to the left wherever it goes."""

    race: str
    rate: str
    steady: int

    def __call__(self, kinds: frozenset[str]) -> float:
        """How far the whole move goes if it enters these kinds of terrain, mm."""
        return rate_mm(self.race, self.rate, self.steady + sum(number("move_shifts", kind, "left") for kind in kinds))


def pace(state: State, figure: Character, rate: str) -> Pace:
    """How far the figure's move goes, by the terrain it enters."""
    return Pace(figure.race, rate, steady_shift(state, figure))


def area(state: State, table: TableState, name: str, rate: str) -> Any:
    """Everywhere the move may lead, bases not looked at; within the table."""
    figure = state.figures[name]
    return _area(ground(state, table, name), figure.place, pace(state, figure, rate), inner_table(state, name).bounds)


@lru_cache(maxsize=512)
def _area(ground: tuple[Going, ...], start: Point, pace: Pace, table: Bounds) -> Any:
    return shapely.intersection(reach(ground, start, pace), shapely.box(*table))


def inner_table(state: State, name: str) -> Any:
    """Where the base is wholly on the table."""
    return inner(*size_mm(state), base_mm(name) / 2)


def free_of_bases(state: State, name: str, region: Any, apart_mm: float = CLEAR_MM) -> Any:
    """The region without what other bases take. apart_mm: room from enemies' bases."""
    return without(region, _taken(state, name, apart_mm))


def reaches(state: State, table: TableState, name: str) -> dict[str, Patch]:
    """Rate -> where the figure could go at it, to be drawn before anybody declares or moves; without empty ones.

    KeyError for a figure that does not stand on the table.
    """
    if not state.figures[name].on_table:
        raise KeyError(name)
    regions = {rate: move_region(state, table, name, rate) for rate in MOVES}
    return {rate: region for rate, region in regions.items() if region is not None}


def foresee(state: State, table: TableState) -> Iterator[None]:
    """Work out where everybody could go, whoever moves next: what is kept here makes the offers quick."""
    for figure in standing(state):
        for rate in MOVES:
            move_region(state, table, figure.name, rate)
            yield


def _taken(state: State, name: str, apart_mm: float = CLEAR_MM) -> Taken:
    """Where the figure's centre may not be: places and radii of discs."""
    mine = state.figures[name].side
    return tuple(
        (other.place, (base_mm(name) + base_mm(other.name)) / 2 + (CLEAR_MM if other.side == mine else apart_mm))
        for other in standing(state)
        if other.name != name
    )


def move_region(state: State, table: TableState, name: str, rate: str) -> Patch | None:
    """Where a move may end without touching anybody; None if there is no such place."""
    figure = state.figures[name]
    taken = _taken(state, name, APART_MM if figure.limit == "B" else CLEAR_MM)
    table_mm = inner_table(state, name).bounds
    return _move_region(ground(state, table, name), figure.place, pace(state, figure, rate), table_mm, taken)


@lru_cache(maxsize=512)
def _move_region(
    ground: tuple[Going, ...],
    start: Point,
    pace: Pace,
    table: Bounds,
    taken: Taken,
) -> Patch | None:
    return patch(without(_area(ground, start, pace, table), taken))


def journey(
    state: State, table: TableState, name: str, rate: str, goal: Point, bends: Sequence[Point] = ()
) -> Journey | None:
    """The move as the rules read it: shortest legal way, terrain, obstacles, and how much too far. bends: points that
    its player wants it to go through."""
    figure = state.figures[name]
    return read_move(ground(state, table, name), figure.place, goal, pace(state, figure, rate), bends)


def move_said(state: State, name: str, rate: str, found: Journey) -> str:
    """The same, with what slows the figure wherever it goes."""
    return move_words(name, rate, found, steady_reasons(state, state.figures[name]))


def move_words(name: str, rate: str, found: Journey, slowed: Sequence[str] = ()) -> str:
    """How far a move is by the shortest legal way, through what, and how much too far. slowed: why it goes less far."""
    through = [f"{mm / 10:.1f} cm through {kind.replace('-', ' ')}" for kind, mm in found.through]
    through += [f"over {piece}" for piece in found.crossed]
    way = f"{title(name)}: {length(found.spent_mm, 0)}" + (f" ({', '.join(through)})" if through else "")
    why = f" ({', '.join(reason.replace('-', ' ') for reason in slowed)})" if slowed else ""
    limit = f"a {rate} goes {length(found.allowed_mm, 0)} here{why}"
    return f"{way}; {limit}" + (f", {length(found.excess_mm, 0)} too far" if found.excess_mm else "")


def contact_place(state: State, name: str, target: str, region: Any, seen: Point | None = None) -> Point | None:
    """Where the figure stands in base contact with the target: in the region, clear of others, nearest to itself, or to
    where a camera sees it."""
    return footing.contact_place(
        disc(state, name), disc(state, target), region, lambda place: is_free(state, name, place, but=target), seen=seen
    )


def disc(state: State, name: str) -> Disc:
    """The figure's base where it was told to stand."""
    return Disc(state.figures[name].place, base_mm(name) / 2)


def is_free(state: State, name: str, place: Point, but: str = "", slack_mm: float = 0.0) -> bool:
    """Whether the base would lie on no other. but: one whose base may be touched. slack_mm: what is let be."""
    others = (disc(state, other.name) for other in standing(state) if other.name not in (name, but))
    return footing.is_free(place, base_mm(name) / 2, others, slack_mm)


def free_place_near(state: State, name: str, near: Point, wet: Any = None) -> Point:
    """The free place nearest to a point, on a spiral; the point if there is none. wet: where it must not be."""
    inside = inner_table(state, name)

    def free(place: Point) -> bool:
        at = shapely.Point(place)
        dry = wet is None or not wet.intersects(at)
        return dry and bool(inside.covers(at)) and is_free(state, name, place, slack_mm=-CLEAR_MM)

    return footing.free_place_near(near, free)


def water(state: State, table: TableState) -> Any:
    """All water, as a shapely geometry."""
    return shapely.union_all([shapely.Polygon(p.outline) for p in terrain(state, table) if p.kind == "water"])
