"""A game and its electronics: the first answer counts, a phone takes over at any moment, a dial says what it says."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.contract import Refusal
from companion.games.questions import Question, Roll
from companion.service.device_models import DeviceCommand, Done
from companion.service.electronics import GAMES_OWN, Electronics
from companion.service.match.match import Accepted, Match
from companion.service.match.parley import Parley
from companion.service.models import Fault
from companion.service.session import Session
from companion.table.state import TableState
from firmware_bridge.link.events import LinkEvent
from tests.companion.service.match.players import again, new_match, one
from tests.companion.service.test_electronics import FakeBoards

SEATS = {"cora": "korak", "ann": ["knight", "barbarian"], "bob": ["dwarf", "ranger"]}


class Table:
    """A game at a table with devices that only remember what they are told."""

    def __init__(self, folder: Path, dice: str = "box", *here: str, match: Match | None = None, **options: Any) -> None:
        made: list[FakeBoards] = []

        def make(sink: Callable[[LinkEvent], None]) -> FakeBoards:
            made.append(FakeBoards(sink))
            return made[0]

        self.electronics = Electronics(make, names_path=folder / "kept" / "names.json")
        self.boards = made[0]
        self.match = match or new_match(folder / "g", dice, **options)
        self.rng = random.Random(5)
        self.session = Session(self.match, self.electronics, lambda: 1000.0)
        for name in here:
            self.boards.come(name)
        self.session.saw(TableState(), frozenset())

    def until(self, part: str) -> Question:
        """Play until a question is open whose key has this part."""
        for _ in range(6000):
            question = self.match.open_question
            if question is not None and part in question.key:
                return question
            one(self.match, self.rng)
            self.session.settle()
        raise AssertionError(f"nobody was asked {part}")

    def said(self, device: str) -> list[dict[str, Any]]:
        return [message for name, message in self.boards.told if name == device]

    def answer(self, value: Any) -> None:
        question = self.match.open_question
        assert question is not None
        assert isinstance(self.match.answer(question.seat, question.key, value), Accepted)
        self.session.settle()

    def do(self, **command: Any) -> Done | Fault:
        return self.electronics.do(msgspec.convert(command, DeviceCommand))

    def sources(self, kind: str = "answer") -> list[str]:
        return [row.source for row in self.match.journal.rows() if row.kind == kind]

    @property
    def beside(self) -> dict[str, Any]:
        beside: dict[str, Any] = self.match.view("")["beside"]
        return beside


def test_the_mace_draws_the_order_of_the_heroes(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "mace-1")
    table.until("DW-9/mace")
    arm = table.said("mace-1")[-1]
    assert arm == {
        "m": "arm",
        "id": table.match.open_number,
        "round": 1,
        "colours": ["blue", "orange", "green", "violet"],
    }
    assert table.beside["device"] == "mace" and table.beside["there"] == ["mace-1"]
    table.boards.say("mace-1", m="result", id=arm["id"], round=1, order=["green", "violet", "blue", "orange"])
    assert table.match.state.order == ("dwarf", "ranger", "knight", "barbarian")
    assert table.sources()[-1] == "mace-1"
    assert [table.beside[name] for name in ("device", "there", "dials")] == ["", [], []]


def test_a_phone_answers_in_the_maces_place_and_what_comes_later_is_not_used(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "mace-1")
    table.until("DW-9/mace")
    number = table.match.open_number
    table.answer(["ranger", "dwarf", "knight", "barbarian"])
    assert table.said("mace-1")[-1] == {"m": "cancel", "id": number}
    order, last = table.match.state.order, table.match.journal.last
    table.boards.say("mace-1", m="result", id=number, round=1, order=["orange", "blue", "green", "violet"])
    assert (table.match.state.order, table.match.journal.last) == (order, last)
    assert "is not used" in table.electronics.view().news[-1].sentence
    (late,) = table.beside["unused"]
    assert "mace-1" in late["words"] and "orange, blue, green, violet" in late["words"]


def test_the_box_rolls_and_software_draws_cards_and_coins(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "dice-1")
    question = table.until("blow")
    assert isinstance(question, Roll)
    roll = table.said("dice-1")[-1]
    assert (roll["m"], roll["id"], roll["dice"]) == ("roll", table.match.open_number, [0] * question.count)
    assert roll["faces"] == [list(question.faces)]
    revision = table.match.journal.last
    values = [question.faces[face - 1] for face in [6] * question.count]
    table.boards.say("dice-1", m="rolled", id=roll["id"], how="asked", faces=[6] * question.count, values=values)
    rows = [row for row in table.match.journal.rows() if row.n > revision]
    assert rows[0].source == "dice-1" and rows[0].data == {"key": question.key, "answer": values}
    assert set(table.sources()) >= {"software", "dice-1"}


def test_the_roll_is_in_the_journal_before_anybody_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "dice-1")
    question = table.until("blow")
    assert isinstance(question, Roll)
    told: list[str] = []
    written = table.match.journal.append

    def append(entries: Any, time_s: float) -> Any:
        told.append("disk")
        return written(entries, time_s)

    table.match.journal.append = append  # type: ignore[method-assign]
    table.electronics.wake = lambda: told.append("page")
    values = [question.faces[0]] * question.count
    number = table.match.open_number
    table.boards.say("dice-1", m="rolled", id=number, how="asked", faces=[1] * question.count, values=values)
    assert told[0] == "disk" and "page" in told


def test_unplugged_in_the_middle_of_a_bout_the_phone_takes_over_and_plugged_in_the_box_does(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "dice-1")
    question = table.until("hero's blow")
    assert isinstance(question, Roll)
    table.boards.go("dice-1")
    table.session.settle()
    assert table.beside["device"] == "dice" and table.beside["there"] == []
    assert table.match.open_question == question, "it waits for the phone"
    table.answer([question.faces[0]] * question.count)
    table.boards.come("dice-1")
    asked = len([one for one in table.said("dice-1") if one["m"] == "roll"])
    table.until("blow")
    rolls = [one for one in table.said("dice-1") if one["m"] == "roll"]
    number = table.match.open_number
    assert len(rolls) > asked and rolls[-1]["id"] == number
    table.boards.go("dice-1")
    table.boards.come("dice-1", True)
    assert table.said("dice-1")[-1]["id"] == number, "plugged in while a roll is open it is asked again"
    assert table.beside["there"] == ["dice-1"]


def test_software_rolls_in_the_boxs_place(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "dice-1")
    question = table.until("blow")
    number = table.match.open_number
    assert isinstance(table.match.roll(question.seat, question.key), Accepted)
    table.session.settle()
    assert table.sources()[-1] in ("software", question.seat) and "software" in table.sources()
    assert {"m": "cancel", "id": number} in table.said("dice-1")


def test_a_roll_that_a_device_holds_is_used_after_the_program_was_killed(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "dice-1")
    question = table.until("blow")
    assert isinstance(question, Roll)
    number = table.match.open_number
    table.match.journal.close()
    later = Table(tmp_path, "box", "dice-1", match=again(tmp_path / "g"))
    assert later.match.open_question == question and later.match.open_number == number
    assert later.said("dice-1")[-1]["id"] == number, "the box knows it, and says what it has rolled"
    values = [question.faces[0]] * question.count
    later.boards.say("dice-1", m="rolled", id=number, how="asked", faces=[1] * question.count, values=values)
    assert "dice-1" in later.sources()


@pytest.mark.parametrize(("here", "waits"), [((), False), (("mace-1",), True), (("dice-1",), False)])
def test_where_software_rolls_the_order_is_the_maces_if_there_is_one(
    tmp_path: Path, here: tuple[str, ...], waits: bool
) -> None:
    table = Table(tmp_path, "software", *here)
    for _ in range(200):
        if table.match.open_question is not None and "mace" in table.match.open_question.key:
            break
        if "mace" in " ".join(str(row.data.get("key")) for row in table.match.journal.rows()):
            break
        one(table.match, table.rng)
        table.session.settle()
    assert (table.match.open_question is not None and "mace" in table.match.open_question.key) == waits


def struck(table: Table) -> tuple[Question, str, str]:
    """The Miss cards of a Hero who holds enough of them, and his dial at what the game says."""
    table.do(do="hero", colour="red", name="knight", device="dials-1", at=1)
    for _ in range(100):
        question = table.until("DW-20/miss cards/knight")
        knight = table.match.state.heroes["knight"]
        if knight.miss_cards and knight.hits > 4 and question.struck > 1:  # type: ignore[union-attr]
            break
        table.answer(0)
    table.boards.say("dials-1", m="dial", at=1, value=knight.hits)
    return question, question.key, question.seat


def test_turning_the_dial_says_how_many_hits_went_through(tmp_path: Path) -> None:
    table = Table(tmp_path, "software", "dials-1")
    question, key, _ = struck(table)
    knight = table.match.state.heroes["knight"]
    hits = question.struck  # type: ignore[union-attr]
    table.boards.say("dials-1", m="dial", at=1, value=knight.hits - hits + 1)
    answers = {row.data["key"]: row for row in table.match.journal.rows() if row.kind == "answer"}
    assert (answers[key].source, answers[key].data["answer"]) == ("dials-1", 1)
    assert table.match.state.heroes["knight"].hits == knight.hits - hits + 1
    assert table.beside["dials"] == []


def test_a_dial_that_says_what_cannot_be_answers_nothing_and_the_difference_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path, "software", "dials-1")
    question, _, _ = struck(table)
    hits = table.match.state.heroes["knight"].hits
    table.boards.say("dials-1", m="dial", at=1, value=hits - question.struck - 1)  # type: ignore[union-attr]
    assert table.match.open_question == question
    off = {"piece": "knight", "seat": "ann", "colour": "red", "game": hits}
    assert table.beside["dials"] == [{**off, "dial": hits - question.struck - 1}]  # type: ignore[union-attr]
    table.boards.say("dials-1", m="dial", at=1, value=hits)
    assert table.beside["dials"] == []


def test_where_hits_are_typed_the_dial_says_them(tmp_path: Path) -> None:
    table = Table(tmp_path, "typed", "dials-1", die="unknown")
    table.do(do="hero", colour="red", name="knight", device="dials-1", at=1)
    while True:
        question = table.until("monster's blow")
        if question.dial == "knight":  # type: ignore[union-attr]
            break
        table.answer([0, 0])
    hits = table.match.state.heroes["knight"].hits
    table.boards.say("dials-1", m="dial", at=1, value=hits)
    table.boards.say("dials-1", m="dial", at=1, value=hits - 3)
    answers = {row.data["key"]: row for row in table.match.journal.rows() if row.kind == "answer"}
    assert (answers[question.key].source, answers[question.key].data["answer"]) == ("dials-1", [2, 1])


def test_a_dial_turned_before_the_blow_says_nothing_about_it(tmp_path: Path) -> None:
    table = Table(tmp_path, "software", "dials-1")
    question, _, _ = struck(table)
    hits = table.match.state.heroes["knight"].hits
    table.answer(0)
    table.boards.say("dials-1", m="dial", at=1, value=max(0, hits - 3))
    question = table.until("DW-20/miss cards/knight")
    table.session.settle()
    assert table.match.open_question == question


def test_dials_are_told_the_games_hit_points_and_dressed_when_they_come(tmp_path: Path) -> None:
    table = Table(tmp_path, "software", "dials-1")
    table.do(do="hero", colour="red", name="knight", device="dials-1", at=2)
    table.until("DW-20/miss cards/knight")
    table.match.journal.close()
    later = Table(tmp_path, "software", match=again(tmp_path / "g"))
    later.boards.come("dials-1")
    hits = later.match.state.heroes["knight"].hits
    shown = [(one["what"], one["at"], one["colour"], one["value"]) for one in later.said("dials-1") if one["at"] == 2]
    assert ("colour", 2, "red", 0) in shown and ("should", 2, "red", hits) in shown


def test_a_seat_takes_its_dials_number_or_leaves_both(tmp_path: Path) -> None:
    table = Table(tmp_path, "software", "dials-1")
    table.do(do="hero", colour="red", name="knight", device="dials-1", at=1)
    table.until("DW-20/miss cards")
    while table.match.open_question is not None:
        one(table.match, table.rng)
    table.session.settle()
    hits = table.match.state.heroes["knight"].hits
    table.boards.say("dials-1", m="dial", at=1, value=max(0, hits - 1) or 1)
    (off,) = table.beside["dials"]
    for seat, do, piece, code in (
        ("bob", "take_dial", "knight", "seat"),
        ("ann", "take_dial", "barbarian", "dial"),
        ("ann", "leave", "knight", "put-back"),
        ("ann", "leave", "nobody", "seat"),
    ):
        said = table.session.piece(seat, do, piece)
        assert isinstance(said, Refusal) and said.code == code
    assert isinstance(table.session.piece("ann", "leave_dial", "knight"), Accepted)
    assert table.beside["dials"] == [] and table.match.state.heroes["knight"].hits == hits
    table.boards.say("dials-1", m="dial", at=1, value=off["dial"] - 1 if off["dial"] > 1 else 3)
    (off,) = table.beside["dials"]
    assert isinstance(table.session.piece("ann", "take_dial", "knight"), Accepted)
    assert table.match.state.heroes["knight"].hits == off["dial"] and table.beside["dials"] == []
    assert list(table.match.journal.rows())[-2].data["event"] == "HitsAgreed"


def test_while_something_is_asked_a_dial_corrects_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, "software", "dials-1")
    struck(table)
    hits = table.match.state.heroes["knight"].hits
    table.boards.say("dials-1", m="dial", at=1, value=min(8, hits + 1) if hits < 8 else 1)
    said = table.session.piece("ann", "take_dial", "knight")
    assert isinstance(said, Refusal) and said.code == "busy"


def test_a_roll_that_comes_while_the_game_is_paused_counts_when_it_goes_on(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "dice-1")
    question = table.until("blow")
    assert isinstance(question, Roll)
    parley = Parley(table.match)
    parley.pause(True)
    values = [question.faces[0]] * question.count
    number = table.match.open_number
    table.boards.say("dice-1", m="rolled", id=number, how="asked", faces=[1] * question.count, values=values)
    assert table.match.open_question == question
    parley.pause(False)
    table.session.settle()
    assert "dice-1" in table.sources()


def test_the_devices_page_answers_nothing_in_a_seats_place(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "dice-1", "mace-1")
    table.until("blow")
    number = table.match.open_number
    for command in (
        {"do": "roll", "id": number},
        {"do": "close", "id": number},
        {"do": "ask_roll", "faces": [1, 2]},
        {"do": "points", "colour": "red", "points": 3},
        {"do": "order", "id": number},
        {"do": "ask_order", "round": 1, "colours": ["red", "blue"]},
        {"do": "accept", "colour": "red", "take": True},
    ):
        said = table.do(**command)
        assert isinstance(said, Fault) and said.code == "game_on"
    assert len(GAMES_OWN) == 7 and table.electronics.view().game


def test_a_piece_changes_its_colour_when_another_is_given_its_name(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "mace-1")
    assert [(hero.colour, hero.name) for hero in table.electronics.view().heroes] == [
        ("blue", "knight"),
        ("orange", "barbarian"),
        ("green", "dwarf"),
        ("violet", "ranger"),
    ]
    assert table.do(do="hero", colour="yellow", name="Dwarf") == Done()
    table.until("DW-9/mace")
    assert table.said("mace-1")[-1]["colours"] == ["blue", "orange", "yellow", "violet"]


def test_a_colour_that_changes_while_the_mace_is_armed_arms_it_anew(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "mace-1")
    question = table.until("DW-9/mace")
    number = table.match.open_number
    assert table.do(do="hero", colour="white", name="knight") == Done()
    assert [(one["m"], one.get("colours")) for one in table.said("mace-1")[-2:]] == [
        ("cancel", None),
        ("arm", ["white", "orange", "green", "violet"]),
    ]
    table.boards.say("mace-1", m="result", id=number, round=1, order=["blue", "orange", "green", "violet"])
    assert table.match.open_question == question, "the ball that was blue is nobody's now"
    table.boards.say("mace-1", m="result", id=number, round=1, order=["orange", "white", "green", "violet"])
    assert table.match.state.order[:2] == ("barbarian", "knight")


def test_a_table_without_electronics_is_played_on_phones(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", "box")
    session = Session(match, None, lambda: 1000.0)
    session.saw(TableState(revision=3), frozenset())
    assert match.table.revision == 3 and match.view("ann")["beside"]["device"] == ""


def test_what_the_camera_asks_is_in_every_view_and_no_news_while_it_stays(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.session.asks = lambda: ({"id": "which-1", "text": "Which of them stands here?"},)
    table.session.saw(TableState(), frozenset())
    assert table.beside["asks"] == [{"id": "which-1", "text": "Which of them stands here?"}]
    revision = table.match.revision
    table.session.saw(TableState(), frozenset())
    assert table.match.revision == revision
    table.session.asks = tuple
    table.session.settle()
    assert table.beside["asks"] == []
