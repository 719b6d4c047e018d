"""Who acts when: cards, factions, and non-combatants at the end (DA-3, DA-30)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.phases import advance, begin_turn
from companion.games.dark_age_skirmish.state import Fight, by_cards
from tests.companion.games.dark_age_skirmish.scene import OPEN, begin, do, figure, kinds, offered, part, position

APART = {"svein": (20, 20), "ulf": (30, 20), "osric": (60, 50), "godwin": (70, 50), "edith": (80, 50)}


def test_da_3_cards_up_to_a_dozen_and_factions_above() -> None:
    assert by_cards(begin(turns="by-size")), "eight characters have cards"
    assert by_cards(begin(turns="cards"))
    assert not by_cards(begin(turns="factions"))
    assert not by_cards(GAME.begin({"seats": {"ann": "vikings", "bob": "fyrd"}})), "twenty-one have"


def test_da_3_each_character_has_a_card_and_acts_when_it_is_turned() -> None:
    state = position(APART, turns="cards")
    told = part(state, advance(state, OPEN), {"DA-3/card": ["godwin"]})
    card = told.question("DA-3/card")
    assert set(card.faces) == {"svein", "ulf", "osric", "godwin"} and not card.returns
    assert told.only(e.CardTurned).figure == told.state.acting == "godwin"
    assert offered(told.state, "ann") == {}
    assert "walk" in kinds(told.state, "bob")
    told = do(told.state, "bob", "done:godwin", {"DA-3/card": ["svein"]})
    assert set(told.question("DA-3/card").faces) == {"svein", "ulf", "osric"}
    assert told.state.acting == "svein"


def test_da_3_the_last_card_of_a_turn_may_be_the_first_of_the_next() -> None:
    state = position({"svein": (20, 20), "osric": (60, 50)}, turns="cards")
    state = part(state, advance(state, OPEN), {"DA-3/card": ["svein"]}).state
    state = do(state, "ann", "done:svein").state
    assert state.acting == "osric", "one card is left, so nobody turns it"
    told = do(state, "bob", "done:osric", {"DA-3/card": ["osric"]})
    assert (told.state.turn, told.state.acting) == (3, "osric")


def test_da_3_factions_act_one_after_another_and_call_their_figures() -> None:
    state = position(APART)
    assert set(offered(state, "ann")) == {"call:north", "end-turn:north"}
    assert offered(state, "bob") == {}
    state = do(state, "ann", "call:north", figure="ulf").state
    assert state.acting == "ulf"
    state = do(state, "ann", "done:ulf").state
    assert offered(state, "ann")["call:north"]["figure"].values == ("svein",)
    told = do(state, "ann", "end-turn:north")
    assert told.only(e.SideDone).side == "north"
    assert "call:south" in offered(told.state, "bob")


@pytest.mark.parametrize(("first", "dice", "order"), [("rolled", (2, 8), ("south", "north")), ("seated", (), ())])
def test_da_3_who_begins_is_rolled_or_as_seated(first: str, dice: tuple[int, ...], order: tuple[str, ...]) -> None:
    state = position(APART, first=first)
    answers = dict(zip(("DA-3/first/north", "DA-3/first/south"), dice, strict=False))
    told = part(state, begin_turn(state, 3), answers)
    assert told.only(e.TurnBegan).order == (order or ("north", "south"))
    assert len(told.all(e.FirstRolled)) == len(dice)


def test_da_30_non_combatants_have_no_card_and_move_last() -> None:
    state = position({"svein": (20, 20), "osric": (60, 50), "edith": (80, 50)}, turns="cards")
    state = part(state, advance(state, OPEN), {"DA-3/card": ["osric"]}).state
    state = do(state, "bob", "done:osric").state
    told = do(state, "ann", "done:svein")
    assert told.state.phase == "others"
    assert offered(told.state, "bob")["call:south"]["figure"].values == ("edith",)
    state = do(told.state, "bob", "call:south", figure="edith").state
    assert kinds(state, "bob").isdisjoint({"attack", "strike", "fire", "grapple", "aim"})
    assert do(state, "bob", "done:edith").state.turn == 3


def test_who_is_stunned_rolls_even_if_his_band_ends_its_turn() -> None:
    state = figure(position(APART), "ulf", posture="stunned")
    told = do(state, "ann", "end-turn:north", {"DA-17/recover/ulf": 2})
    assert told.only(fe.Recovered).passed
    assert told.state.figures["ulf"].posture == "prone"


def test_da_10_da_13_who_is_not_called_has_stood_still_for_a_turn() -> None:
    state = position(APART | {"osric": (32, 20)})
    state = figure(replace(state, fights=(Fight("osric", "ulf", "osric"),)), "svein", gait="run", aims=2)
    told = do(state, "ann", "end-turn:north")
    svein = told.state.figures["svein"]
    assert (svein.gait, svein.aims) == ("", 2), "no target that runs, and his aims are his"
    assert told.state.fights[0].acted == ("ulf",), "his first round is over"


def test_da_30_a_non_combatant_who_is_attacked_must_break_off_so_the_band_cannot_end_its_turn() -> None:
    state = position({"svein": (40, 30), "edith": (42, 30), "osric": (80, 50)}, fights=(("svein", "edith"),))
    state = replace(state, phase="others", side="south", pack=("edith",))
    assert set(offered(state, "bob")) == {"call:south"}
    assert "end-turn:south" in offered(figure(state, "edith", spent=8), "bob"), "without a point she cannot"
    assert "end-turn:south" in offered(replace(state, fights=()), "bob")


def test_da_30_a_non_combatant_who_lies_gets_up_to_break_off() -> None:
    state = position({"svein": (40, 30), "edith": (42, 30), "osric": (80, 50)}, "edith", fights=(("svein", "edith"),))
    state = figure(state, "edith", posture="prone")
    assert set(offered(state, "bob")) == {"stand-up:edith"}
    assert set(offered(do(state, "bob", "stand-up:edith").state, "bob")) == {"disengage:edith"}
