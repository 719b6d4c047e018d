"""Who moved this? A figure that settles elsewhere while it is not in the turn, and the way back. Pure.

Idea: each figure has a home, where it rightly stands. While nobody's turn is said, and for the figures in the turn,
home follows the figure. The others keep theirs: one that settles beyond the tolerance from its home is nudged, until
it stands there again, a player says "leave it", it moves on in its own turn, or it leaves the table.

Invariant: small nudges add up, because the distance is taken from home and not from the last place. When the camera's
place was worked out anew, all places shift by a little, and homes with them: that is nobody's move.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.table.state import Figure, Place

TOLERANCE_MM = 3.0
"""Nearer than this to its home, or than two sigma if that is more, a figure stands where it stood."""

RESOLVED_MM = 8.0
"""A figure that is this near to its last place by another camera solution has not been moved. After a knock of 19 px in
a recorded sequence, places shifted by 1 to 3 mm."""

By = Literal["phone", "game", "mace"]
End = Literal["raised", "back", "left", "moved-on", "gone", "unwatched"]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is. of: ids, names, sides or rings of figures, any of which will do; empty: nobody is watched.

    label: what people read. then: the turns that come after it, by their words, where an order was drawn.
    """

    of: tuple[str, ...] = ()
    label: str = ""
    by: By = "phone"
    since_s: float = 0.0
    then: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Nudge:
    """home: where it stood; place: where it settled last."""

    figure_id: str
    home: Place
    place: Place
    since_s: float


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a nudge, or that there is one."""

    end: End
    nudge: Nudge
    time_s: float


@dataclass(frozen=True, slots=True)
class Watch:
    """turn, homes by figure id, open nudges, oldest first."""

    turn: Turn = Turn()
    homes: Mapping[str, Place] = field(default_factory=dict)
    nudges: tuple[Nudge, ...] = ()

    def nudge(self, figure_id: str) -> Nudge | None:
        """The open nudge of this figure."""
        return next((one for one in self.nudges if one.figure_id == figure_id), None)


@dataclass(frozen=True, slots=True)
class WayBack:
    """mm with one sigma, and the direction on the table, radians counter-clockwise from x."""

    distance_mm: float
    sigma_mm: float
    heading_rad: float


def in_turn(turn: Turn, figure: Figure) -> bool:
    """Whether the figure may move: it is in the turn, or nobody is watched."""
    known = {word.casefold() for word in (figure.id, figure.name, figure.side, figure.ring) if word}
    return not turn.of or any(word.casefold() in known for word in turn.of)


def way_back(here: Place, home: Place) -> WayBack:
    """From here to home."""
    dx, dy = home.x_mm - here.x_mm, home.y_mm - here.y_mm
    return WayBack(math.hypot(dx, dy), math.hypot(here.spread.sigma_mm, home.spread.sigma_mm), math.atan2(dy, dx))


def at_home(here: Place, home: Place) -> bool:
    """Whether this is the same place, as far as can be told."""
    way = way_back(here, home)
    return way.distance_mm <= max(TOLERANCE_MM, 2 * way.sigma_mm)


def with_turn(watch: Watch, turn: Turn) -> tuple[Watch, tuple[Told, ...]]:
    """The turn is this now. Open nudges stay, unless nobody is watched any more."""
    if turn.of:
        return replace(watch, turn=turn), ()
    ended = tuple(Told("unwatched", one, turn.since_s) for one in watch.nudges)
    homes = {**watch.homes, **{one.figure_id: one.place for one in watch.nudges}}
    return Watch(turn, homes), ended


def next_turn(watch: Watch, now_s: float) -> tuple[Watch, tuple[Told, ...]]:
    """The next of the drawn order has its turn; after the last nobody is watched."""
    turn = watch.turn
    of, then = (turn.then[0], turn.then[1:]) if turn.then else ((), ())
    return with_turn(watch, Turn(of, of[0] if of else "", turn.by if of else "phone", now_s, then))


def after_table(watch: Watch, figures: Sequence[Figure], now_s: float) -> tuple[Watch, tuple[Told, ...]]:
    """The figures stand so now, each settled."""
    homes: dict[str, Place] = {}
    nudges = {one.figure_id: one for one in watch.nudges}
    told: list[Told] = []
    for figure in figures:
        home, place, open_one = watch.homes.get(figure.id), figure.place, nudges.get(figure.id)
        if home is not None:
            last = home if open_one is None else open_one.place
            home = _rebased(home, last, place)
            if open_one is not None and home is not watch.homes[figure.id]:
                open_one = nudges[figure.id] = replace(open_one, home=home, place=place)
        homes[figure.id] = place if home is None else home
        if home is None or (open_one is not None and _same(place, open_one.place)):
            continue
        if at_home(place, home):
            end: End | None = "back" if open_one is not None else None
        else:
            end = "moved-on" if in_turn(watch.turn, figure) else "raised"
        match end:
            case "back" | "moved-on" if open_one is not None:
                told.append(Told(end, nudges.pop(figure.id), now_s))
            case "raised":
                raised = Nudge(figure.id, home, place, now_s if open_one is None else open_one.since_s)
                nudges[figure.id] = raised
                if open_one is None:
                    told.append(Told("raised", raised, now_s))
        if figure.id not in nudges and in_turn(watch.turn, figure):
            homes[figure.id] = place
    told += [Told("gone", nudges.pop(name), now_s) for name in list(nudges) if name not in homes]
    return Watch(watch.turn, homes, tuple(nudges.values())), tuple(told)


def left(watch: Watch, figure_id: str, now_s: float) -> tuple[Watch, tuple[Told, ...]]:
    """A player says "leave it": where it stands is its home."""
    one = watch.nudge(figure_id)
    if one is None:
        return watch, ()
    nudges = tuple(other for other in watch.nudges if other is not one)
    return Watch(watch.turn, {**watch.homes, figure_id: one.place}, nudges), (Told("left", one, now_s),)


def _rebased(home: Place, last: Place, place: Place) -> Place:
    """Home by the camera solution of `place`, if only the solution has changed since `last`; else the same object."""
    shift = place.x_mm - last.x_mm, place.y_mm - last.y_mm
    if place.spread.source == last.spread.source or math.hypot(*shift) > RESOLVED_MM:
        return home
    return replace(home, x_mm=home.x_mm + shift[0], y_mm=home.y_mm + shift[1], spread=place.spread)


def _same(a: Place, b: Place) -> bool:
    return (a.x_mm, a.y_mm) == (b.x_mm, b.y_mm)
