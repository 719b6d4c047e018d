"""From marks in the picture to figures on the table, in millimetres with sigma.

Idea: with the camera's pose known, a figure's mark lies on a plane of known height and has a known size, so only x, y
and heading are left to find; they are fitted to the picture itself. The size stays free within a few percent: it tells
which of several levels a figure stands on, and a figure held in a hand looks too large for any.

Invariant: every place carries two kinds of doubt apart: its own (noise, the mark's height) and what it shares with all
others (pose, lens), so that distances above can tell them apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.fit import Tone, fit
from calibration.motion import CORNERS, PlaneMotion
from calibration.pattern import Pattern
from calibration.solve import Solution
from companion.setup.model import FigureSection
from companion.table.state import Place, Spread
from companion.vision.levels import Ground, Level

FLOOR_PX = 0.04
"""What is left unmodelled of a fitted mark's place, px."""
TURN_FLOOR_PX = 0.1
"""The same of its edges: over its side in px, this is the floor of its heading in rad and of its size."""
SIZES = (0.7, 1.4)
"""A mark seen smaller or larger than the setup makes it by more is none of its figures: the fit holds from 0.8 to 1.25,
and beyond it settles inside of one cell and calls that the mark."""
LIFTED_SIGMAS = 5.0
"""A mark this many sigmas too large or small for every level is not where the setup says."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenMark:
    """A figure's mark in the picture. corners_px: (4, 2), good to a pixel or two. trust: as in `Guess`."""

    figure: FigureSection
    corners_px: Floats
    trust: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """Where a figure's mark may be: its centre on the plane at `level` plus the mark's height, and its print's turn.

    trust: (n, n) by the mark's cells, row 0 the print's top, 0 where one is hidden; None: all of it is in sight.
    """

    figure: FigureSection
    level: Level
    xy_mm: tuple[float, float]
    turn_rad: float
    trust: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A guess after fitting. place: of the base centre. size_z: the mark's size in sigmas from what this level makes
    it.

    agreement, clear, contrast: as in `calibration.fit.Fits`. corners_px: (4, 2) of the mark in the picture.
    """

    guess: Guess
    place: Place
    heading_rad: float
    heading_sigma_rad: float
    size: float
    size_z: float
    agreement: float
    clear: float
    contrast: float
    dark: float
    corners_px: Floats
    mark_xy_mm: tuple[float, float]
    mark_turn_rad: float


class Locator:
    """Places figures with one camera solution and one tone of the picture."""

    def __init__(self, solution: Solution, ground: Ground, tone: Tone, height_sigma_mm: float) -> None:
        self.solution, self.camera, self.ground, self.tone = solution, solution.camera, ground, tone
        self.height_sigma_mm = height_sigma_mm

    def sizes(self, marks: Sequence[SeenMark]) -> Floats:
        """(M,) by how much larger marks look than the setup makes them, if their figures stand on the table; NaN where
        the camera cannot look down on them."""
        if not marks:
            return np.zeros(0)
        directions, heights = self._rays(marks)
        return _sizes(marks, self.camera.meet(directions, heights).reshape(-1, 4, 2))

    def _rays(self, marks: Sequence[SeenMark]) -> tuple[Floats, Floats]:
        """(4 M, 3) directions of the marks' corners and (4 M,) the marks' heights above what their figures stand on."""
        heights = np.repeat([float(m.figure.marker_height_mm or 0.0) for m in marks], 4)
        return self.camera.directions(np.concatenate([m.corners_px for m in marks])), heights

    def guesses(self, marks: Sequence[SeenMark]) -> list[Guess]:
        """The levels that figures with their marks at these corners may stand on, with where the marks then are; none
        for marks of quite another size than the setup's (`SIZES`)."""
        if not marks:
            return []
        directions, heights = self._rays(marks)
        on_table = self.camera.meet(directions, heights).reshape(-1, 4, 2)
        sizes, above = _sizes(marks, on_table), self.camera.centre_mm[2] - heights[::4]
        higher = self.camera.meet(directions, heights + 10.0).reshape(-1, 4, 2)
        along = (on_table[:, 1] - on_table[:, 0]) + (on_table[:, 2] - on_table[:, 3])
        turns = np.arctan2(along[:, 1], along[:, 0])
        centres, shifts = on_table.mean(1), (higher - on_table).mean(1) / 10.0
        out = []
        for mark, xy, shift, turn, size, distance in zip(marks, centres, shifts, turns, sizes, above, strict=True):
            if not (np.isfinite(xy).all() and np.isfinite(shift).all()):
                continue
            base = xy - _arm(mark.figure, float(turn))
            levels = self.ground.levels((float(base[0]), float(base[1])), (float(shift[0]), float(shift[1])))
            for level in levels or [Level(0.0)]:
                if not SIZES[0] < size * (1 - level.height_mm / distance) < SIZES[1]:
                    continue
                at = xy + level.height_mm * shift
                out.append(Guess(mark.figure, level, (float(at[0]), float(at[1])), float(turn), mark.trust))
        return out

    def fit(
        self, green: NDArray[np.uint8], guesses: Sequence[Guess], patterns: Sequence[Pattern], rounds: int = 5
    ) -> list[Fitted]:
        """Fit all guesses to the picture together; patterns are theirs, of one layout. rounds: as in
        `calibration.fit.fit`."""
        if not guesses:
            return []
        heights = np.array([g.level.height_mm + (g.figure.marker_height_mm or 0.0) for g in guesses])
        start = PlaneMotion(
            np.array([self.camera.plane_homography(h) for h in heights]),
            np.array([g.figure.marker_side_mm or 1.0 for g in guesses]),
            np.array([g.xy_mm for g in guesses]),
            np.array([g.turn_rad for g in guesses]),
            np.ones(len(guesses)),
        )
        motion, fits = fit(
            green,
            patterns,
            start,
            self.tone,
            distort=self.camera.bend,
            quiet_share=0.5,
            rounds=rounds,
            trust=_cell_trust(guesses, patterns),
        )
        q = np.einsum("mij,cj->mci", motion.homographies(), np.c_[CORNERS, np.ones(4)])
        corners = self.camera.bend((q[..., :2] / q[..., 2:]).reshape(-1, 2)).reshape(-1, 4, 2)
        side_px = np.linalg.norm(corners - np.roll(corners, 1, 1), axis=2).mean(1)
        floor = TURN_FLOOR_PX / side_px
        covariance = motion.place_covariance(fits.covariance)
        covariance[:, 2, 2] += floor**2
        covariance[:, 3, 3] += floor**2
        places = self._places(guesses, motion, covariance, heights)
        return [
            Fitted(
                guess,
                places[i],
                heading_of(guess.figure, float(motion.turn_rad[i])),
                math.sqrt(covariance[i, 2, 2]),
                float(motion.size[i]),
                float((motion.size[i] - 1) / math.sqrt(covariance[i, 3, 3])),
                float(fits.agreement[i]),
                float(fits.clear[i]),
                float(fits.contrast[i]),
                float(fits.dark[i]),
                corners[i],
                (float(motion.xy_mm[i, 0]), float(motion.xy_mm[i, 1])),
                float(motion.turn_rad[i]),
            )
            for i, guess in enumerate(guesses)
        ]

    def _places(
        self, guesses: Sequence[Guess], motion: PlaneMotion, covariance: Floats, heights: Floats
    ) -> list[Place]:
        """Base centres with their two kinds of doubt, from the marks' places and (M, 4, 4) covariances."""
        shared, mm_per_px = self.solution.shifts(np.c_[motion.xy_mm, heights])
        centre = self.camera.centre_mm
        lean = (motion.xy_mm - centre[:2]) / np.maximum(centre[2] - heights, 1.0)[:, None]
        out = []
        for i, guess in enumerate(guesses):
            arm = _arm(guess.figure, float(motion.turn_rad[i]))
            base = motion.xy_mm[i] - arm
            # the arm turns with the mark
            K = np.array([[1.0, 0.0, arm[1]], [0.0, 1.0, -arm[0]]])
            own = K @ covariance[i, :3, :3] @ K.T
            own += FLOOR_PX**2 * mm_per_px[i] @ mm_per_px[i].T
            own += self.height_sigma_mm**2 * np.outer(lean[i], lean[i])
            spread = Spread(
                (float(own[0, 0]), float(own[0, 1]), float(own[1, 1])),
                tuple((dx, dy) for dx, dy in shared[i].tolist()),
                self.solution.name,
            )
            level = guess.level
            out.append(Place(float(base[0]), float(base[1]), spread, level.height_mm, level.stands_on))
        return out


def _sizes(marks: Sequence[SeenMark], corners_mm: Floats) -> Floats:
    """(M,) by how much larger marks are whose corners lie at (M, 4, 2) than the setup makes them."""
    sides = np.linalg.norm(corners_mm - np.roll(corners_mm, 1, 1), axis=2).mean(1)
    return np.asarray(sides / [float(m.figure.marker_side_mm or 1.0) for m in marks])


def _arm(figure: FigureSection, turn_rad: float) -> Floats:
    """(2,) from the base's centre to the mark's, mm on the table frame."""
    heading = heading_of(figure, turn_rad)
    c, s = math.cos(heading), math.sin(heading)
    ahead, left = figure.marker_offset_mm
    return np.array([c * ahead - s * left, s * ahead + c * left])


def _cell_trust(guesses: Sequence[Guess], patterns: Sequence[Pattern]) -> Floats | None:
    """(M, m, n) by the patterns' cells, row 0 the lowest; the quiet zone goes with the cells beside it. None if all
    is clear."""
    if all(g.trust is None for g in guesses):
        return None
    out = np.ones((len(guesses), *patterns[0].cells.shape))
    for i, guess in enumerate(guesses):
        if guess.trust is not None:
            out[i] = np.pad(guess.trust[::-1], 1, mode="edge")
    return out


def heading_of(figure: FigureSection, turn_rad: float) -> float:
    """Heading in rad, -pi to pi, from the turn of the print's x axis."""
    heading = turn_rad + math.pi / 2 - math.radians(figure.marker_turn_deg)
    return (heading + math.pi) % (2 * math.pi) - math.pi
