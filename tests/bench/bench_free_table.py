"""How long a change at a free table takes to all phones' views: python tests/bench/bench_free_table.py [STEPS].

A random game of each scenario of Flintloque, four seats, and of Dark Age Skirmish, two, on a real file. After each
command the table's figures are seen where they were put, as a camera would. Timed are what the loop's thread does, and
all seats' views, one after another; once with the time that people think used to work things out, as `foresight` does,
and once without.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.games.autoplay import choose_command, random_answer
from companion.games.shelf import take
from companion.games.simulated import SimulatedTable
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.session import Session

FOUR = {"ann": "orcs", "bob": "elves", "cora": "dwarves", "dan": "ogre"}
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "Flintloque one": ("flintloque", {"seats": FOUR, "scenario": "one"}),
    "Flintloque two": ("flintloque", {"seats": FOUR, "scenario": "two"}),
    "Dark Age Skirmish": (
        "dark-age-skirmish",
        {"seats": {"ann": "vikings", "bob": "fyrd"}, "rocks": "house", "lengths": "house"},
    ),
}
STEPS = 250


def main(steps: int) -> None:
    """One line for each game and way."""
    for name in GAMES:
        for thinking in (True, False):
            loop, views = played(name, thinking, steps)
            way = "with" if thinking else "without"
            print(f"free table, {name}, {way} foresight: all views {_ms(views)}; the loop {_ms(loop)}")


def played(name: str, thinking: bool, steps: int) -> tuple[list[float], list[float]]:
    """CPU seconds of the loop's thread and of all seats' views, for each change."""
    game_name, options = GAMES[name]
    game, rng = take(game_name), random.Random(3)
    loop, views = [], []
    with tempfile.TemporaryDirectory() as folder:
        header = Header(game.name, game.ruleset, options, "software")
        match = Match(game, create_journal(Path(folder) / "g", header), pick=random.Random(3).randrange)
        session, table = Session(match, None, time.time), SimulatedTable(game, 3)
        for step in range(steps):
            if game.end(match.state) is not None:
                break
            question = match.open_question
            if question is not None:
                answer = random_answer(question, rng)
                loop.append(_timed(partial(match.answer, question.seat, question.key, answer)))
            else:
                command = choose_command(game, match.state, match.table, rng, f"c{step}")
                loop.append(_timed(partial(match.command, command)))
            views.append(_timed(partial(_all_views, match)))
            if thinking:
                for _ in game.foresee(match.state, match.table):  # type: ignore[attr-defined]
                    pass
            table.follow(match.state)
            seen = frozenset(figure.id for figure in table.state.figures)
            loop.append(_timed(partial(session.saw, table.state, seen)))
            views.append(_timed(partial(_all_views, match)))
        match.end()
        match.close()
    return loop, views


def _all_views(match: Match) -> None:
    for seat in match.game.seats(match.state):
        match.view(seat)


def _timed(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


def _ms(times: list[float]) -> str:
    at = sorted(1000 * one for one in times)
    return f"median {at[len(at) // 2]:.1f}, 95 of 100 {at[int(0.95 * len(at))]:.1f}, most {at[-1]:.1f} ms"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else STEPS)
