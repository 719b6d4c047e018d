"""A table watched over time: frames in, table events out.

Idea: the camera stands still, so its solution is made once and kept while the sheets stay where it has them; each frame
then only asks where the figures are. A mark that cannot be found afresh is looked for where it last was. The solution
is made again when the sheets say that something moved or when more of them come into sight.

Invariant: frames may come from different places (a phone in a hand) or sizes; the table frame stays that of the first
sheet, even while it is hidden, because the places of the others are remembered.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.errors import CalibrationFault
from calibration.solve import Solution
from companion.setup.model import Setup
from companion.setup.values import terrain_pieces
from companion.table.state import FigurePlaced, SheetsPlaced, TableEvent, TerrainPlaced
from companion.vision.frame import Frame, Look, Note
from companion.vision.hunt import Turn
from companion.vision.reader import Memory, Reader, Reading
from companion.vision.settle import SETTLE_S, Settler
from companion.vision.still import figure_of
from companion.vision.straight import straighten

Image = NDArray[np.uint8]

HUNT_EVERY_S = 2.0
"""The search for marks that are not found at once is made so often at most."""
HUNTED_AT_ONCE = 2
"""Figures searched for at a time. Each took 0.4 s of a desktop machine: a roster with many figures still in their box
must not hold up those on the table."""


class Watcher:
    """Watches one table. setup: what is on it; empty: a picture of it without figures, from the same place.

    settle_s: how long a figure must stand still; 0: pictures come singly, from a camera in a hand. Each of those must
    show a sheet of its own, and is searched for all figures.
    """

    def __init__(self, setup: Setup, empty: Image | None = None, *, settle_s: float = SETTLE_S) -> None:
        self._setup, self._empty = setup, empty
        self._reader: Reader | None = None
        self._size = (0, 0)
        self._solution: Solution | None = None
        self._prior: Solution | None = None
        self._placed = True
        self._settler, self._singly = Settler(settle_s), settle_s == 0.0
        self._corners: dict[str, Floats] = {}
        self._hunted_s = -HUNT_EVERY_S
        self._hunts = 0

    def look(self, frame: Frame) -> Look:
        """What a frame says. A frame that cannot be used yields no events and a note that says why."""
        try:
            reading = self._read(frame)
        except CalibrationFault as fault:
            return Look(frame.number, frame.time_s, (), (), (Note(fault.code, fault.message, "fault"),), ())
        events: list[TableEvent] = []
        if reading.solution is not self._solution:
            self._solution = reading.solution
            self._settler.forget()
            events.append(SheetsPlaced(reading.sheets, frame.time_s))
        if reading.placed != self._placed:
            self._placed = reading.placed
            terrain = terrain_pieces(self._setup) if reading.placed else ()
            events.append(TerrainPlaced(terrain, frame.time_s, known=reading.placed))
        seen = []
        for sighting in reading.sightings:
            figure = figure_of(sighting)
            self._corners[figure.id] = sighting.fitted.corners_px
            settled = self._settler.see(figure, frame.time_s)
            if settled is not None:
                events.append(FigurePlaced(settled, frame.time_s))
            if self._settler.stands(figure):
                seen.append(figure.id)
        sheets = tuple(sorted(reading.sheet_corners_px))
        return Look(frame.number, frame.time_s, tuple(events), sheets, reading.notes, tuple(seen))

    def _read(self, frame: Frame) -> Reading:
        size = (frame.image.shape[1], frame.image.shape[0])
        if self._reader is None or size != self._size:
            self._reader, self._size, self._corners = Reader(self._setup, *size), size, {}
            self._prior = None
        empty = self._empty if self._empty is not None and self._empty.shape == frame.image.shape else None
        due = self._singly or frame.time_s - self._hunted_s >= HUNT_EVERY_S
        hunting = due if self._singly or not due else Turn(self._hunts * HUNTED_AT_ONCE, HUNTED_AT_ONCE)
        memory = Memory(
            self._prior, dict(self._corners), self._solution, self._placed, f"{frame.number}", steady=not self._singly
        )
        reading = self._reader.read(frame.image, empty=empty, memory=memory, hunting=hunting)
        self._prior = reading.solution
        if due:
            self._hunted_s, self._hunts = frame.time_s, self._hunts + 1
        return reading

    def straighten(self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float) -> Image | None:
        """The table from above, extent (x0, y0, x1, y1), y up; None while the camera's pose is not known."""
        fits = self._size == (frame.image.shape[1], frame.image.shape[0])
        if self._solution is None or not fits:
            return None
        return straighten(frame.image, self._solution.camera, extent_mm, px_per_mm)
