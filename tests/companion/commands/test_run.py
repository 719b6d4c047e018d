"""The words of `companion run`, and `companion demo` as a process on its recorded table."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from companion.commands.run import add_arguments, chosen
from companion.scenes.demo import demo_folder
from companion.service.settings import Settings, SettingsFault
from tests.companion.commands.test_serving import ROOT, fetched, health_when
from tests.needs import clocked


def words(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(given)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_a_word_and_without_a_file_all_is_default(tmp_path: Path) -> None:
    assert chosen(words()) == (Settings(), tmp_path)


def test_a_file_here_is_read(tmp_path: Path) -> None:
    Path("companion.toml").write_text("[web]\nport = 9\n")
    settings, folder = chosen(words())
    assert settings.web.port == 9 and folder == tmp_path


def test_words_win_and_their_paths_begin_here(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    Path("etc/table.toml").write_text('[web]\nport = 9\n[table]\nempty = "empty.jpg"\n')
    given = words("--settings", "etc/table.toml", "--setup", "my.toml", "--camera", "video:a.mp4", "--port", "0")
    settings, folder = chosen(given)
    assert folder == tmp_path / "etc"
    assert (settings.web.port, settings.table.empty) == (0, "empty.jpg")
    assert settings.table.setup == str(tmp_path / "my.toml")
    assert settings.camera.source == f"video:{tmp_path}/a.mp4"
    assert chosen(words("--camera", "http://cam/video"))[0].camera.source == "http://cam/video"


def test_a_game_is_named_by_a_word_or_by_the_settings(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    Path("etc/table.toml").write_text('[game]\nfile = "evening.game"\ndice = "box"\n')
    assert chosen(words("--settings", "etc/table.toml"))[0].game.file == "evening.game"
    given = words("--settings", "etc/table.toml", "--game", "g", "--options", "o.toml", "--dice", "typed")
    game = chosen(given)[0].game
    assert (game.file, game.options, game.dice) == (str(tmp_path / "g"), str(tmp_path / "o.toml"), "typed")
    assert chosen(words("--settings", "etc/table.toml", "--game", "g"))[0].game.dice == "box"
    assert chosen(words())[0].game.file == ""


def test_a_settings_file_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(SettingsFault, match="cannot be read"):
        chosen(words("--settings", "none.toml"))


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8000.0", ""])
def test_what_is_no_port(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        words(f"--port={port}")
    assert ended.value.code == 2 and "ports go from 0 to 65535" in capsys.readouterr().err


def started(*given: str) -> tuple[subprocess.Popen[str], int]:
    child = subprocess.Popen(
        [sys.executable, "-m", "companion", *given, "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    return child, int(child.stdout.readline().rsplit(":", 1)[1])


def figures_when(port: int, count: int) -> set[object]:
    """Names on the table when there are `count`, or after half a minute."""
    begun = time.monotonic()
    names: set[object] = set()
    while len(names) < count and time.monotonic() - begun < 30:
        figures = json.loads(fetched(port, "/api/v1/table").read())["figures"]
        names = {figure["name"] for figure in figures} - {None}
        time.sleep(0.2)
    return names


@clocked
def test_the_demo_shows_its_recorded_table_and_ends() -> None:
    child, port = started("demo")
    try:
        assert health_when(port, "live")["status"] == "ok"
        assert len(figures_when(port, 8)) == 8
        asked = time.monotonic()
        child.send_signal(signal.SIGTERM)
        _, said = child.communicate(timeout=5)
        assert child.returncode == 0 and time.monotonic() - asked < 2.0 and "Traceback" not in said
    finally:
        child.kill()
        child.communicate()


def test_one_picture_from_a_phone_is_enough() -> None:
    recorded = demo_folder()
    child, port = started("run", "--setup", str(recorded / "setup.toml"), "--camera", "phone")
    try:
        picture = (recorded / "frames" / "000.jpg").read_bytes()
        request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/frames", picture)
        request.add_header("Content-Type", "image/jpeg")
        assert urllib.request.urlopen(request, timeout=10).status == 200
        assert len(figures_when(port, 8)) == 8
    finally:
        child.kill()
        child.communicate()
