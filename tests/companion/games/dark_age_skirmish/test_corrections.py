"""What a table may agree otherwise, and that it keeps what is always so."""

from __future__ import annotations

import pytest

from companion.games.contract import AGREED, HOST, Command, Refusal, corrected
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.state import State
from tests.companion.games.dark_age_skirmish.invariants import check
from tests.companion.games.dark_age_skirmish.scene import OPEN, begin, figure, position

SCENE = {"svein": (40, 30), "osric": (42, 30), "rider": (60, 30), "bersi": (20, 20)}
FIGHT = (("svein", "osric"),)


def agree(state: State, offer_id: str, **fields: object) -> State:
    events = corrected(GAME, state, OPEN, Command("", HOST, offer_id, fields))
    assert not isinstance(events, Refusal), events
    for event in events:
        assert event.rule == AGREED
        state = GAME.evolve(state, event)
        check(state)
        assert GAME.tell(state, event, "").startswith("Agreed") or type(event).__name__ in (
            "FigureDone",
            "SideDone",
            "PutDown",
        )
    return state


def test_none_before_the_game_or_after_it() -> None:
    assert GAME.corrections(begin(), OPEN) == ()
    assert isinstance(corrected(GAME, begin(), OPEN, Command("", HOST, "place:svein", {"at": [1, 1]})), Refusal)


def test_a_figure_stands_elsewhere_and_in_no_fight() -> None:
    state = agree(position(SCENE, fights=FIGHT), "place:svein", at=[100.0, 100.0])
    assert state.figures["svein"].place == (100, 100) and state.fights == ()


def test_no_base_is_put_on_another() -> None:
    told = corrected(GAME, position(SCENE), OPEN, Command("", HOST, "place:svein", {"at": [425.0, 300.0]}))
    assert isinstance(told, Refusal) and told.reason == "No base may lie on another: Osric stands there."


def test_a_record_sheet_says_otherwise() -> None:
    state = agree(position(SCENE), "set-sheet:osric", wounds=2, tired=1, spent=3, missiles=-1)
    osric = state.figures["osric"]
    assert (osric.wounds, osric.tired, osric.spent, osric.missiles) == (2, 1, 3, None)


@pytest.mark.parametrize("posture", ["up", "prone", "stunned"])
def test_a_figure_is_in_another_condition(posture: str) -> None:
    state = agree(position(SCENE, fights=FIGHT), "set-condition:rider", posture=posture, nerve="unaware")
    rider = state.figures["rider"]
    assert (rider.posture, rider.unaware, rider.riding) == (posture, True, posture == "up")
    rider = agree(position(SCENE), "set-condition:rider", posture=posture, nerve="asleep").figures["rider"]
    assert (rider.unaware, rider.asleep) == (True, True)
    raging = agree(position(SCENE), "set-condition:bersi", posture="up", nerve="raging")
    assert raging.figures["bersi"].raging


@pytest.mark.parametrize(
    ("posture", "nerve", "drops"),
    [
        ("up", "calm", False),
        ("up", "unaware", False),
        ("stunned", "calm", True),
        ("prone", "calm", True),
        ("up", "panicked", True),
    ],
)
def test_who_is_agreed_to_be_down_or_to_panic_puts_down_whom_he_carries(posture: str, nerve: str, drops: bool) -> None:
    state = figure(position({**SCENE, "edith": (40, 30)}), "edith", where="carried", held_by="svein")
    state = agree(figure(state, "svein", carries="edith"), "set-condition:svein", posture=posture, nerve=nerve)
    assert (state.figures["svein"].carries, state.figures["edith"].where) == (
        ("", "table") if drops else ("edith", "carried")
    )
    assert state.figures["svein"].posture == posture


def test_a_figure_looks_elsewhere_or_is_back_on_the_table() -> None:
    assert agree(position(SCENE), "set-facing:svein", to="west").figures["svein"].facing == 180
    dead = figure(position(SCENE), "osric", where="dead", wounds=6)
    back = agree(dead, "revive:osric", at=[300.0, 400.0]).figures["osric"]
    assert (back.where, back.wounds) == ("table", 5)


def test_whoever_acts_does_nothing_more_or_the_rest_of_a_band() -> None:
    assert agree(position(SCENE, "svein"), "skip:svein").acting == ""
    state = agree(position(SCENE), "skip-rest:north")
    assert state.side == "" and set(state.pack) == {"osric"}
    go_on = [offer.id for offer in GAME.offers(state, OPEN, "ann")]
    assert "go-on" in go_on


def test_a_correction_says_what_is_now() -> None:
    state = figure(position(SCENE), "osric", wounds=2, tired=1, spent=3, facing=100, panicked=True)
    now = {offer.id: offer for offer in GAME.corrections(state, OPEN)}
    assert now["set-sheet:osric"].now == {"wounds": 2, "tired": 1, "spent": 3, "missiles": 12}
    assert now["set-condition:osric"].now == {"posture": "up", "nerve": "panicked"}
    assert now["set-facing:osric"].now == {"to": "north"}
    assert now["place:osric"].now == {"at": [420, 300]}
    for offer in now.values():
        assert all(offer.fields[name].complaint(value) is None for name, value in offer.now.items()), offer.id


@pytest.mark.parametrize(
    ("facing", "looks"), [(0, "east"), (22, "east"), (23, "north-east"), (338, "east"), (337, "south-east")]
)
def test_a_facing_is_said_by_the_nearest_word(facing: int, looks: str) -> None:
    offers = GAME.corrections(figure(position(SCENE), "osric", facing=facing), OPEN)
    assert next(offer.now for offer in offers if offer.id == "set-facing:osric") == {"to": looks}


@pytest.mark.parametrize(
    ("so", "nerve"),
    [
        ({}, "calm"),
        ({"unaware": True}, "unaware"),
        ({"unaware": True, "asleep": True}, "asleep"),
        ({"raging": True}, "raging"),
    ],
)
def test_of_several_conditions_the_one_that_counts_most_is_now(so: dict[str, bool], nerve: str) -> None:
    offers = GAME.corrections(figure(position(SCENE), "bersi", **so), OPEN)
    assert next(offer.now["nerve"] for offer in offers if offer.id == "set-condition:bersi") == nerve
