"""A camera image with its time, and what one look at it yields."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.table.state import TableEvent
from companion.vision.asks import Ask, Evidence, TrackNow


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """image: (H, W, 3) uint8 BGR.

    time_s: when it was taken, seconds on the caller's clock. number: grows by one a frame.
    """

    image: NDArray[np.uint8]
    time_s: float
    number: int


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for people with a code for programs.

    Severity: info, warning, or fault (the frame could not be used).
    """

    code: str
    message: str
    severity: str = "warning"


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame said: events to fold into the table, sheets in sight, notes for the status strip.

    figures_seen: ids of the figures that this frame shows where the table has them; None: the watcher does not tell.
    tracks: every figure's state now. asks: those open now. evidence: what was ruled in this look.
    """

    frame_number: int
    time_s: float
    events: tuple[TableEvent, ...]
    sheets_seen: tuple[int, ...]
    notes: tuple[Note, ...]
    figures_seen: tuple[str, ...] | None = None
    tracks: tuple[TrackNow, ...] = ()
    asks: tuple[Ask, ...] = ()
    evidence: tuple[Evidence, ...] = ()
