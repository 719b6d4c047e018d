"""Tables saved under a name, each a JSON file in one folder.

    table-SLUG-HASH.json      a table
    empty-table.jpg           the picture of the empty table that was taken on a phone

Idea: a file is written beside its place, brought to the disk and then put there in one step, so that a crash leaves the
old one or the new one whole. Nothing is kept in memory that the folder does not have. A file that cannot be read is
left alone and told with a sentence; it never hides the others.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from calibration.refusals import unreadable
from companion.table.state import BaseShape, TableState, TerrainKind, TerrainPiece

VERSION = 1
MOST_BYTES = 1_000_000
MOST_TABLES = 500
LAST_OUTLINES = "Last outlines"
"""The name under which terrain is kept by itself whenever it is changed on a phone."""

EMPTY, EMPTY_FOR_S, CLOCK_S = "empty-table.jpg", 12 * 3600.0, 60.0
"""Where the picture of the empty table is kept, and how long it is good for: until another evening, when lamp, mat and
camera may be others. Clocks of files may differ by a minute."""

Mm = Annotated[float, Meta(ge=-100_000, le=100_000)]
Size = Annotated[float, Meta(ge=0, le=10_000)]
Outline = Annotated[list[tuple[Mm, Mm]], Meta(min_length=3, max_length=200)]


class SavedFigure(msgspec.Struct, frozen=True):
    """Where a figure stood: its name, base centre and the height of what it stood on."""

    name: str
    x_mm: Mm
    y_mm: Mm
    level_mm: Mm = 0.0
    base_shape: BaseShape = "disc"
    base_length_mm: Size = 25.0
    base_width_mm: Size = 25.0
    heading_deg: float | None = None
    side: str | None = None
    ring: str | None = None


class SavedPiece(msgspec.Struct, frozen=True):
    """A piece of terrain as `TerrainPiece`."""

    name: str
    kind: TerrainKind
    height_mm: Size
    outline_mm: Outline
    top_outline_mm: Outline | None = None

    def piece(self) -> TerrainPiece:
        top = self.top_outline_mm
        return TerrainPiece(
            self.name, self.kind, self.height_mm, tuple(self.outline_mm), None if top is None else tuple(top)
        )


class SavedTable(msgspec.Struct, frozen=True):
    """A whole table. saved_s: seconds since the epoch."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    saved_s: float
    figures: list[SavedFigure] = []
    terrain: list[SavedPiece] = []
    version: int = VERSION


class Unsaved(Exception):
    """The folder cannot do this; the sentence says why."""


def snapshot(table: TableState, name: str, saved_s: float) -> SavedTable:
    """The table as it is. Figures nobody has named are left out: nobody could say which they are."""
    figures = [
        SavedFigure(
            figure.name,
            round(figure.place.x_mm, 1),
            round(figure.place.y_mm, 1),
            round(figure.place.level_mm, 1),
            figure.base.shape,
            figure.base.length_mm,
            figure.base.width_mm,
            None if figure.heading_rad is None else round(figure.heading_rad * 57.29577951308232 % 360, 1),
            figure.side,
            figure.ring,
        )
        for figure in table.figures
        if figure.name is not None
    ]
    return SavedTable(name, round(saved_s, 1), figures, [saved_piece(piece) for piece in table.terrain])


def saved_piece(piece: TerrainPiece) -> SavedPiece:
    """A piece with tenths of a millimetre."""
    outlines = [
        None if ring is None else [(round(x, 1), round(y, 1)) for x, y in ring]
        for ring in (piece.outline, piece.top_outline)
    ]
    assert outlines[0] is not None
    return SavedPiece(piece.name, piece.kind, piece.height_mm, outlines[0], outlines[1])


class Tables:
    """The folder; None: kept until the program ends. May be called from any thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._memory: dict[str, SavedTable] = {}
        self._lock = threading.Lock()

    @property
    def lasting(self) -> bool:
        """Whether there is a folder."""
        return self._folder is not None

    def all(self) -> tuple[list[SavedTable], list[str]]:
        """All tables by name, and a sentence for each file that cannot be read."""
        if self._folder is None:
            return sorted(self._memory.values(), key=_by_name), []
        tables: dict[str, SavedTable] = {}
        faults = []
        try:
            paths = sorted(self._folder.glob("table-*.json"))
        except OSError as error:
            return [], [f"The folder of saved tables {unreadable(error)}."]
        for path in paths[:MOST_TABLES]:
            try:
                one = _read(path)
            except Unsaved as fault:
                faults.append(str(fault))
                continue
            older = tables.get(one.name)
            if older is None or older.saved_s <= one.saved_s:
                tables[one.name] = one
        return sorted(tables.values(), key=_by_name), faults

    def get(self, name: str) -> SavedTable | None:
        """The table of that name."""
        return next((one for one in self.all()[0] if one.name == name), None)

    def put(self, table: SavedTable) -> None:
        """Keep it, in place of one of the same name. Raises Unsaved."""
        with self._lock:
            if self._folder is None:
                self._memory[table.name] = table
                return
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                replace_file(self._path(table.name), msgspec.json.format(msgspec.json.encode(table)))
            except OSError as error:
                raise Unsaved(f"The table cannot be saved: {error.strerror or error}.") from error

    def rename(self, old: str, new: str) -> None:
        """Call it otherwise. Raises Unsaved where there is no such table, or one of the new name."""
        table = self.get(old)
        if table is None:
            raise Unsaved(f'There is no saved table "{old}".')
        if self.get(new) is not None:
            raise Unsaved(f'There is a saved table "{new}" already.')
        self.put(msgspec.structs.replace(table, name=new))
        self.delete(old)

    def delete(self, name: str) -> None:
        """Forget it, for good. Raises Unsaved."""
        with self._lock:
            if self._folder is None:
                self._memory.pop(name, None)
                return
            try:
                for path in self._folder.glob("table-*.json"):
                    if _is(path, name):
                        path.unlink(missing_ok=True)
            except OSError as error:
                raise Unsaved(f"The table cannot be deleted: {error.strerror or error}.") from error

    def put_empty(self, jpeg: bytes) -> None:
        """Keep the picture of the empty table, for a program that is started again. Raises Unsaved."""
        if self._folder is None:
            return
        with self._lock:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                replace_file(self._folder / EMPTY, jpeg)
            except OSError as error:
                raise Unsaved(f"The picture of the empty table is not kept: {error.strerror or error}.") from error

    def empty(self, now_s: float) -> bytes | None:
        """The picture of the empty table, if it was taken this evening; None: there is none. now_s: since the epoch."""
        if self._folder is None:
            return None
        path = self._folder / EMPTY
        try:
            fresh = 0 <= now_s - path.stat().st_mtime + CLOCK_S <= EMPTY_FOR_S
            return path.read_bytes() if fresh else None
        except OSError:
            return None

    def _path(self, name: str) -> Path:
        assert self._folder is not None
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:30] or "table"
        return self._folder / f"table-{slug}-{hashlib.sha256(name.encode()).hexdigest()[:8]}.json"


def _by_name(table: SavedTable) -> str:
    return table.name.lower()


def _is(path: Path, name: str) -> bool:
    try:
        return _read(path).name == name
    except Unsaved:
        return False


def _read(path: Path) -> SavedTable:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Unsaved(f"{path.name} is larger than any saved table; it is left alone.")
        table = msgspec.json.decode(data, type=SavedTable)
    except OSError as error:
        raise Unsaved(f"{path.name} {unreadable(error)}.") from error
    except msgspec.DecodeError as error:
        raise Unsaved(f"{path.name} is no saved table ({error}); it is left alone.") from error
    if table.version > VERSION:
        raise Unsaved(f"{path.name} was saved by a newer companion; it is left alone.")
    return table


def replace_file(path: Path, data: bytes) -> None:
    """Put a file in its place in one step, on the disk before it is named. Raises OSError."""
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
