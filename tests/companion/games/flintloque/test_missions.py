"""What each side is after, and the end (FL-42, FL-44 to FL-47)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.flintloque.missions import ending, settle, verdict
from companion.games.flintloque.setting_up import MISSIONS
from companion.games.flintloque.state import State
from tests.companion.games.flintloque.scene import figure, part, position

ALL = {"oswold": (45, 5), "noaks": (40, 5), "saquais": (10, 20), "schneider": (85, 20), "hassle": (45, 85)}


def two(**where: Any) -> State:
    state = position(ALL, scenario="two")
    for name, place in where.items():
        state = figure(state, name, where=place)
    return state


def test_fl_42_everybody_wants_the_body() -> None:
    assert set(MISSIONS["one"].values()) == {"body"}
    state = position({"noaks": (45, 5), "soutie": (40, 85)})
    state = replace(figure(state, "noaks", where="left"), body=replace(state.body, carrier="noaks", gone=True))  # type: ignore[type-var]
    assert (verdict(state, "orcs"), verdict(state, "elves")) == ("done", "lost")
    assert part(state, settle(state)).state.end == ending(
        replace(state, settled={s: "done" if s == "orcs" else "lost" for s in state.options.sides})
    )


def test_fl_42_who_is_alone_on_the_field_has_it() -> None:
    state = position({"noaks": (45, 5)})
    assert verdict(state, "orcs") == "done"
    assert verdict(position({"noaks": (45, 5), "soutie": (40, 85)}), "orcs") == ""


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({}, ""),
        ({"oswold": "left", "noaks": "left"}, "done"),
        ({"oswold": "left"}, ""),
        ({"noaks": "left"}, ""),
        ({"oswold": "wet"}, "lost"),
        ({"oswold": "dead"}, "lost"),
        ({"oswold": "routed"}, "lost"),
        ({"noaks": "dead"}, "lost"),
        ({"oswold": "left", "hassle": "left"}, "lost"),
    ],
)
def test_fl_44_oswold_and_a_soldier_off_the_northern_edge(where: dict[str, str], said: str) -> None:
    assert verdict(two(**where), "orcs") == said


@pytest.mark.parametrize(
    ("where", "by", "said"),
    [
        ({}, "", ""),
        ({"oswold": "wet"}, "elves", "done"),
        ({"oswold": "wet"}, "", "lost"),
        ({"oswold": "left"}, "", "lost"),
        ({"saquais": "dead"}, "", "lost"),
    ],
)
def test_fl_45_oswold_thrown_in_by_an_elf(where: dict[str, str], by: str, said: str) -> None:
    assert verdict(replace(two(**where), wet_by=by), "elves") == said


@pytest.mark.parametrize(
    ("where", "umbrella", "said"),
    [
        ({}, "oswold", ""),
        ({}, "schneider", ""),
        ({"schneider": "left"}, "schneider", "done"),
        ({"schneider": "left"}, "oswold", "lost"),
        ({"schneider": "dead"}, "schneider", "lost"),
        ({"oswold": "left"}, "oswold", "lost"),
    ],
)
def test_fl_46_the_umbrella_off_the_northern_edge(where: dict[str, str], umbrella: str, said: str) -> None:
    assert verdict(replace(two(**where), umbrella=umbrella), "dwarves") == said


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({}, ""),
        ({"hassle": "left", "oswold": "left"}, "done"),
        ({"oswold": "left"}, "lost"),
        ({"hassle": "dead"}, "lost"),
    ],
)
def test_fl_47_oswold_carried_off(where: dict[str, str], said: str) -> None:
    assert verdict(two(**where), "ogre") == said


def test_fl_47_the_ogre_thrives_on_everybody_else_s_failure() -> None:
    lost = dict.fromkeys(("orcs", "elves", "dwarves", "ogre"), "lost")
    assert ending(replace(two(oswold="dead"), settled=lost)).winner == "ogre"
    nobody = ending(replace(two(oswold="dead", hassle="dead"), settled=lost))
    assert (nobody.winner, set(nobody.scores.values())) == ("nobody", {0})


def test_a_mission_is_settled_once_and_the_end_comes_when_all_are() -> None:
    state = two(oswold="dead")
    told = part(state, settle(state))
    assert dict(told.state.settled) == dict.fromkeys(("orcs", "elves", "dwarves", "ogre"), "lost")
    assert told.state.end is not None
    assert part(two(), settle(two())).events == ()


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ((), "Nobody got what he wanted"),
        (("orcs",), "The Orcs have what they were after"),
        (("ogre",), "The Ogre has what he was after"),
        (("orcs", "ogre"), "The Orcs and the Ogre have what they were after"),
    ],
)
def test_fl_42_the_end_says_who_has_what_he_was_after(done: tuple[str, ...], said: str) -> None:
    state = position({"noaks": (45, 5), "soutie": (40, 85)})
    how = {side: "done" if side in done else "lost" for side in state.options.sides}
    assert ending(replace(state, settled=how)).reason == said
