"""A random game of a free table played by touch alone, on a phone for each seat, without a camera.

    python -m tests.webui.game.by_touch      a whole game of each; prints what was touched how often

What is done is drawn at random from what the game offers; all of it is touched on the page of whoever does it: words,
figures, places typed in cm, distances as the map has them, dice by the program. So nothing may be offered or asked that
a phone cannot do.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from companion.games.autoplay import choose_command, random_answer
from companion.games.contract import Command
from companion.games.placing import Placing
from companion.games.questions import Measure, Question, Roll
from companion.games.regions import Patch
from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from companion.service.placing import placing
from companion.table.state import TableState
from tests.needs import need_program
from tests.webui.conftest import ARGUMENTS
from tests.webui.game.app import create_game_app
from webui.serve import WebServer, listen

GAMES: Mapping[str, Mapping[str, Any]] = {
    "flintloque": {
        "seats": {"ann": ["orcs", "dwarves"], "bob": ["elves", "ogre"]},
        "morale": "house",
        "scenario": "two",
    },
    "dark-age-skirmish": {
        "seats": {"ann": "vikings", "bob": "fyrd"},
        "turns": "factions",
        "rocks": "house",
        "lengths": "house",
        "end": "rounds",
        "rounds": 4,
    },
}
SIZES = ((390, 844), (360, 740))
PATIENCE_MS = 15_000
MOST_STEPS = 2_000


class Touched:
    """A game and its phones. done: what was touched, by kind of command and question. errors: of the pages."""

    def __init__(self, folder: Path, browser: Browser, name: str, seed: int) -> None:
        self.game, self._rng = take(name), random.Random(seed)
        header = Header(name, self.game.ruleset, dict(GAMES[name]), "typed")
        self.match = Match(self.game, create_journal(folder / name, header))
        seats = Seats(self.match.journal, self.game.seats(self.match.state), "ABCD2345")
        self.server = WebServer(create_game_app(Desk(self.match, seats)), listen("127.0.0.1", 0), 8)
        self.server.start()
        self.errors: list[str] = []
        self.done: Counter[str] = Counter()
        self.pages: dict[str, Page] = {}
        for n, seat in enumerate(self.game.seats(self.match.state)):
            wide, high = SIZES[n % len(SIZES)]
            context = browser.new_context(viewport={"width": wide, "height": high}, has_touch=True, is_mobile=True)
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.on("pageerror", lambda error: self.errors.append(str(error)))
            page.goto(f"http://127.0.0.1:{self.server.port}/#{seats.token(seat)}")
            self.pages[seat] = page

    def play(self, steps: int = MOST_STEPS) -> None:
        """So many commands and answers, or to the end of the game."""
        for _ in range(steps):
            self._set_up()
            if self.game.end(self.match.state) is not None:
                return
            question = self.match.open_question
            if question is not None:
                self._answer(self._fresh(question.seat), question)
            else:
                command = choose_command(self.game, self.match.state, TableState(), self._rng, "")
                self._take(self._fresh(command.seat), command)

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.match.end()
        self.server.stop(0.2)
        self.match.close()

    def _set_up(self) -> None:
        """Phones are told what to place where until the game has begun, as a program tells them."""
        beside, game = self.match.now.beside, self.game
        layout = game.layout(self.match.state) if isinstance(game, Placing) else None
        if (layout is None) != (beside.placing is None):
            told = placing(layout, self.match.table, (), camera=False) if layout else None
            self.match.stand_beside(replace(beside, placing=told))

    def _fresh(self, seat: str) -> Page:
        """The seat's page, once it shows what is now."""
        page = self.pages[seat]
        expect(page.locator("main.game")).to_have_attribute("data-revision", str(self.match.revision))
        return page

    def _answer(self, page: Page, question: Question) -> None:
        """The dice are the program's, a distance is the map's."""
        self.done[f"asked {question.key.partition(',')[0].split('/')[1]}"] += 1
        answer, card = random_answer(question, self._rng), page.locator(".card.asked")
        before = self.match.revision
        if isinstance(question, Measure):
            card.locator("[data-by-map]").tap()
        elif isinstance(question, Roll):
            card.locator("[data-software]").tap()
        else:
            _fill(card, getattr(question, "region", None) or getattr(question, "field", None), answer)
            card.get_by_role("button", name="That is it").tap()
        self._until_done(page, before, question.key)

    def _take(self, page: Page, command: Command) -> None:
        self.done[command.kind] += 1
        before = self.match.revision
        offers = self.game.offers(self.match.state, TableState(), command.seat)
        offer = next(one for one in offers if one.id == command.offer_id)
        card = page.locator(".card.offers")
        for close in page.locator("[data-close]").all():
            close.tap()
        if card.locator("[data-back]").count() and card.locator("h2").inner_text() != offer.label:
            card.locator("[data-back]").tap()
        if not card.locator("[data-back]").count():
            card.locator(f'[data-offer="{offer.id}"]').tap()
        for name, value in command.fields.items():
            _fill(card.locator(f'[data-field="{name}"]'), offer.fields[name], value)
        if command.fields:
            card.get_by_role("button", name="Do it", exact=True).tap()
        self._until_done(page, before, offer.id)

    def _until_done(self, page: Page, before: int, what: str) -> None:
        self.match.wait(before, PATIENCE_MS / 1000)
        told = page.locator(".told").all_inner_texts()
        assert self.match.revision != before, f"{what} was touched and nothing came of it {told}"


def _fill(form: Locator, field: Any, value: Any) -> None:
    """Touch a value of a field, or type a place in cm."""
    if isinstance(field, Patch):
        if not form.locator("[name=x]").count():
            form.locator("[data-type-place]").tap()
        for axis, mm in zip("xy", value, strict=True):
            form.get_by_label(f"{axis} in cm").fill(f"{mm / 10:.2f}")
        return
    for one in value if isinstance(value, list) else [value]:
        button = form.locator(f'[data-value="{one}"]').first
        if button.get_attribute("aria-pressed") != "true":
            button.tap()


def main() -> int:
    """0 if both came to their ends."""
    good = True
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=ARGUMENTS)
        for name in GAMES:
            one = Touched(Path(folder), browser, name, seed=4)
            one.play()
            end = one.game.end(one.match.state)
            good = good and end is not None and not one.errors
            print(
                f"{one.game.title}: {sum(one.done.values())} commands and answers by touch; {one.errors or 'no'} errors"
            )
            print("  " + ", ".join(f"{kind} {count}" for kind, count in sorted(one.done.items())))
            print(f"  {end.reason if end else 'not played to the end'}")
            one.close()
        browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
