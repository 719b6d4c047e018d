"""From a reading of one picture to the table as a value."""

from __future__ import annotations

from collections.abc import Sequence

from companion.setup.model import Setup
from companion.setup.values import figure_base, grid_spec, terrain_pieces
from companion.table.state import Figure, TableState
from companion.vision.reader import Reading
from companion.vision.sightings import Sighting
from companion.vision.standing import BaseSeen


def figure_of(sighting: Sighting) -> Figure:
    """The figure that a sighting names; its name is its id."""
    section, fitted = sighting.figure, sighting.fitted
    return Figure(
        section.name,
        section.name,
        figure_base(section),
        section.height_mm,
        fitted.place,
        fitted.heading_rad,
        fitted.heading_sigma_rad,
        section.side,
        section.marker,
        section.ring,
        tuple(other.place for other in sighting.others),
        sighting.doubt,
    )


def figure_of_base(base: BaseSeen, figure_id: str) -> Figure:
    """The figure that a base shows, under the name of its section if the roster left one."""
    kind, section = base.kind, base.figure
    height_mm = section.height_mm if section is not None else max(f.height_mm for f in kind.figures)
    return Figure(
        figure_id,
        None if section is None else section.name,
        kind.base,
        height_mm,
        base.place,
        side=None if section is None else section.side,
        ring=kind.ring if section is None else section.ring,
    )


def unnamed_ids(bases: Sequence[BaseSeen]) -> list[str]:
    """An id for each base: its figure's name, else its ring and a number, from left to right."""
    numbers: dict[str, int] = {}
    ids: dict[int, str] = {}
    for i in sorted(range(len(bases)), key=lambda i: (bases[i].place.x_mm, bases[i].place.y_mm)):
        base = bases[i]
        what = base.kind.ring or "unmarked"
        if base.figure is None:
            numbers[what] = numbers.get(what, 0) + 1
        ids[i] = f"{what} #{numbers[what]}" if base.figure is None else base.figure.name
    return [ids[i] for i in range(len(bases))]


def table_of(reading: Reading, setup: Setup) -> TableState:
    """The table as one picture shows it: figures by name, sheets as found, terrain and grid from the setup unless
    nobody knows where they lie."""
    return TableState(
        revision=1,
        figures=tuple(figure_of(s) for s in reading.sightings) + _unmarked(reading),
        terrain=terrain_pieces(setup) if reading.placed else (),
        sheets=reading.sheets,
        grid=grid_spec(setup) if reading.placed else None,
    )


def _unmarked(reading: Reading) -> tuple[Figure, ...]:
    ids = unnamed_ids(reading.bases)
    return tuple(figure_of_base(b, i) for b, i in sorted(zip(reading.bases, ids, strict=True), key=lambda p: p[1]))
