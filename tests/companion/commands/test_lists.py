"""`companion lists` serves the page by itself; `companion host --list` begins a game with what was kept there."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests.companion.commands.test_host import Hosted
from tests.needs import ROOT


def ask(address: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api/v1/lists", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as said:
        return json.loads(said.read())


def test_lists_are_kept_and_a_game_begins_with_them(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "companion",
        "lists",
        str(tmp_path / "lists"),
        "--address",
        "127.0.0.1",
        "--port",
        "0",
    ]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"The unit lists are at (http://\S+)/lists", process.stdout.readline())
    assert found is not None
    game = next(one for one in ask(found[1])["games"] if one["name"] == "flintloque")
    kept = [
        ask(
            found[1],
            {"do": "save", "game": "flintloque", "draft": {**game["form"]["ready"][n]["draft"], "player": who}},
        )
        for n, who in ((0, "ann"), (3, "bob"))
    ]
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    files = [str(tmp_path / "lists" / f"{one['file']}.json") for one in kept]
    hosted = Hosted(tmp_path, "--list", files[0], "--list", files[1])
    seats = hosted.ask("/api/v1/host", {"do": "seats"}, X_Host=hosted.code)["seats"]
    assert list(seats) == ["ann", "bob"]
    assert {one["file"] for one in hosted.ask("/api/v1/lists")["lists"]} == {"the-orcs", "the-ogre"}
    hosted.end()


def test_what_is_no_list_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{")
    for words, said in (
        (["host", str(tmp_path / "g"), "--list", str(tmp_path / "x.json")], "x.json is no list"),
        (["host", str(tmp_path / "g"), "--list", str(tmp_path / "y.json")], "y.json cannot be read"),
        (["lists", str(tmp_path / "x.json")], "is no folder"),
    ):
        command = [sys.executable, "-m", "companion", *words]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert run.returncode == 2
        assert said in run.stderr and "Traceback" not in run.stderr
    assert not (tmp_path / "g").exists()
