"""`machine` for real MicroPython under test: the simulated board, told what happens through a file.

Put this folder on MICROPYPATH. TWIN_SCRIPT names a file to which lines of `world` are appended while it runs;
TWIN_LIGHTS one to which the lights' colours are written, a line each time.
"""

import os
import time

from firmware_bridge.firmware.clock import Clock
from firmware_bridge.simulator.fake_machine import Machine
from firmware_bridge.simulator.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LOOK_MS = 10


class _Told(World):
    """A world that reads what happens from the file."""

    def __init__(self, now_ms: "Callable[[], int]") -> None:
        super().__init__(now_ms)
        self._script = open(str(os.getenv("TWIN_SCRIPT")))  # noqa: SIM115 - read as long as the board runs
        self._looked_ms = -_LOOK_MS

    def look(self) -> None:
        """Do what has been appended since."""
        now_ms = self._now_ms()
        if now_ms - self._looked_ms < _LOOK_MS:
            return
        self._looked_ms = now_ms
        while True:
            line = self._script.readline()
            if not line:
                return
            if line.strip():
                self.do(line)

    def acceleration_mg(self) -> tuple[int, int, int]:
        self.look()
        return super().acceleration_mg()

    def angle(self, dial: int) -> int:
        self.look()
        return super().angle(dial)

    def pressed(self) -> bool:
        self.look()
        return super().pressed()


def _shown(colours: list[tuple[int, int, int]]) -> None:
    with open(str(os.getenv("TWIN_LIGHTS")), "a") as file:
        file.write(repr(colours) + "\n")


_machine = Machine(
    _Told(Clock(time).now_ms), _shown, os.getenv("TWIN_ACCELEROMETER") or "lis3dh", b"\xe6\x61\x41\x04\x03\x2b\x5a\x2f"
)
Pin = _machine.Pin
PWM = _machine.PWM
I2C = _machine.I2C
NeoPixel = _machine.NeoPixel
unique_id = _machine.unique_id
reset = _machine.reset
