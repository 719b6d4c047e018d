"""`.ci/venv` says what a machine's Python lacks, with the line that helps, and makes nothing then."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import ROOT

PYTHONS = {
    # What a python3 answers: a shell script in its place, and what must be said.
    "missing": (None, "sudo apt install python3 python3-venv"),
    "old": ('case "$2" in *print*) echo 3.9;; *version_info*) exit 1;; esac', "is Python 3.9. This project needs 3.11"),
    "32-bit": ('case "$2" in *print*) echo 3.11;; *maxsize*) exit 1;; esac', "is a 32-bit Python"),
    "no ensurepip": ('case "$2" in *print*) echo 3.11;; *ensurepip*) exit 1;; esac', "sudo apt install python3-venv"),
}


def make_venv(python: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(ROOT / ".ci" / "venv"), str(python), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("lack", PYTHONS)
def test_a_lack_is_told_in_a_sentence(tmp_path: Path, lack: str) -> None:
    script, said = PYTHONS[lack]
    python = tmp_path / "python3"
    if script is not None:
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
    run = make_venv(python, tmp_path / "made")
    assert run.returncode == 1
    assert said in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "made").exists()


def test_a_working_one_is_kept_and_a_broken_one_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    python = Path(sys.executable)
    assert "Making" in make_venv(python, folder).stdout
    (folder / "mine").touch()
    assert make_venv(python, folder).stdout == ""
    assert (folder / "mine").exists()
    (folder / "bin" / "python").unlink()
    assert "Making" in make_venv(python, folder).stdout
    assert not (folder / "mine").exists()
    assert (folder / "bin" / "python").exists()
