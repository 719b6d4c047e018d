"""Whose figures a camera sees, who may move now, and how far (DA-2)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.at_table import Sighted
from companion.games.contract import Command
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.game import GAME
from companion.games.free_table import FreeAtTable
from companion.table.state import Base, Figure, Place, Spread
from tests.companion.games.dark_age_skirmish.scene import begin, do, figure, position, seen

TABLE = GAME.at_table
SCENE = {"svein": (40, 30), "ulf": (20, 20), "rider": (60, 20), "osric": (80, 50)}


def test_it_is_sighted() -> None:
    assert isinstance(TABLE, Sighted) and isinstance(TABLE, FreeAtTable)


def test_da_2_a_rider_is_the_figure_that_stands_there() -> None:
    state = position(SCENE)
    assert {"rider", "rider-mounted", "svein"} <= set(TABLE.names(state))
    assert set(TABLE.places(state)) == {"svein", "ulf", "rider-mounted", "osric"}
    assert TABLE.owner(state, "rider-mounted") == TABLE.owner(state, "rider") == "ann"
    assert TABLE.owner(state, "nobody") == ""
    on_foot = figure(state, "rider", riding=False)
    assert set(TABLE.places(on_foot)) == {"svein", "ulf", "rider", "osric"}


def test_da_31_a_boat_is_known_and_whether_it_has_been_moved() -> None:
    state = position(SCENE, boats={"swan": "rowing boat"}, wagons={"cart": "south"})
    assert {"swan", "cart"} <= set(TABLE.names(state)) and TABLE.owner(state, "swan") == ""
    assert "swan" not in TABLE.places(state), "not on the table yet"
    boat = replace(state.boats["swan"], where="table", x_mm=500.0, y_mm=300.0)
    state = replace(state, boats={"swan": boat})
    assert TABLE.places(state)["swan"] == (500.0, 300.0) and "swan" not in TABLE.squares(state)
    for x_mm, home in ((501.0, True), (530.0, False)):
        hull = Figure("Swan", "swan", Base("oval", 80.0, 26.0, 4.0), 12.0, Place(x_mm, 300.0, Spread((0.1, 0.0, 0.1))))
        table = replace(seen(state, 1.0), figures=(hull,))
        assert TABLE.home(state, table, "swan") is home
        assert TABLE.astray(state, table) == (), "the camera waits for it, and nobody is told to put it back"


def test_whose_turn_it_is() -> None:
    assert TABLE.in_turn(begin()) == () and TABLE.whose(begin()) == ""
    state = position(SCENE)
    assert set(TABLE.in_turn(state)) == {"svein", "ulf", "rider-mounted"} and TABLE.whose(state) == "the North"
    acting = position(SCENE, "svein")
    assert TABLE.in_turn(acting) == ("svein",) and TABLE.whose(acting) == "Svein"


def test_how_far_one_may_have_gone() -> None:
    state = position(SCENE, "svein")
    table = seen(state, 1.0)
    assert TABLE.may_stand(state, table, "svein", (560.0, 300.0))
    assert not TABLE.may_stand(state, table, "svein", (580.0, 300.0))
    assert not TABLE.may_stand(state, table, "ulf", (230.0, 200.0)), "not his turn"
    assert TABLE.may_stand(state, table, "ulf", (202.0, 200.0)), "a knock"
    moved = figure(state, "svein", moved="walk")
    assert not TABLE.may_stand(moved, table, "svein", (430.0, 300.0))
    assert TABLE.home(state, table, "svein") and not TABLE.home(state, seen(state, 1.0, {"svein": (44, 30)}), "svein")


def test_by_factions_a_move_that_was_seen_is_one_tap_for_anybody_who_may_be_called() -> None:
    state = position(SCENE)
    table = seen(state, 0.5, {"ulf": (24, 20)})
    offers = {offer.id: offer for offer in GAME.offers(state, table, "ann")}
    (walk,) = offers["walk:ulf"].spotted
    assert walk.sure and "run:ulf" not in offers and "walk:svein" not in offers
    told = do(state, "ann", "walk:ulf", {}, table, **walk.fields)
    assert [type(event) for event in told.events[:2]] == [e.Called, e.FigureMoved]
    assert told.state.acting == "ulf"
    assert GAME.view(state, table, "ann")["astray"] == []
    assert Command("c", "ann", "walk:ulf").subject == "ulf"


def test_who_is_stunned_or_panicked_is_not_moved_by_a_tap() -> None:
    state = figure(position(SCENE), "ulf", panicked=True)
    table = seen(state, 0.5, {"ulf": (24, 20)})
    assert "walk:ulf" not in {offer.id for offer in GAME.offers(state, table, "ann")}
    (one,) = GAME.view(state, table, "ann")["astray"]
    assert one["kind"] == "elsewhere" and one["off_mm"] == 40.0
