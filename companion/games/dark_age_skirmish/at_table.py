"""Dark Age Skirmish on a real table: whose figures a camera sees, who may move now, and how far.

A rider's figure is called otherwise than the same man on foot (DA-2); a piece is whichever of the two stands there now.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.bands import SIGMAS
from companion.games.contract import Command
from companion.games.dark_age_skirmish.animals import Animal
from companion.games.dark_age_skirmish.board import sigma_mm
from companion.games.dark_age_skirmish.boats import Boat
from companion.games.dark_age_skirmish.going import journey, pace_mm, paces_of
from companion.games.dark_age_skirmish.moving import PACE_OF, move_refused
from companion.games.dark_age_skirmish.phases import ahead, callable_, moves_of, whose
from companion.games.dark_age_skirmish.state import State, foes, seat_of, standing
from companion.games.dark_age_skirmish.steps import named
from companion.games.dark_age_skirmish.wagons import Wagon
from companion.games.elsewhere import KNOCK_MM
from companion.games.free_table import FreeAtTable, Verdict
from companion.geometry.points import Point
from companion.table.state import TableState


def name_of(state: State, piece: str) -> str | None:
    """The character that a figure on the table is, by either of its names."""
    if piece in state.figures:
        return piece
    return next((name for name, figure in state.figures.items() if figure.person.twin == piece), None)


class DarkAgeAtTable(FreeAtTable[State]):
    """See `companion.games.at_table`."""

    def names(self, state: State) -> tuple[str, ...]:
        """All characters, on foot and mounted, and what else stands there."""
        twins = tuple(figure.person.twin for figure in state.figures.values() if figure.person.twin)
        return (*state.figures, *twins, *state.options.things.names)

    def owner(self, state: State, piece: str) -> str:
        """The seat of its band."""
        name = name_of(state, piece)
        return seat_of(state, name) if name else ""

    def in_turn(self, state: State) -> tuple[str, ...]:
        """Whoever acts, or may be called. While figures are put up nobody's turn it is."""
        names = (state.acting,) if state.acting else callable_(state, state.side) if state.side else ()
        return tuple(state.figures[name].token for name in names)

    def whose(self, state: State) -> str:
        """The character, or the band."""
        return whose(state)

    def places(self, state: State) -> Mapping[str, Point]:
        """Of those on the table, boats, animals and wagons too: so it is known when one of them has been moved."""
        things: tuple[Boat | Animal | Wagon, ...]
        things = (*state.boats.values(), *state.animals.values(), *state.wagons.values())
        return self.squares(state) | {one.name: (one.x_mm, one.y_mm) for one in things if one.where == "table"}

    def squares(self, state: State) -> dict[str, Point]:
        """Of the characters, who are put back after an undo."""
        return {figure.token: figure.place for figure in standing(state)}

    def may_go(self, state: State, table: TableState, piece: str, place: Point) -> bool:
        """Whether its move, or the move of an attack, may have ended there, with what the camera may be wrong by."""
        name = name_of(state, piece)
        if name is None:
            return False
        now = ahead(state, name)
        figure = now.figures[name]
        if figure.moved or figure.other or figure.helpless or foes(now, name):
            return False
        slack = KNOCK_MM + SIGMAS * sigma_mm(now, table, name)
        paces = paces_of(figure)
        fastest = max(paces, key=lambda pace: pace_mm(now, table, pace), default="")
        read = journey(now, table, name, fastest, place) if fastest else None
        return read is not None and read.excess_mm <= slack

    def called(self, state: State, piece: str) -> str:
        """The character's name."""
        name = name_of(state, piece)
        return named(state, name) if name else piece

    def judge(self, state: State, table: TableState, piece: str, place: Point) -> Verdict:
        """By the moves of the character; one that cannot be is refused as the fastest would be."""
        name = name_of(state, piece)
        moves = moves_of(state, table, name) if name else ()
        if name is None or not moves:
            return "not in turn"
        if any(offer.spotted for offer in moves):
            return "fits"
        fastest = next((offer for offer in reversed(moves) if offer.kind in PACE_OF), None)
        if fastest is None:
            return "close"
        command = Command("", seat_of(state, name), fastest.id, {"to": list(place)})
        return move_refused(ahead(state, name), table, command) or "close"
