"""What is odd about a picture is said, and nothing else."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest

from companion.vision.notes import MOST_NAMES, agreement_note, scale_notes, unseen_note
from companion.vision.poser import SHARP_PX
from companion.vision.reader import Reader
from tests.companion.vision.altered import recorded, recorded_setup


def test_figures_that_are_not_seen_are_named() -> None:
    assert unseen_note([]) == []
    (few,) = unseen_note(["Ada", "Bo"])
    assert few.message.startswith("Not seen: Ada, Bo. ")
    (many,) = unseen_note([f"F{n}" for n in range(MOST_NAMES + 3)])
    assert f"F{MOST_NAMES - 1} and 3 more." in many.message


@pytest.mark.parametrize(("inflation", "codes"), [(2.2, []), (7.0, ["sheets-disagree"])])
def test_sheets_that_do_not_fit_each_other_are_noted(inflation: float, codes: list[str]) -> None:
    assert [note.code for note in agreement_note(inflation, 0.4)] == codes


def test_a_blurred_picture_is_less_sure() -> None:
    """The fit follows the blur, and beyond what it can model the sheets are less sure."""
    setup, image = recorded_setup(), recorded()
    reader = Reader(setup, image.shape[1], image.shape[0])
    sharp = {s.id: s for s in reader.read(image, hunting=False).sheets}
    blurred = reader.read(np.asarray(cv2.GaussianBlur(image, (0, 0), 1.9), np.uint8), hunting=False)
    assert blurred.tone.blur_px > SHARP_PX and len(blurred.sheets) > 1
    assert all(s.spread.sigma_mm > 1.5 * sharp[s.id].spread.sigma_mm for s in blurred.sheets)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ([], None),
        ([(0.97, -8.0), (0.97, -9.0)], None),
        ([(0.97, -8.0), (0.97, -9.0), (0.96, -7.0)], "3 markers look smaller than the setup makes them, by 3.0%"),
        ([(1.04, 8.0), (1.03, 9.0), (1.05, 7.0)], "3 markers look larger than the setup makes them, by 4.0%"),
        ([(0.97, -8.0), (1.03, 9.0), (0.96, -7.0)], None),
        ([(0.999, -1.0), (0.998, -2.0), (0.999, -0.5)], None),
    ],
)
def test_markers_that_are_all_off_the_same_way_are_noted(sizes: list[tuple[float, float]], said: str | None) -> None:
    notes = scale_notes(sizes)
    assert [n.code for n in notes] == ([] if said is None else ["markers-all-off"])
    assert all(said is not None and said in n.message for n in notes)


def test_sheets_written_down_three_percent_too_small_are_noticed() -> None:
    setup, image = recorded_setup(), recorded()
    table = msgspec.structs.replace(setup.table, sheet_side_mm=setup.table.sheet_side_mm * 0.97)
    for given, codes in ((setup, set()), (msgspec.structs.replace(setup, table=table), {"markers-all-off"})):
        reading = Reader(given, image.shape[1], image.shape[0]).read(image, hunting=False)
        assert {n.code for n in reading.notes} & {"markers-all-off"} == codes
