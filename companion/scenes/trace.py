"""From a scene to linear light: rays through tiles of the picture, many per pixel, nearest surface wins.

Every pixel is sampled at the points of a Fibonacci lattice (the same in each pixel, their mean at its centre), so that
an edge of any direction, the picture's own included, is placed to 1/N of a pixel. N follows what a tile shows: 8 for
bare table, 13 where something stands or throws a shadow, 34 where something is printed. Each lattice point has its own
direction to each lamp, which softens shadows for nothing. Lamps, light from all round, no light from surface to
surface: this is not a path tracer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from companion.scenes.camera import pixel_grid
from companion.scenes.figures import figure_parts
from companion.scenes.paint import PrintOn, linear_bgr
from companion.scenes.parts import Part, hand_parts, sheet_parts, terrain_parts, thing_parts
from companion.scenes.scene import Light, Scene
from companion.scenes.tabletop import bare_table, ground_distance, lamp_directions, lattice, nearness, top_look
from companion.scenes.textures import Image
from companion.scenes.windows import Windows, windows_of

TILE_PX = 24
STANDING, PRINTED = (13, 8), (34, 21)
"""Lattices: (points, step)."""
SKIN_MM = 0.05
"""Shadow rays start this far off the surface."""
MARGIN_PX = 2.5
"""Windows are taken this much wider: half a pixel of sampling, and what the distortion stretches."""
STEEP = 1.3
"""A face that looks at the lamp gets at most this much of what level ground gets, or white walls would burn out."""

Tile = tuple[slice, slice]


def scene_parts(scene: Scene) -> list[Part]:
    """Every shape in the scene but the table top."""
    parts = [p for sheet in scene.sheets for p in sheet_parts(sheet)]
    parts += [p for piece in scene.terrain for p in terrain_parts(piece)]
    parts += [p for figure in scene.figures for p in figure_parts(figure)]
    parts += [p for thing in scene.things for p in thing_parts(thing)]
    return parts + [p for hand in scene.hands for p in hand_parts(hand)]


class Tracer:
    """A scene made ready: parts with their windows, and those of their shadows."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.parts = scene_parts(scene)
        self._eye = scene.camera.centre_mm[:, None]
        self._turn = np.array(scene.camera.rotation)
        self._margin = MARGIN_PX / min(scene.camera.camera_matrix[0][0], scene.camera.camera_matrix[1][1])
        self._top = top_look(scene.camera, scene.table)
        corners = [part.solid.corners() for part in self.parts]
        lamps = np.concatenate([lamp_directions(lamp, STANDING[0]).T[::3] for lamp in scene.light.lamps])
        thrown = [np.hstack([c, *(_to_ground(c, lamp) for lamp in lamps)]) for c in corners]
        self._windows, self._shadows = windows_of(scene.camera, corners), windows_of(scene.camera, thrown)

    def linear(self, earlier: tuple[Tracer, Image] | None = None) -> Image:
        """(H, W, 3) float32, linear blue-green-red; a level white paper in full light is its albedo.

        earlier: another tracer of the same camera, table and light with its picture: tiles that show the same are taken
        from it.
        """
        scene, camera = self.scene, self.scene.camera
        picture = bare_table(camera, scene.table, scene.light).copy()
        if earlier is not None and not self._same_setting(earlier[0]):
            earlier = None
        for top in range(0, camera.height_px, TILE_PX):
            for left in range(0, camera.width_px, TILE_PX):
                tile = slice(top, top + TILE_PX), slice(left, left + TILE_PX)
                shown = self._shown(tile)
                if not any(shown):
                    continue
                if earlier is not None and self._identity(shown) == earlier[0]._identity(earlier[0]._shown(tile)):
                    picture[tile] = earlier[1][tile]
                else:
                    picture[tile] = self._traced(tile, *shown)
        return picture

    def _same_setting(self, other: Tracer) -> bool:
        mine, its = self.scene, other.scene
        return (mine.camera, mine.table, mine.light) == (its.camera, its.table, its.light)

    def _identity(self, shown: tuple[list[int], list[int]]) -> list[list[int]]:
        return [[id(self.parts[i]) for i in each] for each in shown]

    def _shown(self, tile: Tile) -> tuple[list[int], list[int]]:
        """Which parts a tile may show, and which may shade it."""
        grid = pixel_grid(self.scene.camera)[0][(slice(None), *tile)]
        edge = np.hstack([grid[:, [0, -1]].reshape(2, -1), grid[:, :, [0, -1]].reshape(2, -1)])
        here = Windows(edge.min(axis=1)[None] - self._margin, edge.max(axis=1)[None] + self._margin)
        return self._windows.meeting(here), self._shadows.meeting(here)

    def _traced(self, tile: Tile, seen: list[int], casting: list[int]) -> Floats:
        grid, along_x, along_y = (part[(slice(None), *tile)] for part in pixel_grid(self.scene.camera))
        printed = any(isinstance(self.parts[i].paint, PrintOn) for i in seen)
        offsets = lattice(*(PRINTED if printed else STANDING))[:, :, None, None]
        at = grid[:, None] + along_x[:, None] * offsets[:, 0] + along_y[:, None] * offsets[:, 1]
        shape = (3, *at.shape[1:])
        rays = self._turn.T @ np.vstack([at.reshape(2, -1), np.ones((1, at[0].size))])
        distance, nearest = self._nearest(rays.reshape(shape), seen, grid)
        surface = (self._eye + rays * distance.ravel()).reshape(shape)
        albedo, normals = self._surface(surface, nearest)
        light = self._light(surface, normals, casting, grid)
        return np.asarray((albedo * light).mean(axis=1).transpose(1, 2, 0))

    def _nearest(self, rays: Floats, seen: list[int], grid: Floats) -> tuple[Floats, NDArray[np.int32]]:
        """Distance to and index of the first part on each ray; -1 is the table top."""
        distance = ground_distance(float(self._eye[2, 0]), rays[2])
        nearest = np.full(distance.shape, -1, np.int32)
        for index in seen:
            cut = self._cut(self._windows, index, grid)
            if cut is None:
                continue
            some = rays[(slice(None), slice(None), *cut)]
            hit = self.parts[index].solid.enter(self._eye, some.reshape(3, -1)).reshape(some.shape[1:])
            view = (slice(None), *cut)
            closer = hit < distance[view]
            distance[view] = np.where(closer, hit, distance[view])
            nearest[view] = np.where(closer, index, nearest[view])
        return distance, nearest

    def _surface(self, surface: Floats, nearest: NDArray[np.int32]) -> tuple[Floats, Floats]:
        normals = np.zeros_like(surface)
        normals[2] = 1.0
        indices = np.unique(nearest)
        albedo = np.zeros_like(surface)
        if indices[0] < 0:
            flat = surface.reshape(3, -1, surface.shape[-1])
            albedo[:] = self._top.albedo(flat[0], flat[1]).transpose(2, 0, 1).reshape(surface.shape)
        for index in indices[indices >= 0]:
            mask = nearest == index
            points = surface[:, mask]
            part = self.parts[index]
            normals[:, mask] = facing = part.solid.normals(points)
            albedo[:, mask] = part.paint.albedo(points, facing)
        return albedo, normals

    def _light(self, surface: Floats, normals: Floats, casting: list[int], grid: Floats) -> Floats:
        light, mat = self.scene.light, self.scene.table.mat
        total = light.ambient * (0.62 + 0.38 * normals[2])
        if light.ambient_colour != "#ffffff":
            total = total * np.array(linear_bgr(light.ambient_colour))[:, None, None, None]
        for lamp in light.lamps:
            lit = self._lit(lamp, surface, normals, casting, grid)
            if lamp.reach_mm is not None:
                middle = np.add(mat.low_mm, mat.high_mm) / 2
                lit = lit * nearness(lamp, middle, surface[0], surface[1])
            total = np.array(linear_bgr(lamp.colour))[:, None, None, None] * lit + total
        return np.asarray(total)

    def _lit(self, light: Light, surface: Floats, normals: Floats, casting: list[int], grid: Floats) -> Floats:
        """How much of one lamp's light each point of the surface gets."""
        lamps = lamp_directions(light, surface.shape[1])[:, :, None, None]
        facing = np.maximum(normals[0] * lamps[0] + normals[1] * lamps[1] + normals[2] * lamps[2], 0.0)
        clear = np.ones(facing.size, bool)
        rays = np.arange(facing.size).reshape(facing.shape)
        lit = facing.ravel() > 0
        start, towards = surface.reshape(3, -1), normals.reshape(3, -1)
        per_lamp = facing[0].size
        for index in casting:
            cut = self._cut(self._shadows, index, grid)
            if cut is None:
                continue
            asked = rays[(slice(None), *cut)].ravel()
            asked = asked[lit[asked]]
            if not len(asked):
                continue
            origins = start[:, asked] + SKIN_MM * towards[:, asked]
            reached = self.parts[index].solid.enter(origins, lamps[:, asked // per_lamp, 0, 0])
            blocked = asked[np.isfinite(reached)]
            clear[blocked] = lit[blocked] = False
        return np.asarray((1 - light.ambient) * np.minimum(facing, STEEP) * clear.reshape(facing.shape))

    def _cut(self, windows: Windows, index: int, grid: Floats) -> Tile | None:
        """The tile's rows and columns that a window covers; None if it covers none."""
        low, high = windows.low[index] - self._margin, windows.high[index] + self._margin
        inside = (grid[0] >= low[0]) & (grid[0] <= high[0]) & (grid[1] >= low[1]) & (grid[1] <= high[1])
        rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
        return (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)) if len(rows) else None


def _to_ground(corners: Floats, lamp: Floats) -> Floats:
    return np.asarray(corners - lamp[:, None] * (np.maximum(corners[2], 0) / lamp[2]))
