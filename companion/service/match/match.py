"""A game being played: commands and answers in, rows on disk, views out.

It is called from one thread at a time, which makes one order of it all; only `now`, `view` and `wait` may be called
from any thread: they look at the newest `Now`, a frozen value. While a question is open its command waits, and other
commands are refused as `busy`. Rolls are drawn by software where the table chose so and the faces are known; else they
are questions like all others. Undo takes the newest command back and must name it, so that pressing it twice undoes
once. A rule that fails closes its command; the state stays.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.coding import plain
from companion.games.contract import Command, Game, Ordered, Play, Refusal, at_once, corrected
from companion.games.dice import draw
from companion.games.questions import Choose, Place, Question, Roll, rule_of, shown_to
from companion.games.regions import Cells
from companion.service.match import history as past
from companion.service.match import snapshots
from companion.service.match.again import run_again
from companion.service.match.export import export_lines
from companion.service.match.journal import Entry, Journal, answered
from companion.service.match.running import Running, run_on
from companion.service.match.talk import Talk, carried_out, heard, ordered
from companion.service.match.unasked import Unasked
from companion.service.match.view import LOG_LINES, Beside, Now, seat_view
from companion.table.state import TableState

PAUSED = Refusal("paused", "The game is paused; the host lets it go on.", "")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Accepted:
    """It is on disk. n: the command's row; a repeat of the same command has the same."""

    n: int


class Match:
    """journal: opened or new. pick(n): 0 to n - 1, each as likely, for software's rolls.

    unasked: what answers without anybody. taken_back: told of the states before and after an undo.
    """

    def __init__(
        self,
        game: Game,
        journal: Journal,
        *,
        pick: Callable[[int], int] = secrets.randbelow,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.game, self.journal = game, journal
        self.wall_s = wall_s
        self.unasked = Unasked(pick, journal.header.dice)
        self._news = threading.Condition()
        self._looks = 0
        self.table = TableState()
        self.taken_back: Callable[[Any, Any], None] = lambda before, after: None
        self._beside = Beside()
        self._past = snapshots.opened(game, journal)
        self._running: Running | None = None
        self.ending = False
        if self._past.open is not None:
            self._resume(self._past.open)
        self.now = self._as_now()

    @property
    def state(self) -> Any:
        """The newest state; a value, with all secrets."""
        return self._past.state

    @property
    def revision(self) -> int:
        """Another number after each new row, and after each look that changed what seats are shown."""
        return self.journal.last + self._looks

    @property
    def open_question(self) -> Question | None:
        """The question that is open, with what only the server may know of it."""
        return self._running.question if self._running else None

    @property
    def open_number(self) -> int:
        """A number for the open question, from 1, the same when the file is opened again; 0 if none is open."""
        return self._running.number if self._running else 0

    @property
    def asked_s(self) -> float:
        """When the open question was opened, s since the epoch; 0 if none is."""
        return self._running.asked_s if self._running else 0.0

    @property
    def talk(self) -> Talk:
        """What people have settled beside the rules."""
        return self._past.talk

    @property
    def standing(self) -> Mapping[str, str]:
        """Kinds of questions that the game lets be answered beforehand, in words."""
        return self.game.standing if isinstance(self.game, Ordered) else {}

    def say(self, source: str, data: Mapping[str, Any]) -> Accepted:
        """Write down what somebody said beside the rules. `parley` decides who may say what."""
        (row,) = self.journal.append([Entry(source, "talk", data)], self.wall_s())
        self._past.talk = heard(self._past.talk, row.n, row.time_s, source, data)
        self._tell()
        return Accepted(row.n)

    def correct(self, command: Command) -> Accepted | Refusal:
        """Carry out what the table agreed on; it asks nothing."""
        begun = past.Begun(self.journal.last + 1, command, self.state)
        playing = at_once(lambda: corrected(self.game, self.state, self.table, command))
        refusal = self._go_on(begun, playing, None, [Entry(command.seat, "command", plain(command))])
        if refusal is None:
            self._past.ids[command.id] = begun.n
            self._past.talk = carried_out(self._past.talk, begun.n)
            self._tell()
        return refusal or Accepted(begun.n)

    def command(self, command: Command) -> Accepted | Refusal:
        """Take a command. A repeat of one that was taken is harmless."""
        if command.id in self._past.ids:
            return Accepted(self._past.ids[command.id])
        if self.talk.paused:
            return PAUSED
        if self.talk.proposal is not None:
            return Refusal("busy", f"Wait: everybody is asked to agree first ({self.talk.proposal.label}).", "")
        if self._running is not None:
            asked = self._running.question
            shown = shown_to(asked, command.seat)
            return Refusal("busy", f"Wait: {asked.seat} is asked first ({shown['why']}).", shown["rule"])
        playing = self.game.play(self.state, self.table, command)
        begun = past.Begun(self.journal.last + 1, command, self.state)
        entries = [Entry(command.seat, "command", plain(command))]
        refusal = self._go_on(begun, playing, None, entries)
        if refusal is None:
            self._past.ids[command.id] = begun.n
        return refusal or Accepted(begun.n)

    def answer(self, seat: str, key: str, value: Any, source: str = "") -> Accepted | Refusal:
        """Answer the open question. source: who or what answered, the seat itself if not said."""
        running = self._running
        shown = shown_to(running.question, seat) if running else {}
        if running is None or shown["key"] != key:
            return Refusal("answered", "This question is no longer open; somebody has answered it.", "")
        question = running.question
        if self.talk.paused:
            return PAUSED
        if question.seat != seat:
            return Refusal("seat", f"{question.seat} is asked, not {seat}.", shown["rule"])
        complaint = question.complaint(value)
        if complaint:
            return Refusal("answer", complaint, rule_of(question))
        entries = [answered(source or seat, question, value)]
        running.begun.answers[key] = value
        self._running = None
        self._go_on(running.begun, running.playing, value, entries)
        return Accepted(running.begun.n)

    def roll(self, seat: str, key: str) -> Accepted | Refusal:
        """Software rolls, in place of whatever the seat was to roll."""
        question = self.open_question
        if isinstance(question, Roll) and question.key == key:
            drawn = draw(question, self.unasked.pick)
            if drawn is None:
                return Refusal("faces", "Their faces are not known here; touch what real ones show.", rule_of(question))
            return self.answer(seat, key, drawn, "software")
        return Refusal("answered", "This roll is no longer open; somebody has answered it.", "")

    def pass_over(self) -> Accepted | Refusal:
        """The host answers for a sleeping phone: a decision by its default, a place by its first square."""
        match self._running.question if self._running else None:
            case Choose(key=key, seat=seat, default=value) | Place(key=key, seat=seat, region=Cells(cells=(value, *_))):
                return self.answer(seat, key, value, "default")
        return Refusal("default", "There is no open decision that has a default.", "")

    def answer_beforehand(self) -> None:
        """The open question, if its seat has a standing order for it now."""
        question = self.open_question
        if question and (value := ordered(self.talk, question)) is not None:
            self.answer(question.seat, question.key, value, "order")

    def undoable(self) -> int | None:
        """The row of the command that undo takes back now: the open one, or the newest."""
        if self._running is not None:
            return self._running.begun.n
        return self._past.done[-1].n if self._past.done else None

    def undo(self, of: int, seat: str | None) -> Accepted | Refusal:
        """Take command `of` back, which must be the newest. seat: None is the host, who may always.

        A seat may take back its own command as long as nothing was asked in it: what was rolled or shown stays so.
        """
        if of != self.undoable():
            return Refusal("undone", "This is not the newest command; it may be undone already.", "")
        begun = self._running.begun if self._running else self._past.done[-1]
        if seat is not None and not self._may_undo(seat):
            return Refusal("undo", "Only the host can undo this: something was asked in it, or it is another's.", "")
        if begun.before is None:
            begun.before = past.fold(self.game, self.journal.header.options, self.journal.rows(), of).state
        self._write([Entry(seat or "host", "undone", {"of": of})])
        if self._running is not None:
            self._running.playing.close()
            self._running, self._past.open = None, begun
        undone = self.state
        past.undo(self._past, of)
        self.taken_back(undone, self.state)
        self._tell()
        return Accepted(of)

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat may know, as plain JSON values; "" is the table's own screen."""
        return seat_view(self.game, self.now, seat, self.wall_s())

    def see(self, table: TableState, changed: bool) -> None:
        """The table as it is now. changed: whether seats are shown something else by it."""
        self.table = table
        self._looks += changed
        if changed:
            self._tell()
        else:
            self.now = replace(self.now, table=table)

    def stand_beside(self, beside: Beside) -> None:
        """What electronics and camera say now."""
        if beside != self._beside:
            self._beside = beside
            self._looks += 1
            self._tell()

    def _may_undo(self, seat: str) -> bool:
        newest = self._undoable_by()
        return bool(newest) and newest == seat

    def _undoable_by(self) -> str:
        """The seat that may take the newest command back by itself, or ""."""
        if self._running is not None or not self._past.done:
            return ""
        newest = self._past.done[-1]
        return "" if newest.answers else newest.command.seat

    def export(self) -> list[str]:
        """The game as JSON lines. JournalFault while it is not over."""
        return list(export_lines(self.journal))

    def wait(self, after: int, timeout_s: float) -> int:
        """The revision as soon as it differs from `after`, or when the time is up, or when the program ends."""
        with self._news:
            self._news.wait_for(lambda: self.ending or self.now.revision != after, timeout_s)
            return self.now.revision

    def end(self) -> None:
        """The program ends: nobody waits any longer. What comes in is still written."""
        with self._news:
            self.ending = True
            self._news.notify_all()

    def close(self) -> None:
        """Let the file go."""
        self.journal.close()

    def _go_on(self, begun: past.Begun, playing: Play, sent: Any, entries: list[Entry]) -> Refusal | None:
        """Run on to the next question that nobody here answers, or to the end; write all of it; then tell."""
        try:
            reached = run_on(self.game, self.state, begun, playing, sent, self._answer_unasked, entries)
        except Exception as fault:
            log.exception("A rule failed in %s", begun.command.offer_id)
            return self._failed(begun, entries, fault)
        if reached.refusal is not None:
            return reached.refusal
        self._past.told += self._events_of(self._write(entries), begun)
        self._past.state = reached.state
        if reached.question is not None:
            self._running = Running(begun, playing, reached.question, self.wall_s())
        else:
            self._past.push(begun)
            snapshots.keep_if_due(self.game, self.journal, self._past)
        self._tell()
        return None

    def _events_of(self, numbers: Mapping[int, Entry], begun: past.Begun) -> list[tuple[int, Any]]:
        at = [n for n, entry in numbers.items() if entry.kind == "event"]
        return list(zip(at, begun.events[len(begun.events) - len(at) :], strict=True))

    def _answer_unasked(self, question: Question) -> tuple[Any, str]:
        return self.unasked.answer(question, self.talk, self._past.kept)

    def _failed(self, begun: past.Begun, entries: list[Entry], fault: Exception) -> Refusal:
        """Close the command; the state is as before it."""
        self._write([*entries, Entry("", "fault", {"of": begun.n, "said": str(fault)[:200]})])
        self._past.open = begun
        past.undo(self._past, begun.n)
        self._tell()
        return Refusal("fault", "The program made a mistake in this rule; nothing was changed. Its log has more.", "")

    def _resume(self, begun: past.Begun) -> None:
        """Open the question again that was open; or else abandon the command and keep its rolls."""
        found = run_again(self.game, self.table, begun)
        if found is None:
            return self._abandon(begun)
        playing, question = found
        self._running, self._past.open = Running(begun, playing, question, self.wall_s()), None
        return None

    def _abandon(self, begun: past.Begun) -> None:
        self._write([Entry("", "abandoned", {"of": begun.n})])
        self._past.kept.update({key: begun.answers[key] for key in begun.rolled if key in begun.answers})
        past.undo(self._past, begun.n)

    def _write(self, entries: list[Entry]) -> dict[int, Entry]:
        rows = self.journal.append(entries, self.wall_s())
        return {row.n: entry for row, entry in zip(rows, entries, strict=True)}

    def _tell(self) -> None:
        with self._news:
            self.now = self._as_now()
            self._news.notify_all()

    def _as_now(self) -> Now:
        question = self._running.question if self._running else None
        newest = tuple(self._past.told[-LOG_LINES:])
        undo, by = self.undoable(), self._undoable_by()
        return Now(
            self.revision, self.state, self.table, question, newest, undo, by, self.talk, self.asked_s, self._beside
        )
