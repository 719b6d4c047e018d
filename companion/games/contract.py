"""What a game is to the rest of the program. It is a set of pure functions over frozen values; nothing here runs.

`play` is a generator: it yields questions and is sent answers, yields events that must be seen before the rest, and
returns the last events, or a refusal, which comes before anything else. `evolve` folds an event. A game is its events.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.games.charts import Chart
from companion.games.fields import Field
from companion.games.questions import Question
from companion.table.state import TableState


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command cannot be done. code: for programs; reason: a sentence for the player; rule: the rule's id."""

    code: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a seat may do now. id: its kind, or "kind:subject"; fields: name -> what is left open."""

    id: str
    rule: str
    label: str
    fields: Mapping[str, Field] = field(default_factory=dict)

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
    """How a game ended. scores: name -> points."""

    reason: str
    winner: str
    scores: Mapping[str, int]


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

    def begin(self, options: Mapping[str, Any]) -> Any:
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
