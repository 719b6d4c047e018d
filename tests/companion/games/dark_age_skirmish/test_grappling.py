"""Grappling, overpowering, carrying off (DA-29, DA-30)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.panic import let_go
from companion.games.dark_age_skirmish.phases import advance
from tests.companion.games.dark_age_skirmish.scene import OPEN, do, figure, kinds, may_stand, offered, part, position

PAIR = {"svein": (40, 30), "osric": (42, 30), "godwin": (80, 50)}
FIGHT = (("svein", "osric"),)


@pytest.mark.parametrize(
    ("agility", "mine", "his", "held"), [(5, 4, 3, True), (5, 3, 3, False), (5, 2, 3, False), (6, 9, 0, False)]
)
def test_da_29_agility_and_then_die_and_strength_against_die_and_strength(
    agility: int, mine: int, his: int, held: bool
) -> None:
    answers = {"DA-29/grapple": agility, "DA-29/wrestle/svein": mine, "DA-29/wrestle/osric": his, "DA-21": 9}
    told = do(position(PAIR, "svein", fights=FIGHT), "ann", "grapple:svein", answers, target="osric")
    assert bool(told.all(fe.Overpowered)) is held
    assert told.only(e.FatigueSpent).points == 2
    assert (told.state.figures["osric"].held_by == "svein") is held
    assert bool(told.all(fe.Wrestled)) is (agility < 6)


def test_da_30_a_non_combatant_is_overpowered_by_the_agility_roll_alone() -> None:
    state = position({"svein": (40, 30), "edith": (42, 30), "osric": (80, 50)}, "svein", fights=(("svein", "edith"),))
    told = do(state, "ann", "grapple:svein", {"DA-29/grapple": 5, "DA-21": 9}, target="edith")
    assert told.only(fe.Overpowered).rule == "DA-30" and told.all(fe.Wrestled) == []


def test_da_30_whom_an_overpowered_one_carries_is_free() -> None:
    state = position({**PAIR, "edith": (42, 30)}, "svein", fights=FIGHT)
    state = figure(figure(state, "edith", where="carried", held_by="osric"), "osric", carries="edith")
    answers = {"DA-29/grapple": 0, "DA-29/wrestle/svein": 9, "DA-29/wrestle/osric": 0, "DA-21": 9}
    told = do(state, "ann", "grapple:svein", answers, target="osric")
    assert told.only(fe.PutDown) == fe.PutDown("osric", "edith", *told.state.figures["edith"].place)
    assert told.state.figures["osric"].carries == told.state.figures["edith"].held_by == ""
    held = figure(state, "osric", held_by="svein", posture="prone")
    lifted = do(replace(held, fights=()), "ann", "lift:svein", captive="osric")
    assert lifted.state.figures["osric"].carries == "" and lifted.state.figures["edith"].where == "table"


def test_da_30_who_is_stunned_may_be_grappled_and_held_after_coming_to() -> None:
    state = position({"svein": (40, 30), "edith": (42, 30), "osric": (80, 50)}, "svein", fights=(("svein", "edith"),))
    state = figure(state, "edith", posture="stunned")
    state = do(state, "ann", "grapple:svein", {"DA-29/grapple": 5, "DA-21": 9}, target="edith").state
    assert state.figures["edith"].held_by == "svein"
    state = replace(state, phase="others", side="south", acting="", pack=("edith",))
    told = do(state, "bob", "call:south", {"DA-17/recover/edith": 0}, figure="edith")
    assert told.only(fe.Recovered).passed and told.only(e.FigureDone).figure == "edith"


def test_da_30_on_a_later_turn_the_captive_is_carried_at_a_walk_for_a_point_each_turn() -> None:
    state = position({"svein": (40, 52), "edith": (42, 52), "osric": (80, 20)}, "svein")
    state = figure(state, "edith", held_by="svein")
    lifted = do(state, "ann", "lift:svein", captive="edith").state
    assert kinds(lifted, "ann") <= {"carry", "put-down", "leave", "face", "done"}
    assert may_stand(lifted, "ann", "carry:svein", 45.9, 52) and not may_stand(lifted, "ann", "carry:svein", 46.1, 52)
    told = do(lifted, "ann", "carry:svein", {"DA-21": 9}, to=[400.0, 470.0])
    carried = do(told.state, "ann", "done:svein", {"DA-21": 9}) if told.state.acting == "svein" else told
    assert carried.only(e.FatigueSpent).what == "carry"
    assert carried.state.figures["edith"].place == (400.0, 470.0)


def test_da_30_who_has_no_point_left_puts_the_captive_down() -> None:
    state = figure(position({"svein": (40, 30), "edith": (40, 30), "osric": (80, 20)}, "svein"), "svein", spent=12)
    state = figure(figure(state, "edith", where="carried", held_by="svein"), "svein", carries="edith")
    told = do(state, "ann", "done:svein")
    assert told.only(fe.PutDown).captive == "edith"
    assert told.state.figures["edith"].held_by == ""


def test_da_30_who_has_no_point_neither_lifts_nor_carries_for_a_turn() -> None:
    state = position({"svein": (40, 30), "edith": (42, 30), "osric": (80, 20)}, "svein")
    state = figure(state, "edith", held_by="svein")
    assert "lift" in kinds(state, "ann") and "lift" not in kinds(figure(state, "svein", spent=12), "ann")
    assert "lift" not in kinds(figure(state, "svein", tired=2), "ann"), "exhausted"
    state = position({"svein": (40, 30), "edith": (40, 30), "osric": (80, 20)})
    state = figure(figure(state, "edith", where="carried", held_by="svein"), "svein", carries="edith", spent=12)
    told = do(state, "ann", "call:north", figure="svein")
    assert told.only(fe.PutDown).captive == "edith" and "run" not in kinds(told.state, "ann")
    assert "walk" in kinds(told.state, "ann") and "carry" not in kinds(told.state, "ann")


def test_da_30_a_captive_costs_a_point_even_if_the_band_ends_its_turn() -> None:
    state = position({"svein": (40, 30), "edith": (40, 30), "osric": (80, 20)})
    state = figure(figure(state, "edith", where="carried", held_by="svein"), "svein", carries="edith")
    told = do(state, "ann", "end-turn:north", {"DA-21": 9})
    assert (told.only(e.FatigueSpent).figure, told.only(e.FatigueSpent).what) == ("svein", "carry")


def test_da_30_off_the_own_edge_they_are_gone() -> None:
    state = position({"svein": (40, 4), "edith": (40, 4), "osric": (80, 20)}, "svein")
    state = figure(figure(state, "edith", where="carried", held_by="svein"), "svein", carries="edith")
    told = do(state, "ann", "leave:svein")
    assert told.only(e.LeftTable).edge == "south"
    assert (told.state.figures["svein"].where, told.state.figures["edith"].where) == ("left", "taken")


def test_da_30_non_combatants_only_break_off() -> None:
    state = position({"svein": (40, 30), "edith": (42, 30), "osric": (80, 50)}, "edith", fights=(("svein", "edith"),))
    assert set(offered(state, "bob")) == {"disengage:edith"}


@pytest.mark.parametrize("changes", [{"posture": "stunned"}, {"panicked": True}, {"x_mm": 500.0}, {"where": "dead"}])
def test_a_captor_who_is_out_of_it_holds_nobody(changes: dict[str, object]) -> None:
    state = figure(position(PAIR, "godwin"), "osric", held_by="svein")
    kept = part(state, advance(state, OPEN))
    assert kept.all(fe.SetFree) == []
    told = part(figure(state, "svein", **changes), advance(figure(state, "svein", **changes), OPEN))
    assert told.only(fe.SetFree).figure == "osric"


def test_who_is_held_does_nothing() -> None:
    state = figure(position(PAIR), "osric", held_by="svein")
    told = do(replace(state, side="south", pack=("osric", "godwin")), "bob", "call:south", figure="osric")
    assert told.state.acting == ""


@pytest.mark.parametrize(("given_up", "where"), [((), "table"), (("south",), "left")])
def test_da_35_a_captive_whose_band_has_given_up_follows_it_when_put_down(
    given_up: tuple[str, ...], where: str
) -> None:
    state = position({"svein": (40, 52), "edith": (40, 52), "osric": (80, 20)}, "svein")
    state = figure(figure(state, "edith", where="carried", held_by="svein"), "svein", carries="edith")
    state = replace(state, conceded=given_up)
    told = part(state, let_go(state, OPEN, "svein"))
    assert told.state.figures["edith"].where == where
    assert [left.edge for left in told.all(e.LeftTable)] == ["north"] * len(given_up)
