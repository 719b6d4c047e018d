"""The pages: what differs between them is a row of a table, and the head that they share stands here once.

A page is drawn by a script; until it has run a sentence stands there. One that is only text has its text in a file.
A page is answered with an ETag and `no-cache`, so that a phone asks each time and usually hears 304.
"""

from __future__ import annotations

import hashlib
import html
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Response, request, send_from_directory

STATIC = Path(__file__).parent / "static"
ICON = "favicon.svg"
EVERYWHERE = ("tokens", "wait")
"""Styles of every page."""
NO_SCRIPT = "This page needs JavaScript, which is switched off here."


@dataclass(frozen=True, slots=True)
class Page:
    """styles: files in static/style, in order, after those of every page. script: in static/app.

    before: stands there first. text: a file in static with the page's body, where there is no script.
    """

    title: str
    styles: tuple[str, ...]
    script: str = ""
    before: str = ""
    text: str = ""


PAGES: dict[str, Page] = {
    "table": Page(
        "The table",
        ("page", "map", "panel", "asks", "watch", "ghosts"),
        "main.js",
        "Asking the companion for the table…",
    ),
    "terrain": Page(
        "Terrain and saved tables",
        ("page", "map", "panel", "terrain"),
        "terrain/main.js",
        "Asking the companion for its picture…",
    ),
    "devices": Page(
        "Mace, dials and dice", ("page", "devices"), "devices/main.js", "Asking the companion for its devices…"
    ),
    "about": Page("How to use the table's page", ("about",), text="about.html"),
    "game": Page(
        "The game",
        ("game", "board", "asks", "seat", "gauge", "placing", "tv"),
        "game/main.js",
        "Asking the companion for the game…",
    ),
    "host": Page("The host", ("game", "seat"), "game/host.js", "Asking the companion for the game…"),
    "charts": Page("Charts", ("game", "charts"), "game/charts.js", "Asking the companion for the game…"),
    "board": Page("The board", ("game", "board"), "board/main.js", "Asking the companion for the board…"),
    "lists": Page("Unit lists", ("game", "lists"), "lists/main.js", "Asking the companion for the lists…"),
    "lay": Page("Lay it under the camera", ("game", "lay"), "lay/main.js", "Asking the companion for the table…"),
}


def serve_page(name: str) -> Callable[[], Response]:
    """A view that answers the page; name: of `PAGES`, or the icon's file."""
    if name == ICON:
        return lambda: send_from_directory(STATIC, ICON)
    content = page_html(PAGES[name]).encode()
    tag = hashlib.sha256(content).hexdigest()[:16]

    def answer() -> Response:
        said = Response(content, mimetype="text/html")
        said.headers["Cache-Control"] = "no-cache"
        said.set_etag(tag)
        said.make_conditional(request)
        return said

    return answer


def page_html(page: Page) -> str:
    """The whole document."""
    return _document(page.title, page.styles, page.script, _body(page))


def said_html(title: str, sentence: str, commands: Iterable[str], links: Mapping[str, str]) -> str:
    """A page that only says something. commands: to be typed, a line each; links: address -> what is there."""
    typed = "".join(f"<pre><code>{html.escape(one)}</code></pre>" for one in commands)
    there = "".join(f'<li><a href="{html.escape(to)}">{html.escape(what)}</a></li>' for to, what in links.items())
    body = f"<h1>{html.escape(title)}</h1><p>{html.escape(sentence)}</p>{typed}"
    return _document(
        title, ("about",), "", f"  <main>{body}{f'<h2>What is here</h2><ul>{there}</ul>' if there else ''}</main>"
    )


def _document(title: str, style: Iterable[str], script: str, body: str) -> str:
    styles = "\n".join(f'  <link rel="stylesheet" href="/static/style/{one}.css">' for one in (*EVERYWHERE, *style))
    script = f'\n  <script type="module" src="/static/app/{script}"></script>' if script else ""
    return f"""<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
  <meta name="color-scheme" content="dark light">
  <title>{html.escape(title)}</title>
  <link rel="icon" href="/static/{ICON}" type="image/svg+xml">
  <script src="/static/app/theme-first.js"></script>
{styles}{script}
</head>
<body>
{body}
</body>
</html>
"""


def _body(page: Page) -> str:
    if page.text:
        return (STATIC / page.text).read_text(encoding="utf-8").rstrip()
    return (
        f'  <div id="app"><p class="before">{html.escape(page.before)}</p></div>\n'
        f'  <noscript><p class="before">{NO_SCRIPT}</p></noscript>'
    )
