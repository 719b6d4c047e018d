"""What happens to a simulated board: it is shaken, carried, laid down, its dials are turned, its button pressed.

Told in lines of words, so that a test, a page, a key or a file can all say the same. Runs on MicroPython too.
"""

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

G_MG = 1000
NOISE_MG = 12
TURN = 4096
DETENTS = 9


class World:
    """now_ms: a clock."""

    def __init__(self, now_ms: "Callable[[], int]") -> None:
        self._now_ms = now_ms
        self._motion = "still"
        self._until_ms = 0
        self._began_ms = 0
        self._down_until_ms = -1
        self._seed = 1
        self.upright = True
        self.sensor = True
        self.angles = [0.0, 0.0, 0.0, 0.0]
        self.magnets = [True, True, True, True]

    def do(self, words: str) -> None:
        """Shake MS, bump, carry MS, rattle MS, lay, stand, press MS, dial N VALUE, turn N ANGLE, magnet N on|off or
        sensor on|off. Raises ValueError for anything else.
        """
        verb, *rest = words.split() or [""]
        if verb not in VERBS:
            raise ValueError("unknown: " + words)
        VERBS[verb](self, rest)

    def acceleration_mg(self) -> tuple[int, int, int]:
        """Along the shaft first. Raises OSError while the sensor is off."""
        if not self.sensor:
            raise OSError(5)
        now_ms = self._now_ms()
        up, side = (G_MG, 0) if self.upright else (0, G_MG)
        t_s = (now_ms - self._began_ms) / 1000
        push = MOTIONS[self._motion](t_s) if now_ms < self._until_ms else 0.0
        return (
            int(up + push + self._noise()),
            int(side + 0.3 * push + self._noise()),
            int(0.2 * push + self._noise()),
        )

    def angle(self, dial: int) -> int:
        """0 to 4095; dial from 0."""
        return int(self.angles[dial] + self._noise() / 4) % TURN

    def pressed(self) -> bool:
        """Whether the button is down."""
        return self._now_ms() < self._down_until_ms

    def _noise(self) -> int:
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._seed >> 16) % (2 * NOISE_MG + 1) - NOISE_MG

    def _move(self, motion: str, length_ms: int) -> None:
        self._motion = motion
        self._began_ms = self._now_ms()
        self._until_ms = self._began_ms + length_ms

    def _shake(self, rest: list[str]) -> None:
        self._move("shake", int(rest[0]))

    def _carry(self, rest: list[str]) -> None:
        self._move("carry", int(rest[0]))

    def _rattle(self, rest: list[str]) -> None:
        self._move("rattle", int(rest[0]))

    def _bump(self, rest: list[str]) -> None:
        self._move("bump", 250)

    def _lay(self, rest: list[str]) -> None:
        self.upright = False

    def _stand(self, rest: list[str]) -> None:
        self.upright = True

    def _press(self, rest: list[str]) -> None:
        self._down_until_ms = self._now_ms() + int(rest[0])

    def _dial(self, rest: list[str]) -> None:
        self.angles[int(rest[0]) - 1] = int(rest[1]) * TURN / DETENTS

    def _turn(self, rest: list[str]) -> None:
        self.angles[int(rest[0]) - 1] = float(rest[1])

    def _magnet(self, rest: list[str]) -> None:
        self.magnets[int(rest[0]) - 1] = rest[1] == "on"

    def _sensor(self, rest: list[str]) -> None:
        self.sensor = rest[0] == "on"


def _shaking(t_s: float) -> float:
    return 2200 * math.sin(2 * math.pi * 4 * t_s)


def _carried(t_s: float) -> float:
    return 350 * math.sin(2 * math.pi * 1.9 * t_s) + 150 * math.sin(2 * math.pi * 5.3 * t_s)


def _bumped(t_s: float) -> float:
    return 4000 * math.exp(-t_s / 0.05) * math.cos(2 * math.pi * 18 * t_s)


def _rattled(t_s: float) -> float:
    """Short knocks, as in a drawer or a bag."""
    return 3000 * math.exp(-(t_s % 0.9) / 0.03) * math.cos(2 * math.pi * 20 * t_s)


MOTIONS: "dict[str, Callable[[float], float]]" = {
    "still": lambda t_s: 0.0,
    "shake": _shaking,
    "carry": _carried,
    "bump": _bumped,
    "rattle": _rattled,
}
VERBS: "dict[str, Any]" = {
    "shake": World._shake,
    "bump": World._bump,
    "carry": World._carry,
    "rattle": World._rattle,
    "lay": World._lay,
    "stand": World._stand,
    "press": World._press,
    "dial": World._dial,
    "turn": World._turn,
    "magnet": World._magnet,
    "sensor": World._sensor,
}
