"""The dice box: asked or by its button, once for each question, and never by being held."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from firmware_bridge.firmware.dicebox import KEPT_ANSWERS, shown
from tests.firmware_bridge.firmware.programs import Bench

COMBAT = [0, 0, 1, 1, 1, 2]


def roll(number: int, start: str = "button", dice: tuple[int, ...] = (0, 0, 0)) -> dict[str, Any]:
    return {"m": "roll", "id": number, "start": start, "faces": [COMBAT], "dice": list(dice)}


PRESS: tuple[str | int, ...] = ("press 120", 1000)


def test_asked_it_waits_for_the_button() -> None:
    bench = Bench("dice")
    assert bench.run(500, roll(7), 3000) == []
    assert bench.shown[-2][:3] == ["blue", "blue", "blue"] or bench.shown[-1][:3] == ["blue", "blue", "blue"]
    (answer,) = bench.run(*PRESS)
    assert (answer["id"], answer["how"], len(answer["faces"])) == (7, "asked", 3)
    assert answer["values"] == [COMBAT[face - 1] for face in answer["faces"]]
    assert bench.lights[:3] == shown(answer["values"])


def test_asked_it_rolls_at_once() -> None:
    (answer,) = Bench("dice").run(500, roll(7, "now"), 1000)
    assert (answer["id"], answer["how"]) == (7, "asked")


def test_a_press_nobody_asked_for_is_offered() -> None:
    bench = Bench("dice")
    (ten,) = bench.run(500, *PRESS)
    assert (ten["id"], ten["how"]) == (0, "button") and 1 <= ten["values"][0] <= 10
    bench.run(roll(7, "now"), 1000)
    (again,) = bench.run(*PRESS)
    assert again["id"] == 0 and len(again["values"]) == 3  # the last dice again


@pytest.mark.parametrize(
    "story",
    [("press 2000", 4000), ("press 20", 1000), ("press 60000", 62000), ("bump", 2000), ("shake 3000", 5000), (60000,)],
    ids=["held", "bounced", "gripped for a minute", "bumped", "picked up and shaken", "left alone"],
)
@pytest.mark.parametrize("asked", [False, True])
def test_what_is_no_roll(story: tuple[Any, ...], asked: bool) -> None:
    """An electronic die must not report rolls while it is merely held."""
    assert Bench("dice").run(500, *([roll(7)] if asked else []), *story) == []


def test_the_same_question_has_the_same_answer() -> None:
    bench = Bench("dice")
    (answer,) = bench.run(500, roll(7), *PRESS)
    assert bench.run(roll(7), 100) == [answer]
    assert bench.run(roll(7, "now"), 100) == [answer]
    answers = [bench.run(roll(n, "now"), 100)[0] for n in range(10, 10 + KEPT_ANSWERS)]
    assert [bench.run(roll(n, "now"), 100)[0] for n in range(10, 10 + KEPT_ANSWERS)] == answers


def test_cancelled_and_replaced_questions_are_not_answered() -> None:
    bench = Bench("dice")
    bench.run(500, roll(7), {"m": "cancel", "id": 6}, 100)
    assert bench.run({"m": "cancel", "id": 7}, *PRESS)[0]["id"] == 0
    assert [one["id"] for one in bench.run(roll(8), roll(9), *PRESS, *PRESS)] == [9, 0]


def test_all_faces_come() -> None:
    bench, faces = Bench("dice"), Counter[int]()
    for n in range(300):
        faces.update(bench.run(roll(n + 1, "now", (0,) * 4), 5)[0]["faces"])
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert max(faces.values()) < 2 * min(faces.values())


@pytest.mark.parametrize(
    ("values", "lights"),
    [([3], ["green"] * 3), ([0], []), ([0, 1, 2, 5], ["white", "yellow", "red", "red"]), ([], [])],
)
def test_what_the_lights_say(values: list[int], lights: list[str]) -> None:
    assert shown(values) == lights
