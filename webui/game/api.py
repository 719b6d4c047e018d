"""One small function for each row of `webui.game.routes.ROUTES`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from flask import Flask, Response, request

from companion.games.contract import Refusal
from companion.service.match.book import CellGiven
from companion.service.match.desk import Desk, HostAsked, SeatAsked
from webui.answers import json_answer
from webui.bodies import read_body
from webui.events import BEAT_S, SLICE_S, stream_answer
from webui.events import Seats as Streams
from webui.faults import Refused
from webui.game.gauge import register_gauge
from webui.game.routes import ROUTES, GameRoute

WAIT_S = 20.0
MOST_DIGITS = 18


def view(desk: Desk, body: None) -> Response:
    """Without a token it is the view of the table's own screen, with nobody's secrets."""
    after = request.args.get("after", "")
    if after and not (after.isascii() and after.isdigit() and len(after) <= MOST_DIGITS):
        raise Refused("bad_query", "after is the number of a revision.", "after")
    seat = _seat(desk) if "X-Seat" in request.headers else ""
    return json_answer(desk.view(seat, int(after) if after else None, WAIT_S))


def stream(desk: Desk, body: None, streams: Streams) -> Response:
    """The token is in the header: EventSource cannot send one, so pages read this with fetch."""
    token = request.headers.get("X-Seat")
    if token is not None:
        _seat(desk)
    return stream_answer(_views(desk, token), streams.take())


def _views(desk: Desk, token: str | None) -> Iterator[bytes]:
    """The whole view at once and after each change; a comment now and then, so that a dead line is noticed.

    A slow phone skips: it gets the newest view, whatever came before. A token that is no longer good ends it.
    """
    revision: int | None = None
    beat_s = time.monotonic() + BEAT_S
    while not desk.ending:
        who = "" if token is None else desk.seat_of(token)
        if who is None:
            yield b"event: refused\ndata: {}\n\n"
            return
        if revision != desk.revision:
            view = desk.view(who, None, 0)
            revision = view["revision"]
            yield f"id: {revision}\ndata: {_line(view)}\n\n".encode()
        desk.wait(revision, SLICE_S)
        if time.monotonic() >= beat_s:
            beat_s = time.monotonic() + BEAT_S
            yield b": beat\n\n"


def seat(desk: Desk, body: SeatAsked) -> Response:
    """What only a seat may ask; which of them it is, its body says."""
    return _said(desk.act(_seat(desk), body))


def charts(desk: Desk, body: None) -> Response:
    shown = desk.charts()
    if shown is None:
        raise Refused("not_found", "Nothing is kept of the owner's book here.", "charts")
    return json_answer(shown)


def give(desk: Desk, body: CellGiven) -> Response:
    _only_the_host(desk)
    said = desk.give(body)
    return _said(said) if isinstance(said, Refusal) else json_answer(said)


def host(desk: Desk, body: HostAsked) -> Response:
    _only_the_host(desk)
    said = desk.host(body)
    return _said(said) if isinstance(said, Refusal) else json_answer(said)


def export(desk: Desk, body: None) -> Response:
    said = desk.export()
    if isinstance(said, Refusal):
        return _said(said)
    return Response("\n".join(said) + "\n", mimetype="application/jsonl", headers={"Cache-Control": "no-store"})


Handler = Callable[..., Response]
HANDLERS: dict[str, Handler] = {one.__name__: one for one in (view, stream, seat, charts, give, host, export)}


def register_game(app: Flask, desk: Desk, streams: Streams) -> None:
    """Put every row of the table on the app. streams: how many views may be streamed at once, and are."""
    handlers: dict[str, Handler] = {**HANDLERS}
    handlers["stream"] = partial(stream, streams=streams)
    for route in ROUTES:
        handled = _handled(route, desk, handlers[route.handler])
        app.add_url_rule(route.path, f"game {route.method} {route.path}", handled, methods=[route.method])
    register_gauge(app, desk.gauge, lambda: _seat(desk))


def _handled(route: GameRoute, desk: Desk, handler: Handler) -> Callable[[], Response]:
    return lambda: handler(desk, read_body(request, route.body) if route.body else None)


def _only_the_host(desk: Desk) -> None:
    if not desk.is_host(request.headers.get("X-Host", "")):
        raise Refused("wrong_code", "This is not the host's code; it was printed when the program started.", "X-Host")


def _seat(desk: Desk) -> str:
    seat = desk.seat_of(request.headers.get("X-Seat", ""))
    if seat is None:
        raise Refused("unknown_seat", "Nobody sits here with this link any more; ask the host for a new one.", "X-Seat")
    return seat


def _said(said: Any) -> Response:
    if isinstance(said, Refusal):
        return json_answer({"code": said.code, "reason": said.reason, "rule": said.rule}, 409)
    return json_answer({"n": said.n})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
