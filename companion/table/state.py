"""The table as a value: figures, terrain, sheets and a revision.

A place carries its uncertainty in two parts. What is the figure's own (its marker's noise) is a covariance; what it
shares with every other place seen by the same camera solution (pose, lens, scale) is a list of common causes, each with
the shift in mm that one sigma of it makes here. A difference of two places then cancels what both share, and nothing
else: that is what keeps the sigma of a short distance small on a table whose far end is less sure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from companion.geometry.laying import LaidBoard

BaseShape = Literal["disc", "rectangle", "oval"]
TerrainKind = Literal["building", "trees", "wall", "hill", "water", "rough"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spread:
    """Uncertainty of a place, mm.

    own: (xx, xy, yy), mm squared, independent from figure to figure.
    shared: (dx, dy) in mm for one sigma of each common cause; causes are independent of each other.
    source: names the solution whose causes these are; places of different sources share nothing.
    """

    own: tuple[float, float, float]
    shared: tuple[Point, ...] = ()
    source: str = ""

    def covariance(self) -> tuple[float, float, float]:
        """(xx, xy, yy) in mm squared of the place alone, both parts added."""
        xx, xy, yy = self.own
        for dx, dy in self.shared:
            xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
        return xx, xy, yy

    @property
    def sigma_mm(self) -> float:
        """One standard deviation of each coordinate, mm (root of the mean of the two variances)."""
        xx, _, yy = self.covariance()
        return math.sqrt((xx + yy) / 2)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: its base centre in the plane, and the height of what it stands on (level_mm)."""

    x_mm: float
    y_mm: float
    spread: Spread
    level_mm: float = 0.0
    stands_on: str | None = None


@dataclass(frozen=True, slots=True)
class Base:
    """A figure's base. A disc has length_mm == width_mm == its diameter; length runs along the heading."""

    shape: BaseShape
    length_mm: float
    width_mm: float
    thickness_mm: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the table. `id` is unique on the table and stable while it is followed; `name` is None until known.

    height_mm: top of the figure above what it stands on. `others`: further places that fit within two sigma (another
    level). `doubt`: a sentence for the player, or None.
    """

    id: str
    name: str | None
    base: Base
    height_mm: float
    place: Place
    heading_rad: float | None = None
    heading_sigma_rad: float | None = None
    side: str | None = None
    marker: int | None = None
    ring: str | None = None
    others: tuple[Place, ...] = ()
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A prism over `outline`, or with `top_outline` (same number of points) a frustum; hills are frusta."""

    name: str
    kind: TerrainKind
    height_mm: float
    outline: tuple[Point, ...]
    top_outline: tuple[Point, ...] | None = None


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """A printed sheet as it was found: centre, direction of its print's x axis, whether it is in sight now."""

    id: int
    x_mm: float
    y_mm: float
    heading_rad: float
    side_mm: float
    spread: Spread
    seen: bool = True


@dataclass(frozen=True, slots=True)
class GridSpec:
    """A printed grid. hex: cell_mm across flats, pointy top unturned, origin a centre; square: edge, from a corner."""

    kind: Literal["hex", "square"]
    cell_mm: float
    origin: Point = (0.0, 0.0)
    turn_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    """A figure settled: new to the table or at a new place."""

    figure: Figure
    time_s: float


@dataclass(frozen=True, slots=True)
class FigureGone:
    """A figure has not been seen for long enough that its place is no longer claimed."""

    figure_id: str
    time_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class SheetsPlaced:
    """The camera solution was made or made again; where the sheets lie."""

    sheets: tuple[SheetPlace, ...]
    time_s: float


@dataclass(frozen=True, slots=True)
class TerrainPlaced:
    """Terrain as the owner's setup or a phone gave it. known: False while it is not known where it lies."""

    terrain: tuple[TerrainPiece, ...]
    time_s: float
    known: bool = True


TableEvent = FigurePlaced | FigureGone | SheetsPlaced | TerrainPlaced


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything on the table. `revision` grows by one with every event that changes anything.

    terrain_known: False while it is not known where the terrain lies; what sees what is not known then.
    board: where a printed board lies, None: there is none, or nobody has said. put_back: names of figures of which a
    move was taken back: where they stand says nothing until they have stood where they belong.
    """

    revision: int = 0
    figures: tuple[Figure, ...] = ()
    terrain: tuple[TerrainPiece, ...] = ()
    sheets: tuple[SheetPlace, ...] = ()
    grid: GridSpec | None = None
    terrain_known: bool = True
    board: LaidBoard | None = None
    put_back: tuple[str, ...] = ()

    def figure(self, figure_id: str) -> Figure:
        """The figure with this id; KeyError if there is none."""
        for figure in self.figures:
            if figure.id == figure_id:
                return figure
        raise KeyError(figure_id)


def evolve(state: TableState, event: TableEvent) -> TableState:
    """The state after the event; the same object if nothing changed."""
    match event:
        case FigurePlaced(figure=figure):
            others = tuple(f for f in state.figures if f.id != figure.id)
            figures = tuple(sorted((*others, figure), key=lambda f: f.id))
            changed = replace(state, figures=figures)
        case FigureGone(figure_id=figure_id):
            changed = replace(state, figures=tuple(f for f in state.figures if f.id != figure_id))
        case SheetsPlaced(sheets=sheets):
            changed = replace(state, sheets=sheets)
        case TerrainPlaced(terrain=terrain, known=known):
            changed = replace(state, terrain=terrain, terrain_known=known)
    if changed == state:
        return state
    return replace(changed, revision=state.revision + 1)
