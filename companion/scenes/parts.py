"""Sheets, terrain and hands as coloured shapes, each with the name of what it belongs to.

A part is a solid, a paint and an owner; the tracer, the shadows and the truth's visibility all work on the same list
of parts. Figures have a file of their own. The same model gives the same part objects again: that is how a sequence of
pictures knows what has changed from one to the next.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from calibration.arrays import Floats
from companion.scenes.paint import Flat, House, Masonry, Paint, PrintOn
from companion.scenes.scene import Hand, SheetPrint, TerrainModel, Thing
from companion.scenes.solids import Capsule, Cone, Ellipsoid, Prism, Solid, convex_pieces


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One shape of one colour. owner: a figure's or terrain piece's name, "sheet 3", or "hand"."""

    solid: Solid
    paint: Paint
    owner: str


def square_mm(x: float, y: float, width: float, turn_rad: float, depth: float | None = None) -> Floats:
    """Counter-clockwise corners (4, 2) of a rectangle width along turn_rad, depth across it."""
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    a, b = width / 2, (width if depth is None else depth) / 2
    local = np.array([[a, b], [-a, b], [-a, -b], [a, -b]])
    return np.asarray(local @ np.array([[c, s], [-s, c]]) + (x, y))


@lru_cache(maxsize=256)
def sheet_parts(sheet: SheetPrint) -> tuple[Part, ...]:
    """A card with its print; the print lies thickness_mm above the table."""
    turn = math.radians(sheet.turn_deg)
    card = Prism(square_mm(sheet.x_mm, sheet.y_mm, sheet.card_mm, turn), 0.0, sheet.thickness_mm)
    return (Part(card, PrintOn(sheet.pattern, sheet.x_mm, sheet.y_mm, turn), f"sheet {sheet.id}"),)


@lru_cache(maxsize=256)
def terrain_parts(piece: TerrainModel) -> tuple[Part, ...]:
    """The piece's prism or frustum; trees stand as crowns on a low bed inside their outline."""
    if piece.kind == "trees":
        return tuple(_wood(piece))
    first = np.subtract(piece.outline_mm[1], piece.outline_mm[0])
    turn = math.atan2(first[1], first[0])
    paint: Paint
    match piece.kind:
        case "building":
            paint = House(piece.height_mm, wall=piece.colour or "#b9aa92", turn_rad=turn)
        case "wall":
            paint = Masonry(piece.colour or "#8c8a86")
        case "hill":
            paint = Flat(piece.colour or "#66743c", 0.34, 9.0)
        case "water":
            paint = Flat(piece.colour or "#3b6a80", 0.10, 12.0)
        case _:
            paint = Flat(piece.colour or "#7a6647", 0.25, 5.0)
    return tuple(Part(prism, paint, piece.name) for prism in terrain_prisms(piece))


def terrain_prisms(piece: TerrainModel) -> list[Prism]:
    """The piece's own prism or frustum as convex bodies, whatever is drawn there; flat ground is 0.4 mm high."""
    height = max(piece.height_mm, 0.4)
    if piece.top_outline_mm is None:
        return [Prism(outline, 0.0, height) for outline in convex_pieces(piece.outline_mm)]
    low, high = np.array(piece.outline_mm, float), np.array(piece.top_outline_mm, float)
    around = np.roll(low, -1, axis=0)
    if float((low[:, 0] * around[:, 1] - low[:, 1] * around[:, 0]).sum()) < 0:
        low, high = low[::-1], high[::-1]
    return [Prism(low, 0.0, height, high)]


def _wood(piece: TerrainModel) -> list[Part]:
    """A bed over the outline and trees spread inside it, the tallest as high as the piece."""
    parts = [Part(Prism(p, 0.0, 1.5), Flat("#4d4526", 0.3, 3.0), piece.name) for p in convex_pieces(piece.outline_mm)]
    outline = np.array(piece.outline_mm)
    centre = outline.mean(axis=0)
    reach = float(np.hypot(*(outline - centre).T).min())
    rng = np.random.default_rng(abs(int(outline.sum() * 16)))
    places = [(0.0, 0.0)] + [(0.62 * reach, a + rng.uniform(-0.3, 0.3)) for a in np.arange(5) * 2 * math.pi / 5]
    for index, (away, angle) in enumerate(places):
        x, y = float(centre[0] + away * math.cos(angle)), float(centre[1] + away * math.sin(angle))
        tall = piece.height_mm * (1.0 if index == 0 else float(rng.uniform(0.7, 0.93)))
        wide = min(0.36 * reach, 0.36 * tall)
        green = ("#35522a", "#3f5f2c", "#2c4a2b")[index % 3]
        parts.append(Part(Cone(x, y, 1.0, 0.4 * tall, 0.13 * wide + 1, 0.1 * wide + 0.6), Flat("#4e3823"), piece.name))
        for low, high, radius in ((0.24, 0.66, 1.0), (0.46, 0.84, 0.78), (0.66, 1.0, 0.5)):
            crown = Cone(x, y, low * tall, high * tall, radius * wide, 0.12 * radius * wide)
            parts.append(Part(crown, Flat(green, 0.35, 2.2), piece.name))
    return parts


@lru_cache(maxsize=256)
def hand_parts(hand: Hand) -> tuple[Part, ...]:
    """A hand that pinches what stands at its target: fingers on the far side, thumb on the near, arm and sleeve
    beyond.
    """
    c, s = math.cos(math.radians(hand.from_deg)), math.sin(math.radians(hand.from_deg))

    def at(back: float, side: float, up: float) -> tuple[float, float, float]:
        return hand.x_mm + c * back - s * side, hand.y_mm + s * back + c * side, hand.height_mm + up

    skin, cloth = Flat(hand.skin, 0.05, 9.0), Flat(hand.sleeve, 0.12, 3.0)
    nail = Flat("#dcae95")
    tilt = math.radians(14)
    turn = math.radians(hand.from_deg)
    parts = [
        Part(Ellipsoid(at(78, 2, 31), (42, 33, 14), turn, tilt), skin, "hand"),
        Part(Ellipsoid(at(58, -22, 22), (27, 14, 12), turn - 0.5, tilt), skin, "hand"),
        Part(Capsule(at(105, 2, 38), at(190, 0, 56), 23), skin, "hand"),
        Part(Capsule(at(165, 0, 52), at(520, 0, 120), 36), cloth, "hand"),
        Part(Capsule(at(160, 0, 51), at(172, 0, 54), 38), Flat("#e6e2d8", 0.05), "hand"),
        Part(Capsule(at(48, -28, 20), at(22, -22, 12), 9.5), skin, "hand"),
        Part(Capsule(at(22, -22, 12), at(6, -11, 0), 8.5), skin, "hand"),
    ]
    for knuckle, middle, tip, radius in (
        (-16.0, -14.0, -5.0, 8.6),
        (2.0, 5.0, 4.0, 8.8),
        (19.0, 21.0, 13.0, 8.2),
        (34.0, 36.0, 27.0, 7.2),
    ):
        short = abs(tip) * 0.7
        parts.append(Part(Capsule(at(48, knuckle, 34), at(8 + short, middle, 30), radius), skin, "hand"))
        parts.append(Part(Capsule(at(8 + short, middle, 30), at(-9 + short, tip, 6), radius * 0.92), skin, "hand"))
        parts.append(Part(Ellipsoid(at(-12.5 + short, tip, 11), (3.4, 4.2, 6), turn, 0.5), nail, "hand"))
    return tuple(parts)


@lru_cache(maxsize=64)
def thing_parts(thing: Thing) -> tuple[Part, ...]:
    """A die of 16 mm, a phone, a postcard of paper, a cup, or a person's upper body of half a metre."""
    x, y, turn = thing.x_mm, thing.y_mm, math.radians(thing.turn_deg)
    colour = thing.colour
    solids: list[tuple[Solid, Paint]]
    match thing.kind:
        case "die":
            solids = [(Prism(square_mm(x, y, 16, turn), 0.0, 16.0), Flat(colour or "#d8d2c4"))]
        case "phone":
            glass = Prism(square_mm(x, y, 140, turn, 65), 8.0, 8.3)
            solids = [
                (Prism(square_mm(x, y, 147, turn, 71), 0.0, 8.0), Flat(colour or "#2b2c30")),
                (glass, Flat("#15171c")),
            ]
        case "paper":
            solids = [(Prism(square_mm(x, y, 148, turn, 105), 0.0, 0.15), Flat(colour or "#ecebe6"))]
        case "cup":
            solids = [
                (Cone(x, y, 0.0, 95.0, 34.0, 41.0), Flat(colour or "#c9c3b4")),
                (Cone(x, y, 95.0, 95.3, 36.0, 36.0), Flat("#3a2617")),
            ]
        case "person":
            solids = [
                (Capsule((x, y, 60.0), (x, y, 430.0), 130.0), Flat(colour or "#3c4150", 0.1)),
                (Ellipsoid((x, y, 620.0), (85.0, 75.0, 110.0), turn), Flat("#b98a6c")),
            ]
    return tuple(Part(solid, paint, thing.kind) for solid, paint in solids)
