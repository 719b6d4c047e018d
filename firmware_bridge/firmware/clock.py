"""Milliseconds that never go back: MicroPython's ticks wrap around, sums of their differences do not."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Clock:
    """time: MicroPython's module, or one with its `ticks_ms` and `ticks_diff`. Ask it at least once in 6 days."""

    def __init__(self, time: "Any") -> None:
        self._time = time
        self._ticks = time.ticks_ms()
        self._now_ms = 0

    def now_ms(self) -> int:
        """Milliseconds since it was made."""
        ticks = self._time.ticks_ms()
        self._now_ms += self._time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms
