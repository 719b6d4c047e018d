"""A board's program on simulated chips in virtual time, with everything it says written down."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from firmware_bridge.firmware.draw import Chance
from firmware_bridge.firmware.lights import RGB
from firmware_bridge.firmware.wiring import build
from firmware_bridge.simulator.fake_machine import Machine
from firmware_bridge.simulator.world import World
from tests.firmware_bridge.samples import Message

NAMES = {rgb: name for name, rgb in RGB.items()}


class Bench:
    """kind: which program. told: what it pushed; lively: its live messages; lights: by name, now; shown: all so far."""

    def __init__(self, kind: str, seed: int = 1, **pins: Any) -> None:
        self.now_ms = 0
        self.told: list[Message] = []
        self.lively: list[Message] = []
        self.shown: list[list[str]] = []
        self.kept: list[list[int]] = []
        self.world = World(lambda: self.now_ms)
        machine: Any = Machine(self.world, self._shown)
        chance = Chance(random.Random(seed).randbytes, hashlib.sha256)
        self.program = build(kind, pins, machine, machine, chance, self.kept.append)

    @property
    def lights(self) -> list[str]:
        return self.shown[-1] if self.shown else []

    def push(self, message: Message) -> None:
        """Station's part."""
        self.told.append(message)

    def live(self, message: Message) -> None:
        """Station's part."""
        self.lively.append(message)

    def run(self, *story: str | int | Message) -> list[Message]:
        """Words happen to the board, numbers wait so many ms, dicts come from the host; what it pushed meanwhile."""
        before = len(self.told)
        for one in story:
            match one:
                case str():
                    self.world.do(one)
                case int():
                    for _ in range(one // 5):
                        self.now_ms += 5
                        self.program.step(self, self.now_ms)
                case dict():
                    self.program.heard(one, self, self.now_ms)
        return self.told[before:]

    def _shown(self, colours: list[tuple[int, int, int]]) -> None:
        self.shown.append([NAMES[colour] for colour in colours])
