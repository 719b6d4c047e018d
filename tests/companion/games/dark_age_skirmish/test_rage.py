"""Berserkers (DA-28)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.fit import bravery, fatigue_left
from companion.games.dark_age_skirmish.rage import nearest
from companion.games.dark_age_skirmish.state import Fight
from tests.companion.games.dark_age_skirmish.scene import do, figure, kinds, offered, position, seen

SCENE = {"bersi": (40, 30), "osric": (45, 30), "svein": (10, 10)}


@pytest.mark.parametrize(("die", "rages"), [(9, True), (8, False), (0, False)])
def test_da_28_going_in_a_nine_brings_rage_and_he_goes_in_anyway(die: int, rages: bool) -> None:
    state = position(SCENE, "bersi", facing={"osric": 180})
    told = do(state, "ann", "attack:bersi", {"DA-28/rage/bersi": die, "DA-27": 0, "DA-21": 9}, target="osric")
    assert told.only(fe.RageRolled).came is rages
    assert told.all(fe.BraveryRolled) == [] and told.only(fe.Entered).target == "osric"
    assert told.only(fe.PanicRolled).rule == "DA-27", "of a berserker, whether he rages or not"


@pytest.mark.parametrize(("die", "rages"), [(0, True), (1, True), (2, False)])
def test_da_28_by_choice_it_needs_a_nought_or_a_one(die: int, rages: bool) -> None:
    state = position(SCENE, "bersi")
    told = do(state, "ann", "rage:bersi", {"DA-28/rage/bersi": die})
    assert told.only(fe.RageRolled).came is rages
    assert "rage" not in kinds(told.state, "ann"), "once a turn"
    assert "rage" not in kinds(position(SCENE, "svein"), "ann"), "only a berserker"


def test_da_28_by_choice_in_combat_too_and_then_he_must_strike() -> None:
    state = position(SCENE | {"osric": (42, 30)}, "bersi", fights=(("bersi", "osric"),))
    told = do(state, "ann", "rage:bersi", {"DA-28/rage/bersi": 1})
    assert told.only(fe.RageRolled).came
    assert kinds(told.state, "ann") == {"strike", "punch", "kick"}


def test_da_28_he_must_attack_the_nearest_friend_or_enemy() -> None:
    state = figure(position(SCENE | {"ulf": (40, 33)}, "bersi"), "bersi", raging=True)
    assert kinds(state, "ann") == {"attack"}
    assert offered(state, "ann")["attack:bersi"]["target"].values == ("ulf",), "too bad"
    told = do(state, "ann", "attack:bersi", {"DA-27": 0}, target="ulf")
    assert told.only(fe.NearestFound).target == "ulf"
    assert kinds(told.state, "ann") <= {"strike", "punch", "kick"}, "and strike him"


def test_da_28_who_is_nearest_is_said_by_the_table_or_by_the_player_if_that_is_too_close_to_call() -> None:
    state = figure(position(SCENE | {"ulf": (40, 35.2)}, "bersi"), "bersi", raging=True)
    assert nearest(state, seen(state, 0.0), "bersi") == ("osric",)
    assert set(nearest(state, seen(state, 1.0), "bersi")) == {"osric", "ulf"}


def test_da_28_whom_he_does_not_reach_he_rushes_at() -> None:
    state = figure(position({"bersi": (40, 30), "osric": (75, 30), "svein": (5, 5)}, "bersi"), "bersi", raging=True)
    assert kinds(state, "ann") == {"rush"}
    told = do(state, "ann", "rush:bersi", {"DA-21": 9}, to=[555.0, 300.0])
    assert told.only(e.FigureMoved).pace == "sprint"


@pytest.mark.parametrize(("die", "over"), [(0, True), (1, False)])
def test_da_28_after_each_turn_a_nought_ends_it_and_he_is_exhausted(die: int, over: bool) -> None:
    state = position(SCENE | {"osric": (42, 30)}, "bersi", fights=(("bersi", "osric"),))
    state = figure(state, "bersi", raging=True)
    answers = {"DA-12/strike": 9, "DA-28/rage ends": die, "DA-21": 9}
    told = do(state, "ann", "strike:bersi", answers, target="osric", **{"with": "great axe"})
    assert told.only(fe.RageKept).ended is over
    bersi = told.state.figures["bersi"]
    assert bersi.raging is not over
    if over:
        assert (bersi.tired, fatigue_left(bersi)) == (2, 0)


def test_da_28_he_may_never_break_off_and_fights_of_friends_end_with_it() -> None:
    state = position(SCENE | {"ulf": (42, 30), "osric": (70, 50)}, "bersi")
    state = figure(replace(state, fights=(Fight("bersi", "ulf", "", ("bersi", "ulf")),)), "bersi", raging=True)
    assert "disengage" not in kinds(state, "ann")
    answers = {"DA-12/strike": 9, "DA-28/rage ends": 0, "DA-21": 9}
    told = do(state, "ann", "strike:bersi", answers, target="ulf", **{"with": "great axe"})
    assert told.state.fights == ()


@pytest.mark.parametrize(("option", "value"), [("nine", 9), ("eight", 8)])
def test_da_4_a_berserker_s_bravery_is_an_option(option: str, value: int) -> None:
    state = position(SCENE)
    assert bravery(state.figures["bersi"], option) == value
    assert bravery(state.figures["svein"], option) == 7
