"""Every number in a call: far too large, below the least, and what is none, in a sentence and status 2."""

from __future__ import annotations

import pytest

from companion.commands import run_command

CALLS: dict[str, list[str]] = {
    "devices --after-s": ["devices", "dump", "mace-1", "--after-s"],
    "devices --tcp": ["devices", "twin", "mace", "--tcp"],
    "lens --square-mm": ["lens", "a.jpg", "--out", "o.toml", "--square-mm"],
    "lens --sheet-side-mm": ["lens", "a.jpg", "--out", "o.toml", "--sheet-side-mm"],
    "lens --table-mm": ["lens", "a.jpg", "--out", "o.toml", "--table-mm"],
    "play --seed": ["play", "dark-world", "--auto", "--seed"],
    "replay --fps": ["replay", "here", "--setup", "s.toml", "--fps"],
    "scene --seed": ["scene", "--setup", "s.toml", "--out", "here", "--seed"],
    "scene --frames": ["scene", "--setup", "s.toml", "--out", "here", "--frames"],
    "sheets --sheets": ["sheets", "--out", "o.pdf", "--sheets"],
    "sheets --sheet-side-mm": ["sheets", "--out", "o.pdf", "--sheet-side-mm"],
    "sheets --figures": ["sheets", "--out", "o.pdf", "--figures"],
    "sheets --figure-sides-mm": ["sheets", "--out", "o.pdf", "--figure-sides-mm"],
    "sheets --measured-ruler-mm": ["sheets", "--out", "o.pdf", "--measured-ruler-mm"],
    "run --port": ["run", "--port"],
    "demo --port": ["demo", "--port"],
    "host --port": ["host", "g", "--port"],
}


@pytest.mark.parametrize("number", ["999999999999999999999", "1e308", "inf", "nan", "-99999999999999999999", "x"])
@pytest.mark.parametrize("call", CALLS)
def test_a_number_that_cannot_be(
    call: str, number: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.chdir(str(tmp_path))
    *words, option = CALLS[call]
    try:
        status = run_command([*words, f"{option}={number}"])
    except SystemExit as ended:
        status = int(str(ended.code))
    said = capsys.readouterr().err
    assert status == 2
    assert "Traceback" not in said and said.strip()
    last = said.strip().splitlines()[-1]
    assert len(last) < 400
    assert any(word in last for word in ("must be", " from ", "invalid", "no port", "cannot be", "at least", "at most"))
