"""Real browsers, one for each seat: offers, questions, the map; a line that goes down; two phones at once."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from companion.games.contract import Command
from companion.games.dark_world.printed import BOARD
from companion.games.dark_world.setting_up import chest_spots
from companion.service.match.match import Accepted
from tests.webui.game.conftest import CODE, Evening

WEAPONS = ("axe", "rapier", "cutlass", "spiked mace")


def offer(page: Page, offer_id: str) -> None:
    page.locator(f'[data-offer="{offer_id}"]').click()


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def set_up(evening: Evening, but: str = "") -> None:
    """Everything set up by the server, but for one Hero."""
    commands = [
        Command(f"chest {room}", "cora", f"hide-chest:{room}", {"spot": chest_spots(BOARD, room)[0], "weapon": weapon})
        for room, weapon in zip((1, 2, 5, 8), ("battle axe", "broadsword", "warhammer", "morning star"), strict=True)
    ]
    for hero, weapon, square in zip(
        ("knight", "barbarian", "dwarf", "ranger"), WEAPONS, ("2,0", "1,0", "1,2", "0,1"), strict=True
    ):
        seat = "ann" if hero in ("knight", "barbarian") else "bob"
        if hero != but:
            commands.append(Command(hero, seat, f"ready:{hero}", {"square": square, "weapon": weapon}))
    for command in commands:
        said = evening.match.command(command)
        assert isinstance(said, Accepted), said
        question = evening.match.open_question
        if question is not None:
            evening.match.answer(question.seat, question.key, ["hit", "hit", "miss"])


def test_an_evening_begins_on_three_phones_and_the_tables_screen(evening: Evening) -> None:
    set_up(evening, but="knight")
    ann, cora, screen = evening.phone("ann"), evening.phone("cora"), evening.phone()
    offer(ann, "ready:knight")
    ann.locator('.map [data-square="2,0"]').click()
    press(ann, "Do it")
    for page in (cora, screen):
        expect(page.get_by_text("Wait for ann")).to_be_visible()
    for card in ("miss", "miss", "hit"):
        press(ann, card)
    press(ann, "That is it")
    expect(ann.get_by_text("2 Miss", exact=True)).to_have_count(1)
    expect(screen.get_by_text("2 Miss", exact=True)).to_have_count(0)
    expect(cora.get_by_text("Only you see this")).to_be_visible()

    offer(cora, "shake-mace")
    for hero in ("knight", "dwarf", "ranger", "barbarian"):
        press(cora, hero)
    press(cora, "That is it")
    expect(ann.get_by_role("heading", name="Your Knight: 3 actions left")).to_be_visible()
    expect(screen.get_by_role("heading", name="The Knight's turn")).to_be_visible()

    offer(ann, "move")
    ann.locator('.map [data-square="2,1"]').click()
    press(ann, "Do it")
    offer(ann, "open-door:1")
    expect(ann.get_by_text("Wait for cora")).to_be_visible()
    for answer in ("orc 1", "potion", "4,1", "nobody"):
        if "," in answer:
            cora.locator(f'.map [data-square="{answer}"]').click()
        else:
            cora.locator(f'.card.asked [data-value="{answer.replace(" ", "-")}"]').click()
        press(cora, "That is it")
    expect(ann.locator('[data-offer="move"]')).to_be_visible()
    expect(ann.locator(".map .monster")).to_have_count(2)  # Korak is on his throne
    assert evening.match.state.monsters["orc-1"].square == "4,1"
    evening.all_at(evening.match.revision)


def play(evening: Evening, seat: str, do: str, fields: dict[str, str], *answers: object) -> None:
    """A command and its answers, on the server."""
    said = evening.match.command(Command(f"{seat} {do} {fields}", seat, do, fields))
    assert isinstance(said, Accepted), said
    for answer in answers:
        question = evening.match.open_question
        assert question is not None
        said = evening.match.answer(question.seat, question.key, answer)
        assert isinstance(said, Accepted), said


def test_dw_19_only_who_has_read_a_disc_sees_its_number(evening: Evening) -> None:
    set_up(evening)
    play(evening, "cora", "shake-mace", {}, ["knight", "barbarian", "dwarf", "ranger"])
    play(evening, "ann", "move", {"square": "2,1"})
    play(evening, "ann", "open-door:1", {}, "ogre-2", "potion", "4,1", "nobody")
    play(evening, "ann", "move", {"square": "3,1"})
    ann, bob, screen = evening.phone("ann"), evening.phone("bob"), evening.phone()
    offer(ann, "attack")
    expect(ann.locator('[data-value="ogre-2"]')).to_have_text("ogre 2")
    play(evening, "ann", "attack", {"monster": "ogre-2"}, [1, 0], 0, [0, 0])
    expect(ann.locator(".card.secret")).to_contain_text("Ogre 2 ●3")
    evening.all_at(evening.match.revision)
    for page in (bob, screen):
        expect(page.get_by_text("●")).to_have_count(0)
    evening.match.correct(Command("more", "host", "set-actions:knight", {"actions": 1}))
    offer(ann, "attack")
    expect(ann.locator('[data-value="ogre-2"]')).to_have_text("ogre 2●3")


def test_the_rule_is_one_tap_away(evening: Evening) -> None:
    ann = evening.phone("ann")
    ann.get_by_role("button", name="The rule").first.click()
    expect(ann.get_by_text("A Hero begins in the Castle Entrance")).to_be_visible()


def test_a_move_made_while_the_line_is_down_is_done_once_when_it_is_back(evening: Evening) -> None:
    set_up(evening)
    cora, ann = evening.phone("cora"), evening.phone("ann")
    expect(cora.locator('[data-offer="shake-mace"]')).to_be_visible()
    evening.stop()
    offer(cora, "shake-mace")
    for page in (cora, ann):
        expect(page.get_by_text("No connection to the game")).to_be_visible()
    evening.start()
    expect(cora.get_by_text("You are asked")).to_be_visible()
    expect(ann.get_by_text("Wait for cora")).to_be_visible()
    expect(cora.get_by_text("No connection to the game")).to_have_count(0)
    commands = [row for row in evening.match.journal.rows() if row.data.get("offer_id") == "shake-mace"]
    assert len(commands) == 1


def test_undo_reaches_every_phone_and_is_done_once(evening: Evening) -> None:
    pages = [evening.phone("cora"), evening.phone("ann"), evening.phone("bob")]
    before = evening.match.state
    evening.match.command(
        Command("1", "cora", "hide-chest:1", {"spot": chest_spots(BOARD, 1)[0], "weapon": "warhammer"})
    )
    for page in pages:
        expect(page.get_by_text("A chest stands on")).to_be_visible()
    expect(pages[1].get_by_role("button", name="Undo")).to_have_count(0)
    press(pages[0], "Undo")
    for page in pages:
        expect(page.get_by_text("A chest stands on")).to_have_count(0)
    assert evening.match.state == before
    evening.all_at(evening.match.revision)


def test_two_phones_of_one_seat_one_wins_and_the_other_is_told(evening: Evening) -> None:
    set_up(evening)
    evening.match.command(Command("mace", "cora", "shake-mace"))
    one = evening.phone("cora")
    other = evening.browser.new_context().new_page()
    other.goto(f"{evening.address}/#{evening.seats.token('cora')}")
    question = evening.match.open_question
    assert question is not None
    for page in (one, other):
        for hero in ("knight", "dwarf", "ranger", "barbarian"):
            press(page, hero)
    held: list[Route] = []
    other.route("**/api/v1/answers", lambda route: held.append(route))  # pressed first, but slow on its way
    press(other, "That is it")
    press(one, "That is it")
    expect(one.get_by_text("You are asked")).to_have_count(0)
    held[0].continue_()
    expect(other.get_by_text("somebody has answered it")).to_be_visible()
    other.context.close()
    assert evening.match.state.order == ("knight", "dwarf", "ranger", "barbarian")


def test_the_host_gives_out_seats_and_passes_over(evening: Evening) -> None:
    host = evening.phone(path="/host")
    host.locator("[name=code]").fill("WRONG")
    press(host, "Open")
    expect(host.get_by_text("This is not the host's code")).to_be_visible()
    host.locator("[name=code]").fill(CODE)
    press(host, "Open")
    link = host.locator('[data-seat="bob"]').get_attribute("href")
    assert link == f"{evening.address}/game#{evening.seats.token('bob')}"
    expect(host.get_by_text("Nobody is asked anything.", exact=True)).to_be_visible()
    del evening.pages["/host"]
    host.context.close()


def test_where_there_is_no_stream_left_a_phone_asks_instead_and_follows(evening: Evening) -> None:
    page = evening.browser.new_context().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/api/v1/stream", lambda route: route.fulfill(status=503, json={"error": {"message": "too many"}}))
    page.goto(f"{evening.address}/game#{evening.seats.token('cora')}")
    expect(page.locator('[data-offer="hide-chest:1"]')).to_be_visible()
    spot = chest_spots(evening.match.state.board, 1)[0]
    evening.match.command(Command("1", "cora", "hide-chest:1", {"spot": spot, "weapon": "warhammer"}))
    expect(page.get_by_text("A chest stands on")).to_be_visible()
    assert any("/api/v1/view" in url for url in asked)
    assert not any(evening.seats.token("cora") in url.split("#")[0] for url in asked), "no token in an address"
    page.context.close()


def test_a_phone_that_was_put_away_holds_no_line_and_is_sent_the_whole_game_later(
    evening: Evening,
) -> None:
    ann = evening.phone("ann")
    expect(ann.locator('[data-offer="ready:knight"]')).to_be_visible()
    look = "hidden => { Object.defineProperty(document, 'hidden', { configurable: true, value: hidden }); "
    look += "document.dispatchEvent(new Event('visibilitychange')); }"
    ann.evaluate(look, True)
    spot = chest_spots(evening.match.state.board, 1)[0]
    evening.match.command(Command("1", "cora", "hide-chest:1", {"spot": spot, "weapon": "warhammer"}))
    ann.wait_for_timeout(500)
    expect(ann.get_by_text("A chest stands on")).to_have_count(0)
    ann.evaluate(look, False)
    expect(ann.get_by_text("A chest stands on")).to_be_visible()
    evening.all_at(evening.match.revision)


def test_a_link_that_is_no_more_says_so(evening: Evening) -> None:
    page = evening.phone()
    page.goto(f"{evening.address}/#nonsense")
    expect(page.get_by_text("ask the host for a new one")).to_be_visible()
    del evening.pages["/"]
    page.context.close()
