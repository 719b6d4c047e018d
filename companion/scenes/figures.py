"""A figure as a stack of simple shapes on its base, with its marker over the head or on the base.

The body is drawn in the figure's own frame (ahead, left, up) in shares of its height, so that one drawing serves every
size. A tag on the base keeps its place: the body steps aside, opposite to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from companion.scenes.paint import PAPER, Flat, Paint, PrintOn, Ring
from companion.scenes.parts import Part, square_mm
from companion.scenes.scene import BodyKind, FigureModel
from companion.scenes.solids import Capsule, Cone, Ellipsoid, Prism, Solid

SKIN, STEEL, LEATHER, WOOD = "#c99a78", "#8d9298", "#5d4530", "#6b4b2d"
TAG_MARGIN, DISC_MARGIN = 1.25, 0.82
"""A tag's card is TAG_MARGIN marker sides wide; a hat disc's radius is DISC_MARGIN marker sides (half the diagonal is
0.71).
"""


@dataclass(frozen=True, slots=True)
class _Pen:
    """Places shapes in the body's frame; tall_mm is the body's height above its feet."""

    x: float
    y: float
    feet_mm: float
    tall_mm: float
    heading_rad: float

    def at(self, ahead: float, left: float, up: float) -> tuple[float, float, float]:
        c, s, h = math.cos(self.heading_rad), math.sin(self.heading_rad), self.tall_mm
        return self.x + h * (c * ahead - s * left), self.y + h * (s * ahead + c * left), self.feet_mm + h * up

    def cone(
        self, place: tuple[float, float], up: tuple[float, float], radii: tuple[float, float], aspect: float = 1.0
    ) -> Cone:
        x, y, low = self.at(*place, up[0])
        h = self.tall_mm
        return Cone(x, y, low, self.feet_mm + h * up[1], h * radii[0], h * radii[1], self.heading_rad, aspect)

    def ball(
        self, place: tuple[float, float, float], radii: tuple[float, float, float], tilt: float = 0.0
    ) -> Ellipsoid:
        h = self.tall_mm
        return Ellipsoid(self.at(*place), (h * radii[0], h * radii[1], h * radii[2]), self.heading_rad, tilt)

    def rod(self, a: tuple[float, float, float], b: tuple[float, float, float], radius: float) -> Capsule:
        return Capsule(self.at(*a), self.at(*b), self.tall_mm * radius)


Drawn = list[tuple[Solid, Paint]]


def _soldier(pen: _Pen, cloth: str, trim: str) -> Drawn:
    return [
        (pen.rod((0.0, 0.07, 0.03), (0.0, 0.06, 0.42), 0.055), Flat(LEATHER)),
        (pen.rod((0.03, -0.08, 0.03), (0.0, -0.06, 0.42), 0.055), Flat(LEATHER)),
        (pen.cone((0.0, 0.0), (0.34, 0.52), (0.15, 0.115), 1.15), Flat(cloth, 0.15, 2.0)),
        (pen.cone((0.0, 0.0), (0.50, 0.55), (0.12, 0.12), 1.2), Flat(trim)),
        (pen.cone((0.0, 0.0), (0.54, 0.77), (0.11, 0.135), 1.35), Flat(cloth, 0.12, 2.0)),
        (pen.ball((0.0, 0.0, 0.77), (0.10, 0.17, 0.06)), Flat(STEEL)),
        (pen.rod((0.0, -0.18, 0.74), (0.13, -0.20, 0.56), 0.045), Flat(cloth)),
        (pen.rod((0.0, 0.18, 0.74), (0.12, 0.16, 0.58), 0.045), Flat(cloth)),
        (pen.ball((0.0, 0.0, 0.89), (0.075, 0.07, 0.085)), Flat(SKIN)),
        (pen.ball((-0.012, 0.0, 0.925), (0.085, 0.082, 0.075)), Flat(STEEL)),
        (pen.ball((0.17, 0.17, 0.58), (0.03, 0.14, 0.17)), Flat(trim, 0.08, 2.0)),
        (pen.rod((0.14, -0.20, 0.05), (0.14, -0.20, 1.0), 0.018), Flat(WOOD)),
    ]


def _mage(pen: _Pen, cloth: str, trim: str) -> Drawn:
    return [
        (pen.cone((0.0, 0.0), (0.0, 0.70), (0.21, 0.09)), Flat(cloth, 0.2, 3.0)),
        (pen.cone((0.0, 0.0), (0.0, 0.04), (0.22, 0.215)), Flat(trim)),
        (pen.ball((0.0, 0.0, 0.67), (0.09, 0.15, 0.06)), Flat(cloth)),
        (pen.rod((0.0, -0.15, 0.65), (0.14, -0.19, 0.52), 0.045), Flat(cloth)),
        (pen.rod((0.0, 0.15, 0.65), (0.12, 0.12, 0.50), 0.045), Flat(cloth)),
        (pen.ball((0.0, 0.0, 0.78), (0.07, 0.066, 0.08)), Flat(SKIN)),
        (pen.ball((0.045, 0.0, 0.72), (0.045, 0.05, 0.08)), Flat("#d8d4c8")),
        (pen.cone((0.0, 0.0), (0.81, 0.83), (0.14, 0.13)), Flat(cloth)),
        (pen.cone((0.0, 0.0), (0.83, 1.0), (0.085, 0.008)), Flat(cloth, 0.1, 2.0)),
        (pen.rod((0.15, -0.20, 0.03), (0.15, -0.20, 0.86), 0.017), Flat(WOOD)),
        (pen.ball((0.15, -0.20, 0.89), (0.045, 0.045, 0.045)), Flat(trim)),
    ]


def _brute(pen: _Pen, cloth: str, trim: str) -> Drawn:
    return [
        (pen.rod((0.0, 0.13, 0.05), (0.0, 0.10, 0.36), 0.09), Flat(cloth)),
        (pen.rod((0.06, -0.14, 0.05), (0.0, -0.10, 0.36), 0.09), Flat(cloth)),
        (pen.cone((0.0, 0.0), (0.28, 0.46), (0.20, 0.17), 1.2), Flat(LEATHER, 0.2, 2.0)),
        (pen.ball((0.02, 0.0, 0.58), (0.18, 0.24, 0.20)), Flat(cloth, 0.1, 4.0)),
        (pen.ball((-0.03, 0.0, 0.75), (0.15, 0.29, 0.12)), Flat(cloth, 0.1, 4.0)),
        (pen.rod((0.0, -0.30, 0.75), (0.16, -0.31, 0.45), 0.08), Flat(cloth)),
        (pen.rod((0.0, 0.30, 0.75), (0.12, 0.33, 0.44), 0.08), Flat(cloth)),
        (pen.ball((0.07, 0.0, 0.89), (0.10, 0.095, 0.11)), Flat(cloth)),
        (pen.cone((-0.03, 0.26), (0.78, 0.90), (0.09, 0.05)), Flat(trim)),
        (pen.rod((0.18, -0.31, 0.38), (0.30, -0.34, 0.84), 0.035), Flat(WOOD)),
        (pen.ball((0.30, -0.34, 0.86), (0.09, 0.09, 0.13)), Flat(STEEL)),
    ]


def _beast(pen: _Pen, cloth: str, trim: str) -> Drawn:
    legs: Drawn = [
        (pen.rod((ahead, left, 0.04), (ahead * 0.85, left * 0.85, 0.42), 0.07), Flat(cloth))
        for ahead, left in ((0.34, 0.16), (0.36, -0.16), (-0.34, 0.16), (-0.32, -0.16))
    ]
    return [
        *legs,
        (pen.ball((0.0, 0.0, 0.56), (0.48, 0.22, 0.22)), Flat(cloth, 0.12, 4.0)),
        (pen.ball((0.30, 0.0, 0.64), (0.24, 0.20, 0.22)), Flat(cloth, 0.12, 4.0)),
        (pen.rod((0.46, 0.0, 0.74), (0.58, 0.0, 0.86), 0.10), Flat(cloth)),
        (pen.ball((0.64, 0.0, 0.86), (0.17, 0.10, 0.11), -0.25), Flat(cloth)),
        (pen.rod((0.56, 0.06, 0.93), (0.52, 0.09, 1.0), 0.022), Flat(trim)),
        (pen.rod((0.56, -0.06, 0.93), (0.52, -0.09, 1.0), 0.022), Flat(trim)),
        (pen.rod((-0.44, 0.0, 0.62), (-0.70, 0.05, 0.44), 0.045), Flat(trim)),
    ]


BODIES: dict[BodyKind, Callable[[_Pen, str, str], Drawn]] = {
    "soldier": _soldier,
    "mage": _mage,
    "brute": _brute,
    "beast": _beast,
}


@lru_cache(maxsize=256)
def figure_parts(figure: FigureModel) -> tuple[Part, ...]:
    """Base, body and marker of a figure."""
    if figure.fallen:
        return tuple(Part(solid, paint, figure.name) for solid, paint in _lying(figure))
    parts = [Part(solid, paint, figure.name) for solid, paint in _body(figure)]
    parts.append(base_part(figure))
    if figure.mark is not None:
        parts.extend(_mark_parts(figure))
    return tuple(parts)


def base_part(figure: FigureModel) -> Part:
    """The base alone: a disc, an oval or a rectangle, slightly narrower at its top, with its ring if it has one."""
    heading = math.radians(figure.heading_deg)
    low, high = figure.level_mm, figure.level_mm + figure.thickness_mm
    paint: Paint = Flat(figure.base_colour, 0.25, 2.5)
    colour = figure.ring_paint or figure.ring
    if figure.shape == "rectangle":
        outline = square_mm(figure.x_mm, figure.y_mm, figure.length_mm, heading, figure.width_mm)
        if colour is not None:
            paint = Flat(colour)
        return Part(Prism(outline, low, high), paint, figure.name)
    radius, aspect = figure.length_mm / 2, figure.width_mm / figure.length_mm
    base = Cone(
        figure.x_mm, figure.y_mm, low, high, radius, radius - min(0.6, 0.3 * figure.thickness_mm), heading, aspect
    )
    if colour is not None:
        inner = max(radius - figure.ring_width_mm, 0.0)
        paint = Ring(Cone(base.x_mm, base.y_mm, low, high, inner, inner, heading, aspect), colour, paint)
    return Part(base, paint, figure.name)


def _body(figure: FigureModel) -> Drawn:
    heading = math.radians(figure.heading_deg)
    feet = figure.level_mm + figure.thickness_mm
    top = figure.level_mm + figure.height_mm
    x, y = figure.x_mm, figure.y_mm
    if figure.mark is not None and figure.mark_on_base:
        mark_x, mark_y, _ = figure.mark_place_mm()
        x, y = x - 0.75 * (mark_x - x), y - 0.75 * (mark_y - y)
    elif figure.mark is not None:
        top = min(top, figure.level_mm + figure.mark.height_mm - 1.5)
    return BODIES[figure.body](_Pen(x, y, feet, top - feet, heading), figure.cloth, figure.trim)


def _lying(figure: FigureModel) -> Drawn:
    """The base on edge, the body along the ground ahead of it; a marker shows its edge."""
    heading, floor = math.radians(figure.heading_deg), figure.level_mm
    c, s = math.cos(heading), math.sin(heading)
    wide, tall = figure.length_mm / 2, figure.height_mm - figure.thickness_mm

    def at(ahead: float, up: float) -> tuple[float, float, float]:
        return figure.x_mm + c * ahead, figure.y_mm + s * ahead, floor + up

    body = 0.16 * tall
    drawn: Drawn = [
        (Ellipsoid(at(0.0, wide), (figure.thickness_mm / 2, wide, wide), heading), Flat(figure.base_colour)),
        (Capsule(at(body, body), at(0.78 * tall, body), body), Flat(figure.cloth, 0.12, 2.0)),
        (Capsule(at(0.4 * tall, body), at(0.45 * tall, body), 1.1 * body), Flat(figure.trim)),
        (Ellipsoid(at(0.92 * tall, 0.6 * body), (0.09 * tall, 0.08 * tall, 0.08 * tall), heading), Flat(SKIN)),
    ]
    if figure.mark is not None and not figure.mark_on_base:
        side = figure.mark.pattern.side_mm * DISC_MARGIN
        drawn.append((Ellipsoid(at(figure.mark.height_mm, side), (0.8, side, side), heading), Flat(PAPER)))
    return drawn


def _mark_parts(figure: FigureModel) -> list[Part]:
    mark = figure.mark
    assert mark is not None
    x, y, z = figure.mark_place_mm()
    turn = math.radians(figure.heading_deg + mark.turn_deg - 90.0)
    paint = PrintOn(mark.pattern, x, y, turn)
    side = mark.pattern.side_mm
    if figure.mark_on_base:
        low = min(figure.level_mm + figure.thickness_mm, z - 0.2)
        tag = Prism(square_mm(x, y, side * TAG_MARGIN, turn), low, z)
        return [Part(tag, paint, figure.name)]
    disc = Cone(x, y, z - 1.0, z, side * DISC_MARGIN, side * DISC_MARGIN)
    foot = (figure.x_mm, figure.y_mm, figure.level_mm + figure.thickness_mm)
    stalk = Capsule(foot, (x, y, z - 1.5), 0.7)
    return [Part(disc, paint, figure.name), Part(stalk, Flat(PAPER), figure.name)]
