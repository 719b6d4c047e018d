"""/openapi.json, from the route table and from the models that validate requests and make answers.

Nothing is written twice.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import msgspec

from companion.service.models import View
from webui.events import Beat
from webui.faults import FaultAnswer
from webui.routes import ROUTES, Route
from webui.uploads import FIELD

REF = "#/components/schemas/{name}"


def openapi() -> dict[str, Any]:
    """The description as OpenAPI 3.1 (whose schemas are JSON Schema 2020-12, which is what msgspec yields)."""
    models = {r.answer for r in ROUTES if not isinstance(r.answer, str)} | {FaultAnswer, View, Beat}
    known: list[Any] = [*sorted(models, key=lambda m: m.__name__), *(r.body for r in ROUTES if r.body is not None)]
    _, components = msgspec.json.schema_components(known, ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tabletop companion",
            "version": "1",
            "description": "Lengths in mm on the table frame, angles in degrees, times in seconds since the epoch.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(route: Route) -> dict[str, Any]:
    said: dict[str, Any] = {
        "operationId": route.handler,
        "summary": route.summary,
        "responses": {"200": _answer(route)},
    }
    parameters = _path_parameters(route) + _parameters(route.query)
    if parameters:
        said["parameters"] = parameters
    if route.takes:
        said["requestBody"] = {
            "required": True,
            "content": {kind: {"schema": _body(kind, route)} for kind in route.takes},
        }
    for status in sorted({400, 403, 500, *route.faults}):
        said["responses"][str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {"application/json": {"schema": {"$ref": REF.format(name="FaultAnswer")}}},
        }
    return said


def _answer(route: Route) -> dict[str, Any]:
    if isinstance(route.answer, str):
        return {"description": route.summary, "content": {route.answer: {"schema": {"type": "string"}}}}
    schema = {"$ref": REF.format(name=route.answer.__name__)}
    return {
        "description": (route.answer.__doc__ or route.summary).strip(),
        "content": {"application/json": {"schema": schema}},
    }


def _parameters(query: type[msgspec.Struct]) -> list[dict[str, Any]]:
    _, components = msgspec.json.schema_components([query], ref_template=REF)
    schema = components[query.__name__]
    required = set(schema.get("required", ()))
    return [
        {"name": name, "in": "query", "required": name in required, "schema": one}
        for name, one in schema.get("properties", {}).items()
    ]


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", route.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _body(kind: str, route: Route) -> dict[str, Any]:
    if route.body is not None:
        (schema,), _ = msgspec.json.schema_components([route.body], ref_template=REF)
        return schema
    if kind.startswith("image/"):
        return {"type": "string", "format": "binary"}
    return {"type": "object", "properties": {FIELD: {"type": "string", "format": "binary"}}, "required": [FIELD]}
