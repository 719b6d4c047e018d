"""How long a change at a free table takes to four phones' views: python tests/bench/bench_free_table.py [STEPS].

A random game of each scenario of Flintloque on a real file, four seats. After each command the table's figures are seen
where they were put, as a camera would. Timed are what the loop's thread does, and all four views, one after another;
once with the time that people think used to work things out, as `foresight` does, and once without.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.games.autoplay import choose_command, random_answer
from companion.games.shelf import take
from companion.games.simulated import SimulatedTable
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.session import Session

SEATS = {"ann": "orcs", "bob": "elves", "cora": "dwarves", "dan": "ogre"}
STEPS = 250


def main(steps: int) -> None:
    """One line for each scenario and way."""
    for scenario in ("one", "two"):
        for thinking in (True, False):
            loop, views = played(scenario, thinking, steps)
            way = "with" if thinking else "without"
            print(f"free table, scenario {scenario}, {way} foresight: four views {_ms(views)}; the loop {_ms(loop)}")


def played(scenario: str, thinking: bool, steps: int) -> tuple[list[float], list[float]]:
    """CPU seconds of the loop's thread and of the four views, for each change."""
    game, rng = take("flintloque"), random.Random(3)
    loop, views = [], []
    with tempfile.TemporaryDirectory() as folder:
        header = Header(game.name, game.ruleset, {"seats": SEATS, "scenario": scenario}, "software")
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
    for seat in SEATS:
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
