"""Long forms and lists made short: who is put on the table next, what all the rest do, how far a chosen target is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.webui.game.free_table import FreeTable


@pytest.fixture
def beginning(tmp_path: Path, browser: Browser) -> Iterator[FreeTable]:
    one = FreeTable(tmp_path, browser, moving=False)
    yield one
    one.close()


def touch_area(page: Page, part: float) -> None:
    """The bright area, that part of its way from west to east."""
    box = page.locator("[data-area]").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + part * box["width"], box["y"] + box["height"] / 2)


def test_figures_are_put_on_the_table_one_after_the_other(beginning: FreeTable) -> None:
    beginning.place(camera=False)
    page = beginning.phone("ann", 360, 740)
    group = page.locator('[data-group="Put … on the table"]')
    expect(group.locator("[data-offer]")).to_have_text(["Oswold", "Noaks", "Purvis", "Singleturn"])
    group.locator("[data-offer='deploy:noaks']").click()
    for n, title in enumerate(("Noaks", "Purvis", "Singleturn", "Oswold")):
        expect(page.locator(".offers h2")).to_have_text(f"Put {title} on the table")
        expect(page.get_by_role("button", name="Do it")).to_be_disabled()
        touch_area(page, 0.2 + 0.2 * n)
        page.get_by_role("button", name="Do it").click()
    expect(page.locator("[data-token]")).to_have_count(4)
    expect(page.locator(".offers")).to_have_count(0)
    assert all(beginning.match.state.figures[name].where == "table" for name in ("oswold", "purvis"))


def test_all_who_are_left_do_the_same_with_one_touch(beginning: FreeTable) -> None:
    for n, name in enumerate(("oswold", "noaks", "purvis", "singleturn")):
        beginning.do("ann", f"deploy:{name}", at=[400 + 50 * n, 50])
    beginning.do("bob", "deploy:hassle", at=[850, 450])
    page = beginning.phone("ann", 360, 740)
    page.locator("[data-offer='declare:orcs']").click()
    page.locator("[data-field=noaks] [data-value=fire]").click()
    page.locator("[data-rest=walk]").click()
    expect(page.locator("[data-field=noaks] [data-value=fire]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[aria-pressed=true][data-value=walk]")).to_have_count(3)
    expect(page.locator(".rest")).to_be_hidden()
    last, button = page.locator("[data-field]").last.bounding_box(), page.get_by_role("button", name="Do it")
    below = button.bounding_box()
    assert last is not None and below is not None and below["y"] > last["y"], "the button stays below the form"
    button.click()
    expect(page.locator("[data-offer='declare:orcs']")).to_have_count(0)
    bob = beginning.phone("bob", 360, 740)
    bob.locator("[data-offer='declare:ogre']").click()
    expect(bob.locator(".rest")).to_be_hidden()


def test_the_range_to_a_chosen_target_stands_beside_it(tmp_path: Path, browser: Browser) -> None:
    table = FreeTable(tmp_path, browser, noaks=((600, 80), "fire"))
    table.do("ann", "end-moves:orcs")
    page = table.phone("ann", 360, 740)
    page.locator("[data-offer='fire:orcs']").click()
    expect(page.locator("[data-range-hint]")).to_have_count(0)
    page.locator("[data-field=noaks] [data-value=hassle]").click()
    expect(page.locator("[data-range-hint]")).to_contain_text("34.8 cm")
    expect(page.locator("[data-range-hint]")).to_contain_text("%")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-field=noaks] [data-value='hold fire']").click()
    expect(page.locator("[data-range-hint]")).to_have_count(0)
    table.close()


def test_nobody_misses_a_dice_box_that_was_never_there(beginning: FreeTable) -> None:
    for n, name in enumerate(("oswold", "noaks", "purvis", "singleturn")):
        beginning.do("ann", f"deploy:{name}", at=[400 + 50 * n, 50])
    beginning.do("bob", "deploy:hassle", at=[850, 450])
    beginning.do("ann", "declare:orcs", oswold="hold", noaks="run", purvis="hold", singleturn="walk")
    beginning.do("bob", "declare:ogre", hassle="run")
    page = beginning.phone("ann")
    expect(page.locator("[data-software]")).to_be_visible()
    expect(page.locator(".device")).to_have_count(0)
    page.locator("[data-software]").click()
    expect(page.locator(".asked")).to_have_count(0)


def test_what_happened_is_near_the_map_and_all_of_it_a_touch_away(tmp_path: Path, browser: Browser) -> None:
    table = FreeTable(tmp_path, browser)
    page = table.phone("ann", 360, 740)
    log = page.locator(".log li")
    expect(log).to_have_count(4)
    page.locator("[data-log]").click()
    assert log.count() > 10
    expect(log.last).to_contain_text("Oswold")
    card, sides = page.locator(".log-card").bounding_box(), page.locator(".side-card").first.bounding_box()
    assert card is not None and sides is not None and card["y"] < sides["y"]
    others = page.locator("[data-side-card=ogre]")
    expect(others.locator("summary")).to_have_text("Ogre, bob: 1 on the table")
    expect(others.get_by_text("Hassle")).to_be_hidden()
    others.locator("summary").click()
    expect(others.get_by_text("Hassle")).to_be_visible()
    table.close()


def test_all_that_the_camera_sees_at_set_up_is_taken_with_one_touch(beginning: FreeTable) -> None:
    beginning.see(**{name: (400.0 + 50 * n, 50.0, 0.5) for n, name in enumerate(("oswold", "noaks", "purvis"))})
    page = beginning.phone("ann", 360, 740)
    expect(page.locator("[data-seen]")).to_have_count(3)
    page.locator("[data-seen-all]").click()
    expect(page.locator("[data-seen]")).to_have_count(0)
    figures = beginning.match.state.figures
    assert [figures[name].where for name in ("oswold", "noaks", "purvis", "singleturn")] == ["table"] * 3 + ["away"]
    beginning.see(singleturn=(600.0, 50.0, 0.5))
    expect(page.locator("[data-seen='deploy:singleturn']")).to_be_visible()
    expect(page.locator("[data-seen-all]")).to_have_count(0)
