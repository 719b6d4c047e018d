"""Copies the firmware to a Pico with mpremote: which files, and the words to call it with.

The board needs MicroPython on it already (docs/hardware.md says how). Nothing else on the board is touched but
`main.py`, `device.json` and the folder `firmware_bridge`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from firmware_bridge.firmware.wiring import DEFAULTS

PACKAGE = Path(__file__).parent
FOLDERS = ("wire", "firmware")
CALL_S = 120.0


class FlashFault(Exception):
    """The firmware was not copied. The sentence says why, as far as mpremote knows."""


def board_files() -> list[tuple[Path, str]]:
    """Every file to copy: where it is here, and its path on the board."""
    files = [(PACKAGE / "__init__.py", "firmware_bridge/__init__.py")]
    for folder in FOLDERS:
        for path in sorted((PACKAGE / folder).glob("*.py")):
            if path.name != "main.py":
                files.append((path, f"firmware_bridge/{folder}/{path.name}"))
    return [*files, (PACKAGE / "firmware" / "main.py", "main.py")]


def read_pins(kind: str, words: Sequence[str]) -> dict[str, Any]:
    """`lights=17` and the like as the board's `pins`. Raises FlashFault for a part this kind has not."""
    pins: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in DEFAULTS[kind] or not value:
            raise FlashFault(f'"{word}" is no pin of {kind}; write NAME=GPIO with one of: {", ".join(DEFAULTS[kind])}.')
        pins[name] = int(value) if value.isdigit() else None if value == "none" else value
    return pins


def merged(before: str, kind: str, name: str | None, pins: dict[str, Any]) -> str:
    """The board's new `device.json`. before: what it had; name and pins stay if it was of this kind.

    Without a name it takes one from its chip's number.
    """
    try:
        had = json.loads(before)
    except ValueError:
        had = {}
    if not isinstance(had, dict) or had.get("kind") != kind:
        had = {}
    content = {**had, "kind": kind, "pins": {**had.get("pins", {}), **pins}}
    if name:
        content["id"] = name
    return json.dumps(content)


def flash(
    port: str, kind: str, name: str | None = None, pins: dict[str, Any] | None = None, *, pico: bool = True
) -> None:
    """Copy the firmware and start it. pico: False for a MicroPython that cannot be reset. Raises FlashFault."""
    if "://" not in port and not Path(port).exists():
        raise FlashFault(f"There is no {port}.")
    begin = ["connect", port, *([] if pico else ["resume"])]
    before = _call([*begin, "exec", READ_CONFIG], port)
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "device.json"
        config.write_text(merged(before, kind, name, pins or {}))
        copy: list[str] = []
        for here, there in [*board_files(), (config, "device.json")]:
            copy += ["+", "fs", "cp", str(here), f":{there}"]
        _call([*begin, "exec", MAKE_FOLDERS, *copy], port)
    if pico:
        _call(["connect", port, "reset"], port)


READ_CONFIG = "try:\n print(open('device.json').read())\nexcept OSError:\n print('{}')"
MAKE_FOLDERS = (
    "import os\nfor one in ('firmware_bridge', 'firmware_bridge/wire', 'firmware_bridge/firmware'):\n"
    " try:\n  os.mkdir(one)\n except OSError:\n  pass"
)


def _call(words: list[str], port: str) -> str:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mpremote", *words], capture_output=True, text=True, timeout=CALL_S, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise FlashFault(f"The board on {port} does not answer. Unplug it, plug it in, and try again.") from late
    if done.returncode != 0:
        raise FlashFault(_why(done.stdout + done.stderr, port))
    return done.stdout


def _why(said: str, port: str) -> str:
    if "No module named mpremote" in said:
        return f"mpremote is not installed, and only it can copy to a board: {sys.executable} -m pip install mpremote"
    if "in use" in said or "Could not exclusively lock" in said:
        return f"{port} is in use by another program; stop the companion first."
    if "failed to access" in said or "no device found" in said:
        return f"{port} does not open; another program may have it."
    if "could not enter raw repl" in said:
        return (
            f"What is on {port} is not a board with MicroPython, or it is busy. Unplug it, plug it in, and try again."
        )
    last = [line.strip() for line in said.splitlines() if line.strip()][-1:]
    return f"Copying to {port} failed: {''.join(last)[:200]}"
