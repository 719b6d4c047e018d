"""Charts are whole, or say in a sentence what is missing."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.games.charts import ChartFault, read_chart

CELL = {"value": 3, "status": "read", "source": "page 4"}
GOOD: dict[str, Any] = {
    "title": "T",
    "edition": "first",
    "printed": "page 4",
    "unit": "hits",
    "rows_are": "ranges",
    "rows": ["1-2", "3", "4-6"],
    "columns": ["limit"],
    "alphabet": [3, 4],
    "cells": {
        "1-2": {"limit": CELL},
        "3": {"limit": {**CELL, "value": 4}},
        "4-6": {"limit": {"status": "unknown", "source": "cut"}},
    },
    "house": {"4-6": {"limit": 4}},
}


def with_change(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    inner = data
    for word in path[:-1]:
        inner = inner[word]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return data


def test_a_chart() -> None:
    chart = read_chart("t", GOOD)
    assert chart.cell("1-2", "limit").value == 3
    assert [chart.row_of(number) for number in (1, 2, 3, 4, 6)] == ["1-2", "1-2", "3", "4-6", "4-6"]
    assert chart.at(3, "limit").value == 4
    assert chart.unknown() == (("4-6", "limit"),)
    assert chart.at(5, "limit").value is None


def test_what_is_only_printed_cannot_be_typed() -> None:
    data = with_change(("alphabet",), [4]) | {"printed_only": [3]}
    chart = read_chart("t", data)
    assert (chart.cell("1-2", "limit").value, chart.alphabet) == (3, (4,))
    with pytest.raises(ChartFault, match="3 is none of"):
        chart.overlaid("owner", {("4-6", "limit"): 3})


def test_there_is_no_row_beyond() -> None:
    with pytest.raises(KeyError, match="no row for 7"):
        read_chart("t", GOOD).row_of(7)


def test_house_values_are_kept_apart_until_they_are_asked_for() -> None:
    chart = read_chart("t", GOOD)
    ours = chart.overlaid("house", chart.house or {})
    assert (ours.at(5, "limit").value, ours.at(5, "limit").status) == (4, "house")
    assert chart.at(5, "limit").value is None


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [(("1-2", "limit"), 4, "is known"), (("4-6", "limit"), 9, "is none of")],
)
def test_an_owner_does_not_overwrite_print_nor_leave_the_key(at: tuple[str, str], value: int, said: str) -> None:
    with pytest.raises(ChartFault, match=said):
        read_chart("t", GOOD).overlaid("owner", {at: value})


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("title",), None, "title missing"),
        (("cells", "3", "limit"), None, "the cell is missing"),
        (("cells", "3", "limit", "status"), "guessed", "none of read"),
        (("cells", "3", "limit", "source"), None, "source missing"),
        (("cells", "3", "limit", "value"), None, "no value if and only if"),
        (("cells", "3", "limit", "value"), 9, "none of"),
        (("cells", "4-6", "limit", "value"), 3, "no value if and only if"),
        (("rows",), ["1-2", "4-6"], "not listed"),
        (("cells", "9"), {"limit": CELL}, "not listed"),
        (("house", "1-2"), {"limit": 4}, "is known"),
    ],
)
def test_what_is_not_whole_is_told(path: tuple[str, ...], value: Any, said: str) -> None:
    with pytest.raises(ChartFault, match=said):
        read_chart("t", with_change(path, value))


@pytest.mark.parametrize("rows", [["1-2", "4-6", "3"], ["2-1", "3", "4-6"], ["1-3", "3", "4-6"]])
def test_ranges_have_no_gap(rows: list[str]) -> None:
    cells = {row: {"limit": CELL} for row in rows}
    with pytest.raises(ChartFault, match="does not follow"):
        read_chart("t", {**GOOD, "rows": rows, "cells": cells, "house": {}})
