"""The terrain page in a real browser of phone size: corners, kinds, heights, proposals, saved tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.service.models import Fault
from companion.service.terrain_models import LoadTerrain, PutPiece, RemovePiece, SaveTable, ShowGhosts, TakeEmpty
from tests.webui.conftest import House
from tests.webui.fake_service import terrain

OpenPage = Callable[..., Page]


@pytest.fixture
def desk(open_page: OpenPage, house: House) -> Page:
    return opened(open_page, house)


def opened(open_page: OpenPage, house: House, width: int = 390, height: int = 844, **more: object) -> Page:
    page = open_page(width, height, **more)
    page.goto(house.address + "/terrain")
    page.wait_for_selector(".piece .foot")
    return page


def tap_mm(page: Page, x: float, y: float) -> None:
    """Tap the picture where the table has (x, y): it shows 900 x 600 mm."""
    box = page.locator(".still image").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + x / 900 * box["width"], box["y"] + (600 - y) / 600 * box["height"])


def tap_corners(page: Page, *corners: tuple[float, float]) -> None:
    for n, (x, y) in enumerate(corners, start=1):
        tap_mm(page, x, y)
        expect(page.locator(".corner")).to_have_count(n)
    expect(page.locator(".corner.asked")).to_have_count(0)


def test_a_piece_is_drawn_named_and_saved(desk: Page, house: House) -> None:
    desk.get_by_role("button", name="New piece").click()
    assert desk.get_by_role("button", name="Close", exact=True).is_disabled()
    tap_corners(desk, (100, 480), (200, 480), (200, 560), (120, 560))
    desk.get_by_role("button", name="Undo").click()
    expect(desk.locator(".corner")).to_have_count(3)
    tap_mm(desk, 100, 560)
    expect(desk.locator(".corner.asked")).to_have_count(0)
    desk.get_by_role("button", name="Close", exact=True).click()
    desk.get_by_role("button", name="Hill").click()
    assert desk.get_by_label("Name").input_value() == "Hill 1"
    desk.get_by_label("Height", exact=True).fill("1.5 in")
    desk.get_by_label("Sides reach in").fill("20")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.get_by_text("Hill 1 is saved.")).to_be_visible()
    (said,) = [one for one in house.service.terrain.said if isinstance(one, PutPiece)]
    assert (said.name, said.kind, said.height_mm, said.slope_mm, said.was) == ("Hill 1", "hill", 38.1, 20.0, None)
    for (x, y), wanted in zip(said.outline_mm, [(100, 480), (200, 480), (200, 560), (100, 560)], strict=True):
        assert abs(x - wanted[0]) < 3 and abs(y - wanted[1]) < 3
    expect(desk.locator(".piece .foot")).to_have_count(7)
    expect(desk.locator(".roster")).to_contain_text("Hill 1")


def test_a_corner_is_dragged_where_it_should_be(desk: Page, house: House) -> None:
    desk.get_by_role("button", name="New piece").click()
    tap_corners(desk, (100, 480), (200, 480), (200, 560))
    circle = desk.locator(".corner").nth(1).bounding_box()
    assert circle is not None
    x, y = circle["x"] + circle["width"] / 2, circle["y"] + circle["height"] / 2
    desk.mouse.move(x + 12, y + 5)
    desk.mouse.down()
    desk.mouse.move(x + 42, y + 5, steps=4)
    desk.mouse.up()
    expect(desk.locator(".corner.asked")).to_have_count(0)
    expect(desk.locator(".corner")).to_have_count(3)
    moved = desk.locator(".corner").nth(1).bounding_box()
    assert moved is not None and abs(moved["x"] - circle["x"] - 30) < 1.5 and abs(moved["y"] - circle["y"]) < 1.5


def test_a_tap_on_the_first_corner_closes(desk: Page, house: House) -> None:
    desk.get_by_role("button", name="New piece").click()
    tap_corners(desk, (100, 450), (220, 450), (220, 560))
    tap_mm(desk, 101, 451)
    expect(desk.get_by_label("Height", exact=True)).to_be_visible()
    expect(desk.locator(".corner")).to_have_count(3)


FAULTS = [("Height", "tall", "How high is it"), ("Height", "2000", "How high is it"), ("Name", " ", "a name")]


@pytest.mark.parametrize(("field", "typed", "says"), FAULTS)
def test_what_is_typed_wrong_is_said(desk: Page, house: House, field: str, typed: str, says: str) -> None:
    desk.get_by_role("button", name="Mill").click()
    desk.get_by_label(field, exact=True).fill(typed)
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.get_by_role("alert")).to_contain_text(says)
    assert not house.service.terrain.said


def test_a_piece_is_changed_and_deleted(desk: Page, house: House) -> None:
    desk.get_by_role("button", name="Mill").click()
    desk.get_by_role("button", name="100", exact=True).click()
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.get_by_text("Mill is saved.")).to_be_visible()
    said = house.service.terrain.said[-1]
    assert isinstance(said, PutPiece) and (said.was, said.height_mm, len(said.outline_mm)) == ("Mill", 100.0, 4)
    tap_mm(desk, 660, 430)
    desk.get_by_role("button", name="Delete").click()
    desk.get_by_role("button", name="Yes, delete it").click()
    expect(desk.locator(".roster")).not_to_contain_text("Mill")
    assert house.service.terrain.said[-1] == RemovePiece("Mill")


def test_a_companion_that_refuses_says_why_and_the_draft_stays(open_page: OpenPage, house: House) -> None:
    desk = opened(open_page, house, may_fail=True)
    desk.get_by_role("button", name="Mill").click()
    house.service.terrain.fault = Fault("not_possible", "A hand is in the picture.")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.get_by_role("alert")).to_have_text("A hand is in the picture.")
    expect(desk.get_by_label("Name")).to_have_value("Mill")


def test_proposals_are_taken_changed_or_dropped(desk: Page, house: House) -> None:
    house.service.terrain.proposed = [
        terrain("wall 1", "wall", 20, (300, 60), (420, 60), (420, 72), (300, 72)),
        terrain("hill 1", "hill", 20, (40, 400), (120, 400), (120, 460)),
        terrain("building 1", "building", 60, (240, 150), (300, 150), (300, 200), (240, 200)),
    ]
    desk.get_by_role("button", name="Look for terrain").click()
    expect(desk.locator(".piece.proposal")).to_have_count(3)
    desk.locator("li", has_text="hill 1").get_by_role("button", name="Drop").click()
    desk.locator("li", has_text="wall 1").get_by_role("button", name="Take").click()
    expect(desk.locator(".piece.proposal")).to_have_count(1)
    tap_mm(desk, 270, 175)
    expect(desk.locator(".piece.proposal")).to_have_count(0)
    taken = [one.name for one in house.service.terrain.said if isinstance(one, PutPiece)]
    assert taken == ["wall 1", "building 1"]


def test_that_nothing_new_was_found_does_not_stay_over_a_form(desk: Page) -> None:
    desk.get_by_role("button", name="Look for terrain").click()
    expect(desk.get_by_text("Nothing new is on the table.")).to_be_visible()
    expect(desk.locator("[aria-busy]")).to_have_count(0)
    desk.get_by_role("button", name="New piece").click()
    expect(desk.get_by_text("Nothing new is on the table.")).to_have_count(0)


def test_the_empty_table_is_taken_after_a_question(desk: Page, house: House) -> None:
    desk.get_by_role("button", name="This is the empty table").click()
    assert TakeEmpty() not in house.service.terrain.said
    desk.get_by_role("button", name="Yes, take it").click()
    expect(desk.get_by_text("is the empty table.")).to_be_visible()
    assert TakeEmpty() in house.service.terrain.said


def test_tables_are_saved_loaded_renamed_and_deleted(desk: Page, house: House) -> None:
    fake = house.service.terrain
    fake.faults = ["table-x.json is no saved table; it is left alone."]
    desk.get_by_label("Name of this table").fill("The bridge")
    desk.get_by_role("button", name="Save this table").click()
    row = desk.locator("li.saved", has_text="The bridge")
    expect(row).to_contain_text("10 figures, 6 pieces")
    expect(desk.get_by_text("it is left alone")).to_be_visible()
    row.get_by_role("button", name="Load terrain").click()
    expect(desk.get_by_text("The terrain lies as on The bridge.")).to_be_visible()
    row.get_by_role("button", name="More").click()
    row.get_by_label("New name").fill("Old bridge")
    row.get_by_role("button", name="Rename").click()
    row = desk.locator("li.saved", has_text="Old bridge")
    row.get_by_role("button", name="More").click()
    row.get_by_role("button", name="Delete for good").click()
    expect(desk.locator("li.saved")).to_have_count(0)
    assert [type(one).__name__ for one in fake.said] == ["SaveTable", "LoadTerrain", "RenameTable", "DeleteTable"]
    assert fake.said[:2] == [SaveTable("The bridge"), LoadTerrain("The bridge")]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390), (1280, 800)])
def test_nothing_is_cut_or_too_small(open_page: OpenPage, house: House, width: int, height: int) -> None:
    desk = opened(open_page, house, width, height)
    house.service.terrain.saved["A long name of a table that was saved once"] = house.service.view().table
    desk.reload()
    desk.wait_for_selector("li.saved")
    for open_form in (False, True):
        if open_form:
            desk.get_by_role("button", name="Mill").click()
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for button in desk.locator(".panel button").all():
            box = button.bounding_box()
            assert box is not None and box["height"] >= 40 and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_set_up_again_shows_ghosts_on_the_table(desk: Page, house: House) -> None:
    house.service.terrain.saved["The bridge"] = house.service.view().table
    house.service.move("ansel", 333, 412)
    desk.reload()
    desk.locator("li.saved", has_text="The bridge").get_by_role("button", name="Set up again").click()
    desk.wait_for_url("**/#set-up")
    assert ShowGhosts("The bridge") in house.service.terrain.said
