"""The API of a game: tokens, refusals as 409, what others may not see, and what only the host may do."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service.match.desk import Desk
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from tests.companion.service.match.players import GAME, new_match, play
from tests.needs import ROOT
from tests.webui.game.app import create_game_app
from webui.app import MAX_STREAMS
from webui.game.routes import ROUTES

CODE = "ABCD2345"
CHEST = {"id": "1", "offer_id": "hide-chest:1", "fields": {"spot": "3,0 from 4,0", "weapon": "warhammer"}}
READY = {"id": "1", "offer_id": "ready:knight", "fields": {"square": "1,1", "weapon": "axe"}}
CARDS = "DW-6/cards 1/knight"


class Phones:
    """A client, and headers by seat."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats = Seats(match.journal, GAME.seats(match.state), CODE)
        self.client: FlaskClient = create_game_app(Desk(match, self.seats)).test_client()

    def get(self, path: str, seat: str = "") -> Any:
        return self.client.get(path, headers={"X-Seat": self.seats.token(seat)} if seat else {})

    def post(self, path: str, body: Any, seat: str) -> Any:
        return self.client.post(path, json=body, headers={"X-Seat": self.seats.token(seat)})

    def host(self, body: Any, code: str = CODE) -> Any:
        return self.client.post("/api/v1/host", json=body, headers={"X-Host": code})


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return Phones(new_match(tmp_path / "g", "typed"))


def test_a_view_is_the_seats_own(phones: Phones) -> None:
    assert phones.get("/api/v1/view", "cora").json["figures"]["korak"]["store"]
    ann = phones.get("/api/v1/view", "ann").json
    assert "korak" not in ann["figures"]
    assert [offer["id"] for offer in ann["offers"]] == ["ready:knight", "ready:barbarian"]
    nobody = phones.get("/api/v1/view").json
    assert nobody["offers"] == []
    assert "korak" not in nobody["figures"]


@pytest.mark.parametrize(
    "path", ["/api/v1/commands", "/api/v1/answers", "/api/v1/undo", "/api/v1/votes", "/api/v1/orders"]
)
def test_without_a_seat_nothing_is_done(phones: Phones, path: str) -> None:
    for headers in ({}, {"X-Seat": "guessed"}):
        said = phones.client.post(path, json=CHEST, headers=headers)
        assert said.status_code in (400, 403)
    assert phones.client.get("/api/v1/view", headers={"X-Seat": "guessed"}).status_code == 403
    assert phones.match.revision == 0


def test_command_question_answer(phones: Phones) -> None:
    assert phones.post("/api/v1/commands", READY, "ann").json == {"n": 1}
    assert phones.get("/api/v1/view", "ann").json["question"]["open"]["what"] == "card pack"
    assert "open" not in phones.get("/api/v1/view").json["question"], "the table's screen shows who is asked"
    busy = phones.post("/api/v1/commands", CHEST, "cora")
    assert busy.status_code == 409
    assert set(busy.json) == {"code", "reason", "rule"}
    assert busy.json["code"] == "busy"
    answer = {"key": CARDS, "value": ["hit", "hit", "miss"]}
    assert phones.post("/api/v1/answers", answer, "bob").json["code"] == "seat"
    assert phones.post("/api/v1/answers", answer, "ann").status_code == 200
    assert phones.post("/api/v1/answers", answer, "ann").json["code"] == "answered"
    assert phones.post("/api/v1/commands", CHEST, "cora").status_code == 200


def test_a_command_sent_twice_is_done_once_and_ids_of_two_seats_do_not_meet(phones: Phones) -> None:
    first = phones.post("/api/v1/commands", CHEST, "cora").json
    assert phones.post("/api/v1/commands", CHEST, "cora").json == first
    assert phones.post("/api/v1/commands", READY, "ann").json != first


@pytest.mark.parametrize(
    "body", [{}, {"id": "1", "offer_id": "x"}, {"id": 1, "offer_id": "x", "fields": {}}, {"id": "", "fields": []}]
)
def test_a_body_that_is_none_is_told(phones: Phones, body: Any) -> None:
    said = phones.post("/api/v1/commands", body, "cora")
    assert said.status_code == 400
    assert said.json["error"]["code"] == "bad_command"


def test_undo(phones: Phones) -> None:
    phones.post("/api/v1/commands", CHEST, "cora")
    newest = phones.get("/api/v1/view", "cora").json["undo"]
    assert phones.post("/api/v1/undo", {"of": newest}, "ann").json["code"] == "undo"
    assert phones.post("/api/v1/undo", {"of": newest}, "cora").status_code == 200
    assert phones.post("/api/v1/undo", {"of": newest}, "cora").json["code"] == "undone"


def test_the_host_gives_out_seats_and_sees_no_secret(phones: Phones) -> None:
    assert phones.host({"do": "seats"}, "WRONG").status_code == 403
    said = phones.host({"do": "seats"}).json
    assert set(said) == {"revision", "game", "undo", "seats", "asked", "table", "differs"}
    old = said["seats"]["ann"]
    new = phones.host({"do": "renew", "seat": "ann"}).json["seats"]["ann"]
    assert phones.client.get("/api/v1/view", headers={"X-Seat": old}).status_code == 403
    assert phones.client.get("/api/v1/view", headers={"X-Seat": new}).json["seat"] == "ann"
    assert phones.host({"do": "renew", "seat": "eve"}).status_code == 409
    assert phones.host({"do": "pass_over"}).status_code == 409
    phones.post("/api/v1/commands", READY, "ann")
    asked = phones.host({"do": "seats"}).json
    assert asked["asked"]["seat"] == "ann"
    assert phones.host({"do": "undo", "of": asked["undo"]}).json["asked"] is None


def test_the_host_pauses_limits_and_is_told_what_cannot_be(phones: Phones) -> None:
    assert phones.host({"do": "pause"}).json["table"]["paused"]
    assert phones.post("/api/v1/commands", CHEST, "cora").json["code"] == "paused"
    assert phones.get("/api/v1/view", "cora").json["offers"] == []
    assert phones.post("/api/v1/undo", {"of": 1}, "cora").json["code"] == "paused"
    assert phones.host({"do": "pause"}).status_code == 409
    assert not phones.host({"do": "resume"}).json["table"]["paused"]
    assert phones.host({"do": "limit", "seconds": 60}).json["table"]["limit_s"] == 60
    assert phones.host({"do": "limit", "seconds": 3}).json["code"] == "limit"
    assert phones.host({"do": "nonsense"}).status_code == 400


def test_a_correction_is_asked_of_every_seat(phones: Phones) -> None:
    play(phones.match, random.Random(4), 12)
    while phones.match.state.phase != "heroes" or phones.match.open_question:
        play(phones.match, random.Random(4), 1)
    listed = phones.host({"do": "corrections", "offer_id": "set-hits:knight"}).json
    assert listed["fields"] == {"hits": {"low": 0, "high": 8}}
    assert {"id": "set-hits:knight", "label": "The Knight has other hit points"} in listed["corrections"]
    said = phones.host({"do": "propose", "id": "1", "offer_id": "set-hits:knight", "fields": {"hits": 2}}).json
    n = said["table"]["proposal"]["n"]
    assert phones.get("/api/v1/view").json["table"]["proposal"]["waits_for"] == ["cora", "ann", "bob"]
    for seat in ("cora", "ann", "bob"):
        assert phones.post("/api/v1/votes", {"of": n, "agree": True}, seat).status_code == 200
    assert phones.post("/api/v1/votes", {"of": n, "agree": True}, "bob").json["code"] == "closed"
    assert phones.match.state.heroes["knight"].hits == 2


def test_standing_orders(phones: Phones) -> None:
    order = {"question": "DW-19/hit cards"}
    assert phones.post("/api/v1/orders", order, "ann").status_code == 200
    assert phones.get("/api/v1/view", "ann").json["table"]["orders"][0]["question"] == order["question"]
    assert phones.get("/api/v1/view", "bob").json["table"]["orders"] == []
    assert phones.post("/api/v1/orders", {**order, "revoke": True}, "ann").status_code == 200
    assert phones.post("/api/v1/orders", {"question": "DW-1/nothing"}, "ann").json["code"] == "order"


def blocks(answer: Any) -> Iterator[str]:
    return (block for chunk in answer.response for block in chunk.decode().split("\n\n") if block)


def test_a_stream_sends_the_whole_view_at_once_and_after_each_change(phones: Phones) -> None:
    answer = phones.client.get("/api/v1/stream", headers={"X-Seat": phones.seats.token("ann")})
    assert answer.mimetype == "text/event-stream"
    stream = blocks(answer)
    first = json.loads(next(stream).split("data: ")[1])
    assert first == phones.get("/api/v1/view", "ann").json
    phones.post("/api/v1/commands", CHEST, "cora")
    assert json.loads(next(stream).split("data: ")[1]) == phones.get("/api/v1/view", "ann").json
    phones.seats.renew("ann")
    phones.post("/api/v1/commands", READY, "ann")
    assert next(stream).startswith("event: refused")
    answer.close()


def test_a_stream_ends_with_the_program_and_they_are_counted(phones: Phones) -> None:
    answers = [phones.client.get("/api/v1/stream") for _ in range(MAX_STREAMS)]
    assert phones.client.get("/api/v1/stream").status_code == 503
    phones.match.end()
    assert len(list(blocks(answers[0]))) <= 1
    for answer in answers:
        answer.close()
    assert phones.client.get("/api/v1/stream", headers={"X-Seat": "guessed"}).status_code == 403


def test_an_export_is_sealed_until_the_end(phones: Phones) -> None:
    assert phones.get("/api/v1/export").json["code"] == "sealed"


@pytest.mark.parametrize("after", ["²", "9" * 5_000, "x", "-1", "1.5"])
def test_a_revision_that_is_none_is_told(phones: Phones, after: str) -> None:
    assert phones.get(f"/api/v1/view?after={after}", "ann").status_code == 400


def test_a_phone_that_lags_is_answered_at_once_with_the_whole_view(phones: Phones) -> None:
    phones.post("/api/v1/commands", CHEST, "cora")
    assert phones.get("/api/v1/view?after=0", "ann").json["revision"] == phones.match.revision
    assert phones.get("/api/v1/view?after=999999", "ann").json["revision"] == phones.match.revision


def test_every_route_is_on_the_page() -> None:
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert [
        f"| `{route.method} {route.path}`" for route in ROUTES if f"| `{route.method} {route.path}`" not in page
    ] == []
