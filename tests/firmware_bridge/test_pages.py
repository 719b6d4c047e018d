"""docs/hardware.md and docs/devices.md say what the code does."""

from __future__ import annotations

import re

import pytest

from firmware_bridge.firmware import detents, presses, shake
from firmware_bridge.firmware.wiring import DEFAULTS
from firmware_bridge.link.finder import USB_IDS
from tests.needs import ROOT

HARDWARE = (ROOT / "docs" / "hardware.md").read_text()
DEVICES = (ROOT / "docs" / "devices.md").read_text()
HEADINGS = {"mace": "## The mace", "dials": "## The dials", "dice": "## The dice box"}
GPIO_PINS = {4: 6, 5: 7, 14: 19, 15: 20, 16: 21}
"""GPIO -> pin of the Pico's board (Raspberry Pi Pico datasheet, figure 4)."""


@pytest.mark.parametrize("kind", DEFAULTS)
def test_the_wiring_table_is_the_codes(kind: str) -> None:
    section = HARDWARE.split(HEADINGS[kind])[1].split("\n## ")[0]
    wired = {int(gpio): int(pin) for gpio, pin in re.findall(r"^\| GP(\d+) \(pin (\d+)\)", section, re.MULTILINE)}
    used = {value for name, value in DEFAULTS[kind].items() if name in ("sda", "scl", "lights", "button", "buzzer")}
    assert wired == {gpio: GPIO_PINS[gpio] for gpio in used}


def test_figures() -> None:
    assert f"A press is {presses.SHORTEST_MS / 1000:g} to {presses.LONGEST_MS / 1000:g} s long" in HARDWARE
    assert f"hold the button for {presses.HOLD_MS // 1000} seconds" in HARDWARE
    assert f"within {detents.NEAR * 360 / detents.TURN:.0f}° of a position" in HARDWARE
    assert (shake.STROKES, shake.SHAKE_MS) == (6, 1000) and "six strokes to and fro over at least a second" in DEVICES
    assert [f"{vendor:04x}" for vendor, _ in USB_IDS] == ["2e8a"] and 'idVendor}=="2e8a"' in HARDWARE


def test_every_target_is_told() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "devices.mk").read_text(), re.MULTILINE))
    assert targets - {"devices-soak"} == set(re.findall(r"^\| `([a-z-]+)`:", DEVICES, re.MULTILINE))
