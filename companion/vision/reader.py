"""One picture in, a reading of the whole table out: the pipeline that everything else is built on.

    picture ─► find marks ─► fit sheets ─► solve camera and table ─► fit figures ─► hunt for those still missing ─► Reading

Invariant: nothing is invented. A figure without a clear mark is missing from the reading; a mark seen twice names nobody; what was
odd is a note in words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationFault, PictureFault
from calibration.fit import CORNERS, FreeMotion, Tone, fit
from calibration.lens import Lens, guess, lens_of
from calibration.opencv import dictionary
from calibration.pattern import Pattern, marker_pattern, saddle_pattern
from calibration.solve import Camera, Mark, Solution, solve
from companion.setup.model import FigureSection, Setup
from companion.setup.values import terrain_pieces
from companion.table.state import SheetPlace, Spread
from companion.vision.detect import Found, find_marks
from companion.vision.frame import Note
from companion.vision.hunt import hunt, lively_area
from companion.vision.proof import proof
from companion.vision.levels import Ground
from companion.vision.locate import LIFTED_SIGMAS, Fitted, Guess, Locator

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

SHEET_AGREEMENT = 0.85
"""Least share of a sheet's picture that its pattern must explain; whole sheets reach 0.96 to 0.998."""
FIGURE_AGREEMENT = 0.75
FIGURE_CLEAR = 0.6
"""Below these a found figure is handed to the hunt, which asks for more proof."""


HUNTED_AGREEMENT = 0.85
"""Least agreement of a hunted mark's cells in sight."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A named figure in the picture: its reading, and other levels that fit within two sigma."""

    figure: FigureSection
    fitted: Fitted
    others: tuple[Fitted, ...] = ()
    doubt: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one picture says. sheet_corners_px: id -> (4, 2), for drawing."""

    solution: Solution
    sheets: tuple[SheetPlace, ...]
    sheet_corners_px: dict[int, Floats]
    sightings: tuple[Sighting, ...]
    notes: tuple[Note, ...]
    tone: Tone


class Reader:
    """Reads pictures of one size of one table."""

    def __init__(self, setup: Setup, width_px: int, height_px: int) -> None:
        """Raises SetupFault where the lens does not belong to pictures of this shape."""
        self.setup = setup
        table = setup.table
        self.lens_known = setup.lens is not None
        if setup.lens is not None:
            given = setup.lens
            own = lens_of(given.width_px, given.height_px, given.camera_matrix, given.distortion, given.rms_px)
            self.lens: Lens = own.scaled_to(width_px, height_px)
        else:
            self.lens = guess(width_px, height_px)
        self.ground = Ground(terrain_pieces(setup))
        self.modules = dictionary(table.dictionary).markerSize + 2
        make = saddle_pattern if table.sheet_kind == "saddle" else self._marker
        self.sheet_patterns: dict[int, Pattern] = {
            i: make(table.dictionary, i, table.sheet_side_mm) for i in table.sheets
        }
        self.by_marker = {f.marker: f for f in setup.figure if f.marker is not None}
        self.figure_patterns: dict[int, Pattern] = {
            i: self._marker(table.dictionary, i, float(f.marker_side_mm or 1)) for i, f in self.by_marker.items()
        }

    def _marker(self, name: str, mark: int, side_mm: float) -> Pattern:
        return marker_pattern(name, mark, side_mm, side_mm / self.modules)

    def read(self, image: Picture, *, empty: Picture | None = None, known: Solution | None = None) -> Reading:
        """Read a (H, W, 3) BGR picture. empty: the same table, same camera, without figures. known: a solution that still holds.

        Raises PictureFault `no-sheets`, `no-solution`.
        """
        green = np.ascontiguousarray(image[:, :, 1])
        wanted = set(self.sheet_patterns) | set(self.by_marker)
        found = find_marks(green, self.setup.table.dictionary, wanted)
        notes = self._stray_notes(found)
        once = _single(found)
        marks, tone, corners = self.fit_sheets(green, [f for f in once if f.id in self.sheet_patterns])
        solution = known or self._solve(green, marks, once, tone)
        locator = Locator(solution, self.ground, tone, self.setup.table.height_sigma_mm)
        seen = [f for f in once if f.id in self.by_marker]
        sightings = self._sight(green, locator, [(self.by_marker[f.id], f.corners_px) for f in seen])
        missing = self._missing(sightings, found)
        if missing:
            sightings += self._hunted(green, locator, missing, sightings, empty)
        sheets = _sheet_places(solution, self.setup.table.sheet_side_mm, {m.id for m in marks})
        notes += self._sheet_notes(marks, known)
        ordered = tuple(sorted(sightings, key=lambda s: s.figure.name))
        return Reading(solution, sheets, corners, ordered, tuple(notes), tone)

    def fit_sheets(self, green: Picture, found: Sequence[Found]) -> tuple[list[Mark], Tone, dict[int, Floats]]:
        """Sheets as marks with exact corners, first the setup's first; the picture's tone; the corners by id."""
        table = self.setup.table
        known = {s.id: (*s.at_mm, math.radians(s.turn_deg), s.sigma_mm) for s in self.setup.sheet}
        order = {i: n for n, i in enumerate(table.sheets)}
        found = sorted(found, key=lambda f: order[f.id])
        if not found:
            return [], Tone(), {}
        free, fits = self._fit_free(green, found, [self.sheet_patterns[f.id] for f in found])
        corners, covariance = free.corners(fits.covariance)
        camera = Camera(self.lens, np.eye(3), np.zeros(3))
        marks, by_id, good = [], {}, []
        for i, one in enumerate(found):
            if fits.agreement[i] < SHEET_AGREEMENT:
                continue
            px = camera.bend(corners[i])
            marks.append(
                Mark(one.id, table.sheet_side_mm, table.sheet_thickness_mm, px, covariance[i], known.get(one.id))
            )
            by_id[one.id] = px
            good.append(i)
        if not good:
            return [], Tone(), {}
        tone = Tone(float(np.median(fits.blur_px[good])), float(np.median(fits.k[good])), 0.1, 0.4)
        return marks, tone, by_id

    def _fit_free(self, green: Picture, found: Sequence[Found], patterns: Sequence[Pattern]):  # type: ignore[no-untyped-def]
        camera = Camera(self.lens, np.eye(3), np.zeros(3))
        K = self.lens.camera_matrix
        start = []
        for one in found:
            ideal = self.lens.to_rays(one.corners_px) @ K[:2, :2].T + K[:2, 2]
            start.append(cv2.getPerspectiveTransform(CORNERS.astype(np.float32), ideal.astype(np.float32)))
        return fit(green, patterns, FreeMotion(np.array(start)), Tone(), distort=camera.bend)

    def _solve(self, green: Picture, marks: list[Mark], found: Sequence[Found], tone: Tone) -> Solution:
        return solve(marks, self.lens, lens_known=self.lens_known, name="still")

    def _sight(
        self, green: Picture, locator: Locator, seen: Sequence[tuple[FigureSection, Floats]]
    ) -> list[Sighting]:
        guesses = [g for figure, corners in seen for g in locator.guesses(figure, corners)]
        fitted = self._fit(green, locator, guesses)
        out = []
        for figure, _ in seen:
            own = [f for f in fitted if f.guess.figure is figure]
            if own:
                out.append(choose_level(figure, own))
        return [s for s in out if s.fitted.agreement >= FIGURE_AGREEMENT and s.fitted.clear >= FIGURE_CLEAR]

    def _missing(self, sightings: Sequence[Sighting], found: Sequence[Found]) -> list[FigureSection]:
        """Figures to hunt for: not sighted, and their mark not seen at two places."""
        have = {s.figure.name for s in sightings}
        count = Counter(f.id for f in found)
        return [f for i, f in self.by_marker.items() if f.name not in have and count[i] < 2]

    def _hunted(
        self,
        green: Picture,
        locator: Locator,
        missing: Sequence[FigureSection],
        sightings: Sequence[Sighting],
        empty: Picture | None,
    ) -> list[Sighting]:
        taken = [s.fitted.corners_px for s in sightings]
        contrast = float(np.median([s.fitted.contrast for s in sightings])) if sightings else 120.0
        before = None if empty is None else np.ascontiguousarray(empty[:, :, 1])
        dark = float(np.median([s.fitted.dark for s in sightings])) if sightings else 40.0
        area = lively_area(green, before, dark, contrast, taken)
        x0, y0, x1, y1 = self._reach(locator.solution)
        name = self.setup.table.dictionary
        scents = hunt(green, locator.camera, self.ground, name, missing, (x0, y0, x1, y1), area)
        guesses = [g for s in scents for g in locator.guesses(s.figure, s.corners_px, s.trust)]
        fitted = self._fit(green, locator, guesses)
        proofs = [proof(green, f, name) for f in fitted]
        again = [
            Guess(f.guess.figure, f.guess.level, f.mark_xy_mm, f.mark_turn_rad, p.good.astype(float))
            for f, p in zip(fitted, proofs, strict=True)
            if p.share > 0.5 and p.white >= 3
        ]
        sure = []
        for one in self._fit(green, locator, again):
            own = proof(green, one, name)
            if own.holds and one.agreement >= HUNTED_AGREEMENT and one.contrast > 0.3 * contrast:
                sure.append((own.share, one))
        return _settle_hunt(sure, taken)

    def _fit(self, green: Picture, locator: Locator, guesses: Sequence[Guess]) -> list[Fitted]:
        return locator.fit(green, guesses, [self.figure_patterns[int(g.figure.marker or 0)] for g in guesses])

    def _reach(self, solution: Solution) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1: the table as far as the sheets lie, and a fifth more on each side."""
        xy = np.array([p[:2] for p in solution.places.values()])
        low, high = xy.min(0), xy.max(0)
        margin = 0.2 * float((high - low).max()) + self.setup.table.sheet_side_mm
        return float(low[0] - margin), float(low[1] - margin), float(high[0] + margin), float(high[1] + margin)

    def _stray_notes(self, found: Sequence[Found]) -> list[Note]:
        notes = []
        count = Counter(f.id for f in found)
        for mark, times in sorted(count.items()):
            if times > 1:
                what = "sheet" if mark in self.sheet_patterns else "figure marker"
                notes.append(
                    Note("same-marker-twice", f"The {what} {mark} is in the picture {times} times; it names nobody. Cover or remove one.")
                )
            elif mark not in self.sheet_patterns and mark not in self.by_marker:
                notes.append(Note("stray-marker", f"Marker {mark} is in the picture but not in the setup; it is left out.", "info"))
        return notes

    def _sheet_notes(self, marks: Sequence[Mark], known: Solution | None) -> list[Note]:
        notes = []
        if len(marks) == 1 and known is None:
            notes.append(
                Note("one-sheet", f"Only sheet {marks[0].id} is in sight: distances far from it are unsure. Show a second sheet.")
            )
        first = self.setup.table.sheets[0]
        if marks and known is None and not self.setup.sheet and marks[0].id != first:
            notes.append(
                Note(
                    "first-sheet-hidden",
                    f"Sheet {first}, which carries the table's frame, is not in sight; places are given from sheet "
                    f"{marks[0].id}, and terrain is where the setup has it from sheet {first}.",
                )
            )
        if not self.lens_known:
            notes.append(
                Note("no-lens", "No lens file: the lens is estimated from the picture, and every ± is wider for it.", "info")
            )
        return notes


def _settle_hunt(sure: Sequence[tuple[float, Fitted]], taken_px: Sequence[Floats]) -> list[Sighting]:
    """One place a figure and one figure a place, the best proved first; other levels of the same place are weighed by size."""
    used = [quad.mean(0) for quad in taken_px]
    out: list[Sighting] = []
    left = sorted(sure, key=lambda s: -s[0])
    while left:
        _, best = left[0]
        centre, side = best.corners_px.mean(0), np.linalg.norm(best.corners_px[1] - best.corners_px[0])

        def near(px: Floats, centre: Floats = centre, side: float = float(side)) -> bool:
            return float(np.linalg.norm(px - centre)) < 0.5 * side

        own = [f for _, f in left if f.guess.figure is best.guess.figure]
        if not any(near(px) for px in used):
            here = {f.guess.level: f for f in reversed(own) if near(f.corners_px.mean(0))}
            out.append(choose_level(best.guess.figure, list(here.values())))
            used.append(centre)
            left = [s for s in left if s[1].guess.figure is not best.guess.figure]
        else:
            left = left[1:]
    return out


def choose_level(figure: FigureSection, fitted: Sequence[Fitted]) -> Sighting:
    """The level whose size fits best; others within two sigma are kept, and said."""
    ranked = sorted(fitted, key=lambda f: abs(f.size_z))
    best = ranked[0]
    others = tuple(f for f in ranked[1:] if f.size_z**2 - best.size_z**2 < 4.0)
    doubt = None
    if others:
        doubt = f"{figure.name} may stand on {_what(best)} or on {_what(others[0])}."
    elif abs(best.size_z) > LIFTED_SIGMAS:
        way = "larger" if best.size_z > 0 else "smaller"
        doubt = f"{figure.name}'s marker looks {way} than its size and height in the setup make it: lifted, or written down wrong?"
    return Sighting(figure, best, others, doubt)


def _what(fitted: Fitted) -> str:
    return fitted.guess.level.stands_on or "the table"


def _single(found: Sequence[Found]) -> list[Found]:
    count = Counter(f.id for f in found)
    return [f for f in found if count[f.id] == 1]


def _sheet_places(solution: Solution, side_mm: float, seen: set[int]) -> tuple[SheetPlace, ...]:
    out = []
    for mark, (x, y, turn) in solution.places.items():
        c = solution.centre_covariance[mark]
        spread = Spread((float(c[0, 0]), float(c[0, 1]), float(c[1, 1])))
        out.append(SheetPlace(mark, x, y, turn, side_mm, spread, mark in seen))
    return tuple(out)


__all__ = ["CalibrationFault", "PictureFault", "Reader", "Reading", "Sighting", "choose_level"]
