"""The API of unit lists: open to everybody at the table, and a sentence for whatever cannot be done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service.match.desk import Desk
from companion.service.match.lists import Lists
from companion.service.match.seats import Seats
from tests.companion.service.match.players import GAME, new_match
from tests.needs import ROOT
from tests.webui.game.app import create_game_app
from webui.game.lists import LIST_ROUTES


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    match = new_match(tmp_path / "g", "typed")
    desk = Desk(match, Seats(match.journal, GAME.seats(match.state), "CODE"))
    return create_game_app(desk, lists=Lists(tmp_path / "lists", "flintloque")).test_client()


def ask(client: FlaskClient, **body: Any) -> Any:
    return client.post("/api/v1/lists", json=body)


def test_a_list_is_checked_kept_opened_and_deleted(client: FlaskClient) -> None:
    game = client.get("/api/v1/lists").json["games"][0]
    draft = game["form"]["ready"][0]["draft"]
    assert ask(client, do="check", game=game["name"], draft=draft).json["sheet"]["flaws"] == []
    kept = ask(client, do="save", game=game["name"], draft=draft).json
    assert [one["file"] for one in client.get("/api/v1/lists").json["lists"]] == [kept["file"]]
    assert ask(client, do="open", file=kept["file"]).json["draft"] == draft
    assert ask(client, do="delete", file=kept["file"], seen=kept["seen"]).status_code == 200
    assert client.get("/api/v1/lists").json["lists"] == []
    assert client.get("/lists").status_code == 200


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({"do": "open", "file": "../g"}, "bad_list", "'../g' is no name of a list."),
        ({"do": "check", "game": "chess"}, "bad_list", "'chess' is no game with lists"),
        ({"do": "burn"}, "bad_command", 'do cannot be "burn"'),
        ({"do": "check", "draft": []}, "bad_command", "draft must be an object"),
        ({"do": "check", "game": "flintloque", "draft": {"title": "x" * 95_000}}, "bad_command", "too large"),
    ],
)
def test_what_cannot_be_done_is_told(client: FlaskClient, body: dict[str, Any], code: str, said: str) -> None:
    answer = ask(client, **body)
    assert answer.status_code == 400
    assert (answer.json["error"]["code"], said in answer.json["error"]["message"]) == (code, True)


def test_every_route_is_on_the_page() -> None:
    page = (ROOT / "docs" / "lists.md").read_text(encoding="utf-8")
    assert [row for route in LIST_ROUTES if (row := f"| `{route.method} {route.path}`") not in page] == []
