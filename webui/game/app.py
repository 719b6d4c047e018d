"""The Flask app of a game without a camera: its API, its pages, and the same guards as the table's app."""

from __future__ import annotations

from collections.abc import Collection

from flask import Flask

from companion.service.match.boards import OwnersBoard
from companion.service.match.desk import Desk
from companion.service.match.lists import Lists
from webui.faults import register_faults
from webui.game.api import register_game
from webui.game.board import register_board
from webui.game.lists import register_lists
from webui.guards import register_guards
from webui.pages import ICON, STATIC, serve_page

MOST_BYTES = 100_000
GAME_PAGES = {"/": "game", "/game": "game", "/host": "host", "/charts": "charts", "/favicon.ico": ICON}


def create_game_app(
    desk: Desk,
    *,
    allowed_hosts: Collection[str] = (),
    boards: OwnersBoard | None = None,
    lists: Lists | None = None,
) -> Flask:
    """The app over a match; boards, lists: where the owner's board and unit lists are kept, None: they have no page."""
    app = Flask("webui", static_folder=str(STATIC), static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    register_guards(app, allowed_hosts)
    register_faults(app)
    register_game(app, desk)
    if boards is not None:
        register_board(app, boards, desk.is_host)
        app.add_url_rule("/board", "page board", serve_page("board"))
    if lists is not None:
        register_lists(app, lists)
        app.add_url_rule("/lists", "page lists", serve_page("lists"))
    for path, name in GAME_PAGES.items():
        app.add_url_rule(path, f"page {path}", serve_page(name))
    return app
