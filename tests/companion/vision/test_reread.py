"""A part of a picture read again gives what the whole would."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion.vision.patches import Window
from companion.vision.reader import Memory, Reader, Reading
from companion.vision.reread import reread
from tests.companion.vision.altered import Image, bumped, recorded, recorded_setup, with_marker

WHOLE = Window(0, 0, 1280, 720)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(recorded_setup(), 1280, 720)


@pytest.fixture(scope="module")
def first(reader: Reader) -> Iterator[Reading]:
    yield reader.read(recorded(0))


def green(image: Image) -> Image:
    return np.ascontiguousarray(image[:, :, 1])


def corners(reading: Reading) -> dict[str, np.ndarray]:
    return {s.figure.name: s.fitted.corners_px for s in reading.sightings}


def changed(before: Image, after: Image) -> Window:
    rows, columns = np.nonzero(np.abs(before.astype(int) - after).max(2) > 40)
    return Window(int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1).grown(40, 1280, 720)


def test_nothing_changed_is_the_same_reading(reader: Reader, first: Reading) -> None:
    again = reread(reader, green(recorded(0)), [], first, corners(first))
    assert again is not None and all(a is b for a, b in zip(again.sightings, first.sightings, strict=True))


@pytest.mark.parametrize("number", [1, 2, 5, 8])
def test_it_is_what_a_reading_of_the_whole_would_be(reader: Reader, first: Reading, number: int) -> None:
    image = recorded(number)
    part = reread(reader, green(image), [changed(recorded(0), image)], first, corners(first))
    whole = reader.read(image, memory=Memory(first.solution, corners(first), first.solution), hunting=False)
    assert part is not None
    assert [s.figure.name for s in part.sightings] == [s.figure.name for s in whole.sightings]
    for a, b in zip(part.sightings, whole.sightings, strict=True):
        assert abs(a.fitted.place.x_mm - b.fitted.place.x_mm) < 0.2
        assert abs(a.fitted.place.y_mm - b.fitted.place.y_mm) < 0.2
    assert sorted(part.sheet_corners_px) == sorted(whole.sheet_corners_px)


def test_a_sheet_elsewhere_asks_for_the_whole_picture(reader: Reader, first: Reading) -> None:
    assert reread(reader, green(bumped(recorded(0), (0.5, 0.2, 0.0))), [WHOLE], first, corners(first)) is None


def test_a_copied_mark_names_nobody_else_and_the_figure_stays(reader: Reader, first: Reading) -> None:
    name = first.sightings[0].figure
    image = with_marker(recorded(0), int(name.marker or 0))
    again = reread(reader, green(image), [changed(recorded(0), image)], first, corners(first))
    assert again is not None
    assert [s for s in again.sightings if s.figure is name] == [first.sightings[0]]
    assert [n.code for n in again.notes] == ["same-marker-twice"]
