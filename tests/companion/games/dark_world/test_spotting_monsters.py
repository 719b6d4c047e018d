"""Korak's Monsters under a camera: moves that are offered where the reading is certain, and what cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Spotted
from companion.games.dark_world.game import GAME
from companion.games.dark_world.state import State
from companion.table.state import Figure, TableState
from tests.companion.games.dark_world.laid import SQUARE_MM, figure_on, table_of
from tests.companion.games.dark_world.scene import monster, position

TO_MOVE = {"orc-1": "5,1", "orc-2": "4,1"}


def koraks_turn(actions: int = 3) -> State:
    return position({"knight": "3,1"}, TO_MOVE, korak=True, doors=(1,), actions=actions)


def spotted(state: State, *figures: Figure, seat: str = "cora") -> dict[str, tuple[Spotted, ...]]:
    offers = GAME.offers(state, table_of(*figures), seat)
    return {offer.id: offer.spotted for offer in offers if offer.spotted}


def test_the_move_that_was_seen_is_offered_to_korak() -> None:
    state = koraks_turn()
    assert spotted(state, figure_on("orc-1", "5,0")) == {
        "monster-move:orc-1": (Spotted({"square": "5,0"}, "Orc 1 was seen on 5,0 (room 1): 1 square", True),)
    }
    assert spotted(state, figure_on("orc-1", "5,0"), seat="ann") == {}


@pytest.mark.parametrize(
    "figure",
    [
        figure_on("orc-1", "5,1"),
        figure_on("orc-1", "5,0", (0.0, 3.0 - SQUARE_MM / 2), sigma_mm=2.0),
        figure_on("orc-1", "5,0", others=(figure_on("x", "5,2").place,)),
        figure_on("ogre-1", "5,0"),
        figure_on(None, "5,0", ring="red"),
    ],
    ids=["at home", "too close to call", "may be two", "in store", "no name"],
)
def test_what_is_not_certain_is_not_offered(figure: Figure) -> None:
    assert spotted(koraks_turn(), figure) == {}


def test_only_in_his_turn_and_with_actions_left() -> None:
    assert spotted(koraks_turn(actions=0), figure_on("orc-1", "5,0")) == {}
    heroes = position({"knight": "3,1"}, TO_MOVE, turn="knight", doors=(1,))
    assert spotted(heroes, figure_on("orc-1", "5,0"), seat="ann") == {}
    assert GAME.at_table.astray(heroes, table_of(figure_on("orc-1", "5,0"))) == ()


@pytest.mark.parametrize(("square", "rule"), [("2,1", "DW-26"), ("3,1", "DW-12"), ("5,6", "DW-24")])
def test_a_move_that_cannot_be_is_named_with_its_rule_and_the_way_back(square: str, rule: str) -> None:
    (found,) = GAME.at_table.astray(koraks_turn(), table_of(figure_on("orc-1", square)))
    assert (found.piece, found.kind, found.square, found.back, found.rule) == ("orc-1", "move", square, "5,1", rule)
    assert "back to 5,1 (room 1) with it" in found.words
    assert spotted(koraks_turn(), figure_on("orc-1", square)) == {}


def test_each_monster_has_its_square_to_itself() -> None:
    state = koraks_turn()
    assert GAME.at_table.by_place(state) == TO_MOVE
    assert GAME.at_table.by_place(monster(state, "orc-2", where="slain", square=None)) == {"orc-1": "5,1"}
    square_of = GAME.at_table.square_of
    assert square_of(state, table_of(), figure_on(None, "5,1")) == "5,1"
    assert square_of(state, TableState(), figure_on(None, "5,1")) is None
    assert square_of(state, table_of(), replace(figure_on(None, "5,1"), doubt="two of them")) is None
