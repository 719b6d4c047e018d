"""An owner corrects the board on a phone: touches, undo, what is wrong, keeping it, a copy and a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.dark_world.board_file import board_text, parse_board
from companion.games.dark_world.printed import BOARD_FILE
from companion.service.match.boards import OwnersBoard
from tests.webui.game.conftest import CODE, Evening

GOOD = "Every room can be reached and filled; it can be played on."


class Editor:
    def __init__(self, page: Page) -> None:
        self.page = page

    def tool(self, name: str, pick: str = "") -> None:
        self.page.locator(f'[data-tool="{name}"]').click()
        if pick:
            self.page.locator(f'[data-pick="{pick}"]').click()

    def touch(self, *squares: str) -> None:
        for square in squares:
            self.page.locator(f'[data-square="{square}"]').click()

    def press(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).click()

    def says(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()

    def keep(self) -> None:
        self.page.locator("[name=code]").fill(CODE)
        self.press("Keep it")


@pytest.fixture
def editor(evening: Evening) -> Iterator[Editor]:
    context = evening.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: evening.errors.append(str(error)))
    page.goto(f"{evening.address}/board")
    yield Editor(page)
    context.close()


def test_a_board_is_corrected_and_kept(evening: Evening, editor: Editor) -> None:
    editor.says("our guess")
    editor.says(GOOD)
    editor.tool("doors", "3")
    editor.touch("6,2", "6,3")
    editor.tool("secret", "4")
    editor.touch("3,5", "3,6")
    editor.tool("special", "fountain")
    editor.touch("2,0")
    editor.says("Heroes cannot begin on square 2,0")
    editor.page.locator('[data-pick="starts"]').click()
    editor.touch("2,0")
    editor.tool("haunter")
    editor.press("Count from the other end")
    editor.tool("squares")
    editor.page.select_option("#zone", label="room 5")
    editor.touch("1,3")
    editor.says(GOOD)
    editor.keep()
    editor.says("Kept. New games")
    editor.says("yours, kept")
    board = parse_board(OwnersBoard(evening.path.parent).text())
    assert [(d.before, d.behind) for d in board.doors if d.into == 3] == [("6,2", "6,3")]
    assert [(d.square, d.far) for d in board.secret_doors if d.room == 4] == [("3,5", "3,6")]
    assert (board.places.fountain, board.haunter.first, board.status) == ("2,0", 8, "owner")
    assert next(z for z in board.zones if z.room == 5).squares.count("1,3") == 0
    editor.page.reload()
    editor.says("yours, kept")


def test_what_is_wrong_is_said_shown_and_undone(editor: Editor) -> None:
    editor.touch("3,0")  # room 1 is chosen at first: the square comes off it
    editor.touch("3,1")
    editor.says("The door into room 1 stands at square 3,1, which is in no zone.")
    expect(editor.page.get_by_role("button", name="Keep it")).to_be_disabled()
    editor.press("The door into room 1 stands at square 3,1, which is in no zone.")
    expect(editor.page.locator(".spot.wrong")).to_have_count(2)
    editor.press("Undo")
    editor.says(GOOD)
    editor.press("Undo")
    editor.says("our guess")
    editor.press("Move it left")
    editor.says("Square 2,0 is in room 1 and in Castle Entrance.")
    editor.press("Undo")
    editor.page.select_option("#zone", label="the whole board")
    editor.press("Move it up")
    editor.says("It would leave the sheet.")
    editor.press("Move it right")
    editor.press("Move it down")
    editor.says(GOOD)


def test_ways_and_places_of_the_castle(editor: Editor) -> None:
    editor.tool("ways")
    editor.touch("4,14", "4,15")
    editor.says("Nobody can reach throne from the Castle Entrance.")
    editor.touch("4,14", "4,15")
    editor.says(GOOD)
    editor.tool("ways", "true")
    editor.touch("8,8", "7,9")
    editor.says(GOOD)
    editor.tool("squares")
    editor.press("+ stairs")
    editor.says("needs at least one square")
    editor.press("Remove this place")
    editor.says(GOOD)
    editor.tool("camera")
    editor.touch("3,3", "8,8")
    editor.says(GOOD)


def test_a_draft_outlives_a_reload(editor: Editor) -> None:
    editor.tool("haunter")
    editor.press("Count from the other end")
    editor.says("yours, not kept")
    editor.page.reload()
    editor.says("is here again")
    editor.says("yours, not kept")
    editor.press("Undo")
    editor.says("our guess")


def test_a_copy_goes_out_and_a_file_comes_in(editor: Editor, tmp_path: Path) -> None:
    with editor.page.expect_download() as got:
        editor.page.get_by_role("link", name="Save a copy").click()
    assert parse_board(Path(got.value.path()).read_text(encoding="utf-8")) == BOARD_FILE
    mine = tmp_path / "mine.toml"
    mine.write_text(board_text(BOARD_FILE).replace("first = 0\nlast = 8", "first = 8\nlast = 0"), encoding="utf-8")
    editor.page.set_input_files("[name=file]", mine)
    editor.says("yours, not kept")
    mine.write_text("title = ", encoding="utf-8")
    editor.page.set_input_files("[name=file]", mine)
    editor.says("Line 1: It is not valid TOML")


def test_the_hosts_page_leads_here(evening: Evening, editor: Editor) -> None:
    editor.page.goto(f"{evening.address}/host")
    editor.page.get_by_role("link", name="Make it like yours").click()
    editor.says("our guess")


def test_a_wrong_code_keeps_nothing(evening: Evening, editor: Editor) -> None:
    editor.tool("haunter")
    editor.press("Count from the other end")
    editor.page.locator("[name=code]").fill("WRONG")
    editor.press("Keep it")
    editor.says("This is not the host's code")
    assert not OwnersBoard(evening.path.parent).path.exists()


def test_it_fits_a_phone(editor: Editor, browser: Browser) -> None:
    for width, height in ((390, 844), (360, 740)):
        editor.page.set_viewport_size({"width": width, "height": height})
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert editor.page.evaluate(over) == 0
        small = "[...document.querySelectorAll('button, select, a.button')].filter(e => e.offsetHeight < 38).length"
        assert editor.page.evaluate(small) == 0


def test_the_hosts_code_is_typed_once(evening: Evening, editor: Editor) -> None:
    editor.page.goto(f"{evening.address}/host")
    editor.page.locator("[name=code]").fill(CODE)
    editor.page.get_by_role("link", name="Make it like yours").click()
    editor.tool("haunter")
    editor.press("Count from the other end")
    editor.says(GOOD)
    editor.press("Keep it")
    editor.says("Kept. New games")
    other = evening.browser.new_context().new_page()
    other.goto(f"{evening.address}/board")
    expect(other.locator("[name=code]")).to_have_value("")
    other.context.close()
