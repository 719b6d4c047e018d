"""The table top under a camera: its colour where a ray meets it, and the whole picture of it bare.

Most of a picture is bare table in full light. It is drawn once per camera, table and light, in bands of rows, and
kept, so that the tracer only works where something stands, lies or throws a shadow.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from companion.scenes.camera import SceneCamera, pixel_grid
from companion.scenes.paint import linear_bgr
from companion.scenes.scene import Light, TableTop
from companion.scenes.textures import Image, Rectangle, texture

BAND_PX = 16
BARE = (5, 3)
"""Points and step of the lattice for bare table."""
FLOOR = "#1c1a19"
"""What is seen beyond the table."""
FINEST_PX_MM, COARSEST_PX_MM = 4.0, 0.8
MOST_TEXELS = 16e6
"""A texture is made coarser before it gets larger than this (200 MB); a table of a hundred metres is drawn too."""


@lru_cache(maxsize=8)
def lattice(points: int, step: int) -> Floats:
    """Fibonacci lattice: (points, 2) offsets in -0.5..0.5 px whose mean is zero; points and step are consecutive
    Fibonacci numbers."""
    index = np.arange(points)
    return np.column_stack([(index + 0.5) / points, (index * step % points + 0.5) / points]) - 0.5


@lru_cache(maxsize=16)
def lamp_directions(light: Light, points: int) -> Floats:
    """(3, points) vectors to places spread over the lamp's disc, scaled so that level ground gets 1 on average."""
    azimuth, elevation = math.radians(light.azimuth_deg), math.radians(light.elevation_deg)
    ahead = np.array(
        [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    )
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    reach = math.tan(math.radians(light.softness_deg))
    index = (np.arange(points) * 7 + 3) % points
    radius, angle = reach * np.sqrt((index + 0.5) / points), index * math.pi * (3 - math.sqrt(5))
    spread = ahead[:, None] + radius * (
        right[:, None] * np.cos(angle) + np.cross(ahead, right)[:, None] * np.sin(angle)
    )
    spread /= np.linalg.norm(spread, axis=0)
    return np.asarray(spread / spread[2].mean())


class TopLook:
    """A table top seen by one camera, textures made as fine as the camera can tell."""

    def __init__(self, camera: SceneCamera, table: TableTop) -> None:
        mat, ground = table.mat, table.mat.grown(table.margin_mm)
        middle = np.array([(mat.low_mm[0] + mat.high_mm[0]) / 2, (mat.low_mm[1] + mat.high_mm[1]) / 2, 0.0])
        px_mm = camera.camera_matrix[0][0] / float(np.linalg.norm(camera.centre_mm - middle))
        scale = float(np.clip(1.6 * px_mm, COARSEST_PX_MM, FINEST_PX_MM))
        self._mat = texture(table.theme, mat, _bounded(scale, mat), table.seed, table.grid, table.line_mm)
        self._ground = texture(table.under, ground, _bounded(min(scale, 1.6), ground), table.seed + 1)
        self._mat_area, self._ground_area = mat, ground

    def albedo(self, x_mm: Floats, y_mm: Floats) -> Image:
        """(H, W, 3) float32 linear blue-green-red at points (H, W) of the plane."""
        inside, on_ground = _within(self._mat_area, x_mm, y_mm), _within(self._ground_area, x_mm, y_mm)
        if inside.all():
            return _looked_up(self._mat, self._mat_area, x_mm, y_mm)
        colour = _looked_up(self._ground, self._ground_area, x_mm, y_mm)
        if not on_ground.all():
            colour[~on_ground] = linear_bgr(FLOOR)
        if inside.any():
            colour[inside] = _looked_up(self._mat, self._mat_area, x_mm, y_mm)[inside]
        return colour


@lru_cache(maxsize=4)
def top_look(camera: SceneCamera, table: TableTop) -> TopLook:
    """The look, made once."""
    return TopLook(camera, table)


@lru_cache(maxsize=4)
def bare_table(camera: SceneCamera, table: TableTop, light: Light) -> Image:
    """(H, W, 3) float32 linear picture of the table top alone; not to be written to."""
    look, eye, turn = top_look(camera, table), camera.centre_mm, np.array(camera.rotation)
    offsets = lattice(*BARE)
    picture = np.empty((camera.height_px, camera.width_px, 3), np.float32)
    middle = np.add(table.mat.low_mm, table.mat.high_mm) / 2
    far = all(lamp.reach_mm is None for lamp in light.lamps)
    level_light = level_light_at(light, middle, middle[0:1], middle[1:2])[0]
    for top in range(0, camera.height_px, BAND_PX):
        grid, along_x, along_y = (part[:, top : top + BAND_PX] for part in pixel_grid(camera))
        total = np.zeros((*grid.shape[1:], 3), np.float32)
        for right, down in offsets:
            u, v = grid + right * along_x + down * along_y
            ray_x, ray_y, ray_z = (turn[0, i] * u + turn[1, i] * v + turn[2, i] for i in range(3))
            reach = ground_distance(eye[2], ray_z)
            x, y = eye[0] + reach * ray_x, eye[1] + reach * ray_y
            seen = look.albedo(x, y)
            total += seen if far else (seen * level_light_at(light, middle, x, y)).astype(np.float32)
        picture[top : top + BAND_PX] = total * ((level_light if far else 1.0) / len(offsets))
    picture.flags.writeable = False
    return picture


def nearness(lamp: Light, middle_mm: Floats, x: Floats, y: Floats) -> Floats:
    """How much more of a lamp's light places get than the mat's middle does, by the square of its distance."""
    if lamp.reach_mm is None:
        return np.ones_like(x)
    turn, up = math.radians(lamp.azimuth_deg), math.radians(lamp.elevation_deg)
    away = lamp.reach_mm * math.cos(up)
    dx, dy = middle_mm[0] + away * math.cos(turn) - x, middle_mm[1] + away * math.sin(turn) - y
    return np.asarray(lamp.reach_mm**2 / (dx * dx + dy * dy + (lamp.reach_mm * math.sin(up)) ** 2))


def level_light_at(light: Light, middle_mm: Floats, x: Floats, y: Floats) -> Floats:
    """(..., 3) light on level ground at places (...) with nothing in its way."""
    total = np.zeros((*np.shape(x), 3)) + light.ambient * np.array(linear_bgr(light.ambient_colour))
    for lamp in light.lamps:
        near = nearness(lamp, middle_mm, x, y)[..., None]
        total += near * (1 - lamp.ambient) * np.array(linear_bgr(lamp.colour))
    return np.asarray(total)


def ground_distance(eye_z_mm: float, ray_z: Floats) -> Floats:
    """Distance along rays to the plane z = 0; 1e6 for rays that do not go down to it."""
    with np.errstate(divide="ignore"):
        return np.where(ray_z < -1e-6, -eye_z_mm / ray_z, 1e6)


def _bounded(scale: float, area: Rectangle) -> float:
    width, height = np.subtract(area.high_mm, area.low_mm)
    return float(min(scale, math.sqrt(MOST_TEXELS / (width * height))))


def _within(area: Rectangle, x: Floats, y: Floats) -> NDArray[np.bool_]:
    (x0, y0), (x1, y1) = area.low_mm, area.high_mm
    return np.asarray((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1))


def _looked_up(image: Image, area: Rectangle, x: Floats, y: Floats) -> Image:
    height, width = image.shape[:2]
    columns = (x - area.low_mm[0]) * (width / (area.high_mm[0] - area.low_mm[0])) - 0.5
    rows = (area.high_mm[1] - y) * (height / (area.high_mm[1] - area.low_mm[1])) - 0.5
    looked = cv2.remap(
        image, columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(looked, np.float32)
