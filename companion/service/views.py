"""The table as phones draw it: state and camera in, models out. Pure.

Numbers are rounded to what a screen can show (0.1 mm, 0.1 degrees), so that noise below that makes no new view.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.service.core import SLOW_S, Core, failing, figure_seen, notes_now, sheets_seen
from companion.service.feed import FeedState
from companion.service.health import CameraStatus
from companion.service.models import (
    CameraView,
    FigureView,
    GridView,
    NoteView,
    PlaceView,
    SheetView,
    TableView,
    TerrainView,
    View,
)
from companion.table.state import Figure, GridSpec, Place, Point, SheetPlace, TableState, TerrainPiece
from companion.vision.frame import Note

EMPTY_EXTENT = (-450.0, -300.0, 450.0, 300.0)
MARGIN_MM = 40.0
STEP_MM = 50.0
"""The extent grows and shrinks in such steps, so that the drawing does not tremble."""

NOT_MEASURING = Note(
    "not_measuring", "None of the last pictures could be used: nothing is measured, and places are old.", "fault"
)
HEALTHY: dict[bool, tuple[str, ...]] = {False: ("live", "starting"), True: ("live", "starting", "none", "stale")}
"""States of the camera that are as they should be, without and with pictures sent from phones."""
SPOILING = (NOT_MEASURING.code, "vision_slow", "internal")
"""Codes of notes with which the table is not known as it is now."""

Epoch = Callable[[float], float]
"""From the service's clock to seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """What does not change while the service runs.

    asked_px: the size the camera was asked for, None where it has its own.
    """

    sheets_wanted: tuple[int, ...] = ()
    asked_px: tuple[int, int] | None = None
    takes_uploads: bool = False


def build_view(core: Core, feed: FeedState, status: CameraStatus, fixed: Fixed, now_s: float, epoch: Epoch) -> View:
    """The whole view, with revision 0; who publishes it counts."""
    return View(
        revision=0,
        table=table_view(core, status.current, epoch),
        camera=camera_view(core, feed, status, epoch, recorded=feed.may_repeat and not fixed.takes_uploads),
        sheets_seen=sheets_seen(core, status.current),
        sheets_wanted=list(fixed.sheets_wanted),
        notes=[note_view(note) for note in _notes(core, feed, status, fixed, now_s)],
        devices=[],
        picture=core.number,
        time_s=round(epoch(now_s), 1),
        takes_uploads=fixed.takes_uploads,
    )


def what_is_wrong(view: View) -> str:
    """What the view says of why the table is not known as it is now; empty: it is known."""
    if view.camera.state not in HEALTHY[view.takes_uploads]:
        return view.camera.message
    if not any(note.code in SPOILING for note in view.notes):
        return ""
    return " ".join(note.message for note in view.notes if note.code in SPOILING or note.severity == "fault")


def camera_view(core: Core, feed: FeedState, status: CameraStatus, epoch: Epoch, recorded: bool = False) -> CameraView:
    """The camera's state; fps is of what arrives, not of what is looked at."""
    return CameraView(
        state=status.state,
        since_s=round(epoch(status.since_s), 1),
        source=feed.describe,
        message=status.message,
        fps=feed.fps,
        width_px=core.width_px,
        height_px=core.height_px,
        recorded=recorded,
    )


def table_view(core: Core, current: bool, epoch: Epoch) -> TableView:
    """The table. current: whether what the newest picture shows is how it is now."""
    table = core.table
    return TableView(
        revision=table.revision,
        extent_mm=extent_mm(table),
        figures=[_figure(figure, core, current, epoch) for figure in table.figures],
        terrain=[_terrain(piece) for piece in table.terrain],
        sheets=[_sheet(sheet, core, current) for sheet in table.sheets],
        grid=_grid(table.grid),
    )


def extent_mm(table: TableState) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 that holds sheets, figures and terrain, with a margin, in whole steps."""
    points = list(_points(table))
    if not points:
        return EMPTY_EXTENT
    xs, ys = [x for x, _ in points], [y for _, y in points]
    low = [STEP_MM * math.floor((min(axis) - MARGIN_MM) / STEP_MM) for axis in (xs, ys)]
    high = [STEP_MM * math.ceil((max(axis) + MARGIN_MM) / STEP_MM) for axis in (xs, ys)]
    return low[0], low[1], high[0], high[1]


def place_view(place: Place) -> PlaceView:
    """A place, rounded."""
    return PlaceView(
        x_mm=round(place.x_mm, 1),
        y_mm=round(place.y_mm, 1),
        sigma_mm=round(place.spread.sigma_mm, 2),
        level_mm=round(place.level_mm, 1),
        stands_on=place.stands_on,
    )


def note_view(note: Note) -> NoteView:
    """A note; a severity nobody knows is a warning."""
    match note.severity:
        case "info" | "fault" as severity:
            return NoteView(note.code, note.message, severity)
        case _:
            return NoteView(note.code, note.message, "warning")


def _notes(core: Core, feed: FeedState, status: CameraStatus, fixed: Fixed, now_s: float) -> Iterable[Note]:
    waited_s = now_s - max(core.picture_s or 0.0, feed.flowing_s or feed.started_s)
    if status.state in ("live", "starting") and feed.shot_s is not None and waited_s > SLOW_S:
        yield Note("vision_slow", f"Pictures come, but none has been worked out for more than {SLOW_S:g} s.")
    if not status.current:
        return
    if failing(core, now_s):
        yield NOT_MEASURING
    yield from notes_now(core, now_s)
    size = core.width_px, core.height_px
    if fixed.asked_px is not None and core.width_px and size != fixed.asked_px:
        asked, got = (f"{width} x {height}" for width, height in (fixed.asked_px, size))
        yield Note("camera_size", f"The camera was asked for {asked} and gives {got}.", "info")


def _figure(figure: Figure, core: Core, current: bool, epoch: Epoch) -> FigureView:
    heading = figure.heading_rad
    track = core.tracks.get(figure.id) if current else None
    moving = track if track is not None and track.state == "moving" and track.place is not None else None
    return FigureView(
        id=figure.id,
        name=figure.name,
        side=figure.side,
        place=place_view(figure.place),
        heading_deg=None if heading is None else round(math.degrees(heading) % 360, 1) % 360,
        base_shape=figure.base.shape,
        base_length_mm=figure.base.length_mm,
        base_width_mm=figure.base.width_mm,
        height_mm=figure.height_mm,
        marker=figure.marker,
        ring=figure.ring,
        seen=figure_seen(core, figure.id, current),
        seen_s=round(epoch(core.seen_s.get(figure.id, core.picture_s or 0.0)), 1),
        others=[place_view(place) for place in figure.others],
        doubt=figure.doubt,
        state=None if track is None else track.state,
        state_s=0.0 if track is None else round(epoch(track.since_s), 1),
        now=None if moving is None or moving.place is None else place_view(moving.place),
        moved_mm=_rounded(None if moving is None else moving.moved_mm, 1),
        moved_sigma_mm=_rounded(None if moving is None else moving.moved_sigma_mm, 2),
    )


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _terrain(piece: TerrainPiece) -> TerrainView:
    top = piece.top_outline
    return TerrainView(piece.name, piece.kind, piece.height_mm, list(piece.outline), None if top is None else list(top))


def _sheet(sheet: SheetPlace, core: Core, current: bool) -> SheetView:
    return SheetView(
        id=sheet.id,
        x_mm=round(sheet.x_mm, 1),
        y_mm=round(sheet.y_mm, 1),
        heading_deg=round(math.degrees(sheet.heading_rad) % 360, 1) % 360,
        side_mm=sheet.side_mm,
        sigma_mm=round(sheet.spread.sigma_mm, 2),
        seen=sheet.id in sheets_seen(core, current),
    )


def _grid(grid: GridSpec | None) -> GridView | None:
    if grid is None:
        return None
    return GridView(grid.kind, grid.cell_mm, grid.origin, round(math.degrees(grid.turn_rad), 3))


def _points(table: TableState) -> Iterable[Point]:
    for sheet in table.sheets:
        reach = sheet.side_mm * math.sqrt(0.5)
        yield from _round(sheet.x_mm, sheet.y_mm, reach)
    for figure in table.figures:
        reach = max(figure.base.length_mm, figure.base.width_mm) / 2
        yield from _round(figure.place.x_mm, figure.place.y_mm, reach)
    for piece in table.terrain:
        yield from piece.outline


def _round(x_mm: float, y_mm: float, reach_mm: float) -> Iterable[Point]:
    yield x_mm - reach_mm, y_mm - reach_mm
    yield x_mm + reach_mm, y_mm + reach_mm
