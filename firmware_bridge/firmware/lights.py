"""A strip of WS2812 lights: colours by name, patterns by time. Written to only when something changes.

What the patterns mean is said in docs/hardware.md.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RGB = {
    "off": (0, 0, 0),
    "red": (90, 0, 0),
    "green": (0, 80, 0),
    "blue": (0, 0, 100),
    "yellow": (75, 55, 0),
    "white": (45, 45, 45),
    "orange": (90, 28, 0),
    "violet": (55, 0, 75),
    "cyan": (0, 60, 60),
}
"""Dim on purpose: four at full white would draw a quarter of an ampere."""
FAST_MS = 150
SLOW_MS = 700


class Lights:
    """pixels: a `neopixel.NeoPixel`, or anything with its item assignment and `write`."""

    def __init__(self, pixels: "Any", count: int) -> None:
        self._pixels = pixels
        self.count = count
        self._shown: list[str] = []

    def show(self, colours: list[str]) -> None:
        """These colours by name from the first light on; the others off."""
        wanted = (list(colours) + ["off"] * self.count)[: self.count]
        if wanted == self._shown:
            return
        self._shown = wanted
        for place, colour in enumerate(wanted):
            self._pixels[place] = RGB[colour]
        self._pixels.write()


def blinking(colour: str, period_ms: int, now_ms: int) -> str:
    """The colour in the first half of each period, off in the second."""
    return colour if now_ms // (period_ms // 2) % 2 == 0 else "off"
