"""What a tap on a picture means on the table, and where the table's points are in a picture.

Idea: a tap is a pixel of a picture that somebody looks at a little later. The camera stands still, so one solution is
good for a whole run of pictures; the runs are kept, not the pictures, and a picture that was looked at for minutes can
still be tapped. The ray of the pixel is walked down until it meets something: a flat top, else the table.

Not done here: naming what was tapped; a figure is only told by its id.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from calibration.arrays import Floats
from calibration.camera import Camera
from calibration.solve import Solution
from companion.table.state import Figure, Point, TerrainPiece
from companion.vision.asks import Tapped
from companion.vision.levels import SOLID

KEPT_RUNS = 64
FINGER_MM = 6.0
"""How far beside a figure a finger may come down and still mean it."""
BODY_STEPS = 9
NO_PICTURE = "That picture is no longer kept; tap on the newest one."
NOT_THE_TABLE = "That spot of the picture does not show the table."


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Pictures first to last that one solution is good for, with the terrain as it was."""

    first: int
    last: int
    solution: Solution
    terrain: tuple[TerrainPiece, ...]


class Runs:
    """The solutions of the last pictures by their numbers; KEPT_RUNS runs, whatever their length."""

    def __init__(self) -> None:
        self._runs: deque[Run] = deque(maxlen=KEPT_RUNS)

    def keep(self, number: int, solution: Solution, terrain: tuple[TerrainPiece, ...]) -> None:
        """Take the solution of one picture. Numbers grow; a picture that is looked at again is as it was read last."""
        newest = self._runs[-1] if self._runs else None
        if newest is not None and number < newest.last:
            raise ValueError(f"picture {number} comes after picture {newest.last}")
        if newest is not None and number == newest.last:
            self._runs.pop()
            if newest.first < number:
                self._runs.append(Run(newest.first, number - 1, newest.solution, newest.terrain))
            newest = self._runs[-1] if self._runs else None
        if newest is not None and newest.solution is solution and newest.terrain == terrain:
            self._runs[-1] = Run(newest.first, number, solution, terrain)
        else:
            self._runs.append(Run(number, number, solution, terrain))

    def of(self, number: int) -> Run | None:
        """The run that has this picture. One that was skipped belongs to the run round it; None: not kept."""
        return next((run for run in reversed(self._runs) if run.first <= number <= run.last), None)


def tap_of(runs: Runs, number: int, xy_px: tuple[float, float], figures: Sequence[Figure]) -> Tapped | str:
    """What a tap at a pixel of picture `number` means, or a sentence why that cannot be told."""
    run = runs.of(number)
    if run is None:
        return NO_PICTURE
    return tapped(run.solution.camera, xy_px, run.terrain, figures) or NOT_THE_TABLE


def tapped(
    camera: Camera, xy_px: tuple[float, float], terrain: Sequence[TerrainPiece], figures: Sequence[Figure]
) -> Tapped | None:
    """What the pixel's ray meets; None above the horizon.

    xy_mm: on the highest flat top that the ray meets, else on the table: a side wall counts as the table behind it.
    figure_id: a body or base within a finger of the ray; xy_mm is not its place.
    """
    direction = camera.directions(np.array([xy_px], dtype=float))
    on_table = camera.meet(direction, 0.0)[0]
    if not np.isfinite(on_table).all():
        return None
    figure = _under(camera, direction, figures)
    figure_id = None if figure is None else figure.id
    tops = [p for p in terrain if p.kind in SOLID and p.height_mm > 0]
    for piece in sorted(tops, key=lambda p: -p.height_mm):
        x, y = camera.meet(direction, piece.height_mm)[0]
        if np.isfinite(x) and shapely.Polygon(piece.top_outline or piece.outline).covers(shapely.Point(x, y)):
            return Tapped((float(x), float(y)), piece.height_mm, figure_id)
    return Tapped((float(on_table[0]), float(on_table[1])), 0.0, figure_id)


def pictured_in(
    runs: Runs, number: int, points_mm: Sequence[tuple[float, float, float]]
) -> tuple[Point | None, ...] | str:
    """Pixels of points x, y, z in picture `number`, or a sentence why that cannot be told."""
    run = runs.of(number)
    return NO_PICTURE if run is None else pictured(run.solution.camera, points_mm)


def on_level(runs: Runs, number: int, xy_px: tuple[float, float], level_mm: float) -> Point | str:
    """The point at a height that a pixel of picture `number` shows, whatever is in the way, or a sentence."""
    run = runs.of(number)
    if run is None:
        return NO_PICTURE
    x, y = run.solution.camera.to_plane(np.array([xy_px], dtype=float), level_mm)[0]
    return (float(x), float(y)) if np.isfinite(x) and np.isfinite(y) else NOT_THE_TABLE


def pictured(camera: Camera, points_mm: Sequence[tuple[float, float, float]]) -> tuple[Point | None, ...]:
    """Pixels of points x, y, z; None for what the camera cannot see."""
    if not points_mm:
        return ()
    px = camera.project(np.array(points_mm, dtype=float))
    return tuple((float(x), float(y)) if np.isfinite(x) and np.isfinite(y) else None for x, y in px)


def _under(camera: Camera, direction: Floats, figures: Sequence[Figure]) -> Figure | None:
    """The figure whose body the ray passes nearest to for its size, within a finger."""
    best: tuple[float, Figure] | None = None
    for figure in figures:
        place, radius = figure.place, min(figure.base.length_mm, figure.base.width_mm) / 2
        heights = place.level_mm + np.linspace(0.0, figure.height_mm, BODY_STEPS)
        ray = camera.meet(np.repeat(direction, BODY_STEPS, axis=0), heights)
        far = np.linalg.norm(ray - (place.x_mm, place.y_mm), axis=1)
        nearest = float(np.nanmin(far)) if np.isfinite(far).any() else np.inf
        if nearest <= radius + FINGER_MM and (best is None or nearest / (radius + FINGER_MM) < best[0]):
            best = nearest / (radius + FINGER_MM), figure
    return None if best is None else best[1]
