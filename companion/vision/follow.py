"""A recorded or live table followed picture by picture: sheets, marked figures, rings, unmarked bases, hands.

    picture ─► what changed? ─► marks and bases there read again ─► hands ─► tracks ─► what happened

Idea: a table at rest costs a glance. Only where a picture differs from what was last read is it read again, and not
more than PACE_S apart, so that a moving hand costs the same however many pictures come; the whole picture is read at
the start, when all of it changed, when a sheet is not where it was, and now and then. The empty
table's picture is thrown onto the present camera whenever the camera has moved, so what is new stays what is new. If
the sheets moved together, the camera was bumped: the reading solves it anew in the same picture and nothing on the
table has moved. If one moved against the others, it is left out from then on, and said.

Invariant: frames may come from different places (a phone in a hand) or sizes; the table frame stays that of the first
sheet, even while it is hidden, because the places of the others are remembered.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.errors import PictureFault
from calibration.solve import Solution
from companion.setup.model import FigureSection, Setup
from companion.setup.values import figure_base, terrain_pieces, with_terrain
from companion.table.state import Figure, TerrainPiece
from companion.vision.bare import Bare
from companion.vision.bodies import Standing, carries
from companion.vision.cast import Cast
from companion.vision.colours import paint_name
from companion.vision.frame import Note
from companion.vision.hands import Arms, Hands, figure_px
from companion.vision.hunt import Turn
from companion.vision.looks import body_px, disc_px, piece_px, share_within
from companion.vision.newness import Newness, thrown
from companion.vision.patches import Change, Patches, Window, around, joined
from companion.vision.picture_health import judge_picture
from companion.vision.reader import Memory, Reader, Reading
from companion.vision.reread import reread
from companion.vision.settle import SETTLE_S
from companion.vision.sheets import reach_of, shaken, shift_px, strays
from companion.vision.sightings import Sighting
from companion.vision.tracks import Kind, Seen, Told, Track, Tracker
from companion.vision.unmarked import roster_notes, size_notes

Picture = NDArray[np.uint8]

BUMP_PX = 1.5
ALL_SHARE = 0.35
"""If more of a picture changed, it is read as a whole."""
PACE_S = 0.2
"""What goes on changing is read again so often at most, in between only looked at."""
HURRY_S = 0.4
"""Pictures that come closer than this are many: what moves in them need only be known roughly until it rests."""
DIMMED, ODD_SHARE = 2.0, 0.02
"""A picture that is so many times darker or brighter than before, or of which more changed, may be none."""
CHECK_S, CHECK_LATE_S = 10.0, 30.0
"""The marks of the whole picture are read again so often, whatever changed; later while the picture goes on
changing."""
HUNT_EVERY_S = 2.0
"""The search for marks that are not found at once is made so often at most."""
HUNTED_AT_ONCE = 2
"""Figures searched for at a time. Each took 0.4 s of a desktop machine: a roster with many figures still in their box
must not hold up those on the table."""
MARGIN_PX = 24
"""Read again round what changed; at least a mark's side."""
NEAR_HEIGHTS, HIDDEN_SHARE = 4.0, 0.5
"""A body hides a base if it is nearer than so many of its heights, and so much of the base is behind it."""
MISSED_S = 6.0
"""A mark that was read is looked for where it was for so long, whether the picture changes there or not."""
VERDICTS = {"black": "black", "flat": "of one colour"}


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """What one picture said.

    told: what happened. reading: None where the picture could not be used; notes say why. figures: by their tracks'
    names, those that the picture shows, free of hands or not (free). fresh: the camera was solved anew. quiet: nothing
    changed or what did was not read yet, so all is as it was.
    """

    told: tuple[Told, ...]
    reading: Reading | None
    notes: tuple[Note, ...]
    figures: dict[str, Figure]
    free: frozenset[str]
    fresh: bool = False
    quiet: bool = False


class Follower:
    """Follows one table. setup: its figures, with at_mm where unmarked ones stand at the start; empty: without any.

    settle_s: how long a figure must stand still; 0: pictures come singly, from a camera in a hand. Each of those must
    show a sheet of its own, and is searched for all figures.
    """

    def __init__(self, setup: Setup, empty: Picture | None, *, settle_s: float = SETTLE_S) -> None:
        self.setup, self._empty, self._singly = setup, empty, settle_s == 0.0
        self.cast = Cast(setup)
        starts = {f.name: f.at_mm for f in setup.figure if f.at_mm is not None and f.marker is None}
        at = {name: (float(xy[0]), float(xy[1])) for name, xy in starts.items()}
        kinds = {f.name: Kind(_ring(f), figure_base(f).length_mm) for f in setup.figure if f.marker is None}
        self.tracker = Tracker(at, settle_s, kinds)
        self.table: Solution | None = None
        self._begin()
        self._placed = True
        self._hunted_s, self._hunts, self._hunts_left = -HUNT_EVERY_S, 0, 0

    def _begin(self) -> None:
        """As for pictures of another size."""
        self._reader: Reader | None = None
        self._size = (0, 0)
        self._patches, self._bare = Patches(), Bare(self.setup)
        self._corners: dict[str, Floats] = {}
        self._sighted_s: dict[str, float] = {}
        self._reading: Reading | None = None
        self._newness: Newness | None = None
        self._empty_camera: Camera | None = None
        self._checked_s = 0.0
        self._read_s = self._looked_s = -math.inf
        self._hurry = False
        self._arms = Arms()
        self._seen: list[Seen] = []
        self._hands: Hands | None = None
        self._noted: tuple[Note, ...] = ()
        self._room: Picture | None = None

    def look(self, image: Picture, time_s: float, number: int) -> Followed:
        """Take one (H, W, 3) BGR picture. Raises InputFault where the lens is for pictures of another shape."""
        size = (image.shape[1], image.shape[0])
        if self._reader is None or size != self._size:
            self._begin()
            self._reader, self._size = Reader(self.setup, *size), size
        change = self._patches.look(image)
        odd = change.share > ODD_SHARE or not 1 / DIMMED < self._patches.gain < DIMMED
        verdict = judge_picture(image) if odd else "good"
        if verdict != "good":
            words = f"The picture is {VERDICTS[verdict]}; what was seen before it stands."
            return Followed((Told("unread", None, detail=words),), None, (Note("no-picture", words),), {}, frozenset())
        before = self._reading
        missed = self._missed(time_s)
        self._hurry, self._looked_s = time_s - self._looked_s < HURRY_S, time_s
        whole, waits = before is None or self._whole(change, time_s), bool(missed) or self._bare.waits
        quiet = not whole and not waits and change.share == 0
        paced = not whole and not quiet and time_s - self._read_s < PACE_S - 1e-9
        if paced and not (before is not None and shaken(before.sheet_corners_px, change)):
            figures, _ = self.cast.figures(self.tracker.tracks.values())
            return Followed((), before, self._noted, figures, frozenset(), quiet=True)
        told: list[Told] = []
        if not quiet:
            try:
                reading, told = self._read(image, change, missed, time_s, number)
            except PictureFault as fault:
                said = Told("unread", None, detail=fault.message)
                return Followed((said,), None, (Note(fault.code, fault.message, "fault"),), {}, frozenset())
            if before is not None and reading.solution is not before.solution:
                change = self._patches.all()
            self._take(image, reading, change, time_s)
            self._patches.hold(change)
            self._read_s = time_s
        if any(one.event == "bumped" for one in told):
            self.tracker.bumped(time_s)
        told += self.tracker.see(self._seen, time_s, self._handy, self._hidden)
        figures, free = self.cast.figures(self.tracker.tracks.values())
        fresh = self._reading is not None and (before is None or self._reading.solution is not before.solution)
        return Followed(tuple(told), self._reading, self._noted, figures, free, fresh, quiet)

    def set_terrain(self, terrain: tuple[TerrainPiece, ...], image: Picture | None) -> None:
        """The terrain is this from now on. image: shows it; what a new piece covers there is the empty table's."""
        before = terrain_pieces(self.setup)
        self.setup = with_terrain(self.setup, terrain)
        self._bare.setup = self.setup
        if self._reader is not None:
            self._reader.set_terrain(self.setup)
        if image is not None and self._newness is not None and self._reading is not None:
            new = [piece for piece in terrain if piece not in before]
            self._newness.absorb(
                image, [p for p in (piece_px(self._reading.solution.camera, one) for one in new) if p is not None]
            )
            self._empty, self._empty_camera = self._newness.empty, self._reading.solution.camera

    def take_empty(self, image: Picture) -> None:
        """A picture of the table as it is now is the empty table's from now on."""
        if self._reading is not None:
            self._empty, self._empty_camera = image.copy(), self._reading.solution.camera
            self._newness = Newness(self._empty)

    @property
    def sure(self) -> Reading | None:
        """The newest reading."""
        return self._reading

    def _whole(self, change: Change, time_s: float) -> bool:
        if self._reading is None or self._singly or change.share > ALL_SHARE:
            return True
        restless = self._hurry and change.share > 0
        return time_s - self._checked_s >= (CHECK_LATE_S if restless else CHECK_S) or self._hunting(time_s)

    def _hunting(self, time_s: float) -> bool:
        return self._hunts_left > 0 and time_s - self._hunted_s >= HUNT_EVERY_S - 1e-9

    def _missed(self, time_s: float) -> list[Floats]:
        """Corners (4, 2) of marks that were read a moment ago and are not now: a smear, or a hand that may go again."""
        if self._reading is None or self._singly:
            return []
        have = {s.figure.name for s in self._reading.sightings}
        return [self._corners[n] for n, at in self._sighted_s.items() if n not in have and time_s - at < MISSED_S]

    def _read(
        self, image: Picture, change: Change, missed: list[Floats], time_s: float, number: int
    ) -> tuple[Reading, list[Told]]:
        """The reading now, and what it says of the camera and the sheets."""
        assert self._reader is not None
        before = self._reading
        if before is not None and not self._whole(change, time_s):
            if change.share == 0 and not missed:
                return before, []
            side = max((float(np.ptp(s.fitted.corners_px, 0).max()) for s in before.sightings), default=0.0)
            margin = 4 * round(max(MARGIN_PX, 1.2 * side) / 4)
            windows = joined([*change.windows(margin), *(around(quad, margin, self._size) for quad in missed)])
            again = reread(self._reader, self._green(image, windows), windows, before, self._corners)
            if again is not None:
                if self._reader.missing(again.sightings, again.marks):
                    self._hunts_left = self._rounds(again)
                return again, []
        reading = self._read_all(image, time_s, f"{number}")
        if before is None or reading.solution is before.solution or self._singly:
            return reading, []
        moved = strays(before.solution, reading.solution)
        if moved:
            left = [i for i in self.setup.table.sheets if i not in moved]
            table = msgspec.structs.replace(self.setup.table, sheets=left)
            self.setup = msgspec.structs.replace(self.setup, table=table)
            self._reader = Reader(self.setup, *self._size)
            told = [Told("sheet-moved", None, detail=f"sheet {i}") for i in moved]
            return self._read_all(image, time_s, f"{number}"), told
        far_px = shift_px(before.solution, reading.sheet_corners_px)
        if far_px > BUMP_PX:
            return reading, [Told("bumped", None, detail=f"{far_px:.1f} px"), Told("repaired", None)]
        return reading, []

    def _green(self, image: Picture, windows: Sequence[Window]) -> Picture:
        """The green of a picture, good in some windows and round them, and old elsewhere."""
        if self._room is None or self._room.shape != image.shape[:2]:
            self._room = np.zeros(image.shape[:2], np.uint8)
        for window in windows:
            around = window.grown(MARGIN_PX, *self._size)
            around.of(self._room)[...] = around.of(image)[..., 1]
        return self._room

    def _read_all(self, image: Picture, time_s: float, name: str) -> Reading:
        """All marks of the picture; a mark that is not found is hunted for if it is time."""
        assert self._reader is not None
        first, before = self._reading is None, self._reading
        due = self._singly or first or self._hunting(time_s)
        hunting = due if self._singly or not due else Turn(self._hunts * HUNTED_AT_ONCE, HUNTED_AT_ONCE)
        known = None if before is None else before.solution
        memory = Memory(known, dict(self._corners), self.table, self._placed, name, steady=not self._singly)
        reading = self._reader.read(image, empty=self.empty_now, memory=memory, hunting=hunting)
        if due:
            self._hunted_s, self._hunts = time_s, self._hunts + 1
            self._hunts_left = self._rounds(reading) - 1 if first else self._hunts_left - 1
        self._checked_s = time_s
        return reading

    def _rounds(self, reading: Reading) -> int:
        """How often to hunt until every missing figure had its turn."""
        assert self._reader is not None
        return -(-len(self._reader.missing(reading.sightings, reading.marks)) // HUNTED_AT_ONCE)

    def _take(self, image: Picture, reading: Reading, change: Change, time_s: float) -> None:
        """Take over a reading: its marks, bases, hands."""
        moved = self._reading is None or reading.solution is not self._reading.solution
        self._reading, self.table, self._placed = reading, reading.solution, reading.placed
        for sighting in reading.sightings:
            self._corners[sighting.figure.name] = sighting.fitted.corners_px
            self._sighted_s[sighting.figure.name] = time_s
        if moved:
            self._newness = self._present(reading)
        if self._newness is not None:
            everywhere = moved or change.share > ALL_SHARE
            drifted = self._checked_s == time_s and not self._handy and self._newness.relight(image)
            self._newness.update(image, None if everywhere or drifted else change.windows())
        self._arms.changed(change.mask, time_s)
        marks = [s.fitted.corners_px for s in reading.sightings]
        have = {s.figure.name for s in reading.sightings}
        marks += [px for name, px in self._corners.items() if name not in have]
        self._hands = self._hands_now(reading, time_s)
        self._bare.strangers_mm = tuple(s.xy_mm for s in self.tracker.strangers.values())
        self._bare.update(image, reading, self._newness, self._hands, change, marks, time_s, self._hurry)
        self._seen = self.cast.show(reading.sightings, self._bare.standing, self._hands, reading.solution.camera)
        notes = roster_notes(self.setup, self._newness is not None or self._empty is not None)
        self._noted = (*reading.notes, *notes, *size_notes(self._empty, self._size))

    @property
    def _handy(self) -> bool:
        """Whether a hand was in the picture before."""
        return self._hands is not None and self._hands.any

    def _hidden(self, track: Track) -> bool:
        """Whether a hand, or the body of a figure that cannot be it, is before a place."""
        if self._reading is None:
            return False
        camera, hands = self._reading.solution.camera, self._hands
        if hands is not None and hands.any and hands.over(camera, track.xy_mm, 0.0, track.base_mm / 2):
            return True
        others = self.cast.others(track, list(self.tracker.tracks.values()))
        bodies = [figure for figure in others if not carries(figure.base)]
        near = [f for f in bodies if math.dist((f.place.x_mm, f.place.y_mm), track.xy_mm) < NEAR_HEIGHTS * f.height_mm]
        if not near:
            return False
        hulls = [body_px(camera, f) for f in near]
        disc = disc_px(camera, track.xy_mm, track.base_mm / 2)
        return any(h is not None and share_within(disc, h) > HIDDEN_SHARE for h in hulls)

    def _hands_now(self, reading: Reading, time_s: float) -> Hands | None:
        if self._newness is None:
            return None
        figures: list[Standing | Sighting] = [*self._bare.standing, *reading.sightings]
        known = self._bare.bodies.explained(self._newness.solid.shape, figures, reading.solution.camera, decks=True)
        return self._arms.hands(self._newness.solid, known, self._largest_px(reading), time_s)

    def _largest_px(self, reading: Reading) -> float:
        figures = self.setup.figure
        bases = [figure_base(f) for f in figures]
        base = max((one.length_mm for one in bases if not carries(one)), default=40.0)
        height = max((f.height_mm for f in figures), default=50.0)
        x0, y0, x1, y1 = reach_of(reading.solution, self.setup)
        return figure_px(reading.solution.camera, np.array([(x0 + x1) / 2, (y0 + y1) / 2]), base, height)

    @property
    def empty_now(self) -> Picture | None:
        """The empty table as the present camera sees it."""
        if self._newness is not None:
            return self._newness.empty
        usable = self._empty is not None and self._empty.shape[:2] == (self._size[1], self._size[0])
        return self._empty if usable and not self._singly else None

    def _present(self, reading: Reading) -> Newness | None:
        """The empty table as the present camera would see it."""
        empty = self._empty
        if empty is None or self._singly or empty.shape[:2] != (self._size[1], self._size[0]):
            return None
        if self._empty_camera is None:
            assert self._reader is not None
            try:
                memory = Memory(table=reading.solution, placed=reading.placed, steady=False)
                self._empty_camera = self._reader.read(empty, memory=memory, hunting=False).solution.camera
            except PictureFault:
                # an empty picture that shows no sheets can only be taken as it is
                self._empty_camera = reading.solution.camera
        return Newness(thrown(empty, self._empty_camera, reading.solution.camera))


def _ring(figure: FigureSection) -> str | None:
    return None if figure.ring is None else paint_name(figure.ring)
