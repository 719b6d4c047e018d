"""The file: only added to, numbered without a gap, and refused if it is none of ours."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.service.match.journal import Entry, Header, JournalFault, Row, create_journal, open_journal

HEADER = Header("dark-world", 1, {"seats": {}})


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    journal = create_journal(tmp_path / "g", HEADER)
    written = journal.append([Entry("ann", "command", {"a": [1, "ö"]}), Entry("", "done", {"of": 1})], 12.5)
    journal.close()
    journal = open_journal(tmp_path / "g")
    assert journal.header == HEADER
    assert list(journal.rows()) == written
    assert journal.last == 2
    assert journal.append([], 1.0) == []


@pytest.mark.parametrize("statement", ["UPDATE rows SET data = '{}'", "DELETE FROM rows"])
def test_a_row_is_neither_changed_nor_deleted(tmp_path: Path, statement: str) -> None:
    create_journal(tmp_path / "g", HEADER).append([Entry("ann", "command", {})], 0)
    with sqlite3.connect(tmp_path / "g") as database, pytest.raises(sqlite3.IntegrityError, match="only added to"):
        database.execute(statement)


def test_a_row_that_does_not_follow_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    journal = create_journal(tmp_path / "g", HEADER)
    with pytest.raises(JournalFault, match="row 2 is missing"):
        journal.append_rows([Row(1, 0, "", "done", 1, {}), Row(3, 0, "", "done", 1, {})])
    assert list(journal.rows()) == []


def test_it_syncs_before_it_returns(tmp_path: Path) -> None:
    journal = create_journal(tmp_path / "g", HEADER)
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"


def test_a_game_is_never_written_over(tmp_path: Path) -> None:
    create_journal(tmp_path / "g", HEADER)
    with pytest.raises(FileExistsError, match="never written over"):
        create_journal(tmp_path / "g", HEADER)


def test_where_no_game_can_be_kept_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="there is no folder"):
        create_journal(tmp_path / "nowhere" / "g", HEADER)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_journal_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="no such game"):
        open_journal(tmp_path / "g")
    (tmp_path / "g").write_text("not a database, and long enough to be read as one" * 50)
    with pytest.raises(JournalFault, match="no game's journal"):
        open_journal(tmp_path / "g")
    create_journal(tmp_path / "new", Header("dark-world", 1, {}, format=9))
    with pytest.raises(JournalFault, match="format 9"):
        open_journal(tmp_path / "new")


def test_alone_means_that_nobody_else_opens_it(tmp_path: Path) -> None:
    journal = create_journal(tmp_path / "g", HEADER, alone=True)
    for alone in (True, False):
        with pytest.raises(JournalFault, match="open in another program"):
            open_journal(tmp_path / "g", alone=alone)
    journal.close()
    again = open_journal(tmp_path / "g", alone=True)
    with pytest.raises(JournalFault, match="open in another program"):
        open_journal(tmp_path / "g", alone=True)
    again.close()
    open_journal(tmp_path / "g").close()


def test_a_closed_game_is_one_file(tmp_path: Path) -> None:
    journal = create_journal(tmp_path / "g", HEADER)
    journal.append([Entry("ann", "command", {})], 0)
    journal.close()
    assert [path.name for path in tmp_path.iterdir()] == ["g"]
