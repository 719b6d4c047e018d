"""Tables nobody tuned anything on: a number in, a picture and its empty table out, unlike in light, lens and place.

Numbers go round the kinds below, so that eight in a row show each kind once; everything else is drawn by the number.
Between the empty picture and the other one exposure and white balance drift, as a camera's do; in one kind a lamp is
switched on, in another things are put on the table and a person leans in.

Not done here: gloss, and light from surface to surface.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from calibration.pattern import marker_pattern
from companion.scenes.camera import camera_over
from companion.scenes.from_setup import CLOTHS
from companion.scenes.places import FreePlaces, Point
from companion.scenes.random_scene import FIRST_FIGURE_MARKER, HAT_SIDES_MM, corner_sheets, random_terrain
from companion.scenes.scene import (
    BodyKind,
    FigureMark,
    FigureModel,
    Light,
    Scene,
    Sensor,
    TableTop,
    TerrainModel,
    Thing,
    ThingKind,
)
from companion.scenes.tabletop import level_light_at
from companion.scenes.textures import Rectangle, Theme
from companion.table.state import GridSpec

HERO_PAINTS = {
    "red": ("#b3242a", "#c4161c", "#d01f12"),
    "blue": ("#2450b0", "#1b3fc0", "#2a58c8"),
    "green": ("#23843c", "#1f9a3a", "#3a8a24"),
    "yellow": ("#dcb820", "#f0cf1e", "#e6b40f"),
}
MONSTER_PAINTS = {
    "green": ("#23843c", "#2f9130"),
    "brown": ("#6b4527", "#74431f"),
    "light blue": ("#84cdf6", "#7cc4ee"),
    "dark blue": ("#262c72", "#23307a"),
    "red": ("#b3242a", "#c4161c"),
    "purple": ("#6d3490", "#7a2f9c"),
}
"""Rings of Dark World's heroes, whole discs of its monsters, in paints that people would call so."""
BASES = ("#4a4033", "#3a3a38", "#5a5c3a", "#75654a", "#2e2a26")
WARM, COLD, WHITE, TUBE = "#ffc98a", "#cfe0ff", "#fff6e8", "#f2ffe6"
SIZES_MM = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0)
FOOTS: tuple[BodyKind, ...] = ("soldier", "mage")
BRUTES: tuple[BodyKind, ...] = ("brute", "beast", "soldier")


@dataclass(frozen=True, slots=True)
class FreshKind:
    """A kind of table: how it is seen and what lies on it. lamps: kind of light. cluttered: things come to lie on it
    after the empty picture. before: light of the empty picture, if another."""

    name: str
    pose: str
    lens: str
    mat_mm: tuple[float, float]
    theme: Theme
    lamps: str
    grid: str | None = None
    before: str | None = None
    cluttered: bool = False
    dictionary: str = "DICT_4X4_50"


KINDS: tuple[FreshKind, ...] = (
    FreshKind("overhead, daylight", "overhead", "standard", (900, 600), "grass", "soft", "hex"),
    FreshKind("wide, warm and cold lamp", "overhead", "wide", (1120, 760), "slate", "mixed"),
    FreshKind("60 degrees, window", "oblique", "webcam", (900, 600), "sand", "window"),
    FreshKind("48 degrees, one warm lamp", "oblique48", "standard", (900, 600), "slate", "ceiling", "square"),
    FreshKind("phone in the hand", "phone", "phone", (600, 600), "wood", "tube"),
    FreshKind(
        "36 degrees, low", "low", "standard", (900, 600), "sand", "window", "hex", dictionary="DICT_APRILTAG_36h11"
    ),
    FreshKind("a lamp switched on", "oblique", "standard", (900, 600), "grass", "evening", before="soft"),
    FreshKind("things and a shadow", "steep", "standard", (900, 600), "plain", "ceiling", "square", cluttered=True),
)


@dataclass(frozen=True, slots=True, eq=False)
class FreshTable:
    """A picture's scene and that of the empty table before it."""

    kind: FreshKind
    scene: Scene
    empty: Scene


def fresh_table(number: int, *, size_px: tuple[int, int] = (1920, 1080)) -> FreshTable:
    """The number-th table, 1 and up."""
    kind = KINDS[(number - 1) % len(KINDS)]
    rng = np.random.default_rng(7_000_000 + number)
    mat = Rectangle((0.0, 0.0), kind.mat_mm)
    azimuth, roll = float(rng.uniform(-110, -70)), float(rng.uniform(-3, 3))
    fill = float(rng.uniform(0.84, 0.95))
    camera = camera_over(
        mat.low_mm,
        mat.high_mm,
        pose=kind.pose,
        lens=kind.lens,
        size_px=size_px,
        azimuth_deg=azimuth,
        roll_deg=roll,
        fill=fill,
    )
    free = FreePlaces(mat.grown(-12), rng)
    sheets = corner_sheets(rng, kind.mat_mm, "marker", 50.0, kind.dictionary)
    for sheet in sheets:
        free.take(sheet.x_mm, sheet.y_mm, 0.71 * sheet.card_mm)
    pieces = random_terrain(rng, free)
    figures = _figures(rng, free, pieces, kind.dictionary)
    light = _light(kind.lamps, rng)
    before = light if kind.before is None else _light(kind.before, rng)
    grid = None if kind.grid is None else GridSpec("hex" if kind.grid == "hex" else "square", 25.4)
    top = TableTop(mat, kind.theme, grid, seed=number)
    things = _things(rng, free, mat, light) if kind.cluttered else ()
    scene = Scene(
        camera,
        top,
        kind.dictionary,
        sheets,
        figures,
        pieces,
        light=light,
        sensor=_sensor(light, mat, rng),
        things=things,
    )
    empty = replace(scene, figures=(), things=(), light=before, sensor=_sensor(before, mat, rng))
    return FreshTable(kind, scene, empty)


def _figures(
    rng: np.random.Generator, free: FreePlaces, pieces: tuple[TerrainModel, ...], dictionary: str
) -> tuple[FigureModel, ...]:
    """Four rings, four unmarked figures and two marked ones; some close to another, one of them on the hill."""
    standing: list[FigureModel] = []
    hill = next((piece for piece in pieces if piece.kind == "hill"), None)
    on_hill = int(rng.integers(0, 12))
    for index, mode in enumerate(("ring", "disc", "plain", "plain", "ring", "plain", "disc", "plain", "hat", "hat")):
        figure = _figure(rng, index, mode, dictionary)
        if hill is not None and hill.top_outline_mm is not None and index == on_hill:
            x, y = np.mean(hill.outline_mm, axis=0) + rng.uniform(-8, 8, 2)
            figure = replace(figure, x_mm=float(x), y_mm=float(y), level_mm=hill.height_mm, stands_on=hill.name)
        else:
            found = None
            if standing and rng.random() < 0.3:
                found = _beside(rng, free, standing[-1], figure.length_mm / 2)
            found = found or free.find(figure.length_mm / 2)
            if found is None:
                continue
            figure = replace(figure, x_mm=found[0], y_mm=found[1])
        standing.append(figure)
    return tuple(standing)


def _beside(rng: np.random.Generator, free: FreePlaces, other: FigureModel, radius_mm: float) -> Point | None:
    """A place 0.5 to 12 mm from another figure's base, if that is free."""
    if other.level_mm > 0:
        return None
    (x0, y0), (x1, y1) = free.area.low_mm, free.area.high_mm
    for _try in range(30):
        away, way = other.length_mm / 2 + radius_mm + float(rng.uniform(0.5, 12)), float(rng.uniform(0, 2 * math.pi))
        x, y = other.x_mm + away * math.cos(way), other.y_mm + away * math.sin(way)
        inside = x0 + radius_mm < x < x1 - radius_mm and y0 + radius_mm < y < y1 - radius_mm
        clear = all(
            math.hypot(x - a, y - b) >= radius_mm + r + 0.5
            for a, b, r in free.taken
            if (a, b) != (other.x_mm, other.y_mm)
        )
        if inside and clear:
            free.take(x, y, radius_mm)
            return x, y
    return None


def _figure(rng: np.random.Generator, index: int, mode: str, dictionary: str) -> FigureModel:
    width = float(rng.choice(SIZES_MM[:4] if mode in ("ring", "hat") else SIZES_MM))
    large = width >= 40 and rng.random() < 0.7
    bodies = BRUTES if large else FOOTS
    figure = FigureModel(
        f"F{index}",
        0.0,
        0.0,
        float(rng.uniform(0, 360)),
        width,
        width,
        thickness_mm=float(rng.choice((3.0, 3.5, 4.0, 5.0))),
        height_mm=float(rng.uniform(38, 60) if large else rng.uniform(30, 40)),
        body=bodies[int(rng.integers(0, len(bodies)))],
        cloth=(*CLOTHS, "#6f6a60", "#c9c2b2", "#35322e")[int(rng.integers(0, len(CLOTHS) + 3))],
        base_colour=BASES[int(rng.integers(0, len(BASES)))],
    )
    match mode:
        case "ring" | "disc":
            paints = HERO_PAINTS if mode == "ring" else MONSTER_PAINTS
            name = list(paints)[int(rng.integers(0, len(paints)))]
            paint = paints[name][int(rng.integers(0, len(paints[name])))]
            ring_width = float(rng.uniform(3.0, 4.5)) if mode == "ring" else width
            return replace(figure, ring=name, ring_paint=paint, ring_width_mm=ring_width)
        case "hat":
            marker = FIRST_FIGURE_MARKER + index
            side = float(rng.choice(HAT_SIDES_MM))
            mark = FigureMark(marker, marker_pattern(dictionary, marker, side), figure.height_mm + 4)
            return replace(figure, mark=mark)
        case _:
            return figure


def _light(name: str, rng: np.random.Generator) -> Light:
    """Daylight from all round; two lamps of unlike colours; a window; one ceiling lamp; a tube; an evening's two."""
    way = float(rng.uniform(0, 360))
    match name:
        case "soft":
            return Light(way, float(rng.uniform(50, 70)), 0.6, 7.0, WHITE)
        case "mixed":
            cold = Light(way + 180 + float(rng.uniform(-40, 40)), 55.0, 0.55, 2.0, COLD, reach_mm=1400.0)
            return Light(way, 50.0, 0.45, 2.0, WARM, "#ffe9cf", 1100.0, (cold,))
        case "window":
            return Light(way, float(rng.uniform(32, 45)), 0.3, 8.0, COLD, "#e8efff", 2500.0)
        case "ceiling":
            return Light(way, float(rng.uniform(60, 75)), 0.22, 1.5, WARM, "#ffd9a8", 1300.0)
        case "tube":
            return Light(way, float(rng.uniform(55, 75)), 0.4, 6.0, TUBE, "#f4ffe9", 1600.0)
        case "evening":
            lamp = Light(way + 90, 48.0, 0.3, 1.5, WARM, reach_mm=900.0)
            return Light(way, float(rng.uniform(50, 70)), 0.6, 7.0, WHITE, others=(lamp,))
    raise ValueError(f"no light {name!r}")


def _sensor(light: Light, mat: Rectangle, rng: np.random.Generator) -> Sensor:
    """A camera that has set itself to the light: to its strength, and to most of its colour."""
    middle = np.add(mat.low_mm, mat.high_mm) / 2
    level = level_light_at(light, middle, middle[0:1], middle[1:2])[0]
    green = level[1]
    adapted = float(rng.uniform(0.5, 0.9))
    balance = (green / level) ** adapted * np.exp(rng.normal(0, 0.015, 3))
    exposure = -math.log2(float(level.mean())) + float(rng.normal(0, 0.06)) - 0.1
    noise = float(rng.uniform(0.005, 0.012))
    blue, mid, red = (float(v) for v in balance)
    return Sensor(noise=noise, exposure_ev=exposure, white_balance=(blue, mid, red), jpeg_quality=88)


def _things(rng: np.random.Generator, free: FreePlaces, mat: Rectangle, light: Light) -> tuple[Thing, ...]:
    """Two dice, paper, a phone and a cup on free places, and a person on the lamp's side of the table."""
    things = []
    kinds: tuple[tuple[ThingKind, float], ...] = (("paper", 91), ("phone", 82), ("cup", 42), ("die", 12), ("die", 12))
    for kind, reach in kinds:
        found = free.find(reach)
        if found is not None:
            colour = ("#d8d2c4", "#a02020", "#23407a", None)[int(rng.integers(0, 4))] if kind == "die" else None
            things.append(Thing(kind, *found, float(rng.uniform(0, 180)), colour))
    half = np.subtract(mat.high_mm, mat.low_mm) / 2
    way = np.array([math.cos(math.radians(light.azimuth_deg)), math.sin(math.radians(light.azimuth_deg))])
    edge = float(np.min(half / np.maximum(np.abs(way), 1e-6))) + 190.0
    x, y = np.add(mat.low_mm, mat.high_mm) / 2 + edge * way
    things.append(Thing("person", float(x), float(y)))
    return tuple(things)
