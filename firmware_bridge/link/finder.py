"""Which ports may be opened: those with a USB id of ours, and those the owner listed. No other is touched.

Looking costs one listing of /dev; the slower question for USB ids is asked only when that listing has changed. A port
is a path *and* the node behind it: unplugged and plugged in again it is another one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from serial.tools import list_ports

USB_IDS: dict[tuple[int, int], str] = {(0x2E8A, 0x0005): "Raspberry Pi Pico or Pico 2 with MicroPython"}
"""(vendor, product) that MicroPython gives our boards."""
NAMES = ("ttyACM", "ttyUSB", "cu.usbmodem", "cu.usbserial")


@dataclass(frozen=True, slots=True)
class Found:
    """A port that may be opened. url: path or pyserial URL; node: changes when it is plugged in again."""

    url: str
    node: str
    listed: bool


class UsbPort(Protocol):
    """What we read of pyserial's ListPortInfo."""

    device: str
    vid: int | None
    pid: int | None


class Finder:
    """listed: paths and URLs from the settings. comports, folder: for tests."""

    def __init__(
        self,
        listed: Sequence[str] = (),
        comports: Callable[[], Iterable[UsbPort]] = list_ports.comports,
        folder: Path = Path("/dev"),
    ) -> None:
        self._listed = tuple(listed)
        self._comports = comports
        self._folder = folder
        self._seen: tuple[str, ...] | None = None
        self._ours: list[str] = []

    def look(self) -> list[Found]:
        """The ports that are there now, each once, listed ones first."""
        nodes = self._nodes()
        if nodes != self._seen:
            self._seen = nodes
            self._ours = [port.device for port in self._comports() if (port.vid, port.pid) in USB_IDS]
        found: dict[str, Found] = {}
        for url in (*self._listed, *self._ours):
            real = url if "://" in url else os.path.realpath(url)
            node = "" if "://" in url else _node(real)
            if node is not None and real not in found:
                found[real] = Found(url, node, url in self._listed)
        return list(found.values())

    def _nodes(self) -> tuple[str, ...]:
        try:
            names = [name for name in os.listdir(self._folder) if name.startswith(NAMES)]
        except OSError:
            return ()
        return tuple(sorted(f"{name} {_node(os.path.join(self._folder, name))}" for name in names))


def make_finder(listed: Sequence[str], picos: bool) -> Finder:
    """listed: ports of the settings; picos: whether Picos are found by their USB ids."""
    return Finder(listed) if picos else Finder(listed, comports=tuple)


def _node(path: str) -> str | None:
    try:
        state = os.stat(path)
    except OSError:
        return None
    return f"{state.st_dev}:{state.st_ino}:{state.st_rdev}"
