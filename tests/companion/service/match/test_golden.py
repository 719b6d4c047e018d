"""A game that was finished once must always open, end as it did, and show every seat the same facts on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.shelf import GAMES as SHELF
from companion.games.shelf import take
from companion.service.match.export import import_lines
from companion.service.match.match import Match
from tests.companion.service.match.golden import GAMES, facts, views_of

KEPT = sorted(GAMES.glob("*-[0-9].jsonl"))
STILL_PLAYED = ("dark-world", "flintloque", "dark-age-skirmish")


def holds(before: Any, now: Any, at: str = "") -> str:
    """Where what was shown is not shown any more, or ""; more may be shown than before."""
    if isinstance(before, dict) and isinstance(now, dict):
        gone = [name for name in before if name not in now]
        return (
            f"{at}: no {gone[0]}"
            if gone
            else _first(holds(one, now[name], f"{at}/{name}") for name, one in before.items())
        )
    if isinstance(before, list) and isinstance(now, list):
        if len(before) != len(now):
            return f"{at}: {len(now)} instead of {len(before)}"
        return _first(holds(a, b, f"{at}/{n}") for n, (a, b) in enumerate(zip(before, now, strict=True)))
    return "" if before == now else f"{at}: {now!r} instead of {before!r}"


def _first(found: Any) -> str:
    return next((one for one in found if one), "")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_finished_game_opens_ends_and_shows_what_it_did(path: Path, tmp_path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    game = take(json.loads(lines[0])["game"])
    match = Match(game, import_lines(lines, tmp_path / "g"))
    assert game.end(match.state) is not None
    before = json.loads((GAMES / f"{path.stem}.views.json").read_text(encoding="utf-8"))
    assert holds(facts(before), views_of(game, match.journal)) == ""
    match.close()


def test_each_finished_game_has_one() -> None:
    assert set(STILL_PLAYED) <= set(SHELF)
    for name in STILL_PLAYED:
        assert any(path.stem.startswith(f"{name}-") for path in KEPT)


@pytest.mark.parametrize(
    ("before", "now", "where"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, ""),
        ({"a": 1}, {"b": 1}, ": no a"),
        ({"a": [1, 2]}, {"a": [1]}, "/a: 1 instead of 2"),
        ({"a": [{"b": 3}]}, {"a": [{"b": 4}]}, "/a/0/b: 4 instead of 3"),
        ({"a": None}, {"a": 0}, "/a: 0 instead of None"),
    ],
)
def test_what_is_not_shown_any_more_is_found(before: Any, now: Any, where: str) -> None:
    assert holds(before, now) == where


def test_words_are_no_facts() -> None:
    assert facts({"prompt": "Your turn", "heroes": [{"name": "knight", "title": "Knight"}]}) == {
        "heroes": [{"name": "knight"}]
    }
