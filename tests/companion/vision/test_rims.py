"""Rims fitted to a drawn disc: where it stands, and as many at once as a cluttered table asks for."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from companion.vision.changes import Views
from companion.vision.rims import Rims, fit_rims
from tests.companion.vision.cameras import camera_at

AT_MM, RADIUS_MM, THICK_MM = (450.0, 300.0), 16.0, 3.0
LIGHT, DARK = 150.0, 60.0


def views(camera: Camera) -> Views:
    """A light table with one dark base on it, softened as by a lens; and without."""
    size = camera.lens.height_px, camera.lens.width_px
    empty = np.full((*size, 3), LIGHT, np.float32)
    now = empty.copy()
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    ring = np.c_[AT_MM[0] + RADIUS_MM * np.cos(angle), AT_MM[1] + RADIUS_MM * np.sin(angle)]
    both = np.concatenate([np.c_[ring, np.full(120, z)] for z in (0.0, THICK_MM)])
    hull = cv2.convexHull(camera.project(both).astype(np.float32))
    cv2.fillConvexPoly(now, np.round(16 * hull).astype(np.int32), (DARK,) * 3, cv2.LINE_AA, 4)
    return Views(np.asarray(cv2.GaussianBlur(now, (0, 0), 0.8), np.float32), empty)


def fitted(count: int, off_mm: tuple[float, float]) -> Rims:
    camera = camera_at()
    xy = np.tile(np.array(AT_MM) + off_mm, (count, 1))
    each = np.ones(count)
    return fit_rims(views(camera), camera, xy, RADIUS_MM * each, 0 * each, THICK_MM * each, walks=32)


@pytest.mark.parametrize("off_mm", [(0.0, 0.0), (2.0, -1.5), (-3.0, 0.5)])
def test_a_disc_is_found_from_a_few_millimetres_away(off_mm: tuple[float, float]) -> None:
    rims = fitted(1, off_mm)
    assert np.linalg.norm(rims.xy_mm[0] - AT_MM) < 0.5
    assert rims.share[0] > 0.8 and abs(rims.grown_mm[0]) < 1.0


def test_a_thousand_places_are_fitted_at_once_as_one_is() -> None:
    """OpenCV's remap takes no more than 32,766 rows."""
    many = fitted(1100, (1.0, 1.0))
    assert np.allclose(many.xy_mm, fitted(1, (1.0, 1.0)).xy_mm)
