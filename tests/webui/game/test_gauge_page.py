"""Trying a move or a range on a phone's map before anything is done, with a finger, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.models import Fault
from tests.webui.game.free_table import FreeTable, on_screen


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[FreeTable]:
    one = FreeTable(tmp_path, browser)
    yield one
    one.close()


QUIET = "() => !document.querySelector('.waits')?.textContent"
"""Nothing is being measured, so the sheet grows no more and the map stays where it is."""


def settle(page: Page) -> None:
    page.locator(".open-table").scroll_into_view_if_needed()
    page.wait_for_function(QUIET)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def touch(page: Page, x_mm: float, y_mm: float) -> None:
    settle(page)
    page.touchscreen.tap(*on_screen(page, x_mm, y_mm))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    settle(page)
    page.mouse.move(*on_screen(page, *start))
    page.mouse.down()
    page.mouse.move(*on_screen(page, *end), steps=5)
    page.mouse.up()


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger from a place to another, as the browser gets it from glass; places in mm."""
    settle(page)
    (x0, y0), (x1, y1) = on_screen(page, *start), on_screen(page, *end)
    glass = page.context.new_cdp_session(page)
    glass.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x0, "y": y0}]})
    for step in range(1, 9):
        at = {"x": x0 + (x1 - x0) * step / 8, "y": y0 + (y1 - y0) * step / 8}
        glass.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        page.wait_for_timeout(20)
    glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def place(table: FreeTable, name: str) -> tuple[float, float]:
    figure = table.match.state.figures[name]
    return figure.x_mm, figure.y_mm


def test_a_touched_figure_shows_where_it_could_go_and_a_dragged_one_how_far_that_is(table: FreeTable) -> None:
    page = table.phone("ann")
    touch(page, 450, 50)
    expect(page.locator("[data-reach]")).to_have_count(3)
    expect(page.locator("[data-rate=run]")).to_have_attribute("aria-pressed", "true")
    drag(page, (450, 50), (450, 250))
    length = page.locator("[data-length]")
    expect(length).to_contain_text("of 24.0 cm")
    expect(length).to_contain_text("legal")
    page.locator("[data-rate=walk]").click()
    expect(length).to_contain_text("of 16.0 cm")
    expect(length).to_contain_text("cm too far")
    expect(page.locator("[data-way]")).to_have_count(1)
    assert place(table, "noaks") == (450, 50), "nothing is done by trying"


def test_a_finger_drags_a_figure_and_the_end_of_its_way_and_scrolls_the_page_elsewhere(table: FreeTable) -> None:
    page = table.phone("ann", 360, 740)
    swipe(page, (450, 50), (300, 300))
    expect(page.locator("[data-length]")).to_contain_text("29.")
    swipe(page, (300, 300), (450, 200))
    expect(page.locator("[data-length]")).to_contain_text("legal")
    page.locator("[data-close]").click()
    page.evaluate("scrollTo(0, 0)")
    swipe(page, (100, 300), (100, 700))
    page.wait_for_function("() => scrollY > 30")
    expect(page.locator("[data-sheet]")).to_have_count(0)


def test_a_tried_move_is_taken_from_the_sheet(table: FreeTable) -> None:
    page = table.phone("ann")
    touch(page, 450, 50)
    touch(page, 450, 330)
    expect(page.locator("[data-length]")).to_contain_text("cm too far")
    expect(page.locator("[data-move]")).to_be_disabled()
    touch(page, 450, 250)
    expect(page.locator("[data-length]")).to_contain_text("legal")
    page.locator("[data-move]").click()
    expect(page.locator("[data-sheet]")).to_have_count(0)
    assert place(table, "noaks") == pytest.approx((450, 250), abs=3)


def test_a_way_is_bent_and_the_bent_one_is_gone(table: FreeTable) -> None:
    page = table.phone("ann")
    touch(page, 450, 50)
    touch(page, 450, 200)
    expect(page.locator("[data-length]")).to_contain_text("legal")
    page.locator("[data-bend]").click()
    expect(page.locator("[data-handle]")).to_have_count(2)
    drag(page, (450, 125), (520, 125))
    expect(page.locator("[data-length]")).not_to_contain_text("15.0 of")
    expect(page.locator("[data-handle]")).to_have_count(2)
    page.wait_for_function(QUIET)
    said = page.locator("[data-length] strong").inner_text()
    page.locator("[data-move]").click()
    expect(page.locator("[data-sheet]")).to_have_count(0)
    command = [row for row in table.match.journal.rows() if row.kind == "command"][-1].data
    assert len(command["fields"]["by"]) == 1
    spent = [row for row in table.match.journal.rows() if row.data.get("event") == "FigureMoved"][-1].data["spent_mm"]
    assert said == f"{spent / 10:.1f}"
    assert spent > 160


def test_terrain_on_the_way_is_named_with_what_it_costs(table: FreeTable) -> None:
    page = table.phone("ann")
    touch(page, 550, 50)
    touch(page, 620, 240)
    expect(page.locator(".why-list")).to_contain_text("cm through scrub: 1 column to the left")


def test_an_open_offer_is_tried_too_and_not_taken_when_it_is_too_far(table: FreeTable) -> None:
    page = table.phone("ann", 360, 740)
    page.locator("[data-offer='move:noaks']").click()
    touch(page, 450, 330)
    expect(page.locator("[data-length]")).to_contain_text("cm too far")
    expect(page.get_by_role("button", name="Do it")).to_be_disabled()
    touch(page, 470, 230)
    expect(page.locator("[data-length]")).to_contain_text("legal")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("[data-offer='move:singleturn']")).to_be_visible()
    expect(page.locator("[data-offer='move:noaks']")).to_have_count(0)
    assert place(table, "noaks") == pytest.approx((470, 230), abs=3)


def test_the_real_figure_that_a_camera_sees_elsewhere_has_its_way_drawn(table: FreeTable) -> None:
    page = table.phone("ann")
    table.see(noaks=(450.0, 330.0, 0.8))
    expect(page.locator("[data-seen-at=noaks]")).to_have_count(1)
    touch(page, 450, 50)
    expect(page.locator("[data-length]")).to_contain_text("28.0 of 24.0 cm")
    expect(page.locator("[data-length]")).to_contain_text("4.0 cm too far")


def test_a_range_has_its_bands_and_sight_and_both_where_it_is_too_close_to_call(table: FreeTable) -> None:
    page = table.phone("bob")
    page.locator("[data-measure]").click()
    touch(page, 450, 50)
    touch(page, 650, 450)
    expect(page.locator("[data-length]")).to_contain_text("42.2 cm")
    expect(page.locator(".bands li")).to_have_count(1)
    expect(page.locator(".sight")).to_contain_text("of Hassle shows")
    page.locator("[data-turn]").click()
    expect(page.locator(".sight")).to_contain_text("of Noaks shows")
    table.see(noaks=(450.0, 50.0, 0.7), hassle=(450.0, 375.4, 0.7))
    expect(page.locator("[data-length]")).to_contain_text("±")
    expect(page.locator(".bands li")).to_have_count(2)
    expect(page.locator(".close-words")).to_be_visible()
    page.locator("[data-close]").click()
    expect(page.locator("[data-sheet]")).to_have_count(0)


def test_two_touches_show_the_range_from_one_figure_to_one_of_another_side(table: FreeTable) -> None:
    page = table.phone("ann", 360, 740)
    touch(page, 450, 50)
    touch(page, 650, 450)
    expect(page.locator("[data-sheet=range] header strong")).to_have_text("Noaks → Hassle")
    expect(page.locator("[data-length]")).to_contain_text("42.2 cm")
    page.locator("[data-close]").click()
    touch(page, 450, 50)
    touch(page, 400, 50)
    expect(page.locator("[data-sheet=move] header strong")).to_have_text("Oswold")


def test_waiting_is_told_and_a_refusal_for_a_while_goes_away_by_itself(table: FreeTable) -> None:
    page = table.phone("ann")
    gauge, busy = table.desk.gauge, [2]
    real = gauge.way

    def way(*asked: object) -> object:
        busy[0] -= 1
        return real(*asked) if busy[0] < 0 else Fault("busy", "It needs a moment.")  # type: ignore[arg-type]

    gauge.way = way  # type: ignore[method-assign, assignment]
    touch(page, 450, 50)
    touch(page, 450, 200)
    expect(page.locator(".waits")).to_have_text("It needs a moment.")
    expect(page.locator("[data-length]")).to_contain_text("15.0 of")
    expect(page.locator(".waits")).to_have_text("")


def test_what_one_figure_may_do_stands_under_its_name_with_its_rules(table: FreeTable) -> None:
    page = table.phone("ann", 360, 740)
    expect(page.locator("[data-group]")).to_have_count(0)
    state = table.match.state
    near = replace(state.figures["hassle"], x_mm=450.0, y_mm=250.0)
    table.match._past.state = replace(state, figures={**state.figures, "hassle": near})
    table.match.see(replace(table.match.table, revision=9), True)
    group = page.locator("[data-group=Noaks]")
    expect(group.locator("[data-offer]")).to_have_text(["run", "charges"])
    group.get_by_label("The rules").click()
    expect(group.locator(".words")).to_have_count(2)
    group.locator("[data-offer='move:noaks']").click()
    expect(page.locator(".offers h2")).to_have_text("Noaks: run")


def test_an_offer_moves_at_its_rate(table: FreeTable) -> None:
    page = table.phone("ann")
    script = "async ([kind, rate]) => (await import('/static/app/game/gauge.js')).movesAt(kind, rate)"
    said = [page.evaluate(script, one) for one in (["move", "run"], ["horse-walk", "horse walk"], ["run", "walk"])]
    assert said == [True, True, False]


def test_the_table_s_own_screen_tries_nothing(table: FreeTable) -> None:
    page = table.phone("")
    expect(page.locator("[data-measure]")).to_have_count(0)
    touch(page, 450, 50)
    expect(page.locator("[data-sheet]")).to_have_count(0)
