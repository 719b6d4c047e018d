"""Unit lists in a real browser: typed on a phone, judged as they are typed, kept, printed on A4, started from."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.needs import need_program
from tests.webui.game.conftest import Evening


@pytest.fixture
def phone(evening: Evening) -> Iterator[Page]:
    context = evening.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: evening.errors.append(str(error)))
    page.goto(f"{evening.address}/lists")
    page.locator("[data-ready]").first.wait_for()
    page.locator('[data-game="flintloque"]').click()
    yield page
    context.close()


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def no_scroll_to_the_side(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_side_is_written_down_kept_and_started_with(evening: Evening, phone: Page) -> None:
    phone.locator('[data-ready="The Orcs"]').click()
    totals = phone.locator(".prompt .totals")
    expect(totals).to_contain_text("characters 4")
    expect(totals).to_contain_text("all right")
    row = phone.locator('[data-row="1"]')
    row.locator("summary").first.click()
    row.locator("[name=games]").fill("3")
    expect(row).to_contain_text("with one more he is at the next level")
    expect(totals).to_contain_text("1 not right")
    row.locator("[name=level]").select_option("average")
    row.locator("[name=games]").fill("1")
    expect(totals).to_contain_text("all right")
    expect(row).to_contain_text("Melee +4")
    phone.locator("[name=title]").fill("Ours <b>bold</b>")
    phone.locator("[name=player]").fill("ann")
    expect(phone.locator(".paper h2")).to_have_text("Ours <b>bold</b>")
    press(phone, "Keep it")
    expect(phone.locator(".told")).to_contain_text("Kept as ours-b-bold-b.")
    assert no_scroll_to_the_side(phone)
    press(phone, "All lists")
    phone.locator('[data-ready="The Ogre"]').click()
    press(phone, "Keep it")
    expect(phone.locator(".told")).to_contain_text("Kept as the-ogre.")
    press(phone, "All lists")
    expect(phone.locator("[data-list]")).to_have_count(2)
    phone.get_by_label("Ours <b>bold</b> plays").check()
    press(phone, "Start a game with those ticked")
    expect(phone.locator(".told")).to_contain_text("at least two sides")
    phone.get_by_label("The Ogre plays").check()
    press(phone, "Start a game with those ticked")
    expect(phone.locator(".command")).to_have_text(
        "companion host evening.game --game flintloque --list lists/ours-b-bold-b.json --list lists/the-ogre.json"
    )
    assert (evening.path.parent / "lists" / "ours-b-bold-b.json").exists()
    assert no_scroll_to_the_side(phone)


def test_a_draft_outlives_a_reload_and_nothing_is_written_over_unseen(evening: Evening, phone: Page) -> None:
    phone.locator('[data-ready="The Dwarves"]').click()
    phone.locator("[name=player]").fill("cid")
    expect(phone.locator(".paper header").first).to_contain_text("cid")
    phone.reload()
    expect(phone.locator("[name=player]")).to_have_value("cid")
    press(phone, "Keep it")
    expect(phone.locator(".told")).to_contain_text("Kept as the-dwarves.")
    other = evening.phone(path="/lists")
    other.locator('[data-game="flintloque"]').click()
    other.locator('[data-list="the-dwarves"] .button').click()
    expect(other.locator("[name=player]")).to_have_value("cid")
    other.locator("[name=player]").fill("dan")
    press(other, "Keep it")
    expect(other.locator(".told")).to_contain_text("Kept")
    press(phone, "Keep it")
    expect(phone.locator(".told")).to_contain_text("saved on another phone")
    phone.on("dialog", lambda dialog: dialog.accept())
    press(phone, "Delete it")
    expect(phone.locator(".told")).to_contain_text("saved on another phone")
    other.on("dialog", lambda dialog: dialog.accept())
    press(other, "Delete it")
    expect(other.get_by_text("No list of Flintloque is kept yet.")).to_be_visible()


def test_what_a_game_just_ended_left_is_brought_in(evening: Evening, phone: Page) -> None:
    """As a finished game of Flintloque tells it; the dead are not in it."""
    left = {"figures": {"game": "flintloque", "records": {"noaks": {"level": "average", "games": 1, "wounds": 1}}}}
    phone.route("**/api/v1/view", lambda route: route.fulfill(json=left))
    phone.reload()
    phone.locator('[data-game="flintloque"]').click()
    phone.locator('[data-ready="The Orcs"]').click()
    press(phone, "Bring in what the game just ended left of them")
    phone.locator('[data-row="1"] summary').first.click()
    expect(phone.locator('[data-row="1"] [name=level]')).to_have_value("average")
    expect(phone.locator('[data-row="1"] [name=wounds]')).to_have_value("1")
    expect(phone.locator('[data-row="2"] [name=level]')).to_have_value("raw")
    expect(phone.locator(".prompt .totals")).to_contain_text("wounds missing 1")


def test_the_paper_is_one_sheet_of_a4_with_nothing_of_the_page(phone: Page, tmp_path: Path) -> None:
    phone.locator('[data-ready="The Elves"]').click()
    phone.locator(".paper .one").nth(5).wait_for()
    path = tmp_path / "elves.pdf"
    phone.pdf(path=path, prefer_css_page_size=True)
    told = subprocess.run([need_program("pdfinfo"), path], capture_output=True, text=True, check=True).stdout
    assert re.search(r"Pages:\s+1\b", told) and re.search(r"Page size:\s+59\d\.?\d* x 84\d", told)
    text = subprocess.run([need_program("pdftotext"), path, "-"], capture_output=True, text=True, check=True).stdout
    for words in ("The Elves", "Saquais", "L'Escampe", "wounds", "80/5", "the text has lost this line"):
        assert words in text
    assert "Keep it" not in text and "Who plays it" not in text


def test_a_warband_is_built_by_points_and_printed(evening: Evening, phone: Page, tmp_path: Path) -> None:
    phone.locator('[data-game="dark-age-skirmish"]').click()
    press(phone, "An empty one")
    totals = phone.locator(".prompt .totals")
    phone.locator("[name=title]").first.fill("The Ravens")
    expect(phone.locator("main")).to_contain_text("The Ravens has no people; add a figure.")
    phone.locator("[name=limit]").fill("4")
    press(phone, "Add a figure")
    row = phone.locator('[data-row="0"]')
    row.locator("[name=title]").fill("Svein the Red")
    row.locator("[name=type]").select_option("hero")
    for weapon in ("axe", "bow"):
        row.locator(f'[data-value="{weapon}"]').click()
    expect(phone.locator("[data-blank=limit]")).to_contain_text("The Ravens is too dear by 1 point: 5 of 4.")
    expect(row).to_contain_text("Strength 7, Agility 8, Bravery 8, Points 5")
    row.locator('[data-value="bow"]').click()
    expect(totals).to_contain_text("points 4 of 4")
    row.locator("[name=armour]").select_option("mail")
    expect(phone.locator(".paper .note")).to_contain_text(
        "Free here, as the text prints no price and none is agreed on: mail"
    )
    row.locator("summary").nth(1).click()
    row.locator("[name=mounted]").check()
    expect(row).to_contain_text("only figures that have one may ride (DA-2)")
    row.locator("[name=twin]").fill("svein-mounted")
    expect(totals).to_contain_text("all right")
    press(phone, "Another like this")
    expect(totals).to_contain_text("points 8 of 4")
    phone.locator('[data-row="1"]').get_by_role("button", name="Take away").click()
    expect(totals).to_contain_text("all right")
    press(phone, "Keep it")
    expect(phone.locator(".told")).to_contain_text("Kept as the-ravens.")
    press(phone, "All lists")
    phone.locator('[data-ready="Peasants"]').click()
    phone.locator(".paper .one").nth(19).wait_for()
    path = tmp_path / "peasants.pdf"
    phone.pdf(path=path, prefer_css_page_size=True)
    told = subprocess.run([need_program("pdfinfo"), path], capture_output=True, text=True, check=True).stdout
    assert re.search(r"Pages:\s+1\b", told), "twenty figures and their tables are one sheet"
    press(phone, "Keep it")
    expect(phone.locator(".told")).to_contain_text("Kept as peasants.")
    press(phone, "All lists")
    phone.get_by_label("The Ravens plays").check()
    phone.get_by_label("Peasants plays").check()
    press(phone, "Start a game with those ticked")
    expect(phone.locator(".kept")).to_contain_text("Seats: ")
    expect(phone.locator(".command")).to_contain_text("--game dark-age-skirmish --list lists/")
    assert no_scroll_to_the_side(phone)


def test_a_list_goes_to_another_machine(phone: Page, tmp_path: Path) -> None:
    phone.locator('[data-ready="The Ogre"]').click()
    phone.locator("[name=player]").fill("bob")
    with phone.expect_download() as came:
        phone.get_by_role("link", name="Save a copy").click()
    path = tmp_path / "copy.json"
    came.value.save_as(path)
    press(phone, "All lists")
    (tmp_path / "odd.json").write_text("[]")
    phone.locator("[name=file]").set_input_files(tmp_path / "odd.json")
    expect(phone.locator(".told")).to_contain_text("odd.json is no list of a game here.")
    phone.locator("[name=file]").set_input_files(path)
    expect(phone.locator(".told")).to_contain_text("Taken; it is not kept here yet.")
    expect(phone.locator("[name=player]")).to_have_value("bob")
    press(phone, "Keep it")
    expect(phone.locator(".told")).to_contain_text("Kept as the-ogre.")


def test_the_host_s_page_leads_there(evening: Evening) -> None:
    host = evening.phone(path="/host")
    host.get_by_role("link", name="Unit lists").click()
    expect(host.locator("h1")).to_have_text("Unit lists")
