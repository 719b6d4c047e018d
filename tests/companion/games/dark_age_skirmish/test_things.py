"""What options say of boats, animals, wagons and the wind, and every fault in a sentence."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.games.dark_age_skirmish.bands import READY
from companion.games.dark_age_skirmish.boats import Wind
from companion.games.dark_age_skirmish.things import MOST, read_things

BANDS = {"vikings": READY["vikings"], "fyrd": READY["fyrd"]}
ALL: dict[str, Any] = {
    "boats": {"swan": {"kind": "longship", "crew": ["svein", "ulf"]}, "punt": "rowing boat"},
    "animals": {"sow": "pig", "ewe": "sheep"},
    "penned": ["ewe"],
    "wagons": {"cart": "fyrd"},
    "wind": {"strength": "light", "to": "north"},
}


def test_without_any_there_are_none() -> None:
    things = read_things({}, BANDS)
    assert things.names == () and things.wind == Wind()


def test_all_of_it() -> None:
    things = read_things(ALL, BANDS)
    assert things.names == ("swan", "punt", "sow", "ewe", "cart")
    assert things.crews == {"swan": ("svein", "ulf")}
    assert things.wind == Wind("light", math.pi / 2)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"boats": ["punt"]}, "boats: write"),
        ({"boats": {"punt": 3}}, "boats, punt: write its kind"),
        ({"boats": {"punt": {"kind": "longship", "sail": "red"}}}, "boats, punt: write its kind"),
        ({"boats": {"punt": "raft"}}, "boats, punt: 'raft' is none of rowing boat, longship"),
        ({"boats": {"The Punt": "longship"}}, "'The Punt' must be small letters"),
        ({"boats": {"punt": {"kind": "longship", "crew": "svein"}}}, "the crew is a list of people"),
        ({"boats": {"punt": {"kind": "longship", "crew": ["nobody"]}}}, "'nobody' is nobody who plays"),
        (
            {"boats": {n: {"kind": "longship", "crew": ["ulf"]} for n in ("a", "b")}},
            "boats, b: 'ulf' is nobody who plays, or sits elsewhere",
        ),
        (
            {"boats": {"punt": {"kind": "rowing boat", "crew": ["svein", "ulf", "hakon", "leif"]}}},
            "a rowing boat carries 3 people",
        ),
        ({"animals": {"rex": "dog"}}, "animals, rex: 'dog' is none of pig, sheep, cow, goat"),
        ({"animals": {f"a{n}": "pig" for n in range(MOST + 1)}}, "of at most 12"),
        ({"animals": {"sow": "pig"}, "penned": ["ewe"]}, "penned: a list of animals"),
        ({"animals": {"sow": "pig"}, "penned": "sow"}, "penned: a list of animals"),
        ({"animals": {"svein": "pig"}}, "animals: the name 'svein' is there already"),
        ({"animals": {"aelfric-mounted": "pig"}}, "the name 'aelfric-mounted' is there already"),
        ({"boats": {"sow": "longship"}, "animals": {"sow": "pig"}}, "animals: the name 'sow' is there already"),
        ({"wagons": {"cart": "peasants"}}, "wagons, cart: 'peasants' is none of vikings, fyrd"),
        ({"wind": "light"}, "wind: write"),
        ({"wind": {"strength": "gale"}}, "wind, strength: 'gale' is none of none, light, moderate, strong"),
        ({"wind": {"to": "up"}}, "wind, to: 'up' is none of east"),
    ],
)
def test_faults(data: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as fault:
        read_things(data, BANDS)
    assert said in str(fault.value)
