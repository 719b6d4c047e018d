"""What a record sheet says in words (FL-1, FL-14, FL-36, FL-37)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.flintloque.game import GAME
from companion.games.flintloque.sheet_notes import notes
from companion.games.flintloque.state import State
from tests.companion.games.flintloque.scene import OPEN, do, figure, position

SCENE = {"noaks": (30, 30), "soutie": (30, 32)}


def of(name: str, state: State | None = None, **changes: Any) -> list[str]:
    state = figure(state or position(SCENE), name, **changes)
    return notes(state, state.figures[name])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("noaks", ["melee +2", "morale +0", "firing \u22121", "defence 3"]),
        ("oswold", ["melee +8", "morale +4", "defence 3"]),
        ("singleturn", ["melee +2", "morale +0", "firing \u22121, inferred", "defence 3, inferred"]),
    ],
)
def test_fl_36_the_numbers_of_the_sheet_with_what_is_inferred(name: str, said: list[str]) -> None:
    assert of(name) == said


def test_fl_36_a_typed_line_is_yours() -> None:
    told = do(GAME.begin({"sheets": "typed"}), "orcs", "type-sheet:singleturn", firing=0, defence=4, wounds=2)
    assert of("singleturn", told.state) == ["melee +2", "morale +0", "firing +0, yours", "defence 4, yours"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, []),
        ({"marks": ("hit", "wounded")}, ["Morale Check for a wound"]),
        ({"limit": "D"}, ["freezes; it may only defend itself"]),
        ({"frozen": 2}, ["stays where it is"]),
        ({"ran": 1}, ["ran last turn"]),
        ({"ran": 2, "prone": True}, ["prone"]),
        ({"where": "dead", "marks": ("wounded",)}, []),
    ],
)
def test_fl_1_the_boxes_of_the_record_sheet(changes: dict[str, Any], said: list[str]) -> None:
    assert of("noaks", **changes)[4:] == said


def test_fl_31_fl_46_whom_it_fights_and_who_has_the_umbrella() -> None:
    assert of("noaks", position(SCENE, fights=(("noaks", "soutie", 0),)))[4:] == ["fights Soutie"]
    two = position({"oswold": (30, 30), "soutie": (50, 50)}, scenario="two")
    assert of("oswold", two)[3:] == ["has the umbrella"]
    assert GAME.view(two, OPEN, "orcs")["figures"][0]["notes"] == of("oswold", two)
