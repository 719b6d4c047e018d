"""`companion devices` as a person calls it, with twins at the other end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import run_command
from companion.commands.devices_twin import run_twins
from firmware_bridge.link.events import Arrived, Gone, Said
from firmware_bridge.link.record import header, line_for
from firmware_bridge.simulator.outlet import PtyOutlet
from firmware_bridge.simulator.twin import Twin
from tests.needs import clocked


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("companion.toml").write_text('[devices]\nports = ["port"]\npicos = false\n')


@pytest.fixture
def twin() -> Iterator[Twin]:
    one = Twin("dials", PtyOutlet(Path("port").absolute()), "dials-9").start()
    yield one
    one.stop()


def test_list(twin: Twin, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["devices", "list"]) == 0
    assert "dials-9: Dials, firmware 1.0, on port, connected" in capsys.readouterr().out


def test_list_of_nothing_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["devices", "list"]) == 3
    assert "[devices] ports" in capsys.readouterr().out


def test_live_and_record_until_ctrl_c(twin: Twin, tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "companion", "devices", "record", "evening.jsonl"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert "is there, on port" in child.stdout.readline()
    twin.do("dial 2 7")
    until_s = time.monotonic() + 10
    while "dial 2 stands at 7" not in (line := child.stdout.readline()):
        assert line and time.monotonic() < until_s
    child.send_signal(signal.SIGINT)
    assert child.wait(5) == 0
    lines = (tmp_path / "evening.jsonl").read_text().splitlines()
    assert len(lines) >= 3 and '"Said"' in lines[-1]
    assert run_command(["devices", "replay", str(tmp_path / "evening.jsonl"), "--at-once"]) == 0


@clocked
def test_replay_keeps_its_pace(capsys: pytest.CaptureFixture[str]) -> None:
    events = [
        Arrived("mace-1", "mace", "0B0B00BB", "1.0", "p", True, 10.0),
        Said("mace-1", "0B0B00BB", 1, {"m": "result", "id": 1, "round": 2, "order": ["red", "blue"]}, 10.3),
        Gone("mace-1", "The device is silent.", 10.4),
    ]
    Path("evening.jsonl").write_text(header() + "".join(map(line_for, events)))
    began_s = time.monotonic()
    assert run_command(["devices", "replay", "evening.jsonl"]) == 0
    assert 0.35 < time.monotonic() - began_s < 3
    out = capsys.readouterr().out
    assert "round 2: red, blue" in out and "is gone. The device is silent." in out and "remembers nothing" in out


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["replay", "nothing.jsonl"], 2, "nothing.jsonl: cannot be read: there is no such file"),
        (["replay", "companion.toml"], 2, "Line 1 is not JSON"),
        (["record", "no/folder.jsonl"], 2, "cannot be written"),
        (["dump", "mace-1", "--after-s", "0.1"], 3, "mace-1 is not connected; connected: none"),
        (["flash", "mace"], 2, "No Pico is connected"),
        (["--port", "nowhere", "flash", "mace"], 3, "There is no nowhere"),
        (["--port", "nowhere", "flash", "mace", "--pin", "laser=1"], 2, "no pin of mace"),
        (["--settings", "no.toml", "list"], 2, "no.toml"),
    ],
)
def test_faults_are_sentences(words: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["devices", *words]) == status
    assert said in capsys.readouterr().err


def test_dump(twin: Twin, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["devices", "dump", "dials-9", "--after-s", "1.5"]) == 0
    assert '"m":"hello"' in capsys.readouterr().out


def test_twins_at_the_keyboard() -> None:
    said: list[str] = []
    typed = [
        "m",
        "d 1 5",
        "r",
        "mace reset",
        "dice pull",
        "dice plug",
        "",
        "ship sink",
        "mace fly",
        "dials dial",
        "q",
        "m",
    ]
    assert run_twins(["mace", "dials", "dice"], None, typed, said.append) == 0
    assert said[0].startswith("mace-twin is on ") and "Type what happens" in said[3]
    assert said[4:] == [
        "mace-twin: shake 1500",
        "dials-twin: dial 1 5",
        "dice-twin: press 120",
        "mace-twin: reset",
        "dice-twin: pull",
        "dice-twin: plug",
        'There is no twin "ship" here; there is: mace, dials, dice.',
        "That cannot happen: unknown: fly.",
        "That cannot happen: a word is missing: dial.",
    ]


def test_twins_on_tcp() -> None:
    said: list[str] = []
    assert run_twins(["mace"], 0, ["q"], said.append) == 0
    assert "socket://127.0.0.1:" in said[0]
