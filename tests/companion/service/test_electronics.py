"""The electronics at the table: questions, answers from devices, phones and the companion, heroes and their dials."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.service.device_models import DeviceCommand, Done
from companion.service.electronics import DO, Electronics
from companion.service.models import Fault
from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Live, NotDone, Said
from firmware_bridge.link.standing import Standing
from firmware_bridge.wire.messages import check

KINDS = {"mace-1": "mace", "mace-2": "mace", "dials-1": "dials", "dice-1": "dice"}


class FakeBoards:
    """Devices that only remember what they were told."""

    def __init__(self, sink: Callable[[LinkEvent], None]) -> None:
        self.sink = sink
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.here: set[str] = set()
        self.all: dict[str, Standing] = {}
        self.numbers = 0

    def start(self) -> None: ...

    def stop(self, wait_s: float = 1.0) -> None: ...

    def send(self, device: str, message: dict[str, Any]) -> bool:
        check(message)
        if device in self.here:
            self.told.append((device, message))
        return device in self.here

    def standings(self) -> list[Standing]:
        return [self.all[name] for name in sorted(self.all)]

    def ports(self) -> dict[str, str]:
        return {"/dev/ttyACM9": "Not one of ours."}

    def dump(self, device: str) -> list[str]:
        return ["one", "two"] if device in self.here else []

    def come(self, name: str, is_new_boot: bool = False) -> None:
        arrived = Arrived(name, KINDS[name], "0B0B00BB", "1.0", "p", is_new_boot, 5.0)
        self.here.add(name)
        self.all[name] = Standing.of(arrived, self.all.get(name))
        self.sink(arrived)

    def go(self, name: str) -> None:
        self.here.discard(name)
        self.all[name] = self.all[name].left("The cable was pulled.", 6.0)
        self.sink(Gone(name, "The cable was pulled.", 6.0))

    def say(self, device: str, **message: Any) -> None:
        check(message)
        self.numbers += 1
        self.sink(Said(device, "0B0B00BB", self.numbers, message, 7.0))


class Table:
    """Electronics with fake boards, spoken to as a phone does."""

    def __init__(self, tmp_path: Path) -> None:
        made: list[FakeBoards] = []

        def make(sink: Callable[[LinkEvent], None]) -> FakeBoards:
            made.append(FakeBoards(sink))
            return made[0]

        self.electronics = Electronics(make, names_path=tmp_path / "kept" / "names.json")
        self.boards = made[0]
        self.woken = 0
        self.electronics.wake = self._woken

    def _woken(self) -> None:
        self.woken += 1

    def do(self, **command: Any) -> Done | Fault:
        return self.electronics.do(msgspec.convert(command, DeviceCommand))

    @property
    def view(self) -> Any:
        return self.electronics.view()

    def told(self, device: str) -> list[Any]:
        return [message for name, message in self.boards.told if name == device]

    @property
    def news(self) -> str:
        return " | ".join(one.sentence for one in self.view.news)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    one = Table(tmp_path)
    for name in KINDS:
        one.boards.come(name)
    one.boards.told.clear()
    return one


def ask(table: Table) -> int:
    table.do(do="ask_order", round=3, colours=["red", "blue"])
    return int(table.view.order.id)


def test_every_command_is_done() -> None:
    assert set(DO) == set(DeviceCommand.__args__)


def test_every_mace_is_armed_and_the_first_answer_counts(table: Table) -> None:
    number = ask(table)
    assert [one["m"] for one in table.told("mace-1") + table.told("mace-2")] == ["arm", "arm"]
    table.boards.say("mace-2", m="result", id=number, round=3, order=["blue", "red"])
    assert (table.view.order.order, table.view.order.by) == (["blue", "red"], "mace-2")
    assert table.told("mace-1")[-1] == {"m": "cancel", "id": number}
    table.boards.say("mace-1", m="result", id=number, round=3, order=["red", "blue"])
    assert table.view.order.order == ["blue", "red"] and "Round 3 is closed" in table.news
    assert table.view.fairness[0].counts == {"blue": 1, "red": 0}


@pytest.mark.parametrize(("order", "by"), [(["blue", "red"], "phone"), ([], "companion")])
def test_a_phone_or_the_companion_answers_in_its_place(table: Table, order: list[str], by: str) -> None:
    number = ask(table)
    assert table.do(do="order", id=number, order=order) == Done()
    assert sorted(table.view.order.order) == ["blue", "red"] and table.view.order.by == by
    assert [one["m"] for one in table.told("mace-1")] == ["arm", "cancel"]
    assert isinstance(table.do(do="order", id=number, order=order), Fault)


def test_a_mace_that_comes_late_or_again_is_armed(table: Table) -> None:
    table.boards.go("mace-1")
    number = ask(table)
    table.boards.come("mace-1")
    assert [one["id"] for one in table.told("mace-1")] == [number]
    table.boards.go("mace-1")
    table.boards.come("mace-1", True)
    assert [one["id"] for one in table.told("mace-1")] == [number] * 2
    table.do(do="close", id=number)
    assert table.view.order is None and table.told("mace-1")[-1]["m"] == "cancel"


def test_power_lost_in_the_middle_of_a_shake_is_told(table: Table) -> None:
    ask(table)
    table.boards.sink(Live("mace-1", {"m": "live", "what": "shaking", "level": 50}, 5.0))
    assert next(one for one in table.view.devices if one.id == "mace-1").level == 50
    table.boards.go("mace-1")
    table.boards.come("mace-1", True)
    assert "shake it again" in table.news


def test_dice_are_asked_rolled_typed_and_offered(table: Table) -> None:
    table.do(do="ask_roll", faces=[0, 0, 1, 2], count=2)
    number = table.view.roll.id
    assert table.told("dice-1")[0]["faces"] == [[0, 0, 1, 2]]
    table.boards.say("dice-1", m="rolled", id=0, how="button", faces=[4], values=[4])
    assert table.view.roll.values == [] and "take it or leave it" in table.news
    table.boards.say("dice-1", m="rolled", id=number, how="asked", faces=[4, 1], values=[2, 0])
    assert (table.view.roll.values, table.view.roll.by) == ([2, 0], "dice-1")
    assert table.view.fairness[0].counts == {"1": 1, "2": 0, "3": 0, "4": 1}
    table.do(do="ask_roll", faces=[0, 0, 1, 2], count=2)
    number = table.view.roll.id
    for wrong in ([1], [1, 3], [1, 1, 1]):
        assert isinstance(table.do(do="roll", id=number, values=wrong), Fault)
    table.do(do="roll", id=number, values=[1, 2])
    assert (table.view.roll.values, table.view.roll.by) == ([1, 2], "phone")
    table.do(do="ask_roll", faces=[7, 9], count=1)
    table.do(do="roll", id=table.view.roll.id)
    assert table.view.roll.values[0] in (7, 9) and table.view.roll.by == "companion"


def test_dial_and_game_differ_until_it_is_settled(table: Table) -> None:
    table.do(do="hero", colour="red", name="Ansel", device="dials-1", at=2)
    assert table.told("dials-1")[-1]["colour"] == "red"
    table.boards.say("dials-1", m="dial", at=2, value=6)
    (hero,) = table.view.heroes
    assert (hero.points, hero.dial, hero.disagrees) == (None, 6, False)
    assert "Ansel's dial stands at 6" in table.news
    table.do(do="points", colour="red", points=4)
    assert table.view.heroes[0].disagrees and table.told("dials-1")[-1]["what"] == "should"
    table.do(do="accept", colour="red", take=False)
    assert not table.view.heroes[0].disagrees and table.view.heroes[0].points == 4
    table.do(do="points", colour="red", points=3)
    assert table.view.heroes[0].disagrees
    table.do(do="accept", colour="red", take=True)
    assert (table.view.heroes[0].points, table.view.heroes[0].disagrees) == (6, False)
    table.do(do="drop_hero", colour="red")
    assert table.view.heroes == []


def test_a_dial_belongs_to_one_hero(table: Table) -> None:
    for colour in ("red", "blue"):
        table.do(do="hero", colour=colour, device="dials-1", at=1)
    assert [(one.colour, one.device) for one in table.view.heroes] == [("red", None), ("blue", "dials-1")]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "blink", "device": "nobody"}, "not_connected"),
        ({"do": "rename", "device": "nobody", "name": "x"}, "unknown_device"),
        ({"do": "points", "colour": "red", "points": 3}, "bad_command"),
        ({"do": "accept", "colour": "red", "take": True}, "bad_command"),
        ({"do": "ask_order", "round": 1, "colours": ["red", "red"]}, "bad_command"),
        ({"do": "order", "id": 1}, "not_open"),
        ({"do": "roll", "id": 1}, "not_open"),
        ({"do": "twin", "kind": "mace", "words": "shake 1500"}, "unknown_device"),
    ],
)
def test_what_cannot_be_done_is_said(table: Table, command: dict[str, Any], code: str) -> None:
    said = table.do(**command)
    assert isinstance(said, Fault) and said.code == code


def test_a_fifth_hero_and_a_wrong_order(table: Table) -> None:
    for colour in ("red", "blue", "green", "white"):
        assert table.do(do="hero", colour=colour) == Done()
    assert isinstance(table.do(do="hero", colour="cyan"), Fault)
    number = ask(table)
    assert isinstance(table.do(do="order", id=number, order=["red", "green"]), Fault)


def test_names_are_kept(table: Table, tmp_path: Path) -> None:
    table.do(do="rename", device="mace-1", name=" Old\x07 Mace ")
    again = Table(tmp_path)
    again.boards.come("mace-1")
    assert again.electronics.there() == ["Old Mace"]
    again.do(do="rename", device="mace-1", name="")
    assert again.electronics.there() == ["mace-1"]
    (tmp_path / "kept" / "names.json").write_text("[")
    assert Table(tmp_path).view.devices == []


def test_blink_and_what_was_not_done(table: Table) -> None:
    assert table.do(do="blink", device="dials-1", at=3) == Done("dials-1 blinks.")
    assert (table.told("dials-1")[0]["what"], table.told("dials-1")[0]["at"]) == ("blink", 3)
    table.boards.sink(NotDone("mace-1", {"m": "cancel", "id": 1}, "It went away.", 8.0))
    assert "mace-1, cancel: It went away." in table.news


def test_gone_is_shown_with_its_reason_and_everything_wakes_the_loop(table: Table) -> None:
    before = table.woken
    table.boards.go("dice-1")
    dice = next(one for one in table.view.devices if one.id == "dice-1")
    assert (dice.there, dice.why, dice.since_s) == (False, "The cable was pulled.", 6.0)
    assert table.woken == before + 1 and table.view is table.view
    assert table.view.ports == {"/dev/ttyACM9": "Not one of ours."}


def test_the_last_lines(table: Table) -> None:
    assert table.electronics.lines("mace-1") == "one\ntwo\n"
    assert isinstance(table.electronics.lines("nobody"), Fault)
