"""Boats, animals and wagons come to the table: where, by whom, and what the table may agree otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.contract import HOST, Command, Refusal, corrected
from companion.games.dark_age_skirmish import placing
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.placing import drawn, notes
from companion.games.dark_age_skirmish.state import State
from companion.table.state import Base, Figure, Place, Spread, TableState
from tests.companion.games.dark_age_skirmish.scene import DRAWN, begin, do, kinds, offered, refusal

ALL: dict[str, Any] = {
    "boats": {"swan": {"kind": "longship", "crew": ["svein", "ulf"]}},
    "animals": {"sow": "pig"},
    "wagons": {"cart": "south"},
}


def test_each_is_put_where_it_belongs() -> None:
    state = begin(ground="ford", **ALL)
    mine, other = offered(state, "ann", DRAWN), offered(state, "bob", DRAWN)
    assert {"place-thing:swan", "place-thing:sow"} <= set(mine) and "place-thing:cart" in other
    assert "place-thing:cart" not in mine and "deploy:svein" not in mine, "svein comes with his boat"
    water, dry = mine["place-thing:swan"]["at"], mine["place-thing:sow"]["at"]
    assert water.complaint((200, 300)) is None and water.complaint((450, 300)) is not None
    assert dry.complaint((450, 300)) is None and dry.complaint((200, 300)) is not None
    placed = do(state, "ann", "place-thing:swan", table=DRAWN, at=[200, 300], to="west").state
    assert placed.boats["swan"].people == ("svein", "ulf")
    assert {placed.figures[name].where for name in ("svein", "ulf")} == {"table"}
    assert refusal(state, "bob", "place-thing:swan", DRAWN, at=[200, 300], to="west").code == "not-now"


def test_a_boat_without_water_is_waited_for_by_nobody() -> None:
    state = begin(ground="farm", **ALL)
    assert "swan" not in placing.missing(state, DRAWN) and "sow" in placing.missing(state, DRAWN)
    assert "deploy:svein" in offered(state, "ann", DRAWN), "its crew goes on foot"


def test_the_game_waits_for_what_has_room() -> None:
    state = begin(ground="ford", **ALL)
    stands = replace(state, figures={n: replace(f, where="left") for n, f in state.figures.items()})
    assert "place-thing" in kinds(stands, "ann", DRAWN)


def test_a_camera_sees_where_it_is() -> None:
    spot = Place(450.0, 300.0, Spread((1.0, 0.0, 1.0)))
    table = TableState(1, (Figure("sow", "sow", Base("disc", 20, 20, 3), 20, spot),), ())
    state = begin(ground="ford", **ALL)
    offer = next(o for o in GAME.offers(state, table, "ann") if o.id == "place-thing:sow")
    assert [one.fields["at"] for one in offer.spotted] == [[450.0, 300.0]]
    cart = next(o for o in GAME.offers(state, table, "bob") if o.id == "place-thing:cart")
    assert cart.spotted == ()


def all_placed() -> State:
    state = begin(ground="ford", **ALL)
    state = do(state, "ann", "place-thing:swan", table=DRAWN, at=[200, 300], to="east").state
    state = do(state, "ann", "place-thing:sow", table=DRAWN, at=[450, 300]).state
    return do(state, "bob", "place-thing:cart", table=DRAWN, at=[450, 200], to="north").state


def test_the_map_and_the_view_have_them() -> None:
    state = all_placed()
    assert [piece["name"] for piece in drawn(state)] == ["Swan", "Sow", "Cart"]
    assert {one["name"]: one["notes"] for one in notes(state)}["swan"] == [
        "longship",
        "sail down",
        "2 aboard of 18",
        "0 rowing",
    ]
    view = GAME.view(state, DRAWN, "")
    assert {"Swan", "Sow", "Cart"} <= {piece["name"] for piece in view["terrain"]}
    assert view["wind"] == {"strength": "none", "to_deg": 0}
    svein = next(one for one in view["figures"] if one["name"] == "svein")
    assert svein["notes"][-1] == "aboard Swan"


def agree(state: State, offer_id: str, **fields: Any) -> State:
    events = corrected(GAME, state, DRAWN, Command("c", HOST, offer_id, fields))
    assert not isinstance(events, Refusal), events
    for event in events:
        state = GAME.evolve(state, event)
    return state


def test_the_table_may_agree_otherwise() -> None:
    state = replace(all_placed(), phase="turn", turn=1)
    ids = {offer.id for offer in GAME.corrections(state, DRAWN)}
    assert {"move-thing:sow", "move-thing:cart", "set-team:cart", "set-wind"} <= ids
    assert "move-thing:swan" not in ids, "whoever is aboard moves it"
    assert agree(state, "move-thing:sow", at=[500, 100]).animals["sow"].x_mm == 500.0
    assert agree(state, "set-team:cart", team="overturned").wagons["cart"].overturned
    assert agree(state, "set-wind", strength="light", to="north").wind.strength == "light"
