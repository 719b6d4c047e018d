"""The addresses for what is asked before anything is done: tokens, queries, faults, and that they are described."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games.contract import Command
from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from tests.needs import ROOT
from tests.webui.game.app import create_game_app
from webui.game.gauge import GAUGE_ROUTES

GAME = take("flintloque")


class Asking:
    def __init__(self, path: Path) -> None:
        header = Header(GAME.name, 1, {"seats": {"ann": "orcs", "bob": "ogre"}}, "typed")
        self.match = Match(GAME, create_journal(path, header))
        self.match.command(Command("1", "ann", "deploy:noaks", {"at": [450, 50]}))
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), "ABCD2345")
        self.client: FlaskClient = create_game_app(Desk(self.match, self.seats)).test_client()

    def get(self, path: str, seat: str = "bob") -> Any:
        return self.client.get(path, headers={"X-Seat": self.seats.token(seat)})


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    return Asking(tmp_path / "g")


def test_any_seat_may_ask_and_nothing_is_done(asking: Asking) -> None:
    before = asking.match.revision
    assert list(asking.get("/api/v1/reach?figure=noaks").json["reaches"]) == ["prone", "walk", "run"]
    (way,) = [w for w in asking.get("/api/v1/way?figure=noaks&p=450,300").json["ways"] if w["rate"] == "walk"]
    assert (way["spent_mm"], way["excess_mm"], way["verdict"]) == (250, 90, "too far")
    assert asking.match.revision == before
    assert asking.get("/api/v1/view").json["gauge"] == {"reach": True, "range": True, "bends": ["move"]}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/reach", 400),
        ("/api/v1/reach?figure=noaks&more=1", 400),
        ("/api/v1/reach?figure=nobody", 404),
        ("/api/v1/way?figure=noaks", 400),
        ("/api/v1/way?figure=noaks&p=x", 400),
        ("/api/v1/range?a=noaks&b=noaks", 400),
        ("/api/v1/range?a=noaks", 400),
    ],
)
def test_what_cannot_be_asked_is_refused(asking: Asking, path: str, status: int) -> None:
    said = asking.get(path)
    assert said.status_code == status
    assert said.json["error"]["message"]


@pytest.mark.parametrize("route", GAUGE_ROUTES, ids=lambda route: route.path)
def test_who_has_no_seat_is_not_measured_for(asking: Asking, route: Any) -> None:
    assert asking.client.get(route.path).status_code == 403


def test_every_address_is_on_the_page() -> None:
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert [route.path for route in GAUGE_ROUTES if f"| `GET {route.path}`" not in page] == []
