"""A game and its table side by side: after each thing that happens, what one has to tell the other is told.

Everything here runs on the loop's thread. It opens nothing and waits for nobody.
"""

from __future__ import annotations

from companion.service.electronics import Electronics
from companion.service.match.match import Match
from companion.table.state import TableState


class Session:
    """match: the game. electronics: None where there are none."""

    def __init__(self, match: Match, electronics: Electronics | None = None) -> None:
        self._match, self._electronics = match, electronics

    def saw(self, table: TableState, seen: frozenset[str]) -> None:
        """The table as it is now, and the figures that the newest pictures show."""
        if table is not self._match.table:
            self._match.see(table, False)

    def settle(self) -> None:
        """Something has happened; see who must be told."""
