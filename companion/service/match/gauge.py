"""What a seat may ask of a free table before anything is done: where a figure could go, a way, a range.

Answered on the asker's own thread, from one frozen moment of the match, so the game's loop does not wait for it. It
costs something (a way 10 to 80 ms here, several times that on a Pi), and a finger that is dragged asks on and on: so
one question is worked on at a time, and each seat has a purse of processor time that fills slowly. Whoever has emptied
it is asked to wait a moment; what the game needs of the machine stays free.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.coding import plain
from companion.games.gauging import MOST_BENDS, Ranging, Reaching
from companion.service.match.match import Match
from companion.service.models import Fault
from companion.table.state import Point

SHARE = 0.25
"""Of one processor, that a seat may use for long."""
PURSE_S = 2.0
"""Processor time that a seat may use at once."""
PATIENCE_S = 1.5
"""How long one question waits for another."""

BUSY = Fault("busy", "The companion is measuring for others; it goes on in a moment.")
SPENT = Fault("busy", "So much was measured for you that it needs a moment; it goes on by itself.")


@dataclass(slots=True)
class Purse:
    """Processor time a seat has left, at a time of the caller's clock; both in s."""

    left_s: float = PURSE_S
    at_s: float = 0.0

    def fill(self, now_s: float) -> None:
        """What has come in since."""
        self.left_s = min(PURSE_S, self.left_s + SHARE * max(0.0, now_s - self.at_s))
        self.at_s = now_s


class Gauge:
    """now_s: any steady clock. spent_s: processor time of the calling thread."""

    def __init__(
        self,
        match: Match,
        now_s: Callable[[], float] = time.monotonic,
        spent_s: Callable[[], float] = time.thread_time,
    ) -> None:
        self._match, self._now_s, self._spent_s = match, now_s, spent_s
        self._one = threading.Lock()
        self._purses: dict[str, Purse] = {}

    def reach(self, seat: str, figure: str) -> dict[str, Any] | Fault:
        """`reaches`: rate -> {outline, more} in mm, slowest first."""
        game = self._match.game
        if not isinstance(game, Reaching):
            return _unable()
        now = self._match.now
        return self._asked(seat, lambda: {"reaches": plain(game.reaches(now.state, now.table, figure))})

    def way(self, seat: str, figure: str, points: Sequence[str]) -> dict[str, Any] | Fault:
        """`ways`: what `ways_to` says of each rate. points: "x,y" in mm, bends first, the goal last."""
        game = self._match.game
        if not isinstance(game, Reaching):
            return _unable()
        if not 1 <= len(points) <= MOST_BENDS + 1:
            return Fault("bad_query", f"A way has a goal, and {MOST_BENDS} bends at most.", "p")
        read = [_point(text) for text in points]
        there = [point for point in read if point is not None]
        if len(there) < len(read):
            return Fault("bad_spot", "A point is two numbers with a comma between, x,y in mm.", "p")
        now = self._match.now
        return self._asked(seat, lambda: {"ways": plain(game.ways_to(now.state, now.table, figure, there))})

    def range(self, seat: str, a: str, b: str) -> dict[str, Any] | Fault:
        """What `ranged` says from a to b."""
        game = self._match.game
        if not isinstance(game, Ranging):
            return _unable()
        if a == b:
            return Fault("bad_query", "A range lies between two figures.", "b")
        now = self._match.now
        return self._asked(seat, lambda: dict(plain(game.ranged(now.state, now.table, a, b))))

    def _asked(self, seat: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any] | Fault:
        if not self._one.acquire(timeout=PATIENCE_S):
            return BUSY
        try:
            purse = self._purses.setdefault(seat, Purse(at_s=self._now_s()))
            purse.fill(self._now_s())
            if purse.left_s <= 0:
                return SPENT
            begun_s = self._spent_s()
            try:
                return work()
            except KeyError as unknown:
                name = str(unknown.args[0])[:40] if unknown.args else ""
                return Fault("unknown_figure", f"There is no figure {name!r} on the table.", name)
            finally:
                purse.left_s -= self._spent_s() - begun_s
        finally:
            self._one.release()


def _unable() -> Fault:
    return Fault("not_possible", "This game is not measured; it has squares.")


def _point(text: str) -> Point | None:
    x, comma, y = text.partition(",")
    try:
        read = float(x), float(y)
    except ValueError:
        return None
    return read if comma and all(math.isfinite(one) and abs(one) < 1e6 for one in read) else None
