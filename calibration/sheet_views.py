"""Table sheets in a picture, for a lens: which are there, and where exactly their corners are.

Whole patterns are fitted (`calibration.fit`), because the growth of white moves the outer corners of a plain marker.
A fit needs a lens to know how a pattern bends, and the lens is what is looked for: the first fit takes the marker
alone, the smaller part of a sheet, and each later one starts from the last one's corners with a better lens. A sheet
that is partly covered or cut off by the picture's edge is fitted as its marker alone, or left out. Nothing here thinks
of where a sheet lies.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from calibration.arrays import Floats, Grey
from calibration.camera import Camera
from calibration.errors import InputFault
from calibration.fit import Tone, fit
from calibration.lens import Lens
from calibration.motion import CORNERS, FreeMotion
from calibration.opencv import detect_markers, dictionary
from calibration.pattern import Pattern, marker_pattern, saddle_pattern
from calibration.problem import Mark

SheetKind = Literal["saddle", "marker"]
FIRST_AGREEMENT, AGREEMENT = 0.7, 0.85
"""Least share of a sheet's picture that its pattern must explain: with a guessed lens, and with one that fits. Whole
sheets reach 0.96 to 0.998."""


@dataclass(frozen=True, slots=True)
class SheetTarget:
    """The sheets to look for. side_mm: the black square. ids: only these; None: every marker of the dictionary."""

    dictionary: str
    side_mm: float
    kind: SheetKind = "saddle"
    ids: frozenset[int] | None = None

    def __post_init__(self) -> None:
        """Raises InputFault `unknown-dictionary` or `bad-size`."""
        dictionary(self.dictionary)
        if not self.side_mm > 0:
            raise InputFault("bad-size", f"A sheet of {self.side_mm:g} mm cannot be.", "--sheet-side-mm")


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """The sheets of one picture, each once: id and about where its corners are, (4, 2) px in OpenCV's order."""

    name: str
    corners_px: dict[int, Floats]


def find_sheets(name: str, grey: Grey, target: SheetTarget) -> SheetView:
    """The sheets in a picture; an id that is seen twice names no sheet and is left out."""
    ids, corners_px, _ = detect_markers(grey, target.dictionary)
    seen = Counter(ids.tolist())
    wanted = {
        int(one): corners.astype(np.float64)
        for one, corners in zip(ids, corners_px, strict=True)
        if seen[int(one)] == 1 and (target.ids is None or int(one) in target.ids)
    }
    return SheetView(name, wanted)


def fit_marks(grey: Grey, view: SheetView, target: SheetTarget, lens: Lens, *, first: bool) -> tuple[Mark, ...]:
    """The sheets of a view with exact corners; those that fit badly are left out.

    first: lens is only a guess, so that the marker alone is fitted, with less asked of it.
    """
    ids = list(view.corners_px)
    starts = [_ideal(lens, view.corners_px[one]) for one in ids]
    marks = {}
    for one, start in zip(ids, starts, strict=True):
        mark = _fitted(grey, _marker(target, one), start, lens, one, FIRST_AGREEMENT if first else AGREEMENT)
        if mark is not None and target.kind == "saddle" and not first:
            whole = saddle_pattern(target.dictionary, one, target.side_mm)
            mark = _fitted(grey, whole, _ideal(lens, mark.corners_px), lens, one, AGREEMENT) or mark
        if mark is not None:
            marks[one] = mark
    return tuple(marks.values())


def _marker(target: SheetTarget, one: int) -> Pattern:
    modules = dictionary(target.dictionary).markerSize + 2
    return marker_pattern(target.dictionary, one, target.side_mm, target.side_mm / modules)


def _ideal(lens: Lens, corners_px: Floats) -> Floats:
    """The homography from pattern units to ideal pixels; NaN where the lens cannot have seen the corners."""
    K = lens.camera_matrix
    ideal = lens.to_rays(corners_px) @ K[:2, :2].T + K[:2, 2]
    if not np.isfinite(ideal).all():
        return np.full((3, 3), np.nan)
    return np.asarray(cv2.getPerspectiveTransform(CORNERS.astype(np.float32), ideal.astype(np.float32)), float)


def _fitted(grey: Grey, pattern: Pattern, start: Floats, lens: Lens, one: int, agreement: float) -> Mark | None:
    """One pattern fitted alone: near the camera a sheet is many times as large as far off, and a fit samples all its
    patterns alike."""
    if not np.isfinite(start).all():
        return None
    camera = Camera(lens, np.eye(3), np.zeros(3))
    try:
        motion, fits = fit(grey, [pattern], FreeMotion(start[None]), Tone(), distort=camera.bend, rounds=8, fine=True)
    except np.linalg.LinAlgError:
        return None  # a picture all of one grey where the pattern should be
    corners, covariance = motion.corners(fits.covariance)
    corners_px = camera.bend(corners[0])
    sound = np.isfinite(covariance).all() and np.isfinite(lens.to_rays(corners_px)).all()
    if not sound or fits.agreement[0] < agreement:
        return None
    return Mark(one, pattern.side_mm, 0.0, corners_px, covariance[0])
