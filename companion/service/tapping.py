"""Taps on a picture as points of the table, with how sure a finger is there.

A phone knows a picture only in its own size, so taps come as fractions of width and height. How far a finger is off is
measured on the table: the same tap, moved by FINGER of the picture's width, lands so many mm away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.service.looker import Guided, Looker, NotHeard
from companion.table.state import Point
from companion.vision.asks import Tapped

FINGER = 0.003
"""Of the picture's width: 4 px of 1280. A corner is dragged under a magnifying glass."""


class Tapping:
    """May be used from any thread but vision's and the loop's; it waits for a look to end."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker

    def points(self, picture: int, at: Sequence[Point]) -> tuple[tuple[Point, float], ...] | str:
        """See `companion.service.match.laying.Taps`."""
        frame = self._looker.newest()
        if frame is None:
            return "There is no picture yet."
        height_px, width_px = frame.image.shape[:2]
        if not all(0 <= x <= 1 and 0 <= y <= 1 for x, y in at):
            return "A corner lies outside the picture; the whole board must be in sight."
        pixels = [(x * width_px, y * height_px) for x, y in at]
        try:
            return self._looker.tell(lambda guided: _points(guided, picture, pixels, FINGER * width_px))
        except NotHeard as fault:
            return str(fault)


def _points(
    guided: Guided, picture: int, pixels: Sequence[Point], finger_px: float
) -> tuple[tuple[Point, float], ...] | str:
    found = []
    for x, y in pixels:
        taps = [guided.tap(picture, at) for at in ((x, y), (x + finger_px, y), (x, y - finger_px))]
        for tap in taps:
            if not isinstance(tap, Tapped):
                return tap
        own, *moved = [tap.xy_mm for tap in taps if isinstance(tap, Tapped)]
        off = [math.hypot(mx - own[0], my - own[1]) for mx, my in moved]
        found.append((own, max(off) / math.sqrt(2)))
    return tuple(found)
