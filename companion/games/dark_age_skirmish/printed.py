"""What is printed, loaded once: the charts. A cell that the text does not have is unknown here and stays so."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.games.charts import Chart, load_chart

HERE = Path(__file__).parent
CHARTS: Mapping[str, Chart] = {path.stem: load_chart(path) for path in sorted((HERE / "charts").glob("*.toml"))}

TYPES = CHARTS["types"].rows
BANDS = CHARTS["ranges"].columns
"""From the nearest to the farthest."""
ARMOURS = CHARTS["armour"].rows
MISSILES = CHARTS["missile_effect"].rows
"""Everything that can be thrown or shot."""


@cache
def number(chart: str, row: str, column: str) -> int:
    """A cell that is a number. ValueError with a sentence if the text has none: such a cell is asked."""
    value = CHARTS[chart].cell(row, column).value
    if not isinstance(value, int):
        raise ValueError(f"chart {chart}, {row} / {column}: no number is printed")
    return value


@cache
def shift(chart: str, row: str) -> int:
    """What a line of a chart of modifiers adds; 0 if it has no such line, as the blows have none for a sword."""
    return number(chart, row, "add") if row in CHARTS[chart].rows else 0


@cache
def word(chart: str, row: str, column: str) -> str:
    """A cell that is a word."""
    return str(CHARTS[chart].cell(row, column).value)


def mm(centimetres: float) -> float:
    """The book's unit in ours."""
    return 10.0 * centimetres


def band_edges_mm(weapon: str) -> tuple[float, ...]:
    """Far edges of a missile's bands on a table. ValueError if no range is printed, as for rocks (DA-8)."""
    return tuple(mm(number("ranges", weapon, band)) for band in BANDS)


def rate_mm(pace: str) -> float:
    """How far a pace of the rates' chart goes in a turn on a table."""
    return mm(number("rates", pace, "cm"))
