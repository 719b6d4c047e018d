"""Flintloque for a camera: names, turns, places, and what the rules say of two figures that look alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.at_table import Sighted
from companion.games.flintloque import going
from companion.games.flintloque.game import GAME
from companion.games.flintloque.printed import BODY
from companion.table.state import TableState
from tests.companion.games.flintloque.scene import OPEN, position, seen

SCENE = {"noaks": (30, 30), "purvis": (60, 30), "soutie": (30, 60)}
AT = GAME.at_table


def test_it_is_a_game_whose_figures_a_camera_may_see() -> None:
    assert isinstance(AT, Sighted)
    state = GAME.begin({"seats": {"ann": "orcs", "bob": ["elves", "ogre"]}})
    assert set(AT.names(state)) == {*state.figures, BODY}
    assert (AT.owner(state, "noaks"), AT.owner(state, "hassle"), AT.owner(state, BODY)) == ("ann", "bob", "")


def test_the_side_whose_slot_it_is_may_be_moved() -> None:
    state = position(SCENE, declared={"noaks": "walk"})
    assert (set(AT.in_turn(state)), AT.whose(state)) == ({"noaks", "purvis"}, "Orcs")
    other = replace(state, slots=tuple(reversed(state.slots)))
    assert (AT.in_turn(other), AT.whose(other)) == (("soutie",), "Elves")


@pytest.mark.parametrize("phase", ["setup", "declare", "slots", "aimed", "fire"])
def test_out_of_the_movement_phase_nobody_is_watched(phase: str) -> None:
    state = position(SCENE, phase=phase)
    assert (AT.in_turn(state), AT.whose(state)) == ((), "")
    assert AT.may_stand(state, OPEN, "soutie", (800.0, 800.0))


def test_places_are_of_those_on_the_table() -> None:
    state = position(SCENE)
    assert AT.places(state) == {
        "noaks": (300, 300),
        "purvis": (600, 300),
        "soutie": (300, 600),
        BODY: (450, 450),
    }


@pytest.mark.parametrize(
    ("name", "place", "may"),
    [
        ("noaks", (300, 303), True),  # where it was told to stand
        ("noaks", (300, 455), True),  # a walk of 15.5 cm
        ("noaks", (300, 465), True),  # 16.5 cm: the camera may be wrong by that
        ("noaks", (300, 480), False),
        ("purvis", (600, 320), False),  # not ordered to move
        ("soutie", (300, 620), False),  # not its slot
        ("nobody", (0, 0), True),
    ],
)
def test_what_the_rules_say_of_two_readings(name: str, place: tuple[float, float], may: bool) -> None:
    state = position(SCENE, declared={"noaks": "walk"})
    assert AT.may_stand(state, seen(state, 1.0), name, place) is may


def test_what_is_to_be_put_back_may_be_anywhere() -> None:
    state = position(SCENE, declared={"noaks": "walk"})
    assert AT.may_stand(state, TableState(put_back=("soutie",)), "soutie", (800.0, 800.0))


def test_what_is_foreseen_is_what_the_offers_need() -> None:
    state = position(SCENE, declared={"noaks": "walk"})
    assert sum(1 for _ in GAME.foresee(state, OPEN)) == 3 * len(SCENE)
    before = going._move_region.cache_info().misses
    assert GAME.offers(state, OPEN, "orcs")
    assert going._move_region.cache_info().misses == before
