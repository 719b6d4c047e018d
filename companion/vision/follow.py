"""A recorded or live table followed picture by picture: sheets, marked figures, rings, unmarked bases, hands.

    picture ─► sheets moved? ─► reading ─► bases beside the empty table ─► hands ─► tracks ─► events

Idea: the empty table's picture is thrown onto the present camera whenever the camera has moved, so what is new stays
what is new. If the sheets moved together, the camera was bumped: the reading solves it anew in the same picture and
nothing on the table has moved. If one moved against the others, it is left out from then on, and said.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.errors import PictureFault
from calibration.solve import Solution
from companion.setup.model import Setup
from companion.setup.values import figure_base, terrain_pieces
from companion.vision.changes import Views, change, views_of
from companion.vision.hands import Hands, figure_px, hands_in
from companion.vision.reader import Memory, Reader, Reading
from companion.vision.sheets import reach_of
from companion.vision.standing import BaseSeen, find_bases, floors, kinds_of
from companion.vision.tracks import Seen, Told, Track, Tracker
from companion.vision.unmarked import taken_by, unread

Picture = NDArray[np.uint8]

BUMP_PX = 1.5
SHEET_MM = 2.5
"""A sheet this far from where the others have it has been moved."""
NODE_PX = 16
QUIET_GREY = 5.0
"""Most that any spot of a picture, at an eighth of its size, may differ from the one before if nothing moved."""


@dataclass(slots=True, eq=False)
class _Held:
    """What the last picture that was looked at in full gave."""

    small: NDArray[np.float32]
    seen: list[Seen]
    hands: Hands
    solution: Solution


class Follower:
    """Follows one table. setup: its figures, with at_mm where unmarked ones stand at the start; empty: without any."""

    def __init__(self, setup: Setup, empty: Picture | None) -> None:
        self._setup, self._empty = setup, empty
        starts = {f.name: f.at_mm for f in setup.figure if f.at_mm is not None and f.marker is None}
        self.tracker = Tracker({name: (float(at[0]), float(at[1])) for name, at in starts.items()})
        self._reader: Reader | None = None
        self._empty_camera: Camera | None = None
        self._solution: Solution | None = None
        self._corners: dict[str, Floats] = {}
        self._here: tuple[Solution, Picture] | None = None
        self._held: _Held | None = None

    def look(self, image: Picture, time_s: float, number: int) -> list[Told]:
        """The events of one (H, W, 3) BGR picture."""
        small = _small(image)
        if self._held is not None and _quiet(small, self._held.small):
            return self._see(self._held, time_s)
        try:
            reading, told = self._read(image, number)
        except PictureFault as fault:
            return [Told("unread", None, detail=fault.message)]
        empty = self._present_empty(reading)
        views = views_of(image, empty)
        hands = hands_in(views, self._largest_px(reading))
        seen = self._marked(reading, hands) + self._bare(image, empty, views, reading, hands)
        self._held = _Held(small, seen, hands, reading.solution)
        return told + self._see(self._held, time_s)

    def _see(self, held: _Held, time_s: float) -> list[Told]:
        def hidden(track: Track) -> bool:
            return held.hands.over(held.solution.camera, track.xy_mm, 0.0, track.base_mm / 2)

        return self.tracker.see(held.seen, time_s, held.hands.any, hidden)

    def _read(self, image: Picture, number: int) -> tuple[Reading, list[Told]]:
        """The reading, and what it says of the camera and the sheets."""
        if self._reader is None:
            self._reader = Reader(self._setup, image.shape[1], image.shape[0])
            if self._empty is not None and self._empty.shape == image.shape:
                self._empty_camera = self._reader.read(self._empty, hunting=False).solution.camera
        before = self._solution
        memory = Memory(before, dict(self._corners), before, True, f"{number}")
        reading = self._reader.read(image, empty=self._empty, memory=memory, hunting=before is None)
        told: list[Told] = []
        if before is not None and reading.solution is not before:
            strays = _strays(before, reading.solution)
            if strays:
                told += [Told("sheet-moved", None, detail=f"sheet {i}") for i in strays]
                left = [i for i in self._setup.table.sheets if i not in strays]
                table = msgspec.structs.replace(self._setup.table, sheets=left)
                self._setup = msgspec.structs.replace(self._setup, table=table)
                self._reader = Reader(self._setup, image.shape[1], image.shape[0])
                reading = self._reader.read(image, empty=self._empty, memory=memory, hunting=False)
            elif _shift_px(before, reading) > BUMP_PX:
                told += [Told("bumped", None, detail=f"{_shift_px(before, reading):.1f} px"), Told("repaired", None)]
        self._solution = reading.solution
        for sighting in reading.sightings:
            self._corners[sighting.figure.name] = sighting.fitted.corners_px
        return reading, told

    def _largest_px(self, reading: Reading) -> float:
        figures = self._setup.figure
        base = max((figure_base(f).length_mm for f in figures), default=40.0)
        height = max((f.height_mm for f in figures), default=50.0)
        x0, y0, x1, y1 = reach_of(reading.solution, self._setup)
        return figure_px(reading.solution.camera, np.array([(x0 + x1) / 2, (y0 + y1) / 2]), base, height)

    def _present_empty(self, reading: Reading) -> Picture | None:
        """The empty table as the present camera would see it."""
        if self._empty is None or self._empty_camera is None:
            return None
        if self._here is None or self._here[0] is not reading.solution:
            self._here = reading.solution, thrown(self._empty, self._empty_camera, reading.solution.camera)
        return self._here[1]

    def _marked(self, reading: Reading, hands: Hands) -> list[Seen]:
        out = []
        for sighting in reading.sightings:
            place, base = sighting.fitted.place, figure_base(sighting.figure)
            free = not hands.over(reading.solution.camera, (place.x_mm, place.y_mm), place.level_mm, base.length_mm / 2)
            if free and abs(sighting.fitted.size_z) > 5.0:
                free = False
            at = (place.x_mm, place.y_mm)
            name = sighting.figure.name
            out.append(Seen(name, f"marker {name}", base.length_mm, at, place.spread.sigma_mm, None, free))
        return out

    def _bare(self, image: Picture, empty: Picture | None, views: Views, reading: Reading, hands: Hands) -> list[Seen]:
        kinds = kinds_of(self._setup, ())
        if not kinds:
            return []
        terrain = terrain_pieces(self._setup) if reading.placed else ()
        taken = taken_by(reading.sightings)
        marks = [s.fitted.corners_px for s in reading.sightings]
        missing = {f.name for f in unread(reading, self._setup)}
        marks += [c for n, c in self._corners.items() if n in missing]
        grounds = floors(terrain, reach_of(reading.solution, self._setup))
        bases = find_bases(
            image,
            empty,
            reading.solution,
            reading.sheet_corners_px,
            kinds,
            grounds,
            taken,
            marks,
            self._setup.table.height_sigma_mm,
        )
        return [self._base(b, views, reading.solution.camera, hands) for b in bases]

    def _base(self, base: BaseSeen, views: Views, camera: Camera, hands: Hands) -> Seen:
        place, kind = base.place, base.kind
        at = (place.x_mm, place.y_mm)
        free = not hands.over(camera, at, place.level_mm, kind.radius_mm + 6.0)
        tall = max(f.height_mm for f in kind.figures)
        looks = looks_of(views, camera, (*at, place.level_mm), kind.radius_mm, tall)
        name = base.figure.name if base.figure is not None and kind.ring is not None else None
        return Seen(name, kind.ring, kind.base.length_mm, at, place.spread.sigma_mm, looks, free)


def thrown(picture: Picture, old: Camera, new: Camera) -> Picture:
    """A picture by one camera as another would take it, right for what lies on the table."""
    height, width = picture.shape[:2]
    columns, rows = np.arange(0, width + 2 * NODE_PX, NODE_PX), np.arange(0, height + 2 * NODE_PX, NODE_PX)
    x, y = np.meshgrid(columns.astype(float), rows.astype(float))
    table = new.to_plane(np.c_[x.ravel(), y.ravel()], 0.0)
    px = old.project(np.c_[table, np.zeros(len(table))])
    px = np.where(np.isfinite(px), px, np.c_[x.ravel(), y.ravel()])
    nodes = px.reshape(*x.shape, 2).astype(np.float32)
    if float(np.abs(nodes - np.stack([x, y], 2)).max(initial=0.0)) < 0.25:
        return picture
    u, v = np.meshgrid(np.arange(width, dtype=np.float32) / NODE_PX, np.arange(height, dtype=np.float32) / NODE_PX)
    at = cv2.remap(nodes, u, v, cv2.INTER_LINEAR)
    out = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def looks_of(
    views: Views, camera: Camera, foot_mm: tuple[float, float, float], radius_mm: float, height_mm: float
) -> Floats | None:
    """(64,) histogram of the colours of a figure's body: what changed between its base and its top, 4 steps a
    colour."""
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.c_[0.8 * radius_mm * np.cos(angle), 0.8 * radius_mm * np.sin(angle)] + foot_mm[:2]
    both = [np.c_[ring, np.full(12, foot_mm[2] + h)] for h in (4.0, height_mm)]
    px = camera.project(np.concatenate(both))
    if not np.isfinite(px).all():
        return None
    hull = cv2.convexHull(px.astype(np.float32))
    x, y, w, h = cv2.boundingRect(hull)
    x, y = max(x, 0), max(y, 0)
    now = views.now[y : y + h, x : x + w]
    if now.size == 0:
        return None
    mask = np.zeros(now.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull - (x, y)).astype(np.int32), 1)
    if views.empty is not None:
        mask &= (change(now, views.empty[y : y + h, x : x + w]) > 0.5).astype(np.uint8)
    if mask.sum() < 20:
        return None
    steps = np.clip(now[mask > 0] / 64, 0, 3).astype(int)
    counts = np.bincount(steps @ np.array([16, 4, 1]), minlength=64).astype(float)
    return np.asarray(counts / counts.sum())


def _small(image: Picture) -> NDArray[np.float32]:
    size = (image.shape[1] // 8, image.shape[0] // 8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)


def _quiet(now: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
    gain = np.median((now + 1) / (before + 1), axis=(0, 1))
    return bool(np.abs(now - before * gain).max() < QUIET_GREY)


def _shift_px(before: Solution, reading: Reading) -> float:
    """How far the sheets in sight are from where the solution before has them: the median."""
    far = []
    for mark, corners in reading.sheet_corners_px.items():
        if mark in before.places:
            x, y, _ = before.places[mark]
            far.append(float(np.linalg.norm(before.camera.project(np.array([[x, y, 0.3]]))[0] - corners.mean(0))))
    return float(np.median(far)) if far else 0.0


def _strays(before: Solution, now: Solution) -> list[int]:
    """Sheets that moved against the others: the one without which the rest keep their distances."""
    common = [i for i in before.places if i in now.places]
    if len(common) < 3:
        return []
    old = np.array([before.places[i][:2] for i in common])
    new = np.array([now.places[i][:2] for i in common])
    wrong = np.abs(np.linalg.norm(old[:, None] - old, axis=2) - np.linalg.norm(new[:, None] - new, axis=2)) > SHEET_MM
    votes = wrong.sum(1)
    worst = int(votes.argmax())
    rest = np.delete(np.delete(wrong, worst, 0), worst, 1)
    return [common[worst]] if votes[worst] >= 2 and not rest.any() else []
