"""What the options of all games have: words, the book, seats; and a sentence for whatever is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.options import read_seats, read_words

KNOWN = {"ground": {"farm": "", "ford": ""}, "end": {"last": "", "half": ""}}
SIDES = ("orcs", "elves", "dwarves", "ogre")


def test_words_and_the_book_are_read_and_the_game_s_own_options_left() -> None:
    book = {"ranges": {"rock": {"short": 5}}}
    assert read_words({}, KNOWN) == {}
    assert read_words({"seats": 7, "end": "half", "book": book}, KNOWN) == {"end": "half", "book": book}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"ground": "moon"}, "option ground: 'moon' is none of farm, ford"),
        ({"ground": ["farm"]}, r"option ground: \['farm'\] is none of farm, ford"),
        ({"moon": "full"}, "option 'moon' is not known; the options are seats, ground, end"),
        ({"book": {"ranges": {"rock": {"short": 1.5}}}}, "dict: Expected"),
    ],
)
def test_what_is_wrong_with_a_word_is_said(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_words(data, KNOWN)


def test_a_seat_plays_one_side_or_several() -> None:
    seats = {"ann": "orcs", "bob": ["elves", "ogre"]}
    assert read_seats(seats, SIDES, "side", 4) == {"ann": ("orcs",), "bob": ("elves", "ogre")}
    assert read_seats({"ann": ["orcs", "elves"]}, SIDES, "side", 2) == {"ann": ("orcs", "elves")}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, 'seats: write {"ann": "orcs", "bob": ["elves", "dwarves"]}: each seat with its sides'),
        ([], "seats: write"),
        ({"ann": 7, "bob": "elves"}, "seats: ann plays a side, or a list of sides"),
        ({"ann": [], "bob": "elves"}, "seats: 'ann' plays no side"),
        ({"": "orcs", "bob": "elves"}, "seats: '' plays no side"),
        ({"ann": "trolls"}, "seats: ann cannot play 'trolls': already taken, or none of the sides orcs, elves"),
        ({"ann": "orcs", "bob": "orcs"}, "seats: bob cannot play 'orcs': already taken"),
        ({"ann": [["orcs"]], "bob": "elves"}, "seats: ann cannot play ['orcs']"),
        ({"ann": "orcs"}, "seats: at least two sides are needed"),
        ({"ann": list(SIDES)}, "seats: at most 3 sides play; here are 4"),
    ],
)
@pytest.mark.parametrize("sides", [SIDES, dict.fromkeys(SIDES)])
def test_what_is_wrong_with_seats_is_said(data: Any, sentence: str, sides: Any) -> None:
    with pytest.raises(ValueError) as fault:
        read_seats(data, sides, "side", 3)
    assert str(fault.value).startswith(sentence)
