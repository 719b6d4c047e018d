"""What is odd about a picture is said, and nothing else."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.notes import MOST_NAMES, agreement_note, unseen_note
from companion.vision.reader import SHARP_PX, Reader
from tests.vision.altered import recorded, recorded_setup


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
