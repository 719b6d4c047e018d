"""A button: a press is down and up again within human time. Bouncing contacts and being gripped are no presses."""

BOUNCE_MS = 25
SHORTEST_MS = 40
LONGEST_MS = 1500
HOLD_MS = 3000


class Presses:
    """`feed` it whether the button is down; it answers "press", "hold" (once, while held) or an empty text."""

    def __init__(self) -> None:
        self._raw = False
        self._raw_ms = 0
        self._down = False
        self._down_ms = 0
        self._held = False

    def feed(self, down: bool, now_ms: int) -> str:
        """One reading."""
        if down != self._raw:
            self._raw = down
            self._raw_ms = now_ms
        if now_ms - self._raw_ms < BOUNCE_MS:
            return ""
        if down and not self._down:
            self._down = True
            self._down_ms = self._raw_ms
            self._held = False
        elif not down and self._down:
            self._down = False
            return "press" if SHORTEST_MS <= self._raw_ms - self._down_ms <= LONGEST_MS else ""
        if self._down and not self._held and now_ms - self._down_ms >= HOLD_MS:
            self._held = True
            return "hold"
        return ""
