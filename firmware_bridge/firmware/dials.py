"""Up to four hit-point dials on one board: each tells where it has come to rest, and has a light.

A new host is told all dials. A dial the host says should read otherwise pulses until it does, or the host accepts it.
"""

from firmware_bridge.firmware.detents import Detents
from firmware_bridge.firmware.lights import FAST_MS, SLOW_MS, blinking
from firmware_bridge.firmware.presses import Presses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.firmware.as5600 import As5600
    from firmware_bridge.firmware.lights import Lights
    from firmware_bridge.firmware.station import Station
    from firmware_bridge.wire.messages import Message

READ_MS = 20
FAULT_MS = 1000
"""A fault must last so long before it is told."""
BLINK_MS = 4000


class Dial:
    """One sensor, its detents, its light's orders."""

    def __init__(self, sensor: "As5600", zero: int) -> None:
        self.sensor = sensor
        self.detents = Detents(zero)
        self.colour = "white"
        self.should: int | None = None
        self.blink_until_ms = 0
        self.angle: int | None = None
        self.fault = ""
        self.fault_ms = 0
        self.told = ""


class Dials:
    """sensors: up to four, zeros: their angles at 0. button: whether the button is down. keep: stores new zeros."""

    def __init__(
        self,
        sensors: "list[As5600]",
        zeros: list[int],
        lights: "Lights",
        button: "Callable[[], bool]",
        keep: "Callable[[list[int]], None]",
    ) -> None:
        self._dials = [Dial(sensor, zero) for sensor, zero in zip(sensors, zeros)]
        self._lights = lights
        self._button = button
        self._presses = Presses()
        self._keep = keep
        self._read_ms = 0

    def greeted(self, station: "Station", is_new_host: bool) -> None:
        """A host is there; one that was not before is told everything."""
        if is_new_host:
            for number, dial in enumerate(self._dials):
                dial.told = ""
                self._tell(number, dial, station)

    def heard(self, message: "Message", station: "Station", now_ms: int) -> None:
        """A message from the host."""
        if message["m"] != "show":
            return
        for number, dial in enumerate(self._dials):
            if message["at"] in (0, number + 1):
                self._order(dial, message, now_ms)

    def step(self, station: "Station", now_ms: int) -> None:
        """Look at the dials, tell what has changed, show how things stand."""
        if self._presses.feed(self._button(), now_ms) == "hold":
            self._set_zeros(station)
        if now_ms - self._read_ms >= READ_MS:
            self._read_ms = now_ms
            for number, dial in enumerate(self._dials):
                self._read(number, dial, station, now_ms)
        self._lights.show([_light(dial, now_ms) for dial in self._dials])

    def _order(self, dial: Dial, message: "Message", now_ms: int) -> None:
        what = message["what"]
        if what == "blink":
            dial.blink_until_ms = now_ms + BLINK_MS
        elif what == "colour":
            dial.colour = message["colour"]
        elif what == "should":
            dial.should = message["value"]
        elif what == "accept":
            dial.should = None
        elif what == "off":
            dial.colour = "off"
            dial.should = None
            dial.blink_until_ms = now_ms

    def _read(self, number: int, dial: Dial, station: "Station", now_ms: int) -> None:
        fault = ""
        try:
            dial.angle = dial.sensor.read_angle()
            if dial.angle is None:
                fault = "magnet"
        except OSError:
            dial.angle = None
            fault = "sensor"
        if fault != dial.fault:
            dial.fault = fault
            dial.fault_ms = now_ms
        if fault:
            if dial.told != fault and now_ms - dial.fault_ms >= FAULT_MS:
                dial.told = fault
                station.push({"m": "error", "code": fault, "at": number + 1, "text": FAULTS[fault]})
        elif dial.angle is not None and dial.detents.feed(dial.angle, now_ms):
            self._tell(number, dial, station)
        elif dial.told:
            dial.told = ""
            self._tell(number, dial, station)

    def _tell(self, number: int, dial: Dial, station: "Station") -> None:
        if dial.detents.value is not None:
            station.push({"m": "dial", "at": number + 1, "value": dial.detents.value})

    def _set_zeros(self, station: "Station") -> None:
        """All dials stand at 0 now, says whoever holds the button."""
        for dial in self._dials:
            if dial.angle is not None:
                dial.detents = Detents(dial.angle)
        self._keep([dial.detents.zero for dial in self._dials])


FAULTS = {"magnet": "no magnet over the sensor", "sensor": "the sensor does not answer"}


def _light(dial: Dial, now_ms: int) -> str:
    if now_ms < dial.blink_until_ms:
        return blinking("white", FAST_MS * 2, now_ms)
    if dial.fault:
        return blinking("red", SLOW_MS * 2, now_ms)
    if dial.should is not None and dial.should != dial.detents.value:
        return blinking(dial.colour if dial.colour != "off" else "white", FAST_MS * 4, now_ms)
    return dial.colour
