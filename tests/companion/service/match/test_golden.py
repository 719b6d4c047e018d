"""A game that was finished once must always open, and end as it did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.service.match.export import import_lines
from companion.service.match.match import Match
from tests.companion.service.match.golden import GAMES
from tests.companion.service.match.players import GAME


@pytest.mark.parametrize("path", sorted(GAMES.glob("dark-world-[0-9].jsonl")), ids=lambda path: path.stem)
def test_a_finished_game_opens(path: Path, tmp_path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    match = Match(GAME, import_lines(lines, tmp_path / "g"))
    last = next(row for row in map(json.loads, reversed(lines)) if row["kind"] == "event")
    end = GAME.end(match.state)
    assert end is not None
    assert last["data"]["end"] == {"reason": end.reason, "winner": end.winner, "scores": end.scores}
