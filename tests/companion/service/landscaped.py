"""A watcher that takes terrain by hand, as a camera straight above: a pixel is half a millimetre, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.table.state import TerrainPiece, TerrainPlaced
from companion.vision.asks import Proposed, Tapped
from tests.companion.service.followed import Followed

PX_PER_MM = 2.0
HEIGHT_PX = 1000.0


@dataclass
class Landscaped(Followed):
    """terrain: as it was set last; proposed: what it sees beside the empty table."""

    terrain: tuple[TerrainPiece, ...] = ()
    proposed: tuple[TerrainPiece, ...] | str = ()
    empties: int = 0
    oldest: int = 1
    sets: list[tuple[TerrainPiece, ...]] = field(default_factory=list)

    def tap(self, frame_number: int, xy_px: tuple[float, float]) -> Tapped | str:
        point = self.on_level(frame_number, xy_px, 0.0)
        return point if isinstance(point, str) else Tapped(point, 25.0 if point[0] > 400 else 0.0, None)

    def on_level(self, frame_number: int, xy_px: tuple[float, float], level_mm: float) -> tuple[float, float] | str:
        if frame_number < self.oldest:
            return "That picture is no longer kept; tap on the newest one."
        return xy_px[0] / PX_PER_MM, (HEIGHT_PX - xy_px[1]) / PX_PER_MM

    def pictured(
        self, frame_number: int, points_mm: Sequence[tuple[float, float, float]]
    ) -> tuple[tuple[float, float] | None, ...] | str:
        if frame_number < self.oldest:
            return "That picture is no longer kept; tap on the newest one."
        return tuple((PX_PER_MM * x, HEIGHT_PX - PX_PER_MM * (y + z / 2)) for x, y, z in points_mm)

    def set_terrain(self, terrain: tuple[TerrainPiece, ...]) -> str | None:
        if self.refuses is None:
            self.terrain = terrain
            self.sets.append(terrain)
            self.coming.append(TerrainPlaced(terrain, 0.0))
        return self.refuses

    def propose_terrain(self) -> tuple[Proposed, ...] | str:
        if isinstance(self.proposed, str):
            return self.proposed
        return tuple(Proposed(f"p{n}", piece) for n, piece in enumerate(self.proposed, start=1))

    def take_empty(self) -> str | None:
        self.empties += self.refuses is None
        return self.refuses
