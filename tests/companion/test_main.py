"""The program as a whole: how it ends."""

from __future__ import annotations

import pytest

import companion.__main__ as program


def test_ctrl_c_is_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "run_command", interrupted)
    assert program.main() == program.INTERRUPTED
    assert capsys.readouterr().err == "companion: stopped.\n"
