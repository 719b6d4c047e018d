"""Which colour a game's piece has: of its ball in the mace, and of its dial. Pure.

A hero of the room that bears a piece's name is that piece; so whoever gives a colour another name changes it. A piece
that has no hero yet takes one without a name, or the next free colour.
"""

from __future__ import annotations

from dataclasses import replace

from companion.service import room as rooms
from companion.service.room import Change, Hero, Room
from firmware_bridge.wire.messages import COLOURS

FIRST = ("red", "blue", "green", "yellow")


def colour_of(room: Room, piece: str) -> str:
    """The piece's colour. KeyError if it has none."""
    for hero in room.heroes.values():
        if hero.name.casefold() == piece.casefold():
            return hero.colour
    raise KeyError(piece)


def with_colours(room: Room, pieces: tuple[str, ...]) -> Change:
    """The room in which every piece has its hero."""
    change = Change(room)
    for piece in pieces:
        heroes = change.room.heroes
        if any(hero.name.casefold() == piece.casefold() for hero in heroes.values()):
            continue
        free = next((hero for hero in heroes.values() if not hero.name), None)
        if free is None:
            free = Hero(next(colour for colour in (*FIRST, *COLOURS) if colour not in heroes))
        later = rooms.with_hero(change.room, replace(free, name=piece))
        change = Change(later.room, (*change.messages, *later.messages))
    return change
