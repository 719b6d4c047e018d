"""How long a command takes to five phones' views, with a camera's looks in the same queue.

`python -m tests.companion.service.game_latency COMMANDS`: a seeded game on a real file, its board laid, four Heroes'
figures seen eight times a second and now and then elsewhere; five threads that wait for views as phones do. Prints
milliseconds from handing in a command or answer to the last of the five views, and how long a turn of the loop took.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.service.blind import Blind, NoCamera
from companion.service.inbox import Looked
from companion.service.loop import Loop
from companion.service.match.match import Match
from companion.service.service import Furniture, Service
from companion.service.session import Session
from companion.table.state import FigurePlaced
from companion.vision.frame import Look
from tests.companion.games.dark_world.laid import figure_on, laid
from tests.companion.service.match.players import GAME, new_match, one

SEATS = ("cora", "ann", "bob", "", "ann")
LOOKS_PER_S = 8.0


class Phone:
    """Waits for views and notes when each revision's was made."""

    def __init__(self, match: Match, seat: str) -> None:
        self.made: dict[int, float] = {}
        self._match, self._seat = match, seat
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        after = -1
        while not self._match.ending:
            self._match.wait(after, 1.0)
            view = self._match.view(self._seat)
            after = view["revision"]
            self.made[after] = time.perf_counter()

    def at(self, revision: int) -> float | None:
        """When a view of this revision or a later one was made."""
        return min((when for made, when in list(self.made.items()) if made >= revision), default=None)


def quantile(values: list[float], share: float) -> float:
    """The value that so much of them do not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def seen(match: Match, rng: random.Random) -> tuple[FigurePlaced, ...]:
    """Each Hero where the game has him; one of five beside it."""
    events = []
    for hero in match.state.heroes.values():
        square = hero.square or "1,1"
        column, row = (int(part) for part in square.split(","))
        if rng.random() < 0.2 and column < 8:
            square = f"{column + 1},{row}"
        if row <= 8:
            events.append(FigurePlaced(figure_on(hero.name, square, (rng.gauss(0, 0.5), 0.0)), time.monotonic()))
    return tuple(events)


def timed(turns: list[float], work: Callable[..., None]) -> Callable[..., None]:
    """The same, noting how long it took."""

    def run(*words: object) -> None:
        begun = time.perf_counter()
        work(*words)
        turns.append(time.perf_counter() - begun)

    return run


def main() -> int:
    """Measure; prints the figures."""
    commands = int(sys.argv[1])
    turns: dict[str, list[float]] = {"step": [], "do": []}
    step, do = Loop.step, Loop.do
    with tempfile.TemporaryDirectory() as folder:
        match = new_match(Path(folder) / "g", "software")
        session = Session(match, None, time.time)
        session.camera.laid = laid
        service = Service(NoCamera(), Blind(), Furniture(), session=session)
        loop = service._loop
        loop.step = timed(turns["step"], lambda looked: step(loop, looked))  # type: ignore[method-assign]
        loop.do = timed(turns["do"], lambda job: do(loop, job))  # type: ignore[method-assign]
        service.start()
        phones = [Phone(match, seat) for seat in SEATS]
        rng, looks = random.Random(3), random.Random(4)
        stop = threading.Event()

        def look_on() -> None:
            number = 0
            while not stop.wait(1 / LOOKS_PER_S):
                number += 1
                events, now_s = seen(match, looks), time.monotonic()
                look = Look(number, now_s, events, (), (), tuple(event.figure.id for event in events))
                service._inbox.post(Looked(number, now_s, "good", 160, 90, look))

        threading.Thread(target=look_on, daemon=True).start()
        took: list[float] = []
        while len(took) < commands and GAME.end(match.state) is None:
            begun = time.perf_counter()
            revision = service.run(lambda: (one(match, rng), match.revision)[1])
            while (times := [phone.at(revision) for phone in phones]) and None in times:
                time.sleep(0.0005)
            took.append(max(when for when in times if when is not None) - begun)
            time.sleep(0.02)
        stop.set()
        match.end()
        service.stop()
    print(f"{len(took)} commands and answers to five views: {_ms(took)}")
    print(f"a turn of the loop with a look: {_ms(turns['step'])}; with a command: {_ms(turns['do'])}")
    return 0


def _ms(values: list[float]) -> str:
    return f"{1000 * quantile(values, 0.5):.1f} ms, 95 % in {1000 * quantile(values, 0.95):.1f} ms"


if __name__ == "__main__":
    sys.exit(main())
