"""The page of charts: each cell with its status; the host fills in, corrects, forgets. And a cell a rule asks for."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import expect

from companion.games.contract import Command
from companion.games.questions import ReadChart
from companion.service.match.book import OwnersBook
from tests.companion.service.match.players import GAME
from tests.webui.game.conftest import CODE, Evening
from tests.webui.game.test_page import press


def test_the_host_fills_corrects_and_forgets_a_cell(evening: Evening) -> None:
    page = evening.phone(path="/charts")
    die = page.locator('[data-chart="die"]')
    expect(die.get_by_text("3 cells not known")).to_be_visible()
    die.locator('[data-cell="1 / faces"]').click()
    expect(die.get_by_text("Look it up: on the die itself")).to_be_visible()
    die.locator('[data-value="3"]').click()
    expect(page.get_by_text("This is not the host's code")).to_be_visible()
    page.locator("[name=code]").fill(CODE)
    for value in ("3", "2"):
        die.locator(f'[data-value="{value}"]').click()
        expect(die.locator('[data-cell="1 / faces"]')).to_have_text(value)
    expect(die.get_by_text("2 cells not known")).to_be_visible()
    assert OwnersBook(evening.path.parent, GAME).charts()["die"].cell("1", "faces").value == 2
    press(page, "Forget it")
    expect(die.locator('[data-cell="1 / faces"]')).to_have_text("?")
    discs = page.locator('[data-chart="discs"]')
    discs.locator('[data-cell="orc-1 / points"]').click()
    discs.locator('[data-value="4"]').click()
    expect(discs.locator('[data-cell="orc-1 / points"]')).to_have_text("•")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    del evening.pages["/charts"]
    page.context.close()


def test_a_cell_that_a_rule_asks_for_is_named_answered_and_remembered(evening: Evening) -> None:
    evening.match.command(Command("1", "ann", "ready:knight", {"square": "1,1", "weapon": "axe"}))
    running = evening.match._running
    assert running is not None
    why, key = "the number under Orc 1", running.question.key
    asked = ReadChart(key, "ann", why, "discs", ("orc-1", "points"), (1, 2, 3, 4, 5, 6))
    running.question = asked
    evening.match.now = replace(evening.match.now, question=asked)
    evening.match._go_on = lambda *words: evening.match.see(evening.match.table, True)
    ann = evening.phone("ann")
    expect(ann.get_by_text("row orc-1, column points")).to_be_visible()
    expect(ann.get_by_text("on the discs themselves")).to_be_visible()
    expect(ann.get_by_role("button", name="Use ours: 1")).to_be_visible()
    ann.locator("[name=remember]").check()
    press(ann, "4")
    press(ann, "That is it")
    expect(ann.get_by_text("You are asked")).to_have_count(0)
    assert OwnersBook(evening.path.parent, GAME).known(asked) == 4
