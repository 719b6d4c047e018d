"""A JSON body as a model: checked, or refused with the name of what is wrong."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Request

from companion.setup.wanted import sentence
from webui.faults import Refused

MOST_BYTES = 10_000


def read_body(request: Request, model: Any, most_bytes: int = MOST_BYTES) -> Any:
    """The body as the model; raises `Refused`."""
    if request.mimetype != "application/json":
        raise Refused("not_json", "Send JSON, with Content-Type: application/json.", "Content-Type")
    data = request.get_data()
    if len(data) > most_bytes:
        raise Refused("bad_command", f"The body is too large; the most is {most_bytes} bytes.", "body")
    try:
        return msgspec.json.decode(data, type=model)
    except msgspec.ValidationError as wrong:
        where = str(wrong).partition(" - at ")[2].strip("`").removeprefix("$.") or None
        raise Refused("bad_command", sentence(str(wrong), _anything(data)), where) from None
    except (msgspec.DecodeError, RecursionError):
        raise _not_json() from None


def _anything(data: bytes) -> Any:
    """What was sent; the model may have found a fault before what is no JSON, too large a number or too deep."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        raise _not_json() from None


def _not_json() -> Refused:
    return Refused("bad_command", "The body is not JSON; send one JSON object.", "body")
