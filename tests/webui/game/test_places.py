"""Places and squares: what words say can be found on the map, and can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.contract import End
from tests.webui.game.conftest import Evening
from tests.webui.game.free_table import FreeTable
from tests.webui.game.test_host_page import first_turn

SMALL_TEXT = """() => [...document.querySelectorAll("main *")]
  .filter((e) => e.tagName !== "title" && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
  .map((e) => [parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement?.getScreenCTM().a ?? 1), e.textContent])
  .filter(([px]) => px < 13.95)"""
"""Texts smaller than 14 px on the screen."""
SMALL_TARGETS = """() => [...document.querySelectorAll("main button, main a, main summary, main input, main select")]
  .filter((e) => e.offsetParent && Math.min(e.offsetHeight, e.offsetWidth) < 44 && !e.matches("[type=checkbox]"))
  .map((e) => `${e.ariaLabel ?? e.textContent} ${e.offsetWidth}x${e.offsetHeight}`)"""
"""What is touched and is smaller than a finger."""


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[FreeTable]:
    one = FreeTable(tmp_path, browser)
    yield one
    one.close()


def fits(page: Page) -> None:
    assert page.evaluate(SMALL_TEXT) == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_a_board_s_edges_print_columns_and_rows_as_squares_are_named(evening: Evening, width: int, height: int) -> None:
    first_turn(evening)
    page = evening.phone("ann")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".numbers text").first).to_be_attached()
    numbers = page.locator(".numbers text").all_text_contents()
    assert numbers[:12] == [*(str(n) for n in range(9)), "0", "1", "2"], "columns, then rows"
    expect(page.locator(".haunter rect")).to_have_count(9)
    page.locator("[data-offer=move]").click()
    square = page.locator(".map [data-square]").first
    name = str(square.get_attribute("data-square"))
    square.click()
    column, row = name.split(",")
    expect(page.locator(".hint")).to_contain_text(f"To square {name}: column {column}, row {row}.")
    fits(page)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_a_free_table_fits_a_phone(table: FreeTable, width: int, height: int) -> None:
    page = table.phone("ann", width, height)
    fits(page)
    page.locator("[data-offer='move:noaks']").click()
    page.locator("[data-type-place]").click()
    fits(page)
    page.locator("[data-measure]").click()
    fits(page)


def test_a_place_is_typed_in_cm(table: FreeTable) -> None:
    page = table.phone("ann")
    page.locator("[data-offer='move:noaks']").click()
    page.locator("[data-type-place]").click()
    page.get_by_label("x in cm").fill("46.5")
    expect(page.get_by_role("button", name="Do it")).to_be_disabled()
    page.get_by_label("y in cm").fill("20")
    expect(page.locator("[data-field=to]")).to_contain_text("To 46.5, 20.0 cm.")
    expect(page.locator("[data-length]")).to_contain_text("15.1 of 24.0 cm")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("[data-offer='end-moves:orcs']")).to_be_visible()
    expect(page.locator("[data-offer='move:noaks']")).to_have_count(0)
    figure = table.match.state.figures["noaks"]
    assert (figure.x_mm, figure.y_mm) == (465, 200)


def test_a_doubt_of_the_camera_asks_for_no_square(table: FreeTable) -> None:
    page = table.phone("ann")
    table.see(noaks=(450.0, 291.0, 1.0))
    card = page.locator(".seen")
    expect(card.locator("h2")).to_have_text("Too close to call: you decide")
    expect(card).to_contain_text("0.1 cm too far")
    expect(card).not_to_contain_text("square")


@pytest.mark.parametrize(("winner", "said"), [("nobody", "Nobody has won."), ("orcs", "The winner: Orcs")])
def test_the_end_is_told_as_it_is(table: FreeTable, winner: str, said: str) -> None:
    end = End("Nobody got what he wanted", winner, {"orcs": 0, "ogre": 0})
    table.match._past.state = replace(table.match.state, end=end)
    table.match.see(replace(table.match.table, revision=9), True)
    for seat in ("ann", ""):
        expect(table.phone(seat).locator(".winner")).to_have_text(said)


def test_a_correction_begins_with_what_is(table: FreeTable) -> None:
    page = table.phone("ann")
    page.goto(f"http://127.0.0.1:{table.server.port}/host")
    page.locator("[name=code]").fill("ABCD2345")
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Propose something").click()
    page.locator("[name=correction]").select_option("place:noaks")
    expect(page.get_by_label("x in cm")).to_have_value("45")
    expect(page.get_by_label("y in cm")).to_have_value("5")
    page.locator("[name=correction]").select_option("set-wounds:noaks")
    expect(page.locator("[data-field=lost] [data-value='0']")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_the_other_pages_of_a_game_fit_too(evening: Evening, width: int, height: int) -> None:
    page = evening.phone(path="/charts")
    page.set_viewport_size({"width": width, "height": height})
    for path, ready in (("/charts", "details"), ("/board", ".map"), ("/host", "[name=code]")):
        page.goto(evening.address + path)
        page.wait_for_selector(ready)
        fits(page)
