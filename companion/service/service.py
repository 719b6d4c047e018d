"""The running service: camera, vision and loop put together, and the questions the web asks of them.

Three threads: the camera's keeps the newest picture, the vision thread looks at it, the loop folds what was seen, and
does what phones command and devices tell, in one order. Questions are answered from the newest frozen values on the
asker's own thread, so a phone that measures never holds up the loop.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.games.contract import Refusal
from companion.service.answers import measure_view, tape_view
from companion.service.blind import NoCamera
from companion.service.device_models import DeviceCommand, Done
from companion.service.electronics import Electronics
from companion.service.feed import Feed
from companion.service.figure_models import AskAnswer, FigureCommand, RosterView, RulingsView, TurnAsked
from companion.service.figures import Figures
from companion.service.guide import Guide
from companion.service.inbox import Inbox, InboxFull
from companion.service.looker import Guided, Looker, Watcher
from companion.service.loop import Loop
from companion.service.models import Fault, Health, MeasureView, Picture, TapeView, UploadView, View
from companion.service.pictures import Pictures
from companion.service.rulings import Rulings
from companion.service.saved import Tables
from companion.service.session import Session
from companion.service.setting_up import TOLERANCE_MM, SettingUp
from companion.service.tapping import Tapping
from companion.service.terrain import Terrain
from companion.service.views import Fixed, what_is_wrong
from companion.table.state import GridSpec, TableState, TerrainPiece
from companion.vision.camera import Camera
from companion.vision.camera.phone import PhoneCamera

STOP_S = 1.5
LOOP_LATE_S = 3.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Furniture:
    """What the owner's setup says of the table before any picture is there. roster: its figures without a marker.

    carried: names of terrain with a marker.
    """

    sheets: tuple[int, ...] = ()
    terrain: tuple[TerrainPiece, ...] = ()
    grid: GridSpec | None = None
    roster: tuple[RosterView, ...] = ()
    carried: tuple[str, ...] = ()


class Service:
    """asked_px: the size the camera was asked for, None where it has its own. electronics: None where there are none.
    rulings: where they are kept, None: in memory. tables: the saved ones, None: in memory. tolerance_mm: how far from
    its ghost a thing may stand. session: of the game that is played here, None if none is.

    Start it, ask it from any thread, stop it. `figures` is for a game: whose turn it is, and which asks are secret.
    `terrain`: what phones say of terrain and saved tables.
    """

    def __init__(
        self,
        camera: Camera,
        watcher: Watcher,
        furniture: Furniture,
        *,
        looks_per_s: float = 8.0,
        asked_px: tuple[int, int] | None = None,
        electronics: Electronics | None = None,
        rulings: Rulings | None = None,
        session: Session | None = None,
        tables: Tables | None = None,
        tolerance_mm: float = TOLERANCE_MM,
    ) -> None:
        self._electronics, self._session = electronics, session
        self.figures = Figures(
            rulings, furniture.roster, guided=isinstance(watcher, Guided), game_on=session is not None
        )
        self._has_camera = not isinstance(camera, NoCamera)
        fixed = Fixed(furniture.sheets, asked_px, isinstance(camera, PhoneCamera))
        inbox = self._inbox = Inbox()
        self._feed = Feed(camera, inbox.wake)
        self._looker = Looker(self._feed, watcher, inbox.post, looks_per_s, self.figures.shown)
        self._guide = Guide(self._looker, self.figures, inbox.ask)
        setting_up = SettingUp(tolerance_mm, furniture.carried)
        table = TableState(terrain=furniture.terrain, grid=furniture.grid)
        more: dict[str, Any] = {"saw": session.saw} if session else {}
        if electronics is not None:
            more["electronics"] = electronics.view
        self._loop = Loop(self._feed.state, inbox, table, fixed, figures=self.figures, setting_up=setting_up, **more)
        self.terrain = Terrain(self._looker, tables or Tables(), setting_up, lambda: self._loop.table, inbox.ask)
        self.figures.wake = inbox.wake
        if session is not None:
            session.camera.looks, session.camera.found = self._has_camera, lambda: setting_up.pieces
            session.camera.turn = lambda of, label: self.figures.set_turn(of, label)
            if isinstance(watcher, Guided):
                watcher.set_veto(session.camera.may)
            session.asks = lambda: tuple(msgspec.to_builtins(ask) for ask in self.figures.asks_of(None))
        if electronics is not None:
            electronics.wake, electronics.hand = inbox.wake, inbox.ask
        self._pictures = Pictures(self._looker, camera, lambda: self.view().table.extent_mm)
        self._stopped = threading.Event()

    def start(self) -> Service:
        """Begin; returns at once, with the camera still being opened."""
        self._loop.start()
        if self._session is not None:
            self._session.foresight.start()
        if self._electronics is not None:
            self._electronics.start()
        self._looker.start()
        self._feed.start()
        return self

    def stop(self) -> None:
        """End everything within about 1.5 s: devices first, whose last events are still handled. Harmless twice."""
        if self._stopped.is_set():
            return
        self._stopped.set()
        until_s = time.monotonic() + STOP_S
        if self._electronics is not None:
            self._electronics.stop(0.5)
        self._loop.stop(0.5)
        self._feed.stop(max(0.1, until_s - time.monotonic()))
        self._looker.stop(max(0.1, until_s - time.monotonic()))
        self.figures.rulings.close(max(0.1, until_s - time.monotonic()))
        log.info("The service has stopped")

    def run(self, work: Callable[[], Any]) -> Any:
        """Have something done to the game, in the one order; a Refusal if there is too much to do."""
        session = self._session
        assert session is not None

        def one() -> Any:
            said = work()
            session.settle()
            return said

        try:
            return self._inbox.ask(one)
        except InboxFull as full:
            return Refusal("busy", str(full), "")

    def tapping(self) -> Tapping:
        """What taps on the camera's picture mean."""
        return Tapping(self._looker)

    def view(self) -> View:
        """The newest view."""
        return self._loop.hub.latest()

    def wait_for_view(self, after_revision: int, timeout_s: float) -> View | None:
        """The newest view as soon as its revision differs from after_revision; None: time is up, or we end."""
        return self._loop.hub.wait(after_revision, timeout_s)

    def health(self) -> Health:
        """How it goes now.

        degraded: the camera's picture cannot be taken for how the table is, no picture can be used, or the loop hangs.
        """
        view = self.view()
        camera = msgspec.structs.replace(view.camera, fps=self._feed.state().fps)
        wrong = what_is_wrong(view) if self._has_camera else ""
        if self._loop.behind_s() > LOOP_LATE_S:
            wrong = "The program hangs; start it again."
        return Health("degraded" if wrong else "ok", camera, view.table.revision, view.devices, wrong)

    def measure(self, a: str, b: str) -> MeasureView | Fault:
        """Distances and sight between two spots: a figure's id or name, or "x,y" in mm."""
        return measure_view(self._loop.table, a, b)

    def tape(self, points: Sequence[str]) -> TapeView | Fault:
        """The length of a line through two or more spots."""
        return tape_view(self._loop.table, points)

    def frame_jpeg(self, straight: bool = False, max_width: int | None = None) -> Picture | Fault:
        """The newest picture as JPEG; straight: from above, over the table's extent."""
        return self._pictures.jpeg(straight, max_width)

    def take_upload(self, data: bytes, name: str) -> UploadView | Fault:
        """A picture a phone took."""
        return self._pictures.take_upload(data, name)

    def command_devices(self, command: DeviceCommand) -> Done | Fault:
        """Do what a phone asks of the electronics."""
        if self._electronics is None:
            return Fault("devices_off", "There are no electronics here.")
        try:
            return self._electronics.do(command)
        except InboxFull as full:
            return Fault("busy", str(full))

    def device_lines(self, device: str) -> str | Fault:
        """The last lines a device and we have said to each other."""
        if self._electronics is None:
            return Fault("devices_off", "There are no electronics here.")
        return self._electronics.lines(device)

    def command_figure(self, figure_id: str, command: FigureCommand) -> Done | Fault:
        """Name a figure, take it off, put it back, or leave it where it was moved to."""
        return self._guide.figure(figure_id, command)

    def answer_ask(self, ask_id: str, answer: AskAnswer, side: str | None = None) -> Done | Fault:
        """Answer what the camera asks. side: whose seat answers, where a game has seats."""
        return self._guide.answer(ask_id, answer, side)

    def set_turn(self, asked: TurnAsked) -> Done | Fault:
        """Say on a phone whose turn it is."""
        return self._guide.turn(asked)

    def rulings(
        self, figure: str | None, limit: int, before: int | None, hands: bool = True, side: str | None = None
    ) -> RulingsView:
        """What was ruled, newest first. hands: also when something came before a figure and went."""
        hidden = self.figures.hidden_from(side)
        return self.figures.rulings.newest(figure, limit, before, hands=hands, hidden=hidden)

    def crop_jpeg(self, word: str) -> bytes | Fault:
        """A crop by its word."""
        jpeg = self.figures.crops.jpeg(word) or self.figures.rulings.jpeg(word)
        return Fault("not_found", "This picture is not kept any more.", "crop") if jpeg is None else jpeg
