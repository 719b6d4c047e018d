"""Positions of Dark Age Skirmish, and rules run on them with answers by key, or by its beginning. Places in cm."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.dark_age_skirmish.board import told_figure
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.state import Fight, State, gap_mm, with_figure
from companion.games.questions import Choose, Measure, Place, Question, Roll
from companion.table.state import Spread, TableState, TerrainPiece
from tests.companion.games.free_scene import OPEN, Scene, Told, box, with_terrain

__all__ = [
    "DRAWN",
    "OPEN",
    "Told",
    "attempt",
    "begin",
    "box",
    "do",
    "figure",
    "kinds",
    "may_stand",
    "offered",
    "part",
    "position",
    "refusal",
    "seen",
    "with_terrain",
]

DRAWN = TableState()
"""No table: our own drawing of the ground."""

PEOPLE: tuple[dict[str, Any], ...] = (
    {"name": "svein", "type": "warrior", "arms": ["sword"], "shield": "large", "armour": "padded"},
    {"name": "ulf", "type": "warrior", "arms": ["axe"], "shield": "small"},
    {"name": "bersi", "type": "berserker", "arms": ["great axe"]},
    {"name": "rider", "type": "hero", "arms": ["sword"], "twin": "rider-mounted", "mounted": True},
    {"name": "gudrun", "type": "non-combatant"},
)
OTHERS: tuple[dict[str, Any], ...] = (
    {"name": "osric", "type": "warrior", "arms": ["bow", "knife"], "missiles": 12},
    {"name": "godwin", "type": "warrior", "arms": ["spear", "sword"]},
    {"name": "tofi", "type": "peasant", "arms": ["rocks", "improvised"]},
    {"name": "alric", "type": "peasant", "arms": ["crossbow"], "missiles": 5},
    {"name": "edith", "type": "non-combatant"},
)


def begin(**options: Any) -> State:
    """Two bands with everything in them, ann's and bob's, and our values for what is not printed."""
    bands = {"north": {"title": "North", "people": list(PEOPLE)}, "south": {"title": "South", "people": list(OTHERS)}}
    chosen: dict[str, Any] = {"turns": "factions", "first": "seated", "lengths": "house", "rocks": "house", **options}
    return GAME.begin({"seats": {"ann": "north", "bob": "south"}, "bands": bands, **chosen})


def position(
    figures: Mapping[str, tuple[float, float]],
    acting: str = "",
    *,
    fights: tuple[tuple[str, str], ...] = (),
    facing: Mapping[str, int] | None = None,
    **options: Any,
) -> State:
    """Turn 2, with these figures on the table and nobody else; they look east. acting: whose turn it is."""
    state = begin(**options)
    for name, figure in state.figures.items():
        if name in figures:
            x, y = figures[name]
            place = {"x_mm": 10.0 * x, "y_mm": 10.0 * y, "facing": (facing or {}).get(name, 0)}
            state = with_figure(state, name, where="table", **place)
        else:
            state = with_figure(state, name, where="left", riding=False)
        assert figure.name == name
    return replace(
        state,
        phase="turn",
        turn=2,
        order=("north", "south"),
        side=state.figures[acting].side if acting else "north",
        acting=acting,
        pack=tuple(name for name in figures if name != acting),
        fights=tuple(Fight(a, b, "", (a, b)) for a, b in fights),
    )


def figure(state: State, name: str, **changes: Any) -> State:
    """A figure changed."""
    return with_figure(state, name, **changes)


def seen(
    state: State,
    sigma_mm: float,
    moved: Mapping[str, tuple[float, float]] | None = None,
    terrain: tuple[TerrainPiece, ...] = OPEN.terrain,
    headings: Mapping[str, float] | None = None,
) -> TableState:
    """A table whose camera sees all figures where they were told to stand, but for those that were moved, in cm."""
    spread = Spread((sigma_mm**2, 0.0, sigma_mm**2))
    figures = []
    for one in state.figures.values():
        if one.on_table:
            told = told_figure(one, spread)
            if moved and one.name in moved:
                x, y = moved[one.name]
                told = replace(told, place=replace(told.place, x_mm=10.0 * x, y_mm=10.0 * y))
            if headings and one.name in headings:
                told = replace(told, heading_rad=headings[one.name])
            figures.append(told)
    return TableState(1, tuple(figures), terrain)


def usual(question: Question, state: State) -> Any:
    """Defaults, dice of 3, the first card, exact distances, and 5 in every unknown cell."""
    match question:
        case Choose(default=default):
            return default
        case Roll(alphabet=alphabet):
            return [3 if 3 in alphabet else alphabet[0]]
        case Measure(a=a, b=b):
            names = {figure.token: figure.name for figure in state.figures.values()}
            return [max(0.0, gap_mm(state, names[a], names[b])), 0.0]
        case Place(region=region):
            return region.sample(random.Random(1))
        case _:
            return 5


SCENE = Scene(GAME, usual)
do, refusal, attempt, part = SCENE.do, SCENE.refusal, SCENE.attempt, SCENE.part


def offered(state: State, seat: str, table: TableState = OPEN) -> dict[str, Any]:
    """Offer id -> fields, but for going on where nobody has anything to do, and for giving up."""
    found = GAME.offers(state, table, seat)
    return {offer.id: offer.fields for offer in found if offer.kind not in ("go-on", "concede")}


def kinds(state: State, seat: str, table: TableState = OPEN) -> set[str]:
    """Kinds of what is offered."""
    return {offer_id.partition(":")[0] for offer_id in offered(state, seat, table)}


def may_stand(state: State, seat: str, offer_id: str, x: float, y: float, table: TableState = OPEN) -> bool:
    """Whether a move to this place in cm is offered."""
    fields = offered(state, seat, table).get(offer_id)
    return fields is not None and next(iter(fields.values())).complaint([10 * x, 10 * y]) is None
