"""The board as data: zones of squares, doors, secret doors, ways, and which square is next to which.

Two squares are next to each other if they share an edge inside one zone, or if an open door or a way joins them; there
are no diagonals. What is printed only as a picture is `inferred` in board.toml. Knows squares, not who stands on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

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
class Haunted:
    """The Haunter's rows: along "rows" or "columns" of the board; row 1 is line `first`, row 9 is line `last`."""

    along: str
    first: int
    last: int

    def line(self, row: int) -> int:
        """The board's row or column that is the Haunter's row, 1 and more."""
        return self.first + (row - 1) * (1 if self.last >= self.first else -1)


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
    haunter: Haunted
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
        part = 1 if self.haunter.along == "rows" else 0
        return tuple(s for s in self.zone_of if xy(s)[part] == self.haunter.line(row))

    def secret_door_at(self, square: str) -> SecretDoor | None:
        """The secret door whose numbered square this is."""
        return next((door for door in self.secret_doors if door.square == square), None)

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


def build_board(
    status: str,
    source: str,
    zones: tuple[Zone, ...],
    doors: tuple[Door, ...],
    secret_doors: tuple[SecretDoor, ...],
    ways: tuple[tuple[str, str, bool], ...],
    places: tuple[str, str, tuple[str, ...]],
    haunter: Haunted,
    camera: tuple[int, int, int, int],
) -> Board:
    """The board with what follows from its parts. places: fountain, teleport, starts."""
    zone_of = {square: zone for zone in zones for square in zone.squares}
    beside = {s: tuple(n for n in around(s) if zone_of.get(n) is zone_of[s]) for s in zone_of}
    links = {s: _links(s, beside, doors, ways) for s in zone_of}
    return Board(status, source, zones, doors, secret_doors, ways, *places, haunter, camera, zone_of, beside, links)


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


def xy(square: str) -> tuple[int, int]:
    """Column and row of a square's name."""
    x, _, y = square.partition(",")
    return int(x), int(y)


def around(square: str) -> list[str]:
    """The four squares that share an edge with it, whether the board has them or not."""
    x, y = xy(square)
    return [f"{x + 1},{y}", f"{x - 1},{y}", f"{x},{y + 1}", f"{x},{y - 1}"]
