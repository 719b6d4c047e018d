"""Moves read from the table: what is offered with one tap, what is astray, and where to put it back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Offer
from companion.games.flintloque.board import told_figure
from companion.games.flintloque.game import GAME
from companion.games.flintloque.state import State
from companion.table.state import Spread, TableState
from tests.companion.games.flintloque.scene import OPEN, box, do, position, seen

SCENE = {"noaks": (30, 30), "purvis": (60, 30), "soutie": (30, 60)}
SEEN = Spread((1.0, 0.0, 1.0))
WALK = {"noaks": "walk", "soutie": "walk"}


def shifted(state: State, name: str, x: float, y: float, table: TableState | None = None) -> TableState:
    """The table as the camera sees it after a hand has moved one figure, cm."""
    table = table or seen(state, 1.0)
    moved = told_figure(name, state.figures[name].race, 10 * x, 10 * y, SEEN)
    return replace(table, figures=tuple(moved if f.id == name else f for f in table.figures))


def offers(state: State, table: TableState, seat: str = "orcs") -> dict[str, Offer]:
    return {offer.id: offer for offer in GAME.offers(state, table, seat)}


def test_a_figure_that_stands_where_it_should_says_nothing() -> None:
    state = position(SCENE, declared=WALK)
    for table in (seen(state, 1.0), shifted(state, "noaks", 30.3, 30.3)):
        assert offers(state, table)["move:noaks"].spotted == ()
        assert GAME.at_table.astray(state, table) == ()


def test_a_legal_move_is_offered_with_its_length_and_taken_with_one_tap() -> None:
    state = position(SCENE, declared=WALK)
    table = shifted(state, "noaks", 30, 40)
    (spotted,) = offers(state, table)["move:noaks"].spotted
    assert spotted.sure
    assert spotted.fields == {"to": [300.0, 400.0]}
    assert spotted.words == "Noaks: 10.0 cm; a walk goes 16.0 cm here, ± 0.2 cm"
    assert do(state, "orcs", "move:noaks", {}, table, **spotted.fields).state.figures["noaks"].place == (300, 400)
    assert GAME.at_table.astray(state, table) == ()


def test_a_hair_too_far_is_offered_but_not_sure() -> None:
    state = position(SCENE, declared=WALK)
    (spotted,) = offers(state, shifted(state, "noaks", 30, 46.15))["move:noaks"].spotted
    assert not spotted.sure
    assert "0.2 cm too far" in spotted.words or "0.1 cm too far" in spotted.words


def test_a_move_as_far_as_it_may_be_is_offered_though_the_area_is_drawn_smaller() -> None:
    state = position(SCENE, declared=WALK)
    for y in (45.95, 45.99):
        (spotted,) = offers(state, shifted(state, "noaks", 30, y))["move:noaks"].spotted
        assert "too far" not in spotted.words
    table = shifted(state, "noaks", 30, 45.99)
    assert do(state, "orcs", "move:noaks", {}, table, to=[300.0, 459.9]).state.figures["noaks"].place == (300, 459.9)


def test_too_far_says_how_much_and_where_to_put_it_back() -> None:
    state = position(SCENE, declared=WALK)
    table = shifted(state, "noaks", 30, 50, table=seen(state, 1.0, (box("wood", "trees", (20, 42), (40, 80)),)))
    assert offers(state, table)["move:noaks"].spotted == ()
    (found,) = GAME.at_table.astray(state, table)
    assert (found.kind, found.piece, found.back, found.rule) == ("move", "noaks", "30.0, 30.0 cm", "FL-20")
    assert "20.0 cm (8.0 cm through light woods); a walk goes 4.0 cm here, 16.0 cm too far" in found.words


def test_a_figure_of_another_slot_is_astray() -> None:
    state = position(SCENE, declared=WALK)
    (found,) = GAME.at_table.astray(state, shifted(state, "soutie", 30, 50))
    assert (found.kind, found.back) == ("elsewhere", "30.0, 60.0 cm")
    (found,) = GAME.at_table.astray(state, shifted(state, "purvis", 50, 30))
    assert found.kind == "elsewhere", "it was not ordered to move"


def test_a_move_that_was_taken_back_is_to_be_put_back() -> None:
    state = position(SCENE, declared=WALK)
    table = replace(shifted(state, "noaks", 30, 40), put_back=("noaks",))
    assert offers(state, table)["move:noaks"].spotted == ()
    assert [found.kind for found in GAME.at_table.astray(state, table)] == ["undone"]


@pytest.mark.parametrize(("y", "charge", "move"), [(38.0, True, False), (37.8, True, True), (37.0, False, True)])
def test_beside_an_enemy_it_may_be_a_charge(y: float, charge: bool, move: bool) -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 40), "purvis": (60, 30)}, declared=WALK)
    found = offers(state, shifted(state, "noaks", 30, y))
    assert bool(found["charge:noaks"].spotted) is charge
    assert bool(found["move:noaks"].spotted) is move
    for offer in (found["charge:noaks"], found["move:noaks"]):
        assert all(spotted.sure is not (charge and move) for spotted in offer.spotted)
    if charge:
        assert found["charge:noaks"].spotted[0].fields == {"target": "soutie"}


def test_where_a_figure_is_put_before_the_game_is_offered() -> None:
    state = GAME.begin({})
    figures = [told_figure(name, "orc", 400.0, y, SEEN) for name, y in (("noaks", 50.0), ("purvis", 450.0))]
    found = offers(state, TableState(1, tuple(figures)))
    assert found["deploy:noaks"].spotted[0].fields == {"at": [400.0, 50.0]}
    assert found["deploy:purvis"].spotted == (), "not in the Orcs' area"


def test_without_a_camera_nothing_is_spotted() -> None:
    state = position(SCENE, declared=WALK)
    assert all(not offer.spotted for offer in offers(state, OPEN).values())
    assert GAME.view(state, OPEN, "orcs")["astray"] == []


def test_who_has_charged_stands_where_it_is_seen_to_touch() -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 40), "purvis": (60, 30)}, declared=WALK)
    table = shifted(state, "noaks", 31.42, 38.58)
    done = do(state, "orcs", "charge:noaks", {}, table, target="soutie").state.figures["noaks"]
    assert done.place == pytest.approx((314.14, 385.86), abs=0.1), "at 45 degrees, not straight below"
    assert GAME.at_table.astray(do(state, "orcs", "charge:noaks", {}, table, target="soutie").state, table) == ()
    unseen = do(state, "orcs", "charge:noaks", {}, target="soutie").state.figures["noaks"]
    assert unseen.place == (300.0, 380.0)
