"""Who may shoot at whom (FL-24, FL-30, FL-45)."""

from __future__ import annotations

import pytest

from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.orders import clump
from tests.companion.games.flintloque.scene import OPEN, box, do, figure, offered, position, seen, with_terrain

SCENE = {"noaks": (30, 30), "oswold": (40, 30), "soutie": (30, 53), "sweepe": (60, 80)}
FIRE = {"noaks": "fire", "soutie": "fire"}
CONTACT = {"noaks": (30, 30), "purvis": (50, 30), "soutie": (30, 32), "sweepe": (60, 60)}


def targets(state: object, seat: str, name: str) -> set[str]:
    fields = offered(state, seat).get(f"fire:{seat}", {})  # type: ignore[arg-type]
    return set(fields[name].values) - {"hold fire"} if name in fields else set()


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"declared": "walk-fire", "moved": "walk"}, True),
        ({"declared": "run", "moved": "run"}, False),
        ({"declared": "hold"}, False),
        ({"loaded": ()}, False),
        ({"carries": "dead-dwarf"}, False),
        ({"limit": "D"}, False),
        ({"victim": "noaks"}, False),
        ({"frozen": 2}, False),
    ],
)
def test_fl_30_who_may_fire(changes: dict[str, object], may: bool) -> None:
    state = figure(position(SCENE, "fire", declared=FIRE), "soutie", **changes)
    assert bool(targets(state, "elves", "soutie")) is may


def test_fl_30_one_shot_a_turn() -> None:
    state = figure(position(SCENE, "fire", declared=FIRE), "soutie", fired=("musket",), loaded=())
    assert targets(state, "elves", "soutie") == set()


def test_fl_30_engaged_one_does_not_fire_but_the_charged_may_at_the_charger() -> None:
    state = position(CONTACT, "fire", fights=(("noaks", "soutie", 1),), declared={"soutie": "fire"})
    assert targets(state, "elves", "soutie") == set()
    fresh = figure(position(CONTACT, "fire", fights=(("noaks", "soutie", 0),)), "noaks", victim="soutie")
    assert targets(fresh, "elves", "soutie") == {"noaks"}
    assert targets(fresh, "orcs", "noaks") == set(), "the charger may not"
    for changes in ({"fired": ("musket",)}, {"ran": 2}, {"loaded": ()}):
        assert targets(figure(fresh, "soutie", **changes), "elves", "soutie") == set()


def test_fl_30_the_shot_at_the_charger_is_at_point_blank() -> None:
    state = figure(position(CONTACT, "fire", fights=(("noaks", "soutie", 0),)), "noaks", victim="soutie")
    told = do(state, "elves", "fire:elves", {"FL-25/to hit": [80]}, soutie="noaks")
    shot = told.only(fe.ShotFired)
    assert (shot.band, shot.chance, shot.hit) == ("0-5", 80, True)
    assert not any(key.startswith(("FL-25/distance", "FL-25/sight")) for key in told.asked)


def test_fl_27_a_charger_in_a_wood_has_its_cover_at_point_blank_too() -> None:
    state = figure(position(CONTACT, "fire", fights=(("noaks", "soutie", 0),)), "noaks", victim="soutie")
    x, y = CONTACT["noaks"]
    wood = with_terrain(box("wood", "trees", (x - 0.8, y - 0.8), (x + 0.8, y + 0.8)))
    told = do(state, "elves", "fire:elves", {"FL-25/to hit": [100]}, wood, soutie="noaks")
    shot = told.only(fe.ShotFired)
    assert told.only(fe.SightJudged).agreed == "light woods"
    assert (shot.band, shot.shift, shot.column) == ("0-5", 1 - 2, "5-10")


def test_fl_30_not_at_a_charger_while_fighting_another_or_with_a_comrade_in_the_fight() -> None:
    scene = {**CONTACT, "hassle": (30, 34.5)}
    old = position(scene, "fire", fights=(("hassle", "soutie", 1), ("noaks", "soutie", 0)))
    assert targets(figure(old, "noaks", victim="soutie"), "elves", "soutie") == set()
    both = figure(figure(old, "noaks", victim="soutie"), "hassle", victim="soutie")
    assert targets(both, "elves", "soutie") == {"noaks", "hassle"}
    helped = position(scene | {"sweepe": (28, 30)}, "fire", fights=(("noaks", "soutie", 0), ("sweepe", "noaks", 0)))
    assert targets(figure(helped, "noaks", victim="soutie"), "elves", "soutie") == set()


def test_fl_30_not_into_a_friend_s_fight_but_into_strangers() -> None:
    state = position(CONTACT, "fire", fights=(("noaks", "soutie", 1),), declared={"sweepe": "fire", "purvis": "fire"})
    assert targets(state, "elves", "sweepe") == {"purvis"}
    assert targets(state, "orcs", "purvis") == {"sweepe"}
    with_ogre = position(
        {**CONTACT, "hassle": (30, 70)}, "fire", fights=(("noaks", "hassle", 1),), declared={"sweepe": "fire"}
    )
    assert "noaks" in targets(with_ogre, "elves", "sweepe")


def test_fl_30_a_friend_anywhere_in_the_clump_counts() -> None:
    scene = {"noaks": (30, 30), "soutie": (30, 32), "hassle": (30, 27.4), "sweepe": (60, 60)}
    fights = (("noaks", "soutie", 1), ("noaks", "hassle", 1))
    state = position(scene, "fire", fights=fights, declared={"sweepe": "fire"})
    assert clump(state, "hassle") == {"noaks", "soutie", "hassle"}
    assert targets(state, "elves", "sweepe") == set()


def test_fl_24_who_carries_does_not_fire_and_fl_45_the_orcs_spare_oswold_s_bearer() -> None:
    state = position(SCENE, "fire", declared={**FIRE, "sweepe": "fire"}, scenario="two")
    state = figure(figure(state, "soutie", carries="oswold"), "oswold", where="held", x_mm=300.0, y_mm=530.0)
    assert "soutie" not in targets(state, "orcs", "noaks")
    assert targets(state, "elves", "soutie") == set()


def test_fl_30_out_of_range_by_more_than_the_camera_s_doubt_is_not_offered() -> None:
    state = position({"noaks": (10, 10), "soutie": (62.1, 10)}, "fire", declared={"soutie": "fire"})
    assert targets(state, "elves", "soutie") == set()
    doubtful = seen(state, 1.0)
    assert set(offered(state, "elves", doubtful)["fire:elves"]["soutie"].values) == {"hold fire", "noaks"}
    assert OPEN.figures == ()
