"""Sheets, options, and where figures begin (FL-1, FL-36 to FL-43)."""

from __future__ import annotations

import random
from typing import Any

import pytest
import shapely

from companion.games.flintloque import events as e
from companion.games.flintloque.game import GAME
from companion.games.flintloque.options import OPTIONS
from companion.games.flintloque.printed import CHARTS, NAMES, SCENARIOS, SIDES, STATS, about
from companion.games.flintloque.setting_up import cut_off, untyped
from companion.games.flintloque.state import State
from companion.games.flintloque.steps import D10, D100
from tests.companion.games.flintloque.scene import DRAWN, do, offered, refusal

SHEETS = {
    "oswold": (8, 4, "-", 3, 3),
    "noaks": (2, 0, -1, 3, 3),
    "purvis": (2, 0, -1, 3, 3),
    "singleturn": (2, 0, -1, 3, 3),
    "saquais": (8, 4, 2, 2, 2),
    "corbette": (3, 0, 1, 2, 2),
    "soutie": (1, 0, 1, 2, 2),
    "sweepe": (1, 0, 1, 2, 2),
    "soue": (1, 0, 1, 2, 2),
    "lescampe": (1, 0, 1, 2, 2),
    "schneider": (6, 4, 1, 3, 3),
    "schumaker": (6, 4, 1, 3, 3),
    "hassle": (8, 2, "-", 4, 4),
}
ALL_CUT = ("melee", "morale", "firing", "defence", "wounds")


def everybody(state: State, seed: int = 1) -> State:
    """All figures put somewhere in their zones."""
    rng = random.Random(seed)
    for seat in GAME.seats(state):
        while deploys := [o for o in offered(state, seat, DRAWN) if o.startswith("deploy")]:
            place = offered(state, seat, DRAWN)[deploys[0]]["at"].sample(rng)
            state = do(state, seat, deploys[0], {}, DRAWN, at=list(place)).state
    return state


@pytest.mark.parametrize("name", NAMES)
def test_fl_36_fl_37_fl_38_fl_39_the_sheets(name: str) -> None:
    chart = CHARTS["roster"]
    assert tuple(chart.cell(name, what).value for what in STATS) == SHEETS[name]


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("noaks", ()),
        ("singleturn", ("firing", "defence", "wounds")),
        ("sweepe", ("firing", "defence", "wounds")),
        ("soue", ALL_CUT),
        ("lescampe", ALL_CUT),
    ],
)
def test_fl_36_fl_37_lines_that_are_cut_off_are_marked(name: str, cut: tuple[str, ...]) -> None:
    assert cut_off(name) == cut


def test_fl_36_fl_37_they_may_be_typed_before_the_game() -> None:
    state = GAME.begin({"sheets": "typed"})
    assert {o for o in offered(state, "orcs") if o.startswith("type")} == {"type-sheet:singleturn"}
    told = do(state, "orcs", "type-sheet:singleturn", firing=0, defence=4, wounds=2)
    assert told.only(e.SheetTyped).rule == "FL-36"
    figure = told.state.figures["singleturn"]
    assert (figure.melee, figure.firing, figure.defence, figure.wounds) == (2, 0, 4, 2)
    assert "type-sheet:singleturn" not in offered(told.state, "orcs")
    assert refusal(state, "orcs", "type-sheet:singleturn", firing=0, defence=0, wounds=2).code == "field"
    assert {o for o in offered(state, "elves") if o.startswith("type")} == {
        "type-sheet:sweepe",
        "type-sheet:soue",
        "type-sheet:lescampe",
    }
    assert everybody(told.state).phase == "setup", "three lines are missing"


def test_fl_3_a_typed_line_is_the_sheet_s_and_what_was_learnt_is_added() -> None:
    records = {"singleturn": {"level": "average", "games": 0, "wounds": 2}}
    state = GAME.begin({"sheets": "typed", "records": records})
    told = do(state, "orcs", "type-sheet:singleturn", firing=-1, defence=3, wounds=2)
    figure = told.state.figures["singleturn"]
    assert (figure.melee, figure.morale, figure.firing, figure.defence) == (4, 2, 0, 3)
    assert (figure.wounds, figure.lost) == (2, 1), "who begins has a wound left"


@pytest.mark.parametrize(
    ("side", "arms"),
    [
        ("orcs", ["none", "bakur", "bakur", "bakur"]),
        ("elves", ["musket", "pistol", "musket", "musket", "musket", "musket"]),
        ("dwarves", ["jager", "jager"]),
        ("ogre", ["none"]),
    ],
)
def test_fl_40_arms(side: str, arms: list[str]) -> None:
    assert [about(name, "arms") for name in NAMES if about(name, "side") == side] == arms


def test_fl_1_dice_and_the_record_sheet() -> None:
    assert (D10[0], D10[-1], len(D10)) == (1, 10, 10)
    assert (D100[0], D100[-1], len(D100)) == (1, 100, 100)
    sheet = GAME.view(GAME.begin({}), DRAWN, "orcs")["figures"][0]
    assert {"checks", "declared", "lost", "wounds"} <= set(sheet)


def test_fl_41_each_begins_in_its_own_area_and_the_first_turn_follows_the_last_figure() -> None:
    state = everybody(GAME.begin({}))
    assert (state.phase, state.turn) == ("declare", 1)
    for figure in state.figures.values():
        x0, y0, x1, y1 = SCENARIOS["one"]["zones"][figure.side]
        assert x0 <= figure.x_mm <= x1 and y0 <= figure.y_mm <= y1
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
    scenario = SCENARIOS["one"]
    assert all(scenario["exits"][side] == opposite[scenario["homes"][side]] for side in SIDES)
    assert scenario["body"] == [450, 450]


def test_fl_43_river_bridge_and_five_woods() -> None:
    pieces = SCENARIOS["two"]["terrain"]
    assert sum(piece["kind"] == "trees" for piece in pieces) == 5
    water = shapely.union_all([shapely.Polygon(piece["outline"]) for piece in pieces if piece["kind"] == "water"])
    low, high = water.bounds[1], water.bounds[3]
    assert high - low == 100
    banks = sorted(part.bounds[0::2] for part in shapely.get_parts(water))
    assert banks[1][0] - banks[0][1] == 100
    assert everybody(GAME.begin({"scenario": "two"})).phase == "declare"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scenario": "three"}, "option scenario: 'three' is none of one, two"),
        ({"colour": "red"}, "option 'colour' is not known"),
        ({"seats": {"ann": "orcs"}}, "at least two sides"),
        ({"seats": {"ann": "orcs", "bob": "orcs"}}, "bob cannot play 'orcs'"),
        ({"seats": {"ann": "trolls", "bob": "orcs"}}, "ann cannot play 'trolls'"),
        ({"seats": {"ann": [], "bob": "orcs"}}, "'ann' plays no side"),
        ({"seats": [1]}, "each seat with its sides"),
        ({"seats": {"ann": "elves", "bob": "ogre"}, "scenario": "two"}, "somebody must play the orcs"),
    ],
)
def test_options_that_are_wrong_are_told(options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.begin(options)


def test_every_option_has_a_default_that_is_its_first() -> None:
    state = GAME.begin({})
    for name, values in OPTIONS.items():
        assert getattr(state.options, name) == next(iter(values))


LINE = {"firing": 0, "defence": 4, "wounds": 2}


def test_fl_36_a_line_that_was_typed_once_is_taken_from_the_book() -> None:
    state = GAME.begin({"sheets": "typed", "book": {"roster": {"singleturn": LINE}}})
    assert not {o for o in offered(state, "orcs") if o.startswith("type")}
    figure = state.figures["singleturn"]
    assert (figure.melee, figure.firing, figure.defence, figure.wounds) == (2, 0, 4, 2)
    assert untyped(state) == ("sweepe", "soue", "lescampe")
    ours = GAME.begin({"sheets": "inferred", "book": {"roster": {"singleturn": LINE}}})
    assert ours.figures["singleturn"].defence == 3, "a table that agreed on ours plays with ours"


def test_fl_3_of_the_books_line_too_what_was_learnt_is_added() -> None:
    records = {"singleturn": {"level": "average", "games": 0, "wounds": 0}}
    state = GAME.begin({"sheets": "typed", "records": records, "book": {"roster": {"singleturn": LINE}}})
    assert state.figures["singleturn"].firing == 1


def test_fl_36_half_a_line_in_the_book_is_still_asked_for() -> None:
    state = GAME.begin({"sheets": "typed", "book": {"roster": {"singleturn": {"firing": 0}}}})
    assert "type-sheet:singleturn" in offered(state, "orcs")


@pytest.mark.parametrize(
    ("book", "said"),
    [
        ({"roster": {"singleturn": {"defence": 0}}}, "no number from 1 to 6"),
        ({"roster": {"singleturn": {"defence": "three"}}}, "no number from 1 to 6"),
        ({"roster": {"singleturn": {"melee": 5}}}, "known and is not overwritten"),
        ({"roster": {"nobody": {"melee": 5}}}, "no cell"),
        ("all of it", "dict"),
    ],
)
def test_fl_36_a_book_that_is_wrong_is_told(book: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.begin({"sheets": "typed", "book": book})
