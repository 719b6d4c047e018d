"""The words of `companion run`, and `companion demo` as a process on its recorded table."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.commands.run import add_arguments, chosen
from companion.service.settings import Settings, SettingsFault
from tests.companion.commands.test_serving import ROOT, fetched, health_when


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


def test_a_settings_file_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(SettingsFault, match="cannot be read"):
        chosen(words("--settings", "none.toml"))


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8000.0", ""])
def test_what_is_no_port(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        words(f"--port={port}")
    assert ended.value.code == 2 and "ports go from 0 to 65535" in capsys.readouterr().err


def test_the_demo_shows_its_recorded_table_and_ends() -> None:
    begun = time.monotonic()
    child = subprocess.Popen(
        [sys.executable, "-m", "companion", "demo", "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        port = int(child.stdout.readline().rsplit(":", 1)[1])
        assert health_when(port, "live")["status"] == "ok"
        table: dict[str, list[dict[str, object]]] = {}
        while len(table.get("figures", [])) < 8 and time.monotonic() - begun < 30:
            table = json.loads(fetched(port, "/api/v1/table").read())
            time.sleep(0.2)
        assert len({figure["name"] for figure in table["figures"]} - {None}) == 8
        asked = time.monotonic()
        child.send_signal(signal.SIGTERM)
        _, said = child.communicate(timeout=5)
        assert child.returncode == 0 and time.monotonic() - asked < 2.0 and "Traceback" not in said
    finally:
        child.kill()
        child.communicate()
