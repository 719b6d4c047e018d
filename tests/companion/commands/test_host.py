"""`companion host`: a game is made, served, ended by a signal, and gone on with."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.needs import ROOT

OPTIONS = 'discs = "house"\ndie = "house"\n[seats]\ncora = "korak"\nann = ["knight", "barbarian", "dwarf", "ranger"]\n'
END_S = 2.0


class Hosted:
    """The program on a free port."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [
            sys.executable,
            "-m",
            "companion",
            "host",
            str(folder / "g"),
            "--address",
            "127.0.0.1",
            "--port",
            "0",
        ]
        self.process = subprocess.Popen([*command, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"page is (http://\S+)/host and its code is (\w+)", line):
                self.address, self.code = found.groups()
                return
        raise AssertionError("it did not start")

    def ask(self, path: str, body: Any = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        sent = {name.replace("_", "-"): value for name, value in headers.items()} | {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, sent)
        with urllib.request.urlopen(request, timeout=10) as said:
            return json.loads(said.read())

    def end(self) -> float:
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(10) == 0
        return time.monotonic() - begun


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "evening.toml").write_text(OPTIONS)
    hosted = Hosted(tmp_path, "--options", str(tmp_path / "evening.toml"), "--dice", "typed")
    seats = hosted.ask("/api/v1/host", {"do": "seats"}, X_Host=hosted.code)["seats"]
    assert set(seats) == {"cora", "ann"}
    command = {"id": "1", "offer_id": "ready:dwarf", "fields": {"square": "1,1", "weapon": "axe"}}
    assert hosted.ask("/api/v1/commands", command, X_Seat=seats["ann"]) == {"n": 1}
    assert hosted.end() < END_S
    again = Hosted(tmp_path)
    view = again.ask("/api/v1/view", X_Seat=seats["ann"])
    assert view["question"]["key"] == "DW-6/cards 1/dwarf"
    assert again.code != hosted.code
    again.end()


@pytest.mark.parametrize(
    ("options", "words", "said"),
    [
        ("level = ", (), "evening.toml"),
        ('level = "hard"', (), "option level"),
        ("", ("--game", "chess"), "no game 'chess'"),
    ],
)
def test_a_wrong_call_is_told_and_no_file_is_made(
    tmp_path: Path, options: str, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "evening.toml").write_text(options)
    command = [
        sys.executable,
        "-m",
        "companion",
        "host",
        str(tmp_path / "g"),
        "--options",
        str(tmp_path / "evening.toml"),
    ]
    run = subprocess.run([*command, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "g").exists()


def test_a_file_that_is_no_game_is_told(tmp_path: Path) -> None:
    (tmp_path / "g").write_text("no journal at all" * 100)
    command = [sys.executable, "-m", "companion", "host", str(tmp_path / "g")]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "no game's journal" in run.stderr
