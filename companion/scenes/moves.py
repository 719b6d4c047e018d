"""A sequence of scenes in which figures are moved by a hand, one after another, with rests in between.

Each move is three pictures: the hand comes over the figure, carries it half way, sets it down. A rest is long enough
for the figure to count as settled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.scenes.places import FreePlaces
from companion.scenes.scene import FigureModel, Hand, Scene

CARRY_MM = 45.0
"""How high a carried figure is held."""


@dataclass(frozen=True, slots=True)
class Move:
    """A figure goes to (x_mm, y_mm) and turns to heading_deg; stands_on: a hill of the scene, or None for the table.

    from_deg: where the hand comes from, a direction on the table; -90 is the lower edge.
    """

    name: str
    x_mm: float
    y_mm: float
    heading_deg: float
    stands_on: str | None = None
    from_deg: float = -90.0


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """One picture of a sequence. lifted: name of the figure in the air, or None."""

    scene: Scene
    time_s: float
    lifted: str | None


def played(
    scene: Scene, moves: Sequence[Move], *, fps: float = 2.0, rest_frames: int = 4, first_frames: int | None = None
) -> Iterator[Moment]:
    """The scene at rest, then each move and its rest. Raises KeyError for a figure or hill that is not there.

    first_frames: length of the first rest if it is another one; a loop whose last scene is its first needs little.
    """
    number = 0

    def moment(now: Scene, lifted: str | None = None) -> Moment:
        nonlocal number
        number += 1
        return Moment(now, (number - 1) / fps, lifted)

    for _rest in range(rest_frames if first_frames is None else first_frames):
        yield moment(scene)
    for move in moves:
        before = scene.figure(move.name)
        after = _arrived(scene, before, move)
        yield moment(_with(scene, before, _hand_on(before, move)))
        half = replace(before, x_mm=(before.x_mm + after.x_mm) / 2, y_mm=(before.y_mm + after.y_mm) / 2)
        carried = half.lifted(CARRY_MM)
        yield moment(_with(scene, carried, _hand_on(carried, move)), move.name)
        yield moment(_with(scene, after, _hand_on(after, move)))
        scene = _with(scene, after)
        for _rest in range(rest_frames):
            yield moment(scene)


def _arrived(scene: Scene, figure: FigureModel, move: Move) -> FigureModel:
    levels = {piece.name: piece.height_mm for piece in scene.terrain}
    level = levels[move.stands_on] if move.stands_on is not None else 0.0
    return replace(
        figure,
        x_mm=move.x_mm,
        y_mm=move.y_mm,
        heading_deg=move.heading_deg,
        level_mm=level,
        stands_on=move.stands_on,
    )


def _with(scene: Scene, figure: FigureModel, hand: Hand | None = None) -> Scene:
    figures = tuple(figure if other.name == figure.name else other for other in scene.figures)
    return replace(scene, figures=figures, hands=() if hand is None else (hand,))


def _hand_on(figure: FigureModel, move: Move) -> Hand:
    return Hand(figure.x_mm, figure.y_mm, figure.level_mm + 0.75 * figure.height_mm, move.from_deg)


def random_moves(scene: Scene, count: int, seed: int) -> list[Move]:
    """Moves of the scene's figures in turn, each to a free place on the mat; fewer if there is no room."""
    rng = np.random.default_rng(seed)
    mat = scene.table.mat
    moves: list[Move] = []
    where = {figure.name: (figure.x_mm, figure.y_mm) for figure in scene.figures}
    reach = {figure.name: math.hypot(figure.length_mm, figure.width_mm) / 2 for figure in scene.figures}
    for index in range(count if scene.figures else 0):
        name = scene.figures[index % len(scene.figures)].name
        free = FreePlaces(mat.grown(-10), rng)
        for sheet in scene.sheets:
            free.take(sheet.x_mm, sheet.y_mm, 0.71 * sheet.card_mm)
        for piece in scene.terrain:
            free.take_outline(piece.outline_mm)
        for other, place in where.items():
            free.take(*place, reach[other])
        found = free.find(reach[name])
        if found is None:
            continue
        where[name] = found
        side = -90.0 if found[1] < (mat.low_mm[1] + mat.high_mm[1]) / 2 else 90.0
        moves.append(Move(name, *found, heading_deg=float(rng.uniform(0, 360)), from_deg=side))
    return moves
