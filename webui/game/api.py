"""One small function for each row of `webui.game.routes.ROUTES`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request

from companion.games.contract import Refusal
from companion.service.match.desk import AnswerGiven, CommandAsked, Desk, HostAsked, UndoAsked
from webui.bodies import read_body
from webui.faults import Refused
from webui.game.routes import ROUTES, GameRoute

WAIT_S = 20.0


def view(desk: Desk, body: None) -> Response:
    """Without a token it is the view of the table's own screen, with nobody's secrets."""
    after = request.args.get("after", "")
    if after and not after.isdigit():
        raise Refused("bad_query", "after is the number of a revision.", "after")
    seat = _seat(desk) if "X-Seat" in request.headers else ""
    return _json(desk.view(seat, int(after) if after else None, WAIT_S))


def command(desk: Desk, body: CommandAsked) -> Response:
    return _said(desk.act(_seat(desk), body))


def answer(desk: Desk, body: AnswerGiven) -> Response:
    return _said(desk.act(_seat(desk), body))


def undo(desk: Desk, body: UndoAsked) -> Response:
    return _said(desk.act(_seat(desk), body))


def host(desk: Desk, body: HostAsked) -> Response:
    if not desk.is_host(request.headers.get("X-Host", "")):
        raise Refused("wrong_code", "This is not the host's code; it was printed when the program started.", "X-Host")
    said = desk.host(body)
    return _said(said) if isinstance(said, Refusal) else _json(said)


def export(desk: Desk, body: None) -> Response:
    said = desk.export()
    if isinstance(said, Refusal):
        return _said(said)
    return Response("\n".join(said) + "\n", mimetype="application/jsonl", headers={"Cache-Control": "no-store"})


HANDLERS: dict[str, Callable[[Desk, Any], Response]] = {
    one.__name__: one for one in (view, command, answer, undo, host, export)
}


def register_game(app: Flask, desk: Desk) -> None:
    """Put every row of the table on the app."""
    for route in ROUTES:
        app.add_url_rule(route.path, f"game {route.handler}", _handled(route, desk), methods=[route.method])


def _handled(route: GameRoute, desk: Desk) -> Callable[[], Response]:
    handler = HANDLERS[route.handler]
    return lambda: handler(desk, read_body(request, route.body) if route.body else None)


def _seat(desk: Desk) -> str:
    seat = desk.seat_of(request.headers.get("X-Seat", ""))
    if seat is None:
        raise Refused("unknown_seat", "Nobody sits here with this link any more; ask the host for a new one.", "X-Seat")
    return seat


def _said(said: Any) -> Response:
    if isinstance(said, Refusal):
        return _json({"code": said.code, "reason": said.reason, "rule": said.rule}, 409)
    return _json({"n": said.n})


def _json(value: dict[str, Any], status: int = 200) -> Response:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return Response(text, status, mimetype="application/json", headers={"Cache-Control": "no-store"})
