"""The charts as one game uses them: the program's, with the lines that the owner typed, or our letters, as agreed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.charts import Chart
from companion.games.contract import Command
from companion.games.fields import Value
from companion.games.flintloque.options import Options
from companion.games.flintloque.printed import CHARTS

ROSTER, MORALE = "roster", "morale"


def charts_of(options: Options) -> dict[str, Chart]:
    """ChartFault if the owner's lines do not fit. Letters that the owner typed are read when they are needed."""
    charts = dict(CHARTS)
    if options.sheets == "typed":
        rows = options.book.get(ROSTER, {})
        lines = {(row, column): value for row, cells in rows.items() for column, value in cells.items()}
        charts[ROSTER] = charts[ROSTER].overlaid("owner", lines)
    if options.morale == "house":
        charts[MORALE] = charts[MORALE].overlaid("house", charts[MORALE].house or {})
    return charts


def _sheet_told(command: Command) -> Mapping[tuple[str, str, str], Value]:
    return {(ROSTER, command.subject, what): value for what, value in command.fields.items()}


REMEMBERS = {"type-sheet": _sheet_told}
"""What a player types once may be kept for the next game."""
