"""Terrain and saved tables as phones ask for them: checked here, told to the watcher, kept on disk.

Idea: the terrain of the table is the watcher's; a phone changes one piece of it. Two phones may do so between two
looks, so what the watcher was told last counts until a look shows something else. Each change is kept as a saved table
too, so that a crash loses no outline.

From any thread but the loop's and vision's, because it waits for both.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import cv2

from companion.geometry.polygons import is_simple, signed_area
from companion.service.device_models import Done
from companion.service.figure_models import clean_name
from companion.service.inbox import InboxFull
from companion.service.looker import Guided, Looker, NotHeard, Pictured
from companion.service.models import Fault
from companion.service.saved import LAST_OUTLINES, SavedTable, Tables, Unsaved, snapshot
from companion.service.setting_up import SettingUp
from companion.service.terrain_models import (
    DeleteTable,
    DrawnPiece,
    HideGhosts,
    LoadTerrain,
    LookForTerrain,
    OverlayView,
    Pair,
    ProposalsView,
    PutPiece,
    RemovePiece,
    RenameTable,
    SavedView,
    SaveTable,
    ShowGhosts,
    TableCommand,
    TablesView,
    TakeEmpty,
    TapAsked,
    TappedView,
    TerrainCommand,
)
from companion.table.state import TableState, TerrainPiece
from companion.vision.footprints import HEIGHTS_MM

LEAST_AREA_MM2 = 25.0
LEAST_TOP = 0.1
"""Least size of a hill's flat top, as a share of its foot."""
MOST_PIECES = 60
EMPTY_QUALITY = 95

T = TypeVar("T")

log = logging.getLogger(__name__)


class Terrain:
    """table: gives the newest; run: has something done in the loop."""

    def __init__(
        self,
        looker: Looker,
        tables: Tables,
        setting_up: SettingUp,
        table: Callable[[], TableState],
        run: Callable[[Callable[[], Any]], Any],
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._looker, self._tables, self._setting_up = looker, tables, setting_up
        self._table, self._run, self._wall_s = table, run, wall_s
        self._lock = threading.Lock()
        self._said: tuple[tuple[TerrainPiece, ...], tuple[TerrainPiece, ...]] | None = None

    def tap(self, asked: TapAsked) -> TappedView | Fault:
        """What a tap means. Faults: not_possible (with the reason), busy."""

        def words(guided: Guided) -> TappedView | Fault:
            at = (asked.x_px, asked.y_px)
            if asked.level_mm is not None and isinstance(guided, Pictured):
                point = guided.on_level(asked.picture, at, asked.level_mm)
                if isinstance(point, str):
                    return Fault("not_possible", point, "picture")
                return TappedView(round(point[0], 1), round(point[1], 1), asked.level_mm)
            found = guided.tap(asked.picture, at)
            if isinstance(found, str):
                return Fault("not_possible", found, "picture")
            x_mm, y_mm = found.xy_mm
            return TappedView(round(x_mm, 1), round(y_mm, 1), round(found.level_mm, 1), found.figure_id)

        return _heard(lambda: self._looker.tell(words))

    def overlay(self, picture: int) -> OverlayView | Fault:
        """The terrain as it lies in a picture; without pixels where the watcher cannot tell them."""

        def words(guided: Guided) -> OverlayView:
            pieces = [drawn(piece, guided, picture) for piece in self.present()]
            return OverlayView(picture, pieces, list(HEIGHTS_MM))

        return _heard(lambda: self._looker.tell(words))

    def propose(self) -> ProposalsView | Fault:
        """Pieces that nobody has outlined. Faults: not_possible (with the reason), busy."""
        newest = self._looker.newest()
        number = 0 if newest is None else newest.number

        def words(guided: Guided) -> ProposalsView | Fault:
            found = guided.propose_terrain()
            if isinstance(found, str):
                return Fault("not_possible", found)
            return ProposalsView(number, [drawn(one.piece, guided, number, one.id) for one in found])

        return _heard(lambda: self._looker.tell(words))

    def change(self, command: TerrainCommand) -> Done | Fault:
        """Faults: bad_command (what is wrong with the piece), not_found, not_possible, busy."""
        match command:
            case PutPiece():
                return self._put(command)
            case RemovePiece(name=name):
                return self._remove(name)
            case TakeEmpty():
                return _heard(lambda: self._looker.tell(self._take_empty))

    def tables(self) -> TablesView:
        """The saved tables."""
        tables, faults = self._tables.all()
        shown = [
            SavedView(one.name, one.saved_s, len(one.figures), len(one.terrain), one.name == LAST_OUTLINES)
            for one in tables
        ]
        return TablesView(shown, faults, self._tables.lasting)

    def command(self, command: TableCommand) -> Done | Fault:
        """Faults: bad_command, not_found, not_possible (the disk, or vision), busy."""
        try:
            return _heard(lambda: self._command(command))
        except Unsaved as unsaved:
            return Fault("not_possible", str(unsaved), "name")

    def present(self) -> tuple[TerrainPiece, ...]:
        """The terrain as it is or is about to be."""
        terrain = self._table().terrain
        with self._lock:
            said = self._said
        return said[1] if said is not None and terrain == said[0] else terrain

    def _command(self, command: TableCommand) -> Done | Fault:
        match command:
            case SaveTable(name=name):
                cleaned = clean_name(name)
                if not cleaned:
                    return Fault("bad_command", "The name is empty; write letters.", "name")
                table = self._table()
                self._tables.put(snapshot(table, cleaned, self._wall_s()))
                return Done()
            case RenameTable(name=name, to=to):
                cleaned = clean_name(to)
                if not cleaned:
                    return Fault("bad_command", "The new name is empty; write letters.", "to")
                self._tables.rename(name, cleaned)
                return Done()
            case HideGhosts():
                self._run(lambda: self._setting_up.show(None))
                return Done()
            case LookForTerrain():
                return self._look()
            case DeleteTable(name=name) | LoadTerrain(name=name) | ShowGhosts(name=name):
                saved = self._tables.get(name)
                if saved is None:
                    return Fault("not_found", "There is no saved table of this name any more.", "name")
                return self._with(command, saved)

    def _with(self, command: DeleteTable | LoadTerrain | ShowGhosts, saved: SavedTable) -> Done | Fault:
        match command:
            case DeleteTable():
                self._tables.delete(saved.name)
                return Done()
            case LoadTerrain():
                return self._set(tuple(piece.piece() for piece in saved.terrain), keep=False)
            case ShowGhosts():
                self._run(lambda: self._setting_up.show(saved))
                return Done()

    def _look(self) -> Done | Fault:
        found = self._looker.tell(lambda guided: guided.propose_terrain())
        if isinstance(found, str):
            return Fault("not_possible", found)
        self._run(lambda: self._setting_up.found(tuple(one.piece for one in found)))
        return Done()

    def _take_empty(self, guided: Guided) -> Done | Fault:
        """On vision's thread, so that the newest picture is the watcher's too."""
        said, newest = _done(guided.take_empty()), self._looker.newest()
        if isinstance(said, Done) and newest is not None:
            _, packed = cv2.imencode(".jpg", newest.image, [cv2.IMWRITE_JPEG_QUALITY, EMPTY_QUALITY])
            try:
                self._tables.put_empty(packed.tobytes())
            except Unsaved as unsaved:
                log.warning("%s", unsaved)
        return said

    def _put(self, command: PutPiece) -> Done | Fault:
        piece = piece_of(command)
        if isinstance(piece, Fault):
            return piece
        present = self.present()
        if command.was is not None and all(one.name != command.was for one in present):
            return Fault("not_found", "This piece of terrain is not there any more; draw it anew.", "was")
        if any(one.name == piece.name and one.name != command.was for one in present):
            return Fault("bad_command", f"There is a {piece.name} already; give this piece another name.", "name")
        if command.was is None:
            if len(present) >= MOST_PIECES:
                return Fault("bad_command", f"A table holds {MOST_PIECES} pieces of terrain at most.")
            return self._set((*present, piece))
        return self._set(tuple(piece if one.name == command.was else one for one in present))

    def _remove(self, name: str) -> Done | Fault:
        present = self.present()
        left = tuple(one for one in present if one.name != name)
        if len(left) == len(present):
            return Fault("not_found", "This piece of terrain is not there any more.", "name")
        return self._set(left)

    def _set(self, terrain: tuple[TerrainPiece, ...], *, keep: bool = True) -> Done | Fault:
        shown = self._table().terrain
        said = _heard(lambda: _done(self._looker.tell(lambda guided: guided.set_terrain(terrain))))
        if isinstance(said, Done):
            with self._lock:
                self._said = (shown, terrain)
            if keep:
                self._keep(terrain)
        return said

    def _keep(self, terrain: tuple[TerrainPiece, ...]) -> None:
        """Outlines are work: they outlive a crash. A disk that fails is no reason to refuse an outline."""
        try:
            self._tables.put(snapshot(TableState(terrain=terrain), LAST_OUTLINES, self._wall_s()))
        except Unsaved as unsaved:
            log.warning("The outlines are not kept: %s", unsaved)


def piece_of(command: PutPiece) -> TerrainPiece | Fault:
    """The piece that a phone describes, or what is wrong with it."""
    name, outline = clean_name(command.name), command.outline_mm
    if not name:
        return Fault("bad_command", "The piece needs a name; write letters.", "name")
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in outline):
        return Fault("bad_command", "A corner is not on any table.", "outline_mm")
    if not is_simple(outline):
        return Fault(
            "bad_command", "The outline crosses itself; tap the corners in order round the edge.", "outline_mm"
        )
    if abs(signed_area(outline)) < LEAST_AREA_MM2:
        return Fault("bad_command", "The outline encloses hardly anything; tap at least three corners.", "outline_mm")
    if signed_area(outline) < 0:
        outline = outline[::-1]
    top = None
    if command.kind == "hill" and command.slope_mm > 0 and command.height_mm > 0:
        top = flat_top(outline, command.slope_mm)
    return TerrainPiece(name, command.kind, command.height_mm, tuple(outline), top)


def flat_top(outline: Sequence[Pair], slope_mm: float) -> tuple[Pair, ...]:
    """A hill's flat top, corner for corner: each corner slope_mm nearer to the middle, at most nine tenths of the
    way."""
    mx, my = sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
    out = []
    for x, y in outline:
        arm = math.hypot(x - mx, y - my)
        share = max(LEAST_TOP, 1 - slope_mm / arm) if arm > 0 else 1.0
        out.append((mx + share * (x - mx), my + share * (y - my)))
    return tuple(out)


def drawn(piece: TerrainPiece, guided: Guided, picture: int, proposal: str | None = None) -> DrawnPiece:
    """A piece with its outlines in a picture, where the watcher can tell them."""
    outline, top = list(piece.outline), list(piece.top_outline or piece.outline)
    outline_px: list[Pair | None] = []
    top_px: list[Pair | None] = []
    if isinstance(guided, Pictured):
        points = [(x, y, 0.0) for x, y in outline] + [(x, y, piece.height_mm) for x, y in top]
        px = guided.pictured(picture, points)
        if not isinstance(px, str):
            rounded = [None if at is None else (round(at[0], 1), round(at[1], 1)) for at in px]
            outline_px, top_px = rounded[: len(outline)], rounded[len(outline) :]
    top_mm = None if piece.top_outline is None else top
    return DrawnPiece(piece.name, piece.kind, piece.height_mm, outline, outline_px, top_px, top_mm, proposal)


def _done(refused: str | None) -> Done | Fault:
    return Done() if refused is None else Fault("not_possible", refused)


def _heard(what: Callable[[], T | Fault]) -> T | Fault:
    try:
        return what()
    except NotHeard as fault:
        return Fault(fault.code, str(fault))
    except InboxFull as full:
        return Fault("busy", str(full))
