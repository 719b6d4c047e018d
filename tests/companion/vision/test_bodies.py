"""Which spots of the picture a figure explains: as its base is shaped and lies, and of a boat nobody aboard."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.setup.model import FigureSection
from companion.table.state import Base, Place, Spread
from companion.vision.bodies import Bodies, carries
from companion.vision.patches import SMALLER
from tests.companion.vision.cameras import camera_at

CAMERA = camera_at("overhead")
SHAPE = (720 // SMALLER, 1280 // SMALLER)
MIDDLE = (450.0, 300.0)


def seen(length_mm: float, width_mm: float, heading_rad: float = 0.0) -> Any:
    """A marked figure on a rectangle in the middle of the table, as it was read."""
    section = FigureSection(
        name="swan", height_mm=12.0, base_shape="rectangle", base_length_mm=length_mm, base_width_mm=width_mm
    )
    px = CAMERA.project(np.array([(*MIDDLE, 12.0)]))[0]
    corners = px + np.array([(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)])
    place = Place(*MIDDLE, Spread((0.04, 0.0, 0.04)))
    return SimpleNamespace(
        figure=section, fitted=SimpleNamespace(place=place, corners_px=corners, heading_rad=heading_rad)
    )


def explains(figure: Any, along_mm: float, across_mm: float, *, decks: bool = False) -> bool:
    """Whether it explains the spot so far from its middle, as the table lies."""
    px = CAMERA.project(np.array([(MIDDLE[0] + along_mm, MIDDLE[1] + across_mm, 3.0)]))[0] / SMALLER
    mask = Bodies().explained(SHAPE, [figure], CAMERA, decks=decks)
    return bool(mask[int(px[1]), int(px[0])])


@pytest.mark.parametrize(
    ("heading_deg", "along_mm", "across_mm", "explained"),
    [
        (0.0, 30.0, 0.0, True),
        (0.0, 0.0, 30.0, False),
        (90.0, 30.0, 0.0, False),
        (90.0, 0.0, 30.0, True),
        (0.0, 0.0, 0.0, True),
    ],
)
def test_a_mount_explains_its_own_length_and_not_a_circle(
    heading_deg: float, along_mm: float, across_mm: float, explained: bool
) -> None:
    assert explains(seen(70.0, 30.0, math.radians(heading_deg)), along_mm, across_mm) is explained


def test_who_stands_in_a_boat_is_looked_for_and_the_boat_is_no_hand() -> None:
    boat = seen(240.0, 46.0)
    assert explains(boat, 0.0, 0.0), "its own mark"
    assert not explains(boat, 60.0, 0.0) and explains(boat, 60.0, 0.0, decks=True)
    assert not explains(boat, 0.0, 60.0, decks=True), "the bank beside it"


@pytest.mark.parametrize(
    ("base", "does"),
    [
        (Base("disc", 120.0, 120.0, 4.0), False),
        (Base("rectangle", 60.0, 40.0, 4.0), False),
        (Base("oval", 70.0, 45.0, 4.0), False),
        (Base("rectangle", 80.0, 26.0, 4.0), True),
        (Base("oval", 240.0, 46.0, 4.0), True),
    ],
)
def test_boats_carry_and_mounts_do_not(base: Base, does: bool) -> None:
    assert carries(base) is does
