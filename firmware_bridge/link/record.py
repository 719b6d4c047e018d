"""What the link told, as lines of JSON: for a bug report, and to be played again.

The first line says what the file is; each other line is one event with its time. Reading checks every line: a record
may come from somebody else's machine.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator
from typing import Any

from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Live, NotDone, Said
from firmware_bridge.wire.messages import WireFault, check

HEADER = {"record": "companion devices", "version": 1}
KINDS: dict[str, type] = {kind.__name__: kind for kind in (Arrived, Gone, Said, Live, NotDone)}
MOST_LINE = 4000


class RecordFault(Exception):
    """A record that cannot be read: which line, and why."""


def header() -> str:
    """The first line."""
    return json.dumps(HEADER) + "\n"


def line_for(event: LinkEvent) -> str:
    """One event as a line."""
    return json.dumps({"event": type(event).__name__, **dataclasses.asdict(event)}) + "\n"


def read_record(lines: Iterable[str]) -> Iterator[LinkEvent]:
    """The events of a record. Raises RecordFault at the first line that is none."""
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            content = json.loads(line[:MOST_LINE])
        except (ValueError, RecursionError) as error:
            raise RecordFault(
                f"Line {number} is not JSON; give a file that `companion devices record` wrote."
            ) from error
        if number == 1:
            if content != HEADER:
                raise RecordFault("This is not a record of devices of this version.")
        else:
            yield _event(content, number)
    if not number:
        raise RecordFault("The file is empty; give one that `companion devices record` wrote.")


def _event(content: Any, number: int) -> LinkEvent:
    if not isinstance(content, dict):
        raise RecordFault(f"Line {number} is not an event.")
    kind = KINDS.get(content.pop("event", ""))
    if kind is None:
        raise RecordFault(f"Line {number} is of no kind of event.")
    fields = {field.name: field.type for field in dataclasses.fields(kind)}
    if set(content) != set(fields):
        raise RecordFault(f"Line {number} does not have the fields of {kind.__name__}.")
    for name, value in content.items():
        if not isinstance(value, TYPES[str(fields[name])]):
            raise RecordFault(f"Line {number}: {name} is of the wrong type.")
    if "message" in content:
        try:
            check(content["message"])
        except WireFault as fault:
            raise RecordFault(f"Line {number}: {fault.sentence}.") from fault
    event: LinkEvent = kind(**content)
    return event


TYPES: dict[str, Any] = {"str": str, "int": int, "float": (int, float), "bool": bool, "Message": dict}
