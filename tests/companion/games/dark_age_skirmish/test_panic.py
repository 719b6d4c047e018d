"""Panic: who rolls, where they run, how they recover (DA-26)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.harm import die_of
from companion.games.dark_age_skirmish.panic import calms, flee, in_cover, panicked_turn
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.steps import D10
from tests.companion.games.dark_age_skirmish.scene import OPEN, box, do, figure, part, position, with_terrain

FRIENDS = {"osric": (40, 30), "godwin": (30, 30), "tofi": (60, 30), "svein": (80, 50)}
WOOD = with_terrain(box("wood", "trees", (20, 25), (26, 35), 120), box("far wood", "trees", (0, 55), (5, 60), 120))


def test_da_26_friends_who_see_it_roll() -> None:
    """They look east: Godwin behind sees Osric fall, Tofi before him does not."""
    state = position(FRIENDS)
    wall = with_terrain(box("hut", "building", (33, 20), (37, 40), 60))
    assert part(state, die_of(state, wall, "osric", "killed")).asked == {}, "nobody sees through a hut"
    told = part(state, die_of(state, OPEN, "osric", "killed"), {"DA-26/panic": 6})
    rolled = told.only(fe.PanicRolled)
    assert (rolled.figure, rolled.needed, rolled.passed) == ("godwin", 7, True)


def test_da_26_the_panicked_sprint_to_the_nearest_cover_whatever_it_costs() -> None:
    state = figure(position(FRIENDS), "godwin", spent=12)
    told = part(state, die_of(state, WOOD, "osric", "killed"), {"DA-26/panic": 7, "DA-24": 0})
    assert told.state.figures["godwin"].panicked
    assert "for cover: wood" in told.question("DA-26/flight").why
    moved = told.only(e.FigureMoved)
    assert (moved.pace, moved.rule) == ("flight", "DA-26")
    assert in_cover(told.state, WOOD, "godwin")
    assert told.state.figures["godwin"].spent == 12 and told.all(e.FatigueSpent) == []


def test_da_26_who_reaches_no_cover_runs_towards_it_and_without_any_to_his_own_edge() -> None:
    far = with_terrain(box("wood", "trees", (70, 50), (80, 60), 120))
    state = figure(position({"godwin": (30, 30), "svein": (80, 10)}), "godwin", panicked=True)
    state = figure(state, "svein", done=True)
    for table, end in ((far, (443, 372)), (OPEN, (300, 460))):
        told = do(_turn_of(state), "bob", "call:south", {"DA-26/calm": 9}, table, figure="godwin")
        after = told.state.figures["godwin"]
        assert math.dist(after.place, end) < 90, "as far as a sprint leads"


def _turn_of(state: State) -> State:
    return replace(state, side="south", pack=("godwin",))


@pytest.mark.parametrize(("bravery", "dice"), [(5, [0, 1, 2]), (7, [0, 1, 2, 3]), (8, [0, 1, 2, 3])])
def test_da_26_less_than_half_bravery_recovers(bravery: int, dice: list[int]) -> None:
    """With 5 a 0, 1 or 2. [vector]"""
    assert [die for die in D10 if calms(die, bravery)] == dice


@pytest.mark.parametrize(("die", "calm"), [(3, True), (4, False)])
def test_da_26_who_recovers_acts_and_who_does_not_stays_in_cover(die: int, calm: bool) -> None:
    state = figure(position({"godwin": (23, 30), "svein": (80, 10)}), "godwin", panicked=True)
    told = do(_turn_of(state), "bob", "call:south", {"DA-26/calm": die}, WOOD, figure="godwin")
    assert told.only(fe.CalmRolled).passed is calm
    assert told.all(e.FigureMoved) == []
    assert (told.state.acting == "godwin") is calm


def test_da_26_attacked_again_he_flees_again() -> None:
    state = position({"svein": (40, 30), "osric": (45, 30)}, "svein", facing={"osric": 180})
    state = figure(state, "osric", panicked=True)
    told = do(state, "ann", "attack:svein", target="osric")
    assert [moved.pace for moved in told.all(e.FigureMoved)] == ["walk", "flight"]
    assert told.state.fights == ()


def test_da_26_who_runs_in_another_s_turn_and_in_his_own_is_asked_under_different_keys() -> None:
    """By cards both may come within one command; a wood calls for Agility rolls each time."""
    state = figure(position(FRIENDS, "svein"), "godwin", panicked=True)
    seen = part(state, flee(state, WOOD, "godwin"), {"DA-24": 9})
    own = replace(figure(seen.state, "godwin", x_mm=300.0, y_mm=300.0, posture="up"), acting="godwin")
    again = part(own, panicked_turn(own, WOOD, "godwin"), {"DA-26/calm": 9, "DA-24": 9})
    assert all(told.question("DA-26/flight") and told.all(e.FellOver) for told in (seen, again))
    assert not seen.asked.keys() & again.asked.keys()


def test_da_26_cover_beyond_the_water_is_as_far_as_the_way_round_it() -> None:
    """A wood 12 cm off behind a river, and one 25 cm off on his own bank: he runs for that one."""
    river = box("river", "water", (0, 34), (90, 38))
    near, far = box("near wood", "trees", (38, 42), (42, 50), 120), box("far wood", "trees", (65, 25), (75, 30), 120)
    state = figure(position({"godwin": (40, 30), "svein": (5, 5)}), "godwin", panicked=True)
    told = part(state, flee(state, with_terrain(river, near, far), "godwin"))
    assert told.question("DA-26/flight").why.endswith("towards far wood")
    x, y = told.state.figures["godwin"].place
    assert math.hypot(x - 400, y - 300) > 140 and x > 530, "as far as a sprint leads"
    alone = part(state, flee(state, with_terrain(river, near), "godwin"))
    assert alone.question("DA-26/flight").why.endswith("towards near wood"), "where no way leads to any, the nearest"
    assert alone.state.figures["godwin"].y_mm > 300
