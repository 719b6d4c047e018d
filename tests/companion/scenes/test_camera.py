"""Rays and pixels are each other's inverse, through every lens we have."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.scenes.camera import LENSES, POSES_DEG, SceneCamera, camera_over, pixel_grid


@pytest.mark.parametrize("pose", POSES_DEG)
@pytest.mark.parametrize("lens", LENSES)
def test_a_ray_through_a_point_comes_back_to_its_pixel(lens: str, pose: str) -> None:
    camera = camera_over((0, 0), (600, 400), pose=pose, lens=lens, size_px=(640, 360))
    pixels = np.array([[0.0, 0.0], [639.0, 0.0], [320.25, 180.5], [12.5, 350.0], [639.0, 359.0]])
    rays = camera.rays(pixels)
    points = camera.centre_mm[:, None] + 700 * rays
    assert np.abs(camera.project(points.T) - pixels).max() < 1e-7


@pytest.mark.parametrize("pose", POSES_DEG)
def test_the_whole_table_is_in_the_picture(pose: str) -> None:
    camera = camera_over((0, 0), (600, 400), pose=pose, size_px=(640, 360))
    corners = camera.project(np.array([[0, 0, 0], [600, 0, 0], [600, 400, 0], [0, 400, 0]], float))
    assert np.all(corners > 0) and np.all(corners < (640, 360))
    assert np.ptp(corners, axis=0).max() > 300
    assert corners[3, 1] < corners[0, 1], "the far edge is the upper one"


def test_the_pixel_grid_holds_the_rays_of_pixel_centres() -> None:
    camera = camera_over((0, 0), (600, 400), pose="oblique", lens="wide", size_px=(64, 36))
    grid, along_x, _ = pixel_grid(camera)
    ray = camera.rays(np.array([[63.0, 35.0], [40.3, 20.0]]))
    turned = np.array(camera.rotation) @ ray
    assert np.allclose(turned[:2, 0], grid[:, 35, 63], atol=1e-12)
    near = grid[:, 20, 40] + 0.3 * along_x[:, 20, 40]
    assert np.abs(turned[:2, 1] - near).max() * camera.camera_matrix[0][0] < 2e-3


def test_project_is_opencvs() -> None:
    camera: SceneCamera = camera_over((0, 0), (600, 400), pose="phone", lens="webcam")
    points = np.array([[10.0, 20.0, 30.0], [500.0, 300.0, 0.0]])
    want, _ = cv2.projectPoints(
        points,
        camera.rvec,
        np.array(camera.translation_mm),
        np.array(camera.camera_matrix),
        np.array(camera.distortion),
    )
    assert np.allclose(camera.project(points), want.reshape(-1, 2), atol=1e-9)
