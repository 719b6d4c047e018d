"""Putting a live table together: settings in, a service and its web server running until a signal ends them.

One process, one queue and one web server, whatever of camera, electronics and a game there is. What cannot work is said
before anything is started: settings, setup, camera line, empty picture, port, game. A camera that is not there is no
such fault, it may come later. After SIGTERM or Ctrl-C everything ends within 2 s, with status 0; a
driver that hangs is not waited for.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.refusals import unreadable
from companion.commands.announce import END_S, announcement, shown_address
from companion.commands.electronics import make_demo_electronics, make_electronics
from companion.commands.gaming import Laid, book_folder, lay_game
from companion.scenes.demo import demo_folder
from companion.service.blind import Blind, NoCamera
from companion.service.electronics import Electronics
from companion.service.figure_models import RosterView
from companion.service.inbox import InboxFull
from companion.service.logs import start_logging
from companion.service.looker import Watcher
from companion.service.match.desk import Desk
from companion.service.match.lists import FOLDER, Lists
from companion.service.match.seats import host_code
from companion.service.match.starting import Starting, take_over
from companion.service.rulings import Rulings
from companion.service.saved import Tables
from companion.service.service import Furniture, Service
from companion.service.session import Session
from companion.service.settings import Settings
from companion.setup.faults import SetupFault, SetupUnreadable
from companion.setup.model import Setup
from companion.setup.read import read_setup
from companion.setup.values import grid_spec, terrain_pieces
from companion.vision.camera import Camera, SourceFault, Wish, make_camera
from companion.vision.decode import DecodeFault, decode_picture
from companion.vision.settle import SETTLE_S
from webui import create_app
from webui.serve import AddressTaken, WebServer, listen

DEMO_FPS = 2.0
TICK_S = 1.0
"""How often a game is told the time; its limits are whole seconds."""
ANSWERED_S = 0.3
"""So long a page has to hear that its game is begun."""
SIZED = ("v4l2", "rpicam")
"""Sources that are asked for a size."""


log = logging.getLogger(__name__)


class MakeWatcher(Protocol):
    """From the setup and the picture of the empty table, if there is one."""

    def __call__(self, setup: Setup, empty: NDArray[np.uint8] | None, *, settle_s: float) -> Watcher:
        """settle_s: how long a figure must stand still before it counts as placed."""
        ...


class CannotServe(Exception):
    """What is wrong with the call, as a sentence."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything checked, nothing started. setup: None without a camera."""

    settings: Settings
    setup: Setup | None
    empty: NDArray[np.uint8] | None
    camera: Camera


def make_plan(settings: Settings, folder: Path) -> Plan:
    """Read what the settings name; relative paths begin at `folder`. Raises CannotServe."""
    if settings.camera.source == "demo":
        settings, folder = demo_settings(settings), demo_folder()
    camera_settings = settings.camera
    if camera_settings.source == "none":
        return Plan(settings, None, None, NoCamera())
    wish = Wish(
        width_px=camera_settings.width,
        height_px=camera_settings.height,
        fps=camera_settings.fps,
        loop=camera_settings.loop,
        shots_per_s=camera_settings.looks_per_s,
        folder=folder,
    )
    if not settings.table.setup:
        raise CannotServe('The settings name no setup file: [table] setup is "". Name one there, or with --setup.')
    try:
        setup = read_setup(folder / settings.table.setup)
        camera = make_camera(camera_settings.source, wish)
    except SetupUnreadable as fault:
        hint = "Name the table's setup file with --setup, or under [table] in the settings."
        raise CannotServe(f"{fault} {hint}") from fault
    except (SetupFault, SourceFault) as fault:
        raise CannotServe(str(fault)) from fault
    return Plan(settings, setup, _empty(settings, folder), camera)


def demo_settings(settings: Settings) -> Settings:
    """The settings with camera and table of the recorded table that ships with the program."""
    replace = msgspec.structs.replace
    camera = replace(settings.camera, source="folder:frames", fps=DEMO_FPS, loop=True)
    return replace(settings, camera=camera, table=replace(settings.table, setup="setup.toml", empty="empty.jpg"))


def serve(settings: Settings, folder: Path, make_watcher: MakeWatcher, exported: Path | None = None) -> int:
    """Run until a signal comes. 0: ended as asked; 2: a fault in the call, told on the error stream.

    exported: make the game's journal from these JSON lines.
    """
    ending = Ending()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.stop())
    code, logging_on = host_code(), False
    while True:
        try:
            plan = make_plan(settings, folder)
            listening = listen(settings.web.host, settings.web.port)
            laid = lay_game(settings.game, folder, exported, code) if settings.game.file else None
        except (CannotServe, AddressTaken) as fault:
            print(fault, file=sys.stderr)
            return 2
        except (ValueError, OSError) as fault:
            print(f"The game cannot be played: {fault}", file=sys.stderr)
            return 2
        if not logging_on:
            start_logging(settings.log)
        port = _serve(plan, settings, folder, make_watcher, laid, listening, ending, announced=logging_on)
        if ending.stopped or not settings.game.file:
            return 0
        try:
            kept = take_over(folder / settings.game.file)
        except (ValueError, OSError) as fault:
            print(f"Another game was begun, but it cannot be put in place of this one: {fault}", file=sys.stderr)
            return 2
        print(f"Another game was begun on the host's page. The one before is kept in {kept}", flush=True)
        settings = msgspec.structs.replace(settings, web=msgspec.structs.replace(settings.web, port=port))
        exported, logging_on = None, True
        ending.again()


class Ending:
    """What ends the serving of a game: a signal, for good, or another game in its place."""

    def __init__(self) -> None:
        self._end = threading.Event()
        self.stopped = False

    def stop(self) -> None:
        """For good."""
        self.stopped = True
        self._end.set()

    def give_way(self) -> None:
        """Another game waits to be served."""
        self._end.set()

    def again(self) -> None:
        """The next one is served, unless a signal came meanwhile."""
        if not self.stopped:
            self._end.clear()

    @property
    def is_set(self) -> Callable[[], bool]:
        """Asked by streams about once a second."""
        return self._end.is_set

    def wait(self, timeout_s: float) -> bool:
        """Whether it has come."""
        return self._end.wait(timeout_s)


def _serve(
    plan: Plan,
    settings: Settings,
    folder: Path,
    make_watcher: MakeWatcher,
    laid: Laid | None,
    listening: socket.socket,
    ending: Ending,
    *,
    announced: bool,
) -> int:
    """Until it ends; the port. announced: the address is known already."""
    electronics = _electronics(settings, folder)
    session = Session(laid.match, electronics, time.time, _rings(plan.setup)) if laid else None
    service = _service(plan, make_watcher, electronics, session, _rulings(settings, folder), _tables(settings, folder))
    desk = Desk(laid.match, laid.seats, service.run, laid.book, session) if laid else None
    if laid and session and laid.laying and plan.setup is not None:
        session.camera.laid = laid.laying.under(service.tapping(), service.run).now
    lists = _lists(settings, folder, laid)
    app = create_app(
        service,
        desk,
        boards=laid.boards if laid else None,
        laying=laid.laying if laid else None,
        lists=lists,
        starting=_starting(settings, folder, laid, lists, ending) if laid else None,
        home="game" if laid and plan.setup is None else "table",
        camera=plan.setup is not None,
        max_streams=settings.web.streams,
        allowed_hosts=settings.web.names,
        stopping=ending.is_set,
    )
    server = WebServer(app, listening, settings.web.streams)
    service.start()
    server.start()
    if not announced:
        _announce(f"http://{shown_address(settings.web.host)}:{server.port}", laid)
    while not ending.wait(TICK_S):
        if desk:
            _tick(desk)
    last = threading.Timer(END_S, os._exit, (0,))
    last.daemon = True
    if ending.stopped:
        last.start()
    if laid:
        laid.match.end()
    service.stop()
    if laid:
        laid.match.close()
    server.stop()
    return server.port


def _starting(settings: Settings, folder: Path, laid: Laid, lists: Lists, ending: Ending) -> Starting:
    """Another game from the host's page. It gives way a moment after it was asked, so that the answer arrives."""

    def again() -> None:
        later = threading.Timer(ANSWERED_S, ending.give_way)
        later.daemon = True
        later.start()

    return Starting(folder / settings.game.file, book_folder(settings.game, folder), lists, laid.match, again)


def _tick(desk: Desk) -> None:
    """Tell the game the time; a loop that has too much to do is told a second later."""
    try:
        desk.tick(time.time())
    except InboxFull:
        log.warning("The game was not told the time: the loop has too much to do")


def _service(
    plan: Plan,
    make_watcher: MakeWatcher,
    electronics: Electronics,
    session: Session | None,
    rulings: Rulings,
    tables: Tables,
) -> Service:
    setup = plan.setup
    if setup is None:
        return Service(plan.camera, Blind(), Furniture(), electronics=electronics, session=session)
    return Service(
        plan.camera,
        make_watcher(setup, plan.empty, settle_s=0.0 if plan.camera.quiet else SETTLE_S),
        Furniture(
            tuple(setup.table.sheets),
            terrain_pieces(setup),
            grid_spec(setup),
            _roster(setup),
            tuple(piece.name for piece in setup.terrain if piece.marker is not None),
        ),
        looks_per_s=plan.settings.camera.looks_per_s,
        asked_px=_asked_px(plan.settings),
        electronics=electronics,
        rulings=rulings,
        session=session,
        tables=tables,
        tolerance_mm=plan.settings.tables.tolerance_mm,
    )


def _announce(url: str, laid: Laid | None) -> None:
    print(announcement(url), flush=True)
    if laid:
        print(f"The host's page is {url}/host and its code is {laid.code}", flush=True)


def _electronics(settings: Settings, folder: Path) -> Electronics:
    if settings.camera.source == "demo":
        return make_demo_electronics(settings.devices)
    return make_electronics(settings.devices, folder)


def _rulings(settings: Settings, folder: Path) -> Rulings:
    kept = settings.rulings.kept
    return Rulings(folder / kept if kept else None, settings.rulings.most_mb)


def _tables(settings: Settings, folder: Path) -> Tables:
    """Where saved tables are; those of the demo end with it."""
    kept = settings.tables.kept
    return Tables(folder / kept if kept and settings.camera.source != "demo" else None)


def _lists(settings: Settings, folder: Path, laid: Laid | None) -> Lists:
    """Where unit lists are: beside the game, or beside the settings where no game is played."""
    return Lists((folder / settings.game.file).parent / FOLDER, laid.match.game.name if laid else "")


def _roster(setup: Setup) -> tuple[RosterView, ...]:
    return tuple(RosterView(one.name, one.side, one.ring) for one in setup.figure if one.marker is None)


def _rings(setup: Setup | None) -> dict[str, str]:
    return {one.name.casefold(): one.ring for one in setup.figure if one.ring} if setup else {}


def _asked_px(settings: Settings) -> tuple[int, int] | None:
    camera = settings.camera
    return (camera.width, camera.height) if camera.source.partition(":")[0] in SIZED else None


def _empty(settings: Settings, folder: Path) -> NDArray[np.uint8] | None:
    name = settings.table.empty
    if not name:
        kept = _tables(settings, folder).empty(time.time())
        try:
            return None if kept is None else decode_picture(kept).image
        except DecodeFault as fault:
            logging.getLogger(__name__).warning("The kept picture of the empty table cannot be read: %s", fault)
            return None
    path = folder / name
    try:
        return decode_picture(path.read_bytes()).image
    except OSError as error:
        raise CannotServe(f"{path}: the picture of the empty table {unreadable(error)}.") from error
    except DecodeFault as fault:
        raise CannotServe(f"{path}: {fault}") from fault
