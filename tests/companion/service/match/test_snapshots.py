"""A snapshot is a shortcut and nothing else: what is opened from it is what all rows fold to."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.service.match import snapshots
from companion.service.match.history import fold
from companion.service.match.match import Accepted, Match
from companion.service.match.parley import Parley
from tests.companion.service.match.players import GAME, again, essence, new_match, one, play


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY_ROWS", 40)


def folded(match: Match) -> Match:
    """The same game with its snapshot taken away."""
    match.journal._database.execute("DELETE FROM snapshots")
    match.journal._database.commit()
    path = Path(match.journal._database.execute("PRAGMA database_list").fetchone()[2])
    return again(path)


@pytest.mark.parametrize("steps", [30, 90, 400])
def test_opened_from_a_snapshot_it_is_the_same_game(tmp_path: Path, steps: int) -> None:
    match = new_match(tmp_path / "g", "typed")
    Parley(match).order("ann", "DW-19/hit cards")
    play(match, random.Random(steps), steps)
    assert match.journal.kept_at > 0
    quick = again(tmp_path / "g")
    slow = folded(match)
    assert quick._past.talk == slow._past.talk == match.talk
    assert quick._past.ids == slow._past.ids
    assert [one_.n for one_ in quick._past.done] == [one_.n for one_ in slow._past.done]
    assert essence(quick) == essence(slow) == essence(match)


def test_only_the_rows_since_then_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match(tmp_path / "g")
    play(match, random.Random(1), 100)
    read: list[int] = []
    rows = type(match.journal).rows
    monkeypatch.setattr(type(match.journal), "rows", lambda self, after=0: (read.append(after), rows(self, after))[1])
    again(tmp_path / "g")
    assert read == [match.journal.kept_at]


def test_undo_goes_back_before_the_snapshot_and_is_there_when_opened_again(tmp_path: Path) -> None:
    match, rng = new_match(tmp_path / "g"), random.Random(3)
    states = []
    while len(states) < 60:
        if match.open_question is None:
            states.append(match.state)
        one(match, rng)
    quick = again(tmp_path / "g")
    while states:
        assert isinstance(quick.undo(quick.undoable() or 0, None), Accepted)
        assert quick.state == states.pop()
        if len(states) % 10 == 0:
            assert essence(again(tmp_path / "g")) == essence(quick)
            assert fold(GAME, quick.journal.header.options, quick.journal.rows()).state == quick.state


def test_a_seat_may_still_undo_its_own_newest(tmp_path: Path) -> None:
    match, rng = new_match(tmp_path / "g"), random.Random(3)
    for _ in range(200):
        one(match, rng)
        quick = again(tmp_path / "g")
        assert [quick.view(seat)["undo"] for seat in ("cora", "ann", "bob")] == [
            match.view(seat)["undo"] for seat in ("cora", "ann", "bob")
        ]
        quick.journal.close()


@pytest.mark.parametrize("damage", ["form = form + 1", "data = '{}'", "data = 'no JSON'", "n = n + 100000"])
def test_one_that_does_not_fit_is_passed_by(tmp_path: Path, damage: str) -> None:
    match = new_match(tmp_path / "g")
    play(match, random.Random(2), 120)
    match.journal._database.execute(f"UPDATE snapshots SET {damage}")
    match.journal._database.commit()
    assert essence(again(tmp_path / "g")) == essence(match)


def test_a_game_without_the_table_of_snapshots_opens(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    play(match, random.Random(2), 60)
    match.journal._database.executescript("DROP TABLE snapshots")
    assert essence(again(tmp_path / "g")) == essence(match)


def test_another_form_of_the_state_is_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshots.form_of(GAME)
    monkeypatch.setattr(type(GAME), "ruleset", 99)
    assert snapshots.form_of(GAME) != before
