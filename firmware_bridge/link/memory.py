"""What has been heard of each board's boot, kept over a restart of the host.

A small JSON file, replaced as a whole after the event was handed on and before the board's line is acknowledged: a
crash between the two can repeat one event, with the same device, boot and number, and never loses one.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from pathlib import Path

KEPT_BOOTS = 64
log = logging.getLogger(__name__)


class Memory:
    """`wire.peer.Heard` for all boards together. path: None keeps it in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._heard: dict[str, int] = {}
        self._changed = False
        self._lock = threading.Lock()
        if path is not None:
            self._heard = _read(path)

    def get(self, boot: str) -> int | None:
        """The newest number heard of this boot."""
        with self._lock:
            return self._heard.get(boot)

    def put(self, boot: str, last: int) -> None:
        """Remember it; written by the next `save`."""
        with self._lock:
            self._changed |= self._heard.get(boot) != last
            self._heard.pop(boot, None)
            self._heard[boot] = last
            while len(self._heard) > KEPT_BOOTS:
                del self._heard[next(iter(self._heard))]

    def save(self) -> None:
        """Write the file if something is new. A disk that refuses is logged, and the evening goes on."""
        with self._lock:
            if not self._changed or self._path is None:
                return
            self._changed = False
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                new = self._path.with_name(self._path.name + ".new")
                with new.open("w") as file:
                    json.dump(self._heard, file)
                    file.flush()
                    os.fsync(file.fileno())
                new.replace(self._path)
            except OSError as error:
                log.warning("%s cannot be written: %s", self._path, error.strerror or error)


def _read(path: Path) -> dict[str, int]:
    try:
        content = json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read and is begun anew: %s", path, error)
        return {}
    if not isinstance(content, dict):
        return {}
    return {
        boot: last for boot, last in content.items() if isinstance(last, int) and 0 <= last <= 65535 and len(boot) == 8
    }
