"""Known bases looked at again: they stand, were nudged, or are gone; the order and the names stay."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.scenes.render import render
from companion.scenes.setup_text import setup_text
from companion.setup.read import parse_setup
from companion.vision.fitting import Sight, sight_of
from companion.vision.reader import Reading
from companion.vision.recheck import check_bases
from tests.companion.vision.test_standing import nearest, off_mm, read, table


def sight(reading: Reading, image: np.ndarray, empty: np.ndarray | None) -> Sight:
    return sight_of(image, empty, reading.solution, reading.sheet_corners_px, 0.5)


def test_who_stands_who_was_nudged_and_who_is_gone() -> None:
    scene, image, empty = table(4)
    reading = read(parse_setup(setup_text(scene)), image, empty)
    bare = [f for f in scene.figures if f.mark is None]
    known = [nearest(scene, f, reading.bases) for f in bare]
    assert check_bases(sight(reading, image, empty), ()) == ()
    still = check_bases(sight(reading, image, empty), known)
    assert [c.before for c in still] == known
    assert all(c.now is not None and c.moved_mm < 0.3 and c.now.figure is c.before.figure for c in still)

    gone, nudged = bare[0], bare[-1]
    dx, dy = 2.4, -1.8
    after = replace(
        scene,
        figures=tuple(
            replace(f, x_mm=f.x_mm + dx, y_mm=f.y_mm + dy) if f is nudged else f for f in scene.figures if f is not gone
        ),
    )
    later = render(after, 50)[0]
    for before in (empty, None):
        looked = dict(zip((f.name for f in bare), check_bases(sight(reading, later, before), known), strict=True))
        assert looked[gone.name].now is None and math.isnan(looked[gone.name].moved_mm)
        for figure in bare[1:]:
            if before is None and figure.ring is None:
                continue  # without the empty table nothing proves an unmarked base
            checked = looked[figure.name]
            assert checked.now is not None, figure.name
            assert checked.moved_mm == pytest.approx(3.0 if figure is nudged else 0.0, abs=0.6)
            assert off_mm(scene, figure if figure is not nudged else after.figure(figure.name), checked.now) < 1.5


def test_a_rough_check_leaves_alone_who_stands_and_finds_who_was_nudged() -> None:
    scene, image, empty = table(4)
    reading = read(parse_setup(setup_text(scene)), image, empty)
    bare = [f for f in scene.figures if f.mark is None]
    known = [nearest(scene, f, reading.bases) for f in bare]
    assert all(c.now is c.before for c in check_bases(sight(reading, image, empty), known, rough=True))
    gone, nudged = bare[0], bare[-1]
    moved = [replace(f, x_mm=f.x_mm + 2.4, y_mm=f.y_mm - 1.8) if f is nudged else f for f in scene.figures]
    later = render(replace(scene, figures=tuple(f for f in moved if f is not gone)), 50)[0]
    checked = dict(
        zip((f.name for f in bare), check_bases(sight(reading, later, empty), known, rough=True), strict=True)
    )
    assert checked.pop(gone.name).now is None
    assert checked.pop(nudged.name).moved_mm == pytest.approx(3.0, abs=1.5)
    assert all(c.now is c.before for c in checked.values())
