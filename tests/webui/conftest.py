"""A browser, a served fake service, and pages of phone size.

A page fails its test on any console error it was not told to expect, and on any request that leaves the machine.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, sync_playwright

from tests.needs import need_program
from tests.webui.fake_service import FakeService
from webui import create_app
from webui.serve import WebServer, listen

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class House:
    """The served fake; can be stopped and started again at the same address."""

    def __init__(self, service: FakeService) -> None:
        self.service = service
        self.port = 0
        self.max_streams = 8
        self._server: WebServer | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._stopping = threading.Event()
        app = create_app(self.service, max_streams=self.max_streams, stopping=self._stopping.is_set)
        self._server = WebServer(app, listen("127.0.0.1", self.port), self.max_streams)
        self.port = self._server.port
        self._server.start()

    def stop(self) -> None:
        if self._server is not None:
            self._stopping.set()
            self._server.stop()
            self._server = None


@pytest.fixture
def service() -> FakeService:
    """What `client` asks."""
    return FakeService()


@pytest.fixture
def client(service: FakeService) -> FlaskClient:
    return create_app(service, max_streams=2).test_client()


@pytest.fixture
def house() -> Iterator[House]:
    one = House(FakeService())
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = need_program("chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, house: House) -> Iterator[OpenPage]:
    """open_page(width, height, scheme, may_fail): the dashboard, drawn. may_fail: console errors are expected."""
    opened: list[tuple[Page, list[str], list[str], bool]] = []

    def one(width: int = 360, height: int = 740, scheme: str = "dark", may_fail: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            has_touch=True,
            device_scale_factor=2,
        )
        page = context.new_page()
        page.set_default_timeout(8000)
        errors: list[str] = []
        requests: list[str] = []
        page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        opened.append((page, errors, requests, may_fail))
        page.goto(house.address)
        page.wait_for_selector(".mat")
        return page

    yield one
    for page, errors, requests, may_fail in opened:
        page.context.close()
        assert may_fail or errors == []
        foreign = [url for url in requests if urlsplit(url).scheme != "blob" and urlsplit(url).hostname != "127.0.0.1"]
        assert foreign == []
