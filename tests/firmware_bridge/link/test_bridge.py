"""Devices on real pseudo-terminals and TCP ports: they come, go, change ports, restart, share ids, or are not ours."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import serial

from firmware_bridge.link.bridge import RESTS_S, Bridge
from firmware_bridge.link.events import Arrived, Gone, NotDone, Said
from firmware_bridge.link.finder import Finder
from firmware_bridge.link.memory import Memory
from firmware_bridge.simulator.outlet import PtyOutlet, TcpOutlet
from firmware_bridge.wire.lines import line_of
from firmware_bridge.wire.messages import WireFault, parse
from tests.firmware_bridge.boards import Board, Listening, Speaker
from tests.firmware_bridge.samples import SAMPLES, dial

KNOWN_WITHIN_S = 3.0
NOTICED_WITHIN_S = 2.0

Make = Callable[..., Any]


@pytest.fixture
def keep() -> Iterator[Make]:
    """Stops what it was handed at the end."""
    kept: list[Any] = []

    def hold(one: Any) -> Any:
        kept.append(one)
        return one

    yield hold
    for one in kept:
        one.stop()


def test_a_device_is_known_by_its_hello_and_its_events_arrive(keep: Make, tmp_path: Path) -> None:
    board = keep(Board(PtyOutlet(tmp_path / "port")))
    with Listening([str(tmp_path / "port")]) as ear:
        arrived = ear.wait_for(Arrived, within_s=KNOWN_WITHIN_S)
        assert (arrived.device, arrived.kind, arrived.firmware) == ("mace-1", "mace", "1.0")
        for value in (1, 2, 3):
            board.push(dial(value))
        ear.wait_for(Said, 3)
        assert ear.said() == [dial(1), dial(2), dial(3)]
        assert [one.number for one in ear.events if isinstance(one, Said)] == [1, 2, 3]
        assert ear.bridge.send("mace-1", SAMPLES["arm"])
        ear.wait(lambda _: board.heard == [SAMPLES["arm"]])
        (standing,) = ear.bridge.standings()
        assert standing.there and standing.resend_rate == 0 and time.time() - standing.heard_s < 2
    ear.wait(lambda _: not board.peer.together, within_s=1.0)  # it was told goodbye


def test_pulled_and_plugged_into_another_port(keep: Make, tmp_path: Path) -> None:
    """ttyACM0 becomes ttyACM1; what happened meanwhile arrives once."""
    board = keep(Board(PtyOutlet()))
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to(board.outlet.path)
    with Listening([str(first), str(second)]) as ear:
        ear.wait_for(Arrived, within_s=KNOWN_WITHIN_S)
        board.push(dial(1))
        ear.wait_for(Said)
        board.outlet.pull_after, pulled_s = 0, time.monotonic()
        ear.wait_for(Gone, within_s=NOTICED_WITHIN_S)
        assert time.monotonic() - pulled_s < NOTICED_WITHIN_S
        assert not ear.bridge.send("mace-1", SAMPLES["arm"])
        board.push(dial(2))
        first.unlink()
        board.outlet.plug()
        second.symlink_to(board.outlet.path)
        arrived = ear.wait_for(Arrived, 2, within_s=KNOWN_WITHIN_S)
        assert arrived.port == str(second) and not arrived.is_new_boot
        ear.wait_for(Said, 2)
        assert ear.said() == [dial(1), dial(2)]
        assert ear.story() == ["Arrived mace-1", "Gone mace-1", "Arrived mace-1"]


def test_a_board_with_its_own_power_hears_what_is_said_after_it_was_unplugged(keep: Make, tmp_path: Path) -> None:
    """The host's numbers begin again with the new connection; the board must not take them for the old ones."""
    board = keep(Board(PtyOutlet(tmp_path / "port")))
    with Listening([str(tmp_path / "port")]) as ear:
        ear.wait_for(Arrived, within_s=KNOWN_WITHIN_S)
        for _ in range(3):
            assert ear.bridge.send("mace-1", SAMPLES["arm"])
        ear.wait(lambda _: len(board.heard) == 3)
        board.outlet.pull_after = 0
        ear.wait_for(Gone, within_s=NOTICED_WITHIN_S)
        board.outlet.plug()
        ear.wait_for(Arrived, 2, within_s=KNOWN_WITHIN_S)
        assert ear.bridge.send("mace-1", SAMPLES["arm"])
        ear.wait(lambda _: len(board.heard) == 4)


def test_power_cycled_behind_a_port_that_stays_open(keep: Make) -> None:
    """The page must not go on saying "connected", and a command must not vanish."""
    outlet = TcpOutlet()
    board = keep(Board(outlet))
    with Listening([outlet.url]) as ear:
        ear.wait_for(Arrived, within_s=KNOWN_WITHIN_S)
        board.deaf = True
        assert ear.bridge.send("mace-1", SAMPLES["arm"])  # it is taken, for nobody knows yet
        board.reset()
        board.deaf = False
        gone = ear.wait_for(Gone, within_s=NOTICED_WITHIN_S)
        assert "off and on" in gone.why
        lost = ear.wait_for(NotDone)
        assert lost.message == SAMPLES["arm"] and "before it had it" in lost.why
        assert ear.wait_for(Arrived, 2, within_s=KNOWN_WITHIN_S).is_new_boot
        assert board.heard == []


def test_a_silent_device_is_gone_within_two_seconds(keep: Make) -> None:
    outlet = TcpOutlet()
    board = keep(Board(outlet))
    with Listening([outlet.url]) as ear:
        ear.wait_for(Arrived, within_s=KNOWN_WITHIN_S)
        board.deaf = True
        assert "silent" in ear.wait_for(Gone, within_s=NOTICED_WITHIN_S + 0.1).why
        assert not ear.bridge.standings()[0].there
        board.deaf = False
        ear.wait_for(Arrived, 2, within_s=KNOWN_WITHIN_S)


def test_two_boards_of_one_chip_without_serial_numbers(keep: Make, tmp_path: Path) -> None:
    """Both say the same id. Both are seen, and each keeps its own events."""
    ports = [str(tmp_path / name) for name in ("one", "two")]
    boards = [keep(Board(PtyOutlet(Path(port)))) for port in ports]
    with Listening(ports) as ear:
        ear.wait_for(Arrived, 2, within_s=KNOWN_WITHIN_S)
        assert sorted(one.device for one in ear.bridge.standings()) == ["mace-1", "mace-1~2"]
        for value, board in enumerate(boards):
            board.push(dial(value))
        ear.wait_for(Said, 2)
        assert len(ear.said("mace-1")) == len(ear.said("mace-1~2")) == 1


def test_one_board_on_two_listed_ports_is_one_device(keep: Make, tmp_path: Path) -> None:
    board = keep(Board(PtyOutlet(tmp_path / "port")))
    (tmp_path / "other").symlink_to(board.outlet.path)
    with Listening([str(tmp_path / "port"), str(tmp_path / "other")]) as ear:
        ear.wait_for(Arrived)
        time.sleep(1.2)
        assert ear.story() == ["Arrived mace-1"]


def test_three_at_once(keep: Make, tmp_path: Path) -> None:
    kinds = ("mace", "dials", "dice")
    boards = [keep(Board(PtyOutlet(tmp_path / kind), f"{kind}-7", kind)) for kind in kinds]
    with Listening([str(tmp_path / kind) for kind in kinds]) as ear:
        ear.wait_for(Arrived, 3, within_s=KNOWN_WITHIN_S)
        for value in range(8):
            for board in boards:
                board.push(dial(value))
        ear.wait_for(Said, 24)
        for kind in kinds:
            assert ear.said(f"{kind}-7") == [dial(value) for value in range(8)]
        boards[1].outlet.pull_after = 0
        assert ear.wait_for(Gone, within_s=NOTICED_WITHIN_S).device == "dials-7"
        assert [one.device for one in ear.bridge.standings() if one.there] == ["dice-7", "mace-7"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda data: b"", "not one of our devices"),
        (lambda data: data, "not one of our devices"),
        (lambda data: b"\xff\x00 T:21.3 ok\n" * 20, "not one of our devices"),
        (lambda data: line_of("ABCD0001", dial(1)), "not one of our devices"),
        (
            lambda data: line_of("ABCD0000", {**SAMPLES["hello"], "proto": 9, "firmware": "0.1"}) if data else b"",
            "speaks version 9",
        ),
    ],
    ids=["mute", "echo", "babbling", "numbered lines without a hello", "another version"],
)
def test_what_is_not_ours_is_told_and_left_alone(
    keep: Make, tmp_path: Path, answer: Callable[[bytes], bytes], sentence: str
) -> None:
    other = keep(Speaker(PtyOutlet(tmp_path / "port"), answer))
    board = keep(Board(PtyOutlet(tmp_path / "board")))
    with Listening([str(tmp_path / "port"), str(tmp_path / "board")]) as ear:
        ear.wait(lambda _: sentence in ear.bridge.ports().get(str(tmp_path / "port"), ""), within_s=4.0)
        board.push(dial(1))
        ear.wait_for(Said)
        assert ear.story() == ["Arrived mace-1"]
        heard = len(other.read)
        time.sleep(0.8)
        assert len(other.read) == heard
        assert set(other.read) <= set(range(32, 127)) | {10}


def test_a_port_in_use_is_told_and_taken_when_it_is_free(keep: Make, tmp_path: Path) -> None:
    keep(Board(PtyOutlet(tmp_path / "port")))
    port = str(tmp_path / "port")
    with serial.Serial(port, exclusive=True), Listening([port]) as ear:
        ear.wait(lambda _: "in use by another program" in ear.bridge.ports().get(port, ""))
        assert ear.story() == []


def test_nobody_else_may_open_a_port_we_have(keep: Make, tmp_path: Path) -> None:
    keep(Board(PtyOutlet(tmp_path / "port")))
    with Listening([str(tmp_path / "port")]) as ear:
        ear.wait_for(Arrived)
        with pytest.raises(serial.SerialException):
            serial.Serial(str(tmp_path / "port"), exclusive=True)


def test_a_restarted_host_takes_up_where_it_was(keep: Make, tmp_path: Path) -> None:
    board = keep(Board(PtyOutlet(tmp_path / "port")))
    store = tmp_path / "state" / "heard.json"
    said: list[Any] = []
    for value in (1, 2, 3):
        with Listening([str(tmp_path / "port")], Memory(store)) as ear:
            assert ear.wait_for(Arrived).is_new_boot is (value == 1)
            board.push(dial(value))
            ear.wait(lambda _: board.peer.waiting() == 0)
            said += ear.said()
        board.push(dial(value + 5))  # while no host is there
    with Listening([str(tmp_path / "port")], Memory(store)) as ear:
        ear.wait(lambda _: board.peer.waiting() == 0)
        said += ear.said()
    assert [one["value"] for one in said] == [1, 6, 2, 7, 3, 8]


def test_the_last_lines_can_be_dumped(keep: Make, tmp_path: Path) -> None:
    board = keep(Board(PtyOutlet(tmp_path / "port")))
    with Listening([str(tmp_path / "port")]) as ear:
        ear.wait_for(Arrived)
        for _ in range(3):
            board.push(dial(4))
        ear.wait_for(Said, 3)
        lines = ear.bridge.dump("mace-1")
        assert sum("< 01D" in line and '"value":4' in line for line in lines) == 3
        assert any("> " in line and '"m":"hello"' in line for line in lines)
        assert ear.bridge.dump("nobody") == []


def test_a_message_the_board_does_not_know_is_told(keep: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old firmware: the board refuses, the host says so, and the next message goes through."""
    board = keep(Board(PtyOutlet(tmp_path / "port")))
    with Listening([str(tmp_path / "port")]) as ear:
        ear.wait_for(Arrived)
        monkeypatch.setattr("firmware_bridge.wire.lines.parse", _refusing_arm)
        ear.bridge.send("mace-1", SAMPLES["arm"])
        ear.bridge.send("mace-1", SAMPLES["cancel"])
        assert "unknown message" in ear.wait_for(NotDone).why
        ear.wait(lambda _: board.heard == [SAMPLES["cancel"]])


def _refusing_arm(text: str) -> dict[str, Any]:
    if '"arm"' in text:
        raise WireFault("unknown message")
    return parse(text)


def test_a_device_that_never_acknowledges_is_given_up(keep: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """It greets and idles like one of ours; saying a line again must have an end."""
    monkeypatch.setattr("firmware_bridge.wire.peer.MOST_TRIES", 2)
    outlet = TcpOutlet()
    board = keep(Board(outlet))
    monkeypatch.setattr(board.peer, "_numbered", lambda *_: None)
    with Listening([outlet.url]) as ear:
        for time_here in (1, 2, 3):
            ear.wait_for(Arrived, time_here)
            assert ear.bridge.send("mace-1", SAMPLES["cancel"])
            assert "away before" in ear.wait_for(NotDone, time_here).why
        ear.wait(lambda _: "never acknowledges" in ear.bridge.ports().get(outlet.url, ""))
        time.sleep(1.2)
        assert len([one for one in ear.events if isinstance(one, Arrived)]) == 3


def test_a_sink_that_fails_does_not_take_the_port_with_it(
    keep: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    board = keep(Board(PtyOutlet(tmp_path / "port")))
    got: list[Any] = []

    def sink(event: Any) -> None:
        got.append(event)
        raise RuntimeError("the rules have stumbled")

    bridge = Bridge(Finder([str(tmp_path / "port")], comports=list), sink)
    bridge.start()
    for value in (1, 2):
        board.push(dial(value))
    until_s = time.monotonic() + 5
    while len(got) < 3 and time.monotonic() < until_s:
        time.sleep(0.02)
    bridge.stop()
    assert [type(one).__name__ for one in got[:3]] == ["Arrived", "Said", "Said"]
    assert "the rules have stumbled" in caplog.text


def test_a_mistake_on_one_port_ends_that_port_only(
    keep: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    keep(Board(PtyOutlet(tmp_path / "port")))
    with Listening([str(tmp_path / "port")]) as ear:
        ear.wait_for(Arrived)
        with monkeypatch.context() as broken:
            broken.setattr("firmware_bridge.link.trace.Trace.add", lambda *_: 1 / 0)
            assert "failed on this port" in ear.wait_for(Gone).why
        ear.wait_for(Arrived, 2)
    assert "ZeroDivisionError" in caplog.text


@dataclass(frozen=True)
class Pico:
    """A port with a Pico's USB id, as pyserial lists it."""

    device: str
    vid: int = 0x2E8A
    pid: int = 0x0005


def test_a_pico_that_is_slow_to_start_is_asked_again_and_somebody_elses_is_left_alone(
    keep: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_bridge.link.connection.HELLO_S", 0.4)
    monkeypatch.setitem(RESTS_S, "not ours", (10.0, 0.3))
    other = keep(Speaker(PtyOutlet(tmp_path / "other"), lambda data: b""))
    board = keep(Board(PtyOutlet(tmp_path / "slow")))
    board.deaf = True
    picos = [Pico(str(tmp_path / "other")), Pico(str(tmp_path / "slow"))]
    with Listening([], finder=Finder((), lambda: picos, tmp_path)) as ear:
        ear.wait(lambda _: len(ear.bridge.ports()) == 2)
        board.deaf = False
        ear.wait_for(Arrived)
        time.sleep(3.0)
        heard = other.read.count(b'"hello"')
        assert 3 <= heard <= 3 * 3
        time.sleep(1.5)
        assert other.read.count(b'"hello"') == heard


def test_a_port_this_user_may_not_open_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> Any:
        raise serial.SerialException(13, "could not open port: Permission denied")

    monkeypatch.setattr("firmware_bridge.link.port.serial.serial_for_url", forbidden)
    (tmp_path / "port").touch()
    with Listening([str(tmp_path / "port")]) as ear:
        ear.wait(lambda _: "usermod -aG dialout" in ear.bridge.ports().get(str(tmp_path / "port"), ""))
