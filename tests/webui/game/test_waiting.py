"""What a phone shows while it waits, and that it shows it no longer when it is over."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from companion.games.contract import Refusal
from tests.webui.conftest import House, OpenPage
from tests.webui.game.free_table import FreeTable

BUSY = '{"error": {"code": "busy", "message": "The camera is busy.", "where": null}}'


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[FreeTable]:
    one = FreeTable(tmp_path, browser)
    yield one
    one.close()


class Once503:
    """The first request is answered with 503, all others go through."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, route: Route) -> None:
        self.count += 1
        if self.count > 1:
            route.continue_()
        else:
            route.fulfill(status=503, headers={"Retry-After": "1"}, content_type="application/json", body=BUSY)


def test_a_pressed_offer_shows_that_it_is_being_done(table: FreeTable) -> None:
    page, go, real = table.phone("ann"), threading.Event(), table.desk.act

    def slow(*asked: Any) -> Any:
        go.wait(10)
        return real(*asked)

    table.desk.act = slow  # type: ignore[method-assign]
    button = page.locator("[data-offer='end-moves:orcs']")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    go.set()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(button).to_have_count(0)


def test_a_form_that_was_refused_stays_open_with_what_was_filled_in(table: FreeTable) -> None:
    page = table.phone("ann")
    page.locator("[data-offer='move:noaks']").click()
    page.locator("[data-type-place]").click()
    page.get_by_label("x in cm").fill("45")
    page.get_by_label("y in cm").fill("20")
    table.desk.act = lambda *asked: Refusal("no", "Not so.", "")  # type: ignore[method-assign, assignment]
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("Not so.")).to_be_visible()
    expect(page.get_by_label("x in cm")).to_have_value("45")


def test_a_503_is_waited_out_and_its_sentence_goes(table: FreeTable) -> None:
    page, busy = table.phone("ann"), Once503()
    page.route("**/api/v1/commands", busy)
    page.locator("[data-offer='end-moves:orcs']").click()
    expect(page.get_by_text("The camera is busy.")).to_be_visible()
    expect(page.get_by_text("The camera is busy.")).to_have_count(0)
    expect(page.locator("[data-offer='end-moves:orcs']")).to_have_count(0)
    assert busy.count == 2


def test_on_the_dashboard_too(open_page: OpenPage, house: House) -> None:
    page, busy = open_page(390, 844, may_fail=True), Once503()
    page.route("**/api/v1/turn", busy)
    page.locator(".roster button").first.click()
    button = page.get_by_role("button", name="Its turn")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(page.get_by_text("The camera is busy.")).to_be_visible()
    expect(page.get_by_text("The camera is busy.")).to_have_count(0)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert busy.count == 2
