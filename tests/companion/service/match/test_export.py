"""Export and import: the same game, sealed while it is played, and nothing missing."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.service.match.export import export_lines, import_lines
from companion.service.match.journal import JournalFault
from companion.service.match.match import Match
from tests.companion.service.match.players import GAME, new_match, play


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, list[str]]:
    match = new_match(tmp_path_factory.mktemp("games") / "g")
    play(match, random.Random(6), 20_000)
    assert GAME.end(match.state) is not None
    return match, list(export_lines(match.journal))


def test_a_game_that_is_played_is_sealed(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    play(match, random.Random(6), 30)
    with pytest.raises(JournalFault, match="not over"):
        list(export_lines(match.journal))


def test_there_and_back(finished: tuple[Match, list[str]], tmp_path: Path) -> None:
    match, lines = finished
    assert {"format", "game", "ruleset", "options"} <= set(json.loads(lines[0]))
    other = Match(GAME, import_lines(lines, tmp_path / "copy"))
    assert other.state == match.state
    assert list(export_lines(other.journal)) == lines


def test_a_missing_row_is_told_and_no_file_is_made(finished: tuple[Match, list[str]], tmp_path: Path) -> None:
    _, lines = finished
    with pytest.raises(JournalFault, match="row 5 is missing; row 6 comes"):
        import_lines([*lines[:5], *lines[6:]], tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (0, "{", "line 1 is no JSON"),
        (0, "[]", "line 1 is no JSON object"),
        (0, '{"format": 9}', "format 9"),
        (0, '{"format": 1, "game": 3}', "no header"),
        (0, '{"format": 1, "game": "chess", "ruleset": 1, "options": {}, "dice": "typed"}', "no game 'chess'"),
        (3, '{"n": 3}', "line 4 is no row"),
        (
            2,
            '{"n": 2, "time": 1, "source": "", "kind": "event", "v": 1, "data": {"event": "Nonsense"}}',
            "do not make a game",
        ),
    ],
)
def test_what_is_no_export_is_told(
    finished: tuple[Match, list[str]], tmp_path: Path, number: int, line: str, said: str
) -> None:
    lines = [*finished[1]]
    lines[number] = line
    with pytest.raises(ValueError, match=said):
        import_lines(lines, tmp_path / "copy")
