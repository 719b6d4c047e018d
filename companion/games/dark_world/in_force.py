"""The charts as one game uses them: the program's, with what the owner typed, or with our house values, as agreed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.charts import Chart
from companion.games.contract import Command
from companion.games.dark_world.options import Options
from companion.games.dark_world.printed import CHARTS
from companion.games.fields import Value

DISCS, DIE = "discs", "die"
SHOWN = (0, 1, 2)


def charts_of(options: Options) -> dict[str, Chart]:
    """ChartFault if the owner's values do not fit."""
    charts = dict(CHARTS)
    for name, way in ((DISCS, options.discs), (DIE, options.die)):
        chart = charts[name]
        if way == "house":
            charts[name] = chart.overlaid("house", chart.house or {})
        elif way == "typed":
            rows = options.book.get(name, {})
            charts[name] = chart.overlaid("owner", {(r, c): v for r, cells in rows.items() for c, v in cells.items()})
    return charts


def faces_of(die: Chart) -> tuple[int, ...]:
    """The six faces of the combat die, or () while not all of them are known."""
    counts = [die.cell(str(number), "faces").value for number in SHOWN]
    faces = tuple(n for n, count in zip(SHOWN, counts, strict=True) for _ in range(int(count or 0)))
    return faces if len(faces) == 6 and None not in counts else ()


def _discs_told(command: Command) -> Mapping[tuple[str, str, str], Value]:
    return {(DISCS, name, "points"): points for name, points in command.fields.items()}


def _die_told(command: Command) -> Mapping[tuple[str, str, str], Value]:
    return {(DIE, str(number), "faces"): command.fields[f"show_{number}"] for number in SHOWN}


REMEMBERS = {"type-discs": _discs_told, "type-die": _die_told}
"""What Korak's player types once may be kept for the next game."""
