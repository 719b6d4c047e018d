"""The boards' own files on real MicroPython with a Pico's memory, over a pseudo-terminal to the real host code."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.firmware.lights import RGB
from firmware_bridge.link.events import Arrived, Gone, Live, NotDone, Said
from firmware_bridge.simulator.outlet import PtyOutlet
from tests.firmware_bridge.boards import Listening
from tests.firmware_bridge.micropython import PROJECT, MicroPythonBoard, run_script

Make = Callable[..., MicroPythonBoard]
ARM = {"m": "arm", "id": 7, "round": 1, "colours": ["red", "blue", "green"]}
ROLL = {"m": "roll", "id": 9, "start": "button", "faces": [[0, 0, 1, 1, 1, 2]], "dice": [0, 0]}


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Make]:
    """Makes boards with a cable at tmp_path / their kind; at the end none may have complained."""
    made: list[MicroPythonBoard] = []

    def make(kind: str, **more: Any) -> MicroPythonBoard:
        made.append(MicroPythonBoard(kind, PtyOutlet(tmp_path / kind), tmp_path / f"{kind}-folder", **more))
        return made[-1]

    yield make
    assert [board.stop() for board in made] == [""] * len(made)


@pytest.mark.parametrize("accelerometer", ["lis3dh", "mpu6050"])
def test_a_mace_is_armed_shaken_and_tells_its_order(plug: Make, tmp_path: Path, accelerometer: str) -> None:
    board = plug("mace", accelerometer=accelerometer)
    with Listening([str(tmp_path / "mace")]) as ear:
        arrived = ear.wait_for(Arrived, within_s=3.0)
        assert (arrived.device, arrived.kind) == ("mace-2b5a2f", "mace")
        assert ear.bridge.send(arrived.device, ARM)
        ear.wait(lambda events: [one for one in events if isinstance(one, Live) and one.message["what"] == "armed"])
        board.do("bump")
        time.sleep(1.0)
        assert ear.said() == []
        board.do("shake 1500")
        said = ear.wait_for(Said, within_s=8.0)
        assert said.message["id"] == 7 and sorted(said.message["order"]) == ["blue", "green", "red"]
        ear.wait(lambda _: board.lights[:3] == [RGB[colour] for colour in said.message["order"]])
        time.sleep(0.5)
        assert len(ear.said()) == 1


def test_unplugged_in_the_middle_of_a_shake_the_result_arrives_once(plug: Make, tmp_path: Path) -> None:
    board = plug("mace")
    with Listening([str(tmp_path / "mace")]) as ear:
        device = ear.wait_for(Arrived).device
        ear.bridge.send(device, ARM)
        ear.wait(lambda events: [one for one in events if isinstance(one, Live) and one.message["what"] == "armed"])
        board.do("shake 1500")
        time.sleep(0.8)
        board.outlet.pull_after = 0
        ear.wait_for(Gone, within_s=2.0)
        time.sleep(2.5)  # shaken and drawn on its own power
        board.outlet.plug()
        assert not ear.wait_for(Arrived, 2, within_s=3.0).is_new_boot
        ear.wait_for(Said)
        time.sleep(0.6)
        (result,) = ear.said()
        assert result["id"] == 7


def test_without_its_own_power_its_boot_id_says_that_it_has_forgotten(plug: Make, tmp_path: Path) -> None:
    board = plug("mace")
    with Listening([str(tmp_path / "mace")]) as ear:
        device = ear.wait_for(Arrived).device
        ear.bridge.send(device, ARM)
        ear.wait(lambda events: [one for one in events if isinstance(one, Live)])
        board.power_cycle()
        ear.wait_for(Gone, within_s=2.0)
        assert ear.wait_for(Arrived, 2, within_s=3.0).is_new_boot
        board.do("shake 1500")
        time.sleep(3.5)
        assert ear.said() == []  # it was not asked in this life
        assert ear.bridge.send(device, ARM)
        board.do("shake 1500")
        ear.wait_for(Said, within_s=8.0)


def test_dials_tell_settled_values_faults_and_keep_their_zeros(plug: Make, tmp_path: Path) -> None:
    board = plug("dials", id="dials-attic")
    board.do("dial 1 5\ndial 2 8")
    with Listening([str(tmp_path / "dials")]) as ear:
        assert ear.wait_for(Arrived).device == "dials-attic"
        ear.wait(lambda events: {"m": "dial", "at": 2, "value": 8} in ear.said())
        board.do("dial 1 4\nmagnet 3 off")
        ear.wait(lambda events: {"m": "dial", "at": 1, "value": 4} in ear.said())
        ear.wait(lambda events: any(one["m"] == "error" and one["at"] == 3 for one in ear.said()))
        board.do("magnet 3 on\npress 4000")
        ear.wait(lambda events: "zeros" in (board.folder / "device.json").read_text(), within_s=6.0)
        ear.wait(lambda events: [one for one in ear.said() if one["m"] == "dial"][-1]["value"] == 0)


def test_a_dice_box_rolls_when_asked_and_pressed(plug: Make, tmp_path: Path) -> None:
    board = plug("dice")
    with Listening([str(tmp_path / "dice")]) as ear:
        device = ear.wait_for(Arrived).device
        ear.bridge.send(device, ROLL)
        ear.wait(lambda events: [one for one in events if isinstance(one, Live) and one.message["what"] == "asked"])
        board.do("press 120")
        (answer,) = [ear.wait_for(Said).message]
        assert (answer["id"], answer["how"], len(answer["values"])) == (9, "asked", 2)
        ear.bridge.send(device, ROLL)  # asked again, as after a replug: the same answer, no second roll
        assert ear.wait_for(Said, 2).message == answer
        board.do("press 3000")
        time.sleep(1.0)
        assert len(ear.said()) == 2


def test_ctrl_c_leaves_the_program_and_says_so(plug: Make, tmp_path: Path) -> None:
    board = plug("mace")
    with Listening([str(tmp_path / "mace")]) as ear:
        ear.wait_for(Arrived)
        assert board.interrupt() == 0
        assert "stopped" in ear.wait_for(Gone, within_s=2.0).why


def test_rubbish_and_a_hundred_messages_do_not_fill_a_picos_memory(plug: Make, tmp_path: Path) -> None:
    board = plug("dials")
    with Listening([str(tmp_path / "dials")]) as ear:
        device = ear.wait_for(Arrived).device
        child = board._child
        assert child.stdin is not None
        for n in range(60):
            child.stdin.write(b"\xff\x00\x80 garbage %d " % n * 40 + b"\n" * (n % 2))
            ear.bridge.send(device, {"m": "show", "what": "should", "at": 1, "colour": "red", "value": n % 9})
            time.sleep(0.02)
        board.do("dial 3 7")
        ear.wait(lambda _: {"m": "dial", "at": 3, "value": 7} in ear.said(), within_s=10)
        assert not [one for one in ear.events if isinstance(one, NotDone)]


def test_a_fixed_stream_of_bytes_is_drawn_fairly() -> None:
    """The long run is `make shuffle`."""
    counts = run_script(PROJECT / "tests/firmware_bridge/soak/draws.py", "2400").split()
    assert sum(map(int, counts)) == 2400 and len(counts) == 24
