"""What hands do at a free table between two rests, picture by picture: the scenes of `free_evening`.

Idea: an act is several things at once, as at a real table: figures carried one after another without a rest between,
a unit pushed, a hand that stays, a die that rolls. The truth of a picture is where each figure stands in it, and which
are in the air or lie on their sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.scenes.moves import CARRY_MM
from companion.scenes.places import box_outline
from companion.scenes.scene import FigureModel, Hand, Scene, TerrainModel

STEP_S = 0.25
"""Between two pictures: a slow Pi's four looks a second."""
REST = 8
"""Pictures of a rest."""

Goal = tuple[str, float, float, float]
"""Name, x, y in mm, heading in degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """One picture. up: figures that do not stand in it."""

    scene: Scene
    up: frozenset[str] = frozenset()


@dataclass(slots=True)
class Hands:
    """A scene to which things are done."""

    scene: Scene
    stills: list[Still] = field(default_factory=list)
    fallen: set[str] = field(default_factory=set)
    dice: int = 0

    def show(
        self, scene: Scene | None = None, hand: Hand | None = None, up: Sequence[str] = (), times: int = 1
    ) -> None:
        """The scene, or another one, in so many pictures."""
        scene = scene or self.scene
        if hand is not None:
            scene = replace(scene, hands=(*scene.hands, hand))
        self.stills += [Still(scene, frozenset({*up, *self.fallen}))] * times

    def rest(self, times: int = REST) -> int:
        """Nothing happens; the number of the first picture of it."""
        first = len(self.stills)
        self.show(times=times)
        return first

    def carry(self, goal: Goal, beside: Hand | None = None) -> None:
        """A figure is lifted and set down. beside: another hand that stays in the picture meanwhile."""
        name, x, y, heading = goal
        before = self.scene.figure(name)
        after = self._stood(replace(before, x_mm=x, y_mm=y, heading_deg=heading, fallen=False))
        half = replace(after, x_mm=(before.x_mm + x) / 2, y_mm=(before.y_mm + y) / 2, level_mm=0.0, stands_on=None)
        half = half.lifted(CARRY_MM)
        with_it = () if beside is None else (beside,)
        self.show(replace(self.scene, hands=with_it), hand_on(before, self.scene))
        self.show(replace(self.put(half), hands=with_it), hand_on(half, self.scene), (name,))
        self.fallen.discard(name)
        self.scene = self.put(after)
        self.show(replace(self.scene, hands=with_it), hand_on(after, self.scene))

    def push(self, goals: Sequence[Goal]) -> None:
        """A unit goes forward together, a forearm behind it."""
        steps = 4
        before = [self.scene.figure(goal[0]) for goal in goals]
        for n in range(1, steps + 1):
            scene = self.scene
            for was, (name, x, y, _) in zip(before, goals, strict=True):
                at = was.x_mm + (x - was.x_mm) * n / steps, was.y_mm + (y - was.y_mm) * n / steps
                moved = self._stood(replace(was, x_mm=at[0], y_mm=at[1]))
                scene = replace(scene, figures=tuple(moved if f.name == name else f for f in scene.figures))
            self.scene = scene
            last = scene.figure(goals[0][0])
            self.show(hand=replace(hand_on(last, scene), height_mm=12.0), up=[goal[0] for goal in goals])

    def resting(self, x_mm: float, y_mm: float, times: int) -> Hand:
        """A hand that lies on the table for a while."""
        hand = Hand(x_mm, y_mm, 14.0, self._side(y_mm))
        self.show(hand=hand, times=times)
        return hand

    def topple(self, name: str) -> None:
        """A sleeve throws a figure over."""
        figure = self.scene.figure(name)
        self.show(hand=hand_on(figure, self.scene))
        c, s = math.cos(math.radians(figure.heading_deg)), math.sin(math.radians(figure.heading_deg))
        self.scene = self.put(replace(figure, x_mm=figure.x_mm + 6 * c, y_mm=figure.y_mm + 6 * s, fallen=True))
        self.fallen.add(name)
        self.show(hand=hand_on(figure, self.scene))

    def roll_die(self, x_mm: float, y_mm: float, rng: np.random.Generator) -> None:
        """A die comes in from below, rolls to here, and lies."""
        self.dice += 1
        start = (x_mm + float(rng.uniform(-60, 60)), y_mm - 120.0)
        self.show(hand=Hand(*start, 30.0))
        for share in (0.4, 0.8, 1.0):
            at = start[0] + share * (x_mm - start[0]), start[1] + share * (y_mm - start[1])
            outline = box_outline(*at, 16.0, 16.0, float(rng.uniform(0, 90)))
            die = TerrainModel(f"die {self.dice}", "rough", 16.0, outline, colour="#e8e2d0")
            self.show(replace(self.scene, terrain=(*self.scene.terrain, die)))
        self.scene = replace(self.scene, terrain=(*self.scene.terrain, die))

    def take(self, name: str) -> None:
        """A figure leaves the table."""
        self.show(hand=hand_on(self.scene.figure(name), self.scene))
        self.scene = replace(self.scene, figures=tuple(f for f in self.scene.figures if f.name != name))
        self.show()

    def put(self, figure: FigureModel) -> Scene:
        """The scene with a figure as it is now."""
        return replace(self.scene, figures=tuple(figure if f.name == figure.name else f for f in self.scene.figures))

    def _side(self, y_mm: float) -> float:
        mat = self.scene.table.mat
        return -90.0 if y_mm < (mat.low_mm[1] + mat.high_mm[1]) / 2 else 90.0

    def _stood(self, figure: FigureModel) -> FigureModel:
        hill = hill_under(self.scene, figure.x_mm, figure.y_mm)
        return replace(figure, level_mm=hill.height_mm if hill else 0.0, stands_on=hill.name if hill else None)


def hill_under(scene: Scene, x_mm: float, y_mm: float) -> TerrainModel | None:
    """The hill on whose top a place is."""
    for piece in scene.terrain:
        if piece.kind == "hill" and piece.top_outline_mm and _inside(piece.top_outline_mm, (x_mm, y_mm)):
            return piece
    return None


def _inside(ring: Sequence[tuple[float, float]], at: tuple[float, float]) -> bool:
    crossed = 0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        crossed += (ay > at[1]) != (by > at[1]) and ax + (at[1] - ay) * (bx - ax) / (by - ay) > at[0]
    return crossed % 2 == 1


def hand_on(figure: FigureModel, scene: Scene) -> Hand:
    """A hand that holds it, from the nearer long edge."""
    mat = scene.table.mat
    side = -90.0 if figure.y_mm < (mat.low_mm[1] + mat.high_mm[1]) / 2 else 90.0
    return Hand(figure.x_mm, figure.y_mm, figure.level_mm + 0.75 * figure.height_mm, side)
