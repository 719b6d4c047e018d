"""What a game is to the rest of the program. It is a set of pure functions over frozen values; nothing here runs.

`play` is a generator: it yields questions and is sent answers, yields events that must be seen before the rest, and
returns the last events, or a refusal, which comes before anything else. `evolve` folds an event. A game is its events.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from companion.games.charts import Chart
from companion.games.fields import Field, Value
from companion.games.questions import Question
from companion.table.state import TableState

AGREED = "agreed"
"""The rule of what follows no rule: the table agreed otherwise."""

NOBODY = "nobody"
"""The winner of a game that nobody has won; no side may have this name."""

HOST = "host"
"""The seat of a command that corrects; no player's seat may have this name."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command cannot be done. code: for programs; reason: a sentence for the player; rule: the rule's id."""

    code: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Spotted:
    """How a camera sees that this has been done already. fields: what to take the offer with; words: what it saw.

    sure: whether it can be nothing else.
    """

    fields: Mapping[str, Any]
    words: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a seat may do now. id: its kind, or "kind:subject"; fields: name -> what is left open.

    spotted: done already, as a camera sees it, in each way that it may be. now: what a field is at present, for a form
    that corrects it; public. A place may be one that the field would refuse, as beside another's base.
    """

    id: str
    rule: str
    label: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    spotted: tuple[Spotted, ...] = ()
    now: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The id without its subject."""
        return self.id.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Command:
    """A seat takes an offer. id: makes a repeat harmless; fields: plain JSON values, one for each of the offer's."""

    id: str
    seat: str
    offer_id: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The offer's kind."""
        return self.offer_id.partition(":")[0]

    @property
    def subject(self) -> str:
        """What follows the kind, or ""."""
        return self.offer_id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended. winner: a side or a seat, several joined by " and ", or NOBODY. scores: name -> points."""

    reason: str
    winner: str
    scores: Mapping[str, int]

    def words(self, named: Callable[[str], str] = str) -> str:
        """For people. named: a winner as they call it."""
        won = "Nobody has won" if self.winner == NOBODY else f"The winner: {named(self.winner)}"
        return f"{self.reason}. {won}"


@dataclass(frozen=True, slots=True)
class RuleNote:
    """A rule as the pages name it: where the book has it, and what it says in our words.

    left_out: why this program does not carry it, or "".
    """

    section: str
    words: str
    left_out: str = ""


class Event(Protocol):
    """A frozen dataclass of the game. rule: the id of the rule by which it happened."""

    @property
    def rule(self) -> str: ...


Play = Generator[Question | Event, Any, tuple[Event, ...] | Refusal]


class Game(Protocol):
    """A game. `State` is the game's own frozen dataclass; nobody but the game looks into it."""

    name: str
    title: str
    ruleset: int
    rules: Mapping[str, RuleNote]
    events: Mapping[str, type]
    state_type: type
    charts: Mapping[str, Chart]

    def begin(self, options: Mapping[str, Any], /) -> Any:
        """The state before the first command. ValueError with a sentence if the options are not right."""

    def seats(self, state: Any) -> tuple[str, ...]:
        """Everybody who may command."""

    def offers(self, state: Any, table: TableState, seat: str) -> tuple[Offer, ...]:
        """What this seat may do now; some seat has an offer until the game is over."""

    def play(self, state: Any, table: TableState, command: Command) -> Play:
        """Run the command."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after the event."""

    def view(self, state: Any, table: TableState, seat: str) -> dict[str, Any]:
        """What this seat may know, in plain JSON values. "" is somebody who has no seat."""

    def tell(self, state: Any, event: Any, seat: str) -> str:
        """A line of the log as this seat may read it, or ""."""

    def end(self, state: Any) -> End | None:
        """How the game ended; None while it is played."""

    def lean(self, state: Any, seat: str, offer: Offer, rng: random.Random) -> tuple[float, dict[str, Any]]:
        """For random play: how much this offer is liked (0: never), and fields chosen with a bias towards the goal."""

    def sample_options(self, rng: random.Random) -> dict[str, Any]:
        """Options for a random game: every number of seats, level and option occurs."""

    def hide(self, state: Any, seat: str, rng: random.Random) -> Any:
        """The state with everything permuted that this seat may not know; its view must not change by it."""


@runtime_checkable
class Correcting(Protocol):
    """A game that can be corrected by hand. One odd case must not end an evening."""

    def corrections(self, state: Any, table: TableState) -> tuple[Offer, ...]:
        """What the table may agree otherwise now. Made of what everybody may know; their rule is AGREED."""

    def correct(self, state: Any, table: TableState, command: Command) -> tuple[Event, ...] | Refusal:
        """The events of a correction. It asks nothing, and keeps every law of the game's states."""


@runtime_checkable
class Ordered(Protocol):
    """A game with decisions that may be answered beforehand. Their defaults are legal in every state.

    standing: "rule/step" of a question -> the decision in words.
    """

    standing: Mapping[str, str]


@runtime_checkable
class Booked(Protocol):
    """A game that takes what its owner typed from the book before, as the option `book`: chart -> row -> column.

    remembers: kind of offer -> the cells, as (chart, row, column), that a command of this kind tells.
    """

    remembers: Mapping[str, Callable[[Command], Mapping[tuple[str, str, str], Value]]]

    def charts_in_force(self, options: Mapping[str, Any]) -> Mapping[str, Chart]:
        """The charts as a game with these options uses them, each cell with its status."""


def at_once(events: Callable[[], tuple[Event, ...] | Refusal]) -> Play:
    """A rule that asks nothing, as one that could."""
    yield from ()
    return events()


def corrected(game: Game, state: Any, table: TableState, command: Command) -> tuple[Event, ...] | Refusal:
    """The events of a correction, after a look whether it stands under its id and its fields fit."""
    offers = game.corrections(state, table) if isinstance(game, Correcting) else ()
    offer = next((offer for offer in offers if offer.id == command.offer_id), None)
    if offer is None or not isinstance(game, Correcting):
        return Refusal("not-now", f"{command.offer_id[:40]!r} cannot be agreed on now.", AGREED)
    return unfit(offer, command) or game.correct(state, table, command)


def unfit(offer: Offer, command: Command) -> Refusal | None:
    """The refusal of fields that are not those of the offer; None if all fit."""
    odd = set(offer.fields) ^ set(command.fields)
    if odd:
        return Refusal("fields", f"{offer.id}: field {sorted(odd)[0]!r} missing or unknown", offer.rule)
    for name, field_ in offer.fields.items():
        complaint = field_.complaint(command.fields[name])
        if complaint:
            which = f", {name}" if len(offer.fields) > 1 else ""
            return Refusal("field", f"{offer.label}{which}: {complaint}", offer.rule)
    return None
