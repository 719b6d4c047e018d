"""The board as a TOML text: what may be in it, reading it, and writing an owner's own.

One definition names the wrong key or value with its place. A zone is a block (`columns`, `rows`) or a list of
`squares`; written again it is a block wherever it is one. Whether a game can be played on it is `board_checks`'s.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.games.dark_world.board import Board, Door, Haunted, SecretDoor, Zone, build_board, xy

MOST_CHARACTERS = 60_000
MOST_SQUARES = 1_000
SIDE = 40
"""Columns and rows are numbered from 0 to 39."""

Number = Annotated[int, Meta(ge=0, lt=SIDE)]
Words = Annotated[str, Meta(min_length=1, max_length=120)]
Square = Annotated[str, Meta(pattern=r"^([0-9]|[123][0-9]),([0-9]|[123][0-9])$")]
Block = Annotated[list[Number], Meta(min_length=2, max_length=2)]
ZoneKind = Literal["entrance", "room", "doomstep", "lower", "under", "stairs", "front", "throne"]


class ZoneIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A zone. room: 1 to 8 for a room, else left out."""

    name: Words
    kind: ZoneKind
    columns: Block | None = None
    rows: Block | None = None
    squares: list[Square] = []
    room: Annotated[int, Meta(ge=0, le=8)] = 0


class DoorIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A door. into: the room it leads into; before: the square on the other side; behind: the square in the room."""

    into: Annotated[int, Meta(ge=1, le=8)]
    before: Square
    behind: Square


class SecretIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A secret door: its numbered square in the room, and the square on its far side."""

    room: Annotated[int, Meta(ge=1, le=8)]
    square: Square
    far: Square


class WayIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An open way between two squares of different zones."""

    a: Square
    b: Square
    one_way: bool = False


class PlacesIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Special squares; starts: where Heroes may begin."""

    fountain: Square
    teleport: Square
    starts: list[Square]


class HaunterIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The Haunter's rows 1 to 9 lie along rows or columns of the board, from `first` to `last`."""

    along: Literal["rows", "columns"]
    first: Number
    last: Number


class CameraIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The block of squares that the camera reads."""

    columns: Block
    rows: Block


class BoardFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The whole file."""

    title: Words
    edition: Words
    printed: Words
    status: Literal["inferred", "owner"]
    source: Words
    zones: list[ZoneIn]
    doors: list[DoorIn]
    secret_doors: list[SecretIn]
    ways: list[WayIn]
    places: PlacesIn
    haunter: HaunterIn
    camera: CameraIn


class BoardFault(ValueError):
    """This is no board. path: of the wrong value, as in ("zones", 3, "kind"). line: of a TOML text, 0 if unknown."""

    def __init__(self, sentence: str, path: tuple[str | int, ...] = (), line: int = 0) -> None:
        super().__init__(sentence)
        self.sentence, self.path, self.line = sentence, path, line


def parse_board(text: str) -> BoardFile:
    """The file's parts. BoardFault with a sentence and its place."""
    if len(text) > MOST_CHARACTERS:
        raise BoardFault(f"The text is far too long for a board; the most is {MOST_CHARACTERS} characters.")
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as fault:
        place = re.search(r" \(at (?:line (\d+)|end of document).*\)$", str(fault))
        line = int(place[1] or text.count("\n") + 1) if place else 0
        said = str(fault)[: place.start()] if place else str(fault)
        raise BoardFault(f"It is not valid TOML: {said[:1].lower()}{said[1:]}.", (), line) from fault
    return take_board(data)


def take_board(data: Any) -> BoardFile:
    """The file's parts from parsed TOML or JSON. BoardFault with a sentence and its place."""
    try:
        file = msgspec.convert(data, BoardFile)
    except msgspec.ValidationError as fault:
        what, _, at = str(fault).partition(" - at ")
        path = tuple(int(p) if p.isdigit() else p for p in re.findall(r"\w+", at))
        stranger = re.search(r"unknown field `(.*)`", what)
        if stranger:
            path, what = (*path, stranger[1]), "There is no such key"
        raise BoardFault(f"{_where(path)}{what[:1].lower()}{what[1:].replace('`', '')}.", path) from fault
    for n, zone in enumerate(file.zones):
        if (zone.columns is None) != (zone.rows is None) or (zone.columns is not None and zone.squares):
            raise BoardFault(f"{_where(('zones', n))}give columns and rows, or squares.", ("zones", n))
        for name, block in (("columns", zone.columns), ("rows", zone.rows)):
            if block and block[0] > block[1]:
                raise BoardFault(f"{_where(('zones', n, name))}the first is past the last.", ("zones", n, name))
    if sum(len(squares_of(zone)) for zone in file.zones) > MOST_SQUARES:
        raise BoardFault(f"The zones have more than {MOST_SQUARES} squares.", ("zones",))
    return file


def squares_of(zone: ZoneIn) -> tuple[str, ...]:
    """All its squares, in the order of the file; a block row by row."""
    if zone.columns is None or zone.rows is None:
        return tuple(zone.squares)
    (left, right), (top, bottom) = zone.columns, zone.rows
    return tuple(f"{x},{y}" for y in range(top, bottom + 1) for x in range(left, right + 1))


def built(file: BoardFile) -> Board:
    """The board to play on; every square named must be one of a zone (`board_checks.complaints` says if not)."""
    haunter, camera = file.haunter, file.camera
    return build_board(
        file.status,
        file.source,
        tuple(Zone(z.name, z.kind, squares_of(z), z.room) for z in file.zones),
        tuple(Door(d.into, d.before, d.behind) for d in file.doors),
        tuple(SecretDoor(d.room, d.square, d.far) for d in file.secret_doors),
        tuple((w.a, w.b, w.one_way) for w in file.ways),
        (file.places.fountain, file.places.teleport, tuple(file.places.starts)),
        Haunted(haunter.along, haunter.first, haunter.last),
        (camera.columns[0], camera.columns[1], camera.rows[0], camera.rows[1]),
    )


def spread_out(file: BoardFile) -> dict[str, Any]:
    """The file as plain values for a page: every zone with its squares, nothing left out."""
    plain: dict[str, Any] = msgspec.to_builtins(file)
    plain["zones"] = [
        {"name": z.name, "kind": z.kind, "room": z.room, "squares": list(squares_of(z))} for z in file.zones
    ]
    plain["ways"] = [{"a": w.a, "b": w.b, "one_way": w.one_way} for w in file.ways]
    return plain


def board_text(file: BoardFile) -> str:
    """The file as TOML; read again it gives the same board."""
    lines = [f"{name} = {_string(getattr(file, name))}" for name in ("title", "edition", "printed", "status", "source")]
    for zone in file.zones:
        lines += ["", "[[zones]]", f"name = {_string(zone.name)}", f'kind = "{zone.kind}"', *_area(squares_of(zone))]
        lines += [f"room = {zone.room}"] if zone.room else []
    for door in file.doors:
        lines += ["", "[[doors]]", f"into = {door.into}", f'before = "{door.before}"', f'behind = "{door.behind}"']
    for secret in file.secret_doors:
        lines += ["", "[[secret_doors]]", f"room = {secret.room}"]
        lines += [f'square = "{secret.square}"', f'far = "{secret.far}"']
    for way in file.ways:
        lines += ["", "[[ways]]", f'a = "{way.a}"', f'b = "{way.b}"', *(["one_way = true"] if way.one_way else [])]
    places, haunter, camera = file.places, file.haunter, file.camera
    lines += ["", "[places]", f'fountain = "{places.fountain}"', f'teleport = "{places.teleport}"']
    lines += [f"starts = {_list(places.starts)}"]
    lines += ["", "[haunter]", f'along = "{haunter.along}"', f"first = {haunter.first}", f"last = {haunter.last}"]
    lines += ["", "[camera]", f"columns = {list(camera.columns)}", f"rows = {list(camera.rows)}"]
    return "\n".join(lines) + "\n"


def _area(squares: tuple[str, ...]) -> list[str]:
    columns, rows = zip(*map(xy, squares), strict=True) if squares else ((), ())
    if not squares:
        return ["squares = []"]
    block = [[min(columns), max(columns)], [min(rows), max(rows)]]
    whole = (block[0][1] - block[0][0] + 1) * (block[1][1] - block[1][0] + 1)
    if len(set(squares)) == whole:
        return [f"columns = {block[0]}", f"rows = {block[1]}"]
    return [f"squares = {_list(squares)}"]


def _list(squares: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{square}"' for square in squares) + "]"


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def _where(path: tuple[str | int, ...]) -> str:
    """The place in words: ("zones", 3, "kind") is "zones, number 4, kind: "."""
    said = ", ".join(f"number {part + 1}" if isinstance(part, int) else part for part in path)
    return f"{said}: " if said else ""
