"""Zooming a free table's map on a phone: two fingers, buttons, and what one finger does then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.webui.game.fingers import Fingers, pinch
from tests.webui.game.free_table import FreeTable, on_screen
from tests.webui.game.test_gauge_page import place, settle, touch

SEVENTY_TWO_INCHES = (1829.0, 1219.0)


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[FreeTable]:
    one = FreeTable(tmp_path, browser)
    yield one
    one.close()


def shown(page: Page) -> list[float]:
    """What is drawn: west, top, width and height, mm."""
    settle(page)
    said = page.locator(".open-table").get_attribute("viewBox")
    assert said is not None
    return [float(one) for one in said.split()]


def size(page: Page) -> tuple[float, float]:
    box = page.locator(".open-table").bounding_box()
    assert box is not None
    return box["width"], box["height"]


def test_two_fingers_zoom_and_what_is_between_them_stays_there(table: FreeTable) -> None:
    page = table.phone("ann")
    whole, before = shown(page), size(page)
    middle = on_screen(page, 450, 150)
    pinch(page, middle, 60, 180)
    west, _, wide, _ = shown(page)
    assert wide == pytest.approx(whole[2] / 3, rel=0.05)
    assert on_screen(page, 450, 150) == pytest.approx(middle, abs=4)
    assert size(page) == before, "the drawing keeps its place on the page"
    assert page.evaluate("visualViewport.scale") == 1, "the page itself is not zoomed"
    assert page.evaluate("scrollY") == 0
    page.evaluate("scrollTo(0, 0)")
    x, y = on_screen(page, 450, 150)
    with Fingers(page, (x, y)) as finger:
        finger.to((x - 60, y))
    assert shown(page)[0] > west + 30, "one finger moves it then"
    assert page.evaluate("scrollY") == 0
    pinch(page, on_screen(page, 450, 150), 200, 40)
    assert shown(page) == pytest.approx(whole, rel=0.01)


def test_buttons_zoom_to_what_is_spoken_of_and_back(table: FreeTable) -> None:
    page = table.phone("ann", 360, 740)
    whole = shown(page)
    expect(page.locator("[data-zoom]")).to_have_count(1)
    touch(page, 450, 50)
    page.locator("[data-zoom=plus]").tap()
    page.locator("[data-zoom=plus]").tap()
    west, top, wide, high = shown(page)
    assert wide < whole[2] / 3
    assert west < 450 < west + wide and top < 850 < top + high, "Noaks is in the middle, or as near as may be"
    boxes = [one.bounding_box() for one in page.locator("[data-zoom]").all()]
    assert len(boxes) == 3 and all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    page.locator("[data-zoom=minus]").tap()
    assert shown(page)[2] == pytest.approx(1.8 * wide, rel=0.02)
    page.locator("[data-zoom=whole]").tap()
    assert shown(page) == pytest.approx(whole, rel=0.01)
    expect(page.locator("[data-zoom]")).to_have_count(1)


def test_zoomed_in_a_figure_is_dragged_and_its_length_stands_over_the_finger(table: FreeTable) -> None:
    page = table.phone("ann")
    touch(page, 450, 50)
    page.locator("[data-zoom=plus]").tap()
    settle(page)
    start, end = on_screen(page, 450, 50), on_screen(page, 450, 200)
    with Fingers(page, start) as finger:
        finger.to(end)
        live = page.locator("[data-live]")
        expect(live).to_contain_text("15.0 of 24.0 cm")
        expect(live).to_contain_text("run: legal")
        box = live.bounding_box()
        assert box is not None and box["y"] + box["height"] < end[1] - 30, "not under the finger"
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        finger.to((end[0], on_screen(page, 450, 330)[1]))
        expect(live).to_contain_text("cm too far")
    expect(page.locator("[data-live]")).to_have_count(0)
    expect(page.locator("[data-length]")).to_contain_text("cm too far")
    assert place(table, "noaks") == (450, 50)


def test_a_second_finger_lets_go_of_what_is_dragged(table: FreeTable) -> None:
    page = table.phone("ann")
    settle(page)
    x, y = on_screen(page, 450, 50)
    with Fingers(page, (x, y)) as one:
        one.to((x, y - 60))
        expect(page.locator("[data-live]")).to_have_count(1)
        one._send("touchStart", [(x, y - 60), (x + 80, y - 60)])
        expect(page.locator("[data-live]")).to_have_count(0)


def test_one_figure_among_twenty_on_a_large_table_is_touched(table: FreeTable) -> None:
    page = table.phone("ann")
    page.route("**/api/v1/stream", lambda route: route.fulfill(status=404, body="{}"))
    page.route("**/api/v1/view*", lambda route: crowded(route, page))
    page.reload()
    expect(page.locator("[data-token]")).to_have_count(20)
    pinch(page, on_screen(page, 900, 600), 40, 330)
    settle(page)
    for n in (0, 7, 19):
        page.touchscreen.tap(*on_screen(page, *spot(n)))
        expect(page.locator("[data-sheet] header strong")).to_have_text(f"Rifle {n + 1}")
        page.locator("[data-close]").click()


def test_the_button_hides_nobody(tmp_path: Path, browser: Browser) -> None:
    table = FreeTable(tmp_path, browser, moving=False)
    table.do("ann", "deploy:noaks", at=[450, 50])
    page = table.phone("ann", 360, 740)
    expect(page.locator(".zoomer")).to_have_class("zoomer north-east")
    state = table.match.state
    corner = replace(state.figures["noaks"], x_mm=880.0, y_mm=880.0)
    table.match._past.state = replace(state, figures={**state.figures, "noaks": corner})
    table.match.see(replace(table.match.table, revision=9), True)
    expect(page.locator(".zoomer")).to_have_class("zoomer south-east")
    chip, button = page.locator("[data-token=noaks]").bounding_box(), page.locator("[data-zoom=plus]").bounding_box()
    assert chip is not None and button is not None and chip["y"] + chip["height"] < button["y"]
    table.close()


def spot(n: int) -> tuple[float, float]:
    return 860.0 + 26 * (n % 5), 560.0 + 26 * (n // 5)


def crowded(route: Route, page: Page) -> None:
    """The view, as if twenty figures stood base to base on a table of 72 by 48 inches; nothing comes after it."""
    if "after=" in route.request.url:
        return
    view: dict[str, Any] = route.fetch().json()
    figures = view["figures"]
    one = figures["figures"][0]
    figures["table"] |= {"width_mm": SEVENTY_TWO_INCHES[0], "height_mm": SEVENTY_TWO_INCHES[1]}
    figures["figures"] = [
        {**one, "name": f"rifle-{n + 1}", "title": f"Rifle {n + 1}", "x_mm": spot(n)[0], "y_mm": spot(n)[1]}
        for n in range(20)
    ]
    route.fulfill(status=200, body=json.dumps(view), content_type="application/json")
