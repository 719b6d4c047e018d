"""What happens at a table, picture by picture: figures carried, pushed and swapped, hands, lamps, a knocked camera.

Idea: a happening is a few changes of a frozen scene, each one picture, and then a rest in which nothing happens. All
are drawn from one stream of random numbers, so that a seed is an evening. What the picture shows is a scene where it
can be; what no scene can say (a shadow from outside, a turned camera, a broken picture) stands beside it.

Not done here: pictures. `film` makes them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from companion.scenes.moves import CARRY_MM
from companion.scenes.places import FreePlaces, Point, box_outline
from companion.scenes.scene import FigureModel, Hand, Scene, TerrainModel

REST = 5
"""Pictures of a rest: at two a second, long enough to settle after a hand has left."""
Fault = Literal["black", "frozen", "torn"]


@dataclass(frozen=True, slots=True, eq=False)
class Instant:
    """One picture. lifted: names of figures in the air; away: those out of the picture. shade: corners on the table of
    a shadow from outside. turn_deg: by how much the camera is turned about its own axes from where it stood at first.
    doing: what is going on, or "rest".
    """

    scene: Scene
    doing: str = "rest"
    lifted: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    shade: tuple[Point, ...] | None = None
    turn_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    bump: bool = False
    fault: Fault | None = None


@dataclass(slots=True)
class Evening:
    """A scene to which things happen one after another. Figures whose names begin the same are taken by name order."""

    scene: Scene
    rng: np.random.Generator
    instants: list[Instant] = field(default_factory=list)
    turn_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    gone: list[str] = field(default_factory=list)
    twins: tuple[str, str] | None = None

    def happen(self, what: str) -> None:
        """One happening of HAPPENINGS and its rest. KeyError for one that is not known."""
        HAPPENINGS[what](self, what)
        self.rest()

    def rest(self, pictures: int = REST) -> None:
        """Nothing happens."""
        for _one in range(pictures):
            self._show("rest")

    def _show(self, doing: str, scene: Scene | None = None, *, hand: Hand | None = None, **more: object) -> None:
        scene = scene or self.scene
        if hand is not None:
            scene = replace(scene, hands=(hand,))
        away = tuple(sorted({*self.gone, *more.pop("away", ())}))  # type: ignore[misc]
        values: dict[str, object] = {"turn_deg": self.turn_deg, "away": away} | more
        self.instants.append(Instant(scene, doing, **values))  # type: ignore[arg-type]

    def _some(self, count: int = 1) -> list[FigureModel]:
        figures = list(self.scene.figures)
        return [figures[i] for i in self.rng.permutation(len(figures))[:count]]

    def _free(self, radius_mm: float, near: Point | None = None, reach_mm: float = 0.0) -> Point:
        """A place where nothing stands, near a point if one is given."""
        found: Point | None = None
        for _try in range(200):
            free = FreePlaces(self.scene.table.mat.grown(-14), self.rng)
            for sheet in self.scene.sheets:
                free.take(sheet.x_mm, sheet.y_mm, 0.71 * sheet.card_mm)
            for piece in self.scene.terrain:
                free.take_outline(piece.outline_mm)
            for figure in self.scene.figures:
                free.take(figure.x_mm, figure.y_mm, figure.length_mm / 2)
            found = free.find(radius_mm, 14.0)
            if found is not None and (near is None or math.dist(found, near) < reach_mm):
                return found
        if found is None:
            raise ValueError("there is no free place on this table")
        return found

    def _put(self, figure: FigureModel) -> Scene:
        return replace(self.scene, figures=tuple(figure if f.name == figure.name else f for f in self.scene.figures))

    def _without(self, *names: str) -> Scene:
        return replace(self.scene, figures=tuple(f for f in self.scene.figures if f.name not in names))

    def _side_deg(self, y_mm: float) -> float:
        mat = self.scene.table.mat
        return -90.0 if y_mm < (mat.low_mm[1] + mat.high_mm[1]) / 2 else 90.0

    def _hand(self, figure: FigureModel) -> Hand:
        height = figure.level_mm + 0.75 * figure.height_mm
        return Hand(figure.x_mm, figure.y_mm, height, self._side_deg(figure.y_mm))

    def _gone_to(self, figure: FigureModel, place: Point) -> FigureModel:
        turn = float(self.rng.uniform(0, 360))
        return replace(figure, x_mm=place[0], y_mm=place[1], level_mm=0.0, stands_on=None, heading_deg=turn)

    def carry(self, doing: str) -> None:
        """A hand lifts a figure and sets it down elsewhere."""
        (figure,) = self._some()
        there = self._gone_to(figure, self._free(figure.length_mm / 2))
        half = replace(there, x_mm=(figure.x_mm + there.x_mm) / 2, y_mm=(figure.y_mm + there.y_mm) / 2)
        half = half.lifted(CARRY_MM)
        self._show(doing, hand=self._hand(figure))
        self._show(doing, self._put(half), hand=self._hand(half), lifted=(figure.name,))
        self.scene = self._put(there)
        self._show(doing, hand=self._hand(there))

    def walk(self, doing: str) -> None:
        """A figure goes in small steps with no hand in sight."""
        (figure,) = self._some()
        there = self._gone_to(figure, self._free(figure.length_mm / 2, (figure.x_mm, figure.y_mm), 170.0))
        for share in (0.25, 0.5, 0.75, 1.0):
            x, y = (figure.x_mm + share * (there.x_mm - figure.x_mm), figure.y_mm + share * (there.y_mm - figure.y_mm))
            self.scene = self._put(replace(there, x_mm=x, y_mm=y))
            self._show(doing)

    def dash(self, doing: str) -> None:
        """A figure is elsewhere in the next picture."""
        (figure,) = self._some()
        self.scene = self._put(self._gone_to(figure, self._free(figure.length_mm / 2)))
        self._show(doing)

    def nudge(self, doing: str) -> None:
        """A hand pushes a figure by a few millimetres."""
        (figure,) = self._some()
        angle, far = float(self.rng.uniform(0, 2 * math.pi)), float(self.rng.uniform(5.5, 8.0))
        there = replace(figure, x_mm=figure.x_mm + far * math.cos(angle), y_mm=figure.y_mm + far * math.sin(angle))
        self._show(doing, hand=self._hand(figure))
        self.scene = self._put(there)
        self._show(doing, hand=self._hand(there))

    def two(self, doing: str) -> None:
        """Two figures of a kind leave the picture and come back; in half of the cases each to the other's side."""
        a, b = self._pair()
        places = [self._free(a.length_mm / 2, (f.x_mm, f.y_mm), 120.0) for f in (a, b)]
        if self.rng.random() < 0.5:
            places.reverse()
        self._show(doing, hand=self._hand(a))
        self._show(doing, self._without(a.name), hand=self._hand(b), away=(a.name,))
        self._show(doing, self._without(a.name, b.name), away=(a.name, b.name))
        self.scene = self._put(self._gone_to(a, places[0]))
        self._show(doing, self._without(b.name), hand=self._hand(self.scene.figure(a.name)), away=(b.name,))
        self.scene = self._put(self._gone_to(b, places[1]))
        self._show(doing, hand=self._hand(self.scene.figure(b.name)))

    def _pair(self) -> tuple[FigureModel, FigureModel]:
        there = [f.name for f in self.scene.figures]
        if self.twins is not None and all(n in there for n in self.twins):
            return self.scene.figure(self.twins[0]), self.scene.figure(self.twins[1])
        figures = self._some(len(there))
        plain = [f for f in figures if f.mark is None and f.ring is None]
        a, b = (plain if len(plain) > 1 else figures)[:2]
        return a, b

    def passing(self, doing: str) -> None:
        """A hand goes over the table and touches nothing."""
        low, high = self.scene.table.mat.low_mm, self.scene.table.mat.high_mm
        y = float(self.rng.uniform(low[1] + 60, high[1] - 60))
        for share in (0.15, 0.4, 0.65, 0.9):
            self._show(doing, hand=Hand(low[0] + share * (high[0] - low[0]), y, 95.0, self._side_deg(y)))

    def bump(self, doing: str) -> None:
        """The camera is knocked a little or a lot, and stays so."""
        scale = 0.2 if "small" in doing else 1.1
        turn = self.rng.choice([-1.0, 1.0], 3) * self.rng.uniform(0.6, 1.0, 3) * (scale, scale, 0.4 * scale)
        was = self.turn_deg
        self.turn_deg = (was[0] + float(turn[0]), was[1] + float(turn[1]), was[2] + float(turn[2]))
        self._show(doing, bump=True)

    def sheet(self, doing: str) -> None:
        """A sleeve pushes one sheet."""
        index = int(self.rng.integers(len(self.scene.sheets)))
        sheets = list(self.scene.sheets)
        old = sheets[index]
        middle = self.scene.table.mat
        x_in = math.copysign(14.0, (middle.low_mm[0] + middle.high_mm[0]) / 2 - old.x_mm)
        sheets[index] = replace(old, x_mm=old.x_mm + x_in, y_mm=old.y_mm + 5.0, turn_deg=old.turn_deg + 4.0)
        self._show(doing, hand=Hand(old.x_mm, old.y_mm, 12.0, self._side_deg(old.y_mm)))
        self.scene = replace(self.scene, sheets=tuple(sheets))
        self._show(doing)

    def lamp(self, doing: str) -> None:
        """Another lamp is switched on: other colour, other side."""
        light = self.scene.light
        colour = str(self.rng.choice(["#ffd9a6", "#dfe9ff", "#ffe8c8"]))
        other = replace(light, azimuth_deg=light.azimuth_deg + 110, colour=colour, ambient=0.55)
        self.scene = replace(self.scene, light=other)
        self._show(doing)

    def shadow(self, doing: str) -> None:
        """Somebody leans over the table's edge; only the shadow is seen."""
        low, high = self.scene.table.mat.low_mm, self.scene.table.mat.high_mm
        x = float(self.rng.uniform(low[0] + 150, high[0] - 150))
        for reach in (0.25, 0.5, 0.55, 0.3):
            y = low[1] + reach * (high[1] - low[1])
            outline = ((x - 150, low[1] - 300), (x + 150, low[1] - 300), (x + 90, y - 30), (x, y), (x - 90, y - 30))
            self._show(doing, shade=outline)

    def things(self, doing: str) -> None:
        """A die and a phone are put down, and stay."""
        die, phone = self._free(14.0), self._free(64.0)
        turn = float(self.rng.uniform(0, 180))
        more = (
            TerrainModel("die", "rough", 16.0, box_outline(*die, 16.0, 16.0, turn), colour="#e8e2d0"),
            TerrainModel("phone", "rough", 9.0, box_outline(*phone, 112.0, 58.0, turn), colour="#15171c"),
        )
        for piece, (x, y) in zip(more, (die, phone), strict=True):
            self.scene = replace(self.scene, terrain=(*self.scene.terrain, piece))
            self._show(doing, hand=Hand(x, y, 20.0, self._side_deg(y)))

    def take(self, doing: str) -> None:
        """A casualty is taken off, and nobody says so."""
        (figure,) = self._some()
        self._show(doing, hand=self._hand(figure))
        self.scene = self._without(figure.name)
        self.gone.append(figure.name)
        self._show(doing)

    def clear(self, doing: str) -> None:
        """All figures leave the table, the last one too."""
        names = [f.name for f in self.scene.figures]
        for name in names:
            if name == names[-1]:
                self._show(doing, hand=self._hand(self.scene.figure(name)))
            self.scene = self._without(name)
            self.gone.append(name)
        self._show(doing)

    def dropout(self, doing: str) -> None:
        """Pictures that are black, repeated or torn, and then good ones."""
        faults: Sequence[Fault] = ("torn", "black", "black", "frozen", "frozen")
        for fault in faults:
            self._show(doing, fault=fault)


HAPPENINGS: dict[str, Callable[[Evening, str], None]] = {
    "carry": Evening.carry,
    "carry again": Evening.carry,
    "walk": Evening.walk,
    "dash": Evening.dash,
    "nudge": Evening.nudge,
    "two": Evening.two,
    "two again": Evening.two,
    "passing hand": Evening.passing,
    "small bump": Evening.bump,
    "large bump": Evening.bump,
    "sheet": Evening.sheet,
    "lamp": Evening.lamp,
    "shadow": Evening.shadow,
    "things": Evening.things,
    "take": Evening.take,
    "dropout": Evening.dropout,
    "clear": Evening.clear,
}
"""Everything that may happen, by name. `clear` ends an evening."""
