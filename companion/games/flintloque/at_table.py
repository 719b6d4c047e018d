"""Flintloque on a real table: whose figures a camera sees, who may move now, and how far."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.bands import SIGMAS
from companion.games.contract import Command
from companion.games.elsewhere import KNOCK_MM
from companion.games.flintloque.board import sigma_mm
from companion.games.flintloque.going import journey
from companion.games.flintloque.moving import RATE_OF, is_spotted, may_move, move_refused, side_to_move
from companion.games.flintloque.printed import BODY
from companion.games.flintloque.state import Point, State, seat_of, standing
from companion.games.flintloque.steps import title
from companion.games.free_table import FreeAtTable, Verdict
from companion.table.state import TableState


class FlintloqueAtTable(FreeAtTable[State]):
    """See `companion.games.at_table`."""

    def names(self, state: State) -> tuple[str, ...]:
        """All characters that play, and the dead Dwarf where there is one."""
        return (*state.figures, *((BODY,) if state.body else ()))

    def owner(self, state: State, piece: str) -> str:
        """The seat of its side; nobody's is the dead Dwarf."""
        return seat_of(state, piece) if piece in state.figures else ""

    def in_turn(self, state: State) -> tuple[str, ...]:
        """Whoever stands of the side whose slot it is. Out of the Movement Phase figures fall, are pushed and run."""
        side = side_to_move(state)
        return tuple(figure.name for figure in standing(state, side)) if side else ()

    def whose(self, state: State) -> str:
        """The side."""
        return title(side_to_move(state) or "")

    def places(self, state: State) -> Mapping[str, Point]:
        """Of those on the table, and of the dead Dwarf while he lies there."""
        found = {figure.name: figure.place for figure in standing(state)}
        body = state.body
        if body is not None and not body.carrier and not body.gone:
            found[BODY] = body.x_mm, body.y_mm
        return found

    def may_go(self, state: State, table: TableState, piece: str, place: Point) -> bool:
        """Whether its move may have ended there, with what the camera may be wrong by."""
        figure = state.figures[piece]
        if not may_move(state, figure):
            return False
        read = journey(state, table, piece, RATE_OF[figure.declared], place)
        return read is not None and read.excess_mm <= KNOCK_MM + SIGMAS * sigma_mm(table, piece)

    def called(self, state: State, piece: str) -> str:
        """Its name."""
        return title(piece)

    def judge(self, state: State, table: TableState, piece: str, place: Point) -> Verdict:
        """By the move that it has declared; wherever the dead Dwarf is seen, nothing is said."""
        if piece not in state.figures:
            return "fits"
        figure = state.figures[piece]
        if side_to_move(state) != figure.side or not may_move(state, figure):
            return "not in turn"
        if is_spotted(state, table, figure):
            return "fits"
        command = Command("", seat_of(state, piece), f"move:{piece}", {"to": list(place)})
        return move_refused(state, table, command) or "close"
