"""`companion host`: a game is made, served, ended by a signal, and gone on with."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.companion.service.match.golden import GOLDEN
from tests.needs import ROOT, clocked

OPTIONS = 'discs = "house"\ndie = "house"\n[seats]\ncora = "korak"\nann = ["knight", "barbarian", "dwarf", "ranger"]\n'
END_S = 2.0


class Hosted:
    """The program on a free port."""

    def __init__(self, folder: Path, *words: str, errors: int | None = None) -> None:
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
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*command, *words], cwd=ROOT, stdout=pipe, stderr=errors, text=True)
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


@clocked
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
        ('board = "file"', (), "make one on the page of the board"),
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


def host(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "host", "--port", "0", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=20)


def test_a_game_is_hosted_by_one_program_at_a_time(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    second = host(str(tmp_path / "g"))
    assert second.returncode == 2
    assert "open in another program" in second.stderr
    hosted.end()


@clocked
def test_it_ends_cleanly_while_phones_wait_and_leaves_one_file(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    waiting = [threading.Thread(target=lambda: hang_up(hosted)) for _ in range(3)]
    for one in waiting:
        one.start()
    time.sleep(0.2)
    assert hosted.end() < END_S
    assert [path.name for path in tmp_path.iterdir()] == ["g"]


@clocked
def test_a_signal_while_it_still_loads_ends_it_cleanly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "host", str(tmp_path / "g"), "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    while "flask" not in (loaded := Path(f"/proc/{process.pid}/maps").read_text()) and "numpy" not in loaded:
        time.sleep(0.005)
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    assert time.monotonic() - begun < END_S
    assert not (tmp_path / "g").exists() or (tmp_path / "g").stat().st_size > 0


def hang_up(hosted: Hosted) -> None:
    with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
        hosted.ask("/api/v1/view?after=0")


def test_an_exported_game_is_opened_as_a_game(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, "--import", str(GOLDEN))
    view = hosted.ask("/api/v1/view")
    assert view["end"]["winner"]
    hosted.end()
    over = host(str(tmp_path / "g"), "--import", str(GOLDEN))
    assert over.returncode == 2
    assert "never written over" in over.stderr


def test_an_export_with_a_row_missing_is_told_and_makes_no_file(tmp_path: Path) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join([*lines[:9], *lines[10:]]), encoding="utf-8")
    told = host(str(tmp_path / "g"), "--import", str(tmp_path / "cut.jsonl"))
    assert told.returncode == 2
    assert "row 9 is missing" in told.stderr
    assert not (tmp_path / "g").exists()


def test_another_game_is_begun_from_the_host_s_page_on_the_same_address(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, "--game", "flintloque", "--options", str(flintloque(tmp_path)))
    seats = hosted.ask("/api/v1/host", {"do": "seats"}, X_Host=hosted.code)["seats"]
    hosted.ask(
        "/api/v1/commands", {"id": "1", "offer_id": "deploy:oswold", "fields": {"at": [400, 50]}}, X_Seat=seats["ann"]
    )
    sides = [{"ready": "Vikings", "player": "ann"}, {"ready": "Fyrd", "player": "cora"}]
    asked = {"game": "dark-age-skirmish", "sides": sides, "options": {"ground": "ford"}, "sure": True}
    assert hosted.ask("/api/v1/start", asked, X_Host=hosted.code)["kept"] == "g-1"
    view = patiently(lambda: hosted.ask("/api/v1/view", X_Seat=seats["ann"]), lambda said: said["game"] != "flintloque")
    assert view["game"] == "dark-age-skirmish"
    with pytest.raises(urllib.error.HTTPError, match="403"):
        hosted.ask("/api/v1/view", X_Seat=seats["bob"])
    assert set(hosted.ask("/api/v1/host", {"do": "seats"}, X_Host=hosted.code)["seats"]) == {"ann", "cora"}
    hosted.end()
    assert sorted(path.name for path in tmp_path.iterdir() if not path.suffix) == ["g", "g-1"]
    (tmp_path / "old").mkdir()
    (tmp_path / "g-1").rename(tmp_path / "old" / "g")
    old = Hosted(tmp_path / "old")
    assert [
        one["x_mm"] for one in old.ask("/api/v1/view")["figures"]["figures"] if one["name"] == "oswold"
    ] == pytest.approx([400])
    old.end()


def test_a_game_that_cannot_be_put_in_place_is_told_and_waits(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, errors=subprocess.PIPE)
    (tmp_path / "g").unlink()
    asked = {"game": "flintloque", "sides": [{"ready": "The Orcs"}, {"ready": "The Elves"}]}
    hosted.ask("/api/v1/start", asked, X_Host=hosted.code)
    _, errors = hosted.process.communicate(timeout=20)
    assert hosted.process.returncode == 2
    assert "cannot be put in place of this one" in errors and "there is no such game" in errors
    assert "Traceback" not in errors
    again = Hosted(tmp_path)
    assert again.ask("/api/v1/view")["game"] == "flintloque"
    again.end()


def flintloque(folder: Path) -> Path:
    path = folder / "evening.toml"
    path.write_text('[seats]\nann = "orcs"\nbob = "ogre"\n')
    return path


def patiently(ask: Callable[[], Any], fits: Callable[[Any], bool], most_s: float = 20.0) -> Any:
    """What it says once it fits; whatever fails meanwhile is asked again."""
    end_s = time.monotonic() + most_s
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if fits(said := ask()):
                return said
        assert time.monotonic() < end_s
        time.sleep(0.05)
