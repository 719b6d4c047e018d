"""The firmware is copied by the real mpremote to a real MicroPython at the end of a pseudo-terminal, and runs there."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.flash import FlashFault, _why, board_files, flash, merged, read_pins
from firmware_bridge.simulator.outlet import PtyOutlet
from tests.firmware_bridge.micropython import PICO_HEAP, PROJECT, micropython


@pytest.fixture
def prompt(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A MicroPython prompt on a port: the port's path and the board's file system."""
    disk = tmp_path / "disk"
    disk.mkdir()
    master, slave = pty.openpty()
    tty.setraw(slave)
    child = subprocess.Popen([micropython(), *PICO_HEAP], cwd=disk, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    outlet, ended = PtyOutlet(tmp_path / "port"), threading.Event()

    def inward() -> None:
        while not ended.is_set():
            data = outlet.read(0.01)
            if data:
                os.write(master, data)

    def outward() -> None:
        while not ended.is_set():
            try:
                outlet.write(os.read(master, 512))
            except OSError:
                return

    threads = [threading.Thread(target=one, daemon=True) for one in (inward, outward)]
    for thread in threads:
        thread.start()
    yield str(tmp_path / "port"), disk
    ended.set()
    child.kill()
    child.wait()
    for thread in threads:
        thread.join(2)
    os.close(master)
    outlet.close()


def test_it_is_copied_and_what_the_board_knew_is_kept(prompt: tuple[str, Path], tmp_path: Path) -> None:
    port, disk = prompt
    (disk / "device.json").write_text('{"kind": "dials", "id": "dials-attic", "pins": {"zeros": [1, 2, 3, 4]}}')
    flash(port, "dials", None, {"lights": 17}, pico=False)
    for here, there in board_files():
        assert (disk / there).read_bytes() == here.read_bytes(), there
    assert json.loads((disk / "device.json").read_text()) == {
        "kind": "dials",
        "id": "dials-attic",
        "pins": {"zeros": [1, 2, 3, 4], "lights": 17},
    }
    done = subprocess.run(
        [micropython(), *PICO_HEAP, "-c", "import firmware_bridge.firmware.mace, firmware_bridge.wire.peer"],
        cwd=disk,
        env={**os.environ, "MICROPYPATH": f"{disk}:.frozen"},
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_file_of_wire_and_firmware_is_copied() -> None:
    here = {path for folder in ("wire", "firmware") for path in (PROJECT / "firmware_bridge" / folder).glob("*.py")}
    assert here <= {path for path, _ in board_files()}


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("{}", None, {"kind": "mace", "pins": {}}),
        ("rubbish", "m", {"kind": "mace", "pins": {}, "id": "m"}),
        ('{"kind": "dice", "id": "d"}', None, {"kind": "mace", "pins": {}}),
        ('{"kind": "mace", "id": "d", "pins": {"up": "y"}}', None, {"kind": "mace", "id": "d", "pins": {"up": "y"}}),
        ("[]", None, {"kind": "mace", "pins": {}}),
    ],
)
def test_what_is_kept(before: str, name: str | None, after: dict[str, object]) -> None:
    assert json.loads(merged(before, "mace", name, {})) == after


@pytest.mark.parametrize(
    ("words", "pins"),
    [
        ([], {}),
        (["lights=17", "up=-y"], {"lights": 17, "up": "-y"}),
        (["buzzer=none"], {"buzzer": None}),
        (["laser=3"], None),
        (["lights"], None),
    ],
)
def test_pins(words: list[str], pins: dict[str, object] | None) -> None:
    if pins is None:
        with pytest.raises(FlashFault, match="NAME=GPIO"):
            read_pins("mace", words)
    else:
        assert read_pins("mace", words) == pins


def test_nothing_there_is_said() -> None:
    with pytest.raises(FlashFault, match="There is no /dev/nowhere"):
        flash("/dev/nowhere", "mace")


def test_something_else_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.flash.CALL_S", 3.0)
    outlet = PtyOutlet(tmp_path / "port")
    try:
        with pytest.raises(FlashFault, match="plug it in, and try again"):
            flash(str(tmp_path / "port"), "mace")
    finally:
        outlet.close()


def test_without_mpremote_it_is_said_how_to_get_it() -> None:
    bare = [sys.executable, "-I", "-S", "-m", "mpremote", "version"]
    said = subprocess.run(bare, check=False, capture_output=True, text=True).stderr
    assert _why(said, "/dev/ttyACM0").endswith("-m pip install mpremote")


def test_mpremote_is_there() -> None:
    assert (
        subprocess.run([sys.executable, "-m", "mpremote", "version"], check=False, capture_output=True).returncode == 0
    )
