"""The devices page in a real browser, over the real electronics with twins: shaken, turned, pressed, unplugged."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.commands.electronics import make_demo_electronics
from companion.service.electronics import Electronics
from companion.service.models import Fault
from companion.service.settings import DevicesSettings
from tests.webui.fake_service import FakeService
from webui import create_app
from webui.serve import WebServer, listen


class WithElectronics(FakeService):
    """The fake table with real electronics."""

    def __init__(self, electronics: Electronics) -> None:
        super().__init__()
        self.electronics = electronics
        electronics.wake = self.wake

    def wake(self) -> None:
        self.change(electronics=self.electronics.view(), devices=self.electronics.there())

    def command_devices(self, command):  # type: ignore[no-untyped-def]
        return self.electronics.do(command)

    def device_lines(self, device: str) -> str | Fault:
        return self.electronics.lines(device)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    electronics = make_demo_electronics(DevicesSettings(picos=False))
    service, stopping = WithElectronics(electronics), threading.Event()
    server = WebServer(create_app(service, max_streams=4, stopping=stopping.is_set), listen("127.0.0.1", 0), 4)
    server.start()
    electronics.start()
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme="dark")
    one = context.new_page()
    one.set_default_timeout(8000)
    errors: list[str] = []
    one.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    one.on("pageerror", lambda error: errors.append(str(error)))
    one.goto(f"http://127.0.0.1:{server.port}/devices")
    expect(one.locator(".strip-more")).to_have_text("3 devices connected", timeout=8000)
    yield one
    context.close()
    stopping.set()
    electronics.stop()
    server.stop()
    assert errors == []


def press(page: Page, card: str, name: str) -> None:
    page.locator(f"#{card}").get_by_role("button", name=name, exact=True).first.click()


def add_heroes(page: Page, *colours: str) -> None:
    for colour in colours:
        press(page, "heroes", "Add a hero")
        press(page, "heroes", colour)
        expect(page.get_by_label(f"Name of the {colour} hero")).to_be_visible()


def test_the_mace_is_armed_shaken_and_its_order_shown(page: Page) -> None:
    add_heroes(page, "red", "blue", "green")
    name = page.get_by_label("Name of the red hero")
    name.fill("Ansel")
    time.sleep(2.2)  # the page is drawn again meanwhile, and what is being typed stays
    expect(name).to_have_value("Ansel")
    name.press("Enter")
    press(page, "order", "Who goes first?")
    expect(page.locator("#order")).to_contain_text("waits to be shaken")
    press(page, "twins", "Bump it")
    press(page, "twins", "Shake it")
    expect(page.locator("#order")).to_contain_text("is shaken")
    expect(page.locator("#order .drawn li")).to_have_count(3, timeout=9000)
    expect(page.locator("#order")).to_contain_text("Round 1, by mace-twin")
    expect(page.locator("#order")).to_contain_text("Ansel")
    expect(page.locator("#fairness")).to_contain_text("too few")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_answers_in_the_maces_place(page: Page) -> None:
    add_heroes(page, "red", "blue", "green")
    press(page, "order", "Who goes first?")
    press(page, "order", "blue")
    press(page, "order", "green")
    expect(page.locator("#order .drawn")).to_have_text("bluegreenred")
    expect(page.locator("#order")).to_contain_text("typed on a phone")
    press(page, "order", "Who goes first?")
    press(page, "order", "Draw here")
    expect(page.locator("#order")).to_contain_text("Round 2, drawn by the companion")


def test_a_dial_that_disagrees_is_shown_until_it_is_settled(page: Page) -> None:
    add_heroes(page, "red")
    page.locator("#heroes select").select_option("dials-twin#1")
    expect(page.locator("#heroes")).to_contain_text("The dial stands at 0")
    page.get_by_label("Turn dial 1 up").click()
    expect(page.locator("#heroes")).to_contain_text("The dial stands at 1")
    page.get_by_label("One point more for red").click()
    expect(page.locator("#heroes")).to_contain_text("The dial stands at 1, the game says 2")
    press(page, "heroes", "Take 1")
    expect(page.locator("#heroes output")).to_have_text("1")
    expect(page.locator("#heroes .note")).to_have_count(0)
    page.get_by_label("One point less for red").click()
    press(page, "heroes", "Leave it")
    expect(page.locator("#heroes")).to_contain_text("and is left there")


def test_dice_by_the_box_by_the_companion_and_typed(page: Page) -> None:
    press(page, "dice", "Roll")
    expect(page.locator("#dice")).to_contain_text("press the dice box's button")
    press(page, "twins", "Press its button")
    expect(page.locator("#dice")).to_contain_text("by dice-twin")
    page.locator("#dice select").select_option("own faces")
    expect(page.locator("#dice")).to_contain_text("Without faces there is no such roll")
    page.get_by_label("Its faces").fill("0 0 1 1 1 2")
    page.get_by_label("How many").fill("2")
    press(page, "dice", "Roll")
    press(page, "dice", "2")
    press(page, "dice", "1")
    expect(page.locator("#dice .rolled")).to_have_text("21")
    expect(page.locator("#dice")).to_contain_text("Together 3; typed on a phone")


def test_pulled_plugged_renamed_and_blinked(page: Page) -> None:
    mace = page.locator("#boards .board", has=page.get_by_label("Name of mace-twin"))
    expect(mace).to_contain_text("Connected for")
    page.get_by_label("Name of mace-twin").fill("Old mace")
    page.get_by_label("Name of mace-twin").press("Enter")
    mace.get_by_role("button", name="Blink").click()
    with page.context.expect_page() as opened:
        mace.get_by_role("link", name="Its last lines").click()
    expect(opened.value.locator("body")).to_contain_text('"m":"hello"')
    opened.value.close()
    twins = page.locator("#twins .row").last
    twins.get_by_role("button", name="Pull the cable").click()
    expect(page.locator(".strip-more")).to_have_text("2 devices connected", timeout=2000)
    expect(mace).to_contain_text("Gone for")
    expect(mace.get_by_role("button", name="Blink")).to_be_disabled()
    twins.get_by_role("button", name="Plug it in").click()
    expect(page.locator(".strip-more")).to_have_text("3 devices connected", timeout=4000)
    expect(page.get_by_label("Name of mace-twin")).to_have_value("Old mace")
    expect(mace).to_contain_text("plugged in 2 times")


def test_the_table_leads_here_and_back(page: Page) -> None:
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector(".mat")
    page.get_by_label("Camera, notes and settings").first.click()
    page.get_by_role("link", name="To the devices").click()
    page.wait_for_selector("#boards")
