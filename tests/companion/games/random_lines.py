"""The lines of a whole random game, for a referee who follows them."""

from __future__ import annotations

import random
from typing import Any

from companion.games.autoplay import play_random
from companion.games.contract import Game
from companion.games.transcript import Transcript

Line = dict[str, Any]


def random_lines(game: Game, seed: int, **options: str) -> tuple[Line, ...]:
    """As `companion play GAME --auto --json` prints them. options: in place of random ones."""
    lines: list[Line] = []
    transcript = Transcript(game, lambda entry, said: lines.append(entry))
    chosen = {**game.sample_options(random.Random(seed)), **options}
    transcript.begun(chosen)
    play_random(game, seed, chosen, transcript.commanded, transcript.heard)
    return tuple(lines)
