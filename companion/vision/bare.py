"""Figures without markers as they stand on a watched table, looked for only where the picture changed.

    changed spots ─► bases in them read again ─► what is new and explained by no figure ─► bases looked for there

Idea: a base stands until the picture changed where it is. Spots that changed wait until they are looked at: at once
round bases that are known, twice a second for new ones, once while the picture goes on changing there. What a known
figure covers is explained, and so is what looks as on the empty table; neither is searched. While pictures come faster
than things come to rest, a base in the midst of changes is fitted roughly, and finely when it is left alone.

Invariant: whoever stands where nothing changed keeps his place to the bit. Not done here: names over time (`tracks`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.solve import Solution
from companion.setup.model import FigureSection, Setup
from companion.setup.values import terrain_pieces
from companion.vision.bodies import Bodies, Standing
from companion.vision.changes import Views
from companion.vision.colours import White, learn, straight
from companion.vision.fitting import FINE_REACH_MM, Sight, Taken, Tries, fit, proof_of
from companion.vision.grounds import Ground2D, floors
from companion.vision.hands import Hands
from companion.vision.kinds import SIZES_APART_MM, BaseSeen, Kind, kinds_of, named
from companion.vision.levels import Level
from companion.vision.looks import looks_of
from companion.vision.newness import Newness
from companion.vision.patches import SMALLER, Change, Window, windows_of
from companion.vision.reader import Reading
from companion.vision.recheck import check_bases
from companion.vision.sheets import reach_of
from companion.vision.standing import find_bases
from companion.vision.unmarked import taken_by, unread

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SEARCH_EVERY_S, RESTLESS_S = 0.5, 1.0
"""How often new bases are searched for, and how often where the picture goes on changing."""
WHITE_S = 1.0
"""What white is in the picture is looked at so often."""
GONE_MM, GONE_S = 60.0, 3.0
"""So far from where it stood, and so long after, a ringed base is taken for the figure that left there."""
BACK_S = 20.0
"""So long after it was gone a base is held against the picture where it stood, when that changes there again: a hand
was before it, and something else may have been taken for its figure meanwhile."""
WELL_SEEN = 0.7
"""A named ring of which so much is proved tells how its paint looks."""
STOOD_S, NUDGED_MM = 0.5, 2.0
"""Only a base that had stood for so long, within this, is one that a hand may have been put before."""
BARE_SHARE = 0.1
"""Nobody stands where less of the ground is other than on the empty table. Bases that stood had 0.5 and more."""
AROUND_MM, AROUND_HIGH_MM = 16.0, 60.0
"""What is made ready round where a base may be: its surroundings, and what stands as high as a hill's top."""
SLIVER = np.ones((3, 3), np.uint8)
"""Spots: what is left unexplained and is narrower is the edge of something explained."""


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What is looked at: the picture, its marks, the empty table. marks_px: figures', seen or where they were last."""

    image: Picture
    reading: Reading
    newness: Newness | None
    marks_px: tuple[Floats, ...]
    time_s: float


@dataclass(slots=True, eq=False)
class _Left:
    """A base that was gone at at_s from where it had stood. due: the picture changed there since."""

    standing: Standing
    at_s: float
    due: bool = False


class Bare:
    """setup: the roster, whose kinds without markers are looked for.

    strangers_mm: where bases stand that are known to be no figure of it, so that they take no figure's place.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.kinds: tuple[Kind, ...] = kinds_of(setup, ())
        self.standing: tuple[Standing, ...] = ()
        self.strangers_mm: tuple[tuple[float, float], ...] = ()
        self._waiting: Mask | None = None
        self._searched_s = -SEARCH_EVERY_S
        self.bodies = Bodies()
        self._white: tuple[White, float, Solution] | None = None
        self._room: Views | None = None
        self._gone: list[tuple[Standing, float]] = []
        self._left: list[_Left] = []
        self._rough: list[Standing] = []
        self._learned: dict[str, Floats] = {}
        self._laid: tuple[tuple[Setup, Solution, bool], list[Ground2D]] | None = None

    @property
    def waits(self) -> bool:
        """Whether changed spots have not been searched yet, or bases not been fitted finely."""
        return self._waiting is not None or bool(self._rough) or any(one.due for one in self._left)

    def update(
        self,
        image: Picture,
        reading: Reading,
        newness: Newness | None,
        hands: Hands | None,
        change: Change,
        marks_px: Sequence[Floats],
        time_s: float,
        hurry: bool = False,
    ) -> None:
        """Bring what stands up to date with a (H, W, 3) BGR picture.

        marks_px: corners (4, 2) of figures' marks, seen or where they were last. hurry: the next picture comes soon.
        """
        if not self.kinds or (change.share == 0 and not self.waits):
            return
        camera = reading.solution.camera
        touched = [s for s in self.standing if self.bodies.of(s, camera).stands_on(change.mask)]
        left = [s for s in self.standing if not any(s is t for t in touched)]
        self.standing = tuple(self._again(s, image, newness, change, camera) for s in left)
        table = _Table(image, reading, newness, tuple(marks_px), time_s)
        calm = [s for s in self._rough if any(s is one for one in self.standing)]
        self.standing = tuple(s for s in self.standing if not any(s is one for one in calm))
        self._rough = []
        self._check(touched, table, time_s, rough=hurry)
        self._check(calm, table, time_s)
        self._come_back(change, table, hurry)
        waiting = change.mask if self._waiting is None else self._waiting | change.mask
        if newness is not None:
            waiting = waiting & (newness.other > 0)
        waiting = waiting & ~self.bodies.explained(waiting.shape, (*self.standing, *reading.sightings), camera)
        held = np.zeros_like(waiting) if hands is None else waiting & (hands.mask > 0)
        open_ = cv2.morphologyEx((waiting & ~held).astype(np.uint8), cv2.MORPH_OPEN, SLIVER).astype(bool)
        every_s = RESTLESS_S if hurry and (open_ & change.mask).any() else SEARCH_EVERY_S
        if open_.any() and time_s - self._searched_s >= every_s - 1e-9:
            self._search(_grounds(open_, change.size_px, camera), table, time_s, rough=hurry)
            self._searched_s = time_s
            open_ = np.zeros_like(open_)
        waiting = open_ | held
        self._waiting = waiting if waiting.any() else None

    def _come_back(self, change: Change, table: _Table, hurry: bool) -> None:
        """Let those stand again that a hand was before, where nobody stands now; not in the midst of changes."""
        camera, time_s = table.reading.solution.camera, table.time_s
        self._left = [one for one in self._left if time_s - one.at_s <= BACK_S and not self._stood_on(one.standing)]
        due = []
        for one in self._left:
            touched = one.at_s < time_s and self.bodies.of(one.standing, camera).stands_on(change.mask)
            if (one.due or touched) and not (hurry and touched):
                due.append(one)
            one.due = touched and hurry
        for one, (standing, now) in zip(
            due, self._fitted([one.standing for one in due], table, rough=False), strict=True
        ):
            if now is None:
                continue
            self._left.remove(one)
            if not self._ringed(now, table):
                self._stand(now, table, standing.since_s)

    def _ringed(self, base: BaseSeen, table: _Table) -> bool:
        """Whether a ring that is away lies now where a base without one stood: then that is not the base again."""
        if base.kind.ring is not None:
            return False
        tries, place = Tries(), base.place
        for kind in self._free():
            if kind.ring is not None and abs(kind.radius_mm - base.kind.radius_mm) < SIZES_APART_MM:
                tries.add(kind, Level(place.level_mm, place.stands_on), np.array([[place.x_mm, place.y_mm]]))
        if not tries.kinds:
            return False
        sight = self._sight(table, shapely.Point(place.x_mm, place.y_mm))
        rims = fit(tries, sight, reach_mm=FINE_REACH_MM)
        return bool((proof_of(tries, rims, sight, by_change=False) > 0).any())

    def _stood_on(self, gone: Standing) -> bool:
        near = [math.dist(s.foot_mm[:2], gone.foot_mm[:2]) - s.base.kind.radius_mm for s in self.standing]
        return min(near, default=math.inf) < gone.base.kind.radius_mm

    def _check(self, touched: Sequence[Standing], table: _Table, time_s: float, *, rough: bool = False) -> None:
        """Let those stand on that still do within a few mm; the others are gone from where they stood."""
        for standing, now in self._fitted(touched, table, rough=rough):
            if now is None:
                self._gone.append((standing, time_s))
                if time_s - standing.since_s >= STOOD_S:
                    self._left = [one for one in self._left if not _same_place(one.standing, standing)]
                    self._left.append(_Left(standing, time_s))
                continue
            if now is standing.base:
                self.standing += (standing,)
            else:
                nudged = math.dist(standing.foot_mm[:2], (now.place.x_mm, now.place.y_mm)) < NUDGED_MM
                self._stand(now, table, standing.since_s if nudged else time_s)
            if rough:
                self._rough.append(self.standing[-1])

    def _fitted(
        self, touched: Sequence[Standing], table: _Table, *, rough: bool
    ) -> list[tuple[Standing, BaseSeen | None]]:
        """Each with its base as it stands now; None: gone from there. Where the ground is as on the empty table nothing
        is fitted. rough: as in `check_bases`."""
        camera = table.reading.solution.camera
        new = None if table.newness is None else table.newness.other
        there = [s for s in touched if new is None or self.bodies.of(s, camera).share_of(new) >= BARE_SHARE]
        if not there:
            return [(s, None) for s in touched]
        where = shapely.union_all([shapely.Point(s.foot_mm[:2]) for s in there])
        checked = check_bases(self._sight(table, where), [s.base for s in there], rough=rough)
        now = {id(s): c.now for s, c in zip(there, checked, strict=True)}
        return [(s, now.get(id(s))) for s in touched]

    def _sight(self, table: _Table, where: shapely.Geometry) -> Sight:
        """The picture round a part of the table, mm, made ready for fitting."""
        rings = tuple(sorted({kind.ring for kind in self.kinds if kind.ring is not None}))
        height = self.setup.table.height_sigma_mm
        return Sight(self._views(table, where), table.reading.solution, self._white_of(table), height, rings)

    def _white_of(self, table: _Table) -> White:
        """What white is, looked at now and then."""
        solution = table.reading.solution
        if self._white is None or table.time_s - self._white[1] >= WHITE_S or self._white[2] is not solution:
            white = White(table.image, table.reading.sheet_corners_px, solution.camera, self._learned)
            self._white = white, table.time_s, solution
        return self._white[0]

    def _search(self, where: Sequence[shapely.Geometry], table: _Table, time_s: float, *, rough: bool = False) -> None:
        """Let those that are found in some parts of the table, mm, stand there. rough: as in `find_bases`.

        A ring of which a figure's body hides the colour is known by where it stood a moment ago.
        """
        there = shapely.union_all(where)
        unseen = [] if rough else unread(table.reading, self.setup)
        for one in self._find(self._free(unseen), there, table, rough=rough):
            if not any(_like(one.kind, kind) for kind in self.kinds):
                continue
            self._stand(one, table)
            if rough:
                self._rough.append(self.standing[-1])
        self._gone = [(s, at) for s, at in self._gone if time_s - at <= GONE_S]
        for standing, _ in list(self._gone):
            kind = standing.base.kind
            near = shapely.Point(standing.foot_mm[:2]).buffer(GONE_MM).intersection(there)
            free = [k for k in self._free() if _like(k, kind)]
            if kind.ring is None or near.is_empty or not free:
                continue
            for one in self._find([replace(free[0], ring=None, figures=free[0].figures[:1])], near, table):
                self._stand(replace(one, kind=kind), table)

    def _stand(self, one: BaseSeen, table: _Table, since_s: float | None = None) -> None:
        """A base stands, since now or an earlier time; of those that are gone, the nearest of its kind is it."""
        whole = next(k for k in self.kinds if _like(k, one.kind))
        base = named(replace(one, kind=whole, figure=None), self.kinds)
        looks = self._looks(table.image, table.newness, table.reading.solution.camera, base)
        self.standing += (Standing(base, looks, table.time_s if since_s is None else since_s),)
        at = (base.place.x_mm, base.place.y_mm)
        if base.kind.ring is not None and base.figure is not None and base.share >= WELL_SEEN:
            white = self._white_of(table).at(np.array(at))
            learn(self._learned, base.kind.ring, straight(np.array(base.look_bgr)) / np.maximum(white, 0.02))
        same = [g for g in self._gone if g[0].base.kind is whole]
        if same:
            self._gone.remove(min(same, key=lambda g: math.dist(g[0].foot_mm[:2], at)))

    def _free(self, unseen: Sequence[FigureSection] = ()) -> list[Kind]:
        """The kinds of which not all stand, with as many figures as do not. unseen: marked figures whose marks are not
        read; bases of their sizes are looked for as well, so that nothing on one is taken for a smaller base."""
        out = []
        for kind in self.kinds:
            count = sum(s.base.kind is kind and not self._strange(s) for s in self.standing)
            if count < len(kind.figures):
                out.append(replace(kind, figures=kind.figures[count:]))
        larger = kinds_of(self.setup, unseen) if unseen else ()
        return [*out, *(kind for kind in larger if not any(_like(kind, own) for own in self.kinds))]

    def _strange(self, standing: Standing) -> bool:
        return any(math.dist(standing.foot_mm[:2], at) < standing.base.kind.radius_mm for at in self.strangers_mm)

    def _find(
        self, kinds: Sequence[Kind], where: shapely.Geometry, table: _Table, *, rough: bool = False
    ) -> tuple[BaseSeen, ...]:
        reading = table.reading
        return find_bases(
            table.image,
            None if table.newness is None else table.newness.empty,
            reading.solution,
            reading.sheet_corners_px,
            kinds,
            self._floors(reading),
            [*taken_by(reading.sightings), *(_taken(s) for s in self.standing)],
            table.marks_px,
            self.setup.table.height_sigma_mm,
            where,
            self._sight(table, where),
            rough=rough,
        )

    def _floors(self, reading: Reading) -> list[Ground2D]:
        """Where bases may stand, worked out once for a camera and a terrain: 1 ms."""
        key = self.setup, reading.solution, reading.placed
        if self._laid is None or any(old is not now for old, now in zip(self._laid[0], key, strict=True)):
            terrain = terrain_pieces(self.setup) if reading.placed else ()
            self._laid = key, floors(terrain, reach_of(reading.solution, self.setup))
        return self._laid[1]

    def _views(self, table: _Table, where: shapely.Geometry) -> Views:
        """The picture beside the empty table, good where bases are looked for and old elsewhere: making all of a
        1920x1080 picture ready takes 20 ms."""
        image, newness, camera = table.image, table.newness, table.reading.solution.camera
        if self._room is None or self._room.now.shape != image.shape or (self._room.empty is None) != (newness is None):
            shape = image.shape
            self._room = Views(np.zeros(shape, np.float32), None if newness is None else np.zeros(shape, np.float32))
        reach = max(k.radius_mm for k in self.kinds) + AROUND_MM
        for part in shapely.get_parts(where):
            window = _window(part.buffer(reach), camera, image.shape)
            if window is None:
                continue
            window.of(self._room.now)[...] = window.of(image)
            if newness is not None and self._room.empty is not None:
                np.multiply(window.of(newness.empty), newness.gain, out=window.of(self._room.empty), dtype=np.float32)
        return self._room

    def _again(
        self, standing: Standing, image: Picture, newness: Newness | None, change: Change, camera: Camera
    ) -> Standing:
        """A figure whose base did not change, with its looks anew if its body did: a hand may have been before it."""
        if not self.bodies.of(standing, camera).meets(change.mask):
            return standing
        return replace(standing, looks=self._looks(image, newness, camera, standing.base))

    def _looks(self, image: Picture, newness: Newness | None, camera: Camera, one: BaseSeen) -> Floats | None:
        place, tall = one.place, max(f.height_mm for f in one.kind.figures)
        foot = (place.x_mm, place.y_mm, place.level_mm)
        return looks_of(image, newness, camera, foot, one.kind.radius_mm, tall)


def _grounds(waiting: Mask, size_px: tuple[int, int], camera: Camera) -> list[shapely.Geometry]:
    """The parts of the table, mm, that waiting spots show if they lie on it."""
    out = []
    for window in windows_of(waiting, size_px, 2 * SMALLER):
        corners = camera.to_plane(window.corners_px(), 0.0)
        if np.isfinite(corners).all():
            out.append(shapely.Polygon(corners).convex_hull)
    return out


def _window(ground: shapely.Geometry, camera: Camera, shape: tuple[int, ...]) -> Window | None:
    """The part of a picture that shows a part of the table and what stands up to AROUND_HIGH_MM on it."""
    x0, y0, x1, y1 = ground.bounds
    corners = np.array([(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (0.0, AROUND_HIGH_MM)])
    px = camera.project(corners)
    px = px[np.isfinite(px).all(1)]
    if not len(px):
        return None
    low, high = np.floor(px.min(0)).astype(int), np.ceil(px.max(0)).astype(int)
    window = Window(max(int(low[0]), 0), max(int(low[1]), 0), min(int(high[0]), shape[1]), min(int(high[1]), shape[0]))
    return window if window.x1 > window.x0 and window.y1 > window.y0 else None


def _like(a: Kind, b: Kind) -> bool:
    return (a.ring, a.base) == (b.ring, b.base)


def _same_place(a: Standing, b: Standing) -> bool:
    return a.base.kind is b.base.kind and math.dist(a.foot_mm[:2], b.foot_mm[:2]) < a.base.kind.radius_mm


def _taken(standing: Standing) -> Taken:
    x, y, level = standing.foot_mm
    return Taken((x, y), standing.base.kind.radius_mm, level)
