"""What is kept of the electronics from one evening to the next: devices' names, and which dial is whose.

Small JSON files, replaced as a whole. One that cannot be read or written is logged, and the evening goes on.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.service.room import Hero
from firmware_bridge.wire.messages import COLOURS

log = logging.getLogger(__name__)

Bound = tuple[tuple[str, str, str | None, int], ...]
"""(colour, name, device, dial) of each hero."""


def bound(heroes: Mapping[str, Hero]) -> Bound:
    """What is kept of the heroes."""
    return tuple((one.colour, one.name, one.device, one.at) for one in heroes.values())


def read_names(path: Path | None) -> dict[str, str]:
    """Device -> the name it was given."""
    content = _read(path, "devices have their own ids again")
    return {str(device): str(name)[:40] for device, name in content.items()} if isinstance(content, dict) else {}


def write_names(path: Path | None, names: Mapping[str, str]) -> None:
    """Keep them."""
    _write(path, dict(names))


def read_heroes(path: Path | None) -> dict[str, Hero]:
    """Colour -> hero, without points."""
    content = _read(path, "dials must be given to heroes again")
    found = {}
    for row in content if isinstance(content, list) else ():
        match row:
            case [str(colour), str(name), str() | None as device, int(at)] if colour in COLOURS and 0 <= at <= 4:
                found[colour] = Hero(colour, name[:40], None, device, at)
    return found


def write_heroes(path: Path | None, heroes: Mapping[str, Hero]) -> None:
    """Keep them."""
    _write(path, bound(heroes))


def _read(path: Path | None, what_then: str) -> Any:
    if path is None or not path.exists():
        return None
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read; %s: %s", path, what_then, error)
        return None


def _write(path: Path | None, content: Any) -> None:
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        new.write_text(json.dumps(content))
        os.replace(new, path)
    except OSError as error:
        log.warning("%s cannot be written: %s", path, error.strerror or error)
