"""Requests from other sites and under other names are refused; every answer carries its headers."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.service.settings import WebSettings
from tests.webui.fake_service import FakeService
from tests.webui.test_api import JPEG
from webui import create_app
from webui.guards import host_is_ours, is_cross_site


@pytest.fixture
def client() -> FlaskClient:
    return create_app(FakeService(), allowed_hosts=["table.example.org"]).test_client()


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("192.168.1.20:8000", True),
        ("[fe80::1]:8000", True),
        ("localhost:8123", True),
        ("companion", True),
        ("companion.local:80", True),
        ("companion.local.", True),
        ("table.example.org", True),
        ("evil.example.com", False),
        ("evil.example.com:8000", False),
        ("local", True),
        ("companion.local.evil.com", False),
        ("192.168.1.20.evil.com", False),
        ("", False),
        ("[", False),
        (":8000", False),
    ],
)
def test_host(client: FlaskClient, host: str, ours: bool) -> None:
    assert host_is_ours(host, {"table.example.org"}) is ours


@pytest.mark.parametrize(
    ("fetch_site", "origin", "cross"),
    [
        (None, None, False),
        ("same-origin", "http://10.0.0.2:8000", False),
        ("none", None, False),
        (None, "http://10.0.0.2:8000", False),
        (None, "http://10.0.0.2:9000", True),
        (None, "null", True),
        (None, "http://evil.example", True),
        ("cross-site", None, True),
        ("same-site", "http://10.0.0.2:8000", True),
    ],
)
def test_cross_site(fetch_site: str | None, origin: str | None, cross: bool) -> None:
    assert is_cross_site(fetch_site, origin, "10.0.0.2:8000") is cross


def test_a_rebound_name_sees_nothing(client: FlaskClient) -> None:
    said = client.get("/api/v1/table", headers={"Host": "evil.example.com"})
    assert (said.status_code, said.json["error"]["code"]) == (403, "wrong_host")
    assert "names" in WebSettings.__struct_fields__ and "names under [web]" in said.json["error"]["message"]


def test_another_sites_form_cannot_post(client: FlaskClient) -> None:
    said = client.post(
        "/api/v1/frames", data=JPEG, content_type="image/jpeg", headers={"Origin": "https://evil.example"}
    )
    assert (said.status_code, said.json["error"]["code"]) == (403, "cross_site")


@pytest.mark.parametrize("address", ["/", "/api/v1/table", "/nothing", "/static/app/main.js", "/favicon.ico", "/about"])
def test_headers_on_every_answer(client: FlaskClient, address: str) -> None:
    said = client.get(address)
    assert "script-src 'self'" in said.headers["Content-Security-Policy"]
    assert "unsafe" not in said.headers["Content-Security-Policy"]
    assert said.headers["X-Content-Type-Options"] == "nosniff"
    assert not [name for name in said.headers.keys() if name.lower().startswith("access-control")]  # noqa: SIM118
