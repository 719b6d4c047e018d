"""What answers a question without anybody: kept rolls, orders, the owner's book, and software's dice."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.fields import Range
from companion.games.questions import Choose, Measure, Question, ReadChart, Roll
from companion.service.match.talk import Talk
from companion.service.match.unasked import Unasked

DIE = Roll("X-1/blow/ann", "ann", "strikes", "d6", tuple(range(1, 7)), tuple(range(1, 7)))
BLANK = Roll("X-1/blow/ann", "ann", "strikes", "die", (0, 1, 2), ())
CARD = Roll("X-2/draw/ann", "ann", "draws", "card", ("hit", "miss"), ("hit", "miss"), returns=False)
CELL = ReadChart("X-3/cell", "ann", "cell", "chart", ("row", "column"), (1, 2))
CARDS = Choose("X-4/cards/ann", "ann", "cards", Range(0, 2), 0)
LENGTH = Measure("X-5/range", "ann", "range", "a", "b")
ORDERED = Talk(orders={"ann": {"X-4/cards": 1}})
ASKED = (None, "")


def unasked(dice: str) -> Unasked:
    return Unasked(lambda sides: sides - 1, dice)


@pytest.mark.parametrize(
    ("question", "dice", "said"),
    [
        (DIE, "software", ([6], "software")),
        (DIE, "box", ASKED),
        (DIE, "typed", ASKED),
        (BLANK, "software", ASKED),
        (CARD, "software", (["miss"], "software")),
        (CARD, "box", (["miss"], "software")),
        (CARD, "typed", ASKED),
        (CELL, "software", ASKED),
        (CARDS, "software", ASKED),
        (LENGTH, "software", ASKED),
    ],
)
def test_software_rolls_what_the_table_chose_and_whose_faces_are_known(
    question: Question, dice: str, said: Any
) -> None:
    answer, source = unasked(dice).answer(question, Talk(), {})
    assert (answer, source if answer else "") == said


def test_somebody_at_the_table_may_roll_instead() -> None:
    one = unasked("software")
    one.waits_for = lambda question: question is DIE
    assert one.answer(DIE, Talk(), {}) == ASKED
    assert one.answer(CARD, Talk(), {})[1] == "software"


@pytest.mark.parametrize(("roll", "said"), [([3], ([3], "kept")), ([9], ASKED), (None, ASKED)])
def test_a_kept_roll_is_used_once_if_it_fits(roll: Any, said: Any) -> None:
    kept = {} if roll is None else {DIE.key: roll}
    one = unasked("typed")
    assert one.answer(DIE, Talk(), kept) == said
    assert kept == {}
    assert one.answer(DIE, Talk(), kept) == ASKED


def test_an_order_is_taken_for_its_kind_of_question_only() -> None:
    one = unasked("software")
    assert one.answer(CARDS, ORDERED, {}) == (1, "order")
    assert one.answer(LENGTH, ORDERED, {}) == ASKED


@pytest.mark.parametrize(("typed", "said"), [(2, (2, "owner")), (9, ASKED), (None, ASKED)])
def test_the_owners_book_answers_if_it_fits(typed: Any, said: Any) -> None:
    one = unasked("software")
    one.printed = lambda cell: typed
    assert one.answer(CELL, Talk(), {}) == said
