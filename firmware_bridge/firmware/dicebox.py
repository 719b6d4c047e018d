"""The dice box: rolls what the host asks, when the button is pressed or at once; unasked, it rolls the last dice again.

There is no motion sensor in it, so picking it up can be no roll; a button that is merely gripped is no press.
"""

from firmware_bridge.firmware import draw
from firmware_bridge.firmware.lights import FAST_MS, SLOW_MS, blinking
from firmware_bridge.firmware.presses import Presses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.firmware.buzzer import Buzzer
    from firmware_bridge.firmware.draw import Chance
    from firmware_bridge.firmware.lights import Lights
    from firmware_bridge.firmware.station import Station
    from firmware_bridge.wire.messages import Message

TEN_SIDED = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
ROLLING_MS = 700
KEPT_ANSWERS = 8
BLINK_MS = 4000
HITS = ("white", "yellow", "red")


class DiceBox:
    """button: whether the button is down."""

    def __init__(self, button: "Callable[[], bool]", lights: "Lights", buzzer: "Buzzer", chance: "Chance") -> None:
        self._button = button
        self._lights = lights
        self._buzzer = buzzer
        self._chance = chance
        self._presses = Presses()
        self._question: Message | None = None
        self._faces = [TEN_SIDED]
        self._dice = [0]
        self._answers: list[Message] = []
        self._values: list[int] = []
        self._rolling_until_ms = 0
        self._blink_until_ms = 0
        self._said = "idle"

    def greeted(self, station: "Station", is_new_host: bool) -> None:
        """A host is there. It asks what it wants to know."""

    def heard(self, message: "Message", station: "Station", now_ms: int) -> None:
        """A message from the host."""
        word = message["m"]
        if word == "roll":
            self._asked(message, station, now_ms)
        elif word == "cancel" and self._question is not None and self._question["id"] == message["id"]:
            self._question = None
        elif word == "show" and message["what"] == "blink":
            self._blink_until_ms = now_ms + BLINK_MS
        elif word == "show" and message["what"] == "off":
            self._values = []

    def step(self, station: "Station", now_ms: int) -> None:
        """Look at the button, show how things stand."""
        self._buzzer.step(now_ms)
        down = self._button()
        self._chance.stir(bytes([now_ms & 0xFF]) if down else b"")
        if self._presses.feed(down, now_ms) == "press":
            self._roll(station, now_ms)
        self._show(now_ms)
        what = self._what(now_ms)
        if what != self._said:
            self._said = what
            station.live({"m": "live", "what": what, "level": 0})

    def _asked(self, message: "Message", station: "Station", now_ms: int) -> None:
        for answer in self._answers:
            if answer["id"] == message["id"]:
                station.push(answer)
                return
        self._question = message
        if message["start"] == "now":
            self._roll(station, now_ms)

    def _roll(self, station: "Station", now_ms: int) -> None:
        question, self._question = self._question, None
        if question is not None:
            self._faces = question["faces"]
            self._dice = question["dice"]
        rolled = [draw.pick(len(self._faces[die]), self._chance.next_byte) for die in self._dice]
        self._values = [self._faces[die][face] for die, face in zip(self._dice, rolled)]
        answer: Message = {
            "m": "rolled",
            "id": question["id"] if question is not None else 0,
            "how": "asked" if question is not None else "button",
            "faces": [face + 1 for face in rolled],
            "values": self._values,
        }
        if question is not None:
            self._answers = self._answers[1 - KEPT_ANSWERS :] + [answer]
        station.push(answer)
        self._rolling_until_ms = now_ms + ROLLING_MS
        self._buzzer.beep(660, 120, now_ms)

    def _what(self, now_ms: int) -> str:
        if now_ms < self._rolling_until_ms:
            return "rolling"
        if self._question is not None:
            return "asked"
        return "drawn" if self._values else "idle"

    def _show(self, now_ms: int) -> None:
        if now_ms < self._blink_until_ms:
            self._lights.show([blinking("white", FAST_MS * 2, now_ms)] * self._lights.count)
        elif now_ms < self._rolling_until_ms:
            place = now_ms // (FAST_MS // 2) % self._lights.count
            self._lights.show(["off"] * place + ["blue"])
        elif self._question is not None:
            self._lights.show([blinking("blue", SLOW_MS * 2, now_ms)] * len(self._question["dice"]))
        else:
            self._lights.show(shown(self._values))


def shown(values: list[int]) -> list[str]:
    """The lights for a roll: one die as so many lights; several as one light each, by hits."""
    if len(values) == 1:
        return ["green"] * values[0]
    return [HITS[min(value, 2)] for value in values]
