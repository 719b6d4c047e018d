"""The table as the rules see it: figures where they were told to stand, as sure as the camera is of them.

Without a camera, or for a figure that it has not found, a place is exact. Terrain is the table's own, if it has any;
else that of the scenario as we draw it. Proposals about sight and cover come from here; rulings come from answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import shapely

from companion.games.elsewhere import seen_figure
from companion.games.flintloque.printed import BODY, CHARTS, SCENARIOS, base_mm
from companion.games.flintloque.state import Character, State
from companion.games.flintloque.steps import title
from companion.games.placing import pieces
from companion.table.sight import Sight, sight
from companion.table.state import Base, Figure, Place, Spread, TableState, TerrainPiece

EXACT = Spread((0.0, 0.0, 0.0))
TALL_MM = {"orc": 32.0, "elf": 32.0, "dwarf": 24.0, "ogre": 45.0}
BASE_THICK_MM = 3.0
LOW_WALL_MM = 20.0
"""A wall up to this height is a low one; ours, as the text gives no heights."""
THROUGH_MM = 0.1
"""A line that touches a piece for no longer does not run through it."""
BEHIND_MM = 50.0
"""A low wall covers whoever stands no further behind it; ours."""

SIGHTS = ("clear", "light woods", "low wall", "woods and wall", "out of sight")
"""What a target may be to a firer."""


@cache
def drawn_terrain(scenario: str) -> tuple[TerrainPiece, ...]:
    """Our terrain of a scenario."""
    return pieces(SCENARIOS[scenario]["terrain"])


def terrain(state: State, table: TableState) -> tuple[TerrainPiece, ...]:
    """The table's own terrain, or ours."""
    return table.terrain or drawn_terrain(state.options.scenario)


def told_figure(name: str, race: str, x_mm: float, y_mm: float, spread: Spread = EXACT) -> Figure:
    """A figure of ours, where it was told to stand."""
    size = base_mm(name)
    base = Base("disc", size, size, BASE_THICK_MM)
    return Figure(name, name, base, TALL_MM.get(race, 15.0), Place(x_mm, y_mm, spread))


def standing_figures(state: State, table: TableState) -> tuple[Figure, ...]:
    """All figures on the table, and the dead Dwarf while nobody carries him."""
    found = [_figure(f, table) for f in state.figures.values() if f.on_table]
    body = state.body
    if body is not None and not body.carrier and not body.gone:
        found.append(told_figure(BODY, "", body.x_mm, body.y_mm, _spread(table, BODY)))
    return tuple(found)


def board(state: State, table: TableState) -> TableState:
    """What sight is judged on."""
    return TableState(table.revision, standing_figures(state, table), terrain(state, table))


def sigma_mm(table: TableState, name: str) -> float:
    """How sure the camera is of a figure; 0 without one."""
    return _spread(table, name).sigma_mm


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the table makes of a line of sight. sight: one of SIGHTS; reason: a sentence for both players; found: what
    it was judged by."""

    sight: str
    reason: str
    found: Sight


def propose_sight(state: State, table: TableState, firer: str, target: str) -> Proposal:
    """Sight from base centre to base centre, and the cover that the chart of firing modifiers knows."""
    seen = board(state, table)
    found = sight(seen, firer, target)
    wood = _wood_of(seen, target)
    wall = _wall_before(seen, firer, target)
    part = f"{100 * found.fraction:.0f} % of {title(target)} shows"
    between = _between(seen, firer, target, found.left_out)
    if found.answer != "blocked" and between is not None:
        words = f"{between} is on the line from centre to centre; {part}"
        return Proposal("out of sight", words, found)
    if found.answer == "blocked":
        return Proposal("out of sight", f"{found.first_blocker} is between them; {part}", found)
    unsure = "; too close to call" if found.answer == "too close to call" else ""
    name = {(True, True): "woods and wall", (True, False): "light woods", (False, True): "low wall"}
    word = name.get((wood is not None, wall is not None), "clear")
    why = [f"stands in {wood}"] if wood else []
    why += [f"is behind {wall}"] if wall else []
    said = f"{title(target)} {' and '.join(why)}; {part}" if why else part
    return Proposal(word, said + unsure, found)


def _figure(figure: Character, table: TableState) -> Figure:
    return told_figure(figure.name, figure.race, figure.x_mm, figure.y_mm, _spread(table, figure.name))


def _spread(table: TableState, name: str) -> Spread:
    seen = seen_figure(table, name)
    return seen.place.spread if seen else EXACT


def _wood_of(seen: TableState, name: str) -> str | None:
    place = seen.figure(name).place
    at = shapely.Point(place.x_mm, place.y_mm)
    woods = [piece for piece in seen.terrain if piece.kind == "trees"]
    return next((piece.name for piece in woods if shapely.Polygon(piece.outline).contains(at)), None)


def _between(seen: TableState, firer: str, target: str, left_out: Sequence[str]) -> str | None:
    """A piece taller than both figures that the line between their centres runs through: then a part that still shows
    beside it does not count (FL-25).
    """
    a, b = seen.figure(firer), seen.figure(target)
    line = shapely.LineString([(a.place.x_mm, a.place.y_mm), (b.place.x_mm, b.place.y_mm)])
    tall = max(a.height_mm, b.height_mm)
    for piece in seen.terrain:
        blocks = piece.kind in ("trees", "building", "wall") and piece.height_mm >= tall
        through = shapely.intersection(shapely.Polygon(piece.outline), line).length
        if blocks and piece.name not in left_out and through > THROUGH_MM:
            return piece.name
    return None


def _wall_before(seen: TableState, firer: str, target: str) -> str | None:
    a, b = seen.figure(firer).place, seen.figure(target).place
    line, at = shapely.LineString([(a.x_mm, a.y_mm), (b.x_mm, b.y_mm)]), shapely.Point(b.x_mm, b.y_mm)
    for piece in seen.terrain:
        if piece.kind == "wall" and piece.height_mm <= LOW_WALL_MM:
            ring = shapely.Polygon(piece.outline)
            if ring.intersects(line) and ring.distance(at) <= BEHIND_MM:
                return piece.name
    return None


def cover_columns(agreed: str) -> int:
    """Columns to the left for what the target is to the firer; negative is to the right (FL-27)."""
    shifts = CHARTS["fire_shifts"]
    parts = {"light woods": ("light-woods",), "low wall": ("low-wall",), "woods and wall": ("light-woods", "low-wall")}
    return sum(int(shifts.cell(row, "columns").value or 0) for row in parts.get(agreed, ()))
