"""Saved tables come back whole, whatever else lies in the folder, and whenever the program stops."""

from __future__ import annotations

import json
import math
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.service.saved import EMPTY_FOR_S, MOST_BYTES, SavedTable, Tables, Unsaved, snapshot
from companion.table.state import TableState, TerrainPiece
from tests.companion.service.fakes import figure

HILL = TerrainPiece("Hill", "hill", 20.0, ((0, 0), (100, 0), (50, 80)), ((20, 10), (80, 10), (50, 60)))
TABLE = TableState(
    figures=(
        replace(figure("10", 12.34, -5.0, "Ragnar"), heading_rad=math.pi / 2, side="west"),
        figure("unmarked #2", 1.0, 2.0),
    ),
    terrain=(HILL, TerrainPiece("Pond", "water", 0.0, ((0, 0), (10.04, 0), (5, 9)))),
)


@pytest.fixture(params=["folder", "memory"])
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Tables:
    return Tables(tmp_path / "deep" / "tables" if request.param == "folder" else None)


def test_a_table_comes_back_as_it_was_saved(tables: Tables) -> None:
    assert tables.all() == ([], []) and tables.get("Bridge") is None
    saved = snapshot(TABLE, "Bridge", 1_796_000_000.04)
    tables.put(saved)
    assert tables.get("Bridge") == saved and tables.all() == ([saved], [])
    (ragnar,) = saved.figures
    assert (ragnar.name, ragnar.x_mm, ragnar.y_mm, ragnar.heading_deg, ragnar.side) == (
        "Ragnar",
        12.3,
        -5.0,
        90,
        "west",
    )
    assert saved.terrain[0].piece() == HILL
    assert saved.terrain[1].piece().outline[1] == (10.0, 0)


def test_saving_again_replaces_and_names_are_in_order(tables: Tables) -> None:
    for name, time_s in (("zoo", 1.0), ("Ålesund / bridge", 2.0), ("bridge", 3.0), ("zoo", 4.0)):
        tables.put(SavedTable(name, time_s))
    names = [one.name for one in tables.all()[0]]
    assert names == sorted(names, key=str.lower) and len(names) == 3
    zoo = tables.get("zoo")
    assert zoo is not None and zoo.saved_s == 4.0


def test_renaming_and_deleting(tables: Tables) -> None:
    tables.put(SavedTable("old", 1.0))
    tables.put(SavedTable("taken", 1.0))
    tables.rename("old", "new")
    assert [one.name for one in tables.all()[0]] == ["new", "taken"]
    with pytest.raises(Unsaved, match='"taken" already'):
        tables.rename("new", "taken")
    with pytest.raises(Unsaved, match='no saved table "old"'):
        tables.rename("old", "x")
    tables.delete("new")
    tables.delete("never was")
    assert [one.name for one in tables.all()[0]] == ["taken"]


BAD = [
    (b"", "is no saved table"),
    (b'{"name": "x"', "is no saved table"),
    (b'{"name": "x", "saved_s": "yesterday"}', "is no saved table"),
    (b'{"name": "x", "saved_s": 1, "terrain": [{"name": "a", "kind": "castle"}]}', "is no saved table"),
    (b'{"name": "x", "saved_s": 1, "version": 9}', "newer companion"),
    (b" " * (MOST_BYTES + 1), "larger than any saved table"),
]


@pytest.mark.parametrize(("content", "says"), BAD)
def test_a_bad_file_is_told_left_alone_and_hides_no_other(tmp_path: Path, content: bytes, says: str) -> None:
    tables = Tables(tmp_path)
    tables.put(SavedTable("good", 1.0))
    bad = tmp_path / "table-bad.json"
    bad.write_bytes(content)
    good, (fault,) = tables.all()
    assert [one.name for one in good] == ["good"]
    assert says in fault and "table-bad.json" in fault and str(tmp_path) not in fault
    tables.delete("x")
    assert bad.read_bytes() == content


def test_other_files_are_no_tables(tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text("{}")
    (tmp_path / "table-half.new").write_text("{")
    assert Tables(tmp_path).all() == ([], [])


def test_a_stop_while_saving_leaves_the_old_one_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(tmp_path)
    tables.put(SavedTable("bridge", 1.0))

    def stop(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(Unsaved, match="No space left"):
        tables.put(SavedTable("bridge", 2.0))
    again = Tables(tmp_path).get("bridge")
    assert again is not None and again.saved_s == 1.0


def test_a_rename_cut_short_leaves_both_names(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.put(SavedTable("old", 1.0))
    tables.put(SavedTable("new", 1.0))
    assert {one.name for one in Tables(tmp_path).all()[0]} == {"old", "new"}


def test_the_empty_tables_picture_is_good_for_an_evening(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "deep")
    assert tables.empty(0.0) is None
    tables.put_empty(b"old")
    tables.put_empty(b"picture")
    taken_s = (tmp_path / "deep" / "empty-table.jpg").stat().st_mtime
    for later_s, kept in ((0.0, b"picture"), (EMPTY_FOR_S - 120, b"picture"), (EMPTY_FOR_S, None), (-3600.0, None)):
        assert tables.empty(taken_s + later_s) == kept
    assert Tables(tmp_path / "deep").all() == ([], [])
    nowhere = Tables(None)
    nowhere.put_empty(b"picture")
    assert nowhere.empty(0.0) is None


def test_files_can_be_read_by_people(tmp_path: Path) -> None:
    Tables(tmp_path).put(snapshot(TABLE, "The old bridge", 1.0))
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("table-the-old-bridge-")
    assert json.loads(path.read_text())["terrain"][0]["name"] == "Hill"
    assert "\n  " in path.read_text()
