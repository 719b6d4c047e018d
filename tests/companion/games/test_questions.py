"""Questions check their answers, and show no seat what is another's."""

from __future__ import annotations

import pytest

from companion.games.fields import Range
from companion.games.questions import Choose, Measure, Place, Question, ReadChart, Roll, key, rule_of, shown_to
from companion.games.regions import Cells

PACK = Roll(key("X-1", "draw", "ann"), "ann", "draws", "pack", ("hit", "miss"), ("hit", "miss", "miss"), 2, False, True)
DIE = Roll(key("X-2", "blow"), "bob", "strikes", "die", (0, 1, 2), (), 2)
CARDS = Choose(key("X-3", "cards"), "ann", "cards", Range(0, 2), 0, True)
LENGTH = Measure(key("X-4", "range"), "ann", "range", "a", "b")
STAND = Place(key("X-5", "stand"), "ann", "stand", "a", Cells(("1,1",)))
CELL = ReadChart(key("X-6", "cell"), "ann", "cell", "chart", ("row", "column"), ("A", "B"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (PACK, ["hit", "miss"]),
        (PACK, ["miss", "miss"]),
        (DIE, [2, 2]),
        (CARDS, 2),
        (LENGTH, [12, 0.5]),
        (STAND, "1,1"),
        (CELL, "B"),
    ],
)
def test_a_right_answer(question: Question, answer: object) -> None:
    assert question.complaint(answer) is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (PACK, ["hit", "hit"]),
        (PACK, ["hit"]),
        (PACK, "hit"),
        (DIE, [3, 0]),
        (DIE, [True, 0]),
        (DIE, []),
        (CARDS, 3),
        (CARDS, None),
        (LENGTH, [-1, 0]),
        (LENGTH, 12),
        (LENGTH, [float("nan"), 0]),
        (STAND, "2,2"),
        (CELL, "C"),
    ],
)
def test_a_wrong_answer_is_told(question: Question, answer: object) -> None:
    assert question.complaint(answer)


def test_what_would_tell_a_secret_is_put_otherwise_for_the_others() -> None:
    asked = Choose(key("X-3", "cards"), "ann", "how many cards?", Range(0, 2), 0, aside="ann looks at her cards")
    assert shown_to(asked, "ann")["why"] == "how many cards?"
    for seat in ("bob", ""):
        others = {"kind": "Choose", "key": "aside", "seat": "ann", "why": "ann looks at her cards", "rule": ""}
        assert shown_to(asked, seat) == others


def die(faces: range, count: int = 1) -> Roll:
    return Roll("X-7/roll", "ann", "rolls", f"d{len(faces)}", tuple(faces), tuple(faces), count)


@pytest.mark.parametrize(
    ("roll", "answer", "sentence"),
    [
        (die(range(1, 11)), [0], "d10: 0 is not a whole number from 1 to 10; a 0 on the die is 10"),
        (die(range(1, 11)), [11], "d10: 11 is not a whole number from 1 to 10; a 0 on the die is 10"),
        (die(range(1, 11)), ["x"], "d10: 'x' is not a whole number from 1 to 10; a 0 on the die is 10"),
        (die(range(1, 11)), [""], "d10: '' is not a whole number from 1 to 10; a 0 on the die is 10"),
        (die(range(1, 11)), [5.5], "d10: 5.5 is not a whole number from 1 to 10; a 0 on the die is 10"),
        (die(range(10)), [10], "d10: 10 is not a whole number from 0 to 9; a 10 on the die is 0"),
        (die(range(1, 101)), [0], "d100: 0 is not a whole number from 1 to 100; 00 and 0 are 100"),
        (die(range(1, 7)), [7], "d6: 7 is not a whole number from 1 to 6"),
        (die(range(1, 7)), [], "d6: 1 value is needed, as a list; each is a whole number from 1 to 6"),
        (die(range(1, 7)), 3, "d6: 1 value is needed, as a list; each is a whole number from 1 to 6"),
        (die(range(1, 7), 2), [3], "d6: 2 values are needed, as a list; each is a whole number from 1 to 6"),
        (PACK, ["hit", "x" * 99], f"pack: '{39 * 'x'} is not one of hit, miss"),
        (CELL, "C", "chart: 'C' is not one of A, B"),
    ],
)
def test_what_is_allowed_is_said(roll: Question, answer: object, sentence: str) -> None:
    assert roll.complaint(answer) == sentence


@pytest.mark.parametrize("question", [PACK, DIE, CARDS, LENGTH, STAND, CELL], ids=lambda question: question.key)
def test_others_see_who_is_asked_and_why(question: Question) -> None:
    assert set(shown_to(question, "eve")) == {"kind", "key", "seat", "why", "rule"}
    assert "open" in shown_to(question, question.seat)


def test_nobody_sees_what_is_left_in_a_pack() -> None:
    assert "faces" not in str(shown_to(PACK, "ann"))
    assert shown_to(PACK, "ann")["open"] == {"what": "pack", "alphabet": ["hit", "miss"], "count": 2, "known": True}


def test_a_key_names_its_rule() -> None:
    assert PACK.key == "X-1/draw/ann"
    assert rule_of(DIE) == "X-2"
