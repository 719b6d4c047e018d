"""What a camera sees: moves with one tap, attacks, set-up, and figures that are astray."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Spotted
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.state import State
from companion.table.state import TableState
from tests.companion.games.dark_age_skirmish.scene import begin, box, do, figure, position, seen

SCENE = {"svein": (40, 30), "osric": (60, 30), "ulf": (20, 20)}


def spotted(state: State, table: TableState, offer_id: str) -> tuple[Spotted, ...]:
    return next((o.spotted for o in GAME.offers(state, table, "ann") if o.id == offer_id), ())


def test_a_figure_seen_elsewhere_is_its_move_at_the_slowest_pace() -> None:
    state = position(SCENE, "svein")
    table = seen(state, 0.5, {"svein": (44, 30)})
    (walk,) = spotted(state, table, "walk:svein")
    assert walk.sure and walk.fields == {"to": [440.0, 300.0]}
    assert "4.0 cm; a walk goes 6.0 cm" in walk.words
    assert spotted(state, table, "run:svein") == ()
    (run,) = spotted(state, seen(state, 0.5, {"svein": (50, 30)}), "run:svein")
    assert run.sure


def test_a_knock_is_no_move_and_a_hair_too_far_is_not_sure() -> None:
    state = position(SCENE, "svein")
    assert spotted(state, seen(state, 0.5, {"svein": (40.3, 30)}), "walk:svein") == ()
    table = seen(state, 1.0, {"svein": (46.1, 30)})
    (walk,), (run,) = spotted(state, table, "walk:svein"), spotted(state, table, "run:svein")
    assert not walk.sure and not run.sure, "the player says which it was"


def test_a_move_as_far_as_it_may_be_is_offered_though_the_area_is_drawn_smaller() -> None:
    state = position(SCENE, "svein")
    table = seen(state, 0.1, {"svein": (55.97, 30)})
    (sprint,) = spotted(state, table, "sprint:svein")
    assert "too far" not in sprint.words
    told = do(state, "ann", "sprint:svein", {}, table, to=[559.7, 300.0])
    assert told.state.figures["svein"].place == (559.7, 300.0)


def test_beside_an_enemy_it_is_an_attack_perhaps() -> None:
    state = position(SCENE | {"osric": (47, 30)}, "svein")
    (attack,) = spotted(state, seen(state, 0.5, {"svein": (44.9, 30)}), "attack:svein")
    assert not attack.sure and attack.fields == {"target": "osric"}
    assert "Svein was seen beside Osric" in attack.words


def test_who_attacks_stands_where_the_camera_sees_it_touch() -> None:
    state = position(SCENE | {"osric": (47, 30)}, "svein", facing={"osric": 180})
    told = do(state, "ann", "attack:svein", {"DA-21": 9}, seen(state, 0.5, {"svein": (47, 28)}), target="osric")
    svein = told.state.figures["svein"]
    assert svein.place == pytest.approx((470, 280), abs=0.5) and svein.facing == 90
    unseen = do(state, "ann", "attack:svein", {"DA-21": 9}, target="osric").state.figures["svein"]
    assert unseen.place == pytest.approx((444, 300), abs=0.5), "apart, for the weapons are not of one length"


def test_a_figure_in_its_band_s_area_is_its_set_up() -> None:
    state = begin()
    placed = figure(state, "svein", where="table", x_mm=400.0, y_mm=50.0)
    (found,) = spotted(state, seen(placed, 0.5), "deploy:svein")
    assert found.fields == {"at": [400.0, 50.0]}
    assert spotted(state, seen(figure(placed, "svein", y_mm=300.0), 0.5), "deploy:svein") == ()


@pytest.mark.parametrize(
    ("moved", "kind", "words"),
    [
        ({"svein": (58, 40)}, "move", "a sprint goes 16.0 cm"),
        ({"ulf": (24, 20)}, "elsewhere", "Ulf is seen at 24.0, 20.0 cm, but stands at 20.0, 20.0 cm by the game"),
    ],
)
def test_who_cannot_have_gone_there_is_astray_with_the_way_back(
    moved: dict[str, tuple[float, float]], kind: str, words: str
) -> None:
    state = position(SCENE, "svein")
    (one,) = GAME.view(state, seen(state, 0.5, moved), "ann")["astray"]
    assert one["kind"] == kind and words in one["words"]
    assert one["back"] in ("40.0, 30.0 cm", "20.0, 20.0 cm")


def test_a_move_that_may_be_taken_and_a_move_taken_back() -> None:
    state = position(SCENE, "svein")
    assert GAME.view(state, seen(state, 0.5, {"svein": (44, 30)}), "ann")["astray"] == []
    undone = replace(seen(state, 0.5, {"svein": (44, 30)}), put_back=("svein",))
    (one,) = GAME.view(state, undone, "ann")["astray"]
    assert one["kind"] == "undone" and "taken back" in one["words"]


def test_terrain_of_the_table_takes_the_place_of_ours() -> None:
    state = position(SCENE, "svein")
    wall = seen(state, 0.5, terrain=(box("pond", "water", (42, 0), (60, 60)),))
    assert [piece["name"] for piece in GAME.view(state, wall, "ann")["terrain"]] == ["pond"]
