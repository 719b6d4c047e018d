"""The charts as one game uses them: the program's, with what the owner typed where nothing is printed, or ours.

What the owner typed is read before anybody is asked: the range of rocks, what rowing takes, how long weapons are. What
armour, shields and horses cost stands in a band itself, as its table has agreed on it.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.charts import Chart
from companion.games.dark_age_skirmish.boats import ROW_CELL
from companion.games.dark_age_skirmish.options import Options
from companion.games.dark_age_skirmish.printed import BANDS, CHARTS

HOUSE = {"ranges": "rocks", "ranges_hexes": "rocks", "fatigue_costs": "rowing", "lengths": "lengths"}
"""Chart with values of ours -> the option that lends them."""
ROCKS = "rocks"


def charts_of(options: Options) -> dict[str, Chart]:
    """ChartFault if what the owner typed does not fit."""
    charts = dict(CHARTS)
    for name, rows in options.book.items():
        if name in charts:
            typed = {(row, column): value for row, cells in rows.items() for column, value in cells.items()}
            charts[name] = charts[name].overlaid("owner", typed)
    for name, option in HOUSE.items():
        if getattr(options, option) == "house":
            charts[name] = charts[name].overlaid("house", CHARTS[name].house or {})
    return charts


def read_before(options: Options) -> dict[str, tuple[int, ...]]:
    """What a game need not ask: rocks -> far edges of their bands, row -> points."""
    found: dict[str, tuple[int, ...]] = {}
    rocks = options.book.get("ranges_hexes" if options.units == "hexes" else "ranges", {}).get(ROCKS, {})
    edges = [rocks.get(band) for band in BANDS]
    if options.rocks == "asked" and all(isinstance(edge, int) for edge in edges):
        found[ROCKS] = tuple(sorted(int(edge) for edge in edges if edge is not None))
    chart, row, column = ROW_CELL
    points = options.book.get(chart, {}).get(row, {}).get(column)
    if options.rowing == "asked" and isinstance(points, int):
        found[row] = (points,)
    return found


def ranks_of(options: Options) -> Mapping[str, int]:
    """How long weapons are, as far as it is known: of the owner's book, or ours."""
    if options.lengths == "house":
        return {row: int(value) for (row, _), value in (CHARTS["lengths"].house or {}).items()}
    typed = {row: cells.get("rank") for row, cells in options.book.get("lengths", {}).items()}
    return {row: rank for row, rank in typed.items() if isinstance(rank, int)}
