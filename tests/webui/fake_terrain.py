"""Terrain and saved tables in memory for the web's tests; the camera looks straight down on the table's extent."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from companion.service.device_models import Done
from companion.service.models import Fault, TableView, TerrainView
from companion.service.terrain_models import (
    DrawnPiece,
    FigureGhostView,
    GhostsView,
    HideGhosts,
    LoadTerrain,
    LookForTerrain,
    OverlayView,
    Pair,
    PieceGhostView,
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

if TYPE_CHECKING:
    from tests.webui.fake_service import FakeService

WIDTH_PX, HEIGHT_PX = 1920, 1080
HEIGHTS = [0.0, 10.0, 20.0, 30.0, 40.0, 60.0, 80.0, 100.0]


class FakeTerrain:
    """said: the commands it took. answer: a fault here is given instead. proposed: what it sees beside the empty
    table."""

    def __init__(self, service: FakeService) -> None:
        self._service = service
        self.said: list[TerrainCommand | TableCommand | TapAsked] = []
        self.fault: Fault | None = None
        self.proposed: list[TerrainView] = []
        self.saved: dict[str, TableView] = {}
        self.faults: list[str] = []

    def tap(self, asked: TapAsked) -> TappedView | Fault:
        self.said.append(asked)
        x0, y0, x1, y1 = self._service.view().table.extent_mm
        x = x0 + asked.x_px / WIDTH_PX * (x1 - x0)
        y = y1 - asked.y_px / HEIGHT_PX * (y1 - y0)
        return self.fault or TappedView(round(x, 1), round(y, 1), asked.level_mm or 0.0)

    def overlay(self, picture: int) -> OverlayView | Fault:
        return self.fault or OverlayView(picture, [self.drawn(one) for one in self._table.terrain], HEIGHTS)

    def propose(self) -> ProposalsView | Fault:
        pieces = [self.drawn(one, f"p{n}") for n, one in enumerate(self.proposed, start=1)]
        return self.fault or ProposalsView(self._service.view().picture, pieces)

    def change(self, command: TerrainCommand) -> Done | Fault:
        if self.fault is not None:
            return self.fault
        self.said.append(command)
        terrain = list(self._table.terrain)
        match command:
            case PutPiece():
                one = TerrainView(command.name, command.kind, command.height_mm, list(command.outline_mm))
                names = [piece.name for piece in terrain]
                if command.was in names:
                    terrain[names.index(command.was)] = one
                else:
                    terrain.append(one)
            case RemovePiece(name=name):
                terrain = [piece for piece in terrain if piece.name != name]
            case TakeEmpty():
                pass
        self._lay(terrain)
        return Done()

    def tables(self) -> TablesView:
        shown = [SavedView(n, time.time() - 90, len(t.figures), len(t.terrain)) for n, t in self.saved.items()]
        return TablesView(shown, self.faults)

    def command(self, command: TableCommand) -> Done | Fault:
        if self.fault is not None:
            return self.fault
        self.said.append(command)
        match command:
            case SaveTable(name=name):
                self.saved[name] = self._table
            case RenameTable(name=name, to=to):
                self.saved[to] = self.saved.pop(name)
            case LoadTerrain(name=name):
                self._lay(list(self.saved[name].terrain))
            case ShowGhosts(name=name):
                self._service.change(ghosts=self.ghosts(name))
            case HideGhosts():
                self._service.change(ghosts=None)
            case LookForTerrain():
                pass
            case _:
                del self.saved[command.name]
        return Done()

    # The handles

    def ghosts(self, name: str, state: Callable[[str], str] = lambda figure: "matches") -> GhostsView:
        """The ghosts of a saved table, each figure as far off as it now stands."""
        saved, now = self.saved[name], {one.name: one.place for one in self._table.figures}
        figures = []
        for one in saved.figures:
            if one.name is None:
                continue
            there = now.get(one.name)
            dx = None if there is None else one.place.x_mm - there.x_mm
            dy = None if there is None else one.place.y_mm - there.y_mm
            off = None if dx is None or dy is None else (dx * dx + dy * dy) ** 0.5
            said = "missing" if off is None else "off" if off > 10 else state(one.name)
            fields = {
                "name": one.name, "x_mm": one.place.x_mm, "y_mm": one.place.y_mm, "state": said,
                "base_shape": one.base_shape, "base_length_mm": one.base_length_mm, "base_width_mm": one.base_width_mm,
                "heading_deg": one.heading_deg, "off_mm": off, "sigma_mm": 0.6, "dx_mm": dx, "dy_mm": dy,
            }  # fmt: skip
            figures.append(msgspec.convert(fields, FigureGhostView))
        pieces = [PieceGhostView(t.name, t.kind, t.outline_mm, "outlined", 0.0, 0.0, 0.0) for t in saved.terrain]  # type: ignore[arg-type]
        names = {one.name for one in saved.figures}
        extra = [one.id for one in self._table.figures if one.name not in names]
        right = all(one.state == "matches" for one in figures) and not extra
        return GhostsView(name, 10.0, figures, pieces, extra, right, [t.name for t in saved.terrain])

    def px(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> Pair:
        x0, y0, x1, y1 = self._table.extent_mm
        lift = 0.2 * z_mm
        return (x_mm - x0) / (x1 - x0) * WIDTH_PX, (y1 - y_mm - lift) / (y1 - y0) * HEIGHT_PX

    def drawn(self, one: TerrainView, proposal: str | None = None) -> DrawnPiece:
        foot = [self.px(x, y) for x, y in one.outline_mm]
        top = [self.px(x, y, one.height_mm) for x, y in one.top_outline_mm or one.outline_mm]
        return DrawnPiece(one.name, one.kind, one.height_mm, one.outline_mm, foot, top, one.top_outline_mm, proposal)  # type: ignore[arg-type]

    @property
    def _table(self) -> TableView:
        return self._service.view().table

    def _lay(self, terrain: list[TerrainView]) -> None:
        table = self._table
        self._service.change(table=msgspec.structs.replace(table, terrain=terrain, revision=table.revision + 1))
