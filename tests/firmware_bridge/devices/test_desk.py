"""All devices together: coming, going, and messages that are not theirs."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge.devices.desk import Desk, put, take
from firmware_bridge.devices.dials import Dials, expect
from firmware_bridge.devices.happenings import DialTurned, DiceRolled, OrderDrawn, Trouble, Unused
from firmware_bridge.devices.mace import Mace, Question, arm
from firmware_bridge.devices.tally import Tally, counted
from firmware_bridge.link.events import Arrived, Gone, Live, NotDone, Said
from tests.firmware_bridge.samples import SAMPLES


def came(name: str, kind: str, is_new_boot: bool = False) -> Arrived:
    return Arrived(name, kind, "0B0B00BB", "1.0", "port", is_new_boot, 0.0)


def said(name: str, word: str, **more: Any) -> Said:
    return Said(name, "0B0B00BB", 1, {**SAMPLES[word], **more}, 0.0)


def desk() -> Desk:
    one = Desk()
    for name, kind in (("mace-1", "mace"), ("dials-1", "dials"), ("dice-1", "dice")):
        one = take(one, came(name, kind)).desk
    return one


def test_devices_stay_when_they_go_and_are_told_again_when_they_come() -> None:
    one = put(desk(), "mace-1", arm(desk().boards["mace-1"], Question(7, 1, ("red", "blue")))).desk  # type: ignore[arg-type]
    away = take(one, Gone("mace-1", "pulled", 1.0)).desk
    assert away.there == {"dials-1", "dice-1"} and "mace-1" in away.boards
    assert put(away, "mace-1", arm(away.boards["mace-1"], Question(8, 1, ("red", "blue")))).messages == ()  # type: ignore[arg-type]
    back = take(away, came("mace-1", "mace"))
    assert [(name, message["id"]) for name, message in back.messages] == [("mace-1", 7)]
    assert (back.desk.first(Mace), away.first(Mace)) == ("mace-1", None)


def test_what_a_dial_says_changes_that_dial() -> None:
    turn = take(desk(), said("dials-1", "dial"))
    assert turn.happenings == (DialTurned("dials-1", 4, 8, None),)
    board = turn.desk.boards["dials-1"]
    assert isinstance(board, Dials) and board.dial(4).value == 8
    assert put(turn.desk, "dials-1", expect(board, 4, 3)).messages[0][0] == "dials-1"


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (said("mace-1", "dial"), Unused),
        (said("dials-1", "result"), Unused),
        (said("dice-1", "result"), Unused),
        (Live("dials-1", SAMPLES["live"], 0.0), Unused),
        (said("mace-1", "error"), Trouble),
        (said("dials-1", "error"), Trouble),
        (said("dice-1", "dropped"), Trouble),
        (NotDone("mace-1", SAMPLES["arm"], "It went away.", 0.0), Unused),
    ],
)
def test_what_is_out_of_place_is_told(event: Any, kind: type) -> None:
    assert [type(one) for one in take(desk(), event).happenings] == [kind]


def test_live_and_unknown_devices() -> None:
    turn = take(desk(), Live("mace-1", SAMPLES["live"], 0.0))
    board = turn.desk.boards["mace-1"]
    assert isinstance(board, Mace) and (board.stage, board.level) == ("shaking", 40)
    assert take(desk(), said("nobody", "dial")).desk == desk()


def test_a_device_that_changed_its_kind_is_another_one() -> None:
    assert isinstance(take(desk(), came("mace-1", "dials")).desk.boards["mace-1"], Dials)


def test_the_tally() -> None:
    tally = Tally()
    for n in range(80):
        tally = counted(tally, OrderDrawn("m", n, n, (("red", "blue"), ("blue", "red", "green"))[n % 2]))
        tally = counted(tally, DiceRolled("d", n, (n % 6 + 1, 10), (0, 10)), (6, 10))
    assert tally.firsts == {"red": 40, "blue": 40}
    assert tally.shares["green"] == pytest.approx(40 / 3) and tally.shares["red"] == pytest.approx(20 + 40 / 3)
    assert tally.of_firsts().verdict == "odd"  # green was never first
    assert tally.faces[6] == (14, 14, 13, 13, 13, 13) and tally.of_faces(6).verdict == "fine"
    assert tally.of_faces(20).verdict == "too few" and Tally().of_firsts().verdict == "too few"
