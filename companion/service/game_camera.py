"""A game's camera: the game is handed the table with its pieces named and its board laid, and asks it what it can.

After an undo a figure is to be put back: until it has stood there, or a player says "leave it", its place is no move.
Each method tells one thing, and says whether anything came of it. All on the loop's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.at_table import AtTable, Sighted
from companion.games.contract import Refusal
from companion.games.free_table import FreeAtTable, Sided
from companion.games.placing import Placing
from companion.games.questions import Measure, Place, Question
from companion.games.regions import Patch
from companion.geometry.lain import Lain
from companion.service.known_by_place import ByPlace, known, renamed
from companion.service.lying import as_game_has_it, pieces_as_game_has_them
from companion.service.match.match import Accepted, Match
from companion.service.placing import placing
from companion.service.sight import answered_by_camera, called, with_pieces
from companion.table.state import Point, TableState, TerrainPiece

if TYPE_CHECKING:
    from companion.geometry.laying import LaidBoard

PUT_BACK = "to be put back"
CAMERA = "camera"
"""The source of what the camera has answered."""


class GameCamera:
    """game: None for one that knows no camera; it is handed the table nevertheless.

    laid: where the game's board or its free table lies, asked after everything that happens; a free table that nobody
    has laid is the camera's own. turn: told whose turn it is. looks: whether there is a camera; found: terrain that it
    has found beside the empty table.
    """

    def __init__(self, match: Match, game: Sighted | None) -> None:
        self._match, self._game = match, game
        self.laid: Callable[[], LaidBoard | None] = _nowhere
        self.turn: Callable[[tuple[str, ...], str], None] = _not_told
        self.looks = False
        self.found: Callable[[], tuple[TerrainPiece, ...]] = _nothing_found
        self.table, self.seen = TableState(), frozenset[str]()
        self._lain: Lain | None = None
        self._put_back: tuple[str, ...] = tuple(match.journal.kept(PUT_BACK) or ())
        self._handed: tuple[Any, ...] = ()
        self._known: dict[str, str] = {}
        self._looked: tuple[Any, ...] = ()
        self._shown: tuple[Any, ...] = ((), ())
        self._compared: tuple[tuple[Any, ...], Mapping[str, Any] | None] = ((), None)
        self._in_turn: tuple[str, ...] | None = None
        match.taken_back = self._taken_back

    @property
    def put_back(self) -> tuple[str, ...]:
        """Pieces that are to be put back."""
        return self._put_back

    @put_back.setter
    def put_back(self, pieces: tuple[str, ...]) -> None:
        if pieces != self._put_back:
            self._put_back = pieces
            self._match.journal.keep(PUT_BACK, list(pieces))

    def leave(self, piece: str) -> Accepted | Refusal:
        """A figure that was to be put back stays: where it stands is where it is."""
        if piece not in self.put_back:
            return Refusal("put-back", "It is not to be put back any more.", "")
        self.put_back = tuple(one for one in self.put_back if one != piece)
        return Accepted(self._match.journal.last)

    def may(self, name: str, from_mm: Point, to_mm: Point) -> bool:
        """Whether the rules let this figure have gone there; asked by vision's thread, of values that do not change."""
        game, now = self._game, self._match.now
        piece = called(name)
        known = game is not None and piece in game.names(now.state)
        place = self._lain.game(to_mm) if self._lain else to_mm
        return game is None or not known or game.may_stand(now.state, now.table, piece, place)

    def hand(self, colours: Mapping[str, str]) -> bool:
        """The game gets the table as it is now. colours: of the pieces."""
        laid = self.laid()
        game, state = self._game, self._match.state
        places: Mapping[str, str] = game.by_place(state) if isinstance(game, ByPlace) else {}
        parts = (self.table, laid, dict(colours), self.put_back, places)
        if self._handed and all(a is b or a == b for a, b in zip(parts, self._handed, strict=True)):
            return False
        self._handed = parts
        names = game.names(state) if game else ()
        self._lain = Lain(laid) if laid is not None and not isinstance(game, AtTable) else None
        there = as_game_has_it(self.table, self._lain) if self._lain is not None else self.table
        board = laid if self._lain is None else None
        named = replace(with_pieces(there, names, colours), board=board, put_back=self.put_back)
        if isinstance(game, ByPlace):
            self._known = known(self._known, game, state, named, names)
            named = renamed(named, self._known)
        self._match.see(named, self._is_news(named))
        return True

    def look(self) -> bool:
        """Whether the table shows seats something else now. What stands where it belongs is put back no longer."""
        game, match = self._game, self._match
        looked = (match.state, match.table, match.open_question)
        if game is None or (self._looked and all(a is b for a, b in zip(looked, self._looked, strict=True))):
            return False
        self._looked = looked
        left = tuple(one for one in self.put_back if not game.home(match.state, match.table, one))
        if left != self.put_back:
            self.put_back = left
            return True
        shown = (game.astray(match.state, match.table), self._spotted()) if isinstance(game, AtTable) else self._shown
        if shown != self._shown:
            self._shown = shown
            match.see(match.table, True)
        return False

    def answer(self) -> bool:
        """What the camera knows for certain answers a question about places and distances."""
        question, game, match = self._match.open_question, self._game, self._match
        if question is None or not self._is_settled(question):
            return False

        def stands(piece: str) -> str | None:
            return game.stands(match.state, match.table, piece) if isinstance(game, AtTable) else None

        answer = answered_by_camera(question, match.table, self.seen, stands)
        if answer is None or question.complaint(answer) is not None:
            return False
        return not isinstance(match.answer(question.seat, question.key, answer, CAMERA), Refusal)

    def tell_turn(self, colours: Mapping[str, str]) -> bool:
        """Who may move without being asked why."""
        if self._game is None:
            return False
        pieces = self._game.in_turn(self._match.state)
        if pieces != self._in_turn:
            self._in_turn = pieces
            ids = [figure.id for figure in self._match.table.figures if figure.name in pieces]
            rings = [colours[piece] for piece in pieces if piece in colours]
            words = ", ".join(piece.capitalize() for piece in pieces)
            if isinstance(self._game, Sided):
                words = self._game.whose(self._match.state)
            self.turn((*pieces, *ids, *rings), words)
        return False

    def placing(self) -> Mapping[str, Any] | None:
        """What is to be placed before the game begins, and how it stands; None: nothing is, or the game has begun."""
        match, game = self._match, self._match.game
        layout = game.layout(match.state) if isinstance(game, Placing) else None
        if layout is None:
            return None
        found = self.found()
        told = self._game.places(match.state) if isinstance(self._game, FreeAtTable) else {}
        parts = (layout, told, match.table.figures, match.table.terrain, self.seen, found, self.looks, self._lain)
        if not self._compared[0] or any(a is not b and a != b for a, b in zip(parts, self._compared[0], strict=True)):
            there = pieces_as_game_has_them(found, self._lain) if self._lain else found
            made = placing(layout, match.table, self.seen, camera=self.looks, found=there, told=told)
            self._compared = parts, made
        return self._compared[1]

    def _is_news(self, named: TableState) -> bool:
        """Whether seats are shown something else because of how the table is now.

        On a board `look` tells that more exactly. Without one every figure that settles is news: what it means is
        worked out by whoever asks for a view, never on the loop's thread.
        """
        before = self._match.table
        if isinstance(self._game, AtTable):
            return False
        return named.figures != before.figures or (self._game is not None and named.terrain != before.terrain)

    def _is_settled(self, question: Question) -> bool:
        """On a free table: a figure that was to be moved has been, and one that is measured stands where it should."""
        game, match = self._game, self._match
        if not isinstance(game, FreeAtTable):
            return True
        match question:
            case Place(figure=name, region=Patch()):
                return not game.home(match.state, match.table, name)
            case Measure(a=a, b=b):
                told = game.places(match.state)
                return all(name not in told or game.home(match.state, match.table, name) for name in (a, b))
        return True

    def _spotted(self) -> tuple[Any, ...]:
        match = self._match
        if match.open_question is not None or match.table.board is None:
            return ()
        seats = match.game.seats(match.state)
        offers = [offer for seat in seats for offer in match.game.offers(match.state, match.table, seat)]
        return tuple(offer.spotted for offer in offers if offer.spotted)

    def _taken_back(self, before: Any, after: Any) -> None:
        """A command was undone: the table is not."""
        if self._game is None:
            return
        was, now = self._game.squares(before), self._game.squares(after)
        moved = [piece for piece, square in now.items() if was.get(piece) != square and piece not in self.put_back]
        self.put_back = (*self.put_back, *moved)


def _nothing_found() -> tuple[TerrainPiece, ...]:
    """Nobody has looked for terrain."""
    return ()


def _nowhere() -> LaidBoard | None:
    """Nobody has laid a board."""
    return None


def _not_told(of: tuple[str, ...], label: str) -> None:
    """Nobody asks who moved a figure."""
