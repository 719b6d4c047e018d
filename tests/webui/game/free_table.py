"""A served game of Flintloque as far as its first movement phase, and phones that look at it: the Orcs move last."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from companion.games.contract import Command, Refusal
from companion.games.flintloque.board import told_figure
from companion.games.shelf import take
from companion.service.match.desk import Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from companion.service.placing import placing
from companion.table.state import Figure, Spread, TableState, TerrainPiece
from tests.webui.game.app import create_game_app
from webui.serve import WebServer, listen

GAME = take("flintloque")
OPTIONS = {"seats": {"ann": "orcs", "bob": "ogre"}}
PLACES = {"oswold": [400, 50], "noaks": [450, 50], "purvis": [500, 50], "singleturn": [550, 50], "hassle": [850, 450]}
ORDERS = {
    "orcs": {"oswold": "hold", "noaks": "run", "purvis": "hold", "singleturn": "walk"},
    "ogre": {"hassle": "run"},
}


class FreeTable:
    """moving: played as far as the Orcs' movement; else nobody is on the table yet. noaks: his place and his order."""

    def __init__(
        self,
        folder: Path,
        browser: Browser,
        moving: bool = True,
        noaks: tuple[tuple[int, int], str] = ((450, 50), "run"),
        **options: Any,
    ) -> None:
        header = Header(GAME.name, GAME.ruleset, {**OPTIONS, **options}, "typed")
        self.match = Match(GAME, create_journal(folder / "g", header), pick=lambda n: 0)
        self.count = 0
        if moving:
            self._to_the_movement(*noaks)
        self.seats = Seats(self.match.journal, GAME.seats(self.match.state), "ABCD2345")
        self.desk = Desk(self.match, self.seats)
        self.server = WebServer(create_game_app(self.desk), listen("127.0.0.1", 0), 8)
        self.server.start()
        self.browser = browser
        self.pages: list[Page] = []
        self.errors: list[str] = []

    def do(self, seat: str, offer_id: str, **fields: Any) -> None:
        """A command that is not refused."""
        self.count += 1
        said = self.match.command(Command(f"c{self.count}", seat, offer_id, fields))
        assert not isinstance(said, Refusal), said

    def answer(self, value: Any) -> None:
        """Of the open question."""
        question = self.match.open_question
        assert question is not None
        said = self.match.answer(question.seat, question.key, value)
        assert not isinstance(said, Refusal), said

    def _to_the_movement(self, place: tuple[int, int], order: str) -> None:
        for name, at in {**PLACES, "noaks": list(place)}.items():
            self.do("bob" if name == "hassle" else "ann", f"deploy:{name}", at=at)
        self.do("ann", "declare:orcs", **{**ORDERS["orcs"], "noaks": order})
        self.do("bob", "declare:ogre", **ORDERS["ogre"])
        self.answer([7])
        self.answer([4])
        self.do("ann", "take-slot:orcs", slot=2)
        self.do("bob", "move:hassle", to=[650, 450])
        if self.match.state.slot == 0:
            self.do("bob", "end-moves:ogre")

    def see(self, **places: tuple[float, float, float]) -> None:
        """The camera has these figures at x, y in mm with a sigma."""
        figures = [_seen(self.match.state, name, *at) for name, at in places.items()]
        self.match.see(replace(TableState(), revision=self.match.table.revision + 1, figures=tuple(figures)), True)
        self.place(camera=True)

    def place(self, camera: bool, found: tuple[TerrainPiece, ...] = ()) -> None:
        """Phones are told what to place where, and with a camera how it stands."""
        layout = GAME.layout(self.match.state)  # type: ignore[attr-defined]
        table = self.match.table
        if layout is not None:
            seen = [figure.id for figure in table.figures]
            told = placing(layout, table, seen, camera=camera, found=found)
            self.match.stand_beside(replace(self.match.now.beside, placing=told))

    def phone(self, seat: str, width: int = 390, height: int = 844, scheme: str = "dark") -> Page:
        """A new phone with this seat, or with none."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            color_scheme=scheme,  # type: ignore[arg-type]
            device_scale_factor=2,
        )
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"http://127.0.0.1:{self.server.port}/#{self.seats.token(seat) if seat else ''}")
        page.wait_for_selector("main.game")
        self.pages.append(page)
        return page

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        self.match.end()
        self.server.stop()
        self.match.close()
        assert self.errors == []


def _seen(state: Any, name: str, x_mm: float, y_mm: float, sigma_mm: float) -> Figure:
    return told_figure(name, state.figures[name].race, x_mm, y_mm, Spread((sigma_mm**2, 0.0, sigma_mm**2)))


def on_screen(page: Page, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a place of the table is on the page, px."""
    at = page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector(".open-table");
          const high = svg.querySelector("rect.square").height.baseVal.value;
          const at = new DOMPoint(x, high - y).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x_mm, y_mm],
    )
    return at[0], at[1]
