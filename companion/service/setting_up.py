"""The ghosts of a saved table beside the table as it is: chosen on a phone, compared at each turn of the loop.

Changed only by the loop's thread; what phones say comes through the inbox.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.service.core import Core, figure_seen
from companion.service.ghosts import FigureGhost, PieceGhost, compare
from companion.service.saved import SavedTable
from companion.service.terrain_models import FigureGhostView, GhostsView, PieceGhostView
from companion.table.state import TerrainPiece

TOLERANCE_MM = 10.0


class SettingUp:
    """tolerance_mm: how far from its ghost a thing may stand. carried: names of terrain with a marker."""

    def __init__(self, tolerance_mm: float = TOLERANCE_MM, carried: Collection[str] = ()) -> None:
        self._tolerance_mm, self._carried = tolerance_mm, frozenset(carried)
        self._saved: SavedTable | None = None
        self._found: tuple[TerrainPiece, ...] = ()

    @property
    def saved(self) -> SavedTable | None:
        """The table whose ghosts are shown."""
        return self._saved

    def show(self, saved: SavedTable | None) -> None:
        """Show the ghosts of this table; None: of none."""
        self._saved, self._found = saved, ()

    def found(self, pieces: tuple[TerrainPiece, ...]) -> None:
        """Terrain as it was just found beside the empty table."""
        self._found = pieces

    @property
    def pieces(self) -> tuple[TerrainPiece, ...]:
        """What was found last."""
        return self._found

    def view(self, core: Core, current: bool) -> GhostsView | None:
        """What stands wrong now; None: no ghosts are shown."""
        if self._saved is None:
            return None
        now = {
            figure_id: track.place
            for figure_id, track in core.tracks.items()
            if current and track.state == "moving" and track.place is not None
        }
        seen = {figure.id for figure in core.table.figures if figure_seen(core, figure.id, current)}
        found = compare(
            self._saved, core.table, self._tolerance_mm, seen, now=now, carried=self._carried, found=self._found
        )
        return GhostsView(
            self._saved.name,
            self._tolerance_mm,
            [_figure(one) for one in found.figures],
            [_piece(one) for one in found.terrain],
            list(found.extra),
            found.matches,
            list(found.unmeasured),
        )


def _figure(ghost: FigureGhost) -> FigureGhostView:
    one = ghost.figure
    return FigureGhostView(
        one.name,
        one.x_mm,
        one.y_mm,
        ghost.state,
        one.base_shape,
        one.base_length_mm,
        one.base_width_mm,
        one.heading_deg,
        _rounded(ghost.off_mm),
        _rounded(ghost.sigma_mm),
        _rounded(ghost.dx_mm),
        _rounded(ghost.dy_mm),
        ghost.level_off,
    )


def _piece(ghost: PieceGhost) -> PieceGhostView:
    one = ghost.piece
    return PieceGhostView(
        one.name,
        one.kind,
        one.outline_mm,
        ghost.state,
        _rounded(ghost.off_mm),
        _rounded(ghost.dx_mm),
        _rounded(ghost.dy_mm),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
