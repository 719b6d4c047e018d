"""Tells a shake from everything else that happens to a thing on a table.

A *stroke* is a strong push; a shake is strokes to and fro, one soon after the other, for long enough. A bump is one
stroke and its ringing, carrying is many weak ones: neither is a shake. After a shake it must be held still and upright;
one that is laid down or never comes to rest is no result.
"""

STROKE_MG = 900
"""Beside gravity. Walking with it in the hand reaches about 400, a shake 1500 to 3000."""
FASTEST_STROKE_MS = 60
"""An arm does not turn round faster; what does is the ringing of a knock."""
NEXT_STROKE_MS = 500
"""The next stroke, the other way, must come within this time."""
SHAKE_MS = 1000
SEEN_STROKES = 4
"""From here on it is shown as shaken; three knocks are not."""
STROKES = 6
STILL_MG = 150
STILL_MS = 600
SETTLE_MS = 8000
"""So long it may take to be held still; then the shake is void."""
UPRIGHT_MG = 850
"""Of gravity along the shaft: less than 32 degrees from upright."""
SMOOTHING_MS = 400


class ShakeWatch:
    """Give it every reading, in thousandths of g, up along the shaft first; ask `state`.

    idle -> shaking -> settling -> settled (until `again`), or back to idle.
    """

    def __init__(self) -> None:
        self.state = "idle"
        self.level = 0
        """How hard it is shaken just now, 0 to 100."""
        self._rest: list[float] = []
        self._then_ms = 0
        self._stroke: tuple[float, ...] | None = None
        self._stroke_ms = 0
        self._began_ms = 0
        self._strokes = 0
        self._still_ms = 0
        self._settle_ms = 0

    def again(self) -> None:
        """Begin anew."""
        self.state = "idle"
        self._stroke = None
        self._strokes = 0

    def feed(self, reading: tuple[int, int, int], now_ms: int) -> str:
        """One reading; the state after it."""
        if not self._rest:
            self._rest = [float(one) for one in reading]
            self._then_ms = now_ms
        push = [one - rest for one, rest in zip(reading, self._rest)]
        share = min(1.0, (now_ms - self._then_ms) / SMOOTHING_MS)
        self._rest = [rest + share * one for rest, one in zip(self._rest, push)]
        self._then_ms = now_ms
        strength = sum([one * one for one in push]) ** 0.5
        self.level = min(100, int(strength / 25))
        if strength > STROKE_MG:
            self._strike(push, now_ms)
        elif self._stroke is not None and now_ms - self._stroke_ms > NEXT_STROKE_MS:
            self._stop(now_ms)
        if strength > STILL_MG or reading[0] < UPRIGHT_MG:
            self._still_ms = now_ms
        if self.state == "settling":
            if now_ms - self._still_ms >= STILL_MS:
                self.state = "settled"
            elif now_ms - self._settle_ms > SETTLE_MS:
                self.again()
        return self.state

    def _strike(self, push: list[float], now_ms: int) -> None:
        last = self._stroke
        if last is None:
            self._began_ms = now_ms
            self._strokes = 1
        elif now_ms - self._stroke_ms > NEXT_STROKE_MS:
            self._stop(now_ms)
            return
        elif now_ms - self._stroke_ms < FASTEST_STROKE_MS or sum([a * b for a, b in zip(push, last)]) >= 0:
            return
        else:
            self._strokes += 1
        self._stroke = tuple(push)
        self._stroke_ms = now_ms
        if self.state in ("idle", "settling") and self._strokes >= SEEN_STROKES:
            self.state = "shaking"

    def _stop(self, now_ms: int) -> None:
        """The strokes have ended; whether they were enough."""
        enough = self._strokes >= STROKES and self._stroke_ms - self._began_ms >= SHAKE_MS
        self._stroke = None
        self._strokes = 0
        if self.state == "shaking":
            self.state = "settling" if enough else "idle"
            self._settle_ms = self._still_ms = now_ms
