"""The page of unit lists and its API: looking, checking and keeping is open to everybody at the table.

A list is a player's own, so no host's code is needed; whoever has not seen the newest writing of a file cannot write
over it. What cannot be done is 400 with a sentence.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from flask import Flask, Response, request

from companion.service.match.lists import ListAsked, ListFault, Lists
from webui.answers import json_answer
from webui.bodies import read_body
from webui.faults import Refused, register_faults
from webui.guards import register_guards
from webui.pages import ICON, STATIC, serve_page

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


def create_lists_app(lists: Lists, allowed_hosts: Collection[str] = ()) -> Flask:
    """An app with nothing but the page of unit lists."""
    app = Flask("webui", static_folder=str(STATIC), static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    register_guards(app, allowed_hosts)
    register_faults(app)
    register_lists(app, lists)
    for path, name in {"/": "lists", "/lists": "lists", "/favicon.ico": ICON}.items():
        app.add_url_rule(path, f"page {path}", serve_page(name))
    return app


def register_lists(app: Flask, lists: Lists) -> None:
    """Put both on the app."""

    def shown() -> Response:
        return json_answer(lists.shown())

    def ask() -> Response:
        asked: ListAsked = read_body(request, ListAsked, MOST_BYTES)
        try:
            return json_answer(lists.ask(asked))
        except ListFault as fault:
            raise Refused("bad_list", str(fault), asked.file or None) from fault

    handlers = {"shown": shown, "ask": ask}
    for route in LIST_ROUTES:
        app.add_url_rule(route.path, f"lists {route.handler}", handlers[route.handler], methods=[route.method])
