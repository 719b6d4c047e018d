"""One finger or two on a page's map, as the browser gets them from glass."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from playwright.sync_api import Page

Spot = tuple[float, float]
STEPS, STEP_MS = 8, 20


class Fingers:
    """Fingers that lie on the glass, px of the page; lifted when it ends."""

    def __init__(self, page: Page, *at: Spot) -> None:
        self.page, self.at = page, at
        self._glass = page.context.new_cdp_session(page)
        self._send("touchStart", at)

    def to(self, *ends: Spot) -> None:
        """Each to its end, all at once."""
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self._send(
                "touchMove",
                [
                    (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
                    for (x0, y0), (x1, y1) in zip(self.at, ends, strict=True)
                ],
            )
            self.page.wait_for_timeout(STEP_MS)
        self.at = ends

    def _send(self, kind: str, at: Sequence[Spot]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(at)]
        self._glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def __enter__(self) -> Fingers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._send("touchEnd", ())


def pinch(page: Page, at: Spot, apart: float, to: float) -> None:
    """Two fingers about a spot, from so many px apart to others."""
    (x, y), half = at, apart / 2
    with Fingers(page, (x - half, y), (x + half, y)) as fingers:
        fingers.to((x - to / 2, y), (x + to / 2, y))
