"""Why a figure may not shoot, or not there, and why it cannot charge (FL-30, FL-31)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.flintloque.state import State
from tests.companion.games.flintloque.scene import figure, position, refusal

SCENE = {
    "schneider": (75, 10),
    "oswold": (20, 20),
    "noaks": (30, 30),
    "purvis": (60, 10),
    "soutie": (30, 55),
    "sweepe": (60, 85),
}
FIRE = {"noaks": "fire", "purvis": "fire"}
CONTACT = {**SCENE, "soutie": (30, 32), "hassle": (80, 45)}


def firing(**changes: Any) -> State:
    return figure(position(SCENE, "fire", declared=FIRE), "noaks", **changes)


def met(*fights: tuple[str, str, int], **changes: Any) -> State:
    return figure(position(CONTACT, "fire", declared=FIRE, fights=fights), "noaks", **changes)


@pytest.mark.parametrize(
    ("state", "target", "said", "rule"),
    [
        (firing(carries="dead-dwarf"), "soutie", "Noaks has its hands full.", "FL-24"),
        (firing(loaded=()), "soutie", "Noaks has nothing loaded.", "FL-30"),
        (firing(moved="run"), "soutie", "Noaks has run in this turn.", "FL-30"),
        (firing(victim="soutie"), "soutie", "Noaks has charged in this turn.", "FL-30"),
        (firing(limit="B"), "soutie", "Noaks may not, after its Morale Check.", "FL-18"),
        (firing(declared="walk"), "soutie", "Noaks has not declared fire.", "FL-7"),
        (firing(where="dead"), "soutie", "Noaks is not on the table.", "FL-30"),
        (met(("soutie", "noaks", 1)), "soutie", "Noaks is engaged, and may shoot at a charger only.", "FL-30"),
        (firing(), "purvis", "Noaks does not shoot at Purvis: they are of one side.", "FL-30"),
        (firing(), "sweepe", "Noaks does not shoot at Sweepe: 60.6 cm is out of range.", "FL-25"),
        (
            firing(limit="C"),
            "soutie",
            "Noaks does not shoot at Soutie: it may only shoot at enemies who come nearer.",
            "FL-18",
        ),
        (
            figure(firing(), "soutie", carries="oswold"),
            "soutie",
            "Noaks does not shoot at Soutie: the Orcs spare whoever carries Oswold.",
            "FL-45",
        ),
        (
            figure(met(("soutie", "oswold", 1)), "soutie", x_mm=200.0, y_mm=220.0),
            "soutie",
            "Noaks does not shoot at Soutie: Oswold would be in the line of fire.",
            "FL-30",
        ),
    ],
)
def test_a_shot_is_refused_with_its_reason(state: State, target: str, said: str, rule: str) -> None:
    found = refusal(state, "orcs", "fire:orcs", noaks=target, purvis="hold fire")
    assert (found.reason, found.rule) == (said, rule)


def test_fl_8_aimed_fire_is_refused_to_who_has_not_aimed() -> None:
    state = figure(position(SCENE, "aimed"), "purvis", aim="set")
    found = refusal(state, "orcs", "aimed-fire:orcs", purvis="schneider", noaks="soutie")
    assert (found.reason, found.rule) == ("Noaks has not aimed, or has lost its aim.", "FL-8")


@pytest.mark.parametrize(
    ("changes", "target", "said", "rule"),
    [
        ({}, "purvis", "Noaks does not charge Purvis, who is of its own side.", "FL-31"),
        ({}, "sweepe", "Noaks's walk does not reach Sweepe, or there is no room beside him.", "FL-31"),
        ({"left": ("hassle",)}, "hassle", "Noaks has just broken off from Hassle.", "FL-34"),
    ],
)
def test_fl_31_a_charge_is_refused_with_its_reason(changes: dict[str, Any], target: str, said: str, rule: str) -> None:
    scene = {**SCENE, "soutie": (30, 40), "hassle": (30, 22)}
    state = figure(position(scene, declared={"noaks": "walk"}), "noaks", **changes)
    found = refusal(state, "orcs", "charge:noaks", target=target)
    assert (found.reason, found.rule) == (said, rule)
