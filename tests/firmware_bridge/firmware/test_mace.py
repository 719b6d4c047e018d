"""The mace: one question, one result; nothing else is a result."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.firmware_bridge.firmware.programs import Bench

COLOURS = ["red", "blue", "green"]


def arm(number: int = 1, in_round: int = 1, colours: list[str] = COLOURS) -> dict[str, Any]:
    return {"m": "arm", "id": number, "round": in_round, "colours": colours}


SHAKE: tuple[str | int, ...] = ("shake 1500", 4000)


def test_armed_shaken_and_held_still_it_draws_once() -> None:
    bench = Bench("mace")
    (result,) = bench.run(500, arm(7, 3), 500, *SHAKE)
    assert (result["m"], result["id"], result["round"]) == ("result", 7, 3)
    assert sorted(result["order"]) == sorted(COLOURS)
    assert bench.lights == [*result["order"], "off"]
    told = [one["what"] for one in bench.lively]
    assert [one for one, before in zip(told, [None, *told], strict=False) if one != before] == [
        "armed",
        "shaking",
        "settling",
        "drawn",
    ]
    assert max(one["level"] for one in bench.lively) > 50
    assert bench.run(*SHAKE, *SHAKE, "bump", 2000) == []


@pytest.mark.parametrize(
    "story",
    [
        (500, *SHAKE),
        (500, arm(), "bump", 3000, "bump", 3000),
        (500, arm(), "carry 20000", 22000),
        (500, arm(), "shake 600", 4000),
        (500, arm(), "shake 2500", 2000, "lay", 20000),
        (500, arm(), "shake 1500", 1000, {"m": "cancel", "id": 1}, 4000),
        (500, arm(), "shake 1500", 1000, "sensor off", 10000),
        (500, *SHAKE, arm(), 4000),
    ],
    ids=["not armed", "bumped", "carried", "too short", "laid down", "cancelled", "sensor gone", "shaken before"],
)
def test_what_is_no_result(story: tuple[Any, ...]) -> None:
    assert [one for one in Bench("mace").run(*story) if one["m"] == "result"] == []


@pytest.mark.parametrize("colours", [["red", "blue"], COLOURS, [*COLOURS, "yellow"]])
def test_two_to_four_heroes(colours: list[str]) -> None:
    (result,) = Bench("mace").run(500, arm(1, 1, colours), *SHAKE)
    assert sorted(result["order"]) == sorted(colours)


def test_asked_again_with_the_same_id_it_says_the_same() -> None:
    bench = Bench("mace")
    (result,) = bench.run(500, arm(), *SHAKE)
    assert bench.run(arm(), 100) == [result]
    assert bench.run(*SHAKE) == []


def test_armed_again_with_the_same_id_in_the_middle_of_a_shake_it_goes_on() -> None:
    bench = Bench("mace")
    assert len(bench.run(500, arm(), "shake 1500", 700, arm(), 4000)) == 1


def test_a_new_question_makes_the_old_one_void() -> None:
    bench = Bench("mace")
    (result,) = bench.run(500, arm(1), "shake 1500", 700, arm(2), 100, *SHAKE)
    assert result["id"] == 2


def test_orders_differ_from_shake_to_shake() -> None:
    orders = Counter()
    bench = Bench("mace")
    bench.run(500)
    for n in range(60):
        (result,) = bench.run(arm(n + 1), "shake 1300", 2800)
        orders[tuple(result["order"])] += 1
    assert len(orders) == 6


def test_a_sensor_that_fails_is_told_once_and_tried_again() -> None:
    bench = Bench("mace")
    (error,) = bench.run(500, arm(), "sensor off", 9000)
    assert (error["m"], error["code"]) == ("error", "sensor")
    assert ["red", "off", "off", "off"] in bench.shown
    (result,) = bench.run("sensor on", 3000, *SHAKE)
    assert result["m"] == "result"


def test_what_the_lights_say() -> None:
    bench = Bench("mace")
    bench.run(500)
    assert bench.lights in ([], ["off"] * 4)
    bench.run(arm(), 3000)
    assert {tuple(one) for one in bench.shown[1:]} == {("red", "blue", "green", "off"), ("off",) * 4}
    bench.run({"m": "show", "what": "blink", "at": 0, "colour": "red", "value": 0}, 1000)
    assert ["white"] * 4 in bench.shown
