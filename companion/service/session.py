"""A game and its table side by side: after each thing that happens, what one has to tell the other is told.

The open question goes to the devices that can answer it, and what they or the camera answer goes to the game; the first
answer counts, whoever gives it. Everything here runs on the loop's thread, opens nothing and waits for nobody. What a
device tells is acknowledged to it only after this has run, so a crash in between loses no roll; the box keeps its last
rolls by their numbers, and the number of a question is the same when its game is opened again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.at_table import AtTable, Sighted
from companion.games.contract import Refusal
from companion.service.electronics import Electronics
from companion.service.game_camera import GameCamera
from companion.service.game_devices import GameDevices
from companion.service.match.foresight import Foresight
from companion.service.match.match import Accepted, Match
from companion.table.state import TableState

MOST_STEPS = 100

log = logging.getLogger(__name__)


class Session:
    """match: the game. electronics: None where there are none. wall_s: seconds since the epoch.

    rings: figure's name, in small letters -> its ring's colour, as the table's setup has them. asks: gives what the
    camera asks everybody.
    """

    def __init__(
        self,
        match: Match,
        electronics: Electronics | None,
        wall_s: Callable[[], float],
        rings: Mapping[str, str] | None = None,
    ) -> None:
        at_table = getattr(match.game, "at_table", None)
        game = at_table if isinstance(at_table, AtTable) else None
        sighted = at_table if isinstance(at_table, Sighted) else None
        self._match, self._game = match, sighted
        self._devices = GameDevices(match, game, electronics, wall_s, dict(rings or {}))
        self.camera = GameCamera(match, sighted)
        self.foresight = Foresight(match)
        self.asks: Callable[[], tuple[Mapping[str, Any], ...]] = tuple
        self._settling = False
        if electronics is not None:
            electronics.changed, electronics.game_on = self.settle, True
            match.unasked.waits_for = self._devices.waits_for

    def saw(self, table: TableState, seen: frozenset[str]) -> None:
        """The table as it is now, and the figures that the newest pictures show."""
        self.camera.table, self.camera.seen = table, seen
        self.settle()

    def piece(self, seat: str, do: str, piece: str) -> Accepted | Refusal:
        """What a seat says of a figure of its own; see `PieceAsked`."""
        if self._game is None or self._game.owner(self._match.state, piece) != seat:
            return Refusal("seat", f"{piece[:40]!r} is no figure of yours.", "")
        said = self.camera.leave(piece) if do == "leave" else self._devices.settle_dial(piece, do == "take_dial")
        self.settle()
        return said

    def settle(self) -> None:
        """Something has happened: tell each other until nobody has anything new."""
        if self._settling:
            return
        self._settling = True
        try:
            for _ in range(MOST_STEPS):
                if not self._step():
                    break
            else:
                log.error("The game and its table do not come to rest")
            self._match.stand_beside(replace(self._devices.beside(), asks=self.asks(), placing=self.camera.placing()))
        finally:
            self._settling = False

    def _step(self) -> bool:
        """Whether anybody had something new."""
        devices, camera = self._devices, self.camera
        return (
            devices.bind()
            or camera.hand(devices.colours())
            or camera.look()
            or devices.heard()
            or devices.turned()
            or camera.answer()
            or devices.ask()
            or devices.tell_points()
            or camera.tell_turn(devices.colours())
        )
