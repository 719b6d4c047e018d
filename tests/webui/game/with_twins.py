"""An evening at one table: five phones in a real browser, and mace, dials and dice box as twins, in one program.

    python -m tests.webui.game.with_twins STEPS     (0: to the end)

The devices are the boards' own programs on simulated chips behind real ports. What a device may answer it answers: the
mace is shaken, the box's button pressed, a dial turned. Every other choice is touched on its seat's page. Now and then
the box is pulled out in the middle of a bout: the phone takes over, and plugged in again the box does.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from companion.commands.electronics import make_demo_electronics
from companion.games.autoplay import choose_command, random_answer
from companion.games.contract import Command
from companion.games.questions import Choose, Question
from companion.service.blind import Blind, NoCamera
from companion.service.device_models import Done, SetHero, TwinDo
from companion.service.match.boards import OwnersBoard
from companion.service.match.desk import Desk
from companion.service.match.seats import Seats
from companion.service.service import Furniture, Service
from companion.service.session import Session
from companion.service.settings import DevicesSettings
from companion.table.state import TableState
from tests.companion.service.match.players import GAME
from tests.needs import need_program
from tests.webui.conftest import ARGUMENTS
from tests.webui.game.conftest import CODE, Evening
from tests.webui.game.evening import SEATS, touch_answer, touch_offer
from webui import create_app
from webui.serve import WebServer, listen

COLOURS = {"knight": "red", "barbarian": "blue", "dwarf": "green", "ranger": "yellow"}
DEVICE_S = 40.0
AGAIN_S, TRIES = 5.0, 8
PULL_EVERY = 7
FIRST = ("open-door", "attack", "monster-attack", "hide-chest", "ready", "shake-mace", "stock-arena")
"""What eager players do first, so that a short evening has a bout in it."""


class TwinEvening(Evening):
    """As `Evening`, with the whole program behind it but for the camera."""

    def _serve(self) -> None:
        self.electronics = make_demo_electronics(DevicesSettings(picos=False))
        session = Session(self.match, self.electronics, time.time)
        self.service = Service(NoCamera(), Blind(), Furniture(), electronics=self.electronics, session=session)
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), CODE)
        desk = Desk(self.match, self.seats, self.service.run)
        app = create_app(self.service, desk, boards=OwnersBoard(self.path.parent), home="game", max_streams=16)
        self.server = WebServer(app, listen("127.0.0.1", self.port), 16)
        self.port = self.server.port
        self.service.start()
        self.server.start()
        until(lambda: len(self.electronics.there()) == 3, "3 devices")
        for at, (piece, colour) in enumerate(COLOURS.items(), 1):
            said = self.electronics.do(
                SetHero(
                    colour,
                    piece,  # type: ignore[arg-type]
                    "dials-twin",
                    at,
                )
            )
            assert isinstance(said, Done), said

    def stop(self) -> None:
        self.match.end()
        self.service.stop()
        self.server.stop(0.2)
        self.match.close()

    def twin(self, kind: Any, words: str) -> None:
        said = self.electronics.do(TwinDo(kind, words))
        assert isinstance(said, Done), said

    def turn_dials(self) -> None:
        """As players do: the dials follow the game."""
        hits = {at: max(0, self.match.state.heroes[piece].hits) for at, piece in enumerate(COLOURS, 1)}
        for at, hit in hits.items():
            self.twin("dials", f"dial {at} {hit}")
        until(lambda: self._dials() == hits, f"dials at {hits}")

    def _dials(self) -> dict[int, int | None]:
        return {hero.at: hero.dial for hero in self.electronics.view().heroes if hero.device == "dials-twin"}


def until(true: Any, what: str, timeout_s: float = DEVICE_S) -> None:
    """Wait until it is so."""
    end_s = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < end_s, f"it did not come to {what}"
        time.sleep(0.02)


class Play:
    """One evening being played. by: how often who answered what; eager: whether bouts are looked for."""

    def __init__(self, evening: TwinEvening, seed: int, eager: bool) -> None:
        self.evening, self.rng, self.eager = evening, random.Random(seed), eager
        self.by: Counter[str] = Counter()
        for seat in GAME.seats(evening.match.state):
            evening.phone(seat).set_default_timeout(DEVICE_S * 1000)

    def step(self) -> None:
        """One command or answer, and every phone shows it."""
        match = self.evening.match
        question = match.open_question
        if question is None:
            command = self._command()
            touch_offer(self.evening.pages[command.seat], command)
            self.by["offer"] += 1
            until(lambda: self._done(command) or match.open_question is not None, command.offer_id)
        else:
            number = match.open_number
            self._answer(question)
            until(lambda: match.open_question is None or match.open_number != number, question.key)
        self._all_drawn()
        if self.evening.match.open_question is None:
            self.evening.turn_dials()

    def _done(self, command: Command) -> bool:
        rows = list(self.evening.match.journal.rows())
        taken = [row.n for row in rows if row.kind == "command" and row.data.get("offer_id") == command.offer_id]
        return bool(taken) and any(row.kind == "done" and row.data["of"] == taken[-1] for row in rows)

    def _command(self) -> Command:
        match = self.evening.match
        if self.eager:
            for seat in GAME.seats(match.state):
                offers = GAME.offers(match.state, TableState(), seat)
                for kind in FIRST:
                    found = [offer for offer in offers if offer.kind == kind]
                    if found:
                        _, fields = GAME.lean(match.state, seat, found[0], self.rng)
                        return Command("", seat, found[0].id, fields)
        return choose_command(GAME, match.state, TableState(), self.rng, "")

    def _answer(self, question: Question) -> None:
        evening, page = self.evening, self.evening.pages[question.seat]
        beside = evening.match.view(question.seat)["beside"]
        device = beside["device"]
        bouts = self.by["dice-twin"] + self.by["phone for the box"]
        if device == "dice" and bouts % PULL_EVERY == 2:
            self._without_the_box(question)
        elif device and beside["there"]:
            expect(page.locator(".device")).to_be_visible(timeout=DEVICE_S * 1000)
            self._use(device)
            self.by[f"{device}-twin"] += 1
        elif self._by_dial(question):
            self.by["dials-twin"] += 1
        else:
            touch_answer(page, question, random_answer(question, self.rng))
            self.by["phone"] += 1

    def _use(self, device: str) -> None:
        """Shake or press; again if it was not yet asked, as people do."""
        match = self.evening.match
        number = match.open_number
        for _ in range(TRIES):
            self.evening.twin(device, "shake 1200" if device == "mace" else "press 120")
            end_s = time.monotonic() + AGAIN_S
            while time.monotonic() < end_s:
                if match.open_number != number:
                    return
                time.sleep(0.02)
        roll = self.evening.electronics.view().roll
        raise AssertionError(f"{device} did not answer {match.open_question}: {roll}, {self.by}")

    def _without_the_box(self, question: Question) -> None:
        """It is pulled out while it is asked; the phone takes over, and then it is plugged in again."""
        page = self.evening.pages[question.seat]
        self.evening.twin("dice", "pull")
        expect(page.get_by_text("The dice box is not plugged in")).to_be_visible(timeout=DEVICE_S * 1000)
        touch_answer(page, question, random_answer(question, self.rng))
        self.evening.twin("dice", "plug")
        until(self._box_is_there, "the box plugged in again")
        self.by["phone for the box"] += 1

    def _box_is_there(self) -> bool:
        return "dice-twin" in self.evening.electronics.there()

    def _by_dial(self, question: Question) -> bool:
        """Miss cards of a Hero who can say with his dial how many hits went through."""
        if not isinstance(question, Choose) or not question.dial:
            return False
        piece, match = question.dial, self.evening.match
        hits = match.state.heroes[piece].hits
        answer = random_answer(question, self.rng)
        left = hits - (question.struck - int(answer))
        if left <= 0 or left == hits:
            return False
        dial = list(COLOURS).index(piece) + 1
        self.evening.twin("dials", f"dial {dial} {left}")
        return True

    def _all_drawn(self) -> None:
        match = self.evening.match
        for page in self.evening.pages.values():
            page.wait_for_function(
                "at => Number(document.querySelector('main.game')?.dataset.revision) >= at", arg=match.revision
            )


def main() -> int:
    """Play; prints who answered what."""
    steps = int(sys.argv[1])
    begun_s = time.monotonic()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser: Browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=ARGUMENTS)
        evening = TwinEvening(Path(folder) / "g", browser, "box", seats=SEATS)
        play = Play(evening, seed=5, eager=bool(steps))
        done = 0
        while GAME.end(evening.match.state) is None and (not steps or done < steps):
            play.step()
            done += 1
        end = GAME.end(evening.match.state)
        evening.close()
        browser.close()
    print(f"{done} commands and answers in {time.monotonic() - begun_s:.0f} s: {dict(play.by)}")
    print(end.reason if end else "not played to the end")
    return 1 if evening.errors else 0


if __name__ == "__main__":
    sys.exit(main())
