"""How long a long game takes to open: python -m tests.companion.service.match.opening COMMANDS."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from companion.games.contract import Command
from companion.service.match.match import Accepted, Match
from companion.table.state import TableState
from tests.companion.service.match.players import GAME, again, new_match, one


def long_game(path: Path, commands: int) -> Match:
    """A game of so many commands; nobody goes before the throne, so that it does not end."""
    match, rng, given = new_match(path), random.Random(1), 0
    while given < commands:
        if match.open_question is not None:
            one(match, rng)
            continue
        match.command(tame(match, rng, f"c{given}"))
        given += 1
    return match


def tame(match: Match, rng: random.Random, name: str) -> Command:
    """A command that leads nobody to Korak."""
    liked = []
    for seat in GAME.seats(match.state):
        for offer in GAME.offers(match.state, TableState(), seat):
            weight, fields = GAME.lean(match.state, seat, offer, rng)
            if fields.get("square") != "4,14":
                liked.append((weight, Command(name, seat, offer.id, fields)))
    return rng.choices([command for _, command in liked], [weight for weight, _ in liked])[0]


def main() -> int:
    """Measure; prints the figure."""
    commands = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        match = long_game(Path(folder) / "g", commands)
        spent = []
        for snapshot in (True, False):
            if not snapshot:
                match.journal._database.execute("DELETE FROM snapshots")
                match.journal._database.commit()
            begun = time.perf_counter()
            other = again(Path(folder) / "g")
            spent.append(time.perf_counter() - begun)
            assert other.state == match.state
            assert isinstance(other.command(Command("c0", "cora", "repeat")), Accepted)
    print(f"a game of {commands} commands, {match.revision} rows, opens in {spent[0]:.2f} s from its snapshot,")
    print(f"in {spent[1]:.2f} s without one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
