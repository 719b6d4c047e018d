"""A picture of the table a setup file describes.

The file says what there is, seldom where: terrain has its places, sheets and figures mostly not. What is not said is
put on free places by a seed. The table frame is the file's own (the first sheet's), so that nothing has to be turned.
The lens is the file's if it has one and the picture's shape allows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from calibration.pattern import Pattern, marker_pattern, saddle_pattern
from companion.scenes.camera import SceneCamera, camera_over
from companion.scenes.places import FreePlaces
from companion.scenes.scene import BodyKind, FigureMark, FigureModel, Scene, SheetPrint, TableTop, TerrainModel
from companion.scenes.textures import Rectangle, Theme
from companion.setup.dictionaries import dictionary_name
from companion.setup.model import FigureSection, Setup
from companion.setup.values import figure_base, grid_spec

SMALLEST_MM = (600.0, 400.0)
SHEET_GAP_MM = 6.0
MARGIN_SIDES = 1.25
"""A plain marker's card is this many sides wide: a quiet zone of an eighth of a side all round."""
CLOTHS = ("#3f5f9a", "#96383a", "#4d7345", "#7a4f8c", "#b07a2c", "#44737a")
BODIES: tuple[BodyKind, ...] = ("soldier", "mage")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a figure stands. level_mm and stands_on as in FigureModel."""

    x_mm: float
    y_mm: float
    heading_deg: float = 90.0
    level_mm: float = 0.0
    stands_on: str | None = None


def scene_from_setup(
    setup: Setup,
    camera: SceneCamera | None = None,
    places: Mapping[str, Standing] | None = None,
    *,
    seed: int = 0,
    pose: str = "overhead",
    size_px: tuple[int, int] = (1920, 1080),
    theme: Theme = "grass",
    table_seed: int = 1,
) -> Scene:
    """The scene of a checked setup. places: figures by name; others stand where the setup says, or on free places.

    camera: None for one in `pose` that takes in the whole table, from its longer side. seed: free places and headings;
    table_seed: the look of the table. A figure that finds no free place is left out.
    """
    rng = np.random.default_rng(seed)
    dictionary = dictionary_name(setup.table.dictionary) or setup.table.dictionary
    mat, sheets = _sheets(setup, dictionary)
    free = FreePlaces(mat.grown(-10), rng)
    for sheet in sheets:
        free.take(sheet.x_mm, sheet.y_mm, 0.71 * sheet.card_mm)
    terrain = tuple(
        TerrainModel(
            t.name, t.kind, t.height_mm, tuple(t.outline_mm), tuple(t.top_outline_mm) if t.top_outline_mm else None
        )
        for t in setup.terrain
    )
    for piece in terrain:
        free.take_outline(piece.outline_mm)
    standing = dict(places or {})
    for section in setup.figure:
        if section.at_mm is not None:
            standing.setdefault(section.name, Standing(*section.at_mm, heading_deg=float(rng.uniform(0, 360))))
    for section in setup.figure:
        if section.name in standing:
            free.take(standing[section.name].x_mm, standing[section.name].y_mm, _reach(section))
    figures = []
    for index, section in enumerate(setup.figure):
        at = standing.get(section.name)
        if at is None:
            found = free.find(_reach(section))
            if found is None:
                continue
            at = Standing(*found, heading_deg=float(rng.uniform(0, 360)))
        figures.append(_figure(setup, dictionary, section, index, at))
    if camera is None:
        wide = mat.high_mm[0] - mat.low_mm[0] >= mat.high_mm[1] - mat.low_mm[1]
        azimuth = -90.0 if wide else 0.0
        camera = camera_over(mat.low_mm, mat.high_mm, pose=pose, size_px=size_px, azimuth_deg=azimuth)
        camera = _with_lens(setup, camera, mat, pose, size_px)
    table = TableTop(mat, theme, grid_spec(setup), seed=table_seed)
    return Scene(camera, table, dictionary, sheets, tuple(figures), terrain)


def _with_lens(setup: Setup, camera: SceneCamera, mat: Rectangle, pose: str, size_px: tuple[int, int]) -> SceneCamera:
    """The camera with the setup's lens, moved so that the table still fills the picture; unchanged if the shapes
    differ.
    """
    lens = setup.lens
    if lens is None or lens.width_px * size_px[1] != lens.height_px * size_px[0]:
        return camera
    scale = size_px[0] / lens.width_px
    (fx, _, cx), (_, fy, cy), _ = lens.camera_matrix
    middle = ((cx + 0.5) * scale - 0.5, (cy + 0.5) * scale - 0.5)
    matrix = ((fx * scale, 0.0, middle[0]), (0.0, fy * scale, middle[1]), (0.0, 0.0, 1.0))
    k1, k2, p1, p2, k3 = (*lens.distortion, 0.0)[:5]
    nearer = fx * scale / camera.camera_matrix[0][0]
    target = np.array([*np.add(mat.low_mm, mat.high_mm) / 2, 0.0])
    centre = target + nearer * (camera.centre_mm - target)
    moved = -np.array(camera.rotation) @ centre
    return replace(
        camera,
        camera_matrix=matrix,
        distortion=(k1, k2, p1, p2, k3),
        translation_mm=(float(moved[0]), float(moved[1]), float(moved[2])),
        lens="setup",
    )


def _sheets(setup: Setup, dictionary: str) -> tuple[Rectangle, tuple[SheetPrint, ...]]:
    """The mat and its sheets: known ones where they are, else the first at the origin, others in free corners."""
    table = setup.table
    known = {sheet.id: (*sheet.at_mm, sheet.turn_deg) for sheet in setup.sheet}
    if not known:
        known[table.sheets[0]] = (0.0, 0.0, 0.0)
    card = card_width_mm(table.sheet_kind, table.sheet_side_mm)
    points = [(x, y) for x, y, _ in known.values()]
    points += [p for piece in setup.terrain for p in piece.outline_mm]
    points += [f.at_mm for f in setup.figure if f.at_mm is not None]
    reach = 0.71 * card if any(turn % 90 for _, _, turn in known.values()) else card / 2
    low, high = np.min(points, axis=0) - reach - SHEET_GAP_MM, np.max(points, axis=0) + reach + SHEET_GAP_MM
    short = np.maximum(np.array(SMALLEST_MM) - (high - low), 0)
    towards = np.mean(points, axis=0) - np.array(points[0])
    high = high + np.where(towards >= 0, short, 0)
    low = low - np.where(towards >= 0, 0, short)
    inset = card / 2 + SHEET_GAP_MM
    spots = [
        (float(x), float(y))
        for x, y in product(
            np.linspace(low[0] + inset, high[0] - inset, 5), np.linspace(low[1] + inset, high[1] - inset, 5)
        )
    ]
    blocked = [_disc(piece.outline_mm) for piece in setup.terrain]
    for marker_id in table.sheets:
        if marker_id in known:
            continue
        lain = [(x, y) for x, y, _ in known.values()]
        clear = [s for s in spots if all(np.hypot(s[0] - x, s[1] - y) > r + 0.71 * card for x, y, r in blocked)]
        best = max(clear or spots, key=lambda s: min(np.hypot(s[0] - x, s[1] - y) for x, y in lain))
        known[marker_id] = (*best, 0.0)
    sheets = tuple(
        SheetPrint(
            marker_id,
            sheet_pattern(table.sheet_kind, dictionary, marker_id, table.sheet_side_mm),
            *known[marker_id],
            card,
            table.sheet_thickness_mm,
        )
        for marker_id in table.sheets
        if marker_id in known
    )
    return Rectangle((float(low[0]), float(low[1])), (float(high[0]), float(high[1]))), sheets


def sheet_pattern(kind: str, dictionary: str, marker_id: int, side_mm: float) -> Pattern:
    """What is printed on a table sheet of this kind, "marker" or "saddle"."""
    if kind == "saddle":
        return saddle_pattern(dictionary, marker_id, side_mm)
    return marker_pattern(dictionary, marker_id, side_mm)


def card_width_mm(kind: str, side_mm: float) -> float:
    """Width of the card a sheet is printed on."""
    return side_mm * (2.7 if kind == "saddle" else MARGIN_SIDES)


def _disc(outline: list[tuple[float, float]]) -> tuple[float, float, float]:
    points = np.array(outline)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    return float(middle[0]), float(middle[1]), float(np.hypot(*(points - middle).T).max())


def _reach(section: FigureSection) -> float:
    base = figure_base(section)
    return float(np.hypot(base.length_mm, base.width_mm)) / 2 if base.shape == "rectangle" else base.length_mm / 2


def _figure(setup: Setup, dictionary: str, section: FigureSection, index: int, at: Standing) -> FigureModel:
    base = figure_base(section)
    sides = sorted({f.side for f in setup.figure if f.side is not None})
    cloth = CLOTHS[(sides.index(section.side) if section.side in sides else index) % len(CLOTHS)]
    body: BodyKind = BODIES[index % 2]
    if base.shape != "disc":
        body = "beast"
    elif base.length_mm >= 45:
        body = "brute"
    mark = None
    if section.marker is not None and section.marker_side_mm is not None:
        height = section.marker_height_mm if section.marker_height_mm is not None else section.height_mm
        pattern = marker_pattern(dictionary, section.marker, section.marker_side_mm)
        mark = FigureMark(section.marker, pattern, height, section.marker_offset_mm, section.marker_turn_deg)
    return FigureModel(
        section.name,
        at.x_mm,
        at.y_mm,
        at.heading_deg,
        base.length_mm,
        base.width_mm,
        base.shape,
        base.thickness_mm,
        section.height_mm,
        body,
        cloth,
        ring=section.ring,
        mark=mark,
        level_mm=at.level_mm,
        stands_on=at.stands_on,
        side=section.side,
    )
