"""A served game and phones that look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.match.boards import OwnersBoard
from companion.service.match.book import OwnersBook
from companion.service.match.desk import Desk
from companion.service.match.lists import Lists
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from tests.companion.service.match.players import GAME, again, new_match
from tests.webui.game.app import create_game_app
from webui.serve import WebServer, listen

CODE = "ABCD2345"
PATIENCE_MS = 10_000
WATCH = """
window.shown = {}; window.sent = []; window.came = [];
new MutationObserver(() => {
  const at = document.querySelector("main.game")?.dataset.revision;
  if (at !== undefined && !(at in window.shown)) window.shown[at] = Date.now();
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-revision"] });
const fetched = window.fetch;
window.fetch = (path, words) => {
  if (words?.method === "POST") window.sent.push(Date.now());
  return fetched(path, words);
};
const decode = TextDecoder.prototype.decode;
TextDecoder.prototype.decode = function (...words) { window.came.push(Date.now()); return decode.apply(this, words); };
"""
"""Notes when each revision was drawn, when something was sent, and when news came in; ms since the epoch."""


class Evening:
    """A game served at one address; may be stopped and started again from its file."""

    def __init__(self, path: Path, browser: Browser, dice: str = "typed", **options: Any) -> None:
        self.path, self.browser = path, browser
        self.match = new_match(path, dice, **options)
        self.port = 0
        self.pages: dict[str, Page] = {}
        self.errors: list[str] = []
        self._serve()

    def _serve(self) -> None:
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), CODE)
        self.desk = Desk(self.match, self.seats, book=OwnersBook(self.path.parent, GAME))
        lists = Lists(self.path.parent / "lists", GAME.name)
        app = create_game_app(self.desk, boards=OwnersBoard(self.path.parent), lists=lists)
        self.server = WebServer(app, listen("127.0.0.1", self.port), 8)
        self.port = self.server.port
        self.server.start()

    def stop(self) -> None:
        self.match.end()
        self.server.stop(0.2)
        self.match.journal.close()

    def start(self) -> None:
        self.match: Match = again(self.path)
        self._serve()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def phone(self, seat: str = "", path: str = "/") -> Page:
        """A new phone with this seat, or with none."""
        context = self.browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True)
        page = context.new_page()
        page.add_init_script(WATCH)
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{self.address}{path}" + (f"#{self.seats.token(seat)}" if seat else ""))
        self.pages[seat or path] = page
        return page

    def all_at(self, revision: int) -> None:
        """Every phone shows this revision."""
        for page in self.pages.values():
            expect(page.locator("main.game")).to_have_attribute("data-revision", str(revision), timeout=PATIENCE_MS)

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.stop()


@pytest.fixture
def evening(tmp_path: Path, browser: Browser) -> Iterator[Evening]:
    one = Evening(tmp_path / "g", browser)
    yield one
    one.close()
    assert one.errors == []
