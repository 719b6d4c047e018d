"""The setup file an owner of a scene's table would have written.

It tells where sheets and figures are only if asked to: that is for the program to find. Terrain and grid are turned
into the first sheet's frame, as the file's rules ask; where the sheets' places are told, the scene's own frame stays.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.scenes.scene import FigureModel, Scene

DIGITS = 4


def setup_text(
    scene: Scene, *, with_lens: bool = True, with_starts: bool | Collection[str] = False, with_sheets: bool = False
) -> str:
    """TOML of the scene's table. with_starts: say where figures stand that have neither marker nor ring, so that they
    have names; of all, or of these. with_sheets: say where the sheets lie. Raises ValueError if there are no sheets."""
    if not scene.sheets:
        raise ValueError("a table without sheets has no setup file")
    first = min(scene.sheets, key=lambda sheet: sheet.id)
    frame = _Frame() if with_sheets else _Frame(first.x_mm, first.y_mm, first.turn_deg)
    kind = "saddle" if first.pattern.width_mm > 2 * first.pattern.side_mm else "marker"
    blocks = [
        _block(
            "[table]",
            dictionary=scene.dictionary,
            sheets=sorted(sheet.id for sheet in scene.sheets),
            sheet_side_mm=first.pattern.side_mm,
            sheet_kind=kind,
            sheet_thickness_mm=first.thickness_mm,
        )
    ]
    for sheet in scene.sheets if with_sheets else ():
        blocks.append(_block("[[sheet]]", id=sheet.id, at_mm=[sheet.x_mm, sheet.y_mm], turn_deg=sheet.turn_deg))
    camera = scene.camera
    if with_lens:
        blocks.append(
            _block(
                "[lens]",
                width_px=camera.width_px,
                height_px=camera.height_px,
                camera_matrix=camera.camera_matrix,
                distortion=camera.distortion,
            )
        )
    grid = scene.table.grid
    if grid is not None:
        blocks.append(
            _block(
                "[grid]",
                kind=grid.kind,
                cell_mm=grid.cell_mm,
                origin_mm=frame.of([grid.origin])[0],
                turn_deg=math.degrees(grid.turn_rad) - frame.turn_deg,
            )
        )
    for figure in scene.figures:
        told = with_starts if isinstance(with_starts, bool) else figure.name in with_starts
        named = told and figure.mark is None and figure.ring is None
        blocks.append(_figure(figure, frame.of([(figure.x_mm, figure.y_mm)])[0] if named else None))
    for piece in scene.terrain:
        top = piece.top_outline_mm
        blocks.append(
            _block(
                "[[terrain]]",
                name=piece.name,
                kind=piece.kind,
                height_mm=piece.height_mm,
                outline_mm=frame.of(piece.outline_mm),
                top_outline_mm=frame.of(top) if top is not None else None,
            )
        )
    return "\n".join(blocks)


def _figure(figure: FigureModel, at_mm: list[float] | None) -> str:
    disc = figure.shape == "disc"
    mark = figure.mark
    marked: dict[str, Any] = {}
    if mark is not None:
        marked = {
            "marker": mark.id,
            "marker_side_mm": mark.pattern.side_mm,
            "marker_height_mm": mark.height_mm,
            "marker_offset_mm": mark.offset_mm,
            "marker_turn_deg": mark.turn_deg,
        }
    return _block(
        "[[figure]]",
        name=figure.name,
        side=figure.side,
        height_mm=figure.height_mm,
        base_mm=figure.length_mm if disc else None,
        base_shape=None if disc else figure.shape,
        base_length_mm=None if disc else figure.length_mm,
        base_width_mm=None if disc else figure.width_mm,
        base_thickness_mm=figure.thickness_mm,
        ring=figure.ring,
        at_mm=at_mm,
        **marked,
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """The file's frame in the scene's: where its origin is, and how it is turned."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0

    def of(self, points: Any) -> list[list[float]]:
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        turned = (np.array(points, float) - (self.x_mm, self.y_mm)) @ np.array([[c, -s], [s, c]])
        return [[float(x), float(y)] for x, y in turned]


def _block(head: str, **values: Any) -> str:
    return "\n".join([head, *(f"{key} = {_toml(value)}" for key, value in values.items() if value is not None)]) + "\n"


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value)
        case list() | tuple():
            return "[" + ", ".join(_toml(item) for item in value) + "]"
        case float():
            return repr(round(value, DIGITS) + 0.0)
        case _:
            return str(value)
