"""A footprint is got back from what a prism hides, without its side faces, from every side and height.

Where two sides of a box run away from the camera its height cannot be told, and the overlap falls from 0.97 to 0.71.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
import shapely

from calibration.camera import Camera
from companion.geometry.points import Point
from companion.geometry.polygons import disc_outline, rectangle_outline, signed_area
from companion.vision.footprints import HALF, SMALLEST_MM, Flat, Mask, foot_of, is_thin, outline_of
from tests.companion.vision.cameras import camera_at

SIZE_PX = (1280 // HALF, 720 // HALF)
REACH = (-60.0, -60.0, 960.0, 660.0)


def hidden(camera: Camera, outline: tuple[Point, ...], height_mm: float) -> Mask:
    """What a convex prism hides of a picture at half its size."""
    points = [(x, y, z) for x, y in outline for z in (0.0, height_mm)]
    px = (camera.project(np.array(points)) + 0.5) / HALF - 0.5
    mask = np.zeros(SIZE_PX[::-1], np.uint8)
    return np.asarray(cv2.fillConvexPoly(mask, cv2.convexHull(np.round(px).astype(np.int32)), 1), np.uint8)


@pytest.mark.parametrize("pose", ["overhead", "steep", "oblique", "oblique48", "low"])
@pytest.mark.parametrize(
    ("outline", "height_mm", "least_iou"),
    [
        (rectangle_outline((250, 180), 110, 78, 0.3), 60.0, 0.75),
        (rectangle_outline((700, 420), 110, 78, -0.9), 90.0, 0.65),
        (disc_outline((640, 200), 120), 30.0, 0.82),
        (rectangle_outline((300, 420), 120, 60, 1.2), 0.0, 0.7),
    ],
    ids=["house", "tower house", "round tower", "a flat thing"],
)
def test_a_prism_gives_its_footprint_back(
    pose: str, outline: tuple[Point, ...], height_mm: float, least_iou: float
) -> None:
    camera = camera_at(pose)
    flat = Flat(camera, REACH, SMALLEST_MM)
    found = foot_of(hidden(camera, outline, height_mm), flat)
    assert found is not None
    foot, read_mm = found
    shape, truth = foot, shapely.Polygon(outline)
    assert shape.intersection(truth).area / shape.union(truth).area > least_iou
    assert read_mm is not None and abs(read_mm - height_mm) <= (32.0 if pose == "overhead" else 26.0)


def test_what_is_no_larger_than_a_base_is_no_terrain() -> None:
    camera = camera_at("oblique")
    body = hidden(camera, disc_outline((450, 300), 40), 35.0)
    assert foot_of(body, Flat(camera, REACH, 40.0)) is None
    wall = hidden(camera, rectangle_outline((450, 300), 120, 10, 0.4), 20.0)
    found = foot_of(wall, Flat(camera, REACH, 40.0))
    assert found is not None and is_thin(found[0]) and len(found[0].exterior.coords) == 5


def test_an_outline_runs_counter_clockwise_and_keeps_its_notch() -> None:
    assert outline_of(np.zeros((50, 50), np.uint8)) is None
    mask = np.zeros((200, 200), np.uint8)
    mask[20:180, 20:180] = 1
    mask[100:180, 100:180] = 0
    ring = outline_of(mask)
    assert ring is not None and len(ring) == 6
    assert signed_area([(float(x), float(y)) for x, y in ring]) == pytest.approx(160 * 160 * 0.75, rel=0.02)
    assert max(math.dist(a, b) for a in ring for b in ring) > 200
