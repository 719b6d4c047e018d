"""`.ci/system-packages` installs what is missing where it may, and else says the line to type; it never fails."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import ROOT

ALL = ["git", "chromium", "pdftoppm", "ffmpeg"]


def run(folder: Path, **programs: str) -> str:
    """What the script says on a machine with these programs (name -> shell script) and next to nothing else."""
    programs = {"id": "echo 1000", **programs}
    for name, script in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    for name in ("sh", "tail", "rm", "mktemp", "env"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    command = [folder / "sh", ROOT / ".ci" / "system-packages"]
    done = subprocess.run(command, env={"PATH": str(folder)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_nothing_is_missing(tmp_path: Path) -> None:
    assert run(tmp_path, **dict.fromkeys(ALL, "exit 0")) == ""


def test_who_may_not_install_gets_the_line(tmp_path: Path) -> None:
    said = run(tmp_path, **{"apt-get": "exit 9", "chromium": ""})
    assert "    sudo apt install git poppler-utils ffmpeg\n" in said
    assert "skipped" in said


@pytest.mark.parametrize(
    "who", [{"id": "echo 0"}, {"sudo": '[ "$1" = -n ] && shift && exec "$@"'}], ids=["root", "sudo"]
)
def test_who_may_installs(tmp_path: Path, who: dict[str, str]) -> None:
    log = tmp_path / "log"
    said = run(tmp_path, **{**who, "true": "", "apt-get": f'echo "$@" >> {log}', "git": "", "pdftoppm": ""})
    assert "Installing chromium fonts-dejavu-core ffmpeg" in said
    update, install = log.read_text().splitlines()
    assert update.startswith("update")
    assert install == "install -y -q --no-install-recommends chromium fonts-dejavu-core ffmpeg"


def test_a_failing_apt_is_told(tmp_path: Path) -> None:
    said = run(tmp_path, **{"id": "echo 0", "apt-get": "echo E: no network; exit 100"})
    assert "E: no network" in said
    assert "apt-get failed" in said
