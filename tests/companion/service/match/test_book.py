"""The owner's book: kept apart, checked, used, forgotten; and what of it the journal holds."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.commands.gaming import lay_game
from companion.games.autoplay import choose_command, random_answer
from companion.games.charts import Cell
from companion.games.contract import Command, Refusal
from companion.games.questions import ReadChart
from companion.games.shelf import take
from companion.service.match.book import BookFault, CellGiven, OwnersBook
from companion.service.match.desk import AnswerGiven, CommandAsked, Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match
from companion.service.match.seats import Seats
from companion.service.settings import GameSettings
from tests.companion.service.match.players import GAME, new_match

HOUSE = {name: value for (name, _), value in (GAME.charts["discs"].house or {}).items()}
DISC = ReadChart("DW-3/disc/orc-1", "ann", "the number", "discs", ("orc-1", "points"), (1, 2, 3, 4, 5, 6))


def book(folder: Path) -> OwnersBook:
    return OwnersBook(folder, GAME)


def test_what_is_kept_is_there_the_next_time_and_the_programs_charts_are_as_before(tmp_path: Path) -> None:
    one = book(tmp_path)
    assert one.known(DISC) is None
    one.give(CellGiven("discs", "orc-1", "points", 4))
    one.give(CellGiven("die", "0", "faces", 2))
    again = book(tmp_path)
    assert again.known(DISC) == 4
    assert again.charts()["die"].cell("0", "faces") == Cell(2, "owner", "typed by the owner")
    assert GAME.charts["discs"].cell("orc-1", "points").status == "unknown"
    again.give(CellGiven("discs", "orc-1", "points", 5))
    assert book(tmp_path).known(DISC) == 5
    again.give(CellGiven("discs", "orc-1", "points"))
    assert book(tmp_path).known(DISC) is None
    assert [path.name for path in tmp_path.iterdir()] == ["dark-world-book.toml"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (CellGiven("discs", "orc-1", "points", 9), "none of"),
        (CellGiven("discs", "korak", "points", 6), "known and is not overwritten"),
        (CellGiven("discs", "elf", "points", 1), "no cell"),
        (CellGiven("spells", "orc-1", "points", 1), "no chart"),
        (CellGiven("discs", "orc-1", "points"), "nothing to forget"),
    ],
)
def test_what_may_not_be_kept_is_told_and_nothing_is_written(tmp_path: Path, given: CellGiven, said: str) -> None:
    with pytest.raises(BookFault, match=said):
        book(tmp_path).give(given)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["discs = 3", "[discs]\n'orc-1' = 3", "what is this", "[discs.orc-1]\npoints = 99"])
def test_a_file_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "dark-world-book.toml").write_text(text)
    with pytest.raises(BookFault, match="dark-world-book"):
        book(tmp_path)


def test_a_secret_chart_shows_that_a_cell_is_known_but_not_what_it_holds(tmp_path: Path) -> None:
    one = book(tmp_path)
    one.give(CellGiven("discs", "orc-1", "points", 4))
    discs = next(chart for chart in one.shown()["charts"] if chart["name"] == "discs")
    cell = next(cell for cell in discs["cells"] if cell["row"] == "orc-1")
    assert (cell["status"], cell["value"], cell["house"]) == ("owner", None, None)
    for chart in one.shown()["charts"]:
        assert len(chart["cells"]) == len(chart["rows"]) * len(chart["columns"])
        assert all(cell["status"] and cell["source"] for cell in chart["cells"])


@pytest.mark.parametrize(("discs", "taken"), [("typed", {"discs"}), ("word", set()), ("house", set())])
def test_a_game_takes_only_what_it_uses(tmp_path: Path, discs: str, taken: set[str]) -> None:
    """A game may be exported and given to others; what is typed from a book goes with it only where it is needed."""
    one = book(tmp_path)
    one.give(CellGiven("discs", "orc-1", "points", 4))
    assert set(one.in_force({"discs": discs}).get("book", {})) == taken


def test_what_koraks_player_typed_is_remembered_and_the_next_game_asks_no_more(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", discs="typed", die="typed")
    desk = Desk(match, Seats(match.journal, GAME.seats(match.state), "CODE"), book=book(tmp_path))
    offers = {offer["id"]: offer["remember"] for offer in match.view("cora")["offers"]}
    assert offers["type-discs"] and not offers["hide-chest:1"]
    said = desk.act("cora", CommandAsked("1", "type-discs", dict(HOUSE), remember=True))
    assert isinstance(said, Accepted)
    die = {"show_0": 1, "show_1": 3, "show_2": 2}
    assert isinstance(desk.act("cora", CommandAsked("2", "type-die", die, remember=True)), Accepted)
    options = {**match.journal.header.options}
    (tmp_path / "o.toml").write_text(
        'discs = "typed"\ndie = "typed"\n[seats]\ncora = "korak"\nann = ["knight", "barbarian", "dwarf", "ranger"]\n'
    )
    laid = lay_game(GameSettings("next", "dark-world", "o.toml"), tmp_path)
    assert laid.match.state.discs_done and laid.match.state.die_done
    assert laid.match.state.die == (0, 1, 1, 1, 2, 2)
    assert laid.match.state.monsters["orc-8"].points == HOUSE["orc-8"]
    charts = laid.match.journal.header.charts
    assert charts["die"]["1 / faces"] == [3, "owner"]
    assert charts["rooms"][next(iter(charts["rooms"]))][1] in ("read", "inferred")
    assert "book" not in options
    laid.match.close()
    (tmp_path / "dark-world-book.toml").unlink()
    assert lay_game(GameSettings("next"), tmp_path).match.state.die == (0, 1, 1, 1, 2, 2)


def test_discs_with_which_rooms_cannot_be_filled_are_typed_again(tmp_path: Path) -> None:
    wrong = {"discs": {name: {"points": 6} for name in HOUSE}}
    state = GAME.begin({"discs": "typed", "book": wrong})
    assert not state.discs_done
    assert state.monsters["orc-1"].points is None
    with pytest.raises(ValueError):
        GAME.begin({"book": "all of it"})


def asking(tmp_path: Path, **given: Any) -> tuple[Desk, Any]:
    """A desk over a match whose open question is a printed cell."""
    match = new_match(tmp_path / "g", "typed")
    desk = Desk(match, Seats(match.journal, GAME.seats(match.state), "CODE"), book=book(tmp_path))
    match.command(Command("1", "ann", "ready:knight", {"square": "1,1", "weapon": "axe"}))
    running = match._running
    assert running is not None
    running.question = replace(DISC, **given)
    return desk, match


def test_an_answer_is_remembered_only_if_it_was_accepted(tmp_path: Path) -> None:
    desk, match = asking(tmp_path)
    said = desk.act("ann", AnswerGiven(DISC.key, 9, remember=True))
    assert isinstance(said, Refusal)
    assert book(tmp_path).known(DISC) is None
    match._go_on = lambda *words: None
    assert isinstance(desk.act("ann", AnswerGiven(DISC.key, 3, remember=True)), Accepted)
    assert book(tmp_path).known(DISC) == 3


def test_ours_is_taken_only_as_ours_and_never_remembered(tmp_path: Path) -> None:
    desk, match = asking(tmp_path)
    answered: list[tuple[Any, str]] = []
    match.answer = lambda seat, key, value, source="": answered.append((value, source)) or Accepted(1)
    desk.act("ann", AnswerGiven(DISC.key, 6, by="house", remember=True))
    assert answered == [(HOUSE["orc-1"], "house")]
    assert book(tmp_path).known(DISC) is None


def test_a_game_asks_the_book_before_it_asks_its_players(tmp_path: Path) -> None:
    kept = book(tmp_path)
    kept.give(CellGiven("discs", "orc-1", "points", 4))
    match = new_match(tmp_path / "g")
    assert match.unasked.answer(DISC, match.talk, {}) == (None, "")
    match.unasked.printed = kept.known
    assert match.unasked.answer(DISC, match.talk, {}) == (4, "owner")
    assert match.unasked.answer(replace(DISC, alphabet=(1, 2)), match.talk, {}) == (None, ""), (
        "what does not fit is asked"
    )


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    one = book(tmp_path)
    one.give(CellGiven("discs", "orc-1", "points", 4))
    assert '"orc-1" = { "points" = 4 }' in one.path.read_text()
    assert json.dumps(one.shown())


def played(path: Path, kept: OwnersBook, steps: int = 4000) -> tuple[list[ReadChart], list[str]]:
    """A game of Flintloque that asks for letters of the cut Morale Results Table: the cells asked, and who answered.

    Each is answered as E and remembered.
    """
    game = take("flintloque")
    rng = random.Random(3)
    options = {**game.sample_options(random.Random(1)), "morale": "asked"}
    match = Match(game, create_journal(path, Header(game.name, game.ruleset, options)), pick=rng.randrange)
    desk = Desk(match, Seats(match.journal, game.seats(match.state), "CODE"), book=kept)
    asked = []
    for step in range(steps):
        question = match.open_question
        if game.end(match.state) is not None:
            break
        if isinstance(question, ReadChart):
            asked.append(question)
            said = desk.act(question.seat, AnswerGiven(question.key, "E", remember=True))
        elif question is not None:
            said = desk.act(question.seat, AnswerGiven(question.key, random_answer(question, rng)))
        else:
            command = choose_command(game, match.state, match.table, rng, f"c{step}")
            said = desk.act(command.seat, CommandAsked(command.id, command.offer_id, command.fields))
        assert isinstance(said, Accepted), said
    answers = [row for row in match.journal.rows() if row.kind == "answer" and row.data["key"].startswith("FL-17/")]
    return asked, [row.source for row in answers if "/letter" in row.data["key"]]


def test_a_letter_typed_once_is_not_asked_in_the_next_game(tmp_path: Path) -> None:
    kept = OwnersBook(tmp_path, take("flintloque"))
    asked, _ = played(tmp_path / "first", kept)
    assert asked, "no letter was asked"
    assert all(kept.known(question) == "E" for question in asked)
    again, sources = played(tmp_path / "second", OwnersBook(tmp_path, take("flintloque")))
    assert again == []
    assert sources and set(sources) == {"owner"}


def test_what_flintloques_players_typed_is_remembered_too(tmp_path: Path) -> None:
    game = take("flintloque")
    options = {"sheets": "typed", "morale": "house"}
    seats = game.seats(game.begin(options))
    match = Match(game, create_journal(tmp_path / "g", Header(game.name, game.ruleset, options)))
    desk = Desk(match, Seats(match.journal, seats, "CODE"), book=OwnersBook(tmp_path, game))
    line = {"firing": 0, "defence": 4, "wounds": 2}
    offers = {offer["id"]: offer["remember"] for offer in match.view("orcs")["offers"]}
    assert offers["type-sheet:singleturn"]
    assert isinstance(desk.act("orcs", CommandAsked("1", "type-sheet:singleturn", line, remember=True)), Accepted)
    match.close()
    (tmp_path / "o.toml").write_text('sheets = "typed"\nmorale = "house"\n')
    laid = lay_game(GameSettings("next", "flintloque", "o.toml"), tmp_path)
    assert laid.match.state.figures["singleturn"].defence == 4
    assert "singleturn" in laid.match.state.typed
    charts = laid.match.journal.header.charts
    assert charts["roster"]["singleturn / defence"] == [4, "owner"]
    assert {status for _, status in charts["morale"].values()} <= {"read", "inferred", "house"}
    laid.match.close()


def test_a_page_may_fill_in_a_line_that_our_copy_has_lost(tmp_path: Path) -> None:
    book = OwnersBook(tmp_path, take("flintloque"))
    shown = {
        (c["row"], c["column"]): c
        for chart in book.shown()["charts"]
        if chart["name"] == "roster"
        for c in chart["cells"]
    }
    assert shown["singleturn", "defence"]["open"] and not shown["singleturn", "melee"]["open"]
    book.give(CellGiven("roster", "singleturn", "defence", 5))
    with pytest.raises(BookFault, match="no number from 1 to 6"):
        book.give(CellGiven("roster", "singleturn", "defence", 12))
