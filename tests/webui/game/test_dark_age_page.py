"""A game of Dark Age Skirmish on a phone: where figures look, record sheets with their counters, a move and a blow."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.contract import Command, Refusal
from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from webui.game.app import create_game_app
from webui.serve import WebServer, listen

GAME = take("dark-age-skirmish")
OPTIONS = {"seats": {"ann": "vikings", "bob": "fyrd"}, "first": "seated", "lengths": "house"}


class Raid:
    """Vikings and Fyrd stand in two rows; the Vikings' turn, and nobody is called yet."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        journal = create_journal(folder / "g", Header(GAME.name, GAME.ruleset, OPTIONS, "software"))
        self.match = Match(GAME, journal, pick=random.Random(1).randrange)
        for number, figure in enumerate(self.match.state.figures.values()):
            row, seat = (65, "ann") if figure.side == "vikings" else (535, "bob")
            number -= 0 if seat == "ann" else 8
            self.do(seat, f"deploy:{figure.name}", at=[170 + 44 * number, row])
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), "ABCD2345")
        self.server = WebServer(create_game_app(Desk(self.match, self.seats)), listen("127.0.0.1", 0), 8)
        self.server.start()
        self.browser, self.errors, self.pages = browser, list[str](), list[Page]()

    def do(self, seat: str, offer_id: str, **fields: object) -> None:
        said = self.match.command(Command(offer_id, seat, offer_id, fields))
        assert not isinstance(said, Refusal), said

    def phone(self, seat: str, width: int, height: int) -> Page:
        context = self.browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"http://127.0.0.1:{self.server.port}/#{self.seats.token(seat)}")
        self.pages.append(page)
        return page

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        self.match.end()
        self.server.stop()
        self.match.close()
        assert self.errors == []


@pytest.fixture
def raid(tmp_path: Path, browser: Browser) -> Iterator[Raid]:
    one = Raid(tmp_path, browser)
    yield one
    one.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_a_phone_shows_who_looks_where_and_every_record_sheet(raid: Raid, width: int, height: int) -> None:
    page = raid.phone("ann", width, height)
    expect(page.locator("[data-facing]")).to_have_count(21)
    sheet = page.locator(".hero-line", has_text="Sigurd")
    for words in ("hero", "Br 8", "St 7", "Ag 7", "fatigue 14 of 14", "large shield", "mail", "sword"):
        expect(sheet.get_by_text(words, exact=True)).to_be_visible()
    expect(page.locator(".hero-line", has_text="Orm").get_by_text("12 missiles")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_figure_is_called_moves_where_the_map_is_touched_and_is_drawn_there(raid: Raid) -> None:
    page = raid.phone("ann", 390, 844)
    page.locator('[data-offer="call:vikings"]').click()
    page.get_by_role("button", name="Svein", exact=True).click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator('.token.on[data-token="svein"]')).to_have_count(1)
    page.locator('[data-offer="run:svein"]').click()
    area = page.locator("[data-area]").first.bounding_box()
    assert area is not None
    page.mouse.click(area["x"] + area["width"] / 2, area["y"] + area["height"] / 4)
    page.get_by_role("button", name="Do it").click()
    expect(page.locator('[data-offer="run:svein"]')).to_have_count(0)
    svein = raid.match.state.figures["svein"]
    assert svein.moved == "run" and svein.y_mm > 100 and svein.spent == 1
    expect(page.locator(".hero-line", has_text="Svein").get_by_text("fatigue 11 of 12")).to_be_visible()
