"""What a table agrees on before the game: who plays which side, the scenario, and how the gaps in the text are
treated.

seats: seat name -> a side, or a list of sides. records: figure -> {level, games, wounds} from earlier games (FL-2,
FL-5). book: what the owner typed from the book before; chart -> row -> column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.flintloque.experience import DEAD, LEVELS, Record
from companion.games.flintloque.printed import CHARTS, NAMES, OSWOLD, SIDES, about, stat
from companion.games.options import Book, read_seats, read_words

OPTIONS: dict[str, dict[str, str]] = {
    "scenario": {"one": "the dead Dwarf at the crossroads", "two": "the bridge over the River Sticks"},
    "weather": {
        "clear": "no shift",
        "light-snow": "every move a column to the left (FL-21)",
        "fog": "every move a column to the left (FL-21)",
        "deep-snow": "every move two columns to the left (FL-21)",
    },
    "morale": {
        "asked": "a row that the text has lost is read from your book when it is needed, once a game (FL-17)",
        "house": "our letters for those rows, not the book's",
    },
    "sheets": {
        "inferred": "lines that are cut off are taken as those of their comrades (FL-36, FL-37)",
        "typed": "their player types them from the book before the game",
    },
    "charged": {
        "none": "being charged calls for no Morale Check (FL-14)",
        "hit": "it is checked in the column of the first hit",
        "pushed": "it is checked in the column of being pushed back",
        "wounded": "it is checked in the column of a wound",
    },
    "elite_fire": {
        "together": "all fire is simultaneous (FL-13)",
        "first": "elite troops fire before the others",
    },
    "ogre": {
        "south": "the Ogre carries Oswold off the southern edge (FL-47)",
        "river": "he may also throw him into the river, and that is what he wants",
    },
}
"""Name -> values with what they mean; the default first."""


@dataclass(frozen=True, slots=True)
class Options:
    """As agreed. seats: seat -> its sides."""

    seats: Mapping[str, tuple[str, ...]]
    scenario: str = "one"
    weather: str = "clear"
    morale: str = "asked"
    sheets: str = "inferred"
    charged: str = "none"
    elite_fire: str = "together"
    ogre: str = "south"
    records: Mapping[str, Record] = field(default_factory=dict)
    book: Book = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, ...]:
        """Those that play, in the book's order."""
        played = {side for sides in self.seats.values() for side in sides}
        return tuple(side for side in SIDES if side in played)

    def living(self, side: str) -> tuple[str, ...]:
        """The side's characters whom no earlier game has killed."""
        dead = {name for name, record in self.records.items() if record.level == DEAD}
        return tuple(name for name in NAMES if about(name, "side") == side and name not in dead)

    def seat_of(self, side: str) -> str:
        """Who plays this side."""
        return next(seat for seat, sides in self.seats.items() if side in sides)


def read_options(data: Mapping[str, Any]) -> Options:
    """The options in a game's header. ValueError with a sentence that names what is wrong."""
    chosen = read_words(data, OPTIONS, ("seats", "records"))
    seats = read_seats(data.get("seats") or {side: side for side in SIDES}, SIDES, "side", len(SIDES))
    options = Options(seats, **chosen)
    if options.scenario == "two" and "orcs" not in options.sides:
        raise ValueError("seats: Scenario Two is about Oswold; somebody must play the orcs (FL-44)")
    options = Options(options.seats, **chosen, records=_records(data.get("records") or {}))
    for side in options.sides:
        if not options.living(side):
            raise ValueError(f"records: nobody of the {side} is left alive; leave them out of the seats")
    if options.scenario == "two" and OSWOLD not in options.living("orcs"):
        raise ValueError("records: Scenario Two is about Oswold, and he is dead (FL-44)")
    return options


def _records(data: Any) -> dict[str, Record]:
    if not isinstance(data, Mapping):
        raise ValueError("records: write figure -> {level, games, wounds}")
    records: dict[str, Record] = {}
    for name, record in data.items():
        if name not in NAMES:
            raise ValueError(f"records: there is no character {name!r}")
        match record:
            case {"level": level, "games": games, "wounds": wounds} if (
                level in (*LEVELS, DEAD) and _is_count(games) and _is_count(wounds)
            ):
                printed = CHARTS["roster"].cell(name, "wounds")
                if level != DEAD and printed.status == "read" and wounds >= stat(name, "wounds"):
                    most = stat(name, "wounds") - 1
                    raise ValueError(
                        f"records, {name}: who lives lacks {most} wounds at most; else his level is {DEAD}"
                    )
                records[name] = Record(str(level), games, wounds)
            case _:
                levels = ", ".join((*LEVELS, DEAD))
                raise ValueError(f"records, {name}: write level (one of {levels}), games and wounds, each 0 or more")
    return records


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
