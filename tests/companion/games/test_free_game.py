"""What all games on free tables have in common as games: who is refused, who may go on, what everybody may know."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.contract import Command, Refusal
from companion.games.free_game import FreeGame
from companion.games.shelf import GAMES, take
from companion.table.state import TableState

FREE: list[Any] = [game for game in map(take, GAMES) if isinstance(game, FreeGame)]
TABLE = TableState()
each = pytest.mark.parametrize("game", FREE, ids=lambda game: game.name)


def test_there_are_such_games() -> None:
    assert len(FREE) >= 2


@each
@pytest.mark.parametrize(
    ("seat", "offer", "code"),
    [("nobody", "", "seat"), ("", "", "seat"), ("ann", "dance", "unknown"), ("ann", "go-on", "not-now")],
)
def test_who_may_not_and_what_is_not_is_refused(game: Any, seat: str, offer: str, code: str) -> None:
    state = game.begin({})
    first = game.seats(state)[0]
    seat = first if seat == "ann" else seat
    refusal = game.refusal(state, TABLE, Command("c", seat, offer or game.offers(state, TABLE, first)[0].id))
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert refusal.reason
    assert refusal.rule in game.rules


@each
def test_fields_that_the_offer_has_not_are_refused_with_the_offers_rule(game: Any) -> None:
    state = game.begin({})
    seat = game.seats(state)[0]
    offer = game.offers(state, TABLE, seat)[0]
    refusal = game.refusal(state, TABLE, Command("c", seat, offer.id, {"odd": 1}))
    assert (refusal.code, refusal.rule) == ("fields", offer.rule)


@each
def test_every_offer_has_a_rule_that_is_run(game: Any) -> None:
    state = game.begin({})
    assert {offer.kind for seat in game.seats(state) for offer in game.offers(state, TABLE, seat)} <= set(game.plays)
    assert set(game.barred) <= set(game.plays)
    assert set(game.bends) <= set(game.plays)


@each
@pytest.mark.parametrize(("waits", "offered"), [(False, ["go-on"]), (True, [])])
def test_where_nobody_has_anything_to_do_those_who_play_may_go_on(game: Any, waits: bool, offered: list[str]) -> None:
    parts = {"own_offers": lambda self, state, table, seat: (), "is_waiting": lambda self, state, table: waits}
    idle = type("Idle", (type(game),), parts)()
    state = game.begin({})
    assert all([offer.id for offer in idle.offers(state, TABLE, seat)] == offered for seat in game.seats(state))
    assert idle.offers(state, TABLE, "") == ()


@each
def test_all_seats_are_told_who_stands_elsewhere(game: Any) -> None:
    state = game.begin({})
    assert all(game.view(state, TABLE, seat)["astray"] == [] for seat in (*game.seats(state), ""))
