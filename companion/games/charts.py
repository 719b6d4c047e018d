"""Printed charts as data: one TOML file each, every cell with its status and where it comes from.

An `unknown` cell has no value and never gets one here: a rule that needs it asks the players. `house` values are ours,
kept in a part of their own, and laid over a chart only when a table asks for them; `owner` values come from outside.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from companion.games.fields import Value

Status = Literal["read", "inferred", "disputed", "unknown", "owner", "house"]
STATUSES: tuple[str, ...] = get_args(Status)


class ChartFault(ValueError):
    """A chart's file is wrong; the sentence names the file, the cell and the fault."""


@dataclass(frozen=True, slots=True)
class Cell:
    """value: None if and only if the status is "unknown". source: where it is printed, or what it follows from."""

    value: Value | None
    status: str
    source: str


@dataclass(frozen=True, slots=True)
class Chart:
    """cells: (row, column) -> cell, all of them. alphabet: what may be typed into a cell, () if anything; the file may
    name more values that are only printed. house: our values, not in force.

    secret: what its cells hold is not for every seat, so pages show only that it is known. limits: column -> least and
    most; what is inferred in such a column is a line that our copy has lost, and an owner may type it over.
    """

    name: str
    title: str
    edition: str
    printed: str
    unit: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]
    alphabet: tuple[Value, ...] = ()
    house: Mapping[tuple[str, str], Value] | None = None
    secret: bool = False
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def cell(self, row: str, column: str) -> Cell:
        """The cell; KeyError with a sentence if the chart has no such row or column."""
        if (row, column) not in self.cells:
            raise KeyError(f"chart {self.name} has no cell {row!r}, {column!r}")
        return self.cells[row, column]

    def row_of(self, number: int) -> str:
        """The row whose range ("3-5", or "4" alone) holds the number. KeyError with a sentence if none does."""
        for row in self.rows:
            low, high = _ends(row)
            if low <= number <= high:
                return row
        raise KeyError(f"chart {self.name} has no row for {number}")

    def at(self, number: int, column: str) -> Cell:
        """The cell of the row whose range holds the number."""
        return self.cell(self.row_of(number), column)

    def unknown(self) -> tuple[tuple[str, str], ...]:
        """Cells that nobody may guess."""
        return tuple(at for at, cell in self.cells.items() if cell.status == "unknown")

    def may_be_typed(self, row: str, column: str) -> bool:
        """Whether the owner's copy may say otherwise there."""
        status = self.cell(row, column).status
        return status != "read" and (status != "inferred" or column in self.limits)

    def overlaid(self, status: Literal["owner", "house"], values: Mapping[tuple[str, str], Value]) -> Chart:
        """The chart with values where it was unknown; ChartFault for a printed cell or an illegal value."""
        cells = dict(self.cells)
        for at, value in values.items():
            if at not in self.cells:
                raise ChartFault(f"chart {self.name} has no cell {' / '.join(at)}")
            if not self.may_be_typed(*at):
                raise ChartFault(f"chart {self.name}, {' / '.join(at)}: the cell is known and is not overwritten")
            least, most = self.limits.get(at[1], (0, 0))
            if at[1] in self.limits and not (type(value) is int and least <= value <= most):
                words = f"{value!r} is no number from {least} to {most}"
                raise ChartFault(f"chart {self.name}, {' / '.join(at)}: {words}")
            if self.alphabet and value not in self.alphabet:
                raise ChartFault(f"chart {self.name}, {' / '.join(at)}: {value!r} is none of {self.alphabet}")
            cells[at] = Cell(value, status, "ours, not the book's" if status == "house" else "typed by the owner")
        return replace(self, cells=cells)


def load_chart(path: Path) -> Chart:
    """The chart in a TOML file. ChartFault with a sentence if it is not whole."""
    with path.open("rb") as file:
        return read_chart(path.stem, tomllib.load(file))


def read_chart(name: str, data: Mapping[str, Any]) -> Chart:
    """The chart in parsed TOML. Checked: every cell there, each with a status and a source, and no gap in ranges."""
    missing = [word for word in ("title", "edition", "printed", "unit", "rows", "columns", "cells") if word not in data]
    if missing:
        raise ChartFault(f"chart {name}: {', '.join(missing)} missing")
    rows, columns = tuple(data["rows"]), tuple(data["columns"])
    cells = {
        (row, column): _cell(name, row, column, data["cells"].get(row, {}).get(column))
        for row in rows
        for column in columns
    }
    strangers = set(data["cells"]) - set(rows)
    if strangers:
        raise ChartFault(f"chart {name}: cells of rows that are not listed: {', '.join(sorted(strangers))}")
    alphabet = tuple(data.get("alphabet", ()))
    ours = (*alphabet, *data.get("printed_only", ()))
    for at, cell in cells.items():
        if cell.value is not None and alphabet and cell.value not in ours:
            raise ChartFault(f"chart {name}, {' / '.join(at)}: {cell.value!r} is none of {ours}")
    if data.get("rows_are") == "ranges":
        _check_ranges(name, rows)
    house = {(row, column): value for row, part in data.get("house", {}).items() for column, value in part.items()}
    unit, printed = str(data["unit"]), str(data["printed"])
    said = (str(data["title"]), str(data["edition"]), printed, unit)
    limits = {str(column): (int(least), int(most)) for column, (least, most) in data.get("limits", {}).items()}
    if set(limits) - set(columns):
        raise ChartFault(
            f"chart {name}: limits of columns that are not listed: {', '.join(set(limits) - set(columns))}"
        )
    chart = Chart(name, *said, rows, columns, cells, alphabet, house, bool(data.get("secret")), limits)
    chart.overlaid("house", house)
    return chart


def _cell(name: str, row: str, column: str, data: Mapping[str, Any] | None) -> Cell:
    where = f"chart {name}, {row} / {column}"
    if data is None:
        raise ChartFault(f'{where}: the cell is missing; write status = "unknown" if nobody knows it')
    status, source, value = data.get("status"), data.get("source"), data.get("value")
    if status not in STATUSES:
        raise ChartFault(f"{where}: status {status!r} is none of {', '.join(STATUSES)}")
    if not source:
        raise ChartFault(f"{where}: source missing")
    if (value is None) != (status == "unknown"):
        raise ChartFault(f"{where}: a cell has no value if and only if its status is unknown")
    return Cell(value, status, source)


def _ends(row: str) -> tuple[int, int]:
    low, _, high = row.partition("-")
    return int(low), int(high or low)


def _check_ranges(name: str, rows: tuple[str, ...]) -> None:
    after = None
    for row in rows:
        low, high = _ends(row)
        if low > high or (after is not None and low != after):
            raise ChartFault(f"chart {name}: row {row} does not follow on the row before it")
        after = high + 1
