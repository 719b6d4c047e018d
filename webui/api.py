"""The JSON API: one small function per row of `webui.routes.ROUTES`."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from flask import Flask, Response, request

from companion.service.device_models import DeviceCommand
from companion.service.figure_models import AskAnswer, FigureCommand, TurnAsked
from companion.service.models import Fault
from companion.service.terrain_models import TableCommand, TapAsked, TerrainCommand
from webui.answers import json_answer
from webui.backend import Backend
from webui.bodies import read_body
from webui.events import Seats, events, stream_answer
from webui.faults import Refused, fault_answer
from webui.openapi import openapi
from webui.query import FrameQuery, LinesQuery, MeasureQuery, NoQuery, OverlayQuery, RulingsQuery, TapeQuery, read_query
from webui.routes import ROUTES, Route
from webui.uploads import read_upload


@dataclass(frozen=True, slots=True)
class Api:
    """What the handlers work on.

    run: another word each time the service starts; frame numbers begin again then, and an ETag must not.
    """

    backend: Backend
    seats: Seats
    stopping: Callable[[], bool]
    run: str = field(default_factory=lambda: secrets.token_hex(4))


def health(api: Api, query: NoQuery) -> Response:
    return json_answer(api.backend.health())


def table(api: Api, query: NoQuery) -> Response:
    return json_answer(api.backend.view().table)


def measure(api: Api, query: MeasureQuery) -> Response:
    return _answer(api.backend.measure(query.a, query.b))


def tape(api: Api, query: TapeQuery) -> Response:
    return _answer(api.backend.tape(query.p))


def frame(api: Api, query: FrameQuery) -> Response:
    """Answers 304 when the phone has this picture already; may be kept only if asked for by its number."""
    picture = api.backend.frame_jpeg(query.straight, query.width)
    if isinstance(picture, Fault):
        return fault_answer(picture)
    answer = Response(picture.jpeg, mimetype="image/jpeg")
    answer.set_etag(f"{api.run}-{picture.number}-{int(query.straight)}-{query.width or 0}")
    answer.headers["Cache-Control"] = "private, max-age=10" if query.v == picture.number else "no-cache"
    answer.headers["X-Picture"] = str(picture.number)
    if picture.extent_mm:
        answer.headers["X-Extent-Mm"] = ",".join(f"{mm:.3f}" for mm in picture.extent_mm)
    answer.make_conditional(request)
    return answer


def stream(api: Api, query: NoQuery) -> Response:
    give_back = api.seats.take()
    return stream_answer(events(api.backend, api.stopping), give_back)


def take_frame(api: Api, query: NoQuery) -> Response:
    data, name = read_upload(request)
    return _answer(api.backend.take_upload(data, name))


def command_devices(api: Api, query: NoQuery) -> Response:
    return _answer(api.backend.command_devices(read_body(request, DeviceCommand)))


def lines(api: Api, query: LinesQuery) -> Response:
    said = api.backend.device_lines(query.device)
    if isinstance(said, Fault):
        raise Refused(said.code, said.message, said.where)
    return Response(said, mimetype="text/plain", headers={"Cache-Control": "no-store"})


def command_figure(api: Api, query: NoQuery, figure: str) -> Response:
    return _answer(api.backend.command_figure(figure, read_body(request, FigureCommand)))


def answer_ask(api: Api, query: NoQuery, ask: str) -> Response:
    return _answer(api.backend.answer_ask(ask, read_body(request, AskAnswer)))


def set_turn(api: Api, query: NoQuery) -> Response:
    return _answer(api.backend.set_turn(read_body(request, TurnAsked)))


def evidence(api: Api, query: RulingsQuery) -> Response:
    return json_answer(api.backend.rulings(query.figure, query.limit, query.before, query.hands))


def crop(api: Api, query: NoQuery, crop: str) -> Response:
    """A crop never changes, so a phone may keep it."""
    jpeg = api.backend.crop_jpeg(crop)
    if isinstance(jpeg, Fault):
        raise Refused(jpeg.code, jpeg.message, jpeg.where)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})


def tap(api: Api, query: NoQuery) -> Response:
    return _answer(api.backend.terrain.tap(read_body(request, TapAsked)))


def overlay(api: Api, query: OverlayQuery) -> Response:
    return _answer(api.backend.terrain.overlay(query.picture))


def proposals(api: Api, query: NoQuery) -> Response:
    return _answer(api.backend.terrain.propose())


def change_terrain(api: Api, query: NoQuery) -> Response:
    return _answer(api.backend.terrain.change(read_body(request, TerrainCommand)))


def tables(api: Api, query: NoQuery) -> Response:
    return json_answer(api.backend.terrain.tables())


def command_tables(api: Api, query: NoQuery) -> Response:
    return _answer(api.backend.terrain.command(read_body(request, TableCommand)))


HANDLERS: dict[str, Callable[..., Response]] = {
    one.__name__: one
    for one in (
        *(health, table, measure, tape, frame, stream, take_frame, command_devices, lines),
        *(command_figure, answer_ask, set_turn, evidence, crop),
        *(tap, overlay, proposals, change_terrain, tables, command_tables),
    )
}


def register_api(app: Flask, api: Api) -> None:
    """Put every row of the table, and its description, on the app."""
    for route in ROUTES:
        path = route.path.replace("{figure}", "<path:figure>").replace("{", "<").replace("}", ">")
        app.add_url_rule(path, route.handler, _view_of(route, api), methods=[route.method])
    described = msgspec.json.encode(openapi())
    for rule in ("/openapi.json", "/api/v1/openapi.json"):
        app.add_url_rule(rule, f"openapi{rule}", lambda: Response(described, mimetype="application/json"))


def _view_of(route: Route, api: Api) -> Callable[..., Response]:
    handler = HANDLERS[route.handler]
    return lambda **words: handler(api, read_query(request.args, route.query), **words)


def _answer(said: msgspec.Struct) -> Response:
    """A model is answered, a fault of the service refused."""
    if isinstance(said, Fault):
        raise Refused(said.code, said.message, said.where)
    return json_answer(said)
