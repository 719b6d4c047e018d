"""From the setup file's sections to the table's own values. Degrees become radians here and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from companion.setup.model import FigureSection, Setup, TerrainSection
from companion.table.state import Base, GridSpec, TerrainPiece


def figure_base(section: FigureSection) -> Base:
    """The base of a checked figure section. ValueError if the keys that give its size are missing."""
    length_mm, width_mm = section.base_length_mm, section.base_width_mm
    if section.base_shape == "disc":
        length_mm = width_mm = section.base_mm
    if length_mm is None or width_mm is None:
        raise ValueError(f"{section.name} has no base size")
    return Base(section.base_shape, length_mm, width_mm, section.base_thickness_mm)


def terrain_pieces(setup: Setup) -> tuple[TerrainPiece, ...]:
    """The terrain as the owner wrote it, in the order of the file."""
    return tuple(
        TerrainPiece(
            piece.name,
            piece.kind,
            piece.height_mm,
            tuple(piece.outline_mm),
            tuple(piece.top_outline_mm) if piece.top_outline_mm is not None else None,
        )
        for piece in setup.terrain
    )


def with_terrain(setup: Setup, terrain: Sequence[TerrainPiece]) -> Setup:
    """The setup with other terrain; pieces that keep their name keep their marker."""
    old = {piece.name: piece for piece in setup.terrain}
    sections = []
    for piece in terrain:
        top = None if piece.top_outline is None else list(piece.top_outline)
        own = TerrainSection(piece.name, piece.kind, piece.height_mm, list(piece.outline), top)
        before = old.get(piece.name)
        if before is not None:
            own = msgspec.structs.replace(
                before, kind=own.kind, height_mm=own.height_mm, outline_mm=own.outline_mm, top_outline_mm=top
            )
        sections.append(own)
    return msgspec.structs.replace(setup, terrain=sections)


def carriers(setup: Setup) -> tuple[FigureSection, ...]:
    """The markers on terrain as if they were figures with the pieces' names: centre of the base under the print, and
    ahead where the print's top points."""
    return tuple(
        FigureSection(
            piece.name,
            max(piece.height_mm, 1.0),
            base_mm=piece.marker_side_mm,
            base_thickness_mm=0.0,
            marker=piece.marker,
            marker_side_mm=piece.marker_side_mm,
            marker_height_mm=piece.height_mm if piece.marker_height_mm is None else piece.marker_height_mm,
        )
        for piece in setup.terrain
        if piece.marker is not None
    )


def grid_spec(setup: Setup) -> GridSpec | None:
    """The printed grid, or None if the table has none."""
    grid = setup.grid
    if grid is None:
        return None
    return GridSpec(grid.kind, grid.cell_mm, grid.origin_mm, math.radians(grid.turn_deg))
