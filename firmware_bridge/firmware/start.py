"""What a board does when it is switched on: read `device.json`, build the program, go round and round.

Ctrl-C ends it and leaves MicroPython's prompt, which is what `companion devices flash` and mpremote need. A board that
stumbles over a fault of its own says so and starts again.
"""

import hashlib
import json
import os
import select
import sys
import time

import machine
import neopixel

from firmware_bridge.firmware.clock import Clock
from firmware_bridge.firmware.draw import Chance
from firmware_bridge.firmware.station import Station
from firmware_bridge.firmware.stdio import Stdio
from firmware_bridge.firmware.wiring import FIRMWARE, build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CONFIG = "device.json"
WAIT_MS = 4


def read_config() -> "dict[str, Any]":
    """kind, and perhaps id and pins, from `device.json`."""
    with open(CONFIG) as file:
        config: dict[str, Any] = json.load(file)
    return config


def keep_zeros(zeros: list[int]) -> None:
    """Store a dials board's zeros in `device.json`."""
    config = read_config()
    config["pins"] = dict(config.get("pins", {}))
    config["pins"]["zeros"] = zeros
    with open(CONFIG + ".new", "w") as file:
        json.dump(config, file)
    os.rename(CONFIG + ".new", CONFIG)


def own_id(kind: str) -> str:
    """The kind and the last six digits of the chip's number."""
    return kind + "-" + "".join([f"{byte:02x}" for byte in machine.unique_id()])[-6:]


def main() -> None:
    """Run until Ctrl-C."""
    config = read_config()
    kind = config["kind"]
    boot = "".join([f"{byte:02X}" for byte in os.urandom(4)])
    who = {"id": config.get("id") or own_id(kind), "kind": kind, "boot": boot, "firmware": FIRMWARE}
    chance = Chance(os.urandom, hashlib.sha256)
    program = build(kind, config.get("pins", {}), machine, neopixel, chance, keep_zeros)
    station = Station(who, program, Stdio(select, sys, WAIT_MS))
    clock = Clock(time)
    try:
        while True:
            station.step(clock.now_ms())
    except KeyboardInterrupt:
        station.goodbye("stopped")
    except Exception as fault:  # noqa: BLE001 - whatever it was, a board has nobody to hand it to
        sys.print_exception(fault)  # type: ignore[attr-defined]
        station.goodbye("restart")
        time.sleep(1)
        machine.reset()
