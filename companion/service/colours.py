"""Which colour a game's piece has: of its ball in the mace, and of its dial. Pure.

A hero of the room that bears a piece's name is that piece; so whoever gives a colour another name changes it. A piece
that has no hero yet takes the colour of its figure's ring, one without a name, its own, or the next free colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.service import room as rooms
from companion.service.room import Change, Hero, Room
from firmware_bridge.wire.messages import COLOURS

RINGS = {"purple": "violet", "light blue": "cyan", "turquoise": "cyan", "dark blue": "blue"}
"""Ring's colour, as the setup file names it -> the light of mace and dials that looks like it, where names differ."""


def light_of(ring: str) -> str:
    """The colour that mace and dials have for a ring's; its own name where they have none."""
    return RINGS.get(ring, ring)


def colour_of(room: Room, piece: str) -> str:
    """The piece's colour. KeyError if it has none."""
    for hero in room.heroes.values():
        if hero.name.casefold() == piece.casefold():
            return hero.colour
    raise KeyError(piece)


def with_colours(room: Room, pieces: Mapping[str, str], rings: Mapping[str, str]) -> Change:
    """The room in which every piece has its hero. pieces: piece -> its own colour.

    rings: figure's name in small letters -> its ring's colour.
    """
    change = Change(room)
    for piece, own in pieces.items():
        heroes = change.room.heroes
        if any(hero.name.casefold() == piece.casefold() for hero in heroes.values()):
            continue
        ring = light_of(rings.get(piece.casefold(), ""))
        others = {light_of(rings[o.casefold()]) for o in pieces if o != piece and o.casefold() in rings}
        free = next((hero for hero in heroes.values() if not hero.name and hero.colour not in others), None)
        if ring in COLOURS and (ring not in heroes or not heroes[ring].name):
            free = heroes.get(ring) or Hero(ring)
        elif free is None:
            free = Hero(next((one for one in (own, *COLOURS) if one not in heroes and one not in others), own))
        later = rooms.with_hero(change.room, replace(free, name=piece))
        change = Change(later.room, (*change.messages, *later.messages))
    return change
