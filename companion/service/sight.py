"""What of the camera's table is a game's: its pieces by name, its board, and what the camera can answer. Pure.

A figure is a piece if it bears the piece's name, or, where no figure does, the piece's colour as its ring. A question
is answered only by figures that are in sight now, stand in one place, and leave no doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.games.questions import Measure, Place, Question
from companion.games.regions import Cells, Patch
from companion.service.colours import light_of
from companion.table.distance import measure_figures
from companion.table.state import Figure, TableState

SIGMAS = 2.0


def with_pieces(table: TableState, names: Collection[str], colours: Mapping[str, str]) -> TableState:
    """The table with the game's figures called by its names. colours: of the pieces, which a ring may tell."""
    by_name = {called(figure.name): figure for figure in table.figures if figure.name}
    found = {by_name[name].id: name for name in names if name in by_name}
    for piece, colour in colours.items():
        figure = None if piece in by_name else _ringed(table, colour, names)
        if figure is not None:
            found[figure.id] = piece
    figures = tuple(replace(one, name=found[one.id]) if one.id in found else one for one in table.figures)
    return replace(table, figures=figures)


def called(name: str | None) -> str:
    """A figure's name as games write them."""
    return (name or "").strip().casefold().replace(" ", "-")


def answered_by_camera(
    question: Question, table: TableState, seen: frozenset[str], stands: Callable[[str], str | None]
) -> Any | None:
    """The camera's answer to the open question; None: it waits, or the players type it.

    stands: the square of a figure, as the game reads it; None or "" where it is on none for certain.
    """
    match question:
        case Place(figure=name, region=Cells(cells)):
            if _steady(table, seen, name) is None:
                return None
            square = stands(name)
            return square if square in cells else None
        case Place(figure=name, region=Patch() as patch):
            figure = _steady(table, seen, name)
            return None if figure is None else _inside(figure, patch)
        case Measure(a=a, b=b):
            one, other = _steady(table, seen, a), _steady(table, seen, b)
            if one is None or other is None or one.id == other.id:
                return None
            found = measure_figures(one, other, table.grid)
            return None if found.doubt else [round(found.edge_mm, 2), round(found.edge_sigma_mm, 3)]
    return None


def _ringed(table: TableState, colour: str, names: Collection[str]) -> Figure | None:
    """The one figure with this ring, if it does not bear the name of one of the game's."""
    ringed = [
        one for one in table.figures if one.ring and light_of(one.ring) == colour and called(one.name) not in names
    ]
    return ringed[0] if len(ringed) == 1 else None


def _steady(table: TableState, seen: frozenset[str], name: str) -> Figure | None:
    """The one figure of this name or id, if it is in sight and in one place without a doubt."""
    found = [one for one in table.figures if name in (one.name, one.id)]
    if len(found) != 1 or found[0].id not in seen or found[0].others or found[0].doubt:
        return None
    return found[0]


def _inside(figure: Figure, patch: Patch) -> list[float] | None:
    """Where it stands, if all within two sigma is inside."""
    x, y, off = figure.place.x_mm, figure.place.y_mm, SIGMAS * figure.place.spread.sigma_mm
    around = ((x, y), (x + off, y), (x - off, y), (x, y + off), (x, y - off))
    return [round(x, 2), round(y, 2)] if all(patch.complaint(point) is None for point in around) else None
