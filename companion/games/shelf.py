"""The games there are, by the name that commands and journals use. A game is imported when it is taken."""

from __future__ import annotations

import importlib

from companion.games.contract import Game

GAMES: dict[str, str] = {
    "dark-world": "companion.games.dark_world.game",
    "flintloque": "companion.games.flintloque.game",
    "dark-age-skirmish": "companion.games.dark_age_skirmish.game",
}
"""Name -> module with its GAME."""


def take(name: str) -> Game:
    """The game of this name. ValueError with a sentence if there is none."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    game: Game = importlib.import_module(GAMES[name]).GAME
    return game
