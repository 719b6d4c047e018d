"""The sheets of a picture fitted, and from them the camera and the table, with the lens where it is not known.

Idea: without a lens file figures' marks help: of known size and height, they tell how far the camera is from the table,
which sheets in one plane cannot tell from above.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
from companion.vision.detect import Found
from companion.vision.levels import Ground
from companion.vision.locate import Guess, Locator, SeenMark

Picture = NDArray[np.uint8]

SHEET_AGREEMENT = 0.85
"""Least share of a sheet's picture that its pattern must explain; whole sheets reach 0.96 to 0.998."""
SHARP_PX, BLUR_SHARE = 1.6, 0.2
"""Beyond a blur of SHARP_PX (one sigma) the corners of sheets are this share of the rest less sure: the fit follows a
blur up to 2.1 px only."""
FIGURE_AGREEMENT = 0.75
"""Least agreement of a figure's mark."""
LENS_ROUNDS = 3
"""How often the levels of figures are looked at anew while an unknown lens is solved with them."""
ODD_MARK = 3.0
"""A figure's mark that misfits the solution of an unknown lens by more sigmas a corner stands elsewhere than
thought."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetsSeen:
    """The sheets of a picture as marks with exact corners, in the setup's order, and the tone they give the picture."""

    marks: tuple[Mark, ...]
    tone: Tone


class Poser:
    """For pictures of one size of one table."""

    def __init__(self, setup: Setup, width_px: int, height_px: int) -> None:
        """Raises InputFault where the lens does not belong to pictures of this shape."""
        self.setup = setup
        table = setup.table
        self.lens_known = setup.lens is not None
        self.lens = _lens(setup, width_px, height_px)
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

    def add_patterns(self, figures: Iterable[FigureSection]) -> None:
        """Further marks to be fitted, which do not help to solve the camera."""
        for one in figures:
            if one.marker is not None:
                side_mm = float(one.marker_side_mm or 1)
                self.figure_patterns[one.marker] = self._marker(self.setup.table.dictionary, one.marker, side_mm)

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

    def solve(self, green: Picture, seen: SheetsSeen, found: Sequence[Found], name: str, ground: Ground) -> Solution:
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
