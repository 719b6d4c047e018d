"""A backend in memory for the web's tests: a table by hand, moved by hand. Distances are those of points and discs."""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from companion.service.device_models import DeviceCommand, Done
from companion.service.figure_models import AskAnswer, FigureCommand, RulingsView, RulingView, TurnAsked, TurnView
from companion.service.models import (
    CameraView,
    Fault,
    FigureView,
    GridView,
    Health,
    MeasureView,
    NoteView,
    Picture,
    PlaceView,
    SheetView,
    SightView,
    TableView,
    TapeView,
    TerrainView,
    UploadView,
    View,
)
from tests.webui.fake_terrain import FakeTerrain

EXTENT = (0.0, 0.0, 900.0, 600.0)
_numbers = itertools.count(1)


def figure(
    name: str | None, x: float, y: float, side: str | None = None, base: float = 32.0, **more: object
) -> FigureView:
    """A figure with a disc base at (x, y) mm."""
    fields: dict[str, object] = {
        "id": name.split()[-1].lower() if name else f"f{next(_numbers)}",
        "name": name,
        "side": side,
        "place": PlaceView(x, y, 0.4),
        "heading_deg": 30.0,
        "base_shape": "disc",
        "base_length_mm": base,
        "base_width_mm": base,
        "height_mm": 44.0,
        "marker": 10,
        "ring": None,
        "seen": True,
        "seen_s": time.time(),
    }
    return msgspec.convert({**fields, **more}, FigureView)


def terrain(
    name: str, kind: str, height: float, *outline: tuple[float, float], top: list[tuple[float, float]] | None = None
) -> TerrainView:
    return TerrainView(name, kind, height, list(outline), top)


def ngon(x: float, y: float, radius: float, n: int = 14, squash: float = 1.0) -> list[tuple[float, float]]:
    return [
        (x + radius * math.cos(i * math.tau / n), y + squash * radius * math.sin(i * math.tau / n)) for i in range(n)
    ]


def battle() -> TableView:
    """A table with something of everything."""
    figures = [
        figure("Ansel", 356, 412, "Empire", 25),
        figure("Brakka", 700, 300, "Orcs", 40, heading_deg=200.0),
        figure("Corporal Dieter von Hohenfels", 384, 243, "Empire", 32),
        figure("Edda", 400, 214, "Empire", 25, heading_deg=None),
        figure("Goblin one", 120, 90, "Orcs", 25),
        figure("Goblin two", 150, 84, "Orcs", 25),
        figure("Goblin three", 133, 116, "Orcs", 25, seen=False, seen_s=time.time() - 200),
        figure(
            "Troll",
            540,
            150,
            "Orcs",
            60,
            doubt="Two places fit: on the mat and on the Hill.",
            others=[PlaceView(566, 168, 1.2, 25.0, "Hill")],
            place=PlaceView(540, 150, 6.0),
        ),
        figure(None, 660, 480, None, 28.5, marker=None, ring="red"),
        figure(
            "Wagon",
            800,
            120,
            "Empire",
            base_shape="rectangle",
            base_length_mm=100.0,
            base_width_mm=50.0,
            heading_deg=70.0,
        ),
    ]
    return TableView(
        revision=1,
        extent_mm=EXTENT,
        figures=figures,
        terrain=[
            terrain("Mill", "building", 80, (629, 364), (733, 416), (693, 497), (589, 445)),
            terrain("Copse", "trees", 90, *ngon(240, 470, 62, 18, 0.8)),
            terrain("Wall", "wall", 25, (500, 250), (580, 330), (572, 338), (492, 258)),
            terrain("Hill", "hill", 25, *ngon(560, 150, 95, 22, 0.7), top=ngon(560, 150, 55, 22, 0.7)),
            terrain("Pond", "water", 0, *ngon(90, 300, 70, 18, 0.6)),
            terrain("Scree", "rough", 5, (780, 420), (860, 440), (850, 540), (770, 520)),
        ],
        sheets=[
            SheetView(i, x, y, 0.0, 60.0, 0.2, i != 3)
            for i, (x, y) in enumerate([(40, 560), (860, 560), (860, 40), (40, 40)])
        ],
        grid=GridView("hex", 25.4, (0.0, 0.0), 0.0),
    )


class FakeService:
    """The Protocol of `webui.backend`, with handles to change the world."""

    def __init__(self, table: TableView | None = None) -> None:
        self._changed = threading.Condition()
        now = time.time()
        self._view = View(
            revision=1,
            table=table if table is not None else battle(),
            camera=CameraView("live", now - 60, "folder of stills", "The camera is live.", 10.0, 1920, 1080),
            sheets_seen=[0, 1, 2],
            sheets_wanted=[0, 1, 2, 3],
            notes=[],
            devices=[],
            picture=1,
            time_s=now,
            takes_uploads=False,
        )
        self.terrain = FakeTerrain(self)
        self.commands: list[DeviceCommand] = []
        self.command_answer: Done | Fault = Done()
        self.said: list[tuple[str, FigureCommand | AskAnswer | TurnAsked]] = []
        self.said_answer: Done | Fault = Done()
        self.kept: list[RulingView] = []
        self.crops: dict[str, bytes] = {}
        self.uploads: list[tuple[bytes, str]] = []
        self.upload_answer: UploadView | Fault = UploadView(640, 480, "The picture is taken in: 3 sheets, 9 figures.")

    # The Protocol

    def view(self) -> View:
        with self._changed:
            return self._view

    def wait_for_view(self, after_revision: int, timeout_s: float) -> View | None:
        with self._changed:
            if self._changed.wait_for(lambda: self._view.revision != after_revision, timeout_s):
                return self._view
            return None

    def health(self) -> Health:
        view = self.view()
        return Health(
            "ok" if view.camera.state == "live" else "degraded", view.camera, view.table.revision, view.devices
        )

    def measure(self, a: str, b: str) -> MeasureView | Fault:
        ends = [self._spot(a), self._spot(b)]
        for end in ends:
            if isinstance(end, Fault):
                return end
        (ax, ay, ar), (bx, by, br) = ends  # type: ignore[misc]
        centre = math.hypot(bx - ax, by - ay)
        edge = max(0.0, centre - ar - br)
        blocked = SightView(0.62, 0.5, 0.7, "partly", "Wall", [(ax, ay), ((ax + bx) / 2, (ay + by) / 2)])
        clear = SightView(1.0, 0.97, 1.0, "clear", None, [(bx, by), (ax, ay)])
        both = ar > 0 and br > 0
        return MeasureView(
            a, b, centre, 0.6, edge, 0.6, round(edge / 25.4), abs(edge / 25.4 % 1 - 0.5) > 0.1,
            f"{edge / 10:.1f} cm", blocked if both else None, clear if both else None,
        )  # fmt: skip

    def tape(self, points: Sequence[str]) -> TapeView | Fault:
        spots = [self._spot(p) for p in points]
        for spot in spots:
            if isinstance(spot, Fault):
                return spot
        xys = [(s[0], s[1]) for s in spots if not isinstance(s, Fault)]
        legs = [math.dist(p, q) for p, q in itertools.pairwise(xys)]
        return TapeView(xys, legs, sum(legs), 0.8, f"{sum(legs) / 10:.1f} cm")

    def frame_jpeg(self, straight: bool, max_width: int | None) -> Picture | Fault:
        view = self.view()
        if view.picture == 0:
            return Fault("no_picture", "There is no picture yet: the camera has not sent one.")
        width = min(900, max_width or 900)
        image = np.full((width * 2 // 3, width, 3), (70, 110, 90), np.uint8)
        for x in range(0, width, 60):
            cv2.line(image, (x, 0), (x, width), (60, 95, 80), 2)
        return Picture(
            view.picture, cv2.imencode(".jpg", image)[1].tobytes(), straight, view.table.extent_mm if straight else None
        )

    def take_upload(self, data: bytes, name: str) -> UploadView | Fault:
        self.uploads.append((data, name))
        return self.upload_answer

    def command_devices(self, command: DeviceCommand) -> Done | Fault:
        self.commands.append(command)
        return self.command_answer

    def device_lines(self, device: str) -> str | Fault:
        if device == "mace-1":
            return "12:00:00.000 < 01D 00BB0001\n"
        return Fault("not_connected", f"{device} is not connected.", "device")

    def command_figure(self, figure_id: str, command: FigureCommand) -> Done | Fault:
        self.said.append((figure_id, command))
        return self.said_answer

    def answer_ask(self, ask_id: str, answer: AskAnswer) -> Done | Fault:
        self.said.append((ask_id, answer))
        if isinstance(self.said_answer, Done):
            self.watch(asks=[ask for ask in self.view().watch.asks if ask.id != ask_id])
        return self.said_answer

    def set_turn(self, asked: TurnAsked) -> Done | Fault:
        self.said.append(("", asked))
        then = self.view().watch.turn.then
        of, then = (then[:1], then[1:]) if asked.next else (asked.of, [])
        self.watch(turn=TurnView(of, ", ".join(of), "phone", time.time(), then))
        return Done()

    def rulings(self, figure: str | None, limit: int, before: int | None, hands: bool) -> RulingsView:
        fit = [one for one in reversed(self.kept) if figure in (None, one.figure) and one.n < (before or 1e9)]
        fit = [one for one in fit if hands or one.event != "covered"]
        return RulingsView(fit[:limit], len(fit) > limit)

    def crop_jpeg(self, word: str) -> bytes | Fault:
        return self.crops.get(word) or Fault("not_found", "This picture is not kept any more.", "crop")

    # The handles

    def watch(self, **fields: object) -> None:
        """Replace fields of what is asked of people."""
        self.change(watch=msgspec.structs.replace(self.view().watch, **fields))

    def track(self, figure_id: str, **fields: object) -> None:
        """Replace fields of a figure, as vision tells of it between events."""
        table = self.view().table
        figures = [msgspec.structs.replace(f, **fields) if f.id == figure_id else f for f in table.figures]
        self.change(table=msgspec.structs.replace(table, figures=figures))

    def change(self, **fields: object) -> None:
        """Replace fields of the view, and wake everybody."""
        with self._changed:
            self._view = msgspec.structs.replace(
                self._view, revision=self._view.revision + 1, time_s=time.time(), **fields
            )
            self._changed.notify_all()

    def move(self, figure_id: str, x: float, y: float) -> None:
        """Put a figure elsewhere."""
        table = self.view().table
        figures = [
            msgspec.structs.replace(f, place=PlaceView(x, y, 0.4)) if f.id == figure_id else f for f in table.figures
        ]
        self.change(table=msgspec.structs.replace(table, figures=figures, revision=table.revision + 1))

    def camera(self, state: str, message: str, ago_s: float = 0.0) -> None:
        """Let the camera live, freeze or vanish."""
        camera = msgspec.structs.replace(self.view().camera, state=state, message=message, since_s=time.time() - ago_s)
        self.change(camera=camera)

    def note(self, code: str, message: str, severity: str = "warning") -> None:
        """Add a sentence to the status strip."""
        self.change(notes=[*self.view().notes, NoteView(code, message, severity)])  # type: ignore[arg-type]

    def _spot(self, spot: str) -> tuple[float, float, float] | Fault:
        for one in self.view().table.figures:
            if one.id == spot:
                return one.place.x_mm, one.place.y_mm, one.base_length_mm / 2
        x, comma, y = spot.partition(",")
        try:
            return float(x), float(y if comma else "?"), 0.0
        except ValueError:
            return Fault("unknown_figure", f"There is no figure {spot[:40]!r} on the table.", spot[:40])
