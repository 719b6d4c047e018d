"""Rings whose paints are near to each other: each figure has its own, whichever looks more like a ring."""

from __future__ import annotations

from companion.scenes.setup_text import setup_text
from companion.scenes.stage import Cast, table_scene
from companion.setup.read import parse_setup
from companion.table.state import Base, Figure, Place, Spread
from companion.vision.reader import Reader
from companion.vision.unmarked import with_bases
from tests.companion.vision.replaying import drawn

DISC, EXACT = Base("disc", 20.0, 20.0, 3.0), Spread((0.0, 0.0, 0.0))
PLACES = {"orange": (210.0, 150.0), "yellow": (300.0, 210.0), "red": (390.0, 150.0)}


def test_yellow_is_not_taken_for_orange() -> None:
    cast = [Cast(Figure(ring, ring, DISC, 32.0, Place(*at, EXACT)), "ring", ring) for ring, at in PLACES.items()]
    scene = table_scene((600.0, 400.0), cast, size_px=(720, 480))
    setup = parse_setup(setup_text(scene, with_sheets=True))
    image, empty = drawn(scene), drawn(scene.without_figures())
    read = with_bases(Reader(setup, 720, 480).read(image, empty=empty), setup, image, empty)
    found = {str(one.kind.ring): (one.place.x_mm, one.place.y_mm) for one in read.bases}
    assert {ring: (round(x, -1), round(y, -1)) for ring, (x, y) in found.items()} == PLACES
