"""A figure's base as an outline on the table."""

from __future__ import annotations

from companion.geometry.polygons import disc_outline, oval_outline, rectangle_outline
from companion.table.state import Base, Figure, Place, Point


def base_outline(figure: Figure) -> tuple[Point, ...]:
    """The base where the figure stands, counter-clockwise, mm; along the x axis while the heading is unknown."""
    return outline_at(figure.base, figure.place, figure.heading_rad or 0.0)


def outline_at(base: Base, place: Place, heading_rad: float) -> tuple[Point, ...]:
    """The base at a place, its length along the heading; counter-clockwise, mm."""
    centre = (place.x_mm, place.y_mm)
    match base.shape:
        case "disc":
            return disc_outline(centre, base.length_mm)
        case "rectangle":
            return rectangle_outline(centre, base.length_mm, base.width_mm, heading_rad)
        case "oval":
            return oval_outline(centre, base.length_mm, base.width_mm, heading_rad)
