"""The host's page and what it does to phones: pause, corrections by agreement, standing orders, who sleeps."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from companion.games.contract import Command
from companion.service.match.view import Beside, DialOff, NotUsed
from tests.webui.game.conftest import CODE, Evening
from tests.webui.game.test_page import offer, press, set_up


def host_page(evening: Evening) -> Page:
    page = evening.phone(path="/host")
    page.locator("[name=code]").fill(CODE)
    press(page, "Open")
    return page


def first_turn(evening: Evening) -> None:
    """The Knight's turn."""
    set_up(evening)
    evening.match.command(Command("mace", "cora", "shake-mace"))
    question = evening.match.open_question
    assert question is not None
    evening.match.answer(question.seat, question.key, ["knight", "dwarf", "ranger", "barbarian"])


def test_a_pause_is_seen_on_every_phone_and_the_host_needs_no_reload(evening: Evening) -> None:
    first_turn(evening)
    host, ann, screen = host_page(evening), evening.phone("ann"), evening.phone()
    expect(ann.locator('[data-offer="move"]')).to_be_visible()
    press(host, "Pause")
    for page in (ann, screen):
        expect(page.get_by_text("The game is paused")).to_be_visible()
    expect(ann.locator('[data-offer="move"]')).to_have_count(0)
    press(host, "Go on")
    expect(ann.locator('[data-offer="move"]')).to_be_visible()
    evening.match.command(Command("end", "ann", "end-turn"))
    evening.all_at(evening.match.revision)


def test_a_correction_is_proposed_agreed_on_and_done(evening: Evening) -> None:
    first_turn(evening)
    host, screen = host_page(evening), evening.phone()
    phones = {seat: evening.phone(seat) for seat in ("ann", "bob", "cora")}
    for agreed in (False, True):
        press(host, "Propose something")
        host.locator("[name=correction]").select_option("place:dwarf")
        host.locator("[name=square]").select_option("2,2")
        press(host, "Ask the table")
        expect(screen.get_by_text("The Dwarf stands elsewhere, square 2,2", exact=True)).to_be_visible()
        press(phones["ann"], "Agree")
        expect(phones["ann"].get_by_text("Waiting for cora, bob")).to_be_visible()
        press(host, "Do it without those who sleep")
        expect(host.get_by_text("may still answer")).to_be_visible()
        press(phones["bob"], "Agree" if agreed else "Refuse")
        if not agreed:
            expect(phones["cora"].get_by_text("bob refused")).to_be_visible()
    press(phones["cora"], "Agree")
    for page in phones.values():
        expect(page.get_by_text("was agreed and is done")).to_be_visible()
        expect(page.get_by_text("Agreed otherwise: Dwarf stands on 2,2")).to_be_visible()
    assert evening.match.state.heroes["dwarf"].square == "2,2"
    evening.all_at(evening.match.revision)


def test_a_standing_order_is_given_shown_and_revoked(evening: Evening) -> None:
    first_turn(evening)
    ann, bob = evening.phone("ann"), evening.phone("bob")
    ann.get_by_text("Answered beforehand").click()
    ann.locator('[data-order="DW-19/hit cards"]').click()
    expect(ann.get_by_text("Answered beforehand: 1")).to_be_visible()
    expect(bob.get_by_text("Answered beforehand: 1")).to_have_count(0)
    ann.locator('[data-revoke="DW-19/hit cards"]').click()
    expect(ann.get_by_text("Answered beforehand: 1")).to_have_count(0)


def test_the_limit_is_counted_down_and_the_default_taken(evening: Evening) -> None:
    first_turn(evening)
    host, ann, bob = host_page(evening), evening.phone("ann"), evening.phone("bob")
    press(host, "30 s")
    expect(host.get_by_role("button", name="30 s")).to_have_attribute("aria-pressed", "true")
    evening.match.command(Command("door", "ann", "move", {"square": "2,1"}))
    offer(ann, "open-door:1")
    expect(bob.get_by_text("Wait for cora")).to_be_visible()
    expect(bob.get_by_text("then the default is taken")).to_be_visible()
    before = evening.match.open_question
    evening.desk.tick(evening.match.asked_s + 29)
    assert evening.match.open_question == before
    evening.desk.tick(evening.match.asked_s + 30)
    assert evening.match.open_question != before
    evening.all_at(evening.match.revision)


def test_the_hosts_page_holds_no_secret(evening: Evening) -> None:
    first_turn(evening)
    page = evening.phone(path="/host")
    page.locator("[name=code]").fill(CODE)
    with page.expect_response("**/api/v1/host") as answer:
        press(page, "Open")
    said = answer.value.text()
    with page.expect_response("**/api/v1/host") as answer:
        press(page, "Propose something")
    said += answer.value.text()
    assert '"corrections":[{' in said
    for secret in ("hand", "store", "points", "warhammer", "pool"):
        assert f'"{secret}' not in said, secret


def test_where_dials_and_devices_differ_from_the_game_is_told_with_what_to_do(evening: Evening) -> None:
    first_turn(evening)
    host = host_page(evening)
    expect(host.locator("[data-differences]")).to_have_count(0)
    late = NotUsed(990.0, "dice-1 said 3, 5: Nobody waits for this roll: it is not used.")
    off = DialOff("knight", "ann", "blue", 5, 8)
    evening.match.stand_beside(Beside("dice", (), (off,), unused=(late,)))
    expect(host.locator('[data-dial="knight"]')).to_contain_text("stands at 5, the game says 8")
    expect(host.locator('[data-dial="knight"]')).to_contain_text(
        "Turn the dial to 8. If the dial is right, ann touches"
    )
    expect(host.locator("[data-away]")).to_contain_text("dice box may answer what is asked, and is not plugged in")
    expect(host.locator("[data-unused]")).to_contain_text("dice-1 said 3, 5")
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth")
    evening.match.stand_beside(Beside())
    expect(host.locator("[data-differences]")).to_have_count(0)
