"""The JSON API over an in-memory service: every row of the route table, faults, headers, caps."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from contextlib import closing

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.service.models import Fault
from tests.webui.fake_service import FakeService
from webui import create_app
from webui.routes import ROUTES

JPEG = cv2.imencode(".jpg", np.zeros((48, 64, 3), np.uint8))[1].tobytes()
PNG = cv2.imencode(".png", np.zeros((48, 64, 3), np.uint8))[1].tobytes()


def test_health_says_how_the_camera_is(client: FlaskClient, service: FakeService) -> None:
    service.camera("gone", "The camera was pulled out.")
    said = client.get("/api/v1/health")
    assert said.status_code == 200
    assert said.json["status"] == "degraded"
    assert said.json["camera"]["state"] == "gone"
    assert said.json["camera"]["since_s"] == pytest.approx(time.time(), abs=5)
    assert said.json["table_revision"] == 1
    assert said.json["devices"] == []
    assert said.headers["Cache-Control"] == "no-store"


def test_table(client: FlaskClient) -> None:
    said = client.get("/api/v1/table").json
    assert {f["name"] for f in said["figures"]} >= {"Ansel", "Brakka"}
    assert said["extent_mm"] == [0, 0, 900, 600]


def test_measure_two_figures(client: FlaskClient) -> None:
    said = client.get("/api/v1/measure?a=ansel&b=brakka").json
    assert said["centre_mm"] == pytest.approx(361.8, abs=0.1)
    assert said["a_sees_b"]["first_blocker"] == "Wall"


def test_measure_from_a_point(client: FlaskClient) -> None:
    assert client.get("/api/v1/measure?a=0,0&b=30,40").json["centre_mm"] == 50


@pytest.mark.parametrize(
    ("address", "status", "code", "says"),
    [
        ("/api/v1/measure?a=ansel&b=nobody", 404, "unknown_figure", "'nobody'"),
        ("/api/v1/measure?a=ansel&b=<script>", 404, "unknown_figure", "<script>"),
        ("/api/v1/measure?a=ansel", 400, "bad_query", "'b' is missing"),
        ("/api/v1/measure?a=ansel&b=", 400, "bad_query", "1 character or more"),
        ("/api/v1/measure?a=ansel&b=x&c=1", 400, "bad_query", "'c'"),
        ("/api/v1/measure?a=ansel&a=edda&b=brakka", 400, "bad_query", "2 times"),
        ("/api/v1/tape?p=0,0", 400, "bad_query", "2 or more"),
        ("/api/v1/tape?p=0,0&p=huh", 404, "unknown_figure", "'huh'"),
        ("/api/v1/frame.jpg?width=9", 400, "bad_query", "64 or more"),
        ("/api/v1/frame.jpg?straight=perhaps", 400, "bad_query", "straight"),
        ("/api/v1/nothing", 404, "not_found", "/openapi.json"),
    ],
)
def test_faults_are_json_sentences(client: FlaskClient, address: str, status: int, code: str, says: str) -> None:
    said = client.get(address)
    assert said.status_code == status
    assert said.mimetype == "application/json"
    assert said.json["error"]["code"] == code
    assert says in said.json["error"]["message"]
    assert said.headers["X-Content-Type-Options"] == "nosniff"


def test_wrong_method(client: FlaskClient) -> None:
    said = client.post("/api/v1/table")
    assert (said.status_code, said.json["error"]["code"]) == (405, "wrong_method")
    assert "GET" in said.headers["Allow"]


def test_a_page_that_is_not_there_is_plain_and_escaped(client: FlaskClient) -> None:
    said = client.get("/nothing<script>")
    assert said.status_code == 404
    assert said.mimetype == "text/html"
    assert b"<script>" not in said.data


def test_a_mistake_of_ours_shows_no_traceback(client: FlaskClient, service: FakeService) -> None:
    service.measure = lambda a, b: 1 / 0  # type: ignore[assignment,method-assign,return-value]
    said = client.get("/api/v1/measure?a=ansel&b=brakka")
    assert said.status_code == 500
    assert said.json["error"]["code"] == "internal"
    assert b"ZeroDivision" not in said.data


def test_tape_with_a_bend(client: FlaskClient) -> None:
    said = client.get("/api/v1/tape?p=0,0&p=30,40&p=30,140").json
    assert said["legs_mm"] == [50, 100]
    assert said["length_mm"] == 150


def test_frame_is_cached_by_its_number(client: FlaskClient, service: FakeService) -> None:
    first = client.get("/api/v1/frame.jpg?straight=1&width=300&v=1")
    assert first.mimetype == "image/jpeg"
    assert first.headers["X-Extent-Mm"] == "0.000,0.000,900.000,600.000"
    assert "max-age" in first.headers["Cache-Control"]
    again = client.get("/api/v1/frame.jpg?straight=1&width=300", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    service.change(picture=2)
    after = client.get("/api/v1/frame.jpg?straight=1&width=300&v=1", headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200
    assert after.headers["Cache-Control"] == "no-cache"


def test_a_service_that_began_again_has_other_etags(service: FakeService) -> None:
    before, after = (create_app(service).test_client().get("/api/v1/frame.jpg").headers["ETag"] for _ in range(2))
    assert before != after


def test_no_picture_is_503_with_a_sentence(client: FlaskClient, service: FakeService) -> None:
    service.change(picture=0)
    said = client.get("/api/v1/frame.jpg")
    assert said.status_code == 503
    assert "no picture yet" in said.json["error"]["message"]


# The stream


def read_events(stream: Iterator[bytes]) -> Iterator[dict[str, str]]:
    """SSE blocks as dicts of their fields."""
    for block in stream:
        fields = dict(line.split(": ", 1) for line in block.decode().strip().split("\n") if not line.startswith(":"))
        yield fields


def test_stream_sends_the_view_then_each_change(client: FlaskClient, service: FakeService) -> None:
    with closing(client.get("/api/v1/events", buffered=False)) as answer:
        assert answer.mimetype == "text/event-stream"
        blocks = read_events(answer.iter_encoded())
        assert next(blocks) == {"retry": "1000"}
        first = next(blocks)
        assert "event" not in first and first["id"] == "1" and "table" in json.loads(first["data"])
        assert next(blocks)["event"] == "beat"
        service.move("ansel", 10, 20)
        second = next(blocks)
        assert second["id"] == "2"
        places = {f["id"]: f["place"] for f in json.loads(second["data"])["table"]["figures"]}
        assert places["ansel"]["x_mm"] == 10


def test_a_returning_phone_gets_the_view_whatever_it_had(client: FlaskClient) -> None:
    with closing(client.get("/api/v1/events", headers={"Last-Event-ID": "1"}, buffered=False)) as answer:
        blocks = read_events(answer.iter_encoded())
        assert [sorted(next(blocks)) for _ in range(3)] == [["retry"], ["data", "id"], ["data", "event"]]


def test_streams_are_capped_and_given_back(client: FlaskClient) -> None:
    first, second = (client.get("/api/v1/events", buffered=False) for _ in range(2))
    full = client.get("/api/v1/events")
    assert full.status_code == 503
    assert full.json["error"]["code"] == "too_many_streams"
    assert int(full.headers["Retry-After"]) > 0
    first.close()
    with closing(client.get("/api/v1/events", buffered=False)) as again:
        assert again.status_code == 200
    second.close()


# Uploads


def test_upload_raw_and_form(client: FlaskClient, service: FakeService) -> None:
    raw = client.post("/api/v1/frames", data=JPEG, content_type="image/jpeg")
    form = client.post("/api/v1/frames", data={"picture": (io.BytesIO(PNG), "../../table.png")})
    assert (raw.status_code, form.status_code) == (200, 200)
    assert raw.json["message"].startswith("The picture is taken in")
    assert [data for data, _ in service.uploads] == [JPEG, PNG]


@pytest.mark.parametrize(
    ("body", "kind", "status", "says"),
    [
        (JPEG, "text/html", 415, "text/html"),
        (b"\xff\xd8\xff" + bytes(20_000_000), "image/jpeg", 413, "20 MB"),
    ],
)
def test_uploads_that_are_refused(
    client: FlaskClient, service: FakeService, body: bytes, kind: str, status: int, says: str
) -> None:
    said = client.post("/api/v1/frames", data=body, content_type=kind)
    assert said.status_code == status
    assert says in said.json["error"]["message"]
    assert service.uploads == []


def test_a_form_without_a_file(client: FlaskClient) -> None:
    said = client.post("/api/v1/frames", data={"x": "1"}, content_type="multipart/form-data")
    assert (said.status_code, said.json["error"]["where"]) == (400, "picture")


def test_the_services_own_refusal_is_passed_on(client: FlaskClient, service: FakeService) -> None:
    service.upload_answer = Fault("unreadable_picture", "The picture breaks off in the middle.")
    said = client.post("/api/v1/frames", data=JPEG, content_type="image/jpeg")
    assert (said.status_code, said.json["error"]["message"]) == (422, "The picture breaks off in the middle.")


# The description


def test_every_route_is_described_and_served(client: FlaskClient) -> None:
    described = client.get("/openapi.json").json
    assert client.get("/api/v1/openapi.json").json == described
    served = {
        (re.sub(r"<(?:path:)?(\w+)>", r"{\1}", str(rule)), method)
        for rule in client.application.url_map.iter_rules()
        if str(rule).startswith("/api/") and str(rule) != "/api/v1/openapi.json"
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert served == {(path, m.upper()) for path, ops in described["paths"].items() for m in ops}
    assert served == {(r.path, r.method) for r in ROUTES}


def test_every_reference_in_the_description_leads_somewhere(client: FlaskClient) -> None:
    text = client.get("/openapi.json").text
    described = json.loads(text)
    wanted = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert wanted
    assert wanted <= set(described["components"]["schemas"])


def test_described_parameters_are_those_that_are_taken(client: FlaskClient) -> None:
    parameters = client.get("/openapi.json").json["paths"]["/api/v1/frame.jpg"]["get"]["parameters"]
    assert {p["name"]: p["required"] for p in parameters} == {"straight": False, "width": False, "v": False}
