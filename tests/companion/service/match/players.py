"""Matches for tests, and seeded players who play them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games.autoplay import choose_command, random_answer
from companion.games.shelf import take
from companion.service.match.journal import Header, create_journal, open_journal
from companion.service.match.match import Accepted, Match
from companion.table.state import TableState

GAME = take("dark-world")
OPTIONS = {
    "seats": {"cora": "korak", "ann": ["knight", "barbarian"], "bob": ["dwarf", "ranger"]},
    "discs": "house",
    "die": "house",
}


def new_match(path: Path, dice: str = "software", seed: int = 1, **options: Any) -> Match:
    """A game that begins."""
    header = Header(GAME.name, GAME.ruleset, {**OPTIONS, **options}, dice)
    return Match(GAME, create_journal(path, header), pick=random.Random(seed).randrange, wall_s=lambda: 1000.0)


def again(path: Path, seed: int = 2) -> Match:
    """The game from its file."""
    return Match(GAME, open_journal(path), pick=random.Random(seed).randrange, wall_s=lambda: 2000.0)


def play(match: Match, rng: random.Random, steps: int, told: Callable[[str], None] = lambda what: None) -> int:
    """Give that many commands and answers, or fewer if the game ends; how many were given."""
    for step in range(steps):
        if GAME.end(match.state) is not None:
            return step
        told(one(match, rng))
    return steps


def one(match: Match, rng: random.Random) -> str:
    """The answer to the open question, or a command. What was accepted, in a word."""
    question = match.open_question
    if question is not None:
        said = match.answer(question.seat, question.key, random_answer(question, rng))
        assert isinstance(said, Accepted), said
        return f"answer {said.n} {question.key}"
    command = choose_command(GAME, match.state, TableState(), rng, f"c{match.revision}-{rng.randrange(10**6)}")
    said = match.command(command)
    assert isinstance(said, Accepted), said
    return f"command {said.n}"


def essence(match: Match) -> dict[str, Any]:
    """Everything that must be the same after it was read again."""
    seats = (*GAME.seats(match.state), "")
    return {"state": match.state, "views": {seat: match.view(seat) for seat in seats}}
