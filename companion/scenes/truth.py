"""What a picture shows, exactly, as the JSON that stands beside it.

Fields are those of our recorded scenes: lengths mm on the table frame, angles degrees counter-clockwise from +x,
pixels as in OpenCV (centre of the first pixel at (0, 0)). Pixels come from cv2.projectPoints; what is hidden is found
by rays against the very shapes that were drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.pattern import Pattern
from companion.scenes.figures import figure_parts
from companion.scenes.pairs import base_outline_mm, edge_distance_mm, seen_share
from companion.scenes.parts import Part
from companion.scenes.scene import FigureModel, Scene, TerrainModel
from companion.scenes.trace import SKIN_MM, scene_parts
from companion.scenes.windows import windows_of

Truth = dict[str, Any]
FORMAT = 1
OUTLINE_POINTS = 32
SEEN_POINTS = 20
"""A marker's visible fraction is counted on SEEN_POINTS squared points."""
SILHOUETTE_STEPS = 64
"""A silhouette is counted on every pixel, or on this many steps across if it is larger."""


def truth_of(scene: Scene, seed: int, image_name: str = "") -> Truth:
    """The truth of a scene as plain JSON values."""
    camera, mat, grid = scene.camera, scene.table.mat, scene.table.grid
    parts = scene_parts(scene)
    markers = [_sheet(scene, sheet.id, sheet.pattern, sheet, parts) for sheet in scene.sheets]
    markers += [_figure_marker(scene, figure, parts) for figure in scene.figures if figure.mark is not None]
    return {
        "format": FORMAT,
        "image": image_name,
        "units": "mm, degrees, pixels",
        "seed": seed,
        "mat": {
            "width_mm": mat.high_mm[0] - mat.low_mm[0],
            "height_mm": mat.high_mm[1] - mat.low_mm[1],
            "low_mm": list(mat.low_mm),
            "theme": scene.table.theme,
            "grid": grid.kind if grid else None,
            "grid_cell_mm": grid.cell_mm if grid else None,
            "grid_origin_mm": list(grid.origin) if grid else None,
            "grid_turn_deg": math.degrees(grid.turn_rad) if grid else None,
        },
        "light": "lamp",
        "dictionary": scene.dictionary,
        "camera": {
            "pose": camera.pose,
            "lens": camera.lens,
            "width": camera.width_px,
            "height": camera.height_px,
            "K": [list(row) for row in camera.camera_matrix],
            "dist": list(camera.distortion),
            "R": [list(row) for row in camera.rotation],
            "t": list(camera.translation_mm),
            "rvec": camera.rvec.tolist(),
            "centre_mm": camera.centre_mm.tolist(),
        },
        "markers": markers,
        "figures": [_figure(scene, figure, parts) for figure in scene.figures],
        "terrain": [_terrain(scene, piece) for piece in scene.terrain],
        "pairs": [_pair(scene, a, b) for a, b in combinations(scene.figures, 2)],
        "occluders": [{"kind": "hand", "x_mm": h.x_mm, "y_mm": h.y_mm, "height_mm": h.height_mm} for h in scene.hands],
    }


def _rounded(values: Floats, digits: int = 4) -> Any:
    return np.round(values, digits).tolist()


def marker_corners_mm(pattern: Pattern, x: float, y: float, z: float, turn_rad: float) -> Floats:
    """The black square's corners (4, 3) in cv2.aruco's order, on the table frame; turn_rad: of the print's u axis."""
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    flat = pattern.marker_corners_mm() @ np.array([[c, s], [-s, c]]) + (x, y)
    return np.column_stack([flat, np.full(4, z)])


def _sheet(scene: Scene, marker_id: int, pattern: Pattern, sheet: Any, parts: list[Part]) -> Truth:
    corners = marker_corners_mm(pattern, sheet.x_mm, sheet.y_mm, sheet.thickness_mm, math.radians(sheet.turn_deg))
    return _marker(scene, marker_id, "table", pattern, corners, sheet.turn_deg + 90.0, parts)


def _figure_marker(scene: Scene, figure: FigureModel, parts: list[Part]) -> Truth:
    mark = figure.mark
    assert mark is not None
    up_deg = figure.heading_deg + mark.turn_deg
    corners = marker_corners_mm(mark.pattern, *figure.mark_place_mm(), math.radians(up_deg - 90.0))
    return _marker(scene, mark.id, figure.name, mark.pattern, corners, up_deg, parts)


def _marker(
    scene: Scene, marker_id: int, owner: str, pattern: Pattern, corners: Floats, up_deg: float, parts: list[Part]
) -> Truth:
    corners_px = scene.camera.project(corners)
    sides_px = np.linalg.norm(corners_px - np.roll(corners_px, -1, axis=0), axis=1)
    size = (scene.camera.width_px, scene.camera.height_px)
    share = (np.arange(SEEN_POINTS) + 0.5) / SEEN_POINTS
    a, b = (v.ravel()[:, None] for v in np.meshgrid(share, share))
    points = corners[0] + a * (corners[1] - corners[0]) + b * (corners[3] - corners[0])
    return {
        "id": marker_id,
        "owner": owner,
        "side_mm": pattern.side_mm,
        "centre_mm": _rounded(corners.mean(axis=0)),
        "up_deg": up_deg,
        "corners_mm": _rounded(corners),
        "corners_px": _rounded(corners_px),
        "side_px_min": round(float(sides_px.min()), 3),
        "side_px_mean": round(float(sides_px.mean()), 3),
        "in_frame": bool(np.all((corners_px >= -0.5) & (corners_px <= np.array(size) - 0.5))),
        "visible_fraction": round(float(_seen_from_camera(scene, points.T, parts).mean()), 4),
    }


def _seen_from_camera(scene: Scene, points: Floats, parts: list[Part]) -> NDArray[np.bool_]:
    """Whether points (3, N) on surfaces are in the picture with nothing before them."""
    eye = scene.camera.centre_mm[:, None]
    pixels = scene.camera.project(points.T)
    size = np.array([scene.camera.width_px, scene.camera.height_px])
    clear = np.all((pixels >= -0.5) & (pixels <= size - 0.5), axis=1)
    to_point = points - eye
    reach = 1 - 4 * SKIN_MM / np.linalg.norm(to_point, axis=0)
    for part in _before(scene, points, parts):
        clear &= ~(part.solid.enter(eye, to_point) < reach)
    return np.asarray(clear)


def _before(scene: Scene, points: Floats, parts: Sequence[Part]) -> list[Part]:
    """The parts that may stand between the camera and points (3, N)."""
    windows = windows_of(scene.camera, [part.solid.corners() for part in parts])
    return [parts[i] for i in windows.meeting(windows_of(scene.camera, [points]))]


def _figure(scene: Scene, figure: FigureModel, parts: list[Part]) -> Truth:
    base_top = figure.level_mm + figure.thickness_mm
    places = np.array([[figure.x_mm, figure.y_mm, figure.level_mm], [figure.x_mm, figure.y_mm, base_top]])
    foot_px, top_px = scene.camera.project(places)
    outline = base_outline_mm(figure, OUTLINE_POINTS)
    at_foot = np.column_stack([outline, np.full(len(outline), figure.level_mm)])
    rings = np.sqrt((np.arange(8) + 0.5) / 8) * 0.97
    centre = np.array([figure.x_mm, figure.y_mm])
    on_top = np.vstack([centre + r * (outline - centre) for r in rings])
    on_top = np.column_stack([on_top, np.full(len(on_top), base_top)])
    mark = figure.mark
    mode = "ring" if figure.ring else "plain"
    if mark is not None:
        mode = "marker-base" if figure.mark_on_base else "marker-top"
    return {
        "id": figure.name,
        "mode": mode,
        "side": figure.side,
        "kind": figure.body,
        "x_mm": figure.x_mm,
        "y_mm": figure.y_mm,
        "base_z_mm": figure.level_mm,
        "stands_on": figure.stands_on or "mat",
        "facing_deg": figure.heading_deg,
        "base_shape": figure.shape,
        "base_diameter_mm": figure.length_mm,
        "base_length_mm": figure.length_mm,
        "base_width_mm": figure.width_mm,
        "base_height_mm": figure.thickness_mm,
        "total_height_mm": figure.height_mm,
        "marker_id": mark.id if mark else None,
        "marker_height_mm": mark.height_mm if mark else None,
        "colour": figure.ring,
        "ring_width_mm": figure.ring_width_mm if figure.ring else None,
        "base_centre_px": _rounded(foot_px),
        "base_top_centre_px": _rounded(top_px),
        "base_outline_px": _rounded(scene.camera.project(at_foot), 2),
        "base_top_visible_fraction": round(float(_seen_from_camera(scene, on_top.T, parts).mean()), 4),
        **_silhouette(scene, figure, parts),
    }


def _silhouette(scene: Scene, figure: FigureModel, parts: list[Part]) -> Truth:
    """How much of the figure would show if it stood alone, how much shows, where, and what hides the rest."""
    own = figure_parts(figure)
    corners = np.hstack([part.solid.corners() for part in own])
    size = np.array([scene.camera.width_px, scene.camera.height_px])
    bounds = scene.camera.project(corners.T)
    low, high = np.clip(np.floor(bounds.min(axis=0)), 0, size - 1), np.clip(np.ceil(bounds.max(axis=0)), 0, size - 1)
    step = max(1.0, math.ceil(float((high - low).max()) / SILHOUETTE_STEPS))
    columns, rows = np.meshgrid(np.arange(low[0], high[0] + 1, step), np.arange(low[1], high[1] + 1, step))
    pixels = np.column_stack([columns.ravel(), rows.ravel()])
    eye, rays = scene.camera.centre_mm[:, None], scene.camera.rays(pixels)
    alone = _first(own, eye, rays)[0]
    hit = np.isfinite(alone)
    others = [part for part in _before(scene, corners, parts) if part.owner != figure.name]
    before, whose = _first(others, eye, rays[:, hit])
    hidden = before < alone[hit]
    shown, total = pixels[hit][~hidden], max(int(hit.sum()), 1)
    owners = [others[i].owner for i in whose[hidden]]
    return {
        "silhouette_px": int(hit.sum() * step * step),
        "visible_fraction": round(len(shown) / total, 4) if hit.any() else 0.0,
        "visible_bbox_px": [*map(int, shown.min(axis=0)), *map(int, shown.max(axis=0))] if len(shown) else None,
        "hidden_by": {name: round(owners.count(name) / total, 4) for name in sorted(set(owners))},
    }


def _first(parts: Sequence[Part], eye: Floats, rays: Floats) -> tuple[Floats, NDArray[np.int32]]:
    nearest, whose = np.full(rays.shape[1], np.inf), np.zeros(rays.shape[1], np.int32)
    for index, part in enumerate(parts):
        hit = part.solid.enter(eye, rays)
        whose[hit < nearest] = index
        nearest = np.minimum(nearest, hit)
    return nearest, whose


def _terrain(scene: Scene, piece: TerrainModel) -> Truth:
    outline = np.array(piece.outline_mm, float)
    return {
        "id": piece.name,
        "kind": piece.kind,
        "polygon_mm": _rounded(outline),
        "height_mm": piece.height_mm,
        "top_polygon_mm": _rounded(np.array(piece.top_outline_mm, float)) if piece.top_outline_mm else None,
        "trees": None,
        "polygon_px": _rounded(scene.camera.project(np.column_stack([outline, np.zeros(len(outline))])), 2),
    }


def _pair(scene: Scene, a: FigureModel, b: FigureModel) -> Truth:
    return {
        "a": a.name,
        "b": b.name,
        "centre_distance_mm": round(math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm), 4),
        "edge_distance_mm": round(edge_distance_mm(a, b), 4),
        "line_of_sight": {
            "a_sees_b": {"terrain_only": round(seen_share(scene, a, b), 4)},
            "b_sees_a": {"terrain_only": round(seen_share(scene, b, a), 4)},
        },
    }
