"""Which part hangs on which pin, and a program built from it.

The defaults are the wiring tables of docs/hardware.md. `device.json` on the board may name other pins.
"""

from firmware_bridge.firmware import as5600, lis3dh, mpu6050
from firmware_bridge.firmware.buzzer import Buzzer
from firmware_bridge.firmware.dials import Dials
from firmware_bridge.firmware.dicebox import DiceBox
from firmware_bridge.firmware.lights import Lights
from firmware_bridge.firmware.mace import Mace
from firmware_bridge.firmware.tca9548a import Channel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from firmware_bridge.firmware.draw import Chance

    class Accelerometer(Protocol):
        """An accelerometer."""

        def read_mg(self) -> tuple[int, int, int]: ...


FIRMWARE = "1.0"
DEFAULTS: "dict[str, dict[str, Any]]" = {
    "mace": {"sda": 4, "scl": 5, "lights": 16, "buzzer": 15, "count": 4, "up": "x"},
    "dials": {"sda": 4, "scl": 5, "lights": 16, "button": 14, "count": 4, "zeros": [0, 0, 0, 0]},
    "dice": {"lights": 16, "button": 14, "buzzer": 15, "count": 12},
}
"""Kind -> GPIO numbers; count: of lights; up: the sensor's axis towards the tip (x, -x, y, ...); zeros: see `dials`."""
BUS_HZ = 400_000
AXES = {"x": (0, 1), "-x": (0, -1), "y": (1, 1), "-y": (1, -1), "z": (2, 1), "-z": (2, -1)}


class Upright:
    """An accelerometer, turned so that its first axis is up along the shaft. Found anew if it was not there.

    make: tries to find the chip.
    """

    def __init__(self, make: "Callable[[], Accelerometer]", up: str) -> None:
        self._make = make
        self._chip: Accelerometer | None = None
        self._axis, self._sign = AXES[up]

    def read_mg(self) -> tuple[int, int, int]:
        """Up first, in thousandths of g. Raises OSError if no chip answers."""
        if self._chip is None:
            self._chip = self._make()
        try:
            reading = self._chip.read_mg()
        except OSError:
            self._chip = None
            raise
        others = [reading[axis] for axis in (0, 1, 2) if axis != self._axis]
        return reading[self._axis] * self._sign, others[0], others[1]


def find_accelerometer(bus: "Any") -> "Accelerometer":
    """The first accelerometer that answers. Raises OSError if none does."""
    for address in lis3dh.ADDRESSES:
        try:
            return lis3dh.Lis3dh(bus, address)
        except OSError:
            continue
    for address in mpu6050.ADDRESSES:
        try:
            return mpu6050.Mpu6050(bus, address)
        except OSError:
            continue
    raise OSError("no accelerometer")


def build(
    kind: str,
    pins: "dict[str, Any]",
    machine: "Any",
    neopixel: "Any",
    chance: "Chance",
    keep: "Callable[[list[int]], None]",
) -> "Any":
    """The program of this kind. pins: what differs from DEFAULTS. keep: stores a dials board's zeros."""
    at = dict(DEFAULTS[kind])
    at.update(pins)
    lights = Lights(neopixel.NeoPixel(machine.Pin(at["lights"], machine.Pin.OUT), at["count"]), at["count"])
    return BUILD[kind](at, machine, lights, chance, keep)


def _bus(at: "dict[str, Any]", machine: "Any") -> "Any":
    return machine.I2C(0, sda=machine.Pin(at["sda"]), scl=machine.Pin(at["scl"]), freq=BUS_HZ)


def _button(at: "dict[str, Any]", machine: "Any") -> "Callable[[], bool]":
    pin = machine.Pin(at["button"], machine.Pin.IN, machine.Pin.PULL_UP)
    return lambda: pin.value() == 0


def _buzzer(at: "dict[str, Any]", machine: "Any") -> Buzzer:
    return Buzzer(machine.PWM(machine.Pin(at["buzzer"])) if at["buzzer"] is not None else None)


def _mace(at: "dict[str, Any]", machine: "Any", lights: Lights, chance: "Chance", keep: "Any") -> Mace:
    bus = _bus(at, machine)
    return Mace(Upright(lambda: find_accelerometer(bus), at["up"]), lights, _buzzer(at, machine), chance)


def _dials(at: "dict[str, Any]", machine: "Any", lights: Lights, chance: "Chance", keep: "Any") -> Dials:
    bus = _bus(at, machine)
    sensors = [as5600.As5600(Channel(bus, number)) for number in range(len(at["zeros"]))]
    return Dials(sensors, at["zeros"], lights, _button(at, machine), keep)


def _dice(at: "dict[str, Any]", machine: "Any", lights: Lights, chance: "Chance", keep: "Any") -> DiceBox:
    return DiceBox(_button(at, machine), lights, _buzzer(at, machine), chance)


BUILD = {"mace": _mace, "dials": _dials, "dice": _dice}
