"""What the web asks of a match: who a token is, and what that seat, or the host, may do with it.

`act` does what the holder of a token asks, `host` what the holder of the code asks. A refusal comes back as a value.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from companion.games.by_hand import on_map, typed
from companion.games.coding import plain
from companion.games.contract import Booked, Command, Correcting, Game, Refusal
from companion.games.questions import Measure, ReadChart
from companion.service.match.book import At, BookFault, CellGiven, OwnersBook
from companion.service.match.gauge import Gauge
from companion.service.match.journal import JournalFault
from companion.service.match.match import PAUSED, Accepted, Match
from companion.service.match.parley import Parley
from companion.service.match.seats import Seats
from companion.service.match.view import question_view, talk_view


@dataclass(frozen=True, slots=True)
class CommandAsked:
    """Take an offer. id: any word of your own, another for each command; sent twice, it is done once.

    remember: keep what it tells of the book for the next game, where the offer says that this can be.
    """

    id: str
    offer_id: str
    fields: Mapping[str, Any]
    remember: bool = False


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """Answer the open question. by: "software" has the program roll, "house" takes our value of a printed cell, "map"
    the distance of two figures where they were told to stand; then there is no value. A typed distance whose sigma is 0
    gets that of a tape. remember: keep what is printed there for the next time."""

    key: str
    value: Any = None
    by: Literal["", "software", "house", "map"] = ""
    remember: bool = False


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """Take back the command `of`, the view's `undo`."""

    of: int


@dataclass(frozen=True, slots=True)
class VoteGiven:
    """Whether the seat agrees to what the host proposes, the view's `table.proposal.n`."""

    of: int
    agree: bool


@dataclass(frozen=True, slots=True)
class OrderGiven:
    """Answer all questions of a kind beforehand. question: the open question's `kind_of`, or one of `table.standing`.

    value: an answer that fits the open question; null: whatever the default is. revoke: ask again.
    """

    question: str
    value: Any = None
    revoke: bool = False


@dataclass(frozen=True, slots=True)
class HostAsked:
    """do: seats (everybody's token), renew (a new token for `seat`), pass_over (the open decision), undo (`of`),
    pause, resume, limit (`seconds`, 0: none), corrections (what may be proposed; fields of `offer_id`), propose (one:
    `id`, `offer_id`, `fields`), withdraw, force."""

    do: Literal[
        "seats",
        "renew",
        "pass_over",
        "undo",
        "pause",
        "resume",
        "limit",
        "corrections",
        "propose",
        "withdraw",
        "force",
    ]
    seat: str = ""
    of: int = 0
    seconds: int = 0
    id: str = ""
    offer_id: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PieceAsked:
    """What a seat says of a figure of its own. do: take_dial (the game takes what its dial says), leave_dial (both stay
    as they are), leave (it is not put back: where it stands is where it is)."""

    do: Literal["take_dial", "leave_dial", "leave"]
    piece: str


SeatAsked = CommandAsked | AnswerGiven | UndoAsked | VoteGiven | OrderGiven | PieceAsked


class Pieces(Protocol):
    """Who knows of dials and figures at the table."""

    def piece(self, seat: str, do: str, piece: str) -> Accepted | Refusal: ...


Run = Callable[[Callable[[], Any]], Any]
"""Has something done in the one order of everything that happens, and gives what comes of it."""


class Desk:
    """May be used from many threads at once. run: by itself the desk lets one at a time to the match.

    book: what the owner typed from the own book, None where nothing is kept. pieces: None at a table without camera and
    electronics.
    """

    def __init__(
        self,
        match: Match,
        seats: Seats,
        run: Run | None = None,
        book: OwnersBook | None = None,
        pieces: Pieces | None = None,
    ) -> None:
        self._match, self._seats, self._parley = match, seats, Parley(match)
        self._book, self._pieces = book, pieces
        self.gauge, self._opened = Gauge(match), secrets.token_hex(4)
        if book is not None:
            match.unasked.printed = book.known
        self._run: Run = run or _one_at_a_time()

    def seat_of(self, token: str) -> str | None:
        """Whose token this is; None: nobody's."""
        return self._seats.seat_of(token)

    def is_host(self, code: str) -> bool:
        """Whether this is the host's code."""
        return self._seats.is_host(code)

    @property
    def ending(self) -> bool:
        """Whether the program ends; whoever waits for views should stop."""
        return self._match.ending

    @property
    def revision(self) -> int:
        """Of the newest view."""
        return self._match.now.revision

    def view(self, seat: str, after: int | None, timeout_s: float) -> dict[str, Any]:
        """The seat's view, as soon as its revision differs from `after` or the time is up; None: at once."""
        if after is not None:
            self._match.wait(after, timeout_s)
        return self._match.view(seat)

    def wait(self, after: int, timeout_s: float) -> int:
        """The revision as soon as it differs from `after`, or when the time is up or the program ends."""
        return self._match.wait(after, timeout_s)

    def act(self, seat: str, asked: SeatAsked) -> Accepted | Refusal:
        """Do what a seat asks."""
        said: Accepted | Refusal = self._run(lambda: self._act(seat, asked))
        return said

    def _act(self, seat: str, asked: SeatAsked) -> Accepted | Refusal:
        match asked:
            case CommandAsked():
                command = Command(f"{seat} {asked.id}", seat, asked.offer_id, asked.fields)
                said = self._match.command(command)
                return self._remember(said, _told_by(self._match.game, command)) if asked.remember else said
            case AnswerGiven(by="software"):
                return self._match.roll(seat, asked.key)
            case AnswerGiven():
                return self._answer(seat, asked)
            case UndoAsked():
                return PAUSED if self._match.talk.paused else self._match.undo(asked.of, seat)
            case VoteGiven():
                return self._parley.vote(seat, asked.of, asked.agree)
            case OrderGiven(revoke=True):
                return self._parley.revoke(seat, asked.question)
            case OrderGiven():
                return self._parley.order(seat, asked.question, asked.value)
            case PieceAsked():
                if self._pieces is None:
                    return Refusal("pieces", "There are no dials and no camera at this table.", "")
                return self._pieces.piece(seat, asked.do, asked.piece)

    def _answer(self, seat: str, asked: AnswerGiven) -> Accepted | Refusal:
        question, charts = self._match.open_question, self._match.game.charts
        value = asked.value
        if isinstance(question, Measure):
            value = on_map(self._match.game, self._match.state, question) if asked.by == "map" else typed(value)
        if not isinstance(question, ReadChart) or question.key != asked.key:
            return self._match.answer(seat, asked.key, value, asked.by)
        if asked.by == "house":
            chart = charts.get(question.chart)
            value = (chart.house or {}).get(question.cell) if chart else None
        said = self._match.answer(seat, asked.key, value, asked.by)
        told = {(question.chart, *question.cell): value} if asked.remember and asked.by != "house" else {}
        return self._remember(said, told)

    def _remember(self, said: Accepted | Refusal, told: Mapping[At, Any]) -> Accepted | Refusal:
        """What was told of the book, if it was accepted."""
        if isinstance(said, Refusal) or not told or self._book is None:
            return said
        try:
            self._book.keep(told)
        except BookFault as fault:
            return Refusal("book", f"It is done, but it cannot be remembered: {fault}", "")
        return said

    def charts(self) -> dict[str, Any] | None:
        """Every chart of the game with each cell's status; None where no book is kept."""
        return self._book.shown() if self._book else None

    def give(self, given: CellGiven) -> dict[str, Any] | Refusal:
        """Keep or forget what is printed in a cell; the charts after it."""
        said: dict[str, Any] | Refusal = self._run(lambda: self._give(given))
        return said

    def _give(self, given: CellGiven) -> dict[str, Any] | Refusal:
        if self._book is None:
            return Refusal("book", "Nothing is kept of the owner's book here.", "")
        try:
            self._book.give(given)
        except BookFault as fault:
            return Refusal("book", str(fault), "")
        return self._book.shown()

    def host(self, asked: HostAsked) -> dict[str, Any] | Refusal:
        """Do what the host asks; the answer holds tokens, but no secrets of the game."""
        if asked.do == "corrections":
            return self._corrections(asked.offer_id)
        said: dict[str, Any] | Refusal = self._run(lambda: self._host(asked))
        return said

    def _host(self, asked: HostAsked) -> dict[str, Any] | Refusal:
        said = self._done(asked)
        return said if isinstance(said, Refusal) else self._overview()

    def _corrections(self, offer_id: str) -> dict[str, Any]:
        """Made on the asker's own thread: where figures stand freely it takes a while, and their fields are long."""
        now, game = self._match.now, self._match.game
        offers = game.corrections(now.state, now.table) if isinstance(game, Correcting) and not now.question else ()
        shown = [{"id": one.id, "label": one.label} for one in offers]
        chosen = next((one for one in offers if one.id == offer_id), None)
        fields, present = (plain(chosen.fields), plain(chosen.now)) if chosen else ({}, {})
        return {"corrections": shown, "fields": fields, "now": present}

    def _done(self, asked: HostAsked) -> Accepted | Refusal | None:
        match asked.do:
            case "seats" | "corrections":
                return None
            case "renew":
                if asked.seat not in self._names():
                    return Refusal("seat", f"There is no seat {asked.seat[:40]!r}.", "")
                self._seats.renew(asked.seat)
                return None
            case "pass_over":
                return self._match.pass_over()
            case "undo":
                return self._match.undo(asked.of, None)
            case "pause" | "resume":
                return self._parley.pause(asked.do == "pause")
            case "limit":
                return self._parley.limit(asked.seconds)
            case "propose":
                return self._parley.propose(f"host {asked.id}", asked.offer_id, dict(asked.fields))
            case "withdraw":
                return self._parley.withdraw()
            case "force":
                return self._parley.force(self._match.wall_s())

    def tick(self, now_s: float) -> None:
        """The time, s since the epoch, about once a second: decisions that sleep past the table's limit."""
        self._run(lambda: self._parley.tick(now_s))

    def export(self) -> list[str] | Refusal:
        """The game as JSON lines; refused while it is played."""
        said: list[str] | Refusal = self._run(self._export)
        return said

    def _export(self) -> list[str] | Refusal:
        try:
            return self._match.export()
        except JournalFault as fault:
            return Refusal("sealed", str(fault), "")

    def close(self) -> None:
        """Let the file go, after what is being written."""
        self._run(self._match.close)

    def _names(self) -> tuple[str, ...]:
        return self._match.game.seats(self._match.state)

    def _overview(self) -> dict[str, Any]:
        question = self._match.open_question
        return {
            "revision": self._match.revision,
            "game": {"title": self._match.game.title, "opened": self._opened},
            "undo": self._match.undoable(),
            "seats": {seat: self._seats.token(seat) for seat in self._names()},
            "asked": question_view(self._match.game, self._match.now, question, "", self._match.wall_s())
            if question
            else None,
            "table": talk_view(self._match.game, self._match.now, ""),
            "differs": self._differences(),
        }

    def _differences(self) -> dict[str, Any]:
        """Where dials, figures and devices do not say what the game says; what anybody at the table may know."""
        now = self._match.now
        beside = now.beside
        return {
            "dials": plain(beside.dials),
            "astray": list(self._match.game.view(now.state, now.table, "").get("astray", ())),
            "unused": plain(beside.unused),
            "device": {"name": beside.device, "there": list(beside.there)},
            "time_s": self._match.wall_s(),
        }


def _told_by(game: Game, command: Command) -> Mapping[At, Any]:
    """The cells of charts that a command tells."""
    remembers = game.remembers if isinstance(game, Booked) else {}
    return remembers[command.kind](command) if command.kind in remembers else {}


def _one_at_a_time() -> Run:
    lock = threading.Lock()

    def run(work: Callable[[], Any]) -> Any:
        with lock:
            return work()

    return run
