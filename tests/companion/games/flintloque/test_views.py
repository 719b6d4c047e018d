"""What a seat sees, and the log."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.game import GAME
from companion.games.flintloque.telling import LINES
from tests.companion.games.flintloque.scene import DRAWN, OPEN, figure, position

SCENE = {"oswold": (45, 5), "noaks": (40, 5), "saquais": (10, 20), "schneider": (85, 20), "hassle": (45, 85)}


def test_fl_42_a_briefing_is_on_its_own_phone_only() -> None:
    state = position(SCENE, scenario="two")
    mine = {side: str(GAME.view(state, DRAWN, side)["yours"]) for side in state.options.sides}
    assert len(set(mine.values())) == 4
    for side, words in mine.items():
        for other in set(mine) - {side}:
            assert GAME.view(state, DRAWN, other)["yours"].keys() == {other}
            assert words not in str(GAME.view(state, DRAWN, other))
    assert GAME.view(state, DRAWN, "")["yours"] == {}


def test_fl_42_what_others_are_after_changes_nothing_for_a_seat() -> None:
    state = position(SCENE, "move", declared=dict.fromkeys(SCENE, "walk"), scenario="two")
    for seat in ("elves", ""):
        other = GAME.hide(state, seat, random.Random(3))
        assert other.missions != state.missions
        assert GAME.view(other, DRAWN, seat) == GAME.view(state, DRAWN, seat)
        assert GAME.offers(other, DRAWN, seat) == GAME.offers(state, DRAWN, seat)


def test_the_map_is_told_to_scale() -> None:
    shown = GAME.view(position(SCENE, scenario="two"), DRAWN, "orcs")
    assert shown["table"] == {"width_mm": 900.0, "height_mm": 900.0, "ours": True}
    assert {piece["kind"] for piece in shown["terrain"]} == {"trees", "water"}
    assert GAME.view(position(SCENE), OPEN, "orcs")["table"]["ours"] is False


def test_the_prompt_says_whose_slot_it_is() -> None:
    state = position(SCENE, "move", declared={"noaks": "walk"})
    assert GAME.view(state, DRAWN, "orcs")["prompt"] == "Turn 2: your Orcs move"
    assert GAME.view(state, DRAWN, "elves")["prompt"] == "Turn 2: the Orcs move"


def test_fl_2_at_the_end_everybody_sees_the_records_of_the_living_and_the_dead() -> None:
    state = figure(figure(position(SCENE), "noaks", lost=2), "saquais", where="dead")
    assert GAME.view(state, DRAWN, "")["records"] is None
    over = replace(state, phase="over", end=e.End("done", "orcs", {}))
    records = GAME.view(over, DRAWN, "")["records"]
    assert records["noaks"] == {"level": "raw", "games": 1, "wounds": 1}
    assert records["saquais"] == {"level": "dead", "games": 0, "wounds": 0}


def test_every_event_that_is_not_secret_has_a_line() -> None:
    silent = {
        e.OrdersSealed,
        e.OrdersOpened,
        e.PhaseBegan,
        e.SideMoved,
        fe.MeleeFell,
        fe.RoundFought,
        e.MissionSettled,
        e.TurnClosed,
    }
    assert set(GAME.events.values()) - silent == set(LINES)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (fe.BlowsStruck("noaks", "soutie", 9, 4, "soutie", "1"), "Noaks 9 against Soutie 4: Soutie loses a wound"),
        (fe.BlowsStruck("noaks", "soutie", 4, 4, "", "draw"), "Noaks 4 against Soutie 4: a draw"),
        (
            e.FigureMoved("lescampe", 10, 20, "walk", 9, 2.5),
            "L'Escampe walks 0.9 cm to 1.0, 2.0 cm, 0.2 cm too far, as agreed",
        ),
        (e.MissionSettled("orcs", "done"), ""),
        (e.FigureMoved("noaks", 300, 370, "pushed", 50, 0), "Noaks is pushed back 5.0 cm to 30.0, 37.0 cm"),
        (e.FigureMoved("noaks", 300, 370, "pushed", 0, 0), "Noaks has no room to be pushed back"),
        (e.FightLeft("noaks"), "Noaks breaks off"),
        (e.FightLeft("noaks", "FL-32"), "Noaks is out of the fight"),
        (e.InitiativeRolled("orcs", 5, 8), "Initiative of the Orcs: 5 +3 = 8"),
        (e.InitiativeRolled("elves", 5, 5), "Initiative of the Elves: 5"),
        (e.OswoldFreed("soutie", 300, 370), "Oswold is free, at 30.0, 37.0 cm"),
        (e.FightLeft("noaks", "FL-32", ("soutie",)), "Noaks now fights Soutie only"),
        (e.OrdersSealed("ogre", {}), "The Ogre has sealed his orders"),
        (e.SlotTaken("ogre", 2), "The Ogre moves in slot 2"),
        (
            e.MoraleChecked("noaks", "hit", 1, 1, "E"),
            "Morale of Noaks for the first hit: 1 is E, walks to its own edge",
        ),
        (
            e.MoraleChecked("noaks", "wounded", 5, 1, "G", charged=True),
            "Morale of Noaks for being charged: 5 -4 = 1 is G, routs",
        ),
        (
            e.MoraleChecked("noaks", "pushed", 8, 8, "C", ours=True),
            "Morale of Noaks for being pushed: 8 is C by our letters, may only fire at enemies who come nearer",
        ),
        (e.CellRead("7", "hit", "B"), "Morale Results Table, row 7, Hit 1st Time: B"),
        (
            fe.ShotFired("noaks", "soutie", "bakur", 231, 0, "20-30", "off the table", -4, 0, 0, 0, False, False),
            "Noaks fires at Soutie, 23.1 cm, 4 columns to the right: off the table, no chance to hit",
        ),
        (
            fe.ShotFired("corbette", "noaks", "pistol", 411, 0, "40-50", "30-40", 1, 0, 0, 0, False, False),
            "Corbette fires at Noaks, 41.1 cm, 1 column to the left: nothing in column 30-40 of a pistol, "
            "no chance to hit",
        ),
        (
            fe.ShotFired("noaks", "soutie", "bakur", 501, 0, "beyond 50", "off the table", 0, 0, 0, 0, False, False),
            "Noaks fires at Soutie, 50.1 cm: out of range",
        ),
        (
            fe.ShotFired("noaks", "soutie", "bakur", 231, 0, "20-30", "30-40", -1, 30, 30, 1, True, False),
            "Noaks fires at Soutie, 23.1 cm, 1 column to the right: column 30-40, 30 %, rolls 30: hit, 1 wound",
        ),
        (
            fe.ShotFired("noaks", "soutie", "bakur", 231, 1, "20-30", "20-30", 0, 45, 50, 0, False, False),
            "Noaks fires at Soutie, 23.1 ± 0.2 cm: column 20-30, 45 %, rolls 50: missed",
        ),
        (
            fe.SightJudged("noaks", "soutie", "low wall", "a hedge", "clear"),
            "Noaks to Soutie: the table says low wall (a hedge); the players say clear",
        ),
        (
            fe.SightJudged("noaks", "soutie", "low wall", "a hedge", "low wall", "clear"),
            "Noaks to Soutie: the table says low wall (a hedge); Soutie's player said clear, the other did not agree",
        ),
        (
            fe.SightJudged("noaks", "soutie", "low wall", "a hedge", "low wall", "low wall"),
            "Noaks to Soutie: the table says low wall (a hedge)",
        ),
    ],
)
def test_lines_of_the_log(event: object, said: str) -> None:
    assert GAME.tell(position(SCENE), event, "elves") == said


@pytest.mark.parametrize(("seat", "said"), [("ogre", "Hassle may pick Oswold up next turn"), ("orcs", ""), ("", "")])
def test_fl_42_that_one_may_pick_oswold_up_is_told_to_him_alone(seat: str, said: str) -> None:
    assert GAME.tell(position({"hassle": (30, 30)}, scenario="two"), e.GrabEarned("hassle", "FL-47"), seat) == said
