"""A reading with the figures that carry no marker: where they are looked for, and what is in their way.

Not done here: following them; one picture knows no yesterday.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray

from companion.setup.model import FigureSection, Setup
from companion.setup.values import figure_base, terrain_pieces
from companion.vision.bodies import carries
from companion.vision.colours import PAINTS, paint_name
from companion.vision.frame import Note
from companion.vision.reader import Reading
from companion.vision.sheets import reach_of
from companion.vision.sightings import Sighting
from companion.vision.standing import Taken, find_bases, floors, kinds_of

Picture = NDArray[np.uint8]


def with_bases(
    reading: Reading,
    setup: Setup,
    image: Picture,
    empty: Picture | None,
    look_in: shapely.Geometry | None = None,
) -> Reading:
    """The reading of (H, W, 3) BGR image with its ringed figures and, beside the empty table, its unmarked ones.
    look_in: where they may be, mm on the table; None: everywhere."""
    kinds = kinds_of(setup, unread(reading, setup))
    if not kinds:
        return reading
    terrain = terrain_pieces(setup) if reading.placed else ()
    bases = find_bases(
        image,
        empty,
        reading.solution,
        reading.sheet_corners_px,
        kinds,
        floors(terrain, reach_of(reading.solution, setup)),
        taken_by(reading.sightings),
        [s.fitted.corners_px for s in reading.sightings],
        setup.table.height_sigma_mm,
        look_in,
    )
    return replace(reading, bases=bases, notes=(*reading.notes, *roster_notes(setup, empty is not None)))


def unread(reading: Reading, setup: Setup) -> list[FigureSection]:
    """Marked figures whose marks the reading does not have."""
    read = {s.figure.name for s in reading.sightings}
    return [f for f in setup.figure if f.marker is not None and f.name not in read]


def taken_by(sightings: Sequence[Sighting]) -> list[Taken]:
    """The ground that marked figures stand on. A boat leaves its deck free."""
    out = []
    for sighting in sightings:
        base, place = figure_base(sighting.figure), sighting.fitted.place
        if carries(base):
            continue
        out.append(Taken((place.x_mm, place.y_mm), min(base.length_mm, base.width_mm) / 2, place.level_mm))
    return out


def roster_notes(setup: Setup, has_empty: bool) -> list[Note]:
    """What of the roster cannot be looked for, in sentences."""
    notes = []
    strange = sorted({f.ring for f in setup.figure if f.ring is not None and paint_name(f.ring) is None})
    for ring in strange:
        message = f'A ring of colour "{ring}" is not known, so it is not looked for. Known: {", ".join(PAINTS)}.'
        notes.append(Note("ring-colour", message))
    if not has_empty and any(f.marker is None and f.ring is None for f in setup.figure):
        message = "Unmarked figures are found by what is new on the table: give a picture of it without figures."
        notes.append(Note("no-empty-picture", message, "info"))
    return notes


def size_notes(empty: Picture | None, size_px: tuple[int, int]) -> list[Note]:
    """Of an empty picture that cannot be laid beside pictures of size_px (width, height)."""
    if empty is None or empty.shape[1::-1] == size_px:
        return []
    own, other = (f"{w} x {h}" for w, h in (empty.shape[1::-1], size_px))
    message = (
        f"The picture of the empty table is {own}, the camera gives {other}: it is not used, so figures without marker "
        "or ring are not found. Take a new one with this camera."
    )
    return [Note("empty-size", message)]
