"""A twin: a board's program on simulated chips, in a thread, at the end of a cable.

It is the board's own code from `firmware`, run by CPython; only chips, lights and cable are made up. It has its own
power: pulled and plugged in again it remembers, until `reset`.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import threading
import time
from types import SimpleNamespace
from typing import Any

from firmware_bridge.firmware.clock import Clock
from firmware_bridge.firmware.draw import Chance
from firmware_bridge.firmware.lights import RGB
from firmware_bridge.firmware.station import Station
from firmware_bridge.firmware.wiring import FIRMWARE, build
from firmware_bridge.simulator.fake_machine import Machine
from firmware_bridge.simulator.outlet import Outlet
from firmware_bridge.simulator.world import World

Message = dict[str, Any]
STEP_S = 0.005
NAMES = {rgb: name for name, rgb in RGB.items()}
TICKS = SimpleNamespace(ticks_ms=lambda: time.monotonic_ns() // 1_000_000, ticks_diff=lambda new, old: new - old)


class Twin:
    """kind: mace, dials or dice. `do` says what happens to it, in the words of `World.do`."""

    def __init__(self, kind: str, outlet: Outlet, name: str | None = None, accelerometer: str = "lis3dh") -> None:
        self.kind = kind
        self.outlet = outlet
        self.name = name or f"{kind}-twin"
        self.lights: list[str] = []
        self._accelerometer = accelerometer
        self._zeros = [0, 0, 0, 0]
        self._clock = Clock(TICKS)
        self._lock = threading.Lock()
        self._world = World(self._clock.now_ms)
        self._station = self._switched_on()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"twin {self.name}", daemon=True)

    def start(self) -> Twin:
        """Run until `stop`."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """End it and its cable."""
        self._stop.set()
        self._thread.join(2)
        self.outlet.close()

    def do(self, words: str) -> None:
        """Something happens to it. Raises ValueError for what `World.do` does not know."""
        try:
            with self._lock:
                self._world.do(words)
        except IndexError as short:
            raise ValueError(f"a word is missing: {words}") from short

    def reset(self) -> None:
        """Take its power away for a moment: it forgets everything but its zeros."""
        with self._lock:
            self._station = self._switched_on()

    def tell(self, message: Message) -> None:
        """Let it have this event, as if its sensors had made it."""
        with self._lock:
            self._station.push(message)

    def pull(self) -> None:
        """Pull its cable; it goes on by its own power."""
        self.outlet.pull_after = 0

    def plug(self) -> None:
        """Put the cable in again, if it is out."""
        with self._lock:
            if self.outlet.pull_after is not None:
                self.outlet.plug()

    @property
    def waiting(self) -> int:
        """Events the host has not acknowledged."""
        with self._lock:
            return self._station.peer.waiting()

    def _switched_on(self) -> Station:
        machine: Any = Machine(self._world, self._shown, self._accelerometer)
        chance = Chance(os.urandom, hashlib.sha256)
        pins = {"zeros": self._zeros} if self.kind == "dials" else {}
        program = build(self.kind, pins, machine, machine, chance, self._keep)
        boot = f"{secrets.randbits(32) | 1:08X}"
        self._cable = _Cable(self.outlet)
        return Station({"id": self.name, "kind": self.kind, "boot": boot, "firmware": FIRMWARE}, program, self._cable)

    def _keep(self, zeros: list[int]) -> None:
        self._zeros = zeros

    def _shown(self, colours: list[tuple[int, int, int]]) -> None:
        self.lights = [NAMES[colour] for colour in colours]

    def _run(self) -> None:
        while not self._stop.is_set():
            data = self.outlet.read(STEP_S)
            with self._lock:
                self._cable.arrived = data
                self._station.step(self._clock.now_ms())


class _Cable:
    """The outlet as a board's program sees it: reading does not wait."""

    def __init__(self, outlet: Outlet) -> None:
        self.arrived = b""
        self.write = outlet.write

    def read(self) -> bytes:
        data, self.arrived = self.arrived, b""
        return data
