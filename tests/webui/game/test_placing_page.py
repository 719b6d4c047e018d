"""Setting up a scenario with a phone: areas and edges to scale, what to place where, and the camera's word on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.flintloque.board import drawn_terrain
from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from companion.service.placing import placing
from tests.webui.game.app import create_game_app
from tests.webui.game.free_table import FreeTable
from tests.webui.game.test_places import fits
from webui.serve import WebServer, listen


@contextmanager
def served(match: Match, browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Gives a new phone with a seat, or with none."""
    seats = Seats(match.journal, match.game.seats(match.state), "ABCD2345")
    server = WebServer(create_game_app(Desk(match, seats)), listen("127.0.0.1", 0), 8)
    server.start()
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)

    def phone(seat: str) -> Page:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/#{seats.token(seat) if seat else ''}")
        return page

    yield phone
    context.close()
    match.end()
    server.stop()
    match.close()


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[FreeTable]:
    one = FreeTable(tmp_path, browser, moving=False)
    one.place(camera=False)
    yield one
    one.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_without_a_camera_the_map_shows_what_to_place_where(table: FreeTable, width: int, height: int) -> None:
    page = table.phone("ann", width, height)
    expect(page.locator("[data-area-of]")).to_have_count(2)
    expect(page.locator("[data-area-of=orcs] .edge")).to_have_count(1)
    expect(page.locator("[data-wanted]")).to_have_count(6)
    card = page.locator(".placing")
    expect(card).to_contain_text("Place it as drawn.")
    expect(card).to_contain_text("x 25.0 to 65.0, y 1.0 to 9.0 cm; their edge is the south")
    wood = card.locator("[data-item='wood by the mill road']")
    expect(wood).to_contain_text("trees, 18.0 × 18.0 cm, 12.0 high, its middle at 24.0, 22.0")
    wood.click()
    expect(page.locator("[data-wanted='wood by the mill road']")).to_have_class("wanted chosen ")
    expect(card.locator("[data-item=dead-dwarf]")).to_contain_text("at 45.0, 45.0 cm")
    expect(card.locator("[data-look-terrain]")).to_have_count(0)
    fits(page)


def test_a_camera_says_of_each_thing_how_it_stands(table: FreeTable) -> None:
    page = table.phone("ann")
    wood = drawn_terrain("one")[0]
    moved = replace(wood, name="found 1", outline=tuple((x + 25, y) for x, y in wood.outline))
    table.see(noaks=(400.0, 130.0, 1.0), oswold=(400.0, 50.0, 1.0))
    table.place(camera=True, found=(moved,))
    card = page.locator(".placing")
    expect(card).to_contain_text("10 things to go, as the camera sees it.")
    expect(card.locator("[data-item=noaks]")).to_contain_text("4.0 cm, put it south")
    expect(card.locator("[data-item=oswold]")).to_contain_text("right")
    expect(card.locator("[data-item='wood by the mill road']")).to_contain_text("put it west")
    expect(page.locator("[data-put-right]")).to_have_count(2)
    expect(card.locator("[data-side=ogre] summary")).to_have_text("Ogre: 1 to go")
    order = card.locator("[data-area-of], [data-item]").evaluate_all("all => all.map((one) => one.dataset.item)")
    assert order.index("noaks") < order.index("oswold"), "what is right comes last"
    expect(card.locator("[data-look-terrain]")).to_be_visible()
    fits(page)


def test_with_the_first_turn_it_is_gone_and_each_side_sees_its_way_off(tmp_path: Path, browser: Browser) -> None:
    table = FreeTable(tmp_path, browser)
    page, screen = table.phone("ann"), table.phone("")
    expect(page.locator("[data-exit=north]")).to_have_count(1)
    expect(page.locator(".placing")).to_have_count(0)
    expect(screen.locator("[data-exit]")).to_have_count(0)
    table.close()


def test_a_side_without_secrets_is_its_players_own_too(tmp_path: Path, browser: Browser) -> None:
    game = take("dark-age-skirmish")
    header = Header(game.name, game.ruleset, {"seats": {"ann": "vikings", "bob": "fyrd"}}, "typed")
    match = Match(game, create_journal(tmp_path / "g", header))
    told = placing(game.layout(match.state), match.table, (), camera=False)  # type: ignore[attr-defined]
    match.stand_beside(replace(match.now.beside, placing=told))
    with served(match, browser) as phone:
        page = phone("ann")
        expect(page.locator(".placing h3").first).to_have_text("Vikings, yours")
        expect(page.locator(".placing [data-item=sigurd]")).to_be_visible()
        expect(page.locator(".placing details[data-side=fyrd]")).to_have_count(1)
        expect(phone("").locator(".placing details")).to_have_count(2)
