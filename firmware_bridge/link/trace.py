"""The last lines each way, kept for a bug report."""

from __future__ import annotations

import threading
import time
from collections import deque

from firmware_bridge.wire.lines import LineReader

KEPT = 200
SHOWN = 520


class Trace:
    """The last KEPT lines in and the last KEPT out. Written by one thread, read by any."""

    def __init__(self) -> None:
        self._ways = {"<": LineReader(), ">": LineReader()}
        self._lines: dict[str, deque[tuple[float, str]]] = {way: deque(maxlen=KEPT) for way in self._ways}
        self._lock = threading.Lock()

    def add(self, way: str, data: bytes, time_s: float) -> None:
        """way: "<" from the device, ">" to it. time_s: since the epoch."""
        with self._lock:
            for line in self._ways[way].feed(data):
                self._lines[way].append((time_s, plain(line)))

    def dump(self) -> list[str]:
        """Both ways in order of time, as text without control characters."""
        with self._lock:
            lines = [(when, way, text) for way, kept in self._lines.items() for when, text in kept]
        return [f"{_clock(when)} {way} {text}" for when, way, text in sorted(lines, key=lambda line: line[0])]


def plain(line: bytes) -> str:
    """The line as printable ASCII, other bytes as \\xNN, cut at SHOWN letters."""
    return "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02X}" for byte in line)[:SHOWN]


def _clock(when_s: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(when_s)) + f".{int(when_s * 1000) % 1000:03d}"
