"""A game's electronics: what is open is asked of mace and dice box, and dials are told hit points and may answer.

Each method tells one thing, and says whether anything came of it; `session` calls them until nothing is new. All on the
loop's thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from companion.games.at_table import AtTable, is_dice, is_order, said_by_dial
from companion.games.contract import HOST, Command, Refusal
from companion.games.questions import Question, Roll
from companion.service import room as rooms
from companion.service.box_rolls import from_box, to_box
from companion.service.colours import colour_of, with_colours
from companion.service.electronics import Electronics
from companion.service.match.match import Accepted, Match
from companion.service.match.view import Beside, DialOff, NotUsed
from companion.service.room import Room
from firmware_bridge.devices import dicebox, mace
from firmware_bridge.devices.dials import Dials

MOST_ROUND = 999

log = logging.getLogger(__name__)


class GameDevices:
    """electronics: None where there are none; pieces have colours nevertheless. rings: see `Session`."""

    def __init__(
        self,
        match: Match,
        game: AtTable | None,
        electronics: Electronics | None,
        wall_s: Callable[[], float],
        rings: Mapping[str, str],
    ) -> None:
        self._match, self._game, self._electronics = match, game, electronics
        self._wall_s, self._rings = wall_s, rings
        self._bare = Room()
        self._asked = 0
        self._colours: tuple[str, ...] = ()
        self._useless = 0
        self._question = 0
        self._dials: dict[str, int] = {}

    def bind(self) -> bool:
        """Each piece has a colour."""
        if self._game is None:
            return False
        own = self._game.colours()
        pieces = {piece: own[piece] for piece in self._game.pieces(self._match.state)}
        change = with_colours(self._room, pieces, self._rings)
        if change.room == self._room:
            return False
        self._become(change)
        return True

    def heard(self) -> bool:
        """What a device has answered goes to the game."""
        question, room = self._match.open_question, self._room
        if question is None or self._match.open_number != self._asked or self._asked == self._useless:
            return False
        answer, by = _answered(room, self._asked)
        if answer is None or not isinstance(question, Roll):
            return False
        if self._kind(question) == "mace":
            pieces = {colour_of(room, str(piece)): piece for piece in question.faces}
            answer = [pieces.get(str(colour), colour) for colour in answer]
        else:
            answer = list(from_box(question, [int(value) for value in answer]))
        said = self._match.answer(question.seat, question.key, answer, by)
        if isinstance(said, Refusal):
            if said.code != "paused":
                log.warning("%s answered %s, which does not fit: %s", by, answer, said.reason)
                self._become(rooms.refused(self._room, by, answer, said.reason, self._wall_s()))
                self._useless = self._asked
            return False
        return True

    def turned(self) -> bool:
        """A dial turned down while its piece is struck says how many hits went through.

        It is counted from the highest place it has had since the question was asked: it may have been behind.
        """
        question, number, dials = self._match.open_question, self._match.open_number, self._rest()
        if number != self._question:
            self._question, self._dials = number, {}
        for piece, value in dials.items():
            self._dials[piece] = max(value, self._dials.get(piece, value))
        if question is None:
            return False
        for piece, value in dials.items():
            down = self._dials[piece] - value
            answer = said_by_dial(question, piece, down, value)
            if answer is None:
                continue
            device = self._room.heroes[colour_of(self._room, piece)].device or "dial"
            return not isinstance(self._match.answer(question.seat, question.key, answer, device), Refusal)
        return False

    def ask(self) -> bool:
        """The open question is put to those devices that may answer it; one that is not open any more is closed."""
        question, number = self._match.open_question, self._match.open_number
        kind = self._kind(question)
        wanted, colours = number if kind else 0, tuple[str, ...]()
        if isinstance(question, Roll) and kind == "mace":
            colours = tuple(colour_of(self._room, str(piece)) for piece in question.faces)
        if (wanted, colours) == (self._asked, self._colours):
            return False
        if self._asked:
            self._become(rooms.closed(self._room, self._asked))
        self._asked, self._colours = wanted, colours
        if kind == "mace" and self._game is not None:
            round_ = min(MOST_ROUND, self._game.round(self._match.state))
            self._become(rooms.ask_order(self._room, mace.Question(number, round_, colours), self._wall_s()))
        elif isinstance(question, Roll) and kind == "dice":
            self._become(rooms.ask_roll(self._room, to_box(question, number), self._wall_s()))
        return True

    def tell_points(self) -> bool:
        """Dials are told what the game says; without a dial it only stands on the page."""
        if self._game is None or self._electronics is None:
            return False
        for piece, hits in self._game.hits(self._match.state).items():
            colour = colour_of(self._room, piece)
            if self._room.heroes[colour].points != hits:
                self._become(rooms.with_points(self._room, colour, hits))
                return True
        return False

    def settle_dial(self, piece: str, take: bool) -> Accepted | Refusal:
        """Dial and game differ. take: the game takes the dial's number, as a correction; else both stay."""
        match, value = self._match, self._rest().get(piece)
        if self._game is None or value is None or piece not in {one.piece for one in self._dials_off()}:
            return Refusal("dial", "The dial and the game say the same now.", "")
        if not take:
            self._become(rooms.accepted(self._room, colour_of(self._room, piece), False))
            return Accepted(match.journal.last)
        if match.open_question is not None or match.talk.proposal is not None or match.talk.paused:
            return Refusal("busy", "Wait: something is being asked, or the game is paused.", "")
        offer_id, field = self._game.hits_offer(piece)
        seat = self._game.owner(match.state, piece)
        return match.correct(Command(f"{seat}'s dial {match.journal.last + 1}", HOST, offer_id, {field: value}))

    def waits_for(self, question: Question) -> bool:
        """An order is the mace's to draw, if there is one."""
        return is_order(question) and bool(self._connected(mace.Mace)) and self._game is not None

    def beside(self) -> Beside:
        """For the seats' views."""
        kind = self._kind(self._match.open_question)
        there = self._connected({"mace": mace.Mace, "dice": dicebox.DiceBox}[kind]) if kind else ()
        if kind == "dice" and not self._box_expected:
            kind = ""
        unused = tuple(NotUsed(round(time_s, 1), words) for time_s, words in self._room.unused)
        return Beside(kind, there, self._dials_off(), colours=self.colours(), unused=unused)

    @property
    def _box_expected(self) -> bool:
        """Whether a dice box has been seen, or the table has chosen one; else nobody misses it."""
        boards = self._room.desk.boards.values()
        return self._match.journal.header.dice == "box" or any(isinstance(one, dicebox.DiceBox) for one in boards)

    def colours(self) -> dict[str, str]:
        """Piece -> its colour; every piece has one."""
        pieces = self._game.pieces(self._match.state) if self._game else ()
        return {piece: colour_of(self._room, piece) for piece in pieces}

    @property
    def _room(self) -> Room:
        return self._electronics.room if self._electronics else self._bare

    def _become(self, change: rooms.Change) -> None:
        if self._electronics is None:
            self._bare = change.room
        else:
            self._electronics.become(change)

    def _kind(self, question: Question | None) -> str:
        """Which kind of device may answer."""
        if self._electronics is None or not isinstance(question, Roll):
            return ""
        if is_order(question) and self._game is not None:
            return "mace"
        return "dice" if is_dice(question) else ""

    def _connected(self, kind: type) -> tuple[str, ...]:
        desk = self._room.desk
        return tuple(sorted(name for name in desk.there if isinstance(desk.boards.get(name), kind)))

    def _rest(self) -> dict[str, int]:
        """Piece -> where its dial rests, for those that have one and are connected."""
        found = {}
        for hero in self._room.heroes.values():
            board = self._room.desk.boards.get(hero.device or "")
            if isinstance(board, Dials) and hero.device in self._room.desk.there and 1 <= hero.at <= len(board.dials):
                value = board.dial(hero.at).value
                if value is not None:
                    found[hero.name.casefold()] = value
        return found

    def _dials_off(self) -> tuple[DialOff, ...]:
        if self._game is None:
            return ()
        found, rest = [], self._rest()
        for piece, hits in self._game.hits(self._match.state).items():
            if piece in rest and rest[piece] != hits:
                hero = self._room.heroes[colour_of(self._room, piece)]
                board = self._room.desk.boards[hero.device or ""]
                if isinstance(board, Dials) and board.dial(hero.at).disagrees:
                    seat = self._game.owner(self._match.state, piece)
                    found.append(DialOff(piece, seat, hero.colour, rest[piece], hits))
        return tuple(found)


def _answered(room: Room, number: int) -> tuple[list[str | int] | None, str]:
    """What devices have answered to this question, and which one."""
    if room.ordering is not None and room.ordering.question.id == number and room.ordering.order:
        return list(room.ordering.order), room.ordering.by
    if room.rolling is not None and room.rolling.roll.id == number and room.rolling.values:
        return list(room.rolling.values), room.rolling.by
    return None, ""
