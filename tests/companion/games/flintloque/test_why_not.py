"""Why a command cannot be done (FL-6 and whatever rule forbids it)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.games.autoplay import play_random
from companion.games.contract import Command
from companion.games.flintloque.game import GAME, PLAYS
from companion.games.flintloque.state import State
from companion.games.flintloque.why_not import why_not
from tests.companion.games.flintloque.scene import DRAWN, do, figure, position, refusal

SCENE = {"noaks": (30, 30), "purvis": (60, 10), "soutie": (30, 80)}
WALK = {"noaks": "walk", "soutie": "walk"}
CONTACT = {"noaks": (30, 30), "soutie": (30, 32)}


def moving(**changes: Any) -> State:
    return figure(position(SCENE, declared=WALK), "noaks", **changes)


@pytest.mark.parametrize(
    ("state", "offer", "said", "rule"),
    [
        (moving(), "declare:orcs", "It is the Movement Phase.", "FL-6"),
        (moving(), "move:soutie", "Soutie is not yours.", "FL-6"),
        (moving(), "end-moves:elves", "The Elves are not yours.", "FL-6"),
        (moving(), "move:gandalf", "'gandalf' is not in this game.", "FL-6"),
        (moving(), "charge:noaks", "No enemy is in reach of Noaks's walk.", "FL-31"),
        (moving(declared="prone"), "charge:noaks", "Noaks moves prone; nobody charges lying down.", "FL-31"),
        (moving(carries="dead-dwarf"), "charge:noaks", "Noaks carries the dead Dwarf and cannot charge.", "FL-24"),
        (moving(limit="B"), "charge:noaks", "Noaks must stay 5 cm from every enemy.", "FL-18"),
        (moving(), "break-off:noaks", "Noaks is in no fight.", "FL-34"),
        (moving(), "leave:noaks", "Noaks does not leave without the dead Dwarf.", "FL-41"),
        (moving(carries="dead-dwarf"), "leave:noaks", "Noaks does not reach the north edge in this move.", "FL-41"),
        (moving(moved="walk"), "move:noaks", "Noaks has moved in this turn.", "FL-20"),
        (moving(moved="held"), "move:noaks", "Noaks is held in the fight.", "FL-34"),
        (moving(limit="D"), "move:noaks", "Noaks may not move after its Morale Check.", "FL-18"),
        (moving(frozen=2), "move:noaks", "Noaks may not move after its Morale Check.", "FL-18"),
        (moving(declared="aim"), "move:noaks", "Noaks has declared aim, so it does not move.", "FL-7"),
        (moving(declared="hold"), "move:noaks", "Noaks has declared nothing, so it does not move.", "FL-7"),
        (moving(where="dead"), "move:noaks", "Noaks is not on the table.", "FL-20"),
        (replace(moving(), slots=("elves", "orcs")), "move:noaks", "The Elves move now.", "FL-11"),
        (replace(moving(), slots=("elves", "orcs")), "end-moves:orcs", "The Elves move now.", "FL-11"),
        (
            position(CONTACT, declared=WALK, fights=(("soutie", "noaks", 0),)),
            "move:noaks",
            "Noaks must first fight a round with Soutie.",
            "FL-12",
        ),
        (
            position(CONTACT, declared=WALK, fights=(("soutie", "noaks", 1),)),
            "move:noaks",
            "Noaks is in a fight and must break off first.",
            "FL-34",
        ),
        (
            replace(moving(), phase="declare", sealed={"orcs": {}}),
            "declare:orcs",
            "The Orcs have sealed their orders for this phase.",
            "FL-7",
        ),
        (
            replace(moving(), phase="fire"),
            "fire:orcs",
            "Nobody of the Orcs may fire at anybody in this phase.",
            "FL-30",
        ),
        (
            replace(moving(), phase="slots", slots=("", ""), order=("elves", "orcs")),
            "take-slot:orcs",
            "The Elves choose now.",
            "FL-11",
        ),
        (GAME.begin({}), "move:noaks", "The game has not begun.", "FL-6"),
        (GAME.begin({}), "type-sheet:noaks", "Nothing is missing on Noaks's sheet.", "FL-36"),
        (moving(), "go-on", "Somebody has still something to do in this phase.", "FL-6"),
        (moving(), "take-slot", "Say of whom: take-slot:NAME.", "FL-6"),
    ],
)
def test_fl_6_what_cannot_be_done_is_said_with_its_reason(state: State, offer: str, said: str, rule: str) -> None:
    found = refusal(state, "orcs", offer)
    assert (found.reason, found.rule) == (said, rule)


@pytest.mark.parametrize(
    ("changes", "order", "said", "rule"),
    [
        ({"ran": 1}, "run", "Noaks ran in the turn before, so it may not run.", "FL-23"),
        ({"loaded": ()}, "aim", "Noaks has no loaded firearm.", "FL-30"),
        ({"loaded": (), "weapons": ()}, "walk-fire", "Noaks has no firearm.", "FL-30"),
        ({}, "reload", "Noaks has nothing to reload.", "FL-9"),
        ({}, "pick-up", "Noaks is not next to a body that lies free.", "FL-41"),
        ({"carries": "dead-dwarf"}, "fire", "Noaks carries something: it may hold, walk or run.", "FL-24"),
        ({"frozen": 2}, "walk", "Noaks stays where it is in this turn, after its Morale Check.", "FL-18"),
    ],
)
def test_fl_7_an_order_that_may_not_be_given_is_said_with_its_reason(
    changes: dict[str, Any], order: str, said: str, rule: str
) -> None:
    state = replace(moving(**changes), phase="declare", sealed={}, order=(), slots=())
    found = refusal(state, "orcs", "declare:orcs", noaks=order, purvis="hold")
    assert (found.reason, found.rule) == (said, rule)


@pytest.mark.parametrize(
    ("fought", "order", "said"),
    [
        (1, "aim", "Noaks is in a fight: it may fight on (hold), or break off (walk, run)."),
        (0, "walk", "Noaks must fight a round before it does anything else."),
    ],
)
def test_fl_34_orders_in_a_fight(fought: int, order: str, said: str) -> None:
    state = position({**CONTACT, "purvis": (60, 10)}, "declare", fights=(("soutie", "noaks", fought),))
    found = refusal(replace(state, sealed={}, order=(), slots=()), "orcs", "declare:orcs", noaks=order, purvis="hold")
    assert (found.code, found.reason) == ("order", said)


@pytest.mark.parametrize(
    ("at", "code", "said"),
    [
        ([450.0, 500.0], "area", "25 to 65 cm from the west edge, 1 to 9 cm from the south edge."),
        ([405.0, 50.0], "base", "Purvis would stand on another base."),
        ("here", "field", "is not a place"),
        ([10**400, 50.0], "field", "is not a place"),
    ],
)
def test_fl_41_where_a_figure_may_not_begin_is_said(at: Any, code: str, said: str) -> None:
    state = do(GAME.begin({}), "orcs", "deploy:noaks", at=[400.0, 50.0]).state
    found = refusal(state, "orcs", "deploy:purvis", at=at)
    assert found.code == code
    assert found.reason.endswith(said) or said in found.reason


def test_every_command_at_any_moment_stands_or_is_refused() -> None:
    rng, refused, states = random.Random(3), 0, []
    play_random(GAME, 3, {"scenario": "two"}, lambda command, state: states.append(state), lambda *_: None)
    for state in rng.sample(states, 12):
        for seat in GAME.seats(state):
            standing = {offer.id for offer in GAME.offers(state, DRAWN, seat)}
            for kind in PLAYS:
                subject = rng.choice(
                    ("", "noaks", "oswold", "soutie", "orcs", "elves", "ogre", "hassle", "dead-dwarf", "?")
                )
                asked = Command("", seat, f"{kind}:{subject}" if subject else kind)
                if asked.offer_id not in standing:
                    said = why_not(state, asked)
                    refused += 1
                    assert said.reason[0].isupper() or said.reason[0] == "'"
                    assert said.reason.endswith(".") and said.rule in GAME.rules
    assert refused > 100
