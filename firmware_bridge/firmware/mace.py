"""The Mace of Chaos: armed by the host, shaken by a player, it draws an order and shows it, the tip first.

One question, one result: asked again with the same id it says the same, and a new question makes the old one void.
"""

from firmware_bridge.firmware import draw
from firmware_bridge.firmware.lights import FAST_MS, SLOW_MS, blinking
from firmware_bridge.firmware.shake import ShakeWatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.firmware.buzzer import Buzzer
    from firmware_bridge.firmware.draw import Chance
    from firmware_bridge.firmware.lights import Lights
    from firmware_bridge.firmware.station import Station
    from firmware_bridge.firmware.wiring import Accelerometer
    from firmware_bridge.wire.messages import Message

READ_MS = 10
LIVE_MS = 200
SENSOR_MS = 2000
"""A sensor that does not answer is tried again, and told of, this often."""
BLINK_MS = 4000


class Mace:
    """sensor: gives `read_mg`, up along the shaft first."""

    def __init__(self, sensor: "Accelerometer", lights: "Lights", buzzer: "Buzzer", chance: "Chance") -> None:
        self._sensor = sensor
        self._lights = lights
        self._buzzer = buzzer
        self._chance = chance
        self._watch = ShakeWatch()
        self._arm: Message | None = None
        self._result: Message | None = None
        self._read_ms = 0
        self._live_ms = 0
        self._said = "idle"
        self._failing = False
        self._blink_until_ms = 0

    def greeted(self, station: "Station", is_new_host: bool) -> None:
        """A host is there. It asks what it wants to know."""

    def heard(self, message: "Message", station: "Station", now_ms: int) -> None:
        """A message from the host."""
        word = message["m"]
        if word == "arm":
            self._armed(message, station)
        elif word == "cancel" and self._asked() == message["id"]:
            self._arm = self._result = None
        elif word == "show" and message["what"] == "blink":
            self._blink_until_ms = now_ms + BLINK_MS

    def step(self, station: "Station", now_ms: int) -> None:
        """Look at the sensor, draw when it is time, show how things stand."""
        self._buzzer.step(now_ms)
        if now_ms - self._read_ms >= (SENSOR_MS if self._failing else READ_MS):
            self._read_ms = now_ms
            self._read(station, now_ms)
        self._show(now_ms)
        what = self._what()
        busy = what in ("shaking", "settling")
        if what != self._said or (busy and now_ms - self._live_ms >= LIVE_MS):
            self._said = what
            self._live_ms = now_ms
            station.live({"m": "live", "what": what, "level": self._watch.level if busy else 0})

    def _asked(self) -> int | None:
        asked = self._arm or self._result
        return None if asked is None else int(asked["id"])

    def _armed(self, message: "Message", station: "Station") -> None:
        if self._result is not None and self._result["id"] == message["id"]:
            station.push(self._result)
            return
        if self._arm is None or self._arm["id"] != message["id"]:
            self._watch.again()
        self._arm = message
        self._result = None

    def _read(self, station: "Station", now_ms: int) -> None:
        try:
            reading = self._sensor.read_mg()
        except OSError:
            if not self._failing:
                station.push({"m": "error", "code": "sensor", "at": 0, "text": "the accelerometer does not answer"})
            self._failing = True
            self._watch.again()
            return
        self._failing = False
        self._chance.stir(bytes([one & 0xFF for one in reading]))
        state = self._watch.feed(reading, now_ms)
        if state != "settled":
            return
        self._watch.again()
        if self._arm is not None:
            arm, self._arm = self._arm, None
            colours = draw.order(arm["colours"], self._chance.next_byte)
            self._result = {"m": "result", "id": arm["id"], "round": arm["round"], "order": colours}
            station.push(self._result)
            self._buzzer.beep(880, 250, now_ms)

    def _what(self) -> str:
        if self._arm is None:
            return "drawn" if self._result is not None else "idle"
        state = self._watch.state
        return state if state in ("shaking", "settling") else "armed"

    def _show(self, now_ms: int) -> None:
        what = self._what()
        count = self._lights.count
        if now_ms < self._blink_until_ms:
            self._lights.show([blinking("white", FAST_MS * 2, now_ms)] * count)
        elif self._failing:
            self._lights.show([blinking("red", SLOW_MS * 2, now_ms)])
        elif what == "drawn" and self._result is not None:
            self._lights.show(self._result["order"])
        elif self._arm is None:
            self._lights.show([])
        elif what == "shaking":
            colours = self._arm["colours"]
            turn = now_ms // FAST_MS
            self._lights.show([colours[(place + turn) % len(colours)] for place in range(len(colours))])
        elif what == "settling":
            self._lights.show([blinking("white", FAST_MS * 4, now_ms)])
        else:
            self._lights.show([blinking(colour, SLOW_MS * 2, now_ms) for colour in self._arm["colours"]])
