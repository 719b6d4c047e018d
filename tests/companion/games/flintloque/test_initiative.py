"""The Initiative Phase (FL-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.flintloque import events as e
from companion.games.flintloque.initiative import modifier, roll
from companion.games.flintloque.state import State
from tests.companion.games.flintloque.scene import do, figure, offered, part, position

ALL = {
    "oswold": (45, 5),
    "noaks": (40, 5),
    "saquais": (45, 85),
    "soutie": (40, 85),
    "schneider": (5, 45),
    "hassle": (85, 45),
}


def all_sides(**changes: object) -> State:
    return replace(position({**ALL, "schumaker": (5, 40)}, "declare"), totals={}, order=(), slots=(), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("side", "add"), [("orcs", 3), ("elves", 1), ("dwarves", 4), ("ogre", 1)])
def test_fl_11_modifiers_are_those_of_the_sheets(side: str, add: int) -> None:
    assert modifier(all_sides(), side) == add


def test_fl_11_a_bonus_goes_with_whoever_brought_it() -> None:
    state = figure(all_sides(), "saquais", where="dead")
    assert modifier(state, "elves") == 0
    assert modifier(figure(state, "oswold", where="dead"), "orcs") == 2
    assert modifier(figure(state, "schumaker", level="raw"), "dwarves") == 3


def test_fl_11_scores_of_10_7_4_and_12_choose_in_the_order_4_1_2_3() -> None:
    """Players 1 to 4 are here the Elves, the Ogre, Dwarves of less experience, and the Orcs."""
    state = figure(figure(all_sides(), "schneider", level="raw"), "schumaker", level="raw")
    dice = {"elves": 9, "ogre": 6, "dwarves": 2, "orcs": 9}
    told = part(state, roll(state), {f"FL-11/initiative/{side}": [die] for side, die in dice.items()})
    assert dict(told.state.totals) == {"elves": 10, "ogre": 7, "dwarves": 4, "orcs": 12}
    assert told.state.order == ("orcs", "elves", "ogre", "dwarves")
    assert told.state.phase == "slots"


def test_fl_11_equals_roll_again_without_modifiers_until_they_differ() -> None:
    state = all_sides()
    dice = {"orcs": [1], "elves": [3], "dwarves": [10], "ogre": [2]}
    answers = {f"FL-11/initiative/{side}": die for side, die in dice.items()}
    again = {"tie 1/orcs": 6, "tie 1/elves": 6, "tie 2/orcs": 2, "tie 2/elves": 9}
    told = part(state, roll(state), {**answers, **{f"FL-11/{step}": [die] for step, die in again.items()}})
    assert told.state.order == ("dwarves", "elves", "orcs", "ogre")
    assert [(event.side, event.die) for event in told.all(e.TieRolled)] == [
        ("orcs", 6),
        ("elves", 6),
        ("orcs", 2),
        ("elves", 9),
    ]


def test_fl_11_a_tie_lasts_as_long_as_the_dice_are_equal() -> None:
    state = all_sides()
    answers = {
        f"FL-11/initiative/{side}": [die] for side, die in {"orcs": 1, "elves": 3, "dwarves": 10, "ogre": 2}.items()
    }
    ties = 1_500
    equal = {f"FL-11/tie {again}/{side}": [5] for again in range(1, ties) for side in ("orcs", "elves")}
    last = {f"FL-11/tie {ties}/orcs": [9], f"FL-11/tie {ties}/elves": [1]}
    told = part(state, roll(state), {**answers, **equal, **last})
    assert told.state.order == ("dwarves", "orcs", "elves", "ogre")
    assert len(told.all(e.TieRolled)) == 2 * ties


def test_fl_11_the_best_chooses_any_slot_and_the_last_gets_what_is_left() -> None:
    state = position(
        {"noaks": (45, 5), "soutie": (45, 85)}, "slots", order=("elves", "orcs"), declared={"noaks": "walk"}
    )
    state = replace(state, slots=("", ""))
    assert offered(state, "orcs") == {}
    assert offered(state, "elves")["take-slot:elves"]["slot"].values == (1, 2)
    told = do(state, "elves", "take-slot:elves", slot=2)
    assert told.state.slots == ("orcs", "elves")
    assert told.state.phase == "move"
    assert "move:noaks" in offered(told.state, "orcs")
    assert offered(told.state, "elves") == {}
