"""What a watcher rules and asks, for people: sentences, numbers, crops of the picture.

Not done here: ruling. `tracks` and `follow` decide; this says it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from companion.setup.model import FigureSection
from companion.table.state import Figure, Place, Spread
from companion.vision.asking import NOTHING, OFF, STAYS, Asking
from companion.vision.asks import Ask, Evidence, Option, TrackNow
from companion.vision.crops import Crops
from companion.vision.looks import hull_px
from companion.vision.track import Told, Track

Picture = NDArray[np.uint8]

LABELS = {OFF: "taken off the table", STAYS: "still stands there", NOTHING: "no figure"}
SHOWN_MM = 45.0
"""Height of what a crop shows where the figure's own is not known."""


class Rulings:
    """section: the roster's figure of a name, or None."""

    def __init__(self, section: Callable[[str], FigureSection | None]) -> None:
        self.crops = Crops()
        self._section = section
        self._count = 0
        self._asked: dict[str, str | None] = {}

    def evidence(self, told: Told, image: Picture, camera: Camera | None, time_s: float, number: int) -> Evidence:
        """Why something was said, with what the picture shows there."""
        self._count += 1
        numbers: dict[str, float] = {}
        if told.xy_mm is not None:
            numbers |= {"x_mm": round(told.xy_mm[0], 2), "y_mm": round(told.xy_mm[1], 2)}
        if told.sigma_mm is not None:
            numbers["sigma_mm"] = round(told.sigma_mm, 3)
        if told.from_mm is not None and told.xy_mm is not None:
            numbers |= {"from_x_mm": round(told.from_mm[0], 2), "from_y_mm": round(told.from_mm[1], 2)}
            numbers["distance_mm"] = round(math.dist(told.from_mm, told.xy_mm), 2)
        crop = None
        if camera is not None and told.xy_mm is not None:
            portrait = told.name if told.event in ("placed", "moved") else None
            crop = self._crop(image, camera, told.xy_mm, told.name, portrait)
        return Evidence(
            f"e{self._count}", time_s, number, told.event, told.name, _sentence(told, numbers), numbers, crop
        )

    def ask(self, asking: Asking, track: Track | None, image: Picture, camera: Camera | None) -> Ask:
        """A question of the tracker's with its crops. The crop of the place is taken when it is first asked."""
        place = None if track is None else place_of(track)
        if asking.id not in self._asked:
            crop = None
            if camera is not None and track is not None and asking.kind != "lost":
                crop = self._crop(image, camera, track.xy_mm, track.name, None)
            self._asked[asking.id] = crop
        sides = {None if s is None else s.side for s in map(self._section, asking.names)}
        options = tuple(Option(o, LABELS.get(o, o), self.crops.portrait(o)) for o in asking.options)
        side = next(iter(sides)) if len(sides) == 1 else None
        crop = self._asked[asking.id] or self.crops.portrait(asking.about)
        return Ask(asking.id, asking.kind, _question(asking), options, asking.names, asking.since_s, place, crop, side)

    def _crop(
        self, image: Picture, camera: Camera, xy_mm: tuple[float, float], name: str | None, portrait: str | None
    ) -> str | None:
        section = None if name is None else self._section(name)
        height = SHOWN_MM if section is None else section.height_mm
        hull = hull_px(camera, (*xy_mm, 0.0), 20.0, height)
        return None if hull is None else self.crops.take(image, hull, portrait)


def track_now(track: Track, figure: Figure | None) -> TrackNow:
    """A track as people are told of it. figure: where the newest picture shows it, None where it does not."""
    moved = track.moved_mm
    place = None if figure is None else figure.place
    if place is None and moved is not None:
        place = place_of(track)
    return TrackNow(
        track.name,
        track.state,
        track.state_s,
        place,
        None if moved is None else moved[0],
        None if moved is None else moved[1],
    )


def place_of(track: Track) -> Place:
    """Where a track has its figure."""
    own = track.sigma_mm**2
    return Place(*track.xy_mm, Spread((own, 0.0, own)))


def _question(asking: Asking) -> str:
    match asking.kind:
        case "which":
            return f"{' and '.join(asking.names)} look alike. Which of them stands here?"
        case "lost":
            return f"{asking.about} is not found where it stood. Where is it?"
        case "name":
            return f"Who is this, {asking.about}?"


def _sentence(told: Told, numbers: dict[str, float]) -> str:
    name, detail = told.name or "", told.detail
    match told.event:
        case "moved":
            return f"{name} moved {numbers['distance_mm']:.0f} mm and stands again."
        case "placed":
            return f"{name} stands here." if detail is None else f"{name} stands here ({detail})."
        case "covered":
            return f"Something is before {name}; its place is held."
        case "uncovered":
            return f"{name} is seen again."
        case "lost":
            return f"{name} is not found where it stood, nor anywhere else."
        case "asked":
            return f"It is not clear who stands here: {detail}." if detail else "It is asked who stands here."
        case "bumped":
            return f"The camera was moved: all sheets shifted by {detail}."
        case "repaired":
            return "The camera's place is known again; no figure was moved."
        case "sheet-moved":
            return f"{(detail or 'A sheet').capitalize()} was moved and is left out from now on."
        case "unread":
            return detail or "The picture could not be read."
        case event:
            return f"{name} {event}{'' if detail is None else f': {detail}'}."
