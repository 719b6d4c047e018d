"""Dark Age Skirmish on a phone: a figure's paces are tried on the map, and one is taken from the sheet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.autoplay import choose_command, random_answer
from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from companion.table.state import TableState
from tests.webui.game.app import create_game_app
from tests.webui.game.free_table import on_screen
from tests.webui.game.test_places import fits
from webui.serve import WebServer, listen

GAME = take("dark-age-skirmish")
MOST_STEPS = 200


class Table:
    """Played until somebody may run."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        options = GAME.sample_options(random.Random(4))
        header = Header(GAME.name, GAME.ruleset, options, "software")
        self.match = Match(GAME, create_journal(folder / "g", header), pick=random.Random(4).randrange)
        self.runner, self.seat = self._until_a_run()
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), "ABCD2345")
        self.server = WebServer(create_game_app(Desk(self.match, self.seats)), listen("127.0.0.1", 0), 8)
        self.server.start()
        self.context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)

    def _until_a_run(self) -> tuple[str, str]:
        rng = random.Random(2)
        for step in range(MOST_STEPS):
            question = self.match.open_question
            if question is not None:
                self.match.answer(question.seat, question.key, random_answer(question, rng))
                continue
            for seat in GAME.seats(self.match.state):
                for offer in GAME.offers(self.match.state, TableState(), seat):
                    if offer.kind == "run":
                        return offer.id.partition(":")[2], seat
            self.match.command(choose_command(GAME, self.match.state, TableState(), rng, f"c{step}"))
        raise AssertionError("nobody may run")

    def phone(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(10_000)
        page.goto(f"http://127.0.0.1:{self.server.port}/#{self.seats.token(self.seat)}")
        page.wait_for_selector("main.game")
        return page

    def close(self) -> None:
        self.context.close()
        self.match.end()
        self.server.stop()
        self.match.close()


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[Table]:
    one = Table(tmp_path, browser)
    yield one
    one.close()


def test_a_pace_is_tried_and_taken(table: Table) -> None:
    page = table.phone()
    figure = table.match.state.figures[table.runner]
    fits(page)
    page.locator(f"[data-grip='{table.runner}']").scroll_into_view_if_needed()
    page.touchscreen.tap(*on_screen(page, figure.x_mm, figure.y_mm))
    expect(page.locator("[data-reach]").first).to_be_attached()
    width = GAME.view(table.match.state, TableState(), table.seat)["table"]["width_mm"]
    goal = figure.x_mm + (60 if figure.x_mm < width / 2 else -60), figure.y_mm
    page.wait_for_function("() => !document.querySelector('.waits')?.textContent")
    page.touchscreen.tap(*on_screen(page, *goal))
    expect(page.locator("[data-length]")).to_contain_text("cm")
    page.locator("[data-rate=run]").click()
    take_it = page.locator("[data-move]")
    expect(take_it).to_contain_text("run")
    fits(page)
    before = table.match.revision
    take_it.click()
    page.wait_for_function("at => Number(document.querySelector('main.game').dataset.revision) > at", arg=before)
    commands = [row.data for row in table.match.journal.rows() if row.kind == "command"]
    assert commands[-1]["offer_id"] == f"run:{table.runner}"
