"""What a table agrees on before the game: who plays, the level, and how the gaps in the text are treated.

seats: seat name -> "korak", or the names of its Heroes. Each gap has its option, with the default first in OPTIONS.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.dark_world.board_checks import board_of
from companion.games.dark_world.printed import HEROES
from companion.games.options import Book, read_words

OPTIONS: dict[str, dict[str, str]] = {
    "level": {
        "basic": "the rules without the advanced ones",
        "advanced": "at most 6 cards in a hand; a kill in combat needs one hit more (DW-47)",
    },
    "discs": {
        "typed": "Korak's player types the numbers on the discs once, in private (DW-3)",
        "word": "no numbers are kept: Korak's player says whether a Monster is dead (DW-3)",
        "house": "our numbers, not the book's",
    },
    "die": {
        "unknown": "real dice are rolled and their hits typed (DW-18)",
        "typed": "Korak's player types once how many faces show 0, 1 and 2",
        "house": "our faces, not the book's",
    },
    "turn_cost": {
        "whole": "fountain and Teleport take all three actions of a turn (DW-49)",
        "rest": "they take what is left of the turn, at least one action (DW-49)",
    },
    "board": {
        "inferred": "our layout; the book shows the board in pictures only (DW-8)",
        "file": "the owner's layout, from the page of the board (DW-8)",
    },
    "heroes": {
        "all": "all four Heroes play, however many players there are (DW-51)",
        "some": "only the Heroes that have a player play (DW-51)",
    },
}


@dataclass(frozen=True, slots=True)
class Options:
    """As agreed. seats: seat -> its Heroes; Korak's seat has none. board: "inferred", or the owner's, as text.

    book: what the owner typed from the book before; chart -> row -> column.
    """

    seats: Mapping[str, tuple[str, ...]]
    korak: str
    level: str = "basic"
    discs: str = "typed"
    die: str = "unknown"
    turn_cost: str = "whole"
    board: str = "inferred"
    heroes: str = "all"
    book: Book = field(default_factory=dict)


def read_options(data: Mapping[str, Any]) -> Options:
    """The options in a game's header. ValueError with a sentence that names what is wrong."""
    chosen = read_words({name: value for name, value in data.items() if name != "board"}, OPTIONS)
    if "board" in data:
        chosen["board"] = _board(data["board"])
    korak, seats = _seats(data.get("seats") or {"korak": "korak", "heroes": list(HEROES)})
    options = Options(seats, korak, **chosen)
    played = [hero for heroes in seats.values() for hero in heroes]
    if options.heroes == "all" and len(played) < len(HEROES):
        left = ", ".join(hero for hero in HEROES if hero not in played)
        raise ValueError(f"seats: nobody plays {left}; give each a seat, or choose heroes = some (DW-51)")
    return options


def _board(value: Any) -> str:
    """A game holds the text of its board, so that it can be played on whatever becomes of the file."""
    if value == "file":
        raise ValueError("option board: no owner's board is kept here; make one on the page of the board")
    if not isinstance(value, str) or (value not in OPTIONS["board"] and "\n" not in value):
        raise ValueError(f"option board: {str(value)[:40]!r} is none of {', '.join(OPTIONS['board'])}")
    board_of(value)
    return value


def _seats(data: Any) -> tuple[str, dict[str, tuple[str, ...]]]:
    if not isinstance(data, Mapping) or not 2 <= len(data) <= 5:
        raise ValueError("seats: Dark World is for 2 to 5 players (DW-1)")
    seats: dict[str, tuple[str, ...]] = {}
    korak = [str(seat) for seat, plays in data.items() if plays == "korak"]
    if len(korak) != 1:
        raise ValueError('seats: exactly one seat plays "korak" (DW-1)')
    taken: set[str] = set()
    for seat, plays in data.items():
        if not isinstance(plays, str | list | tuple):
            raise ValueError(f'seats: {seat} plays "korak", or a list of Heroes (DW-1)')
        heroes = () if plays == "korak" else (plays,) if isinstance(plays, str) else tuple(plays)
        for hero in heroes:
            if hero not in HEROES or hero in taken:
                raise ValueError(f"seats: {seat} cannot play {hero!r}: not a Hero, or already taken (DW-1)")
            taken.add(hero)
        if not seat or (plays != "korak" and not heroes):
            raise ValueError(f"seats: {seat!r} plays nobody (DW-1)")
        seats[str(seat)] = heroes
    return korak[0], seats
