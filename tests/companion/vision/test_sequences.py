"""The scorer of sequences itself: each fault it is there for is found, and a right replay has none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.vision.sequences import Events, owners_setup, score

A, B = (100.0, 100.0), (300.0, 100.0)


def truth(number: int, places: dict[str, tuple[float, float]], **sequence: Any) -> dict[str, Any]:
    sheet = {"id": 0, "owner": "table", "centre_mm": [0.0, 0.0, 0.0], "up_deg": 90.0}
    figures = [{"id": n, "x_mm": x, "y_mm": y, "visible_fraction": 1.0} for n, (x, y) in places.items()]
    return {"markers": [sheet], "figures": figures, "sequence": {"frame": number, "lifted": None} | sequence}


STILL = [truth(n, {"a": A, "b": B}) for n in range(8)]
WENT = [truth(n, {"a": A if n < 3 else (100.0, 180.0), "b": B}) for n in range(8)]
SWAPPED = [truth(n, {"a": A, "b": B} if n < 3 else {"a": B, "b": A}) for n in range(8)]
KNOCKED = [truth(n, {"a": A, "b": B}, bump=n == 4) for n in range(8)]


def moved(name: str, start: tuple[float, float], end: tuple[float, float], frame: int = 5) -> dict[str, Any]:
    return {"event": "moved", "frame": frame, "name": name, "x_mm": end[0], "y_mm": end[1], "from_mm": list(start)}


def end(**places: tuple[float, float]) -> dict[str, Any]:
    figures = [{"name": n, "x_mm": x, "y_mm": y, "sigma_mm": 0.5, "state": "seen"} for n, (x, y) in places.items()]
    return {"event": "end", "frame": 7, "figures": figures}


BUMPED = [{"event": w, "frame": 4, "name": None} for w in ("bumped", "repaired")]
ASKED = {"event": "asked", "frame": 5, "name": "a", "detail": "a, b"}


@pytest.mark.parametrize(
    ("truths", "events", "fault"),
    [
        (STILL, [end(a=A, b=B)], None),
        (STILL, [moved("a", A, (100.0, 140.0)), end(a=A, b=B)], "never stood there"),
        (STILL, [moved("a", A, (101.0, 101.0)), end(a=A, b=B)], "it stood"),
        (STILL, [end(a=A)], "b is not in the list"),
        (STILL, [end(a=B, b=A)], "mm off"),
        (STILL, [end(a=A, b=B, ghost=(200.0, 200.0))], "nobody"),
        (STILL, [{"event": "lost", "frame": 5, "name": "a"}, end(a=A, b=B)], "plain sight"),
        (STILL, [{"event": "placed", "frame": 5, "name": "x", "x_mm": 1, "y_mm": 1}, end(a=A, b=B)], "x placed"),
        (STILL, [BUMPED[0], end(a=A, b=B)], "nobody touched"),
        (STILL, [{"event": "sheet-moved", "frame": 5, "name": None}, end(a=A, b=B)], "no sheet was"),
        (WENT, [moved("a", A, (100.0, 180.0)), end(a=(100.0, 180.0), b=B)], None),
        (WENT, [end(a=(100.0, 180.0), b=B)], "never told"),
        (WENT, [moved("a", A, (100.0, 180.0), 2), end(a=(100.0, 180.0), b=B)], "never stood there"),
        (SWAPPED, [moved("a", A, B), moved("b", B, A), end(a=B, b=A)], None),
        (SWAPPED, [end(a=A, b=B)], "mm off"),
        (SWAPPED, [ASKED, moved("a", A, B), moved("b", B, A), end(a=B, b=A)], None),
        (KNOCKED, [*BUMPED, end(a=A, b=B)], None),
        (KNOCKED, [end(a=A, b=B)], "not noticed"),
        (KNOCKED, [BUMPED[0], end(a=A, b=B)], "not repaired"),
    ],
)
def test_faults_are_found(truths: list[dict[str, Any]], events: Events, fault: str | None) -> None:
    found = score("x", events, truths).faults
    if fault is None:
        assert found == []
    else:
        assert any(fault in f for f in found), found


def test_an_owners_setup_file_says_where_unmarked_figures_stand_and_nothing_of_the_others() -> None:
    figure = {"base_diameter_mm": 25.0, "base_height_mm": 3.0, "total_height_mm": 35.0, "marker_id": None}
    first = {
        "dictionary": "DICT_4X4_50",
        "camera": {"width": 640, "height": 360, "K": [[1.0]], "dist": [0.0]},
        "markers": [{"id": 0, "owner": "table", "centre_mm": [10.0, 0.0, 0.0], "up_deg": 90.0, "side_mm": 40.0}],
        "figures": [
            figure | {"id": "a", "x_mm": 15.0, "y_mm": 5.0, "colour": None},
            figure | {"id": "b", "x_mm": 30.0, "y_mm": 5.0, "colour": "red"},
        ],
        "terrain": [],
    }
    text = owners_setup([first])
    assert "at_mm = [5.0, 5.0]" in text and text.count("at_mm") == 1 and 'ring = "red"' in text
