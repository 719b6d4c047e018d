"""A phone at a game with boats, animals and wagons: they are on the map, on a card of their own, and offered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from companion.commands.gaming import lay_game
from companion.games.contract import Command
from companion.service.match.desk import Desk
from companion.service.settings import GameSettings
from tests.webui.game.app import create_game_app
from webui.serve import WebServer, listen

OPTIONS = """
ground = "ford"
turns = "factions"
first = "seated"
rowing = "house"
[seats]
ann = "north"
bob = "south"
[bands.north]
title = "North"
people = [{ name = "svein", type = "warrior", arms = ["axe"] }, { name = "ulf", type = "warrior", arms = ["axe"] }]
[bands.south]
title = "South"
people = [{ name = "osric", type = "warrior", arms = ["bow"] }]
[boats.swan]
kind = "rowing boat"
crew = ["svein", "ulf"]
[animals]
sow = "pig"
[wind]
strength = "light"
to = "north"
"""
SETUP: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ann", "place-thing:swan", {"at": [200.0, 300.0], "to": "east"}),
    ("ann", "place-thing:sow", {"at": [450.0, 150.0]}),
    ("bob", "deploy:osric", {"at": [450.0, 550.0]}),
)


def test_what_stands_on_the_table_is_seen_and_rowed(tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "o.toml").write_text(OPTIONS)
    laid = lay_game(GameSettings("g", "dark-age-skirmish", "o.toml"), tmp_path)
    for n, (seat, offer, fields) in enumerate(SETUP):
        laid.match.command(Command(f"{seat} {n}", seat, offer, fields))
    desk = Desk(laid.match, laid.seats, book=laid.book)
    server = WebServer(create_game_app(desk), listen("127.0.0.1", 0), 8)
    server.start()
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/game#{laid.seats.token('ann')}")
    card = page.locator("[data-things]")
    expect(card.locator("h2")).to_have_text("Also on the table; the wind is light, to the north", timeout=15_000)
    expect(card.locator("[data-thing=swan]")).to_contain_text("2 aboard of 3")
    expect(page.locator(".open-table .terrain title", has_text="Swan")).to_have_count(1)
    expect(page.locator("main")).to_contain_text("aboard Swan")
    laid.match.command(Command("ann 8", "ann", "call:north", {"figure": "svein"}))
    expect(page.get_by_role("button", name="Svein rows (0 at the oars so far)")).to_be_visible()
    laid.match.command(Command("ann 9", "ann", "row:svein", {}))
    expect(card.locator("[data-thing=swan]")).to_contain_text("1 rowing")
    assert errors == []
    context.close()
    laid.match.end()
    server.stop(0.2)
    laid.match.close()
