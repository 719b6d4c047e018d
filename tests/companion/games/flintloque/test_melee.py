"""The Melee Phase (FL-31 to FL-35)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.melee import melee, modifier, pairing, result_of
from companion.games.flintloque.state import State
from tests.companion.games.flintloque.scene import OPEN, Told, figure, part, position

PAIR = {"noaks": (30, 30), "soutie": (30, 32)}


def fought(state: State, **answers: Any) -> Told:
    """The phase, with dice by figure."""
    return part(state, melee(state, OPEN), {f"FL-31/blow/{name}>": [die] for name, die in answers.items()})


def pairs_of(state: State, answers: dict[str, Any] | None = None) -> tuple[set[frozenset[str]], Counter[str]]:
    found: list[tuple[str, str]] = []

    def rule() -> Any:
        found.extend((yield from pairing(state)))

    part(state, rule(), answers)
    return {frozenset(pair) for pair in found}, Counter(name for pair in found for name in pair)


@pytest.mark.parametrize(
    ("difference", "result"),
    [
        (0, "draw"),
        (1, "pushed"),
        (3, "pushed"),
        (4, "1"),
        (6, "1"),
        (7, "2"),
        (9, "2"),
        (10, "3"),
        (12, "3"),
        (13, "4"),
        (25, "4"),
    ],
)
def test_fl_32_results_by_the_difference(difference: int, result: str) -> None:
    assert result_of(difference) == result_of(-difference) == result


def test_fl_31_each_rolls_and_adds_the_sheet() -> None:
    blows = fought(position(PAIR, "fire", fights=(("noaks", "soutie", 0),)), noaks=7, soutie=3).only(fe.BlowsStruck)
    assert (blows.a_total, blows.b_total, blows.loser, blows.result) == (9, 4, "soutie", "1")


@pytest.mark.parametrize(("opponents", "add"), [(1, 2), (2, -1), (3, -1), (4, -4)])
def test_fl_31_wounds_and_several_opponents(opponents: int, add: int) -> None:
    noaks = position(PAIR).figures["noaks"]
    assert modifier(noaks, opponents) == add
    assert modifier(figure(position(PAIR), "noaks", lost=2).figures["noaks"], opponents) == add - 4


def test_fl_24_full_hands_cost_four_but_not_against_oswold() -> None:
    soutie = figure(position(PAIR), "soutie", carries="oswold").figures["soutie"]
    assert (modifier(soutie, 1), modifier(soutie, 1, against_oswold=True)) == (-3, 1)


def test_fl_32_the_loser_is_pushed_back_5_cm_and_out_of_contact() -> None:
    told = fought(position(PAIR, "fire", fights=(("noaks", "soutie", 0),)), noaks=3, soutie=3)
    moved = told.only(e.FigureMoved)
    assert (moved.figure, moved.rate, moved.x_mm, moved.y_mm) == ("soutie", "pushed", 300, 370)
    assert told.state.fights == ()
    assert told.state.figures["soutie"].marks == ("pushed",)


def test_fl_32_who_cannot_give_way_stays_in_the_fight() -> None:
    state = position({"noaks": (30, 3), "soutie": (30, 1)}, "fire", fights=(("noaks", "soutie", 0),))
    told = fought(state, noaks=3, soutie=3)
    assert told.only(e.FigureMoved).spent_mm == 0
    assert told.all(e.FightLeft) == []
    assert told.state.fights[0].fought == 1
    assert told.state.figures["soutie"].marks == ("pushed",)


def test_fl_35_pushes_go_by_where_the_winners_stood_when_the_phase_began() -> None:
    scene = {"hassle": (27.5, 30), "noaks": (30, 30), "soutie": (30, 32)}
    state = position(scene, "fire", fights=(("hassle", "noaks", 0), ("noaks", "soutie", 0)))
    dice = {"hassle>noaks": 4, "noaks>hassle": 3, "noaks>soutie": 8, "soutie>noaks": 4}
    told = part(
        figure(state, "hassle", melee=0),
        melee(figure(state, "hassle", melee=0), OPEN),
        {f"FL-31/blow/{who}": [die] for who, die in dice.items()},
    )
    assert [(move.figure, move.x_mm, move.y_mm) for move in told.all(e.FigureMoved)] == [
        ("noaks", 350, 300),
        ("soutie", 300, 370),
    ]


def test_fl_32_a_draw_goes_on() -> None:
    told = fought(position(PAIR, "fire", fights=(("noaks", "soutie", 0),)), noaks=3, soutie=4)
    assert told.only(fe.BlowsStruck).result == "draw"
    assert told.state.fights[0].fought == 1
    assert told.state.figures["soutie"].lost == 0


def test_fl_33_an_elf_between_two_orcs_and_an_elf_behind_one_are_two_fights() -> None:
    scene = {"noaks": (30, 28), "soutie": (30, 30), "purvis": (30, 32), "sweepe": (30, 34)}
    fights = (("noaks", "soutie", 0), ("purvis", "soutie", 0), ("sweepe", "purvis", 0))
    pairs, against = pairs_of(position(scene, fights=fights))
    assert pairs == {frozenset(("noaks", "soutie")), frozenset(("purvis", "sweepe"))}
    assert set(against.values()) == {1}


def test_fl_33_three_attackers_give_the_side_penalty_in_every_fight() -> None:
    scene = {"soutie": (30, 30), "noaks": (30, 28), "purvis": (30, 32), "singleturn": (28, 30)}
    fights = tuple((name, "soutie", 0) for name in ("noaks", "purvis", "singleturn"))
    state = position(scene, "fire", fights=fights)
    pairs, against = pairs_of(state)
    assert len(pairs) == 3
    assert against["soutie"] == 3
    totals = [blow.b_total if blow.b == "soutie" else blow.a_total for blow in fought(state).all(fe.BlowsStruck)]
    assert totals == [5 + 1 - 3] * 3


def test_fl_33_three_against_two_is_one_pair_and_two_on_one() -> None:
    scene = {"noaks": (30, 28), "purvis": (33, 28), "singleturn": (31.5, 26), "soutie": (30, 30), "sweepe": (33, 30)}
    fights = (("noaks", "soutie", 0), ("purvis", "sweepe", 0), ("singleturn", "soutie", 0), ("singleturn", "sweepe", 0))
    state = position(scene, fights=fights)
    _, against = pairs_of(state)
    assert sorted(against.values()) == [1, 1, 1, 1, 2]
    left_over = next(name for name in ("noaks", "purvis", "singleturn") if name == "singleturn")
    if against["soutie"] + against["sweepe"] == 3:
        assert against[left_over] == 1


def test_fl_33_who_is_left_over_between_two_foes_chooses() -> None:
    scene = {"noaks": (30, 28), "purvis": (33, 28), "singleturn": (31.5, 31), "soutie": (30, 30), "sweepe": (33, 30)}
    fights = (("noaks", "soutie", 0), ("purvis", "sweepe", 0), ("singleturn", "soutie", 0), ("singleturn", "sweepe", 0))
    state = position(scene, "fire", fights=fights)
    told = part(state, melee(state, OPEN), {"FL-33/joins": "sweepe"})
    assert told.question("FL-33/joins").seat == "orcs"
    assert told.question("FL-33/joins").field.values == ("soutie", "sweepe")


def test_fl_35_all_fights_are_decided_on_the_state_the_phase_began_with() -> None:
    scene = {"noaks": (30, 28), "soutie": (30, 30), "purvis": (30, 32)}
    fights = (("noaks", "soutie", 0), ("purvis", "soutie", 0))
    state = figure(position(scene, "fire", fights=fights), "soutie", lost=1)
    told = fought(state, noaks=10, purvis=10, soutie=1)
    assert len(told.all(fe.BlowsStruck)) == 2, "he fights the second fight though the first has killed him"
    assert told.only(fe.MeleeFell).wounds == {"soutie": 8}
    assert told.only(fe.Fell).figure == "soutie"


def test_fl_34_who_stood_between_two_foes_has_fought_both() -> None:
    scene = {"noaks": (30, 28), "soutie": (30, 30), "purvis": (30, 32), "sweepe": (30, 34)}
    fights = (("noaks", "soutie", 0), ("purvis", "soutie", 0), ("sweepe", "purvis", 0))
    told = fought(position(scene, "fire", fights=fights), noaks=4, soutie=5, purvis=4, sweepe=5)
    assert len(told.all(fe.BlowsStruck)) == 2
    assert [fight.fought for fight in told.state.fights] == [1, 1, 1]


def test_fl_35_both_may_be_hurt_in_two_fights() -> None:
    scene = {"noaks": (30, 30), "soutie": (30, 32), "purvis": (60, 30), "sweepe": (60, 32)}
    state = position(scene, "fire", fights=(("noaks", "soutie", 0), ("purvis", "sweepe", 0)))
    told = fought(state, noaks=10, soutie=5, purvis=1, sweepe=9)
    assert told.only(fe.MeleeFell).wounds == {"soutie": 1, "purvis": 2 if 9 + 1 - 3 >= 7 else 1}
