"""One picture in, a reading of the whole table out: the pipeline that everything else is built on.

    picture ─► marks ─► sheets fitted ─► camera and table solved ─► figures fitted ─► hunt for the missing ─► Reading

Invariant: nothing is invented. A figure without a clear mark is missing from the reading; a mark seen twice names
nobody; what was odd is a note in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.errors import PictureFault
from calibration.fit import Tone
from calibration.solve import Solution
from companion.setup.model import FigureSection, Setup
from companion.setup.values import carriers, terrain_pieces
from companion.table.state import SheetPlace
from companion.vision.detect import Found, find_marks
from companion.vision.frame import Note
from companion.vision.hunt import Scent, Turn, hunt, lively_area
from companion.vision.levels import Ground, UnplacedGround
from companion.vision.locate import LIFTED_SIGMAS, Fitted, Guess, Locator, SeenMark
from companion.vision.notes import agreement_note, odd_notes, scale_notes, sheet_notes, size_notes, stray_notes
from companion.vision.poser import FIGURE_AGREEMENT, Poser, SheetsSeen
from companion.vision.proof import WHOLE, proof
from companion.vision.sheets import agrees, laid_on, reach_of, remembered, sheet_places
from companion.vision.sightings import Sighting, choose_level, settle_hunt
from companion.vision.standing import BaseSeen

Picture = NDArray[np.uint8]

FIGURE_CLEAR = 0.6
"""A found figure below it, or FIGURE_AGREEMENT, is handed to the hunt, which asks for more proof."""
HUNTED_AGREEMENT = 0.85
PART_AGREEMENT = 0.93
"""Least agreement of a hunted mark with its cells; of one partly hidden, with those in sight."""
AGAIN_AGREEMENT, AGAIN_SIDES = 0.7, 0.1
"""The same of a mark that is where it was to within this share of its side: a body before some of its cells, which was
found out the first time, spoils the fit by chance a little more or less each time."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one picture says. sheet_corners_px: id -> (4, 2), for drawing. placed: its frame is the setup's, so that
    terrain is where the setup says; False while the sheet that carries the frame has not been seen. bases: figures
    without markers, if they were looked for. marks: all that were read, wanted or not. carriers: the markers on
    terrain, each under its piece's name as if it were a figure on the table."""

    solution: Solution
    sheets: tuple[SheetPlace, ...]
    sheet_corners_px: dict[int, Floats]
    sightings: tuple[Sighting, ...]
    notes: tuple[Note, ...]
    tone: Tone
    placed: bool = True
    bases: tuple[BaseSeen, ...] = ()
    marks: tuple[Found, ...] = ()
    carriers: tuple[Sighting, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What is known from pictures before this one.

    solution: from the same camera; kept while the sheets in sight agree with it. corners_px: name -> (4, 2), where
    figures' marks last were in such pictures. table: any earlier solution, whose sheets carry the table's frame on
    while the first is hidden; placed: as in `Reading`, of that one. name: for a solution that is made now. steady: the
    camera stands, so the solution holds even while no sheet is in sight.
    """

    solution: Solution | None = None
    corners_px: Mapping[str, Floats] = field(default_factory=dict)
    table: Solution | None = None
    placed: bool = True
    name: str = "still"
    steady: bool = True


class Reader:
    """Reads pictures of one size of one table."""

    def __init__(self, setup: Setup, width_px: int, height_px: int) -> None:
        """Raises InputFault where the lens does not belong to pictures of this shape."""
        self.setup = setup
        self.poser = Poser(setup, width_px, height_px)
        self.ground = Ground(terrain_pieces(setup))
        self.unplaced = UnplacedGround(terrain_pieces(setup))
        self.by_marker = self.poser.by_marker
        self.carriers = {f.marker: f for f in carriers(setup) if f.marker is not None}
        self.poser.add_patterns(self.carriers.values())

    def read(
        self, image: Picture, *, empty: Picture | None = None, memory: Memory | None = None, hunting: bool | Turn = True
    ) -> Reading:
        """Read a (H, W, 3) BGR picture.

        empty: the same table, same camera, without figures. memory: what earlier pictures left. hunting: look further
        for marks that are not found at once (0.4 s a mark in a 1080p picture on a desktop machine); `Turn`: for some.
        Raises PictureFault `no-sheets`, `no-solution`.
        """
        # lenses bend colours differently and a sensor has most of its green pixels: one colour has the sharper edges
        green = np.ascontiguousarray(image[:, :, 1])
        found = find_marks(green, self.setup.table.dictionary, set(self.poser.sheet_patterns) | self._owned)
        memory = memory or Memory()
        once = told_apart(found, memory.corners_px, self.by_marker)
        seen = self.poser.fit_sheets(green, once)
        solution, placed = self._pose(green, seen, once, memory)
        table = None if placed or empty is None or memory.table is not None else self._table_of(empty)
        if table is not None:
            memory = replace(memory, table=table, placed=True)
            solution, placed = self._pose(green, seen, once, memory)
        locator = self.locator(solution, placed, seen.tone)
        sightings = self.sight(green, locator, once)
        missing = self.missing(sightings, found)
        strays = strays_px(found, once, self.by_marker)
        if solution is memory.solution:
            scents = [Scent(f, memory.corners_px[f.name], 1.0, None) for f in missing if f.name in memory.corners_px]
            sightings += self.proved(green, locator, scents, sightings, strays, remembered=True)
            missing = self.missing(sightings, found)
        hunted = hunting.of(missing) if isinstance(hunting, Turn) else missing if hunting else []
        if hunted:
            scents = self._hunt(green, locator, hunted, sightings, empty)
            sightings += self.proved(green, locator, scents, sightings, strays)
        corners_px = {m.id: m.corners_px for m in seen.marks}
        return Reading(
            solution,
            sheet_places(solution, self.setup, set(corners_px)),
            corners_px,
            tuple(sorted(sightings, key=lambda s: s.figure.name)),
            self.notes(locator, found, sightings, list(corners_px), placed=placed, fresh=memory.table is None),
            seen.tone,
            placed,
            marks=tuple(found),
            carriers=tuple(self.carried(green, locator, once)),
        )

    def _table_of(self, empty: Picture) -> Solution | None:
        """The solution of the empty table's picture if that has the setup's frame: something that stands there now may
        hide the sheet which carries it."""
        try:
            reading = self.read(empty, hunting=False)
        except PictureFault:
            return None
        return reading.solution if reading.placed else None

    def set_terrain(self, setup: Setup) -> None:
        """The terrain lies as this setup says, which differs from the present one in nothing else."""
        self.setup = setup
        self.ground, self.unplaced = Ground(terrain_pieces(setup)), UnplacedGround(terrain_pieces(setup))

    @property
    def _owned(self) -> set[int]:
        """Markers of figures and of terrain."""
        return set(self.by_marker) | set(self.carriers)

    def carried(self, green: Picture, locator: Locator, found: Sequence[Found]) -> list[Sighting]:
        """The markers on terrain: on their own pieces, whose heights they bring along."""
        flat = Locator(locator.solution, Ground(()), locator.tone, locator.height_sigma_mm)
        return self.sight(green, flat, found, self.carriers)

    def locator(self, solution: Solution, placed: bool, tone: Tone) -> Locator:
        """Places figures with a solution. placed: as in `Reading`."""
        ground = self.ground if placed else self.unplaced
        return Locator(solution, ground, tone, self.setup.table.height_sigma_mm)

    def missing(self, sightings: Sequence[Sighting], found: Sequence[Found]) -> list[FigureSection]:
        """Marked figures that are not read, but for those whose mark is in the picture twice."""
        have = {s.figure.name for s in sightings}
        count = Counter(f.id for f in found)
        return [f for i, f in self.by_marker.items() if f.name not in have and count[i] < 2]

    def notes(
        self,
        locator: Locator,
        found: Sequence[Found],
        sightings: Sequence[Sighting],
        sheets: Sequence[int],
        *,
        placed: bool,
        fresh: bool,
    ) -> tuple[Note, ...]:
        """What is odd. sheets: ids in sight; fresh: there were no pictures before."""
        solution, count = locator.solution, Counter(f.id for f in found)
        once = [f for f in found if count[f.id] == 1]
        notes = stray_notes(count, set(self.poser.sheet_patterns), self._owned)
        notes += agreement_note(solution.disagreement, solution.rms_px)
        notes += size_notes(self._wrong_sizes(locator, once, sightings))
        notes += sheet_notes(sheets, self.setup, from_memory=not fresh, placed=placed)
        notes += odd_notes(solution.left_out)
        notes += scale_notes([(s.fitted.size, s.fitted.size_z) for s in sightings])
        return tuple(notes)

    def _wrong_sizes(self, locator: Locator, found: Sequence[Found], sightings: Sequence[Sighting]) -> dict[int, float]:
        """Marks that name no figure because of their size: id -> how many times as large as the setup makes them."""
        have = {s.figure.name for s in sightings}
        own = [f for f in found if f.id in self.by_marker and self.by_marker[f.id].name not in have]
        marks = [SeenMark(self.by_marker[f.id], f.corners_px) for f in own]
        placed = {g.figure.name for g in locator.guesses(marks)}
        sizes = zip(own, marks, locator.sizes(marks), strict=True)
        return {f.id: float(s) for f, m, s in sizes if m.figure.name not in placed and np.isfinite(s)}

    def _pose(self, green: Picture, seen: SheetsSeen, found: Sequence[Found], memory: Memory) -> tuple[Solution, bool]:
        """The solution in memory while the sheets in sight (or none) agree with it, else one made now; and whether it
        has the setup's frame."""
        known = seen.marks or memory.steady
        if memory.solution is not None and known and agrees(memory.solution, seen.marks):
            return memory.solution, memory.placed
        marks = seen.marks
        if any(m.known if self.setup.sheet else m.id == self.setup.table.sheets[0] for m in marks):
            placed = True
        elif memory.table is not None:
            marks = tuple(replace(m, known=remembered(memory.table, m.id)) for m in marks)
            placed = memory.placed and any(m.known for m in marks)
        else:
            placed = False
        ground = self.ground if placed else self.unplaced
        solution = self.poser.solve(green, SheetsSeen(marks, seen.tone), found, memory.name, ground)
        stays = memory.steady and memory.table is not None and placed == memory.placed and not self.setup.sheet
        return (laid_on(solution, memory.table) if stays and memory.table is not None else solution), placed

    def sight(
        self,
        green: Picture,
        locator: Locator,
        found: Sequence[Found],
        owners: Mapping[int, FigureSection] | None = None,
        rounds: int = 5,
    ) -> list[Sighting]:
        """Figures whose marks were found. owners: whose marks, by id; None: the figures'. rounds: as in `fit`."""
        own = self.by_marker if owners is None else owners
        marks = [SeenMark(own[f.id], f.corners_px) for f in found if f.id in own]
        guesses = locator.guesses(marks)
        by_figure: dict[str, list[Fitted]] = {}
        for fitted in self._fit(green, locator, guesses, rounds):
            by_figure.setdefault(fitted.guess.figure.name, []).append(fitted)
        sightings = [choose_level(own[0].guess.figure, own) for own in by_figure.values()]
        return [s for s in sightings if s.fitted.agreement >= FIGURE_AGREEMENT and s.fitted.clear >= FIGURE_CLEAR]

    def _fit(self, green: Picture, locator: Locator, guesses: Sequence[Guess], rounds: int = 5) -> list[Fitted]:
        patterns = [self.poser.figure_patterns[int(g.figure.marker or 0)] for g in guesses]
        return locator.fit(green, guesses, patterns, rounds)

    def _hunt(
        self,
        green: Picture,
        locator: Locator,
        missing: Sequence[FigureSection],
        sightings: Sequence[Sighting],
        empty: Picture | None,
    ) -> list[Scent]:
        ink = _ink(sightings)
        before = None if empty is None else np.ascontiguousarray(empty[:, :, 1])
        area = lively_area(green, before, ink.dark, ink.contrast, [s.fitted.corners_px for s in sightings])
        reach = reach_of(locator.solution, self.setup)
        return hunt(green, locator.camera, self.ground, self.setup.table.dictionary, missing, reach, area)

    def proved(
        self,
        green: Picture,
        locator: Locator,
        scents: Sequence[Scent],
        sightings: Sequence[Sighting],
        strays_px: Sequence[Floats],
        *,
        remembered: bool = False,
    ) -> list[Sighting]:
        """The scents that a fit, then a second one on the cells in sight alone, turn into figures.

        strays_px: corners of marks that are none of the missing. remembered: the scents are where the marks were.
        """
        name = self.setup.table.dictionary
        missing = {s.figure.marker for s in scents if s.figure.marker is not None}
        first = self._fit(green, locator, locator.guesses([SeenMark(s.figure, s.corners_px, s.trust) for s in scents]))
        again = []
        for fitted in first:
            own = proof(green, fitted, name, missing)
            if own.share > 0.5 and own.white >= 3:
                trust = own.good.astype(float)
                again.append(replace(fitted.guess, xy_mm=fitted.mark_xy_mm, turn_rad=fitted.mark_turn_rad, trust=trust))
        sure = []
        was_px = {s.figure.name: s.corners_px for s in scents} if remembered else {}
        least = 0.3 * _ink(sightings).contrast
        # where something dark hides black cells the second fit believes it; the first, on one half, then agrees better
        for fitted in (*first, *self._fit(green, locator, again)):
            own = proof(green, fitted, name, missing)
            enough = HUNTED_AGREEMENT if own.looked_at > WHOLE else PART_AGREEMENT
            if there_again(fitted.corners_px, was_px.get(fitted.guess.figure.name)):
                enough = AGAIN_AGREEMENT
            plausible = abs(fitted.size_z) < LIFTED_SIGMAS and fitted.contrast > least
            if own.holds and plausible and fitted.agreement >= enough:
                sure.append((own.share * fitted.agreement, fitted))
        return settle_hunt(sure, [*(s.fitted.corners_px for s in sightings), *strays_px])


def there_again(now_px: Floats, before_px: Floats | None) -> bool:
    """Whether a mark with corners (4, 2) is where it was; None: it was nowhere."""
    if before_px is None:
        return False
    far = float(np.linalg.norm(now_px - before_px, axis=1).max())
    return far < AGAIN_SIDES * float(np.linalg.norm(before_px[1] - before_px[0]))


def told_apart(
    found: Sequence[Found], corners_px: Mapping[str, Floats], by_marker: Mapping[int, FigureSection]
) -> list[Found]:
    """The marks that can name something: those read once, and of a figure's mark read several times the one that lies
    where the figure was (corners_px: name -> (4, 2))."""
    count = Counter(f.id for f in found)
    out = [f for f in found if count[f.id] == 1]
    for mark in (i for i, n in count.items() if n > 1 and i in by_marker):
        before = corners_px.get(by_marker[mark].name)
        if before is not None:
            reach = 0.5 * float(np.linalg.norm(before[1] - before[0]))
            out += [f for f in found if f.id == mark and np.linalg.norm(f.corners_px.mean(0) - before.mean(0)) < reach]
    return out


def strays_px(found: Sequence[Found], named: Sequence[Found], by_marker: Mapping[int, FigureSection]) -> list[Floats]:
    """Corners (4, 2) of the marks that are no figure's, or name nothing."""
    return [f.corners_px for f in found if f.id not in by_marker or f not in named]


@dataclass(frozen=True, slots=True)
class _Ink:
    dark: float
    contrast: float


def _ink(sightings: Sequence[Sighting]) -> _Ink:
    """Grey levels of ink, and from ink to paper, on the marks read so far; without any, those of a well exposed
    picture."""
    if not sightings:
        return _Ink(40.0, 120.0)
    dark = float(np.median([s.fitted.dark for s in sightings]))
    return _Ink(dark, float(np.median([s.fitted.contrast for s in sightings])))
