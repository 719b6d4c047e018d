"""Cameras and solutions over a table of known place, without any picture."""

from __future__ import annotations

import numpy as np

from calibration.camera import Camera
from calibration.lens import lens_of
from calibration.solve import Solution
from companion.scenes.camera import SceneCamera, camera_over


def camera_of(scene: SceneCamera) -> Camera:
    """The camera of a scene as the program has it once it has solved it without fault."""
    lens = lens_of(scene.width_px, scene.height_px, scene.camera_matrix, scene.distortion)
    return Camera(lens, np.array(scene.rotation), np.array(scene.translation_mm))


def camera_at(pose: str = "oblique", size_mm: tuple[float, float] = (900.0, 600.0)) -> Camera:
    """A camera that takes in a table from (0, 0) to size_mm."""
    return camera_of(camera_over((0.0, 0.0), size_mm, pose=pose, lens="webcam", size_px=(1280, 720)))


def solution_of(camera: Camera, name: str = "here") -> Solution:
    """A solution that is sure of all but a tenth of a millimetre of the camera's place."""
    causes = np.zeros((9, 3))
    causes[3:6] = 0.1 * np.eye(3)
    return Solution(camera, {}, {}, causes, 0.05, 1.0, 1.0, True, {}, name)
