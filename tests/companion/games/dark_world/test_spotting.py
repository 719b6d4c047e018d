"""What a camera sees of a game: moves that are offered, moves that cannot be, and what is too close to call."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.contract import Offer, Spotted
from companion.games.dark_world import spotting
from companion.games.dark_world.game import GAME
from companion.games.dark_world.on_table import readable, where_mm
from companion.games.dark_world.printed import BOARD
from companion.games.dark_world.state import State, with_hero
from companion.table.state import Place, TableState
from tests.companion.games.dark_world.laid import SQUARE_MM, figure_on, laid, table_of
from tests.companion.games.dark_world.scene import position

ROOM = {"knight": "4,1", "barbarian": "3,1"}


def at_home(**options: Any) -> State:
    """The Knight's turn, in room 1, its door open."""
    return position({**ROOM}, {"orc-1": "5,1"}, turn="knight", doors=(1,), **options)


def move_of(state: State, table: TableState, seat: str = "ann") -> Offer:
    return next(offer for offer in GAME.offers(state, table, seat) if offer.id == "move")


def test_every_square_that_is_read_is_read_as_itself() -> None:
    state = at_home()
    read = [square for square in BOARD.zone_of if readable(BOARD, square)]
    assert len(read) > 70
    for square in read:
        assert spotting.certain(state, table_of(figure_on("knight", square)), "knight") == square
        assert laid().at(where_mm(laid(), square)) == pytest.approx([int(part) + 0.5 for part in square.split(",")])


def test_where_he_stands_is_nothing_to_offer() -> None:
    table = table_of(figure_on("knight", "4,1"))
    state = at_home()
    assert move_of(state, table).spotted == () and spotting.astray(state, table) == ()


def test_the_move_that_was_seen_is_offered_with_its_squares() -> None:
    state, table = at_home(), table_of(figure_on("knight", "4,0"))
    assert move_of(state, table).spotted == (
        Spotted({"square": "4,0"}, "The Knight was seen on 4,0 (room 1): 1 square", True),
    )
    far = move_of(state, table_of(figure_on("knight", "2,1"))).spotted
    assert [one.words for one in far] == ["The Knight was seen on 2,1 (Castle Entrance): 2 squares"]
    assert spotting.astray(state, table) == ()


@pytest.mark.parametrize(
    ("square", "rule", "words"),
    [
        ("5,1", "DW-12", "A Hero may not pass a Monster, nor step onto its square."),
        ("3,1", "DW-12", "Two Heroes may not stop on one square."),
        ("7,1", "DW-10", "there is no open way to 7,1."),
        ("0,0", "DW-28", "Stepping onto the Teleport has a price of its own"),
    ],
)
def test_a_move_that_cannot_be_is_named_with_its_rule_and_the_way_back(square: str, rule: str, words: str) -> None:
    state, table = at_home(), table_of(figure_on("knight", square))
    (found,) = spotting.astray(state, table)
    assert (found.kind, found.piece, found.square, found.back, found.rule) == ("move", "knight", square, "4,1", rule)
    assert words in found.words and "back to 4,1 (room 1)" in found.words
    assert move_of(state, table).spotted == ()


def test_past_a_closed_door_he_opens_it_first() -> None:
    state = position({"knight": "2,1"}, turn="knight")
    (found,) = spotting.astray(state, table_of(figure_on("knight", "3,1")))
    assert found.rule == "DW-11"


def test_dw_23_who_fell_in_his_own_turn_goes_nowhere() -> None:
    state = with_hero(position({"knight": "2,2"}, turn="knight"), "knight", hits=0)
    (found,) = spotting.astray(state, table_of(figure_on("knight", "1,2")))
    assert found.rule == "DW-23" and "back to 2,2" in found.words


@pytest.mark.parametrize(
    ("off", "sigma_mm", "sure"),
    [((0.0, 0.0), 0.5, True), ((0.0, SQUARE_MM / 2 - 3.0), 0.5, True), ((0.0, SQUARE_MM / 2 - 3.0), 2.0, False)],
)
def test_near_an_edge_it_is_too_close_to_call(off: tuple[float, float], sigma_mm: float, sure: bool) -> None:
    state = position({"knight": "4,2"}, turn="knight", doors=(1,))
    table = table_of(figure_on("knight", "4,1", off, sigma_mm=sigma_mm))
    spotted = move_of(state, table).spotted
    assert [one.sure for one in spotted] == [True] if sure else [False, False]
    kinds = [one.kind for one in spotting.astray(state, table)]
    assert kinds == ([] if sure else ["close"])
    if not sure:
        assert [one.fields["square"] for one in spotted] == ["4,1", "4,0"]
        assert "too close to call" in spotting.astray(state, table)[0].words


def test_near_the_edge_of_his_own_square_nobody_asks() -> None:
    state = at_home()
    table = table_of(figure_on("knight", "4,0", (0.0, -SQUARE_MM / 2 + 1.0), sigma_mm=1.0))
    assert move_of(state, table).spotted == () and spotting.astray(state, table) == ()


def test_a_heros_figure_that_moves_out_of_its_turn_is_told() -> None:
    state, table = at_home(), table_of(figure_on("barbarian", "3,0"))
    (found,) = spotting.astray(state, table)
    assert (found.kind, found.square, found.back, found.rule) == ("elsewhere", "3,0", "3,1", "")
    assert move_of(state, table).spotted == ()


def test_after_an_undo_his_place_is_no_move() -> None:
    state, table = at_home(), table_of(figure_on("knight", "4,0"), put_back=("knight",))
    assert move_of(state, table).spotted == ()
    (found,) = spotting.astray(state, table)
    assert (found.kind, found.back) == ("undone", "4,1")


@pytest.mark.parametrize(
    "table",
    [
        TableState(figures=(figure_on("knight", "4,0"),)),
        table_of(),
        table_of(figure_on("orc-1", "4,0")),
        table_of(figure_on("knight", "4,0", (900.0, 0.0))),
        table_of(figure_on("knight", "4,0", others=(Place(0.0, 0.0, figure_on("a", "4,0").place.spread),))),
    ],
)
def test_without_a_board_a_figure_or_a_place_nothing_is_said(table: TableState) -> None:
    state = at_home()
    assert move_of(state, table).spotted == () and spotting.astray(state, table) == ()


def test_all_seats_are_told_the_same_and_in_plain_values() -> None:
    state, table = at_home(), table_of(figure_on("barbarian", "3,0"))
    seen = [GAME.view(state, table, seat)["astray"] for seat in ("", "ann", "bob", "cora")]
    assert seen[0] == seen[1] == seen[2] == seen[3] and seen[0][0]["piece"] == "barbarian"


def test_a_spotted_move_is_accepted_as_the_offer_it_is() -> None:
    state, table = at_home(), table_of(figure_on("knight", "4,0"))
    offer = move_of(state, table)
    assert offer.fields["square"].complaint(offer.spotted[0].fields["square"]) is None


@pytest.mark.parametrize(
    ("piece", "square", "may"),
    [
        ("knight", "4,1", True),
        ("knight", "4,0", True),
        ("knight", "7,1", False),
        ("barbarian", "3,1", True),
        ("barbarian", "4,0", False),
        ("orc-1", "4,0", True),
    ],
)
def test_whom_the_rules_let_stand_where(piece: str, square: str, may: bool) -> None:
    state, at = at_home(), where_mm(laid(), square)
    assert spotting.may_stand(state, table_of(), piece, at) == may
    assert spotting.may_stand(state, TableState(), piece, at), "without a board anything may be"
    assert spotting.may_stand(state, table_of(put_back=(piece,)), piece, at)
    assert spotting.may_stand(position(korak=True), table_of(), piece, at), "out of the Heroes' turns too"
