"""The board as data: zones of squares, doors, secret doors, ways, and which square is next to which.

Two squares are next to each other if they share an edge inside one zone, or if an open door or a way joins them; there
are no diagonals. What is printed only as a picture is `inferred` in board.toml. Knows squares, not who stands on them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.charts import STATUSES, ChartFault

HOLDS_MANY = ("doomstep", "front")
"""Kinds of zone whose square holds any number of Heroes; the fountain's square does too."""


@dataclass(frozen=True, slots=True)
class Zone:
    """kind: entrance, room, doomstep, lower, under, stairs, front or throne. room: 1 to 8, 0 if it is no room."""

    name: str
    kind: str
    squares: tuple[str, ...]
    room: int = 0


@dataclass(frozen=True, slots=True)
class Door:
    """into: the room it leads into, in the order of rooms. before: the square on this side; behind: in the room."""

    into: int
    before: str
    behind: str


@dataclass(frozen=True, slots=True)
class SecretDoor:
    """room: where its numbered square is. far: the square on the other side."""

    room: int
    square: str
    far: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board. status and source hold for everything on it.

    camera: first and last column, first and last row of the block whose outer corners are tapped on the picture.
    beside: square -> those that share an edge in its zone. links: square -> (other square, door between, 0 for none).
    """

    status: str
    source: str
    zones: tuple[Zone, ...]
    doors: tuple[Door, ...]
    secret_doors: tuple[SecretDoor, ...]
    ways: tuple[tuple[str, str, bool], ...]
    fountain: str
    teleport: str
    starts: tuple[str, ...]
    haunter_first: int
    haunter_rows: int
    camera: tuple[int, int, int, int]
    zone_of: Mapping[str, Zone]
    beside: Mapping[str, tuple[str, ...]]
    links: Mapping[str, tuple[tuple[str, int], ...]]

    def zone(self, square: str) -> Zone:
        """The zone of a square; KeyError if there is no such square."""
        return self.zone_of[square]

    def of_kind(self, *kinds: str) -> tuple[str, ...]:
        """All squares of zones of these kinds."""
        return tuple(square for zone in self.zones if zone.kind in kinds for square in zone.squares)

    def room(self, number: int) -> Zone:
        """A room by its number."""
        return next(zone for zone in self.zones if zone.room == number)

    def holds_many(self, square: str) -> bool:
        """Whether several Heroes may stand here at once (DW-27, DW-43)."""
        return square == self.fountain or self.zone(square).kind in HOLDS_MANY

    def doors_at(self, square: str) -> tuple[Door, ...]:
        """Doors that somebody on this square stands at."""
        return tuple(door for door in self.doors if square in (door.before, door.behind))

    def next_to(self, square: str, open_doors: Collection[int]) -> tuple[str, ...]:
        """Squares one step away, in a fixed order. open_doors: by the room they lead into."""
        return tuple([other for other, door in self.links[square] if not door or door in open_doors])

    def haunted(self, row: int) -> tuple[str, ...]:
        """Squares of the Haunter's row 1 to 9."""
        return tuple(s for s in self.zone_of if xy(s)[1] == self.haunter_first + row - 1)

    def line(self, square: str, open_doors: Collection[int]) -> tuple[str, ...]:
        """Squares exactly two away in a straight line, with nothing but open ways between."""
        x, y = xy(square)
        found = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            middle, end = f"{x + dx},{y + dy}", f"{x + 2 * dx},{y + 2 * dy}"
            if middle in self.next_to(square, open_doors) and end in self.next_to(middle, open_doors):
                found.append(end)
        return tuple(found)


def reach(
    start: str,
    steps: int,
    next_to: Callable[[str], tuple[str, ...]],
    may_enter: Callable[[str], bool],
    must_stop: Callable[[str], bool],
) -> dict[str, int]:
    """Square -> steps of the shortest way, for all squares at most `steps` away; the start is not among them."""
    found, edge = {start: 0}, [start]
    for step in range(1, steps + 1):
        onwards = [s for s in edge if s == start or not must_stop(s)]
        edge = []
        for square in onwards:
            for other in next_to(square):
                if other not in found and may_enter(other):
                    found[other] = step
                    edge.append(other)
    del found[start]
    return found


def load_board(path: Path) -> Board:
    """The board in a TOML file. ChartFault with a sentence if it is not whole."""
    with path.open("rb") as file:
        return read_board(tomllib.load(file))


def read_board(data: Mapping[str, Any]) -> Board:
    """The board in parsed TOML: checked for its status and for every square named being one of a zone, once."""
    if data.get("status") not in STATUSES or not data.get("source"):
        raise ChartFault("board: status or source missing")
    zones = tuple(
        Zone(z["name"], z["kind"], tuple(_block(z["columns"], z["rows"])), z.get("room", 0)) for z in data["zones"]
    )
    zone_of: dict[str, Zone] = {}
    for zone in zones:
        for square in zone.squares:
            if square in zone_of:
                raise ChartFault(f"board: square {square} is in {zone_of[square].name} and in {zone.name}")
            zone_of[square] = zone
    doors = tuple(Door(d["into"], d["before"], d["behind"]) for d in data["doors"])
    secret = tuple(SecretDoor(d["room"], d["square"], d["far"]) for d in data["secret_doors"])
    ways = tuple((w["a"], w["b"], w.get("one_way", False)) for w in data["ways"])
    places, haunter = data["places"], data["haunter"]
    named = [places["fountain"], places["teleport"], *places["starts"]]
    named += [s for d in doors for s in (d.before, d.behind)] + [s for d in secret for s in (d.square, d.far)]
    named += [s for a, b, _ in ways for s in (a, b)]
    for square in named:
        if square not in zone_of:
            raise ChartFault(f"board: square {square} is named but is in no zone")
    if sorted(d.into for d in doors) != sorted(z.room for z in zones if z.room):
        raise ChartFault("board: each room needs the one door that leads into it")
    beside = {s: tuple(n for n in _around(s) if zone_of.get(n) is zone_of[s]) for s in zone_of}
    return Board(
        str(data["status"]),
        str(data["source"]),
        zones,
        doors,
        secret,
        ways,
        places["fountain"],
        places["teleport"],
        tuple(places["starts"]),
        haunter["first_row"],
        haunter["rows"],
        (*data["camera"]["columns"], *data["camera"]["rows"]),
        zone_of,
        beside,
        {s: _links(s, beside, doors, ways) for s in zone_of},
    )


def _links(
    square: str,
    beside: Mapping[str, tuple[str, ...]],
    doors: tuple[Door, ...],
    ways: tuple[tuple[str, str, bool], ...],
) -> tuple[tuple[str, int], ...]:
    found = [(other, 0) for other in beside[square]]
    found += [(d.behind if d.before == square else d.before, d.into) for d in doors if square in (d.before, d.behind)]
    found += [(b, 0) for a, b, _ in ways if a == square]
    found += [(a, 0) for a, b, one_way in ways if b == square and not one_way]
    return tuple(found)


def _block(columns: list[int], rows: list[int]) -> list[str]:
    return [f"{x},{y}" for y in range(rows[0], rows[1] + 1) for x in range(columns[0], columns[1] + 1)]


def xy(square: str) -> tuple[int, int]:
    """Column and row of a square's name."""
    x, _, y = square.partition(",")
    return int(x), int(y)


def _around(square: str) -> list[str]:
    x, y = xy(square)
    return [f"{x + 1},{y}", f"{x - 1},{y}", f"{x},{y + 1}", f"{x},{y - 1}"]
