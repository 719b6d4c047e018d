"""A distance that no camera tells: typed with a tape's sigma, or taken from the map; the journal says which."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.games.autoplay import choose_command, random_answer
from companion.games.contract import Refusal
from companion.games.questions import Measure
from companion.games.shelf import take
from companion.service.match.desk import AnswerGiven, Desk
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match
from companion.service.match.seats import Seats
from companion.table.state import TableState

GAME = take("flintloque")
MOST_STEPS = 400


@pytest.fixture
def measured(tmp_path: Path) -> tuple[Match, Desk, Measure]:
    """A game without a camera in which a distance is asked for."""
    header = Header(GAME.name, GAME.ruleset, GAME.sample_options(random.Random(1)), "software")
    match = Match(GAME, create_journal(tmp_path / "g", header), pick=random.Random(1).randrange)
    rng = random.Random(2)
    for step in range(MOST_STEPS):
        question = match.open_question
        if isinstance(question, Measure):
            return match, Desk(match, Seats(match.journal, GAME.seats(match.state), "ABCD2345")), question
        if question is not None:
            match.answer(question.seat, question.key, random_answer(question, rng))
        else:
            match.command(choose_command(GAME, match.state, TableState(), rng, f"c{step}"))
    raise AssertionError("no distance was asked for")


def answered(match: Match, key: str) -> tuple[str, Any]:
    (row,) = [row for row in match.journal.rows() if row.kind == "answer" and row.data["key"] == key]
    return row.source, row.data["answer"]


def test_a_typed_distance_has_a_tapes_sigma(measured: tuple[Match, Desk, Measure]) -> None:
    match, desk, question = measured
    assert isinstance(desk.act(question.seat, AnswerGiven(question.key, [123.0, 0])), Accepted)
    assert answered(match, question.key) == (question.seat, [123.0, 1.03])
    match.close()


def test_the_maps_distance_is_shown_to_who_is_asked_and_taken_as_it_is(measured: tuple[Match, Desk, Measure]) -> None:
    match, desk, question = measured
    shown = match.view(question.seat)["question"]["open"]["map"]
    assert shown[0] > 0 and shown[1] == 0
    assert "open" not in match.view("")["question"]
    assert isinstance(desk.act(question.seat, AnswerGiven(question.key, by="map")), Accepted)
    assert answered(match, question.key) == ("map", shown)
    match.close()


def test_what_is_no_distance_is_refused_as_before(measured: tuple[Match, Desk, Measure]) -> None:
    match, desk, question = measured
    said = desk.act(question.seat, AnswerGiven(question.key, [-1, 0]))
    assert isinstance(said, Refusal) and "is not a distance" in said.reason
    match.close()
