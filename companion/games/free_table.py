"""A game without squares at a camera's table: what is the same in all of them.

Idea: the game tells where each figure was told to stand, in mm; the camera sees it somewhere, with a sigma. It has been
moved if it is seen further off than two sigma and what a knock does. So `Sighted` needs little of a game: whose
figures they are, whose turn it is, and how far one may go. Nothing here knows a rate, a phase or a rule.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from threading import RLock
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from companion.games.at_table import Astray
from companion.games.bands import SIGMAS
from companion.games.contract import Refusal
from companion.games.elsewhere import KNOCK_MM, cm, elsewhere, seen_figure
from companion.games.free_state import State
from companion.geometry.points import Point, distance
from companion.table.report import describe_length
from companion.table.state import Figure, TableState

COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
Verdict = Literal["fits", "close", "not in turn"] | Refusal
"""Of a place where a figure is seen that was not told to stand there: its move may have ended there for certain, or so
near that the camera cannot say; it has no move now; or its move cannot have ended there."""

Answer = TypeVar("Answer")
Kind = Literal["move", "close", "elsewhere", "undone"]
"""Of `Astray`."""


def is_apart(place: Point, told: Point, sigma_mm: float) -> bool:
    """Whether a figure seen here has been moved from there."""
    return distance(place, told) > KNOCK_MM + SIGMAS * sigma_mm


class FreeAtTable(ABC, Generic[State]):
    """`Sighted`, by what a free table's game says of itself. Everything here may be known by all seats."""

    @abstractmethod
    def names(self, state: State) -> tuple[str, ...]:
        """Every figure that the game may name."""

    @abstractmethod
    def owner(self, state: State, piece: str) -> str:
        """The seat that plays it, or ""."""

    @abstractmethod
    def in_turn(self, state: State) -> tuple[str, ...]:
        """The figures that may be moved now; none: nobody's in particular."""

    @abstractmethod
    def whose(self, state: State) -> str:
        """Whose turn that is, for people."""

    @abstractmethod
    def places(self, state: State) -> Mapping[str, Point]:
        """Figure -> where it was told to stand, mm; those on the table."""

    @abstractmethod
    def may_go(self, state: State, table: TableState, piece: str, place: Point) -> bool:
        """Whether a figure in its turn may have gone there; asked only while somebody's turn it is."""

    @abstractmethod
    def called(self, state: State, piece: str) -> str:
        """A figure on the table as people call it."""

    @abstractmethod
    def judge(self, state: State, table: TableState, piece: str, place: Point) -> Verdict:
        """What is to be said of a figure on the table that is seen elsewhere."""

    def astray(self, state: State, table: TableState) -> tuple[Astray, ...]:
        """Those of `squares` that stand elsewhere, but for a move that can be taken as it was seen."""
        if state.phase in ("setup", "over") or not table.figures:
            return ()
        found = (self._astray(state, table, piece, told) for piece, told in self.squares(state).items())
        return tuple(one for one in found if one is not None)

    def _astray(self, state: State, table: TableState, piece: str, told: Point) -> Astray | None:
        here, who = seen_figure(table, piece), self.called(state, piece)
        if piece in table.put_back:
            if here is not None and not is_apart((here.place.x_mm, here.place.y_mm), told, here.place.spread.sigma_mm):
                return None
            way = f", {_way_words(here, told)}" if here is not None else ""
            return _told(piece, "undone", here, told, f"Put {who} back to {cm(told)}{way}: the move was taken back.")
        seen = elsewhere(table, piece, told)
        if seen is None or here is None:
            return None
        match self.judge(state, table, piece, seen.place):
            case Refusal(reason=reason, rule=rule):
                return _told(piece, "move", here, told, reason, rule)
            case "not in turn":
                by = f"{who} is seen at {cm(seen.place)}, but stands at {cm(told)} by the game"
                return _told(piece, "elsewhere", here, told, f"{by}, {_way_words(here, told)}.")
            case "close":
                words = f"{who} is seen at {cm(seen.place)}; say what that is, or put it back at {cm(told)}."
                return _told(piece, "close", here, told, words)
        return None

    def squares(self, state: State) -> Mapping[str, Point]:
        """Places, as `Sighted` calls them."""
        return self.places(state)

    def home(self, state: State, table: TableState, piece: str) -> bool:
        """Whether it is seen no further from its place than a knock. A figure that is to be put back counts too."""
        figure, told = seen_figure(table, piece), self.places(state).get(piece)
        if figure is None or figure.others or told is None:
            return False
        place = figure.place
        return not is_apart((place.x_mm, place.y_mm), told, place.spread.sigma_mm)

    def may_stand(self, state: State, table: TableState, piece: str, xy_mm: Point) -> bool:
        """Where nobody is in turn anything may be: figures fall, are pushed and put right. Else those whose turn it is
        not stay where they are, and the others go as far as they may."""
        mine, told = self.in_turn(state), self.places(state).get(piece)
        if not mine or told is None or piece in table.put_back:
            return True
        figure = seen_figure(table, piece)
        sigma_mm = figure.place.spread.sigma_mm if figure else 0.0
        if not is_apart(xy_mm, told, sigma_mm):
            return True
        return piece in mine and self.may_go(state, table, piece, xy_mm)


def _told(piece: str, kind: Kind, here: Figure | None, told: Point, words: str, rule: str = "") -> Astray:
    """With the way back. here: the figure as it is seen, None: it is not seen."""
    back = cm(told)
    if here is None:
        return Astray(piece, kind, "", back, words, rule, back_mm=told)
    place, sigma_mm = (round(here.place.x_mm, 1), round(here.place.y_mm, 1)), round(here.place.spread.sigma_mm, 2)
    return Astray(piece, kind, cm(place), back, words, rule, place, told, round(distance(place, told), 1), sigma_mm)


def _way_words(here: Figure, told: Point) -> str:
    """How far and which way a figure has to go back; x is east, y north."""
    dx, dy = told[0] - here.place.x_mm, told[1] - here.place.y_mm
    to = COMPASS[round(math.degrees(math.atan2(dy, dx)) / 45) % 8]
    return f"{describe_length(math.hypot(dx, dy), here.place.spread.sigma_mm, 'cm')} to the {to}"


@runtime_checkable
class Sided(Protocol):
    """A game that says for people whose turn it is."""

    def whose(self, state: Any) -> str:
        """The side, or ""."""


@runtime_checkable
class Foreseeing(Protocol):
    """A game that can work out beforehand what it will be asked next."""

    def foresee(self, state: Any, table: TableState) -> Iterator[None]:
        """Each step fills some of the game's own caches; whoever runs it may stop after any."""


class Kept(Generic[Answer]):
    """The newest answers to questions about frozen values, known again by being the same objects.

    A change at the table asks every seat's offers several times: for the phones, for what is spotted, for what is
    refused. Equal values would do as well, but comparing them costs more than most answers.
    """

    def __init__(self, work: Callable[..., Answer], most: int = 16) -> None:
        self._work, self._most = work, most
        self._known: dict[Hashable, tuple[tuple[Any, ...], Answer]] = {}
        self._lock = RLock()

    def __call__(self, state: Any, table: TableState, *more: Hashable) -> Answer:
        """Worked out once; who asks for the same at the same time waits for it."""
        key = (id(state), id(table), more)
        with self._lock:
            known = self._known.pop(key, None)
            if known is None:
                # held here, so that no other object can have their ids
                known = (state, table), self._work(state, table, *more)
            self._known[key] = known
            while len(self._known) > self._most:
                del self._known[next(iter(self._known))]
            return known[1]
