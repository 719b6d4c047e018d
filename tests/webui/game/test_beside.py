"""What devices and camera say, on phones; one touch takes it. The service runs whole, with twins of the devices."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.device_models import SetHero
from companion.service.inbox import Looked
from companion.service.match.desk import Desk
from companion.service.match.seats import Seats
from companion.table.state import FigurePlaced
from companion.vision.frame import Look
from firmware_bridge.simulator.twin import Twin
from tests.companion.games.dark_world.laid import figure_on, laid
from tests.companion.service.match.players import GAME, one
from tests.companion.service.test_twins import Evening, twins
from webui import create_app
from webui.serve import WebServer, listen

__all__ = ["twins"]
PATIENCE_MS = 15_000


class Served(Evening):
    """An evening with a web server, and a camera that is told what it sees."""

    def __init__(self, folder: Path, browser: Browser, **options: Any) -> None:
        super().__init__(folder, **options)
        self.session = self.service._session
        assert self.session is not None
        self.session.camera.laid = laid
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), "ABCD2345")
        desk = Desk(self.match, self.seats, self.service.run, pieces=self.session)
        self.stopping = threading.Event()
        app = create_app(self.service, desk, home="game", stopping=self.stopping.is_set)
        self.server = WebServer(app, listen("127.0.0.1", 0), 8)
        self.server.start()
        self.browser, self.looks = browser, 0
        self.pages: list[Page] = []
        self.errors: list[str] = []

    def phone(self, seat: str) -> Page:
        page = self.browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"http://127.0.0.1:{self.server.port}/game#{self.seats.token(seat)}")
        self.pages.append(page)
        return page

    def look(self, *events: FigurePlaced) -> None:
        """The camera has seen this."""
        self.looks += 1
        now_s = time.monotonic()
        look = Look(self.looks, now_s, events, (), (), tuple(event.figure.id for event in events))
        self.service._inbox.post(Looked(self.looks, now_s, "good", 160, 90, look))

    def hero_may_move(self) -> str:
        while True:
            state = self.match.state
            hero = state.turn.hero
            if state.phase == "heroes" and self.match.now.question is None:
                offers = GAME.offers(state, self.match.now.table, state.heroes[hero].seat)
                if any(offer.id == "move" for offer in offers):
                    return str(hero)
            self.service.run(lambda: one(self.match, self.rng))

    def stop(self) -> None:
        for page in self.pages:
            page.context.close()
        self.match.end()
        self.stopping.set()
        self.service.stop()
        self.server.stop(0.5)


@pytest.fixture
def served(tmp_path: Path, twins: dict[str, Twin], browser: Browser) -> Iterator[Served]:
    made = Served(tmp_path, browser)
    yield made
    made.stop()
    assert made.errors == []


def test_the_phone_says_which_device_may_answer_and_rolls_in_its_place(
    served: Served,
    twins: dict[str, Twin],
) -> None:
    question = served.open("hero's blow")
    page = served.phone(question.seat)
    expect(page.locator(".device")).to_contain_text("Press the button of the dice box")
    twins["dice"].pull()
    expect(page.locator(".device")).to_contain_text("is not plugged in")
    page.locator("[data-software]").tap()
    assert served.answered(question.key)[0] == "software"


def test_a_move_that_was_seen_is_taken_with_one_touch_and_a_wrong_one_is_named(served: Served) -> None:
    hero = served.hero_may_move()
    state = served.match.state
    page = served.phone(state.heroes[hero].seat)
    reach = [
        s
        for o in GAME.offers(state, served.match.now.table, state.heroes[hero].seat)
        if o.id == "move"
        for s in o.fields["square"].cells
    ]  # type: ignore[union-attr]
    served.look(FigurePlaced(figure_on(hero, "8,0"), 0.0))
    expect(page.locator(f"[data-astray={hero}]")).to_contain_text(f"back to {state.heroes[hero].square}")
    served.look(FigurePlaced(figure_on(hero, reach[0]), 0.0))
    page.locator(f"[data-seen='{reach[0]}']").tap()
    expect(page.locator(".seen")).to_have_count(0)
    served.until(lambda: served.match.state.heroes[hero].square == reach[0])


def test_a_dial_that_differs_is_taken_by_its_player(served: Served, twins: dict[str, Twin]) -> None:
    hero = served.hero_may_move()
    served.service.command_devices(SetHero("red", hero, "dials-twin", 1))
    page = served.phone(served.match.state.heroes[hero].seat)
    value = 3 if served.match.state.heroes[hero].hits != 3 else 4
    twins["dials"].do(f"dial 1 {value}")
    card = page.locator(f"[data-dial={hero}]")
    expect(card).to_contain_text(f"stands at {value}")
    card.locator("[data-take]").tap()
    expect(card).to_have_count(0)
    assert served.match.state.heroes[hero].hits == value
