"""Terrain and saved tables over the API: taken, refused, guarded."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service.models import Fault
from companion.service.terrain_models import (
    DeleteTable,
    HideGhosts,
    LoadTerrain,
    LookForTerrain,
    PutPiece,
    RemovePiece,
    RenameTable,
    SaveTable,
    ShowGhosts,
    TakeEmpty,
    TapAsked,
)
from tests.webui.fake_service import FakeService, terrain

SQUARE = [[0.0, 0.0], [100.0, 0.0], [100.0, 60.0]]
PUT: dict[str, Any] = {"do": "put", "name": "Tower", "kind": "building", "height_mm": 60, "outline_mm": SQUARE}
CORNERS = [(0.0, 0.0), (100.0, 0.0), (100.0, 60.0)]

TAKEN: list[tuple[str, dict[str, Any], object]] = [
    ("terrain", PUT, PutPiece("Tower", "building", 60.0, CORNERS)),
    ("terrain", PUT | {"was": "Mill", "slope_mm": 9}, PutPiece("Tower", "building", 60.0, CORNERS, 9.0, "Mill")),
    ("terrain", {"do": "remove", "name": "Mill"}, RemovePiece("Mill")),
    ("terrain", {"do": "empty"}, TakeEmpty()),
    ("tables", {"do": "save", "name": "b"}, SaveTable("b")),
    ("tables", {"do": "rename", "name": "a", "to": "b"}, RenameTable("a", "b")),
    ("tables", {"do": "delete", "name": "a"}, DeleteTable("a")),
    ("tables", {"do": "load", "name": "a"}, LoadTerrain("a")),
    ("tables", {"do": "ghosts", "name": "a"}, ShowGhosts("a")),
    ("tables", {"do": "hide"}, HideGhosts()),
    ("tables", {"do": "look"}, LookForTerrain()),
]


@pytest.mark.parametrize(("path", "body", "said"), TAKEN)
def test_what_phones_say_is_passed_on(
    client: FlaskClient, service: FakeService, path: str, body: dict[str, Any], said: object
) -> None:
    service.terrain.saved["a"] = service.view().table
    answer = client.post(f"/api/v1/{path}", json=body)
    assert (answer.status_code, answer.json) == (200, {"message": ""})
    assert service.terrain.said == [said]


REFUSED: list[tuple[str, Any, str]] = [
    ("terrain", {"do": "burn", "name": "Mill"}, "burn"),
    ("terrain", PUT | {"kind": "castle"}, "castle"),
    ("terrain", PUT | {"height_mm": -1}, "height_mm"),
    ("terrain", PUT | {"height_mm": 1001}, "height_mm"),
    ("terrain", PUT | {"outline_mm": SQUARE[:2]}, "3 or more"),
    ("terrain", PUT | {"outline_mm": [[0, 0, 0]] * 3}, "outline_mm"),
    ("terrain", PUT | {"outline_mm": SQUARE * 21}, "60 at most"),
    ("terrain", PUT | {"outline_mm": [[1e9, 0], *SQUARE]}, "outline_mm"),
    ("terrain", PUT | {"colour": "red"}, "colour"),
    ("tables", {"do": "save"}, "name"),
    ("terrain", PUT | {"height_mm": 999999}, "height_mm must be a number of 1000 at most, not 999999."),
    (
        "terrain",
        PUT | {"outline_mm": [[0, 0], [1e9, 0], [0, 1]]},
        "outline_mm[2][1] must be a number of 100000 at most",
    ),
    ("tables", {"do": "save", "name": "x" * 201}, "200 characters at most"),
    ("taps", {"picture": 0, "x_px": 1, "y_px": 1}, "picture"),
    ("taps", {"picture": 1, "x_px": "left", "y_px": 1}, "x_px"),
    ("taps", {"picture": 1, "x_px": 1, "y_px": 1, "level_mm": -3}, "level_mm"),
]


@pytest.mark.parametrize(("path", "body", "says"), REFUSED)
def test_what_is_wrong_with_a_body_is_said(
    client: FlaskClient, service: FakeService, path: str, body: Any, says: str
) -> None:
    answer = client.post(f"/api/v1/{path}", json=body)
    assert answer.status_code == 400 and answer.json["error"]["code"] == "bad_command"
    assert says in answer.json["error"]["message"] and service.terrain.said == []


@pytest.mark.parametrize("path", ["terrain", "tables", "taps"])
def test_other_sites_and_other_types_are_kept_out(client: FlaskClient, service: FakeService, path: str) -> None:
    from_elsewhere = client.post(f"/api/v1/{path}", json={"do": "hide"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert from_elsewhere.status_code == 403
    assert client.post(f"/api/v1/{path}", data="do=hide").status_code == 415
    assert service.terrain.said == []


def test_a_tap_and_an_overlay(client: FlaskClient, service: FakeService) -> None:
    said = client.post("/api/v1/taps", json={"picture": 1, "x_px": 960, "y_px": 540, "level_mm": 0})
    assert said.json == {"x_mm": 450.0, "y_mm": 300.0, "level_mm": 0.0, "figure": None}
    assert service.terrain.said == [TapAsked(1, 960.0, 540.0, 0.0)]
    overlay = client.get("/api/v1/overlay?picture=1").json
    assert overlay["picture"] == 1 and len(overlay["pieces"]) == 6 and overlay["heights_mm"]
    assert len(overlay["pieces"][0]["outline_px"]) == 4
    assert client.get("/api/v1/overlay").status_code == 400
    assert client.get("/api/v1/overlay?picture=none").status_code == 400


def test_proposals(client: FlaskClient, service: FakeService) -> None:
    service.terrain.proposed = [terrain("wall 1", "wall", 20, (0, 0), (90, 0), (90, 9))]
    (piece,) = client.get("/api/v1/proposals").json["pieces"]
    assert (piece["id"], piece["name"], piece["kind"]) == ("p1", "wall 1", "wall")
    service.terrain.fault = Fault("not_possible", "There is no picture of the empty table yet.")
    said = client.get("/api/v1/proposals")
    assert said.status_code == 409 and "empty table" in said.json["error"]["message"]


def test_saved_tables_and_bad_files(client: FlaskClient, service: FakeService) -> None:
    service.terrain.saved["Bridge"] = service.view().table
    service.terrain.faults = ["table-x.json is no saved table; it is left alone."]
    said = client.get("/api/v1/tables").json
    assert [(one["name"], one["figures"], one["terrain"]) for one in said["tables"]] == [("Bridge", 10, 6)]
    assert said["faults"] == ["table-x.json is no saved table; it is left alone."] and said["lasting"]
    service.terrain.fault = Fault("not_found", "There is no saved table of this name any more.", "name")
    assert client.post("/api/v1/tables", json={"do": "load", "name": "x"}).status_code == 404


def test_commands_are_described(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").json["paths"]
    body = paths["/api/v1/terrain"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert "PutPiece" in str(body) and "TakeEmpty" in str(body)
    assert set(paths["/api/v1/tables"]) == {"get", "post"}
