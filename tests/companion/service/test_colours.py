"""Which colour a piece gets: what people said, its ring, a hero without a name, its own, what is left."""

from __future__ import annotations

import pytest

from companion.service.colours import colour_of, with_colours
from companion.service.room import Hero, Room

PIECES = {"knight": "blue", "dwarf": "green"}


@pytest.mark.parametrize(
    ("heroes", "rings", "colours"),
    [
        ((), {}, {"knight": "blue", "dwarf": "green"}),
        ((Hero("red", "Knight"),), {}, {"knight": "red", "dwarf": "green"}),
        ((), {"knight": "red"}, {"knight": "red", "dwarf": "green"}),
        ((), {"knight": "green"}, {"knight": "green", "dwarf": "red"}),
        ((Hero("white"),), {}, {"knight": "white", "dwarf": "green"}),
        ((Hero("blue", "Ansel"),), {}, {"knight": "red", "dwarf": "green"}),
        ((Hero("red", "Ansel"),), {"knight": "red"}, {"knight": "blue", "dwarf": "green"}),
        ((Hero("red"),), {"dwarf": "red"}, {"knight": "blue", "dwarf": "red"}),
        ((), {"knight": "purple"}, {"knight": "violet", "dwarf": "green"}),
        ((), {"knight": "pink"}, {"knight": "blue", "dwarf": "green"}),
    ],
)
def test_every_piece_has_a_colour(heroes: tuple[Hero, ...], rings: dict[str, str], colours: dict[str, str]) -> None:
    room = with_colours(Room(heroes={one.colour: one for one in heroes}), PIECES, rings).room
    assert {piece: colour_of(room, piece) for piece in PIECES} == colours
    assert with_colours(room, PIECES, rings).room == room
