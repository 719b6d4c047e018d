"""What lies between two figures: the distance of their bases, and how much one sees of the other past terrain.

Found by ways of their own (points on outlines, rays against prisms), not by those of `companion.table`: two
independent answers can be held against each other. Only terrain blocks here; bodies do not.
"""

from __future__ import annotations

import math

import numpy as np

from calibration.arrays import Floats
from companion.scenes.parts import square_mm, terrain_prisms
from companion.scenes.scene import FigureModel, Scene

SIGHT_COLUMNS, SIGHT_ROWS = 12, 20
"""The panel of 240 points that sight is judged on: 0.35 base widths across, 15 to 95 % of the body's height."""
SEEN_OVER = ("water", "rough")


def edge_distance_mm(a: FigureModel, b: FigureModel) -> float:
    """From base edge to base edge in the plane, 0 where they overlap; exact for discs, to 0.01 mm otherwise."""
    centres = math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
    if a.shape == b.shape == "disc":
        return max(0.0, centres - (a.length_mm + b.length_mm) / 2)
    one, two = base_outline_mm(a, 720), base_outline_mm(b, 720)
    if _holds(two, one[:1]) or _holds(one, two[:1]):
        return 0.0
    return min(_to_outline(one, two), _to_outline(two, one))


def _to_outline(points: Floats, outline: Floats) -> float:
    start, along = outline, np.roll(outline, -1, axis=0) - outline
    length_sq = np.maximum((along**2).sum(axis=1), 1e-12)
    off = points[:, None] - start[None]
    share = np.clip((off * along).sum(axis=2) / length_sq, 0, 1)
    return float(np.linalg.norm(off - share[..., None] * along, axis=2).min())


def _holds(outline: Floats, points: Floats) -> bool:
    along = np.roll(outline, -1, axis=0) - outline
    off = points[:, None] - outline[None]
    return bool(np.any(np.all(along[:, 0] * off[..., 1] - along[:, 1] * off[..., 0] >= 0, axis=1)))


def seen_share(scene: Scene, looker: FigureModel, target: FigureModel) -> float:
    """Share of the target's panel that the looker's eye (90 % of its body) sees past terrain alone, 0 to 1."""
    away = np.array([target.x_mm - looker.x_mm, target.y_mm - looker.y_mm])
    across = np.array([-away[1], away[0]]) / max(float(np.hypot(*away)), 1e-9)
    eye = np.array([looker.x_mm, looker.y_mm, _body_z(looker, 0.9)])[:, None]
    sideways = (np.arange(SIGHT_COLUMNS) + 0.5) / SIGHT_COLUMNS - 0.5
    heights = 0.15 + 0.80 * (np.arange(SIGHT_ROWS) + 0.5) / SIGHT_ROWS
    side, up = (v.ravel() for v in np.meshgrid(0.35 * target.width_mm * sideways, heights))
    points = np.vstack(
        [target.x_mm + across[0] * side, target.y_mm + across[1] * side, [_body_z(target, share) for share in up]]
    )
    clear = np.ones(points.shape[1], bool)
    for piece in scene.terrain:
        if piece.kind in SEEN_OVER or piece.height_mm <= 0:
            continue
        for solid in terrain_prisms(piece):
            clear &= ~(solid.enter(eye, points - eye) < 1)
    return float(clear.mean())


def _body_z(figure: FigureModel, share: float) -> float:
    return figure.level_mm + figure.thickness_mm + share * (figure.height_mm - figure.thickness_mm)


def base_outline_mm(figure: FigureModel, points: int = 64) -> Floats:
    """The base's outline (points, 2) counter-clockwise on the table frame; a rectangle's has its four corners and
    points between.
    """
    heading = math.radians(figure.heading_deg)
    if figure.shape == "rectangle":
        corners = square_mm(figure.x_mm, figure.y_mm, figure.length_mm, heading, figure.width_mm)
        share = (np.arange(points // 4) / (points // 4))[:, None]
        return np.vstack([a + share * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
    angle = np.arange(points) * 2 * math.pi / points
    x, y = figure.length_mm / 2 * np.cos(angle), figure.width_mm / 2 * np.sin(angle)
    c, s = math.cos(heading), math.sin(heading)
    return np.column_stack([figure.x_mm + c * x - s * y, figure.y_mm + s * x + c * y])
