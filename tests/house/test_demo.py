"""`make demo`: one line with an address, a service behind it that answers, and an end within 2 s of SIGTERM.

The Makefile is the real one. Its environment is a folder whose `companion` is this Python's: nothing is installed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from tests.needs import ROOT, clocked, need_program

START_S = 60
END_S = 2.0


class Demo:
    """A running `make demo PORT=0` in a process group of its own."""

    def __init__(self, folder: Path) -> None:
        (folder / "bin").mkdir()
        program = folder / "bin" / "companion"
        program.write_text(f'#!/bin/sh\necho $$ > "{folder}/pid"\nexec "{sys.executable}" -m companion "$@"\n')
        program.chmod(0o755)
        (folder / ".run-time").touch()
        self.make = subprocess.Popen(
            [need_program("make"), "demo", "PORT=0", f"VENV={folder}"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.pid_file = folder / "pid"

    def address(self) -> str:
        """The address it prints."""
        assert self.make.stdout is not None
        late = time.monotonic() + START_S
        said = []
        for line in self.make.stdout:
            said.append(line)
            if found := re.search(r"http://\S+:\d+", line):
                return found[0]
            assert time.monotonic() < late, said
        raise AssertionError("".join(said))

    @property
    def pid(self) -> int:
        return int(self.pid_file.read_text())

    def runs(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def end(self) -> None:
        if self.make.poll() is None:
            os.killpg(self.make.pid, signal.SIGKILL)
        self.make.wait()
        assert self.make.stdout is not None
        self.make.stdout.close()


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    running = Demo(tmp_path)
    yield running
    running.end()


def ask(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=10) as answer:
        assert answer.status == 200
        return msgspec.json.decode(answer.read())


def health(address: str) -> Any:
    return ask(f"{address}/api/v1/health")


def to_the_program(demo: Demo) -> None:
    os.kill(demo.pid, signal.SIGTERM)


def to_make(demo: Demo) -> None:
    demo.make.terminate()


def to_the_group(demo: Demo) -> None:
    os.killpg(demo.make.pid, signal.SIGTERM)


@clocked
@pytest.mark.parametrize(
    ("terminate", "status"),
    # make tells of a signal it got by dying of it, whatever its child did.
    [(to_the_program, 0), (to_make, -signal.SIGTERM), (to_the_group, -signal.SIGTERM)],
    ids=["the program", "make", "the group"],
)
def test_it_serves_and_ends(demo: Demo, terminate: Any, status: int) -> None:
    address = demo.address()
    assert "camera" in health(address)
    since = time.monotonic()
    terminate(demo)
    demo.make.wait(timeout=END_S)
    assert demo.make.returncode in (status, 2 if status else 0)
    while demo.runs():
        assert time.monotonic() - since < END_S, "make ended, the program did not"
        time.sleep(0.02)


def test_the_demo_table_is_measured(demo: Demo) -> None:
    address = demo.address()
    late = time.monotonic() + START_S
    while len(names := named(address)) < 2:
        assert time.monotonic() < late, "no two figures have settled"
        time.sleep(0.2)
    a, b = names[:2]
    answer = ask(f"{address}/api/v1/measure?a={quote(a)}&b={quote(b)}")
    assert "edge" in str(answer)
    assert health(address)["camera"]["state"] == "live"


def named(address: str) -> list[str]:
    """Ids of the figures that have a name."""
    return [figure["id"] for figure in ask(f"{address}/api/v1/table")["figures"] if figure["name"]]
