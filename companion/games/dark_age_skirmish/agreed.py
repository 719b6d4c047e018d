"""What a table of Dark Age Skirmish agreed otherwise: its own events of corrections, and how all fold.

They follow no rule of the book; their rule is `AGREED`. Apart from that they are events like all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.agreed import FigurePlaced, FigureRevived
from companion.games.contract import AGREED
from companion.games.dark_age_skirmish.state import State, friends, with_figure


@dataclass(frozen=True, slots=True)
class SheetAgreed:
    """wounds: red counters. tired: yellow ones. spent: fatigue points. missiles: left, -1 if nobody counts them."""

    figure: str
    wounds: int
    tired: int
    spent: int
    missiles: int
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class ConditionAgreed:
    """posture: "up", "prone" or "stunned"; nerve: "calm", "panicked", "raging", "unaware" or "asleep"."""

    figure: str
    posture: str
    nerve: str
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class FacingAgreed:
    """facing: degrees, 0 to the east, counter-clockwise."""

    figure: str
    facing: int
    rule: str = AGREED


def _figure_placed(state: State, v: FigurePlaced) -> State:
    place: dict[str, Any] = {"x_mm": v.x_mm, "y_mm": v.y_mm}
    carried = state.figures[v.figure].carries
    state = replace(state, fights=tuple(f for f in state.fights if v.figure not in (f.a, f.b)))
    state = with_figure(state, v.figure, **place, held_by="")
    return with_figure(state, carried, **place) if carried else state


def _sheet_agreed(state: State, v: SheetAgreed) -> State:
    missiles = None if v.missiles < 0 else v.missiles
    return with_figure(state, v.figure, wounds=v.wounds, tired=v.tired, spent=v.spent, missiles=missiles)


def _condition_agreed(state: State, v: ConditionAgreed) -> State:
    figure = state.figures[v.figure]
    changes: dict[str, Any] = {
        "posture": v.posture,
        "panicked": v.nerve == "panicked",
        "raging": v.nerve == "raging",
        "unaware": v.nerve in ("unaware", "asleep"),
        "asleep": v.nerve == "asleep",
        "aims": 0,
    }
    if figure.riding and v.posture != "up":
        changes.update(riding=False, horse=figure.place)
    state = with_figure(state, v.figure, **changes)
    return replace(state, fights=tuple(f for f in state.fights if not _of_calm_friends(state, f.a, f.b)))


def _of_calm_friends(state: State, a: str, b: str) -> bool:
    one, other = state.figures[a], state.figures[b]
    return friends(state, one.side, other.side) and not one.raging and not other.raging


def _facing_agreed(state: State, v: FacingAgreed) -> State:
    return with_figure(state, v.figure, facing=v.facing)


def _figure_revived(state: State, v: FigureRevived) -> State:
    figure = state.figures[v.figure]
    wounds = min(figure.wounds, figure.person.strength - 1)
    calm: dict[str, Any] = {"posture": "up", "riding": False, "held_by": "", "done": True}
    return with_figure(state, v.figure, where="table", x_mm=v.x_mm, y_mm=v.y_mm, wounds=wounds, **calm)


AGREED_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    FigurePlaced: _figure_placed,
    SheetAgreed: _sheet_agreed,
    ConditionAgreed: _condition_agreed,
    FacingAgreed: _facing_agreed,
    FigureRevived: _figure_revived,
}
