"""A game taken from its file or made: each has a board or a table that can be laid under a camera."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.gaming import lay_game
from companion.games.shelf import GAMES
from companion.service.settings import GameSettings

FIRST = {
    "dark-world": "upper left corner",
    "flintloque": "north-west corner of the table",
    "dark-age-skirmish": "north-west corner of the table",
}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_laid_under_a_camera(game: str, tmp_path: Path) -> None:
    laid = lay_game(GameSettings("evening.game", game), tmp_path)
    assert laid.laying is not None
    assert laid.laying.shown()["corners"][0]["words"].startswith(FIRST[game])
    laid.match.close()
    again = lay_game(GameSettings("evening.game", game), tmp_path)
    assert again.laying is not None and again.laying.laid is None
    again.match.close()
