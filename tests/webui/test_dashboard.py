"""The dashboard in a real browser at phone size: fingers in, sentences out."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.service.models import Fault, SightView, TableView
from tests.needs import clocked
from tests.webui.conftest import House, OpenPage
from tests.webui.fake_service import figure

PROBES = Path(__file__).with_name("probes.js").read_text().partition("\n")[2]


def probe(page: Page, name: str, argument: object = None) -> Any:
    """What the function of probes.js says in the page."""
    return page.evaluate(f"(argument) => {PROBES.strip()}.{name}(argument)", argument)


def tap(page: Page, x_mm: float, y_mm: float, off_px: tuple[float, float] = (0, 0)) -> None:
    """A finger on the table at (x, y) mm."""
    x, y = probe(page, "onScreen", [x_mm, y_mm])
    page.touchscreen.tap(x + off_px[0], y + off_px[1])


def panel(page: Page) -> str:
    """The panel's text on one line."""
    return re.sub(r"\s+", " ", page.locator(".panel-body").inner_text())


SIZES = [(360, 740), (390, 844), (740, 360), (1280, 800)]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_two_taps_give_distance_and_sight_both_ways(open_page: OpenPage, width: int, height: int, scheme: str) -> None:
    page = open_page(width, height, scheme)
    tap(page, 356, 412)
    expect(page.locator(".card h2")).to_contain_text("Ansel")
    tap(page, 700, 300)
    expect(page.locator(".big")).to_contain_text("32.9 ± 0.2 cm")
    said = panel(page)
    assert "13.0 ± 0.1 in" in said
    assert "13 hexes" in said
    assert "centres 36.2 ± 0.2 cm" in said
    assert "Ansel sees Brakka: 62 %, behind Wall" in said
    assert "Brakka sees Ansel: clear" in said
    assert page.locator(".terrain.blocker").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_third_tap_begins_again_and_the_same_tap_lets_go(open_page: OpenPage) -> None:
    page = open_page()
    for x, y in [(356, 412), (700, 300), (540, 150)]:
        tap(page, x, y)
    expect(page.locator(".card h2")).to_contain_text("Troll")
    tap(page, 540, 150)
    expect(page.locator(".hint")).to_contain_text("Tap two things")


def test_a_finger_beside_a_figure_takes_it_and_the_nearest_of_two(open_page: OpenPage) -> None:
    page = open_page()
    tap(page, 356, 412, (-20, 0))
    expect(page.locator(".card h2")).to_contain_text("Ansel")
    page.get_by_label("Clear what was tapped").click()
    tap(page, 407, 206)
    expect(page.locator(".card h2")).to_contain_text("Edda")


def test_a_tap_far_from_figures_is_a_point(open_page: OpenPage) -> None:
    page = open_page()
    tap(page, 300, 60)
    expect(page.locator(".card h2")).to_contain_text("A point")
    assert re.search(r"30\.\d, [56]\.\d cm|29\.\d, [56]\.\d cm", panel(page))
    tap(page, 600, 540)
    expect(page.locator(".what")).to_contain_text("from point to point")


def test_a_card_says_what_is_known_and_what_is_not(open_page: OpenPage) -> None:
    page = open_page()
    page.locator(".roster").get_by_text("Troll").click()
    said = panel(page)
    for part in ("Orcs", "54.0, 15.0 ± 1.2 cm", "60 mm round", "Height 44 mm", "Heading 30°", "Two places fit"):
        assert part in said
    assert "Or at 56.6, 16.8 cm, on Hill, 25 mm up." in said
    page.get_by_label("Clear what was tapped").click()
    page.locator(".roster").get_by_text("Goblin three").click()
    assert "Seen 3 min ago" in panel(page)


def test_a_distance_too_close_to_call_says_so(open_page: OpenPage, house: House) -> None:
    house.service.move("ansel", 700, 300 + 32.5 + 25.4 * 5.5)
    page = open_page()
    page.locator(".roster").get_by_text("Ansel").click()
    page.locator(".roster").get_by_text("Brakka").click()
    expect(page.locator(".units")).to_contain_text("too close to call")


LINE = [(356.0, 412.0), (560.0, 345.0)]
SIGHTS = [
    (SightView(1.0, 1.0, 1.0, "clear", None, LINE), "Ansel sees Brakka: clear"),
    (SightView(0.4, 0.3, 0.5, "partly", "Wall", LINE), "Ansel sees Brakka: 40 %, behind Wall"),
    (SightView(0.0, 0.0, 0.0, "blocked", "Wall", LINE), "Ansel sees Brakka: blocked by Wall"),
    (
        SightView(0.04, 0.0, 0.12, "too close to call", "Mill", LINE),
        "Ansel sees Brakka: too close to call, 0 % to 12 %, behind Mill",
    ),
]


@pytest.mark.parametrize(("sight", "says"), SIGHTS)
def test_each_answer_of_sight_has_its_words(open_page: OpenPage, house: House, sight: SightView, says: str) -> None:
    measured = house.service.measure("ansel", "brakka")
    house.service.measure = lambda a, b: msgspec.structs.replace(measured, a_sees_b=sight)  # type: ignore[method-assign]
    page = open_page()
    page.locator(".roster").get_by_text("Ansel").click()
    page.locator(".roster").get_by_text("Brakka").click()
    expect(page.locator(".big")).to_be_visible()
    assert says in panel(page)
    assert page.locator("path.sight").count() == 2


def test_tape_with_bends_undo_and_clear(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Tape").click()
    tap(page, 300, 60)
    tap(page, 700, 300)
    tap(page, 480, 480)
    expect(page.locator(".legs li")).to_have_count(2)
    with_bend = float(page.locator(".big").inner_text().split("±")[0])
    assert with_bend == pytest.approx(46.6 + 28.4, abs=1.5)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".legs li")).to_have_count(0)
    expect(page.locator(".big")).to_contain_text("46.")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".hint")).to_contain_text("Tap where the tape begins")
    assert page.get_by_role("button", name="Undo").is_disabled()


@clocked
def test_a_moved_figure_moves_on_the_page_and_its_distance_with_it(open_page: OpenPage, house: House) -> None:
    page = open_page()
    page.locator(".roster").get_by_text("Ansel").click()
    page.locator(".roster").get_by_text("Brakka").click()
    expect(page.locator(".big")).to_contain_text("32.9")
    page.evaluate("""() => { window.arrived = new Promise((done) => new MutationObserver(() => {
        if (/^20\\.0/.test(document.querySelector('.big')?.textContent ?? '')) done(Date.now() / 1000);
    }).observe(document.body, { subtree: true, childList: true, characterData: true })); }""")
    moved_s = time.time()
    house.service.move("ansel", 700 - 232.5, 300)
    arrived_s = page.evaluate("window.arrived")
    assert arrived_s - moved_s < 0.5


def test_a_stopped_service_is_told_and_forgotten_when_it_is_back(open_page: OpenPage, house: House) -> None:
    page = open_page(may_fail=True)
    expect(page.locator(".strip-main")).to_have_text("Camera live")
    house.stop()
    expect(page.locator(".strip-main")).to_contain_text("No connection for")
    expect(page.locator(".strip-more")).to_contain_text("What you see is old")
    assert page.locator(".map.old").count() == 1
    house.start()
    expect(page.locator(".strip-main")).to_have_text("Camera live")
    assert page.locator(".map.old").count() == 0


def test_a_silent_line_is_noticed_by_the_watchdog(open_page: OpenPage, house: House) -> None:
    page = open_page(may_fail=True)
    expect(page.locator(".strip-main")).to_have_text("Camera live")
    page.clock.install()
    page.evaluate("() => { window.EventSource = class { addEventListener() {} close() {} }; }")
    page.context.set_offline(True)
    page.clock.run_for(16_000)
    expect(page.locator(".strip-main")).to_contain_text(re.compile("No connection for|Nothing heard for"))


@pytest.mark.parametrize(
    ("state", "says"),
    [("none", "No picture yet"), ("live", "Picture has arrived"), ("stale", "The picture is 3 min old")],
)
def test_where_phones_send_the_pictures_silence_is_no_fault(
    open_page: OpenPage, house: House, state: str, says: str
) -> None:
    house.service.change(takes_uploads=True)
    house.service.camera(state, "Send a picture with the camera sign.", ago_s=180)
    page = open_page()
    expect(page.locator(".strip-main")).to_have_text(says)
    expect(page.locator(".strip .note")).to_have_count(1 if state == "none" else 0)


def test_a_phone_with_a_wrong_clock_counts_by_the_service(open_page: OpenPage, house: House) -> None:
    page = open_page()
    page.clock.install(time=time.time() + 5000)
    page.reload()
    house.service.camera("gone", "Gone.", ago_s=40)
    expect(page.locator(".strip-main")).to_have_text(re.compile("Camera gone for 4[0-3] s"))


def test_notes_are_sentences_in_the_strip_and_the_menu(open_page: OpenPage, house: House) -> None:
    page = open_page()
    house.service.note("one_sheet", "Only one sheet is seen: distances are rough.")
    house.service.note("two_alike", "Two figures carry marker 12.", "fault")
    expect(page.locator(".strip .note")).to_contain_text("Two figures carry marker 12. and 1 more")
    page.locator(".strip .note").click()
    expect(page.get_by_role("dialog")).to_contain_text("Only one sheet is seen")
    expect(page.get_by_role("dialog")).to_contain_text("3 of 4 sheets seen; not in sight: 3")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_names_with_markup_are_only_text(open_page: OpenPage, house: House) -> None:
    evil = "<img src=x onerror=window.hit=1><script>window.hit=1</script>"
    table = house.service.view().table
    house.service.change(
        table=msgspec.structs.replace(table, figures=[figure(evil, 300, 300, evil, id=evil), *table.figures])
    )
    house.service.note("x", evil)
    page = open_page()
    page.locator(".roster button", has_text="onerror").click()
    page.locator(".roster").get_by_text("Ansel").click()
    expect(page.locator(".big")).to_be_visible()
    assert "<img src=x" in page.locator(".who").inner_text()
    assert page.evaluate("window.hit === undefined && !document.querySelector('img, #app script')")


def test_the_picture_lies_under_the_map_and_its_fault_is_told(open_page: OpenPage, house: House) -> None:
    page = open_page(may_fail=True)
    page.get_by_label("Camera picture under the map").click()
    expect(page.locator("svg image")).to_have_count(1)
    box = page.locator("svg image").bounding_box()
    left, top = probe(page, "onScreen", [0, 600])
    assert box
    assert (box["x"], box["y"]) == pytest.approx((left, top), abs=1)
    first = page.locator("svg image").get_attribute("href")
    house.service.change(picture=2)
    expect(page.locator("svg image")).not_to_have_attribute("href", first or "")
    house.service.change(picture=0)
    expect(page.locator(".map-note")).to_contain_text("There is no picture yet")


def test_upload_shows_what_became_of_it(open_page: OpenPage, house: House, tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), np.full((480, 640, 3), 90, np.uint8))
    house.service.change(takes_uploads=True)
    page = open_page(may_fail=True)
    page.get_by_label("Send a picture of the table").set_input_files(path)
    expect(page.locator(".upload")).to_contain_text("The picture is taken in: 3 sheets, 9 figures.")
    house.service.upload_answer = Fault("unreadable_picture", "No sheet is in the picture: take in at least one.")
    page.get_by_label("Send a picture of the table").set_input_files(path)
    expect(page.locator(".upload.fault")).to_contain_text("No sheet is in the picture")
    page.locator(".upload").get_by_label("Close").click()
    expect(page.locator(".upload")).to_have_count(0)
    assert house.service.uploads[0][0] == path.read_bytes()


def test_no_upload_button_where_uploads_are_not_the_camera(open_page: OpenPage, house: House) -> None:
    page = open_page()
    expect(page.locator(".strip-main")).to_have_text("Camera live")
    assert page.locator("input[type=file]").count() == 0


def test_pan_pinch_and_buttons(open_page: OpenPage) -> None:
    page = open_page()
    before = probe(page, "onScreen", [450, 300])
    x, y = before
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=4)
    page.mouse.up()
    assert probe(page, "onScreen", [450, 300]) == pytest.approx([x + 30, y + 20], abs=1)
    assert "Tap two things" in panel(page)  # a drag is no tap

    def width() -> float:
        return probe(page, "onScreen", [900, 0])[0] - probe(page, "onScreen", [0, 0])[0]

    was = width()
    probe(page, "pinch", [40, 80])
    assert width() == pytest.approx(2 * was, rel=0.01)
    page.get_by_label("Show the whole table").click()
    assert width() == pytest.approx(was, rel=0.01)
    page.get_by_label("Zoom in").click()
    assert width() == pytest.approx(1.5 * was, rel=0.01)


def test_a_turned_map_still_takes_taps_where_figures_are_drawn(open_page: OpenPage) -> None:
    page = open_page()
    for _ in range(3):
        page.get_by_label("Turn the map by a quarter").click()
        tap(page, 356, 412)
        expect(page.locator(".card h2")).to_contain_text("Ansel")
        page.get_by_label("Clear what was tapped").click()


def test_the_map_can_be_used_by_keyboard(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Ansel").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Brakka").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".big")).to_contain_text("32.9")


def test_the_theme_follows_the_phone_and_a_choice_is_kept(open_page: OpenPage) -> None:
    page = open_page(scheme="dark")
    top = page.locator("html")
    expect(top).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(top).to_have_attribute("data-theme", "light")
    page.get_by_label("Camera, notes and settings").click()
    page.get_by_role("button", name="Dark").click()
    expect(top).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(top).to_have_attribute("data-theme", "dark")


def test_an_empty_table(open_page: OpenPage, house: House) -> None:
    house.service.change(table=TableView(2, (0.0, 0.0, 900.0, 600.0), [], [], [], None), sheets_seen=[])
    page = open_page()
    expect(page.locator(".map-note")).to_contain_text("Nothing is known on the table yet")
    tap(page, 100, 100)
    tap(page, 400, 500)
    expect(page.locator(".big")).to_contain_text("50.0")


def test_a_figure_that_leaves_while_it_is_measured(open_page: OpenPage, house: House) -> None:
    page = open_page(may_fail=True)
    page.locator(".roster").get_by_text("Ansel").click()
    page.locator(".roster").get_by_text("Brakka").click()
    expect(page.locator(".big")).to_be_visible()
    table = house.service.view().table
    left = [f for f in table.figures if f.id != "ansel"]
    house.service.change(table=msgspec.structs.replace(table, figures=left, revision=table.revision + 1))
    expect(page.locator(".fault-line")).to_contain_text("There is no figure 'ansel'")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_text_can_be_read_and_targets_hit(open_page: OpenPage, house: House, scheme: str) -> None:
    page = open_page(360, 740, scheme)
    house.service.note("x", "Only one sheet is seen: distances are rough.")
    page.locator(".roster").get_by_text("Ansel").click()
    assert probe(page, "lowContrast") == []
    page.locator(".roster").get_by_text("Brakka").click()
    expect(page.locator(".big")).to_be_visible()
    assert probe(page, "lowContrast") == []
    assert probe(page, "smallTargets") == []
    page.get_by_label("Camera, notes and settings").click()
    assert probe(page, "lowContrast") == []
    assert probe(page, "smallTargets") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_names_hardly_cover_each_other(open_page: OpenPage) -> None:
    page = open_page()
    assert probe(page, "worstOverlap") < 0.35


def test_a_terrain_name_leaves_a_small_base_in_view(open_page: OpenPage) -> None:
    """A base of 10 px in the middle of a name of 90 px is a small part of it, and yet the figure would be gone."""
    box = open_page().evaluate("""async () => {
        const { placeLabels } = await import("/static/app/map/labels.js");
        const hill = { key: "hill", x: 100, y: 100, halfX: 0, halfY: 0, width: 90, height: 14, inside: true };
        const base = { x: 95, y: 95, width: 10, height: 10 };
        return placeLabels([hill], [base], { x: 0, y: 0, width: 200, height: 200 }).get("hill");
    }""")
    assert box["y"] + box["height"] <= 95 or box["y"] >= 105


def test_too_many_phones_are_told(open_page: OpenPage, house: House) -> None:
    house.stop()
    house.max_streams = 1
    house.start()
    first = open_page()
    browser = first.context.browser
    assert browser
    late = browser.new_context().new_page()
    late.goto(house.address)
    expect(late.locator(".strip-main")).to_have_text("Too many phones are watching", timeout=15000)
    first.goto("about:blank")
    expect(late.locator(".strip-main")).to_have_text("Camera live", timeout=15000)
    late.context.close()
