"""The terrain of a watched table: as people gave it, carried by its markers, tapped at and proposed.

    picture + solution ─► runs ─► taps          markers on pieces at rest elsewhere ─► terrain moved ─► TerrainPlaced

Invariant: terrain changes by people's word or with its marker, never because a picture looks different.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.setup.values import figure_base
from companion.table.state import Figure, TerrainPiece, TerrainPlaced
from companion.vision.asks import Proposed, Tapped
from companion.vision.carriers import Carriers
from companion.vision.follow import Follower
from companion.vision.frame import Frame
from companion.vision.proposals import propose
from companion.vision.reader import Reading
from companion.vision.sheets import reach_of
from companion.vision.taps import Runs, on_level, pictured_in, tap_of

Picture = NDArray[np.uint8]

EARLIER_S = 1.0
NO_PICTURE_YET = "No picture of the table could be read yet."
NO_EMPTY = (
    "There is no picture of the empty table to compare with: start with one, or press “This is the empty table” while "
    "nothing but the mat and the sheets lies there."
)


class Landscape:
    """follower: whose table it is. figures: gives those on it."""

    def __init__(self, follower: Follower, figures: Callable[[], Sequence[Figure]], settle_s: float) -> None:
        self._follower, self._figures = follower, figures
        self._carriers, self._runs = Carriers(follower.setup, settle_s), Runs()
        self._newest: Frame | None = None
        self._earlier: Frame | None = None
        self._changed = False

    @property
    def terrain(self) -> tuple[TerrainPiece, ...]:
        """All of it as it lies now."""
        return self._carriers.terrain

    def see(self, frame: Frame, reading: Reading, fresh: bool) -> TerrainPlaced | None:
        """Take a picture that was read; the terrain if it is not what it was. fresh: the camera was solved anew."""
        if self._newest is not None and frame.time_s - self._newest.time_s >= EARLIER_S:
            self._earlier = self._newest
        if self._earlier is None or frame.time_s - self._earlier.time_s >= 2 * EARLIER_S:
            self._earlier = self._newest
        self._newest = frame
        if fresh:
            self._carriers.forget()
        if self._carriers.see(reading.carriers, frame.time_s):
            self._follower.set_terrain(self.terrain, frame.image)
            self._changed = True
        self._runs.keep(frame.number, reading.solution, self.terrain if reading.placed else ())
        if not self._changed or not reading.placed:
            return None
        self._changed = False
        return TerrainPlaced(self.terrain, frame.time_s)

    def tap(self, frame_number: int, xy_px: tuple[float, float]) -> Tapped | str:
        """What a tap at a pixel of one of the last pictures means, or a sentence."""
        return tap_of(self._runs, frame_number, xy_px, self._figures())

    def pictured(
        self, frame_number: int, points_mm: Sequence[tuple[float, float, float]]
    ) -> tuple[tuple[float, float] | None, ...] | str:
        """Pixels of points x, y, z in one of the last pictures; None for what is not in front of the camera."""
        return pictured_in(self._runs, frame_number, points_mm)

    def on_level(self, frame_number: int, xy_px: tuple[float, float], level_mm: float) -> tuple[float, float] | str:
        """The point at this height that a pixel shows, whatever is in the way."""
        return on_level(self._runs, frame_number, xy_px, level_mm)

    def set_terrain(self, terrain: tuple[TerrainPiece, ...]) -> str | None:
        """The terrain is this from now on."""
        self._carriers.set_terrain(terrain)
        self._follower.set_terrain(terrain, None if self._newest is None else self._newest.image)
        self._changed = True
        return None

    def propose(self) -> tuple[Proposed, ...] | str:
        """Pieces that the newest picture shows beside the empty table, or a sentence."""
        reading, newest = self._follower.sure, self._newest
        if reading is None or newest is None:
            return NO_PICTURE_YET
        empty = self._follower.empty_now
        if empty is None:
            return NO_EMPTY
        largest = max((figure_base(f).length_mm for f in self._follower.setup.figure), default=0.0)
        return propose(
            newest.image,
            empty,
            reading.solution.camera,
            reach_of(reading.solution, self._follower.setup),
            self.terrain,
            self._figures(),
            None if self._earlier is None else self._earlier.image,
            largest_mm=max(largest, 25.0),
            sheets=reading.sheets,
        )

    def take_empty(self) -> str | None:
        """The newest picture is the empty table from now on; a sentence if it is not."""
        newest = self._newest
        if newest is None or self._follower.sure is None:
            return NO_PICTURE_YET
        here = [figure.name or figure.id for figure in self._figures()]
        if here:
            others = " and others" if len(here) > 6 else ""
            return f"Take the figures off the table first: {', '.join(here[:6])}{others}."
        self._follower.take_empty(newest.image)
        return None
