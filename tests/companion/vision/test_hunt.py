"""Where marks are searched for: only where one could be read, however odd the setup."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.lens import guess
from companion.vision.hunt import MIN_CELL_PX, readable_part
from companion.vision.reader import Reader
from tests.companion.vision.altered import recorded, recorded_setup

FROM_ABOVE = Camera(guess(1280, 720), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 1000.0]))
PX_PER_MM = float(FROM_ABOVE.lens.camera_matrix[0, 0]) / 1000
WIDE_MM, HIGH_MM = 1280 / PX_PER_MM, 720 / PX_PER_MM


@pytest.mark.parametrize(("cell_px", "read"), [(0.9 * MIN_CELL_PX, False), (1.1 * MIN_CELL_PX, True)])
def test_cells_too_small_to_read_are_not_searched_for(cell_px: float, read: bool) -> None:
    part = readable_part(FROM_ABOVE, 0.0, (-100.0, -100.0, 100.0, 100.0), cell_px / PX_PER_MM)
    assert part == ((-100.0, -100.0, 100.0, 100.0) if read else None)


def test_a_table_larger_than_the_picture_is_searched_where_it_shows() -> None:
    part = readable_part(FROM_ABOVE, 0.0, (-4000.0, -4000.0, 4000.0, 4000.0), 5.0)
    assert part is not None
    assert part[2] - part[0] == pytest.approx(WIDE_MM, abs=600) and part[3] - part[1] == pytest.approx(HIGH_MM, abs=600)
    assert readable_part(FROM_ABOVE, 0.0, (5000.0, 5000.0, 9000.0, 9000.0), 5.0) is None


@pytest.mark.parametrize("sheet_side_mm", [2.4, 240.0, 100_000.0])
def test_a_sheet_side_typed_ten_times_too_large_or_small_is_said_and_costs_no_memory(sheet_side_mm: float) -> None:
    setup = recorded_setup()
    wrong = msgspec.structs.replace(
        setup, table=msgspec.structs.replace(setup.table, sheet_side_mm=sheet_side_mm), terrain=[]
    )
    image = recorded()
    reading = Reader(wrong, image.shape[1], image.shape[0]).read(image)
    assert len(reading.sheet_corners_px) == 4
    assert reading.sightings == ()
    (note,) = reading.notes
    assert note.code == "marker-size" and "sheet_side_mm" in note.message
