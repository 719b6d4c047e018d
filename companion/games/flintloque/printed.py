"""What is printed, loaded once: the charts; and our drawings of the two tables, which are not printed in the text."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.charts import Chart, load_chart

HERE = Path(__file__).parent
CHARTS: Mapping[str, Chart] = {path.stem: load_chart(path) for path in sorted((HERE / "charts").glob("*.toml"))}
SCENARIOS: Mapping[str, Any] = tomllib.loads((HERE / "scenarios.toml").read_text(encoding="utf-8"))

SIDES = ("orcs", "elves", "dwarves", "ogre")
NAMES = CHARTS["people"].rows
STATS = CHARTS["roster"].columns
RATES = CHARTS["rates"].columns
BANDS = CHARTS["firearms"].columns
BAND_EDGES_MM = tuple(10.0 * float(band.partition("-")[2]) for band in BANDS)
LETTERS = tuple(str(letter) for letter in CHARTS["morale"].alphabet)
CAUSES = CHARTS["morale"].columns
"""From left to right: of several causes the leftmost counts (FL-15)."""
BODY = "dead-dwarf"
OSWOLD = "oswold"


@cache
def number(chart: str, row: str, column: str) -> int:
    """A cell that is a number."""
    return int(CHARTS[chart].cell(row, column).value or 0)


@cache
def about(name: str, what: str) -> str:
    """A word of the list of characters."""
    return str(CHARTS["people"].cell(name, what).value)


def stat(name: str, what: str) -> int:
    """A figure of the character sheet; 0 where the sheet has a dash, as for firing without a firearm."""
    value = CHARTS["roster"].cell(name, what).value
    return value if isinstance(value, int) else 0


@cache
def base_mm(name: str) -> float:
    """Diameter of a base."""
    bases: Mapping[str, float] = SCENARIOS["bases"]
    return float(bases["body"] if name == BODY else bases[about(name, "race")])


def mm(centimetres: float) -> float:
    """The book's unit in ours."""
    return 10.0 * centimetres
