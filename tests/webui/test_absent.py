"""Every page address in the four set-ups: demo, camera only, game only, both; and what nobody has ever heard of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.service.match.boards import OwnersBoard
from companion.service.match.desk import Desk
from companion.service.match.laying import Laying
from companion.service.match.lists import Lists
from companion.service.match.seats import Seats
from tests.companion.service.match.players import new_match
from tests.webui.fake_service import FakeService
from webui import create_app
from webui.pages import PAGES

PLACES = ("/", "/about", "/devices", "/terrain", "/table", "/game", "/host", "/charts", "/board", "/lay", "/lists")
HERE = {
    "camera": {"/", "/about", "/devices", "/terrain", "/table"},
    "game": {"/", "/about", "/devices", "/table", "/game", "/host", "/charts", "/board", "/lists"},
    "both": set(PLACES),
}


def client_of(kind: str, folder: Path) -> FlaskClient:
    if kind == "camera":
        return create_app(FakeService()).test_client()
    match = new_match(folder / "g")
    desk = Desk(match, Seats(match.journal, ("ann",), "CODE"))
    return create_app(
        FakeService(),
        desk,
        boards=OwnersBoard(folder),
        laying=Laying(match.journal, match.state.board),
        lists=Lists(folder, "dark-world"),
        home="game" if kind == "game" else "table",
        camera=kind == "both",
    ).test_client()


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("kind", HERE)
def test_every_page_is_there_or_says_what_to_do(kind: str, path: str, tmp_path: Path) -> None:
    client = client_of(kind, tmp_path)
    said = client.get(path)
    if path in HERE[kind]:
        assert said.status_code == 200
        return
    assert said.status_code == 404
    text = said.get_data(as_text=True)
    assert "<h1>" in text and "<code>companion " in text and 'href="/static/style/about.css"' in text
    for link in re.findall(r'<li><a href="([^"]+)"', text):
        assert client.get(link).status_code == 200


@pytest.mark.parametrize("kind", HERE)
def test_an_address_that_nobody_knows_leads_to_those_that_are(kind: str, tmp_path: Path) -> None:
    client = client_of(kind, tmp_path)
    said = client.get("/wp-login.php")
    assert said.status_code == 404
    links = re.findall(r'<li><a href="([^"]+)"', said.get_data(as_text=True))
    double = {"/game" if kind == "game" else "/table"}  # what is at / too
    assert set(links) == HERE[kind] - double


def test_a_game_on_an_open_table_says_that_it_has_no_board(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    desk = Desk(match, Seats(match.journal, ("ann",), "CODE"))
    client = create_app(FakeService(), desk).test_client()
    for path in ("/board", "/lay"):
        assert "no board" in client.get(path).get_data(as_text=True)


def test_every_page_is_among_the_places() -> None:
    assert {f"/{name}" for name in PAGES} <= set(PLACES)
