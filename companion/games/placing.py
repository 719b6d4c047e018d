"""What to place where before a game without squares begins: areas, edges, terrain, figures with places of their own.

A game tells it as data, in mm of its own table; what of it stands right is compared by whoever sees the table. All of
it is known to everybody: what only one side may know does not belong here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from companion.geometry.points import Point
from companion.table.state import Figure, TerrainPiece


@dataclass(frozen=True, slots=True)
class Area:
    """Where a side begins. figures: those of it, by the names that the game gives them; edge: its own edge, or "".

    side: the word of the game; title: for people; outline: of the whole area, whatever stands there.
    """

    side: str
    title: str
    outline: tuple[Point, ...]
    figures: tuple[str, ...]
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The table of a scenario. spots: figures with a place of their own."""

    title: str
    width_mm: float
    height_mm: float
    areas: tuple[Area, ...] = ()
    terrain: tuple[TerrainPiece, ...] = ()
    spots: tuple[Figure, ...] = ()


@runtime_checkable
class Placing(Protocol):
    """A game that says what is to be placed where."""

    def layout(self, state: Any) -> Layout | None:
        """The same value as long as nothing of it changes; None once the game has begun."""


def edge_line(layout: Layout, edge: str) -> tuple[Point, Point] | None:
    """An edge of the table by its word, mm; None for another word."""
    wide, high = layout.width_mm, layout.height_mm
    lines: dict[str, tuple[Point, Point]] = {
        "north": ((0.0, high), (wide, high)),
        "south": ((0.0, 0.0), (wide, 0.0)),
        "east": ((wide, 0.0), (wide, high)),
        "west": ((0.0, 0.0), (0.0, high)),
    }
    return lines.get(edge)


def box(corners: Sequence[float]) -> tuple[Point, ...]:
    """A rectangle of x from, y from, x to, y to."""
    x0, y0, x1, y1 = (float(value) for value in corners)
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def pieces(rows: Iterable[Mapping[str, Any]]) -> tuple[TerrainPiece, ...]:
    """Terrain as a game's file has it: name, kind, height_mm and outline of each piece."""
    return tuple(
        TerrainPiece(
            row["name"], row["kind"], float(row["height_mm"]), tuple((float(x), float(y)) for x, y in row["outline"])
        )
        for row in rows
    )
