"""The service's two seams, faked: a watcher that reads a figure's place off the brightness, a scripted camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from companion.table.state import Base, Figure, FigurePlaced, Place, SheetPlace, SheetsPlaced, Spread
from companion.vision.camera import CameraFault, Shot
from companion.vision.frame import Frame, Look, Note

SPREAD = Spread((0.04, 0.0, 0.04))


def figure(figure_id: str, x_mm: float = 0.0, y_mm: float = 0.0, name: str | None = None) -> Figure:
    return Figure(figure_id, name, Base("disc", 25.0, 25.0, 3.0), 40.0, Place(x_mm, y_mm, SPREAD))


def sheet(number: int, x_mm: float = 0.0, y_mm: float = 0.0) -> SheetPlace:
    return SheetPlace(number, x_mm, y_mm, 0.0, 60.0, SPREAD)


class FakeWatcher:
    """Sees sheet 1, and the figure "knight" at x = the picture's mean brightness.

    fails: asked before each look. fault: the note of a picture that cannot be used.
    """

    def __init__(self, fails: Callable[[Frame], bool] = lambda frame: False) -> None:
        self.fails = fails
        self.frames: list[Frame] = []
        self.blind = False
        self.fault: Note | None = None

    def look(self, frame: Frame) -> Look:
        self.frames.append(frame)
        if self.fails(frame):
            raise ValueError("nothing in here fits")
        if self.fault is not None:
            return Look(frame.number, frame.time_s, (), (), (self.fault,), ())
        if self.blind:
            return Look(frame.number, frame.time_s, (), (), (), ())
        knight = figure("knight", round(float(frame.image.mean())), 0.0, "Knight")
        events = (FigurePlaced(knight, frame.time_s), SheetsPlaced((sheet(1),), frame.time_s))
        return Look(frame.number, frame.time_s, events, (1,), (), ("knight",))

    def straighten(
        self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> NDArray[np.uint8] | None:
        if self.blind:
            return None
        x0, y0, x1, y1 = extent_mm
        return np.full((round((y1 - y0) * px_per_mm), round((x1 - x0) * px_per_mm), 3), 90, np.uint8)


class ScriptedCamera:
    """Reads out a script: pictures are delivered, an exception is raised, a number is seconds of silence."""

    def __init__(
        self,
        script: Iterable[NDArray[np.uint8] | bytes | Exception | float],
        *,
        repeats: bool = False,
        quiet: str | None = None,
        pause_s: float = 0.01,
    ) -> None:
        self.script: Iterator[NDArray[np.uint8] | bytes | Exception | float] = iter(script)
        self.repeats, self.quiet, self.pause_s = repeats, quiet, pause_s
        self.opened: list[float] = []
        self.closed = threading.Event()

    @property
    def describe(self) -> str:
        return "scripted camera"

    def open(self) -> None:
        self.opened.append(time.monotonic())
        self.closed.clear()

    def read(self, timeout_s: float) -> Shot | None:
        item = next(self.script, None)
        match item:
            case None:
                self.closed.wait(timeout_s)
                raise CameraFault("The script has ended.")
            case Exception():
                raise item
            case float():
                self.closed.wait(item)
                return None
            case _:
                self.closed.wait(self.pause_s)
                return Shot(item, time.monotonic())

    def close(self) -> None:
        self.closed.set()


def until(condition: Callable[[], bool], timeout_s: float = 5.0) -> None:
    """Wait for it; fails when the time is up."""
    end_s = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end_s, "waited in vain"
        time.sleep(0.01)
