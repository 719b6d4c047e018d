"""What a table agrees on before the game: who plays which band, the ground, and how the gaps in the text are treated.

seats: seat name -> a band, or a list of bands. bands: bands of one's own, as `bands.read_bands` has them; a name that
is none of those is a ready band of ours. rounds: turns that are played, where the game ends by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.dark_age_skirmish.bands import READY, Band, check_together, read_bands
from companion.games.dark_age_skirmish.things import WORDS, Things, read_things
from companion.games.options import Book, read_seats, read_words

OPTIONS: dict[str, dict[str, str]] = {
    "ground": {"farm": "huts, hedges, a wall and a wood; ours", "ford": "a stream to swim or to go round; ours"},
    "turns": {
        "by-size": "cards up to a dozen characters with cards, factions above (DA-3)",
        "cards": "always a card for each character",
        "factions": "always faction by faction",
    },
    "first": {
        "rolled": "factions act in the order of 1d10 each turn; the text does not say (DA-3)",
        "seated": "in the order in which the seats were given",
    },
    "friends": {
        "bands": "each band fights for itself",
        "players": "bands of one player are friends and win together",
    },
    "units": {
        "cm": "the text's centimetres",
        "hexes": "the text's hexes, of 2 cm or of the table's grid, from centres",
    },
    "ranges": {"edge": "a range in cm is measured from base to base", "centre": "from centre to centre"},
    "rocks": {"asked": "the range of thrown rocks is typed once a game (DA-8)", "house": "our ranges"},
    "lengths": {
        "asked": "which of two weapons is longer is asked once a game (DA-13)",
        "house": "our order of weapons",
    },
    "fatigue": {
        "inferred": "twice the Strength as it is now (DA-23)",
        "typed": "each figure's points are typed before the game",
    },
    "berserkers": {"nine": "their Bravery is 9", "eight": "one more than their number, as for the others (DA-4)"},
    "crossbow": {
        "no-reload": "the text has no reloading (DA-35)",
        "reload": "a turn of nothing else after each shot; ours",
    },
    "rowing": {"asked": "what rowing takes is typed once a game (DA-31)", "house": "one point, ours"},
    "end": {
        "last": "the last band with somebody who can fight; ours, as all of these (DA-35)",
        "half": "a band that has lost half its points gives up",
        "rounds": "after so many turns, by points left",
    },
}
"""Name -> values with what they mean; the default first."""

FREE = ("seats", "bands", "rounds", *WORDS)
"""Options that are not one of some words."""
MOST_ROUNDS = 50
MOST_SIDES = 4


@dataclass(frozen=True, slots=True)
class Options:
    """As agreed. seats: seat -> its bands; bands: those that play, by name."""

    seats: Mapping[str, tuple[str, ...]]
    bands: Mapping[str, Band]
    ground: str = "farm"
    turns: str = "by-size"
    first: str = "rolled"
    friends: str = "bands"
    units: str = "cm"
    ranges: str = "edge"
    rocks: str = "asked"
    lengths: str = "asked"
    fatigue: str = "inferred"
    berserkers: str = "nine"
    crossbow: str = "no-reload"
    rowing: str = "asked"
    end: str = "last"
    rounds: int = 12
    things: Things = Things()
    book: Book = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, ...]:
        """The bands, in the order in which the seats were given."""
        return tuple(self.bands)

    def seat_of(self, side: str) -> str:
        """Who plays this band."""
        return next(seat for seat, sides in self.seats.items() if side in sides)

    def are_friends(self, one: str, other: str) -> bool:
        """Whether two bands are one, or fight together."""
        return one == other or (self.friends == "players" and self.seat_of(one) == self.seat_of(other))


def read_options(data: Mapping[str, Any]) -> Options:
    """The options in a game's header. ValueError with a sentence that names what is wrong."""
    chosen = read_words(data, OPTIONS, FREE)
    own = read_bands(data.get("bands") or {})
    ready = {**READY, **own}
    seats = read_seats(data.get("seats") or {"vikings": "vikings", "fyrd": "fyrd"}, ready, "band", MOST_SIDES)
    playing = {side: ready[side] for sides in seats.values() for side in sides}
    idle = next((name for name in own if name not in playing), None)
    if idle is not None:
        raise ValueError(f"bands: nobody plays {idle!r}; give it to a seat")
    check_together(playing)
    if chosen.get("friends") == "players" and len(seats) == 1 and len(playing) > 1:
        raise ValueError(f"friends: {next(iter(seats))!r} plays all bands, and there would be nobody to fight")
    rounds = _rounds(data.get("rounds", Options(seats, playing).rounds))
    return Options(seats, playing, **chosen, rounds=rounds, things=read_things(data, playing))


def _rounds(value: Any) -> int:
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_ROUNDS:
        raise ValueError(f"rounds: {value!r} is not a whole number from 1 to {MOST_ROUNDS}")
    return value
