"""The page of the board and its API: looking at it and checking is open to all, keeping one is the host's.

One small function for each row of `BOARD_ROUTES`. A board that cannot be is 400, `{"error": {code, message, where}}`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, request

from companion.games.dark_world.board_file import BoardFault
from companion.service.match.boards import FILE_NAME, BoardAsked, OwnersBoard, TextAsked
from webui.answers import json_answer
from webui.bodies import read_body
from webui.faults import Refused

MOST_BYTES = 90_000


@dataclass(frozen=True, slots=True)
class BoardRoute:
    """handler: name of a function here. body: what the JSON body must be, None where there is none."""

    path: str
    method: str
    handler: str
    summary: str
    body: Any = None


BOARD_ROUTES: tuple[BoardRoute, ...] = (
    BoardRoute("/api/v1/board", "GET", "shown", "The board that new games may have, ours, and what is wrong with it."),
    BoardRoute("/api/v1/board", "POST", "save", "Keep the owner's board; the host's code is needed.", BoardAsked),
    BoardRoute("/api/v1/board/check", "POST", "check", "What is wrong with a board.", BoardAsked),
    BoardRoute("/api/v1/board/read", "POST", "read", "A board from the text of a file; not kept yet.", TextAsked),
    BoardRoute("/api/v1/board/file", "GET", "file", "The owner's file as TOML, or ours to begin from."),
)


def shown(boards: OwnersBoard, body: None) -> Response:
    return json_answer(boards.shown())


def check(boards: OwnersBoard, body: BoardAsked) -> Response:
    return json_answer(boards.check(body.board))


def read(boards: OwnersBoard, body: TextAsked) -> Response:
    return json_answer(boards.read(body.text))


def save(boards: OwnersBoard, body: BoardAsked) -> Response:
    return json_answer(boards.save(body.board))


def file(boards: OwnersBoard, body: None) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{FILE_NAME}"', "Cache-Control": "no-store"}
    return Response(boards.text(), mimetype="application/toml", headers=headers)


HANDLERS: dict[str, Callable[[OwnersBoard, Any], Response]] = {
    one.__name__: one for one in (shown, check, read, save, file)
}


def register_board(app: Flask, boards: OwnersBoard, is_host: Callable[[str], bool]) -> None:
    """Put every row of the table on the app. is_host: whether this is the host's code."""
    for route in BOARD_ROUTES:
        app.add_url_rule(route.path, f"board {route.handler}", _handled(route, boards, is_host), methods=[route.method])


def _handled(route: BoardRoute, boards: OwnersBoard, is_host: Callable[[str], bool]) -> Callable[[], Response]:
    handler = HANDLERS[route.handler]

    def handled() -> Response:
        if route.handler == "save" and not is_host(request.headers.get("X-Host", "")):
            raise Refused(
                "wrong_code", "This is not the host's code; it was printed when the program started.", "X-Host"
            )
        body = read_body(request, route.body, MOST_BYTES) if route.body else None
        try:
            return handler(boards, body)
        except BoardFault as fault:
            raise Refused("bad_board", str(fault), ".".join(map(str, fault.path)) or None) from fault

    return handled
