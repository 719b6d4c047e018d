"""Ghosts of a saved table on the map, and what stands wrong, as whoever holds the phone sees it."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.service.figure_models import AskView, OptionView
from companion.service.terrain_models import HideGhosts, LookForTerrain
from tests.webui.conftest import House, OpenPage


def shown(house: House) -> None:
    """The ghosts of the table as it was saved, beside the one as it is."""
    house.service.change(ghosts=house.service.terrain.ghosts("Bridge"))


@pytest.fixture
def page(open_page: OpenPage, house: House) -> Page:
    view = house.service.view()
    named = msgspec.structs.replace(view.table, figures=[one for one in view.table.figures if one.name is not None])
    house.service.change(table=named)
    house.service.terrain.saved["Bridge"] = named
    return open_page(390, 844)


def test_what_stands_wrong_is_told_until_it_matches(page: Page, house: House) -> None:
    house.service.move("ansel", 356, 435)
    house.service.move("brakka", 660, 300)
    shown(house)
    ansel = page.locator(".standing", has_text="Ansel")
    expect(ansel).to_contain_text("23 mm towards you")
    expect(page.locator(".standing", has_text="Brakka")).to_contain_text("40 mm to the right")
    expect(page.locator(".setting-up h2")).to_contain_text("2 things to go")
    expect(page.locator(".standing").first).to_contain_text("Brakka")
    expect(page.locator(".way-home")).to_have_count(2)
    expect(page.locator("[data-wanted=Ansel].off")).to_have_count(1)
    house.service.move("ansel", 358, 412)
    house.service.move("brakka", 700, 300)
    shown(house)
    expect(page.locator(".setting-up h2")).to_have_text("Bridge matches")
    expect(page.locator(".setting-up")).to_contain_text("has not measured Mill")
    expect(page.locator(".way-home")).to_have_count(0)


def test_towards_you_turns_with_the_map(page: Page, house: House) -> None:
    house.service.move("ansel", 356, 435)
    shown(house)
    for words in ("towards you", "to the left", "away from you", "to the right"):
        expect(page.locator(".standing", has_text="Ansel")).to_contain_text(f"23 mm {words}")
        page.get_by_role("button", name="Turn the map by a quarter").click()


def test_missing_and_extra_figures(page: Page, house: House) -> None:
    table = house.service.view().table
    figures = [msgspec.structs.replace(f, name="Stranger") if f.id == "troll" else f for f in table.figures]
    house.service.change(table=msgspec.structs.replace(table, figures=figures))
    shown(house)
    expect(page.locator(".standing.missing")).to_contain_text("Troll")
    expect(page.locator(".standing.extra")).to_contain_text("Stranger")
    expect(page.locator(".setting-up h2")).to_contain_text("2 things to go")


STATES = [("unsure", "too close to call"), ("unseen", "not in sight")]


@pytest.mark.parametrize(("state", "says"), STATES)
def test_what_is_not_measured_never_matches(page: Page, house: House, state: str, says: str) -> None:
    ghosts = house.service.terrain.ghosts("Bridge", lambda name: state if name == "Ansel" else "matches")
    house.service.change(ghosts=ghosts)
    expect(page.locator(".standing", has_text="Ansel")).to_contain_text(says)
    expect(page.locator(".setting-up h2")).to_contain_text("1 thing to go")


def test_a_question_goes_before_and_is_put_off(page: Page, house: House) -> None:
    shown(house)
    expect(page.locator(".setting-up")).to_be_visible()
    ask = AskView("a1", "lost", "Where is Ansel?", [OptionView("off", "Off the table")], ["ansel"], 0.0)
    house.service.watch(asks=[ask])
    expect(page.get_by_text("Where is Ansel?")).to_be_visible()
    page.get_by_role("button", name="Later").click()
    expect(page.locator(".setting-up")).to_be_visible()
    page.get_by_role("button", name="1 question").click()
    expect(page.get_by_text("Where is Ansel?")).to_be_visible()


def test_the_panel_goes_to_measuring_and_back_and_ends(page: Page, house: House) -> None:
    shown(house)
    page.get_by_role("button", name="Look for terrain").click()
    page.locator(".panel-body").get_by_role("button", name="Measure").click()
    expect(page.locator(".setting-up")).to_have_count(0)
    expect(page.locator(".wanted").first).to_be_attached()
    page.get_by_role("button", name="Set up", exact=True).click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".wanted")).to_have_count(0)
    expect(page.locator(".setting-up")).to_have_count(0)
    assert house.service.terrain.said == [LookForTerrain(), HideGhosts()]


def test_while_ghosts_last_a_tap_measures_and_what_stands_wrong_is_a_button_away(page: Page, house: House) -> None:
    house.service.move("ansel", 356, 435)
    shown(house)
    expect(page.locator(".setting-up")).to_be_visible()
    box = page.locator(".map-wrap, svg.map, .map").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".setting-up")).to_have_count(0)
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    expect(page.locator(".panel .big")).to_be_visible()
    expect(page.locator("[data-wanted=Ansel]")).to_have_count(1)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".setting-up")).to_be_visible()


def test_another_table_begins_with_what_stands_wrong(page: Page, house: House) -> None:
    shown(house)
    page.get_by_role("button", name="Measure", exact=True).first.click()
    expect(page.locator(".setting-up")).to_have_count(0)
    house.service.change(ghosts=None)
    expect(page.get_by_role("button", name="Set up")).to_have_count(0)
    shown(house)
    expect(page.locator(".setting-up")).to_be_visible()
