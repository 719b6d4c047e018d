"""Figures without a name, known by where they stood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.games.contract import Command
from companion.service.known_by_place import known, renamed
from companion.service.match.match import Accepted
from companion.table.state import Figure, TableState
from tests.companion.games.dark_world.laid import figure_on, table_of
from tests.companion.service.match.players import one
from tests.companion.service.test_game_camera import Watched


@dataclass(frozen=True)
class Game:
    """Squares are those of the board in `laid`."""

    pieces: Mapping[str, str] = field(default_factory=lambda: {"orc-1": "5,1", "orc-2": "4,1"})

    def by_place(self, state: Any) -> Mapping[str, str]:
        return self.pieces

    def square_of(self, state: Any, table: TableState, figure: Figure) -> str | None:
        at = {(figure_on("", s).place.x_mm, figure_on("", s).place.y_mm): s for s in ("5,1", "4,1", "5,0", "4,0")}
        return at.get((figure.place.x_mm, figure.place.y_mm))


NAMES = ("orc-1", "orc-2", "knight")


def look(before: Mapping[str, str], *figures: Figure, game: Game | None = None) -> dict[str, str]:
    return known(before, game or Game(), None, table_of(*figures), NAMES)


def at(figure_id: str, square: str, name: str | None = None) -> Figure:
    return figure_on(name, square, figure_id=figure_id)


def test_who_stands_on_its_square_is_known_and_stays_so() -> None:
    found = look({}, at("f1", "5,1"), at("f2", "5,0"))
    assert found == {"f1": "orc-1"}
    assert look(found, at("f1", "5,0")) == found
    assert renamed(table_of(at("f1", "5,0")), found).figures[0].name == "orc-1"


def test_two_that_change_places_stay_who_they_are() -> None:
    found = look({}, at("f1", "5,1"), at("f2", "4,1"))
    assert look(found, at("f1", "4,1"), at("f2", "5,1")) == found == {"f1": "orc-1", "f2": "orc-2"}


def test_what_is_not_certain_is_not_known() -> None:
    assert look({}, at("f1", "5,1"), at("f2", "5,1")) == {}, "two on one square"
    assert look({}, at("f1", "5,1", "knight")) == {}, "it bears a name of its own"
    assert look({}, at("f9", "5,0", "orc-1"), at("f1", "5,1")) == {}, "another figure bears that name"


def test_who_is_gone_is_forgotten() -> None:
    found = {"f1": "orc-1"}
    assert look(found) == {}
    assert look(found, at("f1", "5,0"), game=Game({"orc-2": "4,1"})) == {}, "slain"


def koraks(table: Watched) -> dict[str, Any]:
    """Play until a Monster may move; the offer."""
    for _ in range(4000):
        if table.match.open_question is None and table.match.state.phase == "korak":
            for offer in table.match.view("cora")["offers"]:
                if offer["id"].startswith("monster-move:"):
                    return dict(offer)
        one(table.match, table.rng)
        table.session.settle()
    raise AssertionError("no Monster may move")


def test_the_move_of_a_figure_without_a_name_is_offered_to_korak_and_one_tap_takes_it(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    offer = koraks(table)
    name = offer["id"].partition(":")[2]
    home = table.match.state.monsters[name].square
    assert home is not None
    there = next(square for square in offer["fields"]["square"]["cells"] if square != home)
    table.look(figure_on(None, home, figure_id="f5", ring="red"))
    assert all(not offer["spotted"] for offer in table.match.view("cora")["offers"])
    table.look(figure_on(None, there, figure_id="f5", ring="red"))
    (seen,) = [offer for offer in table.match.view("cora")["offers"] if offer["spotted"]]
    assert (seen["id"], seen["spotted"][0]["fields"]) == (offer["id"], {"square": there})
    assert all(not offer["spotted"] for seat in ("ann", "bob", "") for offer in table.match.view(seat)["offers"])
    said = table.match.command(Command("tap", "cora", seen["id"], seen["spotted"][0]["fields"]))
    assert isinstance(said, Accepted)
    assert table.match.state.monsters[name].square == there
