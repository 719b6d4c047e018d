"""Another game from the host's page, and links as QR codes: the host's code is needed for both.

What can be begun is shown to all. A game that cannot be begun is 400 with a sentence; 409 asks whether it may take the
place of the one that is played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import segno
from flask import Flask, Response, request
from msgspec import Meta

from companion.games.contract import Refusal
from companion.service.match.starting import StartAsked, Starting
from webui.answers import json_answer
from webui.bodies import read_body
from webui.faults import Refused

MOST_BYTES = 20_000


@dataclass(frozen=True, slots=True)
class CodeAsked:
    """text: what the code says, such as a seat's link."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


@dataclass(frozen=True, slots=True)
class StartRoute:
    """handler: name of a function here."""

    path: str
    method: str
    summary: str


START_ROUTES: tuple[StartRoute, ...] = (
    StartRoute("/api/v1/start", "GET", "Which games can be begun here, between which lists, and what is agreed on."),
    StartRoute("/api/v1/start", "POST", "Begin one in the place of this one; the host's code is needed."),
    StartRoute("/api/v1/code", "POST", "A QR code; the host's code is needed."),
)


def register_starting(app: Flask, starting: Starting, is_host: Callable[[str], bool]) -> None:
    """Beginning another game."""

    def shown() -> Response:
        return json_answer(starting.shown())

    def ask() -> Response:
        _only_the_host(is_host)
        asked: StartAsked = read_body(request, StartAsked, MOST_BYTES)
        try:
            said = starting.ask(asked)
        except (ValueError, OSError) as fault:
            raise Refused("bad_list", f"The game cannot be begun: {fault}", None) from fault
        if isinstance(said, Refusal):
            return json_answer({"code": said.code, "reason": said.reason, "rule": said.rule}, 409)
        return json_answer(said)

    app.add_url_rule("/api/v1/start", "starting shown", shown, methods=["GET"])
    app.add_url_rule("/api/v1/start", "starting ask", ask, methods=["POST"])


def register_codes(app: Flask, is_host: Callable[[str], bool]) -> None:
    """Codes of links: a link opens a seat, so nobody else is given one."""

    def code() -> Response:
        _only_the_host(is_host)
        asked: CodeAsked = read_body(request, CodeAsked, MOST_BYTES)
        return json_answer(drawn(asked.text))

    app.add_url_rule("/api/v1/code", "code", code, methods=["POST"])


def drawn(text: str) -> dict[str, Any]:
    """A QR code: its modules along a side, without the quiet zone, and the dark ones as the path of an SVG drawing."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return {"modules": len(rows), "path": path}


def _only_the_host(is_host: Callable[[str], bool]) -> None:
    if not is_host(request.headers.get("X-Host", "")):
        raise Refused("wrong_code", "This is not the host's code; it was printed when the program started.", "X-Host")
