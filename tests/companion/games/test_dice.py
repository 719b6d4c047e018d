"""Dice notation, and drawing."""

from __future__ import annotations

import random

import pytest

from companion.games.dice import Dice, by, draw, read_dice
from companion.games.questions import Roll


@pytest.mark.parametrize(
    ("notation", "dice"),
    [
        ("d6", Dice(1, 6)),
        ("2d6", Dice(2, 6)),
        ("D100", Dice(1, 100)),
        ("3d10+2", Dice(3, 10, 2)),
        ("1d4-1", Dice(1, 4, -1)),
        (" d8 ", Dice(1, 8)),
    ],
)
def test_notation(notation: str, dice: Dice) -> None:
    assert read_dice(notation) == dice


@pytest.mark.parametrize("notation", ["", "6", "0d6", "d0", "d", "2d6+", "d6d6", "2x6", "100d6"])
def test_what_is_no_notation_is_told(notation: str) -> None:
    with pytest.raises(ValueError, match="is no dice notation"):
        read_dice(notation)


def test_faces() -> None:
    assert read_dice("d4").faces == (1, 2, 3, 4)


def test_a_die_whose_faces_are_unknown_is_not_rolled() -> None:
    assert draw(Roll("k", "s", "w", "die", (0, 1, 2), (), 2), by(random.Random(1))) is None


def test_a_die_shows_every_face_and_a_pack_gives_each_card_once() -> None:
    rng = random.Random(1)
    die = Roll("k", "s", "w", "die", (1, 2, 3), (1, 2, 3), 3)
    assert {tuple(draw(die, by(rng)) or ()) for _ in range(500)} == {
        (a, b, c) for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3)
    }
    pack = Roll("k", "s", "w", "pack", ("a", "b"), ("a", "b", "b"), 3, returns=False)
    assert {tuple(sorted(map(str, draw(pack, by(rng)) or ()))) for _ in range(100)} == {("a", "b", "b")}
