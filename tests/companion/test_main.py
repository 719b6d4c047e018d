"""The program as a whole: how it ends."""

from __future__ import annotations

import subprocess
import sys

import pytest

import companion.__main__ as program


def test_ctrl_c_is_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "run_command", interrupted)
    assert program.main() == program.INTERRUPTED
    assert capsys.readouterr().err == "companion: stopped.\n"


def test_output_that_nobody_reads_ends_quietly() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "companion", "sheets", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None and child.stderr is not None
    child.stdout.close()
    said = child.stderr.read().decode()
    child.wait(20)
    child.stderr.close()
    assert "Traceback" not in said and "BrokenPipe" not in said
