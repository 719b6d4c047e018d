"""A game at a drawn table that the real camera code watches: a figure is moved, its move is offered and taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.contract import Command
from companion.games.dark_world.on_table import where_mm
from companion.scenes.from_setup import Standing, scene_from_setup
from companion.scenes.render import render
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match
from companion.service.service import Furniture, Service
from companion.service.session import Session
from companion.setup.read import parse_setup
from companion.vision.watch import Watcher
from tests.companion.games.dark_world.laid import laid
from tests.companion.service.fakes import ScriptedCamera, until
from tests.companion.service.match.players import GAME

RINGS = {"Knight": "red", "Barbarian": "blue", "Dwarf": "green", "Ranger": "yellow"}
STARTS = {"Knight": "2,0", "Barbarian": "1,0", "Dwarf": "1,2", "Ranger": "1,1"}
MOVED = "2,1"
SHEETS = ((-60, 60), (330, 60), (330, -330), (-60, -330))
SEATS = {"cora": "korak", "ann": ["knight", "barbarian", "dwarf", "ranger"]}
CHESTS = {1: ("3,0 from 4,0", "warhammer"), 2: ("8,0 from 7,0", "broadsword"), 3: ("8,5 from 7,5", "battle axe")}
PATIENCE_S = 30.0
Image = NDArray[np.uint8]


def setup_text() -> str:
    """Four sheets round the board, four Heroes with rings."""
    lines = ["[table]", 'dictionary = "DICT_4X4_50"', "sheets = [0, 1, 2, 3]", "sheet_side_mm = 60.0"]
    for number, (x, y) in enumerate(SHEETS):
        lines += ["[[sheet]]", f"id = {number}", f"at_mm = [{x}, {y}]"]
    for name, ring in RINGS.items():
        lines += ["[[figure]]", f'name = "{name}"', "height_mm = 34", "base_mm = 22", f'ring = "{ring}"']
    return "\n".join(lines)


def drawn(squares: Mapping[str, str]) -> Image:
    """A picture with the Heroes on these squares."""
    places = {name: Standing(*where_mm(laid(), square)) for name, square in squares.items()}
    return render(scene_from_setup(parse_setup(setup_text()), places=places, size_px=(960, 720)), 1)[0]


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image]:
    return {square: drawn({**STARTS, "Knight": square}) for square in (STARTS["Knight"], MOVED)}


def begun(path: Path) -> Match:
    """The first turn, the Knight's, everybody where the picture has them."""
    options = {"seats": SEATS, "discs": "house", "die": "house"}
    match = Match(GAME, create_journal(path, Header(GAME.name, GAME.ruleset, options, "typed")))
    number = 0

    def do(seat: str, offer_id: str, **fields: Any) -> None:
        nonlocal number
        number += 1
        assert isinstance(match.command(Command(f"c{number}", seat, offer_id, fields)), Accepted), offer_id
        while (question := match.open_question) is not None:
            drawn = sorted(GAME.at_table.pieces(match.state), key=lambda name: name != "knight")
            value = drawn if "mace" in question.key else list(question.faces[: question.count])  # type: ignore[union-attr]
            match.answer(question.seat, question.key, value)

    for room, (spot, weapon) in (CHESTS | {5: ("0,3 from 1,3", "morning star")}).items():
        do("cora", f"hide-chest:{room}", spot=spot, weapon=weapon)
    for (name, square), weapon in zip(STARTS.items(), ("axe", "rapier", "cutlass", "spiked mace"), strict=True):
        do("ann", f"ready:{name.casefold()}", square=square, weapon=weapon)
    do("cora", "shake-mace")
    assert match.state.turn.hero == "knight"
    return match


class Watched:
    """The service over a camera that shows one of the pictures."""

    def __init__(self, match: Match, pictures: Mapping[str, Image]) -> None:
        self.match, self.square = match, STARTS["Knight"]
        session = Session(match, None, time.time, {name.casefold(): ring for name, ring in RINGS.items()})
        session.camera.laid = laid
        camera = ScriptedCamera((pictures[self.square] for _ in range(100_000)), repeats=True, pause_s=0.1)
        watcher = Watcher(parse_setup(setup_text()), None, settle_s=0.3)
        self.service = Service(camera, watcher, Furniture((0, 1, 2, 3)), session=session).start()

    def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until(lambda: true(self.match.view("ann")), PATIENCE_S)
        return self.match.view("ann")

    def spotted(self, view: dict[str, Any]) -> list[Any]:
        return [one for offer in view["offers"] for one in offer["spotted"]]


@pytest.fixture
def watched(tmp_path: Path, pictures: dict[str, Image]) -> Iterator[Watched]:
    made = Watched(begun(tmp_path / "g"), pictures)
    yield made
    made.service.stop()


def test_a_drawn_move_is_offered_taken_and_to_be_put_back_after_an_undo(watched: Watched) -> None:
    match = watched.match
    until(lambda: len(match.now.table.figures) == 4, PATIENCE_S)
    for name, square in STARTS.items():
        assert GAME.at_table.stands(match.state, match.now.table, name.casefold()) == square
    assert watched.spotted(match.view("ann")) == [] and match.view("")["figures"]["astray"] == []
    watched.square = MOVED
    (spotted,) = watched.spotted(watched.until(lambda view: bool(watched.spotted(view))))
    assert spotted["fields"] == {"square": MOVED} and spotted["sure"]
    done = watched.service.run(lambda: match.command(Command("tap", "ann", "move", spotted["fields"])))
    assert isinstance(done, Accepted) and match.state.heroes["knight"].square == MOVED
    watched.service.run(lambda: match.undo(done.n, "ann"))
    view = watched.until(lambda view: bool(view["figures"]["astray"]))
    assert [(one["kind"], one["back"]) for one in view["figures"]["astray"]] == [("undone", STARTS["Knight"])]
    assert watched.spotted(view) == []
    watched.square = STARTS["Knight"]
    watched.until(lambda view: not view["figures"]["astray"])
