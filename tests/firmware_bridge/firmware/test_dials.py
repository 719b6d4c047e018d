"""The dials board: settled values, faults, lights, zeros."""

from __future__ import annotations

from typing import Any

import pytest

from tests.firmware_bridge.firmware.programs import Bench


def show(what: str, at: int, colour: str = "red", value: int = 0) -> dict[str, Any]:
    return {"m": "show", "what": what, "at": at, "colour": colour, "value": value}


def settled(*values: int) -> Bench:
    bench = Bench("dials")
    bench.run(*[f"dial {n + 1} {value}" for n, value in enumerate(values)], 1000)
    return bench


def test_each_dial_tells_where_it_rests() -> None:
    bench = settled(1, 2, 3, 8)
    assert bench.told == [{"m": "dial", "at": n + 1, "value": value} for n, value in enumerate((1, 2, 3, 8))]
    assert bench.run("dial 2 0", 1000) == [{"m": "dial", "at": 2, "value": 0}]
    assert bench.run("turn 2 230", 1000, "dial 2 0", 1000) == []


def test_a_new_host_is_told_all_and_a_known_one_nothing() -> None:
    bench = settled(1, 2, 3, 4)
    bench.told.clear()
    bench.program.greeted(bench, False)
    assert bench.told == []
    bench.program.greeted(bench, True)
    assert [(one["at"], one["value"]) for one in bench.told] == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize(("words", "code"), [("magnet 3 off", "magnet")])
def test_a_fault_is_told_once_when_it_lasts(words: str, code: str) -> None:
    bench = settled(1, 2, 3, 4)
    assert bench.run(words, 500, "magnet 3 on", 1000) == []
    (error,) = bench.run(words, 5000)
    assert (error["m"], error["code"], error["at"]) == ("error", code, 3)
    assert bench.lights[2] in ("red", "off") and bench.lights[0] == "white"
    assert bench.run("magnet 3 on", 1000) == [{"m": "dial", "at": 3, "value": 3}]


def test_all_sensors_gone() -> None:
    bench = settled(0, 0, 0, 0)
    errors = bench.run("sensor off", 3000)
    assert [(one["code"], one["at"]) for one in errors] == [("sensor", at) for at in (1, 2, 3, 4)]


def test_what_a_dial_should_read_is_shown_until_it_does_or_is_accepted() -> None:
    bench = settled(5, 5, 5, 5)
    bench.run(show("colour", 1, "blue"), show("colour", 2, "green"), 100)
    assert bench.lights == ["blue", "green", "white", "white"]
    bench.shown.clear()
    bench.run(show("should", 1, value=3), show("should", 2, value=5), 2000)
    assert {one[0] for one in bench.shown} == {"blue", "off"} and {one[1] for one in bench.shown} == {"green"}
    bench.run("dial 1 3", 1000)
    bench.shown.clear()
    bench.run(2000)
    assert bench.shown == []
    bench.run("dial 1 4", 2000)
    assert {one[0] for one in bench.shown} == {"blue", "off"}
    bench.run(show("accept", 1), 100)
    bench.shown.clear()
    bench.run(2000)
    assert bench.shown == []
    bench.run(show("colour", 1, "cyan"), 100)
    assert bench.lights[0] == "cyan"


def test_blink_finds_one_dial_or_all() -> None:
    bench = settled(0, 0, 0, 0)
    bench.shown.clear()
    bench.run(show("blink", 2), 1000)
    assert {tuple(one) for one in bench.shown} == {("white", "off", "white", "white"), ("white",) * 4}
    bench.run(5000, show("off", 0), 100)
    assert bench.lights == ["off"] * 4


def test_holding_the_button_makes_where_they_stand_zero() -> None:
    bench = settled(2, 3, 4, 5)
    bench.run("press 4000", 5000)
    (zeros,) = bench.kept
    assert [round(zero / 4096 * 9) for zero in zeros] == [2, 3, 4, 5]
    assert [one["value"] for one in bench.told[-4:]] == [0, 0, 0, 0]
    assert bench.run("press 500", 2000) == [] and len(bench.kept) == 1
