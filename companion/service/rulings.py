"""What was ruled, kept with the evening: newest first for phones, on disk if there is a folder.

    rulings.jsonl       one JSON line each, oldest first
    ruling-WORD.jpg     its crop

Idea: the list is in memory in any case and the newest crops too, so a phone is answered without the disk. A thread of
its own writes, because a memory card may stand still for seconds. The oldest rulings go when there are too many, or
when their files are too large; only files that a line names are ever deleted. A disk that fails costs a line in the
log.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import msgspec

from companion.service.crops import WORD
from companion.service.figure_models import RulingsView, RulingView

MOST_RULINGS = 5000
MOST_MEMORY_BYTES = 16_000_000
MOST_WAITING = 500
LIST = "rulings.jsonl"
HANDS = ("covered", "uncovered")
"""Events that every hand over the table makes."""
HANDS_SHARE = 0.2

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(RulingView).decode


def since_epoch(time_s: float) -> float:
    """Seconds since the epoch of a time on the monotonic clock."""
    return time.time() - time.monotonic() + time_s


class Rulings:
    """folder: None: in memory only. most_mb: of the folder's files."""

    def __init__(
        self,
        folder: Path | None = None,
        most_mb: float = 200.0,
        *,
        most: int = MOST_RULINGS,
        epoch: Callable[[float], float] = since_epoch,
    ) -> None:
        self._folder, self._most_bytes, self._most, self._epoch = folder, most_mb * 1e6, most, epoch
        self._kept: deque[RulingView] = deque()
        self._crops: dict[str, bytes] = {}
        self._crop_bytes = 0
        self._lock = threading.Lock()
        self._waiting: queue.Queue[tuple[RulingView, bytes | None] | None] = queue.Queue(MOST_WAITING)
        self._disk = None if folder is None else _Disk(folder, self._most_bytes, most)
        if self._disk is not None:
            self._kept.extend(self._disk.read())
            self._trim()
        self._n = self._kept[-1].n if self._kept else 0
        self._thread = threading.Thread(target=self._write, name="rulings", daemon=True)
        if self._disk is not None:
            self._thread.start()

    @property
    def newest_n(self) -> int:
        """Number of the newest ruling; 0: none."""
        return self._n

    def keep(
        self,
        event: str,
        text: str,
        time_s: float,
        *,
        figure: str | None = None,
        numbers: dict[str, float] | None = None,
        crop: str | None = None,
        jpeg: bytes | None = None,
        frame: int = 0,
    ) -> RulingView:
        """Keep one; time_s on the monotonic clock, crop: its word."""
        with self._lock:
            self._n += 1
            word = crop if jpeg is not None else None
            ruling = RulingView(self._n, round(self._epoch(time_s), 2), event, figure, text, numbers or {}, word, frame)
            self._kept.append(ruling)
            if word is not None and jpeg is not None:
                self._remember(word, jpeg)
            self._trim()
        if self._disk is not None:
            try:
                self._waiting.put_nowait((ruling, jpeg))
            except queue.Full:
                log.warning("The disk is too slow: ruling %d is kept in memory only", ruling.n)
        return ruling

    def newest(
        self,
        figure: str | None = None,
        limit: int = 50,
        before: int | None = None,
        *,
        hands: bool = True,
        hidden: Collection[str] = (),
    ) -> RulingsView:
        """The newest of a figure, or of all. before: only those with a lower number; hands: also when something came
        before a figure and went; hidden: figures not told of."""
        with self._lock:
            found: list[RulingView] = []
            for ruling in reversed(self._kept):
                fits = figure in (None, ruling.figure) and (hands or ruling.event not in HANDS)
                if (before is not None and ruling.n >= before) or not fits or ruling.figure in hidden:
                    continue
                if len(found) == limit:
                    return RulingsView(found, True)
                found.append(ruling)
            return RulingsView(found)

    def jpeg(self, word: str) -> bytes | None:
        """The crop of a ruling; None: there is none."""
        with self._lock:
            kept = self._crops.get(word)
        if kept is not None or self._disk is None:
            return kept
        return self._disk.jpeg(word)

    def close(self, timeout_s: float = 1.0) -> None:
        """Write what waits, and end."""
        if self._disk is not None and self._thread.is_alive():
            try:
                self._waiting.put(None, timeout=timeout_s)
            except queue.Full:
                return
            self._thread.join(timeout_s)

    def _trim(self) -> None:
        while len(self._kept) > self._most:
            del self._kept[_least(self._kept)]

    def _remember(self, word: str, jpeg: bytes) -> None:
        if word not in self._crops:
            self._crops[word] = jpeg
            self._crop_bytes += len(jpeg)
        while self._crop_bytes > MOST_MEMORY_BYTES and len(self._crops) > 1:
            self._crop_bytes -= len(self._crops.pop(next(iter(self._crops))))

    def _write(self) -> None:
        while (item := self._waiting.get()) is not None:
            if self._disk is not None:
                self._disk.put(*item)


def _least(rulings: Sequence[RulingView]) -> int:
    """Which to drop: the oldest, but hands first while they are more than their share. They come by the hundred."""
    hands = [at for at, ruling in enumerate(rulings) if ruling.event in HANDS]
    return hands[0] if len(hands) > HANDS_SHARE * len(rulings) else 0


class _Disk:
    """The folder. All but `jpeg` from one thread. torn: the list's last line was not written to its end."""

    def __init__(self, folder: Path, most_bytes: float, most: int) -> None:
        self._folder, self._most_bytes, self._most = folder, most_bytes, most
        self._lines: deque[tuple[RulingView, int]] = deque()
        self._bytes = 0
        self._dropped = 0
        self._failed = False
        self._torn = False

    def read(self) -> list[RulingView]:
        """What an earlier evening left; lines that cannot be read are passed over."""
        path = self._folder / LIST
        try:
            with path.open("rb") as file:
                for line in file:
                    self._torn = not line.endswith(b"\n")
                    self._take(line)
        except FileNotFoundError:
            return []
        except OSError as error:
            self._say(error)
        return [ruling for ruling, _ in self._lines]

    def _take(self, line: bytes) -> None:
        try:
            ruling = _decode(line)
        except (msgspec.DecodeError, msgspec.ValidationError) as wrong:
            log.warning("%s: a line is passed over: %s", self._folder / LIST, wrong)
            return
        picture = self._path(ruling.crop) if ruling.crop is not None and WORD.fullmatch(ruling.crop) else None
        if picture is None or not picture.exists():
            self._add(msgspec.structs.replace(ruling, crop=None), len(line))
        else:
            self._add(ruling, len(line) + picture.stat().st_size)

    def put(self, ruling: RulingView, jpeg: bytes | None) -> None:
        """Write one, and drop the oldest while there is too much."""
        line = _encode(ruling) + b"\n"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            size = len(line)
            if ruling.crop is not None and jpeg is not None:
                self._path(ruling.crop).write_bytes(jpeg)
                size += len(jpeg)
            with (self._folder / LIST).open("ab") as file:
                file.write(b"\n" + line if self._torn else line)
            self._torn = False
            self._add(ruling, size)
            self._drop()
            self._failed = False
        except OSError as error:
            self._say(error)

    def jpeg(self, word: str) -> bytes | None:
        """A crop's bytes."""
        if not WORD.fullmatch(word):
            return None
        try:
            return self._path(word).read_bytes()
        except OSError:
            return None

    def _add(self, ruling: RulingView, size: int) -> None:
        self._lines.append((ruling, size))
        self._bytes += size

    def _drop(self) -> None:
        while len(self._lines) > 1 and (self._bytes > self._most_bytes or len(self._lines) > self._most):
            at = _least([ruling for ruling, _ in self._lines])
            ruling, size = self._lines[at]
            del self._lines[at]
            self._bytes -= size
            self._dropped += 1
            shared = any(other.crop == ruling.crop for other, _ in self._lines)
            if ruling.crop is not None and not shared:
                self._path(ruling.crop).unlink(missing_ok=True)
        if self._dropped > max(20, len(self._lines) // 10):
            self._dropped = 0
            new = self._folder / (LIST + ".new")
            new.write_bytes(b"".join(_encode(ruling) + b"\n" for ruling, _ in self._lines))
            os.replace(new, self._folder / LIST)

    def _path(self, word: str) -> Path:
        return self._folder / f"ruling-{word}.jpg"

    def _say(self, error: OSError) -> None:
        if not self._failed:
            log.warning("Rulings are kept in memory only: %s: %s", self._folder, error.strerror or error)
        self._failed = True
