"""Positions of Flintloque, and rules run on them with answers by key, or by its beginning. Places in cm."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.flintloque.board import told_figure
from companion.games.flintloque.game import GAME
from companion.games.flintloque.state import Fight, State, gap_mm, playing_sides, with_figure
from companion.games.questions import Choose, Measure, Place, Question, Roll
from companion.table.state import Spread, TableState, TerrainPiece
from tests.companion.games.free_scene import OPEN, Scene, Told, box, with_terrain

__all__ = [
    "DRAWN",
    "OPEN",
    "Told",
    "attempt",
    "box",
    "do",
    "figure",
    "may_stand",
    "offered",
    "part",
    "position",
    "refusal",
    "seen",
    "with_terrain",
]

DRAWN = TableState()
"""No table: our own drawing of the scenario."""


def position(
    figures: Mapping[str, tuple[float, float]],
    phase: str = "move",
    *,
    fights: tuple[tuple[str, str, int], ...] = (),
    order: tuple[str, ...] = (),
    declared: Mapping[str, str] | None = None,
    **options: Any,
) -> State:
    """Turn 2, with these figures on the table and nobody else. fights: with the rounds fought."""
    state = GAME.begin(options)
    for name, (x, y) in figures.items():
        place = {"x_mm": 10.0 * x, "y_mm": 10.0 * y, "was": (10.0 * x, 10.0 * y)}
        state = with_figure(state, name, where="table", declared=(declared or {}).get(name, ""), **place)
    sides = order or playing_sides(state)
    return replace(
        state,
        phase=phase,
        turn=2,
        order=sides,
        slots=sides,
        totals={side: 9 - n for n, side in enumerate(sides)},
        fights=tuple(Fight(*fight) for fight in fights),
    )


def figure(state: State, name: str, **changes: Any) -> State:
    """A figure changed."""
    return with_figure(state, name, **changes)


def seen(state: State, sigma_mm: float, terrain: tuple[TerrainPiece, ...] = OPEN.terrain) -> TableState:
    """A table whose camera sees all figures where they were told to stand."""
    spread = Spread((sigma_mm**2, 0.0, sigma_mm**2))
    figures = tuple(told_figure(f.name, f.race, f.x_mm, f.y_mm, spread) for f in state.figures.values() if f.on_table)
    return TableState(1, figures, terrain)


def usual(question: Question, state: State) -> Any:
    """Defaults, dice of 5 and of 100, exact distances, and A in every unknown cell."""
    match question:
        case Choose(default=default):
            return default
        case Roll(alphabet=alphabet):
            return [5 if len(alphabet) == 10 else 100]
        case Measure(a=a, b=b):
            return [max(0.0, gap_mm(state, a, b)), 0.0] if b in state.figures else [0.0, 0.0]
        case Place(region=region):
            return region.sample(random.Random(1))
        case _:
            return "A"


SCENE = Scene(GAME, usual)
do, refusal, attempt, part = SCENE.do, SCENE.refusal, SCENE.attempt, SCENE.part


def offered(state: State, seat: str, table: TableState = OPEN) -> dict[str, Any]:
    """Offer id -> fields, but for going on where nobody has anything to do."""
    return {offer.id: offer.fields for offer in GAME.offers(state, table, seat) if offer.id != "go-on"}


def may_stand(state: State, seat: str, name: str, x: float, y: float, table: TableState = OPEN) -> bool:
    """Whether a move to this place in cm is offered."""
    fields = offered(state, seat, table).get(f"move:{name}")
    return fields is not None and fields["to"].complaint([10 * x, 10 * y]) is None
