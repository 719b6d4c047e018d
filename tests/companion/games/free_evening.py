"""An evening at a free table, planned by the rules and drawn: who is moved where, with what else hands do meanwhile.

Idea: a match that sees no camera is played by a seed; whoever may move is moved, several in one act, at the table's
own pace. What that match takes is the truth: where each figure stands, how far it went by its rate. `free_watch` plays
the same evening with the camera and holds what it is told against this.

Not done here: fire and melee.
"""

from __future__ import annotations

import math
import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from companion.scenes.camera import camera_over
from companion.scenes.scene import Scene
from companion.scenes.stage import Cast, table_scene
from companion.scenes.textures import Rectangle
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match
from tests.companion.games.free_hands import Goal, Hands, Still, hill_under
from tests.companion.games.free_tables import DarkAge, Flintloque, Place2, Read, empty_table

CLOTHS = ("#3f5f9a", "#96383a", "#4d7345", "#b07a2c", "#7a4f8c", "#44737a", "#8a8478", "#5b4636")
TRIMS = ("#c8a24a", "#d9d4c6", "#2f2f38")
TWINS = 3
"""So many are dressed alike."""
CLEAR_MM = 4.0
MARK_PX = 20
"""A marker's middle keeps so far from the picture's edge."""
ACTS = ("one", "several", "group", "turned", "back", "resting", "topple", "die", "swap", "hair", "hair", "far")


@dataclass(frozen=True, slots=True)
class Gone:
    """A move that was made. kind: "legal", "hair" if the camera may not know, "far" if it cannot be."""

    to: Place2
    heading_deg: float
    read: Read
    kind: str = "legal"


@dataclass(frozen=True, slots=True)
class Act:
    """first, settled, last: pictures; from `settled` on nothing moves. moved: name -> its move, in this order; turned:
    name -> its new heading; aside: figures that were touched and stand where they stood."""

    kind: str
    first: int
    settled: int
    last: int
    moved: Mapping[str, Gone]
    turned: Mapping[str, float] = field(default_factory=dict)
    aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """script: acts, and "close" or "idle" for what is commanded between them."""

    table: Flintloque | DarkAge
    scene: Scene
    stills: tuple[Still, ...]
    script: tuple[Act | str, ...]


def begun(table: Flintloque | DarkAge, folder: Path) -> Match:
    """A match before its set-up."""
    header = Header(table.game.name, table.game.ruleset, dict(table.options), "typed")
    return Match(table.game, create_journal(folder / "game", header), wall_s=lambda: 1000.0)


class Planner:
    """One evening."""

    def __init__(self, table: Flintloque | DarkAge, seed: int, turns: int, pose: str) -> None:
        self.table, self.rng, self.turns = table, np.random.default_rng(seed), turns
        self._folder = tempfile.TemporaryDirectory()
        self.match = begun(table, Path(self._folder.name))
        self.match.see(empty_table(table), True)
        for name, at in table.places.items():
            assert isinstance(table.deploy(self.match, name, at), Accepted), name
        table.settle(self.match)
        self.hands = Hands(self._scene(pose))
        self.script: list[Act | str] = []
        self.first = self.hands.scene

    def plan(self) -> Planned:
        """All of it."""
        self.hands.rest()
        self.script.append(Act("start", 0, 0, len(self.hands.stills), {}))
        kinds: list[str] = []
        while self.match.state.turn <= self.turns and self.match.state.end is None:
            names = self.table.movers(self.match)
            if not names:
                self.script.append("idle")
                self.table.idle(self.match)
                continue
            while names:
                kinds = kinds or list(self.rng.permutation(ACTS))
                self._act(str(kinds.pop()), names)
                left = set(self.table.movers(self.match))
                names = [name for name in names if name in left and self.rng.random() < 0.97]
            self.script.append("close")
            self.table.close(self.match)
        self.match.close()
        return Planned(self.table, self.first, tuple(self.hands.stills), tuple(self.script))

    def _scene(self, pose: str) -> Scene:
        table = self.table
        placed = {figure.id: figure for figure in table.game.placed(self.match.state)}  # type: ignore[attr-defined]
        cast = []
        for n, (name, figure) in enumerate(placed.items()):
            known, ring = table.known.get(name, ("bare", ""))
            side = self.table.seat_of(self.match, name)
            dress = max(0, n - TWINS + 1)
            cloth, trim = CLOTHS[dress % len(CLOTHS)], TRIMS[dress // len(CLOTHS) % len(TRIMS)]
            cast.append(Cast(figure, known, ring, cloth, trim, side or None))
        width, height = table.size_mm
        px = (int(1.2 * width), int(1.2 * height)) if pose == "overhead" else (1680, 1050)
        camera = camera_over((0.0, 0.0), table.size_mm, pose=pose, size_px=px, fill=0.98)
        scene = table_scene(table.size_mm, cast, table.ground, size_px=px, camera=camera)
        marked = [f for f in scene.figures if f.mark is not None]
        turn = {f.name: float(self.rng.uniform(0, 360)) for f in scene.figures}
        assert marked
        return replace(scene, figures=tuple(replace(f, heading_deg=turn[f.name]) for f in scene.figures))

    def _act(self, kind: str, names: list[str]) -> None:
        hands, first = self.hands, len(self.hands.stills)
        order = [names[i] for i in self.rng.permutation(len(names))]
        moved: dict[str, Gone] = {}
        turned: dict[str, float] = {}
        aside: list[str] = []
        match kind:
            case "one" | "several" | "hair":
                for name in order[: 3 if kind == "several" else 1]:
                    gone = self._move(name, "hair" if kind == "hair" else "legal")
                    if gone is not None:
                        moved[name] = gone
            case "group":
                moved = self._pushed(order)
            case "far":
                self._far(order[0])
                gone = self._move(order[0], "legal")
                first = len(hands.stills) if gone is None else first
                moved = {order[0]: gone} if gone else {}
                if gone:
                    first = self.script[-1].last if isinstance(self.script[-1], Act) else first
            case "turned":
                name = str(self.rng.choice([f.name for f in hands.scene.figures]))
                figure = hands.scene.figure(name)
                turned[name] = (figure.heading_deg + float(self.rng.uniform(70, 180))) % 360
                hands.carry((name, figure.x_mm, figure.y_mm, turned[name]))
                aside.append(name)
            case "back":
                figure = hands.scene.figure(order[0])
                hands.carry((order[0], figure.x_mm, figure.y_mm, figure.heading_deg))
                aside.append(order[0])
            case "resting":
                others = [f for f in hands.scene.figures if f.name != order[0]]
                near = others[int(self.rng.integers(len(others)))]
                hand = hands.resting(near.x_mm, near.y_mm, 4)
                gone = self._move(order[0], "legal", beside=hand)
                moved = {order[0]: gone} if gone else {}
                hands.show(hand=hand, times=8)
                aside.append(near.name)
            case "topple":
                self._toppled(order[0])
                aside.append(order[0])
            case "die":
                at = self._free(14.0)
                hands.roll_die(*at, self.rng)
            case "swap":
                if len(order) > 1:
                    moved = self._follow(*order[:2])
        settled = hands.rest()
        self.script.append(Act(kind, first, settled, len(hands.stills), moved, turned, tuple(aside)))

    def _move(self, name: str, kind: str, to: Place2 | None = None, *, beside: Any = None) -> Gone | None:
        """A legal move, or one near the limit, made with a hand and taken by the match."""
        regions = self.table.regions(self.match, name)
        if not regions:
            return None
        rates = list(regions)
        fast = rates[-1]
        goal = to or (self._near_limit(name, fast) if kind == "hair" else self._inside(name, regions, rates))
        if goal is None:
            return None
        read = self._slowest(name, regions, goal)
        if kind == "hair" and not abs(read.over_mm) < 12:
            read = self.table.read(self.match, name, fast, goal) or read
        heading = float(self.rng.uniform(0, 360))
        self.hands.carry((name, *goal, heading), beside)
        gone = Gone(goal, heading, read, kind)
        if read.over_mm <= 0:
            self._take(name, gone)
        else:
            # the true match may not take it: the figure goes back a little, as its player is told to
            self.script.append(
                Act("over", len(self.hands.stills) - 3, self.hands.rest(), len(self.hands.stills), {name: gone})
            )
            back = self._inside(name, regions, rates)
            if back is None:
                return None
            read = self._slowest(name, regions, back)
            self.hands.carry((name, *back, heading))
            gone = Gone(back, heading, read, "legal")
            self._take(name, gone)
        return gone

    def _take(self, name: str, gone: Gone) -> None:
        said = self.table.move(self.match, name, gone.read.rate, gone.to)
        assert isinstance(said, Accepted), (name, gone, said)
        self.table.after(self.match, name)

    def _slowest(self, name: str, regions: Mapping[str, Any], goal: Place2) -> Read:
        """The slowest rate whose region has it, else the fastest."""
        for rate, region in regions.items():
            read = self.table.read(self.match, name, rate, goal)
            if read is not None and region.complaint(goal) is None:
                return read
        read = self.table.read(self.match, name, list(regions)[-1], goal)
        assert read is not None
        return read

    def _inside(self, name: str, regions: Mapping[str, Any], rates: list[str]) -> Place2 | None:
        rng = random.Random(int(self.rng.integers(2**31)))
        rate = rng.choice(rates)
        figure = self.hands.scene.figure(name)
        for _try in range(60):
            goal = regions[rate].sample(rng)
            far = math.dist(goal, (figure.x_mm, figure.y_mm)) > 14.0
            if far and self._may_stand(name, goal) and self._slowest(name, regions, goal).over_mm < -6.0:
                return round(goal[0], 1), round(goal[1], 1)
        return None

    def _near_limit(self, name: str, rate: str) -> Place2 | None:
        """A place whose way is within 4 mm of what the rate allows."""
        figure = self.hands.scene.figure(name)
        for _try in range(60):
            angle, want = float(self.rng.uniform(0, 2 * math.pi)), float(self.rng.uniform(-4.0, 4.0))
            low, high = 0.0, 400.0
            for _halving in range(18):
                far = (low + high) / 2
                at = figure.x_mm + far * math.cos(angle), figure.y_mm + far * math.sin(angle)
                read = self.table.read(self.match, name, rate, at)
                low, high = (far, high) if read is not None and read.over_mm < want else (low, far)
            at = (round(figure.x_mm + low * math.cos(angle), 1), round(figure.y_mm + low * math.sin(angle), 1))
            read = self.table.read(self.match, name, rate, at)
            if read is not None and abs(read.over_mm - want) < 1.0 and self._may_stand(name, at):
                return at
        return None

    def _far(self, name: str) -> None:
        """Put 25 to 60 mm beyond its limit; it is only astray."""
        rates = list(self.table.regions(self.match, name))
        figure = self.hands.scene.figure(name)
        for _try in range(60):
            angle, far = float(self.rng.uniform(0, 2 * math.pi)), float(self.rng.uniform(90, 420))
            at = (round(figure.x_mm + far * math.cos(angle), 1), round(figure.y_mm + far * math.sin(angle), 1))
            read = self.table.read(self.match, name, rates[-1], at) if rates else None
            if read is not None and 25 < read.over_mm < 60 and self._may_stand(name, at):
                first, heading = len(self.hands.stills), float(self.rng.uniform(0, 360))
                self.hands.carry((name, *at, heading))
                settled = self.hands.rest()
                gone = {name: Gone(at, heading, read, "far")}
                self.script.append(Act("far", first, settled, len(self.hands.stills), gone))
                return

    def _pushed(self, order: list[str]) -> dict[str, Gone]:
        """Up to six go the same way together, as far as all may."""
        angle = float(self.rng.uniform(0, 2 * math.pi))
        for _try in range(24):
            angle += 0.9
            far = float(self.rng.uniform(22, 60))
            step = far * math.cos(angle), far * math.sin(angle)
            goals: dict[str, Goal] = {}
            for name in order:
                figure = self.hands.scene.figure(name)
                at = round(figure.x_mm + step[0], 1), round(figure.y_mm + step[1], 1)
                regions = self.table.regions(self.match, name)
                legal = any(region.complaint(at) is None for region in regions.values())
                if legal and self._may_stand(name, at) and self._slowest(name, regions, at).over_mm < -4:
                    goals[name] = (name, *at, figure.heading_deg)
                if len(goals) == 6:
                    break
            if len(goals) >= min(3, len(order)):
                self.hands.push(list(goals.values()))
                moved = {}
                for name, (_, x, y, heading) in goals.items():
                    regions = self.table.regions(self.match, name)
                    if all(region.complaint((x, y)) is not None for region in regions.values()):
                        continue
                    moved[name] = Gone((x, y), heading, self._slowest(name, regions, (x, y)))
                    self._take(name, moved[name])
                return moved
        return {}

    def _follow(self, a: str, b: str) -> dict[str, Gone]:
        """One goes, the other takes exactly its place; both in one look."""
        was = self.hands.scene.figure(a)
        gone = self._move(a, "legal")
        if gone is None:
            return {}
        moved = {a: gone}
        place, regions = (was.x_mm, was.y_mm), self.table.regions(self.match, b)
        if any(region.complaint(place) is None for region in regions.values()) and self._may_stand(b, place):
            second = self._move(b, "legal", place)
            if second is not None:
                moved[b] = second
        return moved

    def _toppled(self, name: str) -> None:
        figure = self.hands.scene.figure(name)
        first = len(self.hands.stills)
        self.hands.topple(name)
        settled = self.hands.rest()
        self.script.append(Act("toppled", first, settled, len(self.hands.stills), {}, aside=(name,)))
        self.hands.carry((name, figure.x_mm, figure.y_mm, figure.heading_deg))

    def _may_stand(self, name: str, at: Place2) -> bool:
        """Where the camera has a chance, and a hand leaves room."""
        scene, point = self.hands.scene, shapely.Point(at)
        me = scene.figure(name)
        mat = Rectangle((0.0, 0.0), self.table.size_mm).grown(-me.length_mm / 2 - 3)
        if not all(low <= v <= high for v, low, high in zip(at, mat.low_mm, mat.high_mm, strict=True)):
            return False
        for piece in scene.terrain:
            ring = shapely.Polygon(piece.outline_mm)
            if piece.kind == "hill" and hill_under(scene, *at) is piece:
                top = shapely.Polygon(piece.top_outline_mm)
                if top.exterior.distance(point) < me.length_mm / 2 + 2:
                    return False
            elif piece.height_mm > 2 and ring.distance(point) < me.length_mm / 2 + 3:
                return False
        if me.mark is not None:
            up = np.array([(*at, me.mark.height_mm + 25.0), (*at, me.mark.height_mm)])
            seen = scene.camera.project(up)
            size = np.array([scene.camera.width_px, scene.camera.height_px])
            if not ((seen > MARK_PX).all() and (seen < size - MARK_PX).all()):
                return False
        if any(math.dist(at, (s.x_mm, s.y_mm)) < 0.71 * s.card_mm + me.length_mm / 2 for s in scene.sheets):
            return False
        others = (f for f in scene.figures if f.name != name)
        return all(math.dist(at, (f.x_mm, f.y_mm)) > (f.length_mm + me.length_mm) / 2 + CLEAR_MM for f in others)

    def _free(self, radius_mm: float) -> Place2:
        for _try in range(400):
            x, y = (float(self.rng.uniform(60, size - 60)) for size in self.table.size_mm)
            clear = all(
                math.dist((x, y), (f.x_mm, f.y_mm)) > f.length_mm / 2 + radius_mm + 3 for f in self.hands.scene.figures
            )
            terrain = all(
                shapely.Polygon(p.outline_mm).distance(shapely.Point(x, y)) > 20 for p in self.hands.scene.terrain
            )
            if clear and terrain:
                return x, y
        raise ValueError("there is no free place on this table")
