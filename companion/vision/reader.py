"""One picture in, a reading of the whole table out: the pipeline that everything else is built on.

    picture ─► marks ─► sheets fitted ─► camera and table solved ─► figures fitted ─► hunt for the missing ─► Reading

Invariant: nothing is invented. A figure without a clear mark is missing from the reading; a mark seen twice names
nobody; what was odd is a note in words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.errors import PictureFault
from calibration.fit import Fits, Tone, fit
from calibration.lens import Lens, guess, lens_of
from calibration.motion import CORNERS, FreeMotion, homographies
from calibration.opencv import dictionary
from calibration.pattern import Pattern, marker_pattern, saddle_pattern
from calibration.problem import Mark
from calibration.solve import Solution, solve
from companion.setup.model import FigureSection, Setup
from companion.setup.values import terrain_pieces
from companion.table.state import SheetPlace
from companion.vision.detect import Found, find_marks
from companion.vision.frame import Note
from companion.vision.hunt import Scent, Turn, hunt, lively_area
from companion.vision.levels import Ground, UnplacedGround
from companion.vision.locate import LIFTED_SIGMAS, Fitted, Guess, Locator, SeenMark
from companion.vision.notes import agreement_note, odd_notes, scale_notes, sheet_notes, size_notes, stray_notes
from companion.vision.proof import WHOLE, proof
from companion.vision.sheets import agrees, reach_of, remembered, sheet_places
from companion.vision.sightings import Sighting, choose_level, settle_hunt
from companion.vision.standing import BaseSeen

Picture = NDArray[np.uint8]

SHEET_AGREEMENT = 0.85
"""Least share of a sheet's picture that its pattern must explain; whole sheets reach 0.96 to 0.998."""
SHARP_PX, BLUR_SHARE = 1.6, 0.2
"""Beyond a blur of SHARP_PX (one sigma) the corners of sheets are this share of the rest less sure: the fit follows a
blur up to 2.1 px only."""
FIGURE_AGREEMENT, FIGURE_CLEAR = 0.75, 0.6
"""A found figure below either is handed to the hunt, which asks for more proof."""
HUNTED_AGREEMENT = 0.85
PART_AGREEMENT = 0.93
"""Least agreement of a hunted mark with its cells; of one partly hidden, with those in sight."""
LENS_ROUNDS = 3
"""How often the levels of figures are looked at anew while an unknown lens is solved with them."""
ODD_MARK = 3.0
"""A figure's mark that misfits the solution of an unknown lens by more sigmas a corner stands elsewhere than
thought."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one picture says. sheet_corners_px: id -> (4, 2), for drawing. placed: its frame is the setup's, so that
    terrain is where the setup says; False while the sheet that carries the frame has not been seen. bases: figures
    without markers, if they were looked for."""

    solution: Solution
    sheets: tuple[SheetPlace, ...]
    sheet_corners_px: dict[int, Floats]
    sightings: tuple[Sighting, ...]
    notes: tuple[Note, ...]
    tone: Tone
    placed: bool = True
    bases: tuple[BaseSeen, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class SheetsSeen:
    """The sheets of a picture as marks with exact corners, in the setup's order, and the tone they give the picture."""

    marks: tuple[Mark, ...]
    tone: Tone


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
        table = setup.table
        self.lens_known = setup.lens is not None
        self.lens = _lens(setup, width_px, height_px)
        self.ground = Ground(terrain_pieces(setup))
        self.unplaced = UnplacedGround(terrain_pieces(setup))
        self.modules = dictionary(table.dictionary).markerSize + 2
        make = saddle_pattern if table.sheet_kind == "saddle" else self._marker
        side = table.sheet_side_mm
        self.sheet_patterns: dict[int, Pattern] = {i: make(table.dictionary, i, side) for i in table.sheets}
        self.by_marker = {f.marker: f for f in setup.figure if f.marker is not None}
        self.figure_patterns: dict[int, Pattern] = {
            i: self._marker(table.dictionary, i, float(f.marker_side_mm or 1)) for i, f in self.by_marker.items()
        }

    def _marker(self, name: str, mark: int, side_mm: float) -> Pattern:
        return marker_pattern(name, mark, side_mm, side_mm / self.modules)

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
        found = find_marks(green, self.setup.table.dictionary, set(self.sheet_patterns) | set(self.by_marker))
        count = Counter(f.id for f in found)
        once = [f for f in found if count[f.id] == 1]
        seen = self.fit_sheets(green, once)
        memory = memory or Memory()
        solution, placed = self._pose(green, seen, once, memory)
        ground = self.ground if placed else self.unplaced
        locator = Locator(solution, ground, seen.tone, self.setup.table.height_sigma_mm)
        sightings = self._sight(green, locator, once)

        def missing() -> list[FigureSection]:
            have = {s.figure.name for s in sightings}
            return [f for i, f in self.by_marker.items() if f.name not in have and count[i] < 2]

        strays = [f.corners_px for f in found if f.id not in self.by_marker or count[f.id] > 1]
        if solution is memory.solution:
            scents = [Scent(f, memory.corners_px[f.name], 1.0, None) for f in missing() if f.name in memory.corners_px]
            sightings += self._proved(green, locator, scents, sightings, strays)
        hunted = hunting.of(missing()) if isinstance(hunting, Turn) else missing() if hunting else []
        if hunted:
            scents = self._hunt(green, locator, hunted, sightings, empty)
            sightings += self._proved(green, locator, scents, sightings, strays)
        notes = stray_notes(count, set(self.sheet_patterns), set(self.by_marker))
        notes += agreement_note(solution.disagreement, solution.rms_px)
        notes += size_notes(self._wrong_sizes(locator, once, sightings))
        seen_ids = [m.id for m in seen.marks]
        notes += sheet_notes(seen_ids, self.setup, from_memory=memory.table is not None, placed=placed)
        notes += odd_notes(solution.left_out)
        notes += scale_notes([(s.fitted.size, s.fitted.size_z) for s in sightings])
        return Reading(
            solution,
            sheet_places(solution, self.setup, {m.id for m in seen.marks}),
            {m.id: m.corners_px for m in seen.marks},
            tuple(sorted(sightings, key=lambda s: s.figure.name)),
            tuple(notes),
            seen.tone,
            placed,
        )

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
        return self._solve(green, SheetsSeen(marks, seen.tone), found, memory.name, ground), placed

    def fit_sheets(self, green: Picture, found: Sequence[Found]) -> SheetsSeen:
        """The sheets among the marks found, fitted; those that fit badly (covered, bent) are left out."""
        table = self.setup.table
        known = {s.id: (*s.at_mm, math.radians(s.turn_deg), s.sigma_mm) for s in self.setup.sheet}
        by_id = {f.id: f for f in found if f.id in self.sheet_patterns}
        own = [by_id[i] for i in table.sheets if i in by_id]
        corners, covariance, fits = self._fit_free(green, own, [self.sheet_patterns[f.id] for f in own])
        good = [i for i in range(len(own)) if fits is not None and fits.agreement[i] >= SHEET_AGREEMENT]
        if fits is None or not good:
            return SheetsSeen((), Tone())
        side, thickness = table.sheet_side_mm, table.sheet_thickness_mm
        blur, k = float(np.median(fits.blur_px[good])), float(np.median(fits.k[good]))
        unsure = (BLUR_SHARE * max(0.0, blur - SHARP_PX)) ** 2 * np.eye(8)
        marks = tuple(
            Mark(own[i].id, side, thickness, corners[i], covariance[i] + unsure, known.get(own[i].id)) for i in good
        )
        return SheetsSeen(marks, Tone(blur, k, 0.1, 0.4))

    def _fit_free(
        self, green: Picture, found: Sequence[Found], patterns: Sequence[Pattern], tone: Tone | None = None
    ) -> tuple[Floats, Floats, Fits | None]:
        """Corners (M, 4, 2) in the picture and covariances (M, 8, 8) of marks fitted without any thought of a table."""
        if not found:
            return np.zeros((0, 4, 2)), np.zeros((0, 8, 8)), None
        camera = Camera(self.lens, np.eye(3), np.zeros(3))
        K = self.lens.camera_matrix
        rays = self.lens.to_rays(np.concatenate([f.corners_px for f in found]))
        ideal = (rays @ K[:2, :2].T + K[:2, 2]).reshape(-1, 4, 2)
        start = homographies(CORNERS, ideal)
        motion, fits = fit(green, patterns, FreeMotion(start), tone or Tone(), distort=camera.bend, rounds=6, fine=True)
        corners, covariance = motion.corners(fits.covariance)
        return np.array([camera.bend(c) for c in corners]), covariance, fits

    def _solve(self, green: Picture, seen: SheetsSeen, found: Sequence[Found], name: str, ground: Ground) -> Solution:
        solution = solve(seen.marks, self.lens, lens_known=self.lens_known, name=name)
        if self.lens_known:
            return solution
        own = [f for f in found if f.id in self.by_marker]
        corners, covariance, fits = self._fit_free(green, own, [self.figure_patterns[f.id] for f in own], seen.tone)
        good = [i for i in range(len(own)) if fits is not None and fits.agreement[i] >= FIGURE_AGREEMENT]
        exact = [SeenMark(self.by_marker[own[i].id], corners[i]) for i in good]
        before: list[Mark] = []
        # what a figure stands on follows from the camera, which follows from what figures stand on
        for _ in range(LENS_ROUNDS):
            locator = Locator(solution, ground, seen.tone, 0.0)
            marks = _standing(locator, exact, [covariance[i] for i in good])
            if not marks or [(m.id, m.height_mm) for m in marks] == [(m.id, m.height_mm) for m in before]:
                break
            before = marks
            try:
                solution = self._with_figures(seen, marks, name)
            except PictureFault:
                # some height in the setup cannot be; the sheets alone still tell what they can
                break
        return solution

    def _with_figures(self, seen: SheetsSeen, marks: Sequence[Mark], name: str) -> Solution:
        """The solution with figures' marks; those that misfit far more than the others stand elsewhere and are left
        out."""
        solution = solve((*seen.marks, *marks), self.lens, lens_known=False, name=name)
        usual = float(np.median([solution.misfit[m.id] for m in marks]))
        kept = [m for m in marks if solution.misfit[m.id] < max(ODD_MARK, ODD_MARK * usual)]
        if len(kept) == len(marks):
            return solution
        return solve((*seen.marks, *kept), self.lens, lens_known=False, name=name)

    def _sight(self, green: Picture, locator: Locator, found: Sequence[Found]) -> list[Sighting]:
        marks = [SeenMark(self.by_marker[f.id], f.corners_px) for f in found if f.id in self.by_marker]
        guesses = locator.guesses(marks)
        by_figure: dict[str, list[Fitted]] = {}
        for fitted in self._fit(green, locator, guesses):
            by_figure.setdefault(fitted.guess.figure.name, []).append(fitted)
        sightings = [choose_level(own[0].guess.figure, own) for own in by_figure.values()]
        return [s for s in sightings if s.fitted.agreement >= FIGURE_AGREEMENT and s.fitted.clear >= FIGURE_CLEAR]

    def _fit(self, green: Picture, locator: Locator, guesses: Sequence[Guess]) -> list[Fitted]:
        return locator.fit(green, guesses, [self.figure_patterns[int(g.figure.marker or 0)] for g in guesses])

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

    def _proved(
        self,
        green: Picture,
        locator: Locator,
        scents: Sequence[Scent],
        sightings: Sequence[Sighting],
        strays_px: Sequence[Floats],
    ) -> list[Sighting]:
        """The scents that a fit, then a second one on the cells in sight alone, turn into figures.

        strays_px: corners of marks that are none of the missing.
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
        least = 0.3 * _ink(sightings).contrast
        # where something dark hides black cells the second fit believes it; the first, on one half, then agrees better
        for fitted in (*first, *self._fit(green, locator, again)):
            own = proof(green, fitted, name, missing)
            enough = HUNTED_AGREEMENT if own.looked_at > WHOLE else PART_AGREEMENT
            plausible = abs(fitted.size_z) < LIFTED_SIGMAS and fitted.contrast > least
            if own.holds and plausible and fitted.agreement >= enough:
                sure.append((own.share * fitted.agreement, fitted))
        return settle_hunt(sure, [*(s.fitted.corners_px for s in sightings), *strays_px])


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


def _standing(locator: Locator, seen: Sequence[SeenMark], covariance: Sequence[Floats]) -> list[Mark]:
    """Figures' marks at the height of the one level each can stand on; those that may stand on several are left out.

    Of known size and height, they tell how far the camera is from the table, which sheets in one plane cannot tell from
    above.
    """
    by_figure: dict[str, list[Guess]] = {}
    for one in locator.guesses(seen):
        by_figure.setdefault(one.figure.name, []).append(one)
    out = []
    for mark, spread in zip(seen, covariance, strict=True):
        levels, figure = by_figure.get(mark.figure.name, []), mark.figure
        if len(levels) == 1 and figure.marker is not None:
            height = levels[0].level.height_mm + float(figure.marker_height_mm or 0)
            side = float(figure.marker_side_mm or 1)
            out.append(Mark(figure.marker, side, height, mark.corners_px, spread, sheet=False))
    return out


def _lens(setup: Setup, width_px: int, height_px: int) -> Lens:
    if setup.lens is None:
        return guess(width_px, height_px)
    given = setup.lens
    own = lens_of(given.width_px, given.height_px, given.camera_matrix, given.distortion, given.rms_px)
    return own.scaled_to(width_px, height_px)
