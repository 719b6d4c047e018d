"""The board is laid on a picture by dragging its corners: what is drawn over it, what is said, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.dark_world.board import Board
from companion.games.dark_world.on_table import where_mm
from companion.games.dark_world.printed import BOARD
from companion.games.placing import Layout
from companion.service.match.desk import Desk
from companion.service.match.laying import LayAsked, Laying
from companion.service.match.seats import Seats
from companion.service.models import Fault, Picture
from tests.companion.service.match.players import GAME, new_match
from tests.needs import ROOT
from tests.webui.fake_service import FakeService
from webui import create_app
from webui.game.laying import LAY_ROUTES
from webui.serve import WebServer, listen

CODE = "ABCD2345"
WIDE, HIGH, SIDE_MM = 900, 600, 40.0
SEEN_PX = np.array([(250, 120), (640, 140), (760, 520), (120, 490)], np.float32)
"""Where the corners of the block of 9 x 9 squares are in the picture; a camera that looks aslant."""
TO_PX = cv2.getPerspectiveTransform(np.array([(0, 0), (9, 0), (9, 9), (0, 9)], np.float32), SEEN_PX)


def pixel(at: tuple[float, float]) -> tuple[float, float]:
    x, y, w = TO_PX @ (*at, 1.0)
    return float(x / w), float(y / w)


class Table(FakeService):
    """A picture of the printed squares, and what a tap on it means."""

    def frame_jpeg(self, straight: bool, max_width: int | None) -> Picture | Fault:
        image = np.full((HIGH, WIDE, 3), (50, 70, 60), np.uint8)
        for x in range(9):
            for y in range(9):
                ring = [pixel(at) for at in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]
                shade = (150, 170, 190) if (x // 3 + y // 3) % 2 else (110, 130, 150)
                cv2.fillPoly(image, [np.array(ring, np.int32)], shade)
                cv2.polylines(image, [np.array(ring, np.int32)], True, (40, 40, 40), 1)
        if straight:
            above = np.full((500, 500, 3), (90, 90, 90), np.uint8)
            return Picture(5, cv2.imencode(".jpg", above)[1].tobytes(), True, (-70.0, -430.0, 430.0, 70.0))
        return Picture(5, cv2.imencode(".jpg", image)[1].tobytes(), False, None)

    def points(self, picture: int, at: Sequence[tuple[float, float]]) -> Any:
        if picture != 5:
            return "That picture is no longer kept; tap on the newest one."
        back = np.linalg.inv(TO_PX)
        found = []
        for x, y in at:
            u, v, w = back @ (x * WIDE, y * HIGH, 1.0)
            found.append(((SIDE_MM * u / w, -SIDE_MM * v / w), 1.5))
        return tuple(found)


class Laid:
    def __init__(self, folder: Path, browser: Browser, camera: bool = True, ground: Board | Layout = BOARD) -> None:
        self.match = new_match(folder / "g")
        self.laying = Laying(self.match.journal, ground)
        table = Table()
        if camera:
            self.laying.under(table)
        desk = Desk(self.match, Seats(self.match.journal, GAME.seats(self.match.state), CODE))
        self.client = create_app(table, desk, laying=self.laying).test_client()
        self.server = WebServer(create_app(table, desk, laying=self.laying), listen("127.0.0.1", 0), 8)
        self.server.start()
        self.context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark", device_scale_factor=2
        )
        self.errors: list[str] = []
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.open()

    def open(self) -> Page:
        self.page.goto(f"http://127.0.0.1:{self.server.port}/lay")
        return self.page

    def drag(self, n: int, to_px: tuple[float, float]) -> None:
        box = self.page.locator(".picture").bounding_box()
        corner = self.page.locator(f'[data-corner="{n}"] .finger').bounding_box()
        assert box is not None and corner is not None
        scale = box["width"] / WIDE
        self.page.mouse.move(corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + to_px[0] * scale, box["y"] + to_px[1] * scale, steps=4)
        expect(self.page.locator(".glass")).to_be_visible()
        self.page.mouse.up()

    def says(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()

    def keep(self) -> None:
        self.page.locator("[name=code]").fill(CODE)
        self.page.get_by_role("button", name="Keep it").click()

    def close(self) -> None:
        self.context.close()
        self.server.stop()
        self.match.journal.close()
        assert self.errors == []


@pytest.fixture
def laid(tmp_path: Path, browser: Browser) -> Iterator[Laid]:
    one = Laid(tmp_path, browser)
    yield one
    one.close()


def test_corners_are_dragged_looked_at_and_kept(laid: Laid) -> None:
    page = laid.page
    laid.says("upper left corner, at Castle Entrance")
    for n, (x, y) in enumerate(SEEN_PX):
        laid.drag(n, (float(x), float(y)))
    laid.says("A square is 40")
    drawn = page.locator("polygon.over").first.get_attribute("points")
    assert drawn is not None
    scale = (page.locator(".picture").bounding_box() or {"width": 0})["width"] / WIDE
    first = [tuple(float(v) / scale for v in point.split(",")) for point in drawn.split()]
    for found, at in zip(first, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        assert found == pytest.approx(pixel(at), abs=4)
    laid.keep()
    laid.says("Kept.")
    assert laid.laying.laid is not None
    assert where_mm(laid.laying.laid, "4,4") == pytest.approx((4.5 * SIDE_MM, -4.5 * SIDE_MM), abs=2)
    laid.open()
    expect(page.get_by_text("laid", exact=True)).to_be_visible()
    page.locator("[name=code]").fill(CODE)
    page.get_by_role("button", name="Take it off").click()
    laid.says("is taken off")
    assert laid.laying.laid is None


def test_corners_that_cannot_be_are_told_at_once(laid: Laid) -> None:
    for n, (x, y) in enumerate(SEEN_PX[[1, 0, 2, 3]]):
        laid.drag(n, (float(x), float(y)))
    laid.says("The corners are crossed")
    expect(laid.page.get_by_role("button", name="Keep it")).to_be_disabled()


def test_the_board_can_be_turned(laid: Laid) -> None:
    for n, (x, y) in enumerate(SEEN_PX):
        laid.drag(n, (float(x), float(y)))
    laid.page.get_by_role("button", name="Turn the board").click()
    laid.keep()
    laid.says("Kept.")
    assert laid.laying.laid is not None
    assert where_mm(laid.laying.laid, "0,0") == pytest.approx((8.5 * SIDE_MM, -0.5 * SIDE_MM), abs=2)


def test_from_above_the_squares_are_where_the_server_has_them(laid: Laid) -> None:
    for n, (x, y) in enumerate(SEEN_PX):
        laid.drag(n, (float(x), float(y)))
    laid.says("A square is 40")
    laid.page.get_by_role("button", name="Look from above").click()
    drawn = laid.page.locator(".above polygon").first.get_attribute("points")
    assert drawn is not None
    corners = [[float(v) for v in point.split(",")] for point in drawn.split()]
    for found, (x, y) in zip(corners, ((70, 70), (110, 70), (110, 110), (70, 110)), strict=True):
        assert found == pytest.approx([x, y], abs=2.5), "one mm is one px, and the board begins at (0, 0) mm"


def test_a_free_table_is_called_a_table(tmp_path: Path, browser: Browser) -> None:
    one = Laid(tmp_path, browser, ground=Layout("The farm", 360.0, 360.0))
    expect(one.page.locator("h1")).to_have_text("Lay the table")
    for n, (x, y) in enumerate(SEEN_PX):
        one.drag(n, (float(x), float(y)))
    one.says("The table is 36")
    expect(one.page.get_by_role("button", name="Turn the table")).to_be_visible()
    one.keep()
    one.says("Kept.")
    one.page.get_by_role("button", name="Take it off").click()
    one.says("The table is taken off")
    assert "board" not in one.page.locator("main").inner_text().lower()
    one.close()


def test_without_a_camera_it_says_so(tmp_path: Path, browser: Browser) -> None:
    one = Laid(tmp_path, browser, camera=False)
    one.says("There is no camera in this game")
    one.close()


def test_the_api(laid: Laid) -> None:
    corners = [[float(x) / WIDE, float(y) / HIGH] for x, y in SEEN_PX]
    said = laid.client.post("/api/v1/laying", json={"picture": 5, "corners": corners})
    assert said.json["laid"]["square_mm"] == pytest.approx([SIDE_MM, SIDE_MM], abs=0.1)
    assert laid.client.get("/api/v1/laying").json["laid"] is None
    kept = {"picture": 5, "corners": corners, "keep": True}
    assert laid.client.post("/api/v1/laying", json=kept).status_code == 403
    assert laid.client.post("/api/v1/laying", json=kept, headers={"X-Host": CODE}).json["laid"]
    said = laid.client.post("/api/v1/laying", json={"picture": 4, "corners": corners})
    assert (said.status_code, said.json["error"]["code"]) == (400, "bad_corners")
    assert laid.client.post("/api/v1/laying", json={"corners": [[1, 2, 3]]}).status_code == 400
    assert laid.laying.ask(LayAsked(5, tuple(map(tuple, corners))))  # type: ignore[arg-type]


def test_every_route_is_on_the_page() -> None:
    page = (ROOT / "docs" / "dark-world.md").read_text(encoding="utf-8")
    assert [row for route in LAY_ROUTES if (row := f"| `{route.method} {route.path}`") not in page] == []


def test_it_fits_a_phone(laid: Laid) -> None:
    for width, height in ((390, 844), (360, 740)):
        laid.page.set_viewport_size({"width": width, "height": height})
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert laid.page.evaluate(over) == 0
