"""The page of unit lists and its API: looking, checking and keeping is open to everybody at the table.

A list is a player's own, so no host's code is needed; whoever has not seen the newest writing of a file cannot write
over it. What cannot be done is 400 with a sentence.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, request

from companion.service.match.lists import ListAsked, ListFault, Lists
from webui.bodies import read_body
from webui.faults import Refused

MOST_BYTES = 90_000


@dataclass(frozen=True, slots=True)
class ListRoute:
    """handler: name of a function here."""

    path: str
    method: str
    handler: str
    summary: str


LIST_ROUTES: tuple[ListRoute, ...] = (
    ListRoute("/api/v1/lists", "GET", "shown", "Games that have unit lists, what is filled in there, and those kept."),
    ListRoute(
        "/api/v1/lists", "POST", "ask", "Check, save, open or delete a list, or see how a game starts with some."
    ),
)


def register_lists(app: Flask, lists: Lists) -> None:
    """Put both on the app."""

    def shown() -> Response:
        return _json(lists.shown())

    def ask() -> Response:
        asked: ListAsked = read_body(request, ListAsked, MOST_BYTES)
        try:
            return _json(lists.ask(asked))
        except ListFault as fault:
            raise Refused("bad_list", str(fault), asked.file or None) from fault

    handlers = {"shown": shown, "ask": ask}
    for route in LIST_ROUTES:
        app.add_url_rule(route.path, f"lists {route.handler}", handlers[route.handler], methods=[route.method])


def _json(value: dict[str, Any]) -> Response:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return Response(text, 200, mimetype="application/json", headers={"Cache-Control": "no-store"})
