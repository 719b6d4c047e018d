"""What stands at an address that has nothing in this set-up: why, what to do, and where to go instead.

Phones keep addresses, and people type what a page of the docs says: the board of a game where none is played, terrain
where no camera looks. A page says so there; nothing is ever answered with a bare number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Flask, Response

from webui.pages import PAGES, said_html

LINKS = "PAGES_HERE"


@dataclass(frozen=True, slots=True)
class Absent:
    """why: sentences. commands: how a program is started that has the page, a line each."""

    why: str
    commands: tuple[str, ...] = ()


HOST = "companion host evening.game"
BESIDE = "companion run --game evening.game"
NO_GAME = Absent(
    "No game is played here. End this program, and start one with a game: alone, or beside a camera.", (HOST, BESIDE)
)
NO_CAMERA = Absent(
    "There is no camera here, and this page draws on a camera's picture. Games are played without one; to have one, "
    "end this program and start it with a camera.",
    ("companion run --camera v4l2:/dev/video0 --setup setup.toml",),
)
NO_BOARD = Absent("This game is played on an open table; it has no board. Dark World has one.", (HOST,))
NO_LISTS = Absent(
    "There are no unit lists here. They have a program of their own, and come with a game that has them.",
    ("companion lists",),
)

WITHOUT_GAME: Mapping[str, Absent] = dict.fromkeys(("/game", "/host", "/charts", "/board", "/lay"), NO_GAME)
WITH_GAME: Mapping[str, Absent] = {"/board": NO_BOARD, "/lay": NO_BOARD}


def absent_here(game: bool, camera: bool) -> dict[str, Absent]:
    """Page address -> what is said there if nothing is: for a program with or without a game and a camera."""
    said = {"/lists": NO_LISTS, **(WITH_GAME if game else WITHOUT_GAME)}
    return said if camera else {**said, "/terrain": NO_CAMERA, **({"/lay": NO_CAMERA} if game else {})}


def register_absent(app: Flask, pages: Mapping[str, str], absent: Mapping[str, Absent]) -> None:
    """pages: address -> page of those that are here; each address of `absent` that is none of them gets its words."""
    first = {name: path for path, name in reversed(list(pages.items())) if name in PAGES}
    app.config[LINKS] = {path: PAGES[name].title for name, path in reversed(list(first.items()))}
    for path, one in absent.items():
        if path not in pages:
            app.add_url_rule(path, f"absent {path}", _answer(one, app.config[LINKS]))


def _answer(one: Absent, links: Mapping[str, str]) -> Callable[[], Response]:
    content = said_html("Nothing here yet", one.why, one.commands, links)

    def answer() -> Response:
        return Response(content, 404, mimetype="text/html", headers={"Cache-Control": "no-store"})

    return answer
