"""What is to be placed before a game begins, beside the table as the camera sees it. Pure.

Idea: what has a place of its own is a ghost, compared like those of a saved table; a figure that may begin anywhere in
its side's area is measured against the area until it has been told to stand somewhere, and then against that place. As
there, `matches` is said only of what is seen and sure at two sigma.
The owner's own outlines count for a piece of the scenario if they are of its kind and lie over it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import shapely

from companion.games.elsewhere import seen_figure
from companion.games.placing import Area, Layout, edge_line
from companion.service.ghosts import SAME_PIECE, Comparison, compare
from companion.service.saved import SavedFigure, SavedTable, saved_piece
from companion.service.setting_up import TOLERANCE_MM
from companion.table.state import Figure, Point, TableState, TerrainPiece

SIGMAS = 2.0
DONE = ("matches", "outlined")


def placing(
    layout: Layout,
    table: TableState,
    seen: Collection[str],
    *,
    camera: bool,
    found: Sequence[TerrainPiece] = (),
    tolerance_mm: float = TOLERANCE_MM,
    told: Mapping[str, Point] | None = None,
) -> dict[str, Any]:
    """Plain values for every seat. table: in the game's frame, its figures by the game's names.

    seen: ids of the figures that the newest pictures show. camera: whether one looks; without one no state is told.
    found: pieces that the picture shows beside the empty table. told: name -> where a figure has been put already, mm.
    """
    saved = SavedTable("scenario", 0.0, [_ghost(one) for one in layout.spots], list(map(saved_piece, layout.terrain)))
    compared = compare(saved, _aliased(layout.terrain, table), tolerance_mm, seen, found=found)
    put = told or {}
    figures = [
        _put(name, area, put[name], table, seen, tolerance_mm) if name in put else _begins(name, area, table, seen)
        for area in layout.areas
        for name in area.figures
    ]
    figures += _spots(compared)
    terrain = _terrain(compared, layout)
    for one in (*figures, *terrain):
        one["words"] = _words(one) if camera else ""
        if not camera:
            one.update(state="", off_mm=None, dx_mm=None, dy_mm=None)
    left = sum(one["state"] not in DONE for one in (*figures, *terrain)) if camera else None
    return {
        "title": layout.title,
        "width_mm": layout.width_mm,
        "height_mm": layout.height_mm,
        "camera": camera,
        "tolerance_mm": tolerance_mm,
        "left": left,
        "areas": [_area(area, layout) for area in layout.areas],
        "figures": figures,
        "terrain": terrain,
    }


def _ghost(figure: Figure) -> SavedFigure:
    base, place = figure.base, figure.place
    return SavedFigure(figure.name or figure.id, place.x_mm, place.y_mm, 0.0, base.shape, base.length_mm, base.width_mm)


def _aliased(wanted: Sequence[TerrainPiece], table: TableState) -> TableState:
    """The table, the owner's pieces called like those of the scenario that they stand for."""
    have, mine = {piece.name for piece in table.terrain}, list(table.terrain)
    for piece in wanted:
        if piece.name in have:
            continue
        shape = shapely.make_valid(shapely.Polygon(piece.outline))
        alike = [n for n, one in enumerate(mine) if one.kind == piece.kind and _share(shape, one) >= SAME_PIECE]
        if alike:
            best = max(alike, key=lambda n: _share(shape, mine[n]))
            mine[best] = replace(mine[best], name=piece.name)
    return replace(table, terrain=tuple(mine))


def _share(shape: Any, piece: TerrainPiece) -> float:
    other = shapely.make_valid(shapely.Polygon(piece.outline))
    return float(shape.intersection(other).area / max(shape.union(other).area, 1e-9))


def _begins(name: str, area: Area, table: TableState, seen: Collection[str]) -> dict[str, Any]:
    """A figure that may begin anywhere in its side's area: how far its base's middle is from there."""
    figure = seen_figure(table, name)
    one: dict[str, Any] = {"name": name, "side": area.side, "at_mm": None, "seen_mm": None, "sigma_mm": None}
    one |= {"state": "missing", "off_mm": None, "dx_mm": None, "dy_mm": None}
    if figure is None:
        return one
    at = shapely.Point(figure.place.x_mm, figure.place.y_mm)
    ring = shapely.Polygon(area.outline)
    to: Point = (at.x, at.y)
    if not ring.covers(at):
        to = shapely.get_coordinates(shapely.shortest_line(ring, at))[0].tolist()
    edge_mm, sigma_mm = float(ring.exterior.distance(at)), figure.place.spread.sigma_mm
    sure = edge_mm > SIGMAS * sigma_mm
    inside = bool(ring.covers(at))
    state = "unseen" if figure.id not in seen else ("matches" if inside else "off") if sure else "unsure"
    off = 0.0 if inside else edge_mm
    return one | {
        "seen_mm": [round(at.x, 1), round(at.y, 1)],
        "sigma_mm": round(sigma_mm, 2),
        "state": state,
        "off_mm": round(off, 1),
        "dx_mm": round(to[0] - at.x, 1),
        "dy_mm": round(to[1] - at.y, 1),
    }


def _put(
    name: str, area: Area, told: Point, table: TableState, seen: Collection[str], tolerance_mm: float
) -> dict[str, Any]:
    """A figure that has a place in the game: how far it is from there."""
    figure = seen_figure(table, name)
    ghost = SavedFigure(name, *told, 0.0, "disc", 0.0, 0.0)
    there = () if figure is None else (replace(figure, name=name),)
    (one,) = _spots(compare(SavedTable("told", 0.0, [ghost], []), TableState(figures=there), tolerance_mm, seen))
    return one | {"side": area.side}


def _spots(compared: Comparison) -> list[dict[str, Any]]:
    found = []
    for ghost in compared.figures:
        at, off = ghost.figure, ghost.off_mm is not None
        seen = [round(at.x_mm - (ghost.dx_mm or 0), 1), round(at.y_mm - (ghost.dy_mm or 0), 1)] if off else None
        found.append(
            {
                "name": at.name,
                "side": "",
                "at_mm": [at.x_mm, at.y_mm],
                "seen_mm": seen,
                "sigma_mm": _rounded(ghost.sigma_mm),
                "state": ghost.state,
                "off_mm": _rounded(ghost.off_mm),
                "dx_mm": _rounded(ghost.dx_mm),
                "dy_mm": _rounded(ghost.dy_mm),
            }
        )
    return found


def _terrain(compared: Comparison, layout: Layout) -> list[dict[str, Any]]:
    return [
        {
            "name": piece.name,
            "kind": piece.kind,
            "height_mm": piece.height_mm,
            "outline_mm": [list(point) for point in piece.outline],
            "state": ghost.state,
            "off_mm": _rounded(ghost.off_mm),
            "dx_mm": _rounded(ghost.dx_mm),
            "dy_mm": _rounded(ghost.dy_mm),
        }
        for piece, ghost in zip(layout.terrain, compared.terrain, strict=True)
    ]


def _area(area: Area, layout: Layout) -> dict[str, Any]:
    line = edge_line(layout, area.edge)
    return {
        "side": area.side,
        "title": area.title,
        "outline_mm": [list(point) for point in area.outline],
        "figures": list(area.figures),
        "edge": area.edge,
        "edge_mm": [list(point) for point in line] if line else None,
    }


def _words(one: dict[str, Any]) -> str:
    match one["state"]:
        case "matches":
            return "right"
        case "off":
            return f"off by {one['off_mm']:.0f} mm"
        case "unsure":
            return f"too close to call, {one['off_mm']:.0f} mm"
        case "unseen":
            return "not in sight"
        case "outlined":
            return "as outlined"
    return "missing"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
