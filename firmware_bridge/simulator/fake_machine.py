"""MicroPython's `machine` and `neopixel` for one simulated board. Runs on MicroPython too."""

from firmware_bridge.simulator.chips import Bus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware_bridge.simulator.world import World


class Pin:
    """A pin; only a button's is ever read."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    world: "World | None" = None

    def __init__(self, number: int, mode: int = 0, pull: int = 0) -> None:
        self.number = number

    def value(self) -> int:
        """0 while the button is down."""
        return 0 if self.world is not None and self.world.pressed() else 1


class Pwm:
    """A buzzer that makes no sound."""

    def __init__(self, pin: Pin) -> None:
        self.sounding = 0

    def freq(self, tone_hz: int) -> None:
        """The tone."""

    def duty_u16(self, duty: int) -> None:
        """0: silent."""
        self.sounding = duty


class Pixels:
    """A strip of lights that tells what it shows. shown: called with the colours after each `write`."""

    def __init__(self, count: int, shown: "Callable[[list[tuple[int, int, int]]], None]") -> None:
        self._colours = [(0, 0, 0)] * count
        self._shown = shown

    def __setitem__(self, place: int, colour: tuple[int, int, int]) -> None:
        self._colours[place] = colour

    def write(self) -> None:
        """Show it."""
        self._shown(list(self._colours))


class Machine:
    """The two modules in one, for `firmware.wiring.build`. unique: the chip's number."""

    PWM = Pwm

    def __init__(
        self,
        world: "World",
        shown: "Callable[[list[tuple[int, int, int]]], None]",
        accelerometer: str = "lis3dh",
        unique: bytes = b"twin",
    ) -> None:
        self._world = world
        self._shown = shown
        self._accelerometer = accelerometer
        self._unique = unique

        class OwnPin(Pin):
            pass

        OwnPin.world = world
        self.Pin = OwnPin

    def I2C(self, number: int, sda: Pin, scl: Pin, freq: int) -> Bus:
        """The one bus."""
        return Bus(self._world, self._accelerometer)

    def NeoPixel(self, pin: Pin, count: int) -> Pixels:
        """The one strip."""
        return Pixels(count, self._shown)

    def unique_id(self) -> bytes:
        """The chip's number."""
        return self._unique

    def reset(self) -> "Any":
        """Ends the program; whoever runs the board starts it again."""
        raise SystemExit(3)
