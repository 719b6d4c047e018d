"""What the owner typed from the own book: one TOML file for each game, in the owner's folder, apart from the program's.

The program's charts are never written to. A value is taken only for a cell that nobody may guess, and only if the
chart's key allows it. A game that is being played asks here first, before it asks its players.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.refusals import unwritable
from companion.games.charts import Chart, ChartFault
from companion.games.contract import Booked, Game
from companion.games.fields import Value
from companion.games.questions import ReadChart
from companion.setup.files import FileFault, parse_toml, read_text

MOST_BYTES = 1_000_000

At = tuple[str, str, str]
"""Chart, row, column."""


class BookFault(ValueError):
    """The owner's file, or what was to be kept in it, is wrong; the sentence says how."""


@dataclass(frozen=True, slots=True)
class CellGiven:
    """What is printed in a cell. value: null forgets it."""

    chart: str
    row: str
    column: str
    value: int | str | None = None


class OwnersBook:
    """Of one game. folder: where the owner's files are. BookFault with a sentence if the file there is wrong."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.path, self._game = folder / f"{game.name}-book.toml", game
        self._charts = self._overlaid(_read(self.path))

    def charts(self) -> Mapping[str, Chart]:
        """The game's charts with what the owner typed."""
        return self._charts

    def known(self, question: ReadChart) -> Value | None:
        """What the owner typed there, or None."""
        cell = self._charts[question.chart].cells.get(question.cell) if question.chart in self._charts else None
        return cell.value if cell and cell.status == "owner" else None

    def keep(self, values: Mapping[At, Value]) -> None:
        """Keep them. BookFault if one may not be kept; then none is."""
        self._write({**self._kept(), **values})

    def give(self, given: CellGiven) -> None:
        """Keep or forget one. BookFault."""
        at = (given.chart, given.row, given.column)
        if given.value is not None:
            self.keep({at: given.value})
        elif at in self._kept():
            self._write({one: value for one, value in self._kept().items() if one != at})
        else:
            raise BookFault(f"{' / '.join(at)[:80]}: you have typed nothing there, so there is nothing to forget")

    def in_force(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a new game, with what it takes from the book: it stays as it was, whatever becomes of this.

        A chart that these options do not use stays at home: a game is given to others. ValueError for wrong options.
        """
        kept = _nested(self._kept())
        if not kept or not isinstance(self._game, Booked):
            return dict(options)
        used = self._game.charts_in_force({**options, "book": kept})
        taken = {
            name: rows for name, rows in kept.items() if any(c.status == "owner" for c in used[name].cells.values())
        }
        return {**options, "book": taken} if taken else dict(options)

    def shown(self) -> dict[str, Any]:
        """For the page: every cell with its status and source. Values that only some seats may know are left out."""
        return {
            "game": self._game.name,
            "title": self._game.title,
            "file": self.path.name,
            "charts": [_shown(chart) for chart in self._charts.values()],
        }

    def _kept(self) -> dict[At, Value]:
        return {
            (name, *at): cell.value
            for name, chart in self._charts.items()
            for at, cell in chart.cells.items()
            if cell.status == "owner" and cell.value is not None
        }

    def _overlaid(self, values: Mapping[At, Value]) -> dict[str, Chart]:
        charts = dict(self._game.charts)
        for (name, row, column), value in values.items():
            if name not in charts:
                raise BookFault(f"{self.path.name}: {self._game.title} has no chart {name[:40]!r}")
            try:
                charts[name] = charts[name].overlaid("owner", {(row, column): value})
            except (ChartFault, KeyError) as fault:
                raise BookFault(f"{self.path.name}: {fault.args[0]}") from fault
        return charts

    def _write(self, values: Mapping[At, Value]) -> None:
        charts = self._overlaid(values)
        lines = ["# What you typed from your own book. Kept on this machine only."]
        for name, rows in _nested(values).items():
            lines += ["", f"[{json.dumps(name)}]"]
            for row, columns in rows.items():
                inner = ", ".join(f"{json.dumps(column)} = {json.dumps(value)}" for column, value in columns.items())
                lines.append(f"{json.dumps(row)} = {{ {inner} }}")
        other = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            other.write_text("\n".join(lines) + "\n", encoding="utf-8")
            os.replace(other, self.path)
        except OSError as fault:
            raise BookFault(f"{self.path.name} {unwritable(fault)}") from fault
        self._charts = charts


def charts_in_force(game: Game, options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """For a new game's header: chart -> "row / column" -> [value, status]."""
    charts = game.charts_in_force(options) if isinstance(game, Booked) else game.charts
    return {
        name: {" / ".join(at): [cell.value, cell.status] for at, cell in chart.cells.items()}
        for name, chart in charts.items()
    }


def _shown(chart: Chart) -> dict[str, Any]:
    cells = [
        {
            "row": row,
            "column": column,
            "value": None if chart.secret and cell.status == "owner" else cell.value,
            "status": cell.status,
            "source": cell.source,
            "open": chart.may_be_typed(row, column),
            "house": None if chart.secret else (chart.house or {}).get((row, column)),
        }
        for (row, column), cell in chart.cells.items()
    ]
    return {
        "name": chart.name,
        "title": chart.title,
        "edition": chart.edition,
        "printed": chart.printed,
        "unit": chart.unit,
        "alphabet": list(chart.alphabet),
        "secret": chart.secret,
        "rows": list(chart.rows),
        "columns": list(chart.columns),
        "cells": cells,
    }


def _nested(values: Mapping[At, Value]) -> dict[str, dict[str, dict[str, Value]]]:
    nested: dict[str, dict[str, dict[str, Value]]] = {}
    for (name, row, column), value in values.items():
        nested.setdefault(name, {}).setdefault(row, {})[column] = value
    return nested


def _read(path: Path) -> dict[At, Value]:
    if not path.exists():
        return {}
    try:
        data = parse_toml(read_text(path, MOST_BYTES, "what you typed from your own book"), str(path))
        return {
            (str(name), str(row), str(column)): value
            for name, rows in data.items()
            for row, columns in rows.items()
            for column, value in columns.items()
        }
    except FileFault as fault:
        raise BookFault(f"{fault} Or take the file away.") from fault
    except AttributeError as fault:
        raise BookFault(
            f"{path}: this is no file of charts, a table of rows of columns; correct it, or take it away"
        ) from fault
