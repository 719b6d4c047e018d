"""A table watched over time: frames in, table events, states, questions and their evidence out.

    frame ─► Follower ─► figures by name ─► settled? ─► table events
                    └──► tracks ─► states, asks, evidence

Invariant: an event goes out only for a figure that has settled with no hand over it; one that its track tells as moved
has stood there long enough already. Nothing is ever deleted because it
is not seen: a figure that is lost keeps its place with a doubt until people say that it is off the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.errors import InputFault
from companion.setup.model import Setup
from companion.table.state import (
    Figure,
    FigureGone,
    FigurePlaced,
    SheetsPlaced,
    TableEvent,
    TerrainPiece,
    TerrainPlaced,
)
from companion.vision.asks import Proposed, Tapped
from companion.vision.follow import Followed, Follower
from companion.vision.frame import Frame, Look, Note
from companion.vision.landscape import Landscape
from companion.vision.rulings import Rulings, track_now
from companion.vision.settle import SETTLE_S, Settler
from companion.vision.straight import straighten

Picture = NDArray[np.uint8]


class Watcher:
    """Watches one table. setup: what is on it; empty: a picture of it without figures, from the same place.

    settle_s: as in `Follower`.
    """

    def __init__(self, setup: Setup, empty: Picture | None = None, *, settle_s: float = SETTLE_S) -> None:
        self._follower = Follower(setup, empty, settle_s=settle_s)
        self._rulings = Rulings(self._follower.cast.section)
        self._settler = Settler(settle_s)
        self._size = (0, 0)
        self._placed = True
        self._told: dict[str, Figure] = {}
        self._doubted: set[str] = set()
        self._land = Landscape(self._follower, lambda: tuple(self._told.values()), settle_s)
        self._calm: Look | None = None
        self._spoken = False

    def look(self, frame: Frame) -> Look:
        """What a frame says. A frame that cannot be used yields no events and a note that says why."""
        try:
            followed = self._follower.look(frame.image, frame.time_s, frame.number)
        except InputFault as fault:
            return Look(frame.number, frame.time_s, (), (), (Note(fault.code, fault.message, "fault"),), ())
        self._size = (frame.image.shape[1], frame.image.shape[0])
        if followed.reading is None:
            return Look(frame.number, frame.time_s, (), (), followed.notes, ())
        moved = self._land.see(frame, followed.reading, followed.fresh)
        if self._calm is not None and moved is None and followed.quiet and not followed.told and not self._spoken:
            return replace(self._calm, frame_number=frame.number, time_s=frame.time_s)
        heard, self._spoken = self._spoken, False
        arrived = {told.name for told in followed.told if told.event == "moved"}
        events = self._of_the_table(followed, frame.time_s)
        events += [] if moved is None else [moved]
        seen = []
        for name, figure in followed.figures.items():
            settled = self._settler.see(figure, frame.time_s) if name in followed.free else None
            if (heard and self._stood(name)) or (name in arrived and name in followed.free):
                settled = self._settler.put(figure, frame.time_s)
            if settled is not None or (name in self._doubted and name in followed.free and name in self._told):
                self._told[name] = settled or figure
                self._doubted.discard(name)
                events.append(FigurePlaced(self._told[name], frame.time_s))
            if self._settler.stands(figure):
                seen.append(name)
        events += self._of_tracks(frame.time_s)
        look = self._as_look(followed, frame, events, seen)
        tracks = self._follower.tracker.tracks.values()
        still = len(seen) == len(followed.figures) and all(t.state in ("seen", "lost", "off") for t in tracks)
        self._calm = replace(look, events=(), evidence=()) if still and not followed.told else None
        return look

    def straighten(
        self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> Picture | None:
        """The table from above, extent (x0, y0, x1, y1), y up; None while the camera's pose is not known."""
        solution = self._follower.table
        if solution is None or self._size != (frame.image.shape[1], frame.image.shape[0]):
            return None
        return straighten(frame.image, solution.camera, extent_mm, px_per_mm)

    def answer(self, ask_id: str, option_id: str) -> str | None:
        """Answer an open ask. A sentence if that cannot be done."""
        return self._heard(self._follower.tracker.answer(ask_id, option_id))

    def rename(self, figure_id: str, name: str) -> str | None:
        """Give a figure that has no marker its name. A sentence if that cannot be done."""
        said = self._heard(self._follower.tracker.rename(figure_id, name))
        if said is None:
            self._rulings.crops.rename(figure_id, name)
        return said

    def take_off(self, figure_id: str) -> str | None:
        """The figure is no longer on the table. A sentence if that cannot be done."""
        return self._heard(self._follower.tracker.take_off(figure_id))

    def put_back(self, figure_id: str) -> str | None:
        """The figure is looked for again. A sentence if it is not off."""
        return self._heard(self._follower.tracker.put_back(figure_id))

    def tap(self, frame_number: int, xy_px: tuple[float, float]) -> Tapped | str:
        """What a tap at a pixel of one of the last pictures means."""
        return self._land.tap(frame_number, xy_px)

    def pictured(
        self, frame_number: int, points_mm: Sequence[tuple[float, float, float]]
    ) -> tuple[tuple[float, float] | None, ...] | str:
        """Pixels of points x, y, z in one of the last pictures; None for what is not in front of the camera."""
        return self._land.pictured(frame_number, points_mm)

    def on_level(self, frame_number: int, xy_px: tuple[float, float], level_mm: float) -> tuple[float, float] | str:
        """The point at this height that a pixel shows, whatever is in the way."""
        return self._land.on_level(frame_number, xy_px, level_mm)

    def set_terrain(self, terrain: tuple[TerrainPiece, ...]) -> str | None:
        """The terrain is this from now on."""
        return self._heard(self._land.set_terrain(terrain))

    def propose_terrain(self) -> tuple[Proposed, ...] | str:
        """Pieces that the newest picture shows beside the empty table."""
        return self._land.propose()

    def take_empty(self) -> str | None:
        """The newest picture is the empty table from now on."""
        return self._heard(self._land.take_empty())

    def crop(self, crop_id: str) -> bytes | None:
        """A crop as JPEG; None: it is not kept any more."""
        return self._rulings.crops.jpeg(crop_id)

    def set_veto(self, may: Callable[[str, tuple[float, float], tuple[float, float]], bool] | None) -> None:
        """may(figure_id, from_mm, to_mm): whether the rules allow that reading, where there are several."""
        self._follower.tracker.may = may

    def _stood(self, name: str) -> bool:
        """Whether a figure has a new name only: it stood there under another."""
        track = self._follower.tracker.tracks[name]
        return name not in self._told and track.state == "seen" and track.told_mm is not None

    def _heard(self, refused: str | None) -> str | None:
        self._spoken = True
        return refused

    def _of_the_table(self, followed: Followed, time_s: float) -> list[TableEvent]:
        reading = followed.reading
        assert reading is not None
        events: list[TableEvent] = []
        if followed.fresh:
            self._settler.forget()
            events.append(SheetsPlaced(reading.sheets, time_s))
        if reading.placed != self._placed:
            self._placed = reading.placed
            terrain = self._land.terrain if reading.placed else ()
            events.append(TerrainPlaced(terrain, time_s, known=reading.placed))
        return events

    def _of_tracks(self, time_s: float) -> list[TableEvent]:
        """Figures that left the table by people's word, and those that are lost."""
        tracks = self._follower.tracker.tracks
        events: list[TableEvent] = []
        for name in list(self._told):
            if name not in tracks or tracks[name].state == "off":
                self._told.pop(name)
                self._settler.lose(name)
                events.append(FigureGone(name, time_s, "off" if name in tracks else "renamed"))
            elif tracks[name].state == "lost" and name not in self._doubted:
                self._doubted.add(name)
                doubt = f"{name} is not found any more; this is where it was last seen."
                events.append(FigurePlaced(replace(self._told[name], doubt=doubt), time_s))
        return events

    def _as_look(self, followed: Followed, frame: Frame, events: list[TableEvent], seen: list[str]) -> Look:
        reading, tracker = followed.reading, self._follower.tracker
        assert reading is not None
        camera = reading.solution.camera
        evidence = [
            self._rulings.evidence(told, frame.image, camera, frame.time_s, frame.number) for told in followed.told
        ]
        known = {**tracker.tracks, **tracker.strangers}
        return Look(
            frame.number,
            frame.time_s,
            tuple(events),
            tuple(sorted(reading.sheet_corners_px)),
            followed.notes,
            tuple(seen),
            tuple(track_now(t, followed.figures.get(t.name)) for t in tracker.tracks.values()),
            tuple(self._rulings.ask(a, known.get(a.about), frame.image, camera) for a in tracker.asks()),
            tuple(evidence),
        )
