"""Whether Dark World can be played on a board: every fault as a sentence, with its place in the file and its squares.

First what the file names (no square in two zones, every zone the rules need, doors that join two places), then, if all
that holds, what follows: every room reached, room enough in it, the castle reached through the Arch. Our own layout
passes all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.games.dark_world.board import Board, around, reach, xy
from companion.games.dark_world.board_file import BoardFault, BoardFile, built, parse_board, squares_of
from companion.games.dark_world.printed import BOARD, CHARTS, HEROES

ROOMS = tuple(range(1, 9))
ONE_OF = ("entrance", "doomstep", "front", "throne")
"""Kinds of zone of which there is exactly one."""
SINGLE = ("doomstep", "front", "throne")
"""Kinds of zone of a single square."""
HAUNTER_ROWS = 9
ARENA_MONSTERS = 6
IN_A_ROOM = 3
"""Two Monsters and a chest, none of them before the door."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """sentence: for people; path: in the file; squares: to be shown on the drawing."""

    sentence: str
    path: tuple[str | int, ...] = ()
    squares: tuple[str, ...] = ()


def complaints(file: BoardFile) -> tuple[Complaint, ...]:
    """Everything that is wrong; none: it can be played on."""
    named = (*_zones(file), *_twice(file), *_doors(file), *_secret_doors(file), *_ways(file), *_places(file))
    named += (*_haunter(file), *_camera(file))
    if named:
        return named
    board = built(file)
    return (*_in_one_piece(board), *_reached(board), *_room_enough(board))


@cache
def board_of(layout: str) -> Board:
    """The board of the option `board`: "inferred", or the text of a file. BoardFault with a sentence."""
    if layout == "inferred":
        return BOARD
    file = parse_board(layout)
    for complaint in complaints(file):
        raise BoardFault(complaint.sentence, complaint.path)
    return built(file)


def _zones(file: BoardFile) -> Iterator[Complaint]:
    kinds: Counter[str] = Counter(zone.kind for zone in file.zones)
    for kind in (*ONE_OF, "lower"):
        if not kinds[kind] or (kind in ONE_OF and kinds[kind] > 1):
            yield Complaint(f"The board needs {'one' if kind in ONE_OF else 'a'} zone of kind {kind}.", ("zones",))
    rooms = Counter(zone.room for zone in file.zones if zone.room)
    for room in ROOMS:
        if rooms[room] != 1:
            how = "is missing" if not rooms[room] else f"is there {rooms[room]} times"
            yield Complaint(f"Room {room} {how}.", ("zones",))
    for n, zone in enumerate(file.zones):
        if (zone.kind == "room") != bool(zone.room):
            said = "is a room and needs its number" if zone.kind == "room" else "has a room's number but is none"
            yield Complaint(f"{zone.name} {said}.", ("zones", n))
        squares = squares_of(zone)
        if not squares or (zone.kind in SINGLE and len(squares) != 1):
            need = "exactly one square" if zone.kind in SINGLE else "at least one square"
            yield Complaint(f"{zone.name} needs {need}.", ("zones", n), squares)


def _twice(file: BoardFile) -> Iterator[Complaint]:
    owner: dict[str, str] = {}
    for n, zone in enumerate(file.zones):
        for square in squares_of(zone):
            if square in owner:
                where = "twice" if owner[square] == zone.name else f"and in {owner[square]}"
                yield Complaint(f"Square {square} is in {zone.name} {where}.", ("zones", n), (square,))
            owner[square] = zone.name


def _homes(file: BoardFile) -> dict[str, tuple[int, str, str, int]]:
    """Square -> its zone's number in the file, name, kind and room."""
    return {s: (n, z.name, z.kind, z.room) for n, z in enumerate(file.zones) for s in squares_of(z)}


def _doors(file: BoardFile) -> Iterator[Complaint]:
    homes = _homes(file)
    into = Counter(door.into for door in file.doors)
    for room in ROOMS:
        if into[room] != 1:
            how = "no door leads" if not into[room] else f"{into[room]} doors lead"
            yield Complaint(f"Into room {room} {how}; it needs one.", ("doors",))
    for n, door in enumerate(file.doors):
        name, both = f"The door into room {door.into}", (door.before, door.behind)
        yield from _between(name, both, homes, ("doors", n))
        if door.behind in homes and homes[door.behind][3] != door.into:
            said = f"{name} has {homes[door.behind][1]} behind it, at square {door.behind}."
            yield Complaint(said, ("doors", n, "behind"), both)
        if door.before in homes and homes[door.before][2] not in ("room", "entrance"):
            yield Complaint(f"{name} leads from {homes[door.before][1]}; it must lead from a room.", ("doors", n), both)


def _secret_doors(file: BoardFile) -> Iterator[Complaint]:
    homes = _homes(file)
    wanted = sorted(int(row) for row in CHARTS["secret_doors"].rows)
    if sorted(secret.room for secret in file.secret_doors) != wanted:
        rooms = " and ".join(map(str, wanted))
        yield Complaint(
            f"There is one secret door in each of the rooms {rooms} (DW-31), and no other.", ("secret_doors",)
        )
    for n, secret in enumerate(file.secret_doors):
        name, both = f"The secret door of room {secret.room}", (secret.square, secret.far)
        yield from _between(name, both, homes, ("secret_doors", n))
        if secret.square in homes and homes[secret.square][3] != secret.room:
            said = f"{name} has its numbered square in {homes[secret.square][1]}, at square {secret.square}."
            yield Complaint(said, ("secret_doors", n, "square"), both)
        if secret.far in homes and homes[secret.far][2] != "room":
            yield Complaint(f"{name} leads to {homes[secret.far][1]}, which is no room.", ("secret_doors", n), both)


def _between(
    name: str, both: tuple[str, str], homes: dict[str, tuple[int, str, str, int]], path: tuple[str | int, ...]
) -> Iterator[Complaint]:
    strange = [square for square in both if square not in homes]
    for square in strange:
        yield Complaint(f"{name} stands at square {square}, which is in no zone.", path, both)
    if strange:
        return
    if homes[both[0]][0] == homes[both[1]][0]:
        yield Complaint(f"{name} has {homes[both[0]][1]} on both sides; it must join two places.", path, both)
    elif both[1] not in around(both[0]):
        yield Complaint(f"{name} stands between squares {both[0]} and {both[1]}, which do not touch.", path, both)


def _ways(file: BoardFile) -> Iterator[Complaint]:
    homes = _homes(file)
    arches = 0
    for n, way in enumerate(file.ways):
        both = (way.a, way.b)
        for square in both:
            if square not in homes:
                yield Complaint(f"An open way leads to square {square}, which is in no zone.", ("ways", n), both)
        if way.a not in homes or way.b not in homes:
            continue
        (_, name, kind, _), (_, other, other_kind, _) = homes[way.a], homes[way.b]
        if homes[way.a][0] == homes[way.b][0]:
            yield Complaint(f"An open way has {name} on both sides; it must join two places.", ("ways", n), both)
        arch = way.one_way and kind == "room" and other_kind == "doomstep"
        arches += arch
        house = {"room", "entrance"}
        if not arch and {kind, other_kind} & house:
            said = (
                f"An open way joins {name} and {other}; rooms are joined by doors, and only the Arch leads out of them."
            )
            yield Complaint(said, ("ways", n), both)
        if way.one_way and not arch:
            yield Complaint("Only the Arch, from a room to the Doomstep, leads one way.", ("ways", n), both)
    if arches != 1:
        yield Complaint("The Arch is missing: one open way, one-way, from a room to the Doomstep (DW-38).", ("ways",))


def _places(file: BoardFile) -> Iterator[Complaint]:
    homes, places = _homes(file), file.places
    for name, square in (("fountain", places.fountain), ("Teleport", places.teleport)):
        if homes.get(square, (0, "", "", 0))[2] != "entrance":
            said = f"The {name} is on square {square}; it must be in the Castle Entrance."
            yield Complaint(said, ("places", name.lower()), (square,))
    if places.fountain == places.teleport:
        yield Complaint("Fountain and Teleport are on one square.", ("places",), (places.fountain,))
    special = (places.fountain, places.teleport)
    wrong = [s for s in places.starts if homes.get(s, (0, "", "", 0))[2] != "entrance" or s in special]
    for square in wrong:
        said = f"Heroes cannot begin on square {square}; take one of the Castle Entrance without fountain and Teleport."
        yield Complaint(said, ("places", "starts"), (square,))
    if not wrong and len(set(places.starts)) < len(HEROES):
        yield Complaint(
            f"Four Heroes need four squares to begin on; there are {len(set(places.starts))}.", ("places", "starts")
        )


def _haunter(file: BoardFile) -> Iterator[Complaint]:
    haunter = file.haunter
    lines = abs(haunter.last - haunter.first) + 1
    if lines != HAUNTER_ROWS:
        yield Complaint(
            f"The Haunter has nine rows (DW-25); from {haunter.first} to {haunter.last} are {lines}.", ("haunter",)
        )
        return
    part = 1 if haunter.along == "rows" else 0
    there = {xy(square)[part] for zone in file.zones if zone.kind == "room" for square in squares_of(zone)}
    for line in range(min(haunter.first, haunter.last), max(haunter.first, haunter.last) + 1):
        if line not in there:
            said = f"The Haunter's row along the board's {haunter.along[:-1]} {line} crosses no room."
            yield Complaint(said, ("haunter",))


def _camera(file: BoardFile) -> Iterator[Complaint]:
    (left, right), (top, bottom) = file.camera.columns, file.camera.rows
    if left > right or top > bottom:
        yield Complaint("The block for the camera has its first line past its last.", ("camera",))
        return
    inside = [s for s in _homes(file) if left <= xy(s)[0] <= right and top <= xy(s)[1] <= bottom]
    if not inside:
        yield Complaint("The block for the camera holds no square of the board.", ("camera",))


def _in_one_piece(board: Board) -> Iterator[Complaint]:
    for n, zone in enumerate(board.zones):
        found = _from(zone.squares[0], board, within=True)
        apart = tuple(square for square in zone.squares if square not in found)
        if apart:
            said = f"{zone.name} is not in one piece: square {apart[0]} does not touch the rest."
            yield Complaint(said, ("zones", n), apart)


def _reached(board: Board) -> Iterator[Complaint]:
    found = _from(board.of_kind("entrance")[0], board)
    for n, zone in enumerate(board.zones):
        if not set(zone.squares) & found:
            yield Complaint(f"Nobody can reach {zone.name} from the Castle Entrance.", ("zones", n), zone.squares)


def _from(square: str, board: Board, within: bool = False) -> set[str]:
    def step(at: str) -> tuple[str, ...]:
        return board.beside[at] if within else board.next_to(at, ROOMS)

    return {square, *reach(square, len(board.zone_of), step, lambda _: True, lambda _: False)}


def _room_enough(board: Board) -> Iterator[Complaint]:
    fronts = {door.behind for door in board.doors} | {secret.square for secret in board.secret_doors}
    for n, zone in enumerate(board.zones):
        free = [square for square in zone.squares if square not in fronts]
        if zone.kind == "room" and len(free) < IN_A_ROOM:
            said = (
                f"{zone.name} has {len(free)} squares that are not before its door or numbered; two Monsters and a "
                "chest need three (DW-13)."
            )
            yield Complaint(said, ("zones", n), zone.squares)
        if zone.kind == "entrance" and len(free) < len(HEROES) + 2:
            said = f"{zone.name} has {len(free)} squares; four Heroes, the fountain and the Teleport need six."
            yield Complaint(said, ("zones", n), zone.squares)
    arena = board.of_kind("lower", "under")
    if len(arena) < ARENA_MONSTERS:
        yield Complaint(f"Six Monsters may come into the arena (DW-40); below it has {len(arena)} squares.", (), arena)
