"""What a table of Flintloque agreed otherwise: its own events of corrections, and how all fold.

They follow no rule of the book; their rule is `AGREED`. Apart from that they are events like all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.agreed import FigurePlaced, FigureRevived
from companion.games.contract import AGREED
from companion.games.flintloque.printed import BODY, OSWOLD
from companion.games.flintloque.state import State, with_figure


@dataclass(frozen=True, slots=True)
class WoundsAgreed:
    """lost: wounds that it has suffered."""

    figure: str
    lost: int
    rule: str = AGREED


@dataclass(frozen=True, slots=True)
class LoadAgreed:
    """loaded: weapons that are ready to fire."""

    figure: str
    loaded: tuple[str, ...]
    rule: str = AGREED


def _figure_placed(state: State, v: FigurePlaced) -> State:
    place: dict[str, Any] = {"x_mm": v.x_mm, "y_mm": v.y_mm}
    body = state.body
    if v.figure == BODY:
        return state if body is None else replace(state, body=replace(body, **place))
    carried = state.figures[v.figure].carries
    state = replace(state, fights=tuple(f for f in state.fights if v.figure not in (f.a, f.b)))
    state = with_figure(state, v.figure, **place)
    if carried == OSWOLD:
        state = with_figure(state, OSWOLD, **place)
    return replace(state, body=replace(body, **place)) if carried == BODY and body is not None else state


def _wounds_agreed(state: State, v: WoundsAgreed) -> State:
    return with_figure(state, v.figure, lost=v.lost)


def _load_agreed(state: State, v: LoadAgreed) -> State:
    return with_figure(state, v.figure, loaded=v.loaded)


def _figure_revived(state: State, v: FigureRevived) -> State:
    figure = state.figures[v.figure]
    lost = min(figure.lost, figure.wounds - 1)
    place = (v.x_mm, v.y_mm)
    return with_figure(state, v.figure, where="table", lost=lost, x_mm=v.x_mm, y_mm=v.y_mm, was=place, declared="hold")


AGREED_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    FigurePlaced: _figure_placed,
    WoundsAgreed: _wounds_agreed,
    LoadAgreed: _load_agreed,
    FigureRevived: _figure_revived,
}
