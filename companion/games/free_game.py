"""A game on a free table as the rest of the program sees it, put together from its tables and functions.

Idea: whatever is the same in all of them stands here: how a command is refused and run, who has a seat, what is shown
beside the game's own view. The rest is named where it is done, each under the contract's name for it, as
`begin = staticmethod(setting_up.begin)`; mypy says what is missing. A game has no state of its own, only what is kept
of its newest answers. Nothing here knows a rate, a phase or a rule.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping
from typing import Any, Generic

from companion.games.coding import plain
from companion.games.contract import Booked, Command, Correcting, End, Game, Offer, Ordered, Play, Refusal, unfit
from companion.games.free_state import State
from companion.games.free_table import Foreseeing, FreeAtTable, Kept
from companion.games.gauging import Bending, Ranging, Reaching, is_way
from companion.games.mustering import Form, Mustering
from companion.games.placing import Placing
from companion.games.simulated import FreeTable
from companion.table.state import TableState

Rule = Callable[[State, TableState, Command], Generator[Any, Any, State]]
Bar = Callable[[State, TableState, Command], Refusal | None]


class FreeGame(
    Game,
    Correcting,
    Ordered,
    Booked,
    Bending,
    Reaching,
    Ranging,
    Foreseeing,
    Placing,
    FreeTable,
    Mustering,
    Generic[State],
):
    """turn_rule: says who acts when; named where a command is none, or not now. plays: kind of offer -> its rule.

    barred: kind -> the rules' own sentences on fields that it may not have. bends: kinds that move a figure.
    form: what may be written down of a side.
    """

    ruleset = 1
    turn_rule: str
    plays: Mapping[str, Rule[State]]
    barred: Mapping[str, Bar[State]]
    at_table: FreeAtTable[State]
    form: Form

    def __init__(self) -> None:
        self._astray: Kept[Any] = Kept(lambda state, table: plain(self.at_table.astray(state, table)), 4)

    @abstractmethod
    def own_offers(self, state: State, table: TableState, seat: str) -> tuple[Offer, ...]:
        """What a seat may do by the rules."""

    @abstractmethod
    def own_view(self, state: State, table: TableState, seat: str) -> dict[str, Any]:
        """What a seat may know, but for figures that stand elsewhere."""

    @abstractmethod
    def own_lean(self, state: State, offer: Offer, rng: random.Random) -> tuple[float, dict[str, Any]]:
        """`lean`, for whichever seat."""

    @abstractmethod
    def is_waiting(self, state: State, table: TableState) -> bool:
        """Whether somebody has something to do; it is always so but after a correction."""

    @abstractmethod
    def advance(self, state: State, table: TableState) -> Generator[Any, Any, State]:
        """What follows by itself, until somebody has something to do."""

    def why_not(self, state: State, command: Command) -> Refusal:
        """Why a command of a seat cannot be done whose offer does not stand."""
        return Refusal("not-now", f"{command.offer_id[:60]!r} cannot be done by {command.seat} now.", self.turn_rule)

    def run(self, state: State, table: TableState, command: Command) -> Generator[Any, Any, State]:
        """A command's own rule."""
        return self.plays[command.kind](state, table, command)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats, in the order in which they were given."""
        return tuple(state.options.seats)

    def offers(self, state: State, table: TableState, seat: str) -> tuple[Offer, ...]:
        """What this seat may do now. If nobody may do anything, everybody may go on."""
        found = self.own_offers(state, table, seat)
        if found or state.end is not None or seat not in state.options.seats or self.is_waiting(state, table):
            return found
        return (Offer("go-on", self.turn_rule, "Nobody has anything to do here; go on"),)

    def play(self, state: State, table: TableState, command: Command) -> Play:
        """Refuse, or run the command's rule and whatever follows by itself."""
        refusal = self.refusal(state, table, command)
        if refusal is not None:
            return refusal
        state = yield from self.run(state, table, command)
        yield from self.advance(state, table)
        return ()

    def refusal(self, state: State, table: TableState, command: Command) -> Refusal | None:
        """Who may not, what is not, then the rules' own sentences, then what does not fit the offer."""
        if command.seat not in state.options.seats:
            return Refusal("seat", f"There is no seat {command.seat[:40]!r} in this game.", self.turn_rule)
        if command.kind not in self.plays:
            return Refusal("unknown", f"{self.title} has no command {command.offer_id[:40]!r}.", self.turn_rule)
        standing = {offer.id: offer for offer in self.offers(state, table, command.seat)}
        if command.offer_id not in standing:
            return self.why_not(state, command)
        bar = self.barred.get(command.kind)
        refusal = bar(state, table, command) if bar else None
        if refusal is not None or (command.kind in self.bends and is_way(command.fields)):
            return refusal
        return unfit(standing[command.offer_id], command)

    def view(self, state: State, table: TableState, seat: str) -> dict[str, Any]:
        """What this seat may know; all may know who stands elsewhere."""
        return {**self.own_view(state, table, seat), "astray": self._astray(state, table)}

    def end(self, state: State) -> End | None:
        """How it ended."""
        return state.end

    def lean(self, state: State, seat: str, offer: Offer, rng: random.Random) -> tuple[float, dict[str, Any]]:
        """For random play."""
        return self.own_lean(state, offer, rng)

    def muster_form(self) -> Form:
        """What may be written down of a side."""
        return self.form
