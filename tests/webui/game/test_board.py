"""The API of the board: open to look at, the host's to keep, and a sentence for whatever is no board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service.match.boards import OwnersBoard
from companion.service.match.desk import Desk
from companion.service.match.seats import Seats
from tests.companion.service.match.players import GAME, new_match
from tests.needs import ROOT
from tests.webui.game.app import create_game_app
from webui.game.board import BOARD_ROUTES

CODE = "ABCD2345"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    match = new_match(tmp_path / "g", "typed")
    desk = Desk(match, Seats(match.journal, GAME.seats(match.state), CODE))
    return create_game_app(desk, boards=OwnersBoard(tmp_path)).test_client()


def save(client: FlaskClient, board: Any, code: str = CODE) -> Any:
    return client.post("/api/v1/board", json={"board": board}, headers={"X-Host": code})


def test_a_board_is_looked_at_checked_and_kept(client: FlaskClient, tmp_path: Path) -> None:
    shown = client.get("/api/v1/board").json
    board = shown["board"]
    assert (shown["kept"], shown["complaints"]) == (False, [])
    board["haunter"].update(first=8, last=0)
    assert client.post("/api/v1/board/check", json={"board": board}).json["complaints"] == []
    assert save(client, board, "WRONG").status_code == 403
    assert not (tmp_path / "dark-world-board.toml").exists()
    assert save(client, board).json["kept"]
    text = client.get("/api/v1/board/file")
    assert text.headers["Content-Disposition"] == 'attachment; filename="dark-world-board.toml"'
    assert client.post("/api/v1/board/read", json={"text": text.text}).json["board"]["haunter"]["first"] == 8


def test_what_is_no_board_is_told(client: FlaskClient) -> None:
    board = client.get("/api/v1/board").json["board"]
    board["doors"] = "none"
    said = save(client, board)
    assert (said.status_code, said.json["error"]["code"]) == (400, "bad_board")
    assert said.json["error"]["message"].startswith("doors: expected array")
    said = client.post("/api/v1/board/read", json={"text": "title ="}).json["error"]
    assert said["message"].startswith("Line 1: It is not valid TOML")
    assert client.post("/api/v1/board/check", json={"board": []}).status_code == 400


def test_every_route_is_on_the_page() -> None:
    page = (ROOT / "docs" / "dark-world.md").read_text(encoding="utf-8")
    rows = [f"| `{route.method} {route.path}`" for route in BOARD_ROUTES]
    assert [row for row in rows if row not in page] == []
