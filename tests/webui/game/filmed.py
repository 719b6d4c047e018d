"""A free table's game on four phones in a browser, its figures moved on a filmed table that the real camera watches.

    python -m tests.webui.game.filmed        longer evenings, also played without a camera; prints what came of it

The pictures come from the scene generator, cue by cue; between two cues the table rests for as long as people take.
Every choice is touched on its seat's page: what the camera saw, an order, dice. No distance and no place is typed.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.games.contract import Command
from companion.games.questions import Measure, Question
from companion.scenes.stage import START, Shots, record
from companion.service.match.desk import Desk
from companion.service.match.seats import Seats
from companion.service.service import Furniture, Service
from companion.service.session import Session
from companion.setup.read import read_setup
from companion.setup.values import terrain_pieces
from companion.vision.camera import Shot
from companion.vision.watch import Watcher
from tests.needs import need_program
from tests.webui.conftest import ARGUMENTS
from tests.webui.game.conftest import CODE
from tests.webui.game.evening import touch_answer, touch_offer
from tests.webui.game.raid import RAID
from tests.webui.game.river import RIVER
from tests.webui.game.scripted import Moved, Plainly, Script, came_of, log_of, play
from tests.webui.game.skirmish import LONG
from webui import create_app
from webui.serve import WebServer, listen

FRAME_S, SETTLE_S = 0.12, 0.3
PATIENCE_S = 60.0
PATIENCE_MS = 1000 * PATIENCE_S
Image = NDArray[np.uint8]


class Film:
    """A camera that shows a recording: the pictures of each cue once, then the last one until the next cue."""

    def __init__(self, folder: Path, shots: list[Shots]) -> None:
        self._cues = {one.name: [_picture(folder / name) for name in one.files] for one in shots}
        self._waiting: deque[Image] = deque()
        self._last = self._cues[START][-1]
        self._closed = threading.Event()

    @property
    def describe(self) -> str:
        return "a filmed table"

    quiet, repeats = None, True

    def open(self) -> None:
        self._closed.clear()

    def read(self, timeout_s: float) -> Shot | None:
        self._closed.wait(FRAME_S)
        if self._waiting:
            self._last = self._waiting.popleft()
        return Shot(self._last, time.monotonic())

    def close(self) -> None:
        self._closed.set()

    def cue(self, name: str) -> None:
        """Begin the pictures of this cue."""
        self._waiting.extend(self._cues[name])


class Filmed:
    """`scripted.Table` on a phone for each seat. errors: what failed on their pages."""

    def __init__(self, path: Path, recording: Path, shots: list[Shots], browser: Browser, script: Script) -> None:
        self.match, self._script = script.match(path), script
        self.film = Film(recording, shots)
        setup = read_setup(recording / "setup.toml")
        rings = {one.name.casefold(): one.ring for one in setup.figure if one.ring}
        session = Session(self.match, None, time.time, rings)
        watcher = Watcher(setup, _picture(recording / "empty.jpg"), settle_s=SETTLE_S)
        furniture = Furniture(tuple(setup.table.sheets), terrain_pieces(setup))
        self.service = Service(self.film, watcher, furniture, session=session)
        names = script.game.seats(self.match.state)
        seats = Seats(self.match.journal, names, CODE)
        app = create_app(
            self.service, Desk(self.match, seats, self.service.run, pieces=session), home="game", max_streams=8
        )
        self.server = WebServer(app, listen("127.0.0.1", 0), 8)
        self.service.start()
        self.server.start()
        self.errors: list[str] = []
        self.pages: dict[str, Page] = {}
        for seat in names:
            page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.on("pageerror", lambda error: self.errors.append(str(error)))
            page.goto(f"http://127.0.0.1:{self.server.port}/game#{seats.token(seat)}")
            self.pages[seat] = page

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.match.end()
        self.service.stop()
        self.server.stop(0.2)
        self.match.close()

    def name_the_unnamed(self) -> None:
        """The camera asks who the bare figure is; one touch on any phone says so."""
        page = next(iter(self.pages.values()))
        page.locator(".ask").get_by_role("button", name=self._script.unnamed).click()
        expect(page.locator(".ask")).to_have_count(0)

    def deploy(self, seat: str, name: str) -> None:
        self._tap_seen(seat, f"deploy:{name}")

    def take(self, seat: str, offer_id: str, fields: Mapping[str, Any]) -> None:
        before = self._newest
        touch_offer(self.pages[seat], Command("", seat, offer_id, dict(fields)))
        self._until(lambda: self._taken(before), offer_id)

    def move(self, seat: str, moved: Moved) -> None:
        self.film.cue(moved.cue)
        if moved.wrong:
            for page in self.pages.values():
                expect(page.locator(f'[data-astray="{moved.piece}"]')).to_contain_text("too far", timeout=PATIENCE_MS)
            return
        self._tap_seen(seat, moved.offer_id)
        self._nobody_astray()
        if moved.undone:
            self._undo(seat, moved, *moved.undone)

    def _undo(self, seat: str, moved: Moved, back: str, again: str) -> None:
        """It is taken back, and put back on the table, and gone again."""
        self.pages[seat].get_by_role("button", name="Undo").click()
        for page in self.pages.values():
            expect(page.locator(f'[data-astray="{moved.piece}"]')).to_contain_text("cm to the", timeout=PATIENCE_MS)
        for other, page in self.pages.items():
            expect(page.locator("[data-leave]")).to_have_count(int(other == seat), timeout=PATIENCE_MS)
        assert self.pages[seat].locator(".seen").count() == 0, "where it stands is no move yet"
        self.film.cue(back)
        self._nobody_astray()
        self.film.cue(again)
        self._tap_seen(seat, moved.offer_id)
        self._nobody_astray()

    def _nobody_astray(self) -> None:
        for page in self.pages.values():
            expect(page.locator("[data-astray]")).to_have_count(0, timeout=PATIENCE_MS)

    def answer(self, question: Question) -> None:
        if not isinstance(question, Measure):
            touch_answer(self.pages[question.seat], question, self._script.answer(question))
        self._until(lambda: self.match.now.question != question, question.key)

    def _tap_seen(self, seat: str, offer_id: str) -> None:
        before = self._newest
        self.pages[seat].locator(f'[data-seen="{offer_id}"]').click()
        self._until(lambda: self._taken(before), offer_id)

    def _taken(self, before: int) -> bool:
        """Whether anything has come of a command: an event, or a question."""
        return self._newest != before or self.match.now.question is not None

    @property
    def _newest(self) -> int:
        """The row of the newest event that phones can know of."""
        told = self.match.now.told
        return told[-1][0] if told else 0

    def _until(self, true: Any, what: str) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end_s, f"it did not come to {what}"
            time.sleep(0.02)


def filmed(folder: Path, browser: Browser, script: Script) -> Filmed:
    """A script drawn and played; to be closed."""
    shots = record(folder / "film", script.scene(), script.cues, 3, named=script.named)
    one = Filmed(folder / "game", folder / "film", shots, browser, script)
    if script.unnamed:
        one.name_the_unnamed()
    play(one, script)
    return one


def main() -> int:
    """Each script both ways; 0 if they came to the same."""
    good = True
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=ARGUMENTS)
        for n, script in enumerate((LONG, RIVER, RAID)):
            here = Path(folder) / str(n)
            begun_s = time.process_time()
            seen = filmed(here, browser, script)
            spent_s = time.process_time() - begun_s
            plainly = Plainly(here / "plainly", script)
            play(plainly, script)
            same = came_of(seen.match) == came_of(plainly.match)
            good = good and same and not seen.errors
            for line in log_of(seen.match):
                print(f"  {line}")
            print(f"{script.game.title}: {spent_s:.0f} s of CPU, the browser's not counted; ", end="")
            print("the same without a camera" if same else "not the same without a camera")
            seen.close()
            plainly.match.close()
        browser.close()
    return 0 if good else 1


def _picture(path: Path) -> Image:
    return np.asarray(cv2.imread(str(path)), np.uint8)


if __name__ == "__main__":
    sys.exit(main())
