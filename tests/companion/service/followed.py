"""A watcher that follows figures and takes people's words, by hand: the seam under `Guided`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.state import Figure, FigureGone, FigurePlaced, Place, TableEvent, TerrainPiece
from companion.vision.asks import Ask, Evidence, Option, Proposed, Tapped, TrackNow
from companion.vision.frame import Frame, Look


def jpeg(grey: int = 90, size_px: int = 48) -> bytes:
    return cv2.imencode(".jpg", np.full((size_px, size_px, 3), grey, np.uint8))[1].tobytes()


def which(ask_id: str = "a1", side: str | None = None) -> Ask:
    """Two look-alikes were lifted."""
    options = (Option("ansel", "Ansel", "c1"), Option("edda", "Edda", "c2"))
    return Ask(ask_id, "which", "Which of them stands here?", options, ("ansel", "edda"), 0.0, None, "c3", side)


@dataclass
class Followed:
    """Everything it tells is what `now`, `asks` and `coming` say; what it was told is in `heard`."""

    now: dict[str, TrackNow] = field(default_factory=dict)
    asks: tuple[Ask, ...] = ()
    coming: list[TableEvent] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    crops: dict[str, bytes] = field(default_factory=lambda: {"c1": jpeg(60), "c2": jpeg(120), "c3": jpeg(180)})
    heard: list[tuple[str, ...]] = field(default_factory=list)
    refuses: str | None = None
    looked: int = 0

    # What the service sees

    def look(self, frame: Frame) -> Look:
        self.looked += 1
        coming, self.coming = tuple(self.coming), []
        evidence, self.evidence = tuple(self.evidence), []
        now = dict(self.now)
        seen = tuple(name for name, track in now.items() if track.state == "seen")
        return Look(frame.number, frame.time_s, coming, (0,), (), seen, tuple(now.values()), self.asks, evidence)

    def straighten(
        self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> NDArray[np.uint8] | None:
        x0, y0, x1, y1 = extent_mm
        return np.full((round((y1 - y0) * px_per_mm), round((x1 - x0) * px_per_mm), 3), 80, np.uint8)

    def answer(self, ask_id: str, option_id: str) -> str | None:
        self.heard.append(("answer", ask_id, option_id))
        if self.refuses is None:
            self.asks = tuple(ask for ask in self.asks if ask.id != ask_id)
        return self.refuses

    def rename(self, figure_id: str, name: str) -> str | None:
        self.heard.append(("rename", figure_id, name))
        return self.refuses

    def take_off(self, figure_id: str) -> str | None:
        self.heard.append(("off", figure_id))
        if self.refuses is None:
            self.now[figure_id] = TrackNow(figure_id, "off", 0.0)
            self.coming.append(FigureGone(figure_id, 0.0, "off"))
        return self.refuses

    def put_back(self, figure_id: str) -> str | None:
        self.heard.append(("back", figure_id))
        return self.refuses

    def tap(self, frame_number: int, xy_px: tuple[float, float]) -> Tapped | str:
        return "Nothing is there."

    def set_terrain(self, terrain: tuple[TerrainPiece, ...]) -> str | None:
        return None

    def propose_terrain(self) -> tuple[Proposed, ...] | str:
        return ()

    def take_empty(self) -> str | None:
        return None

    def crop(self, crop_id: str) -> bytes | None:
        return self.crops.get(crop_id)

    def set_veto(self, may: Callable[[str, tuple[float, float], tuple[float, float]], bool] | None) -> None:
        return None

    # The handles

    def stand(self, *figures: Figure) -> None:
        """These settle where they are, and are seen there."""
        for figure in figures:
            self.coming.append(FigurePlaced(figure, 0.0))
            self.now[figure.id] = TrackNow(figure.id, "seen", 0.0, figure.place)

    def go(self, figure: Figure, place: Place, moved_mm: float) -> None:
        """It is on its way."""
        self.now[figure.id] = TrackNow(figure.id, "moving", 0.0, place, moved_mm, 0.4)

    def rule(self, event: str, figure_id: str | None, text: str, crop: str | None = None, **numbers: float) -> None:
        self.evidence.append(Evidence(f"e{len(text)}", 0.0, self.looked, event, figure_id, text, numbers, crop))

    def tell(self, asks: Sequence[Ask]) -> None:
        self.asks = tuple(asks)


def moved(figure: Figure, x_mm: float, y_mm: float) -> Figure:
    return replace(figure, place=replace(figure.place, x_mm=x_mm, y_mm=y_mm))
