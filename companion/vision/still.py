"""From a reading of one picture to the table as a value."""

from __future__ import annotations

from companion.setup.model import Setup
from companion.setup.values import figure_base, grid_spec, terrain_pieces
from companion.table.state import Figure, TableState
from companion.vision.reader import Reading
from companion.vision.sightings import Sighting


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


def table_of(reading: Reading, setup: Setup) -> TableState:
    """The table as one picture shows it: figures by name, sheets as found, terrain and grid from the setup unless
    nobody knows where they lie."""
    return TableState(
        revision=1,
        figures=tuple(figure_of(s) for s in reading.sightings),
        terrain=terrain_pieces(setup) if reading.placed else (),
        sheets=reading.sheets,
        grid=grid_spec(setup) if reading.placed else None,
    )
