"""The table as the rules see it: figures where they were told to stand, as sure as the camera is of them, and facings.

Without a camera, or for a figure that it has not found, a place is exact and a facing is the one the game keeps.
Terrain is the table's own, if it has any; else our drawing of the ground.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from companion.games.bands import SIGMAS
from companion.games.dark_age_skirmish.grounds import drawn_terrain
from companion.games.dark_age_skirmish.printed import number
from companion.games.dark_age_skirmish.state import Character, State, standing
from companion.games.elsewhere import seen_figure
from companion.geometry.points import Point, wrap_angle
from companion.table.distance import HEADING_SIGMA_RAD
from companion.table.state import Base, Figure, Place, Spread, TableState, TerrainPiece

EXACT = Spread((0.0, 0.0, 0.0))
TALL_MM, MOUNTED_MM, LYING_MM = 30.0, 45.0, 9.0
BASE_THICK_MM = 3.0
SEES_RAD = math.radians(number("rage", "sees", "number")) / 2
"""To either side of straight ahead (DA-25)."""


def terrain(state: State, table: TableState) -> tuple[TerrainPiece, ...]:
    """The table's own terrain, or ours."""
    return table.terrain or drawn_terrain(state.options.ground)


def told_figure(figure: Character, spread: Spread = EXACT) -> Figure:
    """A figure of the table where a character was told to stand; it is called as it is called there."""
    tall = LYING_MM if figure.posture != "up" else MOUNTED_MM if figure.riding else TALL_MM
    return _figure(figure.token, figure.base_mm, tall, figure.place, spread)


@lru_cache(maxsize=512)
def _figure(name: str, base_mm: float, tall_mm: float, place: Point, spread: Spread) -> Figure:
    base = Base("disc", base_mm, base_mm, BASE_THICK_MM)
    return Figure(name, name, base, tall_mm, Place(*place, spread))


def standing_figures(state: State, table: TableState) -> tuple[Figure, ...]:
    """All figures on the table."""
    return tuple(told_figure(f, _spread(table, f)) for f in standing(state))


def board(state: State, table: TableState) -> TableState:
    """What sight is judged on."""
    return TableState(table.revision, standing_figures(state, table), terrain(state, table), grid=table.grid)


def sigma_mm(state: State, table: TableState, name: str) -> float:
    """How sure the camera is of a character's place; 0 without one."""
    return _spread(table, state.figures[name]).sigma_mm


def facing_of(state: State, table: TableState, name: str) -> float:
    """The direction a character looks, radians: as the camera sees it, else as the game keeps it (DA-25)."""
    figure = state.figures[name]
    found = seen_figure(table, figure.token)
    if found is not None and found.heading_rad is not None:
        return found.heading_rad
    return math.radians(figure.facing)


@dataclass(frozen=True, slots=True)
class Arc:
    """How one has another before him. off_rad: from straight ahead; sigma_rad: of that, 0 without a camera."""

    inside: bool
    off_rad: float = 0.0
    sigma_rad: float = 0.0

    @property
    def doubtful(self) -> bool:
        """Whether it is within two sigma of the edge of the 120 degrees."""
        return abs(self.off_rad - SEES_RAD) <= SIGMAS * self.sigma_rad


def arc(state: State, table: TableState, name: str, other: str) -> Arc:
    """Whether a character has another in his 120 degrees, and how sure the camera is of that (DA-25)."""
    looker, place = state.figures[name], state.figures[other].place
    inside, seen = in_arc(state, table, name, place), seen_figure(table, looker.token)
    away = math.dist(looker.place, place)
    if seen is None or seen.heading_rad is None or away < 1e-6 or looker.posture == "stunned" or looker.asleep:
        return Arc(inside)
    heading = HEADING_SIGMA_RAD if seen.heading_sigma_rad is None else seen.heading_sigma_rad
    places = math.hypot(sigma_mm(state, table, name), sigma_mm(state, table, other))
    return Arc(inside, _off(state, table, name, place), math.hypot(heading, math.atan2(places, away)))


def in_arc(state: State, table: TableState, name: str, place: Point) -> bool:
    """Whether a place is in the 120 degrees ahead of a character (DA-25). Who is stunned or asleep sees nothing."""
    figure = state.figures[name]
    if figure.posture == "stunned" or figure.asleep:
        return False
    if math.dist(figure.place, place) < 1e-6:
        return True
    return _off(state, table, name, place) <= SEES_RAD + 1e-9


def _off(state: State, table: TableState, name: str, place: Point) -> float:
    x, y = state.figures[name].place
    return abs(wrap_angle(math.atan2(place[1] - y, place[0] - x) - facing_of(state, table, name)))


def bearing(start: Point, goal: Point, otherwise: int = 0) -> int:
    """The direction from one place to another, whole degrees from 0 to 359."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    if math.hypot(dx, dy) < 1e-6:
        return otherwise
    return round(math.degrees(math.atan2(dy, dx))) % 360


def _spread(table: TableState, figure: Character) -> Spread:
    seen = seen_figure(table, figure.token)
    return seen.place.spread if seen else EXACT
