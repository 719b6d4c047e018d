"""What the options of all games have: words of a list, what the owner typed from the book, and who plays what.

Everything is read from a file or a phone, so whatever is wrong is a ValueError with a sentence that names it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.games.coding import read
from companion.games.fields import Value

Book = Mapping[str, Mapping[str, Mapping[str, Value]]]
"""Chart -> row -> column -> what the owner typed."""


def read_words(
    data: Mapping[str, Any], known: Mapping[str, Mapping[str, str]], others: Sequence[str] = ("seats",)
) -> dict[str, Any]:
    """Option -> the word that was chosen, and the book. known: option -> words with what they mean. others: options
    that the game reads by itself."""
    chosen: dict[str, Any] = {}
    for name, value in data.items():
        if name == "book":
            chosen[name] = read(value, dict[str, dict[str, dict[str, Value]]])
        elif name in known:
            if not isinstance(value, str) or value not in known[name]:
                raise ValueError(f"option {name}: {value!r} is none of {', '.join(known[name])}")
            chosen[name] = str(value)
        elif name not in others:
            raise ValueError(f"option {name!r} is not known; the options are {', '.join((*others, *known))}")
    return chosen


def read_seats(data: Any, sides: Collection[str], what: str, most: int) -> dict[str, tuple[str, ...]]:
    """Seat -> the sides that it plays, two at least in all. what: a side as the game calls it."""
    if not isinstance(data, Mapping) or not data:
        one, *others = (f'"{side}"' for side in sides)
        example = f'{{"ann": {one}, "bob": [{", ".join(others[:2])}]}}'
        raise ValueError(f"seats: write {example}: each seat with its {what}s")
    seats: dict[str, tuple[str, ...]] = {}
    taken: set[str] = set()
    for seat, plays in data.items():
        if not isinstance(plays, str | list | tuple):
            raise ValueError(f"seats: {seat} plays a {what}, or a list of {what}s")
        mine = (plays,) if isinstance(plays, str) else tuple(plays)
        if not seat or not mine:
            raise ValueError(f"seats: {seat!r} plays no {what}")
        for side in mine:
            if not isinstance(side, str) or side not in sides or side in taken:
                known = ", ".join(sides)
                raise ValueError(f"seats: {seat} cannot play {side!r}: already taken, or none of the {what}s {known}")
            taken.add(side)
        seats[str(seat)] = mine
    if len(taken) < 2:
        raise ValueError(f"seats: at least two {what}s are needed")
    if len(taken) > most:
        raise ValueError(f"seats: at most {most} {what}s play; here are {len(taken)}")
    return seats
