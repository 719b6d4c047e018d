"""What the game of a free table says before anybody has done anything: where a figure could go, how long a way would
be, and what lies between two figures.

Nothing is done by it, nothing is logged, and nothing of it is secret: it is made of what every seat may know, so any
seat may ask it of any figure at any time. The rules judge a move by the same functions, so what is told here and what
is ruled later do not differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from companion.games.bands import SIGMAS
from companion.games.elsewhere import seen_figure
from companion.games.regions import FAR_MM, Patch
from companion.geometry.ways import Way
from companion.table.distance import Distance, measure_figures
from companion.table.sight import Sight
from companion.table.state import Figure, Point, TableState

MOST_BENDS = 4
"""Points that a player may add to a way."""

Verdict = Literal["legal", "too far", "too close to call"]
Source = Literal["camera", "map"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A way as the rules would read it at one rate. points: start, bends and goal, mm.

    spent_mm: its length and what obstacles cost; excess_mm: how much more that is than allowed_mm, or 0. sigma_mm: of
    the mover's place. why: what it runs through and what that does, a sentence each. bar: why nobody may end there,
    however near it is, or "". words: all of it in one sentence.
    """

    rate: str
    points: tuple[Point, ...]
    spent_mm: float
    allowed_mm: float
    excess_mm: float
    verdict: Verdict
    why: tuple[str, ...]
    words: str
    bar: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """A band that a range may lie in. note: what it means for this firer, or ""."""

    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """Sight from the first figure to the second as the table proposes it, with the reason.

    fraction, low, high: how much of the target shows, and its extremes at two sigma. blocker: the piece of terrain that
    hides most of it, or "". line_mm: from the eye to the target, or to where it is stopped.
    """

    proposed: str
    reason: str
    fraction: float
    low: float
    high: float
    blocker: str
    line_mm: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Ranged:
    """How far two figures are apart as the rule measures it. source: "camera", or "map" if it is of told places.

    bands: those that it may lie in, the measured one first; more than one is too close to call. notes: whatever else
    a player wants to know before he fires, a sentence each.
    """

    a: str
    b: str
    mm: float
    sigma_mm: float
    words: str
    source: Source
    bands: tuple[Band, ...]
    sight: Looked | None = None
    notes: tuple[str, ...] = ()


@runtime_checkable
class Reaching(Protocol):
    """What is told of a move before it is made. KeyError for a figure that does not stand on the table."""

    def reaches(self, state: Any, table: TableState, name: str) -> Mapping[str, Patch]:
        """Rate -> where the figure could go, slowest first; without rates that lead nowhere."""

    def ways_to(self, state: Any, table: TableState, name: str, points: Sequence[Point]) -> tuple[Tried, ...]:
        """The shortest legal way from where it stands through these points, at each rate; the last one is the goal.
        Empty if there is no way."""


@runtime_checkable
class Bending(Protocol):
    """bends: kinds of offers whose command may have a field `by`: points that a move goes through."""

    bends: tuple[str, ...]


@runtime_checkable
class Ranging(Protocol):
    """What is told of a range before anybody fires. KeyError for a figure that does not stand on the table."""

    def ranged(self, state: Any, table: TableState, a: str, b: str) -> Ranged:
        """From a to b, which differ."""


def is_way(fields: Mapping[str, Any]) -> bool:
    """Whether the fields of a move are one place on the table, and perhaps points to go through on the way."""
    rest = {name: value for name, value in fields.items() if name not in ("to", "by")}
    by = fields.get("by", [])
    points = [fields.get("to"), *(by if isinstance(by, list | tuple) and len(by) <= MOST_BENDS else [None])]
    return not rest and all(_is_point(point) for point in points)


def way_of(fields: Mapping[str, Any]) -> tuple[Point, tuple[Point, ...]]:
    """Where a move ends, and the points that its player wants it to go through."""
    to, *by = [(float(x), float(y)) for x, y in (fields["to"], *fields.get("by", ()))]
    return to, tuple(by)


def _is_point(value: Any) -> bool:
    match value:
        case [int() | float() as x, int() | float() as y]:
            return abs(x) < FAR_MM and abs(y) < FAR_MM
    return False


class Judged(Protocol):
    """A way as a game's rules have read it."""

    @property
    def way(self) -> Way: ...

    @property
    def spent_mm(self) -> float: ...

    @property
    def allowed_mm(self) -> float: ...

    @property
    def excess_mm(self) -> float: ...


def tried(rate: str, read: Judged, sigma_mm: float, why: Sequence[str], words: str, bar: str) -> Tried:
    """The way in round numbers, with its verdict."""
    points = tuple((round(x, 1), round(y, 1)) for x, y in read.way.points)
    spent, allowed, excess = (round(mm, 1) for mm in (read.spent_mm, read.allowed_mm, read.excess_mm))
    return Tried(rate, points, spent, allowed, excess, verdict_of(read.excess_mm, sigma_mm), tuple(why), words, bar)


def looked(proposed: str, reason: str, found: Sight) -> Looked:
    """What the table proposes, by what was found."""
    fraction, low, high = (round(part, 3) for part in (found.fraction, found.low, found.high))
    return Looked(proposed, reason, fraction, low, high, found.first_blocker or "", found.line_mm)


def apart(table: TableState, a: Figure, b: Figure) -> tuple[Distance, Source]:
    """Between two figures of the game, where they were told to stand: as the camera sees them, if each in one place."""
    one, other = _in_one_place(table, a.id), _in_one_place(table, b.id)
    if one is None or other is None:
        return measure_figures(a, b), "map"
    return measure_figures(one, other), "camera"


def _in_one_place(table: TableState, name: str) -> Figure | None:
    seen = seen_figure(table, name)
    return None if seen is None or seen.others else seen


class Placed(Protocol):
    """A figure of a game."""

    @property
    def on_table(self) -> bool: ...


Piece = TypeVar("Piece", bound=Placed)


def on_table(figures: Mapping[str, Piece], name: str) -> Piece:
    """The figure of this name. KeyError if there is none, or it does not stand on the table."""
    if not figures[name].on_table:
        raise KeyError(name)
    return figures[name]


def verdict_of(excess_mm: float, sigma_mm: float) -> Verdict:
    """Whether a way of this excess is legal, at two sigma."""
    if excess_mm <= 0:
        return "legal"
    return "too close to call" if excess_mm <= SIGMAS * sigma_mm else "too far"
