"""The Flask app: the dashboard's files, the API, and what stands before and behind every request.

A factory without globals: what it needs of the world is the backend it is given. Static files and pages are answered
with an ETag and `no-cache`, so a phone asks each time and usually hears 304, and never runs yesterday's page against
today's service.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

from flask import Flask

from companion.service.match.boards import OwnersBoard
from companion.service.match.desk import Desk
from companion.service.match.lists import Lists
from companion.service.match.starting import Starting
from companion.service.models import UPLOAD_MAX_BYTES
from webui.absent import absent_here, register_absent
from webui.api import Api, register_api
from webui.backend import Backend
from webui.events import Seats
from webui.faults import register_faults
from webui.game.api import register_game
from webui.game.board import register_board
from webui.game.laying import Layer, register_laying
from webui.game.lists import register_lists
from webui.game.starting import register_codes, register_starting
from webui.guards import register_guards
from webui.pages import ICON, STATIC, serve_page

MAX_STREAMS = 48
TABLE_PAGES = {
    "/": "table",
    "/table": "table",
    "/about": "about",
    "/devices": "devices",
    "/terrain": "terrain",
    "/favicon.ico": ICON,
}
GAME_PAGES = {"/game": "game", "/host": "host", "/charts": "charts"}
"""Address -> page, by its name in `webui.pages`."""


def create_app(
    service: Backend,
    desk: Desk | None = None,
    *,
    boards: OwnersBoard | None = None,
    laying: Layer | None = None,
    lists: Lists | None = None,
    starting: Starting | None = None,
    home: Literal["table", "game"] = "table",
    camera: bool = True,
    max_streams: int = MAX_STREAMS,
    allowed_hosts: Collection[str] = (),
    stopping: Callable[[], bool] = lambda: False,
) -> Flask:
    """The app over a running service, and the game played there. home: what is at "/". camera: whether there is one.

    boards: the owner's board; laying: the game's board on the camera's picture; lists: unit lists, None: no page.
    starting: of another game from the host's page.
    stopping: asked by live streams about once a second; true ends them.
    """
    app = Flask("webui", static_folder=str(STATIC), static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD_MAX_BYTES
    app.config["MAX_FORM_PARTS"] = 8
    register_guards(app, allowed_hosts)
    register_faults(app)
    streams = Seats(max_streams)
    register_api(app, Api(service, streams, stopping))
    pages = dict(TABLE_PAGES)
    if desk is not None:
        register_game(app, desk, streams)
        register_codes(app, desk.is_host)
        pages |= GAME_PAGES
        pages |= {"/": GAME_PAGES["/game"]} if home == "game" else {}
    if desk is not None and boards is not None:
        register_board(app, boards, desk.is_host)
        pages |= {"/board": "board"}
    if desk is not None and laying is not None:
        register_laying(app, laying, desk.is_host)
        pages |= {"/lay": "lay"}
    if desk is not None and starting is not None:
        register_starting(app, starting, desk.is_host)
    if lists is not None:
        register_lists(app, lists)
        pages |= {"/lists": "lists"}
    if not camera:
        pages.pop("/terrain")
        pages.pop("/lay", None)
    register_absent(app, pages, absent_here(desk is not None, camera))
    for path, name in pages.items():
        app.add_url_rule(path, f"page {path}", serve_page(name))
    return app
