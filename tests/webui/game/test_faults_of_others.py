"""Faults that other programs for playing together ship with; none may be true of ours. Two or three browsers each.

Phones drift apart and say again and again that they are not up to date; undo does nothing, or freezes everybody, or a
reload brings back what was undone; a second undo of the same action loses pieces; a move made while the line was down
leaves both sides waiting for ever.
"""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from companion.games.contract import Command
from companion.games.dark_world.setting_up import chest_spots
from tests.companion.service.match.players import one
from tests.webui.game.conftest import Evening
from tests.webui.game.test_page import offer, press, set_up


def chest(evening: Evening, room: int, weapon: str) -> None:
    spot = chest_spots(evening.match.state.board, room)[0]
    evening.match.command(Command(f"chest {room}", "cora", f"hide-chest:{room}", {"spot": spot, "weapon": weapon}))


def chests(page: Page, count: int) -> None:
    expect(page.locator(".map .chest")).to_have_count(count)


def cut(page: Page) -> None:
    """This phone's line is down; the stream it had open too."""
    page.route("**/api/v1/**", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    expect(page.get_by_text("No connection to the game")).to_be_visible()


def mend(page: Page) -> None:
    """And up again."""
    page.unroute("**/api/v1/**")


def test_a_phone_that_was_away_is_sent_the_whole_game_and_is_never_told_to_catch_up(evening: Evening) -> None:
    set_up(evening)
    ann, bob = evening.phone("ann"), evening.phone("bob")
    evening.all_at(evening.match.revision)
    cut(bob)
    rng = random.Random(3)
    for _ in range(25):
        one(evening.match, rng)
    expect(ann.locator("main.game")).to_have_attribute("data-revision", str(evening.match.revision))
    mend(bob)
    evening.all_at(evening.match.revision)
    for page in (ann, bob):
        assert page.get_by_text("up to date").count() == 0
        assert page.locator(".log li").count() > 0


def test_an_offer_that_stands_no_more_is_refused_in_a_sentence_and_the_phone_goes_on(evening: Evening) -> None:
    set_up(evening)
    cora = evening.phone("cora")
    stale = evening.browser.new_context().new_page()
    stale.goto(f"{evening.address}/game#{evening.seats.token('cora')}")
    expect(stale.locator('[data-offer="shake-mace"]')).to_be_visible()
    cut(stale)
    offer(cora, "shake-mace")
    expect(cora.get_by_text("You are asked")).to_be_visible()
    offer(stale, "shake-mace")
    mend(stale)
    expect(stale.get_by_text("Wait: cora is asked first")).to_be_visible()
    expect(stale.get_by_text("You are asked")).to_be_visible()
    for hero in ("knight", "dwarf", "ranger", "barbarian"):
        press(stale, hero)
    press(stale, "That is it")
    expect(cora.get_by_text("You are asked")).to_have_count(0)
    stale.context.close()


def test_undo_on_three_phones_is_seen_by_all_and_a_reload_does_not_bring_it_back(evening: Evening) -> None:
    pages = [evening.phone("cora"), evening.phone("ann"), evening.phone()]
    chest(evening, 1, "warhammer")
    for page in pages:
        chests(page, 1)
    press(pages[0], "Undo")
    for page in pages:
        chests(page, 0)
        page.reload()
    for page in pages:
        chests(page, 0)
        assert page.get_by_text("A chest stands on").count() == 0
    chest(evening, 2, "warhammer")
    for page in pages:
        chests(page, 1)
    evening.all_at(evening.match.revision)


def test_undo_pressed_on_two_phones_at_once_takes_back_one_command_and_no_piece_is_lost(evening: Evening) -> None:
    one_phone = evening.phone("cora")
    other = evening.browser.new_context().new_page()
    other.goto(f"{evening.address}/game#{evening.seats.token('cora')}")
    chest(evening, 1, "warhammer")
    chest(evening, 2, "broadsword")
    held = []
    other.route("**/api/v1/undo", lambda route: held.append(route))  # pressed first, but slow on its way
    for page in (one_phone, other):
        chests(page, 2)
    press(other, "Undo")
    press(one_phone, "Undo")
    chests(one_phone, 1)
    held[0].continue_()
    expect(other.get_by_text("it may be undone already")).to_be_visible()
    for page in (one_phone, other):
        chests(page, 1)
    assert list(evening.match.state.chests) == ["chest-1"]
    weapons = {chest.weapon for chest in evening.match.state.chests.values()}
    assert weapons == {"warhammer"}
    assert one_phone.locator('[data-offer="hide-chest:2"]').count() == 1, "it can be hidden again"
    other.context.close()


def test_a_move_made_while_the_line_of_this_phone_was_down_arrives_when_it_is_back(evening: Evening) -> None:
    set_up(evening)
    cora, ann = evening.phone("cora"), evening.phone("ann")
    expect(cora.locator('[data-offer="shake-mace"]')).to_be_visible()
    cut(cora)
    offer(cora, "shake-mace")
    cora.wait_for_timeout(1500)
    assert evening.match.open_question is None
    mend(cora)
    expect(cora.get_by_text("You are asked")).to_be_visible()
    expect(ann.get_by_text("Wait for cora")).to_be_visible()
    rows = [row for row in evening.match.journal.rows() if row.data.get("offer_id") == "shake-mace"]
    assert len(rows) == 1
    evening.all_at(evening.match.revision)
