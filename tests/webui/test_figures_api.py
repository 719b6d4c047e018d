"""What phones say of figures, and what the camera ruled, over the API: taken, refused, guarded."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service.figure_models import (
    AskAnswer,
    LeaveIt,
    NameFigure,
    PutBack,
    RulingView,
    TakeOff,
    TurnAsked,
)
from companion.service.models import Fault
from tests.webui.fake_service import FakeService

TAKEN: list[tuple[str, dict[str, Any], tuple[str, Any]]] = [
    ("figures/unmarked%20%232", {"do": "name", "name": "Bogdan"}, ("unmarked #2", NameFigure("Bogdan"))),
    ("figures/ansel", {"do": "off"}, ("ansel", TakeOff())),
    ("figures/Ansel%2FEdda", {"do": "back"}, ("Ansel/Edda", PutBack())),
    ("figures/ansel", {"do": "leave"}, ("ansel", LeaveIt())),
    ("asks/a1", {"option": "edda"}, ("a1", AskAnswer("edda"))),
    ("turn", {"of": ["Orcs"]}, ("", TurnAsked(["Orcs"]))),
    ("turn", {"next": True}, ("", TurnAsked([], True))),
    ("turn", {}, ("", TurnAsked())),
]


@pytest.mark.parametrize(("path", "body", "said"), TAKEN)
def test_what_phones_say_is_passed_on(
    client: FlaskClient, service: FakeService, path: str, body: dict[str, Any], said: tuple[str, Any]
) -> None:
    answer = client.post(f"/api/v1/{path}", json=body)
    assert (answer.status_code, answer.json) == (200, {"message": ""})
    assert service.said == [said]


REFUSED: list[tuple[str, Any, str]] = [
    ("figures/ansel", {"do": "dance"}, "dance"),
    ("figures/ansel", {"do": "name"}, "name"),
    ("figures/ansel", {"do": "name", "name": ""}, "1 character or more"),
    ("figures/ansel", {"do": "name", "name": "x" * 201}, "200 characters at most"),
    ("figures/ansel", {"do": "off", "why": "dead"}, "why"),
    ("asks/a1", {}, "option"),
    ("asks/a1", {"option": 3}, "option"),
    ("turn", {"of": "Orcs"}, "of"),
    ("turn", {"of": ["x"] * 41}, "40 at most"),
    ("turn", {"of": [""]}, "1 character or more"),
    ("turn", [], "object"),
]


@pytest.mark.parametrize(("path", "body", "says"), REFUSED)
def test_what_is_wrong_with_a_body_is_said(
    client: FlaskClient, service: FakeService, path: str, body: Any, says: str
) -> None:
    answer = client.post(f"/api/v1/{path}", json=body)
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "bad_command")
    assert says in answer.json["error"]["message"]
    assert service.said == []


@pytest.mark.parametrize("path", ["figures/ansel", "asks/a1", "turn"])
def test_other_sites_other_kinds_and_large_bodies_are_refused(
    client: FlaskClient, service: FakeService, path: str
) -> None:
    cross = client.post(f"/api/v1/{path}", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    assert (cross.status_code, cross.json["error"]["code"]) == (403, "cross_site")
    plain = client.post(f"/api/v1/{path}", data='{"do":"off"}', content_type="text/plain")
    assert (plain.status_code, plain.json["error"]["code"]) == (415, "not_json")
    large = client.post(f"/api/v1/{path}", json={"do": "name", "name": "x" * 11_000})
    assert (large.status_code, large.json["error"]["code"]) == (400, "bad_command")
    assert service.said == []


FAULTS = [("not_open", 409), ("not_possible", 409), ("busy", 503), ("unknown_figure", 404)]


@pytest.mark.parametrize(("code", "status"), FAULTS)
def test_the_services_sentence_is_passed_on(client: FlaskClient, service: FakeService, code: str, status: int) -> None:
    service.said_answer = Fault(code, "The camera says no.")
    for path, body in (("figures/ansel", {"do": "off"}), ("asks/a1", {"option": "edda"})):
        answer = client.post(f"/api/v1/{path}", json=body)
        assert (answer.status_code, answer.json["error"]["message"]) == (status, "The camera says no.")


def test_rulings_newest_first_of_a_figure_and_page_by_page(client: FlaskClient, service: FakeService) -> None:
    service.kept = [RulingView(n, 1000.0 + n, "moved", "ab"[n % 2], f"ruling {n}") for n in range(1, 8)]
    said = client.get("/api/v1/evidence?limit=3").json
    assert ([one["n"] for one in said["rulings"]], said["more"]) == ([7, 6, 5], True)
    said = client.get("/api/v1/evidence?figure=a&before=5").json
    assert ([one["n"] for one in said["rulings"]], said["more"]) == ([4, 2], False)
    for wrong in ("limit=0", "limit=201", "before=0", "figure=", "of=a"):
        assert client.get(f"/api/v1/evidence?{wrong}").json["error"]["code"] == "bad_query"


def test_a_crop_is_a_picture_that_may_be_kept(client: FlaskClient, service: FakeService) -> None:
    service.crops["word"] = b"\xff\xd8jpeg"
    said = client.get("/api/v1/crops/word.jpg")
    assert (said.status_code, said.mimetype, said.data) == (200, "image/jpeg", b"\xff\xd8jpeg")
    assert "immutable" in said.headers["Cache-Control"] and "private" in said.headers["Cache-Control"]
    assert said.headers["X-Content-Type-Options"] == "nosniff"
    for other in ("nothing.jpg", "word", "..%2Fword.jpg"):
        missing = client.get(f"/api/v1/crops/{other}")
        assert (missing.status_code, missing.json["error"]["code"]) == (404, "not_found")


def test_the_word_of_an_address_is_described(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").json["paths"]
    assert [one["name"] for one in paths["/api/v1/figures/{figure}"]["post"]["parameters"]] == ["figure"]
    assert [one["in"] for one in paths["/api/v1/crops/{crop}.jpg"]["get"]["parameters"]] == ["path"]
    assert {one["name"] for one in paths["/api/v1/evidence"]["get"]["parameters"]} == {
        "figure",
        "limit",
        "before",
        "hands",
    }
