"""Another game begun on the host's page, and a seat's link as a code: in a browser, and what the API refuses."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import open_journal
from companion.service.match.lists import ListAsked, Lists
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from companion.service.match.starting import Starting, take_over
from tests.companion.service.match.players import GAME, new_match
from tests.needs import ROOT
from tests.webui.fake_service import FakeService
from tests.webui.game.conftest import CODE
from webui import create_app
from webui.game.starting import START_ROUTES, drawn
from webui.serve import WebServer, listen


class Served:
    """A game of Dark World. When another one waits it is put in its place, and the same address serves it."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.path = folder / "evening.game"
        new_match(self.path).journal.close()
        self.lists = Lists(folder / "lists", GAME.name)
        self.errors: list[str] = []
        self.begun = False
        self._serve(0)
        self.context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _serve(self, port: int) -> None:
        journal = open_journal(self.path)
        game = take(journal.header.game)
        self.match = Match(game, journal)
        desk = Desk(self.match, Seats(journal, game.seats(self.match.state), CODE))
        starting = Starting(self.path, self.path.parent, self.lists, self.match, self._waits)
        app = create_app(FakeService(), desk, lists=self.lists, starting=starting, home="game", camera=False)
        self.client = app.test_client()
        self.server = WebServer(app, listen("127.0.0.1", port), 8)
        self.server.start()

    def _waits(self) -> None:
        self.begun = True

    def give_way(self) -> None:
        """As `companion host` does."""
        assert self.begun
        self.match.end()
        self.server.stop(0.2)
        self.match.close()
        take_over(self.path)
        self._serve(self.server.port)

    def host_page(self, more: str = "") -> Page:
        self.page.goto(f"http://127.0.0.1:{self.server.port}/host{more}")
        self.page.locator("[name=code]").fill(CODE)
        self.page.get_by_role("button", name="Open").click()
        return self.page

    def close(self) -> None:
        self.context.close()
        self.match.end()
        self.server.stop(0.2)
        self.match.close()
        assert self.errors == []


@pytest.fixture
def served(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    one = Served(tmp_path, browser)
    yield one
    one.close()


def tick(page: Page, title: str, player: str = "") -> None:
    side = page.locator(f'[data-side="{title}"]')
    side.locator("input[type=checkbox]").check()
    if player:
        side.locator("[name=player]").fill(player)


def test_a_game_is_begun_by_touch_and_its_seats_are_given_out(served: Served) -> None:
    page = served.host_page()
    phones = {}
    for seat in ("ann", "cora"):
        phones[seat] = served.context.new_page()
        phones[seat].goto(page.locator(f"[data-seat={seat}]").get_attribute("href") or "")
        expect(phones[seat].locator("main.game")).to_be_visible(timeout=10_000)
    page.locator("[data-begin-open]").click()
    page.locator("[data-value=flintloque]").click()
    expect(page.locator("[data-begin-do]")).to_be_disabled()
    tick(page, "The Orcs", "ann")
    tick(page, "The Ogre", "bob")
    page.locator("[data-option=scenario] [data-value=two]").click()
    page.get_by_text("What else is agreed on").click()
    page.locator("[data-option=ogre] [data-value=river]").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_response("**/api/v1/start"):
        page.locator("[data-begin-do]").click()
    served.give_way()
    expect(page.get_by_text("the game before is kept in evening-1.game")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Flintloque")
    expect(page.locator("[data-seat]")).to_have_count(2)
    options = served.match.journal.header.options
    assert (options["scenario"], options["ogre"], options["seats"]) == (
        "two",
        "river",
        {"ann": ["orcs"], "bob": ["ogre"]},
    )
    assert "kept=" not in page.url, "a reload says it no more"
    expect(phones["ann"].locator('[data-offer="deploy:oswold"]')).to_be_visible(timeout=10_000)
    expect(phones["cora"].get_by_text("Nobody sits here with this link any more")).to_be_visible(timeout=10_000)


def test_a_game_that_is_played_is_asked_for_first(served: Served) -> None:
    served.client.post("/api/v1/host", json={"do": "limit", "seconds": 30}, headers={"X-Host": CODE})
    page = served.host_page()
    page.locator("[data-begin-open]").click()
    page.locator("[data-value=dark-age-skirmish]").click()
    tick(page, "Vikings")
    tick(page, "Fyrd")
    page.locator("[data-begin-do]").click()
    expect(page.get_by_text("Dark World is being played here. It is kept as it is in evening-1.game")).to_be_visible()
    assert not served.begun
    with page.expect_response("**/api/v1/start"):
        page.locator("[data-begin-sure]").click()
    served.give_way()
    expect(page.locator("h1")).to_contain_text("Dark Age Skirmish")


def test_lists_ticked_on_their_own_page_are_ticked_here_and_what_does_not_go_together_is_said(served: Served) -> None:
    for title in ("Mine", "Yours"):
        draft = {**served.lists.ready("flintloque", "The Orcs"), "title": title, "player": title.lower()}
        served.lists.ask(ListAsked("save", "flintloque", draft))
    page = served.page
    page.goto(f"http://127.0.0.1:{served.server.port}/lists")
    page.locator("[data-game=flintloque]").click()
    page.get_by_label("Mine plays").check()
    page.get_by_label("Yours plays").check()
    page.get_by_role("button", name="Start a game with those ticked").click()
    expect(page.get_by_text("two lists are of the orcs")).to_be_visible()
    expect(page.locator("[data-begin-there]")).to_have_count(0)
    served.lists.ask(
        ListAsked(
            "save", "flintloque", {**served.lists.ready("flintloque", "The Ogre"), "title": "Theirs", "player": "bob"}
        )
    )
    page.reload()
    page.locator("[data-game=flintloque]").click()
    page.get_by_label("Mine plays").check()
    page.get_by_label("Theirs plays").check()
    page.get_by_role("button", name="Start a game with those ticked").click()
    page.locator("[data-begin-there]").click()
    page.locator("[name=code]").fill(CODE)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("[data-side=Mine] input[type=checkbox]")).to_be_checked()
    expect(page.locator("[data-side=Mine] [name=player]")).to_have_value("mine")
    expect(page.locator("[data-begin-do]")).to_be_enabled()
    tick(page, "Yours")
    page.locator("[data-begin-do]").click()
    expect(page.get_by_text("two lists are of the orcs")).to_be_visible()


def test_a_link_is_shown_as_a_code_that_can_be_read(served: Served) -> None:
    page = served.host_page()
    link = page.locator("[data-seat=ann]").get_attribute("href")
    page.locator("[data-scan=ann]").click()
    code = page.locator(".scan")
    expect(code).to_be_visible()
    image = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    found, *_ = cv2.QRCodeDetector().detectAndDecode(image)
    assert found == link
    expect(page.get_by_text("lead to this machine only")).to_be_visible()
    page.locator("[data-scan=ann]").click()
    expect(code).to_have_count(0)


def test_only_the_host_begins_a_game_or_has_codes(served: Served) -> None:
    sides = [{"ready": "The Orcs"}, {"ready": "The Ogre"}]
    asked = {"game": "flintloque", "sides": sides}
    assert served.client.get("/api/v1/start").json["playing"]["title"] == "Dark World"
    assert served.client.post("/api/v1/start", json=asked).status_code == 403
    assert served.client.post("/api/v1/start", json=asked, headers={"X-Host": "WRONG"}).status_code == 403
    assert served.client.post("/api/v1/code", json={"text": "x"}).status_code == 403
    assert not served.begun
    said = served.client.post("/api/v1/start", json={**asked, "sides": sides[:1]}, headers={"X-Host": CODE})
    assert (said.status_code, said.json["error"]["code"]) == (400, "bad_list")
    assert "at least two sides" in said.json["error"]["message"]
    many = {**asked, "sides": sides * 9}
    assert served.client.post("/api/v1/start", json=many, headers={"X-Host": CODE}).status_code == 400
    shutil.rmtree(served.path.parent / "lists", ignore_errors=True)


def test_a_code_is_square() -> None:
    code = drawn("http://192.168.178.33:8000/game#0123456789abcdefghijkl")
    assert code["modules"] >= 29 and code["path"].startswith("M0 0h1v1h-1z")


def test_every_route_is_on_the_page() -> None:
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert [row for route in START_ROUTES if (row := f"| `{route.method} {route.path}`") not in page] == []
