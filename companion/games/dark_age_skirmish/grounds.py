"""The tables as we draw them, and bases: none of it is in the text."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.games.dark_age_skirmish.printed import HERE
from companion.games.placing import pieces
from companion.geometry.points import Point
from companion.table.state import TerrainPiece

GROUNDS: Mapping[str, Any] = tomllib.loads((HERE / "grounds.toml").read_text(encoding="utf-8"))


def base_mm(riding: bool) -> float:
    """Diameter of a base."""
    return float(GROUNDS["bases"]["mounted" if riding else "foot"])


def size_of(ground: str) -> Point:
    """Width and height of a table, mm."""
    width, height = GROUNDS[ground]["size"]
    return float(width), float(height)


def zone_of(ground: str, number: int) -> tuple[float, float, float, float]:
    """Where the band of this number, from 0, begins."""
    x0, y0, x1, y1 = GROUNDS[ground]["zones"][number]
    return float(x0), float(y0), float(x1), float(y1)


def home_of(ground: str, number: int) -> str:
    """The edge of the band of this number: "south", "north", "west" or "east"."""
    return str(GROUNDS[ground]["homes"][number])


@cache
def drawn_terrain(ground: str) -> tuple[TerrainPiece, ...]:
    """Our terrain of a table."""
    return pieces(GROUNDS[ground]["terrain"])
