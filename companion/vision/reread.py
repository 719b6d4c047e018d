"""A reading brought up to date where its picture changed: only marks in some windows are looked for and fitted.

Idea: what stands outside the windows looks as it did, so it is where it was. Inside them marks are found and fitted as
in a whole picture, with the camera as it is known.

Invariant: the result is what a reading of the whole picture would be, to within noise; where a sheet in a window is not
where the solution has it, there is none, and the picture is to be read as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

import numpy as np

from calibration.arrays import Floats, Grey
from companion.vision.detect import Found, find_marks
from companion.vision.hunt import Scent
from companion.vision.patches import Window
from companion.vision.reader import Reader, Reading, strays_px, told_apart
from companion.vision.sheets import agrees, sheet_places

MOST_SHEETS = 0.6

ROUNDS = 3
"""Of the fit; on 24 marks of a 1080p picture the places are within 0.0014 mm of those after 7."""


def reread(
    reader: Reader, green: Grey, windows: Sequence[Window], before: Reading, corners_px: Mapping[str, Floats]
) -> Reading | None:
    """The reading `before` with the marks in the windows of a (H, W) picture read anew; None: a sheet has moved, or
    most look otherwise than they did: then light or sharpness are others, and marks are to be fitted by that.

    corners_px: name -> (4, 2), where figures' marks were last.
    """
    in_marks = _touched([m.corners_px for m in before.marks], windows)
    in_sightings = _touched([s.fitted.corners_px for s in before.sightings], windows)
    left = [m for m, t in zip(before.marks, in_marks, strict=True) if not t]
    there = {m.id for m, t in zip(before.marks, in_marks, strict=True) if t}
    seen = {s.figure.marker for s, t in zip(before.sightings, in_sightings, strict=True) if not t}
    wanted = there | {i for i in reader.by_marker if i not in seen}
    in_carriers = _touched([c.fitted.corners_px for c in before.carriers], windows)
    fresh = [found for window in windows for found in _marks_in(reader, green, window, wanted)]
    marks = [*left, *fresh]
    once = told_apart(marks, corners_px, reader.by_marker)
    new = [m for m in fresh if any(m is o for o in once)]
    in_sheets = _touched(list(before.sheet_corners_px.values()), windows)
    if sum(in_sheets) > MOST_SHEETS * len(in_sheets):
        return None
    sheets = {i: px for (i, px), t in zip(before.sheet_corners_px.items(), in_sheets, strict=True) if not t}
    if any(m.id in reader.poser.sheet_patterns for m in new):
        fitted = reader.poser.fit_sheets(green, new)
        if not agrees(before.solution, fitted.marks):
            return None
        sheets |= {m.id: m.corners_px for m in fitted.marks}
    locator = reader.locator(before.solution, before.placed, before.tone)
    named = {m.id for m in once}
    count = Counter(m.id for m in marks)
    apart = [s for s, t in zip(before.sightings, in_sightings, strict=True) if not t]
    standing = [s for s in apart if s.figure.marker in named or count[int(s.figure.marker or 0)] < 2]
    have = {s.figure.marker for s in standing}
    sightings = [*standing, *reader.sight(green, locator, [m for m in new if m.id not in have], rounds=ROUNDS)]
    missing = [f for f in reader.missing(sightings, marks) if f.name in corners_px]
    near = _touched([corners_px[f.name] for f in missing], windows)
    scents = [Scent(f, corners_px[f.name], 1.0, None) for f, t in zip(missing, near, strict=True) if t]
    if scents:
        strays = strays_px(marks, once, reader.by_marker)
        sightings += reader.proved(green, locator, scents, sightings, strays, remembered=True)
    carriers = [c for c, t in zip(before.carriers, in_carriers, strict=True) if not t]
    if reader.carriers:
        carriers += reader.carried(green, locator, [m for m in new if m.id in reader.carriers])
    seen_before = sheets.keys() == before.sheet_corners_px.keys()
    return replace(
        before,
        sheets=before.sheets if seen_before else sheet_places(before.solution, reader.setup, set(sheets)),
        sheet_corners_px=sheets,
        sightings=tuple(sorted(sightings, key=lambda s: s.figure.name)),
        notes=reader.notes(locator, marks, sightings, sorted(sheets), placed=before.placed, fresh=False),
        marks=tuple(marks),
        carriers=tuple(carriers),
    )


def _marks_in(reader: Reader, green: Grey, window: Window, wanted: Set[int]) -> list[Found]:
    """The marks in a window; searched thoroughly while a wanted one, that was there or is nowhere, is missing."""
    crop = np.ascontiguousarray(window.of(green))
    corner = np.array([window.x0, window.y0], float)
    found = find_marks(crop, reader.setup.table.dictionary, wanted)
    return [replace(f, corners_px=f.corners_px + corner) for f in found]


def _touched(quads_px: Sequence[Floats], windows: Sequence[Window]) -> list[bool]:
    """Whether the boxes round quads (4, 2) meet a window."""
    if not quads_px:
        return []
    quads = np.array(quads_px)
    low, high = quads.min(1), quads.max(1)
    out = np.zeros(len(quads), bool)
    for w in windows:
        out |= (low[:, 0] < w.x1) & (high[:, 0] >= w.x0) & (low[:, 1] < w.y1) & (high[:, 1] >= w.y0)
    return [bool(t) for t in out]
