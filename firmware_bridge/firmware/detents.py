"""A dial's angle to what it reads: nine detents, 0 to 8, and only when it has come to rest in one."""

STEPS = 9
TURN = 4096
"""One turn, in the sensor's units."""
DETENT = TURN / STEPS
NEAR = DETENT * 0.3
"""So close to a detent's middle it counts as in it; between two it reads nothing."""
REST_MS = 350


class Detents:
    """zero: the angle at which the dial reads 0. `value` is None until it has rested once."""

    def __init__(self, zero: int = 0) -> None:
        self.zero = zero
        self.value: int | None = None
        self._at: int | None = None
        self._since_ms = 0

    def feed(self, angle: int, now_ms: int) -> bool:
        """One reading, 0 to 4095; whether `value` has changed."""
        turned = (angle - self.zero) % TURN
        at = int(turned / DETENT + 0.5)
        inside = abs(turned - at * DETENT) <= NEAR
        where = at % STEPS if inside else None
        if where != self._at:
            self._at = where
            self._since_ms = now_ms
        if where is None or where == self.value or now_ms - self._since_ms < REST_MS:
            return False
        self.value = where
        return True
