"""JSON bodies of commands: taken, or refused in a sentence."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.service.device_models import AskOrder
from companion.service.models import Fault
from tests.webui.fake_service import FakeService

GOOD = '{"do": "ask_order", "round": 3, "colours": ["red", "blue"]}'


def test_a_command_reaches_the_service(client: FlaskClient, service: FakeService) -> None:
    said = client.post("/api/v1/devices", data=GOOD, content_type="application/json")
    assert (said.status_code, said.json) == (200, {"message": ""})
    assert service.commands == [AskOrder(3, ["red", "blue"])]


@pytest.mark.parametrize(
    ("body", "kind", "status", "code", "says"),
    [
        (GOOD, "text/plain", 415, "not_json", "Content-Type"),
        ("", "application/json", 400, "bad_command", "not JSON"),
        ("{", "application/json", 400, "bad_command", "not JSON"),
        ("[]", "application/json", 400, "bad_command", "must be an object"),
        ("[" * 5_000 + "]" * 5_000, "application/json", 400, "bad_command", "not JSON"),
        (GOOD.replace("3", "1e999"), "application/json", 400, "bad_command", "not JSON"),
        ("{}", "application/json", 400, "bad_command", "do is missing"),
        ('{"do": "explode"}', "application/json", 400, "bad_command", "explode"),
        (GOOD.replace("3", "0"), "application/json", 400, "bad_command", "1 or more"),
        (GOOD.replace("red", "pink"), "application/json", 400, "bad_command", "pink"),
        (GOOD.replace("}", ', "x": 1}'), "application/json", 400, "bad_command", "x is not known here"),
        (GOOD + " " * 20_000, "application/json", 400, "bad_command", "too large"),
    ],
)
def test_others_are_refused(
    client: FlaskClient, service: FakeService, body: str, kind: str, status: int, code: str, says: str
) -> None:
    said = client.post("/api/v1/devices", data=body, content_type=kind)
    assert (said.status_code, said.json["error"]["code"]) == (status, code)
    assert says in said.json["error"]["message"]
    assert service.commands == []


def test_a_fault_of_the_service_has_its_status(client: FlaskClient, service: FakeService) -> None:
    service.command_answer = Fault("not_connected", "mace-1 is not connected.", "device")
    assert client.post("/api/v1/devices", data=GOOD, content_type="application/json").status_code == 409


def test_another_sites_page_may_not(client: FlaskClient) -> None:
    said = client.post(
        "/api/v1/devices", data=GOOD, content_type="application/json", headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert said.status_code == 403


def test_the_last_lines_of_a_device(client: FlaskClient) -> None:
    said = client.get("/api/v1/lines?device=mace-1")
    assert (said.status_code, said.mimetype, said.text) == (200, "text/plain", "12:00:00.000 < 01D 00BB0001\n")
    assert client.get("/api/v1/lines?device=mace-2").status_code == 409
    assert client.get("/api/v1/lines").status_code == 400
