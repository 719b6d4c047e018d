"""The Flask app of a game without a camera: its API, its pages, and the same guards as the table's app."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from flask import Flask, Response, send_from_directory

from companion.service.match.boards import OwnersBoard
from companion.service.match.desk import Desk
from webui.faults import register_faults
from webui.game.api import register_game
from webui.game.board import register_board
from webui.guards import register_guards

STATIC = Path(__file__).parents[1] / "static"
MOST_BYTES = 100_000
PAGES = {
    "/": "game.html",
    "/game": "game.html",
    "/host": "host.html",
    "/charts": "charts.html",
    "/favicon.ico": "favicon.svg",
}


def create_game_app(desk: Desk, *, allowed_hosts: Collection[str] = (), boards: OwnersBoard | None = None) -> Flask:
    """The app over a match; boards: where the owner's board is kept, None: there is no page of the board."""
    app = Flask("webui", static_folder=str(STATIC), static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    register_guards(app, allowed_hosts)
    register_faults(app)
    register_game(app, desk)
    if boards is not None:
        register_board(app, boards, desk.is_host)
        app.add_url_rule("/board", "page board", _page("board.html"))
    for path, name in PAGES.items():
        app.add_url_rule(path, f"page {path}", _page(name))
    return app


def _page(name: str) -> Callable[[], Response]:
    return lambda: send_from_directory(STATIC, name)
