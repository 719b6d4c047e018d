"""A game without a board on a phone: an area of the table is touched, a distance is typed, secrets stay one's own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.autoplay import choose_command, random_answer
from companion.games.questions import Measure
from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from companion.table.state import TableState
from tests.webui.game.app import create_game_app
from tests.webui.game.free_table import FreeTable
from webui.serve import WebServer, listen

GAME = take("flintloque")
MOST_STEPS = 400


class Skirmish:
    def __init__(self, folder: Path, browser: Browser) -> None:
        options = GAME.sample_options(random.Random(1))
        header = Header(GAME.name, GAME.ruleset, options, "software")
        self.match = Match(GAME, create_journal(folder / "g", header), pick=random.Random(1).randrange)
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), "ABCD2345")
        self.server = WebServer(create_game_app(Desk(self.match, self.seats)), listen("127.0.0.1", 0), 8)
        self.server.start()
        self.context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        self.errors: list[str] = []

    def phone(self, seat: str) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"http://127.0.0.1:{self.server.port}/#{self.seats.token(seat) if seat else ''}")
        return page

    def until_measured(self) -> Measure:
        """Play until a distance is asked for."""
        rng = random.Random(2)
        for step in range(MOST_STEPS):
            question = self.match.open_question
            if isinstance(question, Measure):
                return question
            if question is not None:
                self.match.answer(question.seat, question.key, random_answer(question, rng))
            else:
                self.match.command(choose_command(GAME, self.match.state, TableState(), rng, f"c{step}"))
        raise AssertionError("no distance was asked for")

    def close(self) -> None:
        self.context.close()
        self.match.end()
        self.server.stop()
        self.match.close()
        assert self.errors == []


@pytest.fixture
def skirmish(tmp_path: Path, browser: Browser) -> Iterator[Skirmish]:
    one = Skirmish(tmp_path, browser)
    yield one
    one.close()


def test_a_figure_is_put_where_the_area_was_touched(skirmish: Skirmish) -> None:
    seat = GAME.seats(skirmish.match.state)[0]
    page = skirmish.phone(seat)
    page.locator('[data-offer="deploy:oswold"]').click()
    expect(page.get_by_role("button", name="Do it")).to_be_disabled()
    area = page.locator("[data-area]").first.bounding_box()
    assert area is not None
    page.mouse.click(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    page.get_by_role("button", name="Do it").click()
    expect(page.locator('[data-token="oswold"]')).to_have_count(1)
    view = GAME.view(skirmish.match.state, TableState(), seat)
    oswold = next(one for one in view["figures"] if one["name"] == "oswold")
    assert (oswold["x_mm"], oswold["y_mm"]) == pytest.approx((450.0, 50.0), abs=4.0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_text("Only you see this.").first).to_be_visible()
    screen = skirmish.phone("")
    expect(screen.locator('[data-token="oswold"]')).to_have_count(1)
    expect(screen.get_by_text("Only you see this.")).to_have_count(0)


def test_a_distance_that_no_camera_tells_is_typed(skirmish: Skirmish) -> None:
    question = skirmish.until_measured()
    page = skirmish.phone(question.seat)
    expect(page.get_by_role("button", name="That is it")).to_be_disabled()
    page.get_by_label("Distance in cm").fill("12.5")
    page.get_by_role("button", name="That is it").click()
    expect(page.get_by_label("Distance in cm")).to_have_count(0)
    answers = [row for row in skirmish.match.journal.rows() if row.kind == "answer" and row.data["key"] == question.key]
    assert answers[-1].data["answer"] == [125, 1.03]


def test_a_hundred_is_typed_and_a_distance_is_taken_from_the_map(tmp_path: Path, browser: Browser) -> None:
    table = FreeTable(tmp_path, browser, noaks=((600, 80), "fire"))
    table.do("ann", "end-moves:orcs")
    table.do("ann", "fire:orcs", noaks="hassle")
    page = table.phone("ann", 360, 740)
    expect(page.locator(".asked")).to_contain_text("From the base of Noaks to the base of Hassle")
    expect(page.locator("[data-token=hassle]")).to_have_class("token on")
    page.locator("[data-by-map]").click()
    bob = table.phone("bob", 360, 740)
    bob.get_by_role("button", name="That is it").click()
    rolled = page.locator("[name=rolled]")
    rolled.fill("101")
    expect(page.get_by_role("button", name="That is it")).to_be_disabled()
    rolled.fill("97")
    page.get_by_role("button", name="That is it").click()
    expect(rolled).to_have_count(0)
    answers = [row.data["answer"] for row in table.match.journal.rows() if row.kind == "answer"]
    assert answers[-1] == [97]
    table.close()


def test_no_two_figures_have_the_same_letters(skirmish: Skirmish) -> None:
    page = skirmish.phone(GAME.seats(skirmish.match.state)[0])
    titles = ["Soutie", "Soue", "Schneider", "Schumaker", "Fyrdman 1", "Fyrdman 12", "Freeman 1", "L'Escampe"]
    page.wait_for_selector("main.game")
    short = page.evaluate(
        "async (all) => Object.fromEntries((await import('/static/app/game/called.js')).shortOf(all))", titles
    )
    assert list(short) and len(set(short.values())) == len(titles)
    assert (short["L'Escampe"], short["Fyrdman 12"]) == ("LE", "F12")
