"""What devices may answer: orders, dice, and a dial that is turned down."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.at_table import AtTable, Sighted, is_dice, is_order, said_by_dial
from companion.games.dark_world.game import GAME as DARK_WORLD
from companion.games.fields import OneOf, Range
from companion.games.questions import Choose, Measure, Question, Roll

HEROES = ("knight", "dwarf", "ranger")
DICE = (0, 0, 1, 2)


def roll(faces: tuple[Any, ...], count: int = 1, **more: Any) -> Roll:
    return Roll("k", "ann", "why", "what", tuple(dict.fromkeys(faces)) or (0, 1, 2), faces, count, **more)


@pytest.mark.parametrize(
    ("question", "order", "dice"),
    [
        (roll(HEROES, 3, returns=False), True, False),
        (roll(HEROES, 2, returns=False), False, False),
        (roll(("a",), 1, returns=False), False, False),
        (roll(tuple("abcde"), 5, returns=False), False, False),
        (roll(("hit", "hit", "miss"), 3, returns=False), False, False),
        (roll(HEROES, 3, returns=False, secret=True), False, False),
        (roll(DICE, 2), False, True),
        (roll(DICE, 12), False, True),
        (roll(DICE, 13), False, False),
        (roll(()), False, False),
        (roll(tuple(range(20))), False, True),
        (roll(tuple(range(21))), False, False),
        (roll(tuple(range(1, 101)), 6), False, True),
        (roll(tuple(range(1, 101)), 7), False, False),
        (roll((0, 100)), False, False),
        (roll(DICE, secret=True), False, False),
        (roll((1, 2, 3), 1, returns=False), False, False),
        (Choose("k", "ann", "why", OneOf(("a", "b")), "a"), False, False),
        (Measure("k", "ann", "why", "a", "b"), False, False),
    ],
)
def test_what_mace_and_box_can_answer(question: Question, order: bool, dice: bool) -> None:
    assert (is_order(question), is_dice(question)) == (order, dice)


def cards(struck: int, most: int) -> Choose:
    return Choose("k", "ann", "why", Range(0, most), 0, secret=True, dial="knight", struck=struck)


@pytest.mark.parametrize(
    ("question", "down", "at_rest", "answer"),
    [
        (cards(3, 2), 3, 4, 0),
        (cards(3, 2), 2, 4, 1),
        (cards(3, 2), 1, 4, 2),
        (cards(3, 2), 4, 4, None),
        (cards(3, 1), 1, 4, None),
        (cards(3, 2), 0, 4, None),
        (cards(3, 2), -1, 4, None),
        (cards(3, 2), 3, 0, 0),
        (cards(3, 2), 2, 0, None),
        (cards(4, 1), 3, 0, None),
        (cards(4, 0), 3, 0, 0),
        (roll((), 2, dial="knight"), 3, 2, [2, 1]),
        (roll((), 2, dial="knight"), 4, 2, [2, 2]),
        (roll((), 2, dial="knight"), 5, 2, None),
        (roll((), 2, dial="knight"), 1, 2, [1, 0]),
        (roll((), 2, dial="knight"), 3, 0, None),
        (roll(DICE, 2, dial="knight"), 3, 2, None),
        (roll((), 2), 3, 2, None),
        (Measure("k", "ann", "why", "a", "b"), 3, 2, None),
    ],
)
def test_what_a_dial_says(question: Question, down: int, at_rest: int, answer: Any) -> None:
    assert said_by_dial(question, "knight", down, at_rest) == answer
    assert said_by_dial(question, "dwarf", down, at_rest) is None
    assert answer is None or question.complaint(answer) is None


def test_dark_world_is_played_at_a_table() -> None:
    game = DARK_WORLD.at_table
    assert isinstance(game, AtTable) and isinstance(game, Sighted)
    state = DARK_WORLD.begin({})
    assert set(game.pieces(state)) == set(game.colours()) <= set(game.names(state))
    assert len(set(game.colours().values())) == len(game.pieces(state)) <= 4
    assert all(game.owner(state, piece) in DARK_WORLD.seats(state) for piece in game.pieces(state))
    assert game.owner(state, "nobody") == "" and game.hits(state) == {} and game.in_turn(state) == ()
