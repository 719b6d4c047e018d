"""The web over the real service: a phone's picture in, a figure on the table, a distance out."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from numpy.typing import NDArray
from playwright.sync_api import Browser, expect

from companion.service.figure_models import RosterView
from companion.service.service import Furniture, Service
from companion.table.state import (
    Base,
    Figure,
    FigureGone,
    FigurePlaced,
    GridSpec,
    Place,
    Spread,
    TableEvent,
    TerrainPiece,
)
from companion.vision.camera.phone import PhoneCamera
from companion.vision.frame import Frame, Look
from tests.companion.service.fakes import ScriptedCamera, figure
from tests.companion.service.followed import Followed, moved, which
from webui import create_app
from webui.backend import Backend
from webui.serve import WebServer, listen

DISC = Base("disc", 25.0, 25.0, 3.0)


def standing(name: str, x_mm: float, y_mm: float) -> Figure:
    return Figure(name.lower(), name, DISC, 40.0, Place(x_mm, y_mm, Spread((0.04, 0.0, 0.04))))


@dataclass
class TwoFigures:
    """A watcher that sees the same two figures in every picture."""

    looked: int = 0
    figures: tuple[Figure, ...] = field(default_factory=lambda: (standing("Ansel", 0, 0), standing("Brakka", 300, 0)))

    def look(self, frame: Frame) -> Look:
        self.looked += 1
        events: tuple[TableEvent, ...] = tuple(FigurePlaced(figure, frame.time_s) for figure in self.figures)
        return Look(frame.number, frame.time_s, events, (0,), ())

    def straighten(
        self, frame: Frame, extent_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> NDArray[np.uint8] | None:
        x0, y0, x1, y1 = extent_mm
        return np.full((round((y1 - y0) * px_per_mm), round((x1 - x0) * px_per_mm), 3), 80, np.uint8)


@pytest.fixture
def service() -> Iterator[Service]:
    wall = TerrainPiece("Wall", "wall", 60.0, ((140, -50), (150, -50), (150, 50), (140, 50)))
    service = Service(PhoneCamera(), TwoFigures(), Furniture((0, 1), (wall,), GridSpec("square", 25.4)))
    service.start()
    yield service
    service.stop()


@pytest.fixture
def client(service: Service) -> FlaskClient:
    backend: Backend = service
    return create_app(backend).test_client()


def picture() -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    return bytes(cv2.imencode(".jpg", noise)[1])


def test_a_phone_sends_a_picture_and_measures_on_it(service: Service, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(picture())
    stopping = threading.Event()
    with WebServer(create_app(service, stopping=stopping.is_set), listen("127.0.0.1", 0), 8) as server:
        page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
        page.goto(f"http://127.0.0.1:{server.port}")
        expect(page.locator(".strip-main")).to_have_text("No picture yet")
        page.get_by_label("Send a picture of the table").set_input_files(path)
        expect(page.locator(".upload")).to_contain_text("The picture has arrived.")
        expect(page.locator(".strip-main")).to_have_text("Picture has arrived")
        page.get_by_role("button", name="Ansel").click()
        page.get_by_role("button", name="Brakka").click()
        expect(page.locator(".big")).to_contain_text("27.5 ±")
        expect(page.locator(".sights li").first).to_contain_text("Ansel sees Brakka: blocked by Wall")
        page.context.close()
        stopping.set()


def test_before_any_picture(client: FlaskClient) -> None:
    assert client.get("/api/v1/health").json["status"] in ("ok", "degraded")
    assert client.get("/api/v1/table").json["figures"] == []
    said = client.get("/api/v1/frame.jpg")
    assert (said.status_code, said.json["error"]["code"]) == (503, "no_picture")
    said = client.get("/api/v1/measure?a=ansel&b=brakka")
    assert (said.status_code, said.json["error"]["where"]) == (404, "ansel")


def test_a_picture_in_and_a_distance_out(client: FlaskClient) -> None:
    said = client.post("/api/v1/frames", data=picture(), content_type="image/jpeg")
    assert said.status_code == 200
    assert (said.json["width_px"], said.json["height_px"]) == (320, 240)
    until_s = time.monotonic() + 5
    while not client.get("/api/v1/table").json["figures"]:
        assert time.monotonic() < until_s, "no figure after 5 s"
        time.sleep(0.02)
    said = client.get("/api/v1/measure?a=ansel&b=brakka").json
    assert said["centre_mm"] == pytest.approx(300)
    assert said["edge_mm"] == pytest.approx(275)
    assert said["a_sees_b"]["first_blocker"] == "Wall"
    assert client.get("/api/v1/tape?p=ansel&p=0,100&p=brakka").json["legs_mm"][0] == pytest.approx(100)
    plain = client.get("/api/v1/frame.jpg")
    assert (plain.status_code, plain.mimetype) == (200, "image/jpeg")
    straight = client.get("/api/v1/frame.jpg?straight=1&width=640")
    extent = client.get("/api/v1/table").json["extent_mm"]
    assert [float(mm) for mm in straight.headers["X-Extent-Mm"].split(",")] == extent


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "empty_picture"),
        (b"hello", 415, "not_a_picture"),
        (b"....ftypheic....", 415, "not_a_picture"),
        (b"\xff\xd8\xff\xe0broken", 422, "unreadable_picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (30000).to_bytes(4, "big") * 2 + bytes(60), 413, "picture_too_large"),
    ],
)
def test_pictures_the_service_refuses(client: FlaskClient, body: bytes, status: int, code: str) -> None:
    said = client.post("/api/v1/frames", data=body, content_type="image/jpeg")
    assert (said.status_code, said.json["error"]["code"]) == (status, code)


def test_a_figure_is_named_nudged_and_asked_about_on_a_phone(browser: Browser) -> None:
    watcher = Followed()
    stranger, ansel = figure("unmarked #1", 0.0, 0.0), figure("ansel", 200.0, 0.0, "Ansel")
    watcher.stand(stranger, ansel)
    noise = np.random.default_rng(1)
    pictures = (noise.integers(0, 255, (90, 160, 3), np.uint8) for _ in iter(int, 1))
    service = Service(ScriptedCamera(pictures), watcher, Furniture(roster=(RosterView("Bogdan"),)), looks_per_s=20.0)
    stopping = threading.Event()
    with WebServer(create_app(service.start(), stopping=stopping.is_set), listen("127.0.0.1", 0), 8) as server:
        page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
        page.goto(f"http://127.0.0.1:{server.port}")
        page.get_by_role("button", name="Unmarked #1").click()
        page.get_by_role("button", name="Name it").click()
        page.get_by_role("button", name="Bogdan").click()
        watcher.coming.append(FigureGone("unmarked #1", 0.0, "named"))
        watcher.stand(figure("Bogdan", 0.0, 0.0, "Bogdan"))
        expect(page.locator(".card h2")).to_contain_text("Bogdan")
        page.get_by_role("button", name="Its turn").click()
        page.get_by_label("Clear what was tapped").click()
        expect(page.get_by_role("button", name="Turn: Bogdan")).to_be_visible()
        watcher.stand(moved(ansel, 200.0, 50.0))
        expect(page.locator(".way")).to_contain_text("50 ± 1 mm back, down on this map")
        watcher.stand(ansel)
        expect(page.locator(".ask")).to_have_count(0)
        watcher.tell([which()])
        page.locator(".ask button", has_text="Ansel").click()
        expect(page.locator(".ask")).to_have_count(0)
        assert watcher.heard == [("rename", "unmarked #1", "Bogdan"), ("answer", "a1", "ansel")]
        page.context.close()
        stopping.set()
    service.stop()
