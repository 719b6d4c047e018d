"""A game's dice at the dice box and back; what is asked of a box must be a line of the wire."""

from __future__ import annotations

import pytest

from companion.games.at_table import is_dice
from companion.games.questions import Roll
from companion.service.box_rolls import from_box, to_box
from firmware_bridge.devices.dicebox import DiceBox, ask
from firmware_bridge.wire.messages import text_of

D6, D10, D100 = (1, 2, 3, 4, 5, 6), tuple(range(10)), tuple(range(1, 101))


def roll(faces: tuple[int, ...], count: int = 1) -> Roll:
    return Roll("k", "ann", "why", "die", faces, faces, count)


@pytest.mark.parametrize(
    ("asked", "values", "answer"),
    [
        (roll(D6), (4,), [4]),
        (roll((0, 0, 1, 2), 3), (0, 2, 1), [0, 2, 1]),
        (roll(D10), (0,), [0]),
        (roll(D100), (30, 7), [37]),
        (roll(D100), (0, 0), [100]),
        (roll(D100), (0, 1), [1]),
        (roll(D100, 2), (90, 9, 0, 0), [99, 100]),
        (roll(D6, 12), (6,) * 12, [6] * 12),
        (roll(D100, 6), (0, 5) * 6, [5] * 6),
    ],
)
def test_there_and_back(asked: Roll, values: tuple[int, ...], answer: list[int]) -> None:
    assert is_dice(asked)
    sent = to_box(asked, 7)
    assert len(sent.dice) == len(values)
    for message in ask(DiceBox("dice-1"), sent).messages:
        assert text_of(message)
    assert from_box(asked, values) == answer and asked.complaint(answer) is None


def test_every_hundred_comes_once() -> None:
    kinds = to_box(roll(D100), 1).faces
    assert sorted(from_box(roll(D100), (tens, ones))[0] for tens in kinds[0] for ones in kinds[1]) == list(D100)
