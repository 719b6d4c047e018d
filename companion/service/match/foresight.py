"""What a game will be asked next, worked out in the time that people think.

A thread of its own follows the newest state and lets the game fill its caches, a step at a time; a newer state ends the
old one's. So the first phone that asks for offers after a phase has changed need not wait for the geometry of a whole
side. Nothing depends on it: what is not there yet is worked out when it is asked for.
"""

from __future__ import annotations

import logging
import threading
import time

from companion.games.free_table import Foreseeing
from companion.service.match.match import Match

WAIT_S = 1.0
BREATH_S = 0.002
"""Left to the other threads between two steps; one of them took 5 to 15 ms."""

log = logging.getLogger(__name__)


class Foresight:
    """Follows one match until it ends; a game that foresees nothing has no thread."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        if isinstance(self._match.game, Foreseeing):
            self._thread = threading.Thread(target=self._run, args=(self._match.game,), name="foresight", daemon=True)
            self._thread.start()

    def _run(self, game: Foreseeing) -> None:
        match, revision = self._match, -1
        while not match.ending:
            now = match.now
            if now.revision == revision:
                match.wait(revision, WAIT_S)
                continue
            revision = now.revision
            try:
                for _ in game.foresee(now.state, now.table):
                    time.sleep(BREATH_S)
                    if match.ending or match.now.state is not now.state:
                        break
            except Exception:
                log.exception("What %s will be asked could not be foreseen", match.game.name)
