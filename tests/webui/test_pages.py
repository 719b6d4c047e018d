"""The pages' documents: one head for all, files that are there, and a phone that asks again hears 304."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from webui.app import GAME_PAGES, TABLE_PAGES
from webui.pages import ICON, PAGES, STATIC, Page, page_html


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_names_is_there(name: str) -> None:
    document = page_html(PAGES[name])
    named = re.findall(r'(?:src|href)="/static/([^"]+)"', document)
    assert len(named) >= 4 and [one for one in named if not (STATIC / one).is_file()] == []
    assert document.count("<body>") == document.count("</html>") == 1
    assert f"<title>{PAGES[name].title}".replace("'", "&#x27;") in document


def test_every_page_has_an_address_and_every_address_a_page() -> None:
    served = {*TABLE_PAGES.values(), *GAME_PAGES.values(), "board", "lay", "lists"} - {ICON}
    assert served == set(PAGES)


def test_words_of_a_page_are_text() -> None:
    document = page_html(Page("<b>", (), "main.js", "<script>"))
    assert "<b>" not in document and "&lt;script&gt;" in document


def test_a_phone_that_has_the_page_hears_304(client: FlaskClient) -> None:
    first = client.get("/")
    assert (first.status_code, first.mimetype, first.headers["Cache-Control"]) == (200, "text/html", "no-cache")
    again = client.get("/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/devices").headers["ETag"] != first.headers["ETag"]
    assert client.get("/favicon.ico").mimetype == "image/svg+xml"
