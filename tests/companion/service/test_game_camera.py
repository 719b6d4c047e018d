"""A game with a camera: moves offered as they were seen, places answered, and figures to be put back after an undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import Command, Refusal
from companion.games.dark_world.on_table import where_mm
from companion.games.questions import Place
from companion.service.match.match import Accepted
from companion.service.session import Session
from companion.table.state import Figure, TableState
from tests.companion.games.dark_world.laid import figure_on, laid, table_of
from tests.companion.service.match.players import GAME, again, new_match, one
from tests.companion.service.test_session import Table


class Watched(Table):
    """A game at a table with a camera."""

    def __init__(self, folder: Path, **options: Any) -> None:
        super().__init__(folder, "software", **options)
        self.session.camera.laid = laid
        self.turns: list[tuple[tuple[str, ...], str]] = []
        self.session.camera.turn = lambda of, label: self.turns.append((of, label))

    def look(self, *figures: Figure, seen: tuple[str, ...] | None = None) -> None:
        table = TableState(revision=1, figures=figures)
        self.session.saw(table, frozenset(one.id for one in figures) if seen is None else frozenset(seen))

    def begin(self) -> str:
        """Play until a Hero may move; who it is."""
        for _ in range(2000):
            turn = self.match.state.turn.hero
            if self.match.state.phase == "heroes" and self.match.open_question is None and self.moves():
                return str(turn)
            one(self.match, self.rng)
            self.session.settle()
        raise AssertionError("nobody may move")

    def moves(self) -> list[dict[str, Any]]:
        return [offer for seat in ("ann", "bob") for offer in self.match.view(seat)["offers"] if offer["id"] == "move"]


def test_a_figure_elsewhere_is_a_move_that_one_tap_takes(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    hero = table.begin()
    revision, rows = table.match.revision, table.match.journal.last
    (offer,) = table.moves()
    square = offer["fields"]["square"]["cells"][0]
    table.look(figure_on(hero.capitalize(), square, figure_id="f7"))
    assert table.match.revision == revision + 1 and table.match.journal.last == rows, "news, but not taken"
    (offer,) = table.moves()
    (spotted,) = offer["spotted"]
    assert spotted["fields"] == {"square": square} and spotted["sure"]
    seat = table.match.state.heroes[hero].seat
    assert isinstance(table.match.command(Command("tap", seat, "move", spotted["fields"])), Accepted)
    assert table.match.state.heroes[hero].square == square
    table.look(figure_on(hero.capitalize(), square, figure_id="f7"))
    assert table.match.view("")["figures"]["astray"] == []


def test_looks_that_show_nothing_new_are_no_news(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    hero = table.begin()
    here = table.match.state.heroes[hero].square
    assert here is not None
    table.look(figure_on(hero, here))
    revision = table.match.revision
    for off in range(5):
        table.look(figure_on(hero, here, (float(off), 0.0)))
    assert table.match.revision == revision


def test_after_an_undo_the_figure_is_to_be_put_back(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    hero = table.begin()
    before = table.match.state.heroes[hero].square
    (offer,) = table.moves()
    there = next(s for s in offer["fields"]["square"]["cells"] if s not in ("", before))
    table.look(figure_on(hero, there))
    seat = table.match.state.heroes[hero].seat
    table.match.command(Command("tap", seat, "move", {"square": there}))
    table.session.settle()
    newest = table.match.undoable()
    assert newest is not None and isinstance(table.match.undo(newest, None), Accepted)
    table.session.settle()
    (found,) = table.match.view("")["figures"]["astray"]
    assert (found["kind"], found["back"]) == ("undone", before)
    assert table.moves()[0]["spotted"] == []
    assert before is not None
    table.look(figure_on(hero, before))
    assert table.match.view("")["figures"]["astray"] == []
    table.look(figure_on(hero, there))
    assert len(table.moves()[0]["spotted"]) == 1, "it has stood there, so this is a move"


def test_what_is_to_be_put_back_is_so_after_a_restart(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    hero = table.begin()
    (offer,) = table.moves()
    there = offer["fields"]["square"]["cells"][0]
    table.match.command(Command("tap", table.match.state.heroes[hero].seat, "move", {"square": there}))
    newest = table.match.undoable()
    assert newest is not None
    table.match.undo(newest, None)
    table.match.journal.close()
    later = Watched(tmp_path, match=again(tmp_path / "g"))
    later.look(figure_on(hero, there))
    assert [one["kind"] for one in later.match.view("")["figures"]["astray"]] == ["undone"]


def test_leave_it_ends_the_wait(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    hero = table.begin()
    (offer,) = table.moves()
    there = offer["fields"]["square"]["cells"][0]
    table.look(figure_on(hero, there))
    table.match.command(Command("tap", table.match.state.heroes[hero].seat, "move", {"square": there}))
    newest = table.match.undoable()
    assert newest is not None
    table.match.undo(newest, None)
    table.session.settle()
    seat = table.match.state.heroes[hero].seat
    other = "bob" if seat == "ann" else "ann"
    assert isinstance(table.session.piece(other, "leave", hero), Refusal)
    assert isinstance(table.session.piece(seat, "leave", hero), Accepted)
    assert [one["fields"] for one in table.moves()[0]["spotted"]] == [{"square": there}]


def test_a_fallen_hero_who_is_laid_down_answers_where(tmp_path: Path) -> None:
    table = Watched(tmp_path, level="basic")
    question = table.until("DW-23/entrance")
    assert isinstance(question, Place)
    allowed = question.region.cells  # type: ignore[union-attr]
    table.look(figure_on(question.figure, "4,4"))
    assert table.match.open_question == question, "he does not lie there yet"
    table.look(figure_on(question.figure, allowed[0]), seen=())
    assert table.match.open_question == question, "not in sight"
    table.look(figure_on(question.figure, allowed[0]))
    answers = {row.data["key"]: row for row in table.match.journal.rows() if row.kind == "answer"}
    assert (answers[question.key].source, answers[question.key].data["answer"]) == ("camera", allowed[0])


def test_the_turn_is_told_by_names_and_colours(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    hero = table.begin()
    colour = {"knight": "blue", "barbarian": "orange", "dwarf": "green", "ranger": "violet"}[hero]
    assert table.turns[-1] == ((hero, colour), hero.capitalize())


def test_without_a_camera_nothing_is_different(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    session = Session(match, None, lambda: 1.0)
    session.settle()
    assert match.view("ann")["figures"]["astray"] == [] and match.journal.last == 0


@pytest.mark.parametrize("ring", [True, False])
def test_a_piece_is_known_by_its_ring(tmp_path: Path, ring: bool) -> None:
    match = new_match(tmp_path / "g")
    session = Session(match, None, lambda: 1.0, {"knight": "red"} if ring else {})
    session.camera.laid = laid
    figure = figure_on(None, "1,1", figure_id="f1", ring="red" if ring else "blue")
    session.saw(TableState(figures=(figure,)), frozenset({"f1"}))
    assert [one.name for one in match.table.figures] == ["knight"]
    assert GAME.at_table.stands(match.state, match.table, "knight") == "1,1"  # type: ignore[attr-defined]


def test_the_table_in_hand_has_the_board(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    table.look(figure_on("knight", "1,1"))
    assert table.match.table.board == table_of().board


def test_the_rules_help_a_camera_that_cannot_tell_two_figures_apart(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    hero = table.begin()
    (offer,) = table.moves()
    table.look(figure_on(hero, table.match.state.heroes[hero].square or ""))
    there = where_mm(laid(), offer["fields"]["square"]["cells"][0])
    others = [name for name in table.match.state.heroes if name != hero]
    may = table.session.camera.may
    assert may(hero.capitalize(), (0.0, 0.0), there) and not may(others[0].capitalize(), (0.0, 0.0), there)
    assert may("Orc 1", (0.0, 0.0), there), "of others the game says nothing"
